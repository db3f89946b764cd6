"""Known shapes of secrets, as data; a secret that has none of them is not recognised."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator

from tdomcheck.regex import regex


class Shape(t.NamedTuple):
    """What one kind of secret looks like."""

    name: str
    hint: str
    """In lower case; only a text that holds it is searched."""
    pattern: re.Pattern[str]
    """Its last group is the secret, or all of it."""


_WORD = (
    r"(?i:passw(?:or)?d|passphrase|pwd|secret|credential|token|_pass\b|(?<=[\"'])pass(?=[\"'])"
    r"|(?:api|access|private|auth|account)[_-]?key)"
)
_SCHEME = r"(?i:bearer|basic|token|digest|apikey|jwt)"
_NAME = rf"{_WORD}[\w-]{{0,40}}+"
_VALUE = r"(?!\*\*\*)[^\s\"'{}<>$]{4,400}"

SHAPES = (
    Shape("AWS access key", "akia", regex(r"\bAKIA[0-9A-Z]{16}\b")),
    Shape("AWS temporary key", "asia", regex(r"\bASIA[0-9A-Z]{16}\b")),
    Shape("GitHub token", "gh", regex(r"gh[pousr]_[A-Za-z0-9]{20,255}")),
    Shape("GitHub fine-grained token", "github_pat_", regex(r"github_pat_\w{20,255}")),
    Shape("GitLab token", "glpat-", regex(r"glpat-[\w-]{20,255}")),
    Shape("GitLab runner token", "glrt-", regex(r"glrt-[\w-]{20,255}")),
    Shape("Bitbucket app password", "atbb", regex(r"\bATBB[A-Za-z0-9]{24,64}")),
    Shape("Atlassian token", "atatt3", regex(r"\bATATT3[\w=-]{20,255}")),
    Shape("Slack token", "xox", regex(r"\bxox[abeprs]-[\w-]{10,255}")),
    Shape("Slack app token", "xapp-", regex(r"\bxapp-\d-[\w-]{10,255}")),
    Shape("Slack webhook", "hooks.slack.com", regex(r"hooks\.slack\.com/(?:services|workflows)/([\w/]{10,200})")),
    Shape("Discord webhook", "/webhooks/", regex(r"discord(?:app)?\.com/api/webhooks/(\d{5,30}/[\w-]{20,200})")),
    Shape("Discord bot token", ".", regex(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}\b")),
    Shape("Telegram bot token", ":aa", regex(r"\b\d{8,10}:AA[\w-]{32,34}\b")),
    Shape("Stripe key", "k_", regex(r"\b[sr]k_(?:live|test)_\w{10,255}")),
    Shape("Stripe webhook secret", "whsec_", regex(r"\bwhsec_[\w+/=]{16,255}")),
    Shape("OpenAI or Anthropic key", "sk-", regex(r"\bsk-[\w-]{20,255}")),
    Shape("Groq key", "gsk_", regex(r"\bgsk_\w{20,255}")),
    Shape("Perplexity key", "pplx-", regex(r"\bpplx-\w{20,255}")),
    Shape("Replicate token", "r8_", regex(r"\br8_\w{20,255}")),
    Shape("Hugging Face token", "hf_", regex(r"\bhf_[A-Za-z0-9]{20,255}")),
    Shape("PyPI token", "pypi-", regex(r"\bpypi-[\w-]{40,255}")),
    Shape("npm token", "npm_", regex(r"\bnpm_[A-Za-z0-9]{36}")),
    Shape("RubyGems key", "rubygems_", regex(r"\brubygems_[0-9a-f]{20,64}")),
    Shape("Docker Hub token", "dckr_", regex(r"\bdckr_[po]at_[\w-]{20,255}")),
    Shape("Google API key", "aiza", regex(r"\bAIza[\w-]{35}")),
    Shape("Google OAuth token", "ya29.", regex(r"\bya29\.[\w-]{20,255}")),
    Shape("Google OAuth secret", "gocspx-", regex(r"\bGOCSPX-[\w-]{20,255}")),
    Shape("SendGrid key", "sg.", regex(r"\bSG\.[\w-]{16,32}\.[\w-]{16,64}")),
    Shape("Mailgun key", "key-", regex(r"\bkey-[0-9a-f]{32}\b")),
    Shape("Mailchimp key", "-us", regex(r"\b[0-9a-f]{32}-us\d{1,2}\b")),
    Shape("Brevo key", "xkeysib-", regex(r"\bxkeysib-[\w-]{20,255}")),
    Shape("Twilio key", "sk", regex(r"\bSK[0-9a-f]{32}\b")),
    Shape("DigitalOcean token", "_v1_", regex(r"\bdo[opr]_v1_[0-9a-f]{32,64}")),
    Shape("Vault token", "hvs.", regex(r"\bhvs\.[\w-]{20,255}")),
    Shape("Vault batch token", "hvb.", regex(r"\bhvb\.[\w-]{20,255}")),
    Shape("Terraform token", ".atlasv1.", regex(r"\b\w{14}\.atlasv1\.[\w-]{20,255}")),
    Shape("Shopify token", "shp", regex(r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}")),
    Shape("Square token", "sq0", regex(r"\bsq0(?:atp|csp|idp)-[\w-]{20,64}")),
    Shape("Square access token", "eaaa", regex(r"\bEAAA[\w-]{50,64}")),
    Shape("Linear key", "lin_", regex(r"\blin_(?:api|oauth)_\w{20,255}")),
    Shape("Notion token", "ntn_", regex(r"\bntn_\w{20,255}")),
    Shape("Figma token", "figd_", regex(r"\bfigd_[\w-]{20,255}")),
    Shape("Postman key", "pmak-", regex(r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}")),
    Shape("Databricks token", "dapi", regex(r"\bdapi[0-9a-f]{32}\b")),
    Shape("Doppler token", "dp.", regex(r"\bdp\.(?:pt|st|ct|sa)\.[\w.]{20,255}")),
    Shape("Fly.io token", "fo1_", regex(r"\bfo1_[\w-]{20,255}")),
    Shape("Grafana token", "gl", regex(r"\bgl(?:c|sa)_[\w+/=]{20,255}")),
    Shape("Heroku key", "hrku-", regex(r"\bHRKU-[\w-]{20,255}")),
    Shape("Netlify token", "nfp_", regex(r"\bnfp_\w{20,255}")),
    Shape("New Relic key", "nra", regex(r"\bNRA[KL]-\w{20,64}")),
    Shape("PlanetScale token", "pscale_", regex(r"\bpscale_(?:tkn|pw|oauth)_[\w.-]{20,255}")),
    Shape("Pulumi token", "pul-", regex(r"\bpul-[0-9a-f]{40}\b")),
    Shape("Sentry token", "sntry", regex(r"\bsntry[su]_[\w+/=]{20,255}")),
    Shape("Supabase token", "sbp_", regex(r"\bsbp_[0-9a-f]{40}\b")),
    Shape("1Password token", "ops_ey", regex(r"\bops_ey[\w=-]{20,2000}")),
    Shape("age key", "age-secret-key-", regex(r"AGE-SECRET-KEY-1[0-9A-Z]{50,60}")),
    Shape("JSON Web Token", "eyj", regex(r"(?<![\w-])eyJ[\w-]{8,400}+\.[\w-]{8,2000}+(?:\.[\w-]{0,1000})?")),
    Shape("Azure signature", "sig=", regex(r"[?&](?:amp;)?sig=([\w%+/=-]{16,200})")),
    Shape("PuTTY key", "putty-user-key-file", regex(r"PuTTY-User-Key-File-\d[^\n]{0,200}")),
    Shape(
        "private key",
        "private key",
        regex(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:[^-]|-(?!----)){0,20000}+(?:-----END [A-Z0-9 ]{0,40}-----)?"
        ),
    ),
    Shape(
        "login in a URL",
        "://",
        regex(
            r"://([^\s/?#@\"':\[{}<>*]{0,100}:(?!\d{0,5}(?:[/?#]|\Z))[^\s\"'{}<>]{1,200}?(?=@[^\s@]{0,200}(?:[\s/?#\"']|\Z))"
            r"|[^\s/?#@\"':{}<>*]{1,100})@"
        ),
    ),
    Shape(
        "login of a command",
        "-u",
        regex(r"(?<![\w-])(?:-u|--(?:proxy-)?user)[ =]?[\"']?[^\s:\"'/]{1,80}:(?!\d)([^\s\"'*]{3,400})"),
    ),
    Shape(
        "login of a request",
        "auth",
        regex(r"(?i:auth)\w{0,20}[ ]?=[ ]?\([^\n()]{0,200},\s?[\"']([^\"'\n*]{3,200})[\"']"),
    ),
    Shape(
        "authorization header",
        "authorization",
        regex(rf"(?i:authorization)[\"']?\]?\s?[:=,]\s?[\"']?(?:{_SCHEME}\s{{1,8}}|(?!{_SCHEME}\b))({_VALUE})"),
    ),
    Shape("bearer token", "bearer ", regex(r"(?i:bearer) ((?=[^\s\"']{0,60}\d)[\w.~+/=-]{12,4000})")),
    Shape(
        "password field",
        "password",
        regex(r"type=[\"']?password[\"']?[^<>\n]{0,200}\svalue=[\"']?([^\s\"'{}<>*]{3,200})"),
    ),
    Shape(
        "setting in a text",
        "=",
        regex(rf"\b{_NAME}=((?!\*\*\*)[^\s\"'{{}}<>()$%&;,.]{{4,200}})(?=[\s\"'&;#]|\Z)"),
    ),
    Shape("option of a command", "--", regex(rf"(?<![\w-])--[\w-]{{0,40}}?{_NAME}(?:[\"'],)?[ =][ \"']?({_VALUE})")),
    Shape("option of mysql", "mysql", regex(r"\bmysql\w{0,10} [^\n]{0,200}?-p([^\s\"'*-][^\s\"']{2,100})")),
    Shape(
        "string with the name of a secret",
        "",
        regex(
            rf"{_NAME}[\"']?\]?[^\n\"'=:,()]{{0,60}}+[=:,()][^\"'{{}}]{{0,80}}+"
            rf"(?:[\"'][^\n\"']{{0,80}}[\"'],\s?)?[\"']{{1,3}}({_VALUE})[\"']"
        ),
    ),
    Shape(
        "value in prose",
        "",
        regex(
            rf"{_NAME}[\"'`]?(?:\s?[:=]\s?|\s(?:is|was)\s)`?"
            r"((?!\*\*\*)(?=[^\s\"'`]{0,60}\d)[^\s\"'`(){}\[\]<>$,]{6,400})"
        ),
    ),
)


def secret_shape(text: str) -> str | None:
    """The name of the first shape that the text holds; None where no known one is there."""
    return next((shape.name for shape in _found(text)), None)


def masked(text: str) -> str:
    """The text with `***` for what has a known shape."""
    for shape in _found(text):
        text = shape.pattern.sub(_starred, text)
    return text


MASK = "***"


def _found(text: str) -> Iterator[Shape]:
    lower = text.lower()
    return (shape for shape in SHAPES if shape.hint in lower and shape.pattern.search(text))


def _starred(match: re.Match[str]) -> str:
    group = match.lastindex or 0
    return f"{match[0][: match.start(group) - match.start()]}{MASK}{match[0][match.end(group) - match.start() :]}"
