"""Secrets do not get into a stream."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.report.events.masking import masked_arguments
from tdomcheck.report.events.secret_shapes import SHAPES, masked, secret_shape

HEX = "0123456789abcdef"
LONG = "aB3dE5gH7jK9mN1pQ2sT4vX6zA8cD0fG"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "src/", "--select", "TDC1"),
        ("--events", "tokens.jsonl", "-"),
        ("--", "--token", "name=secret.py"),
        ("tests/test_tokens.py", "--output-file", "keys/passwords.json", "--base", "main~2"),
        ("https://example.org/@handle", "a@b.org", "://"),
        ("http://localhost:8080/@vite/client", "http://[::1]:80/@x", "http://{host}:{port}/{path}@{version}"),
        ("--config=select=['token']",),
        ("--verify", "pytest -p no:cacheprovider"),
    ],
)
def test_arguments_without_secrets_are_left_alone(arguments: tuple[str, ...]) -> None:
    assert masked_arguments(arguments) == arguments


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        (("--api-token", "abc", "src"), ("--api-token", "***", "src")),
        (("--api-token=abc",), ("--api-token=***",)),
        (("--PASSWORD", "-x"), ("--PASSWORD", "***")),
        (("--set", "own.secret=abc"), ("--set", "own.secret=***")),
        (("--config", 'codemods.x.api-key = "v"'), ("--config", "codemods.x.api-key =***")),
        (("--config=options.TDC101.token='s'",), ("--config=options.TDC101.token=***",)),
        (("--config=secret_key=a=b", "src"), ("--config=secret_key=***", "src")),
        (("--config=jobs=1",), ("--config=jobs=1",)),
        (("--", "http://u@h", "b"), ("--", "http://***@h", "b")),
        (("--key",), ("--key",)),
        (
            ("--config", 'a = {x = "https://u:pw@h", secret = "y"}'),
            ("--config", 'a = {x = "https://***@h", secret =***'),
        ),
        (("--base", f"x-ghp_{LONG}"), ("--base", "x-***")),
        (("--verify", "pytest --password hunter"), ("--verify", "pytest --password ***")),
        (("--verify", "curl -u me:hunter x"), ("--verify", "curl -u me:*** x")),
        (("--verify", "mysql -phunter2 db"), ("--verify", "mysql -p*** db")),
    ],
)
def test_secrets_among_arguments_are_masked(arguments: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert masked_arguments(arguments) == kept


EXAMPLES = {
    "AWS access key": "AKIAABCDEFGHIJKLMNOP",
    "AWS temporary key": "ASIAABCDEFGHIJKLMNOP",
    "GitHub token": f"ghp_{LONG}",
    "GitHub fine-grained token": f"github_pat_{LONG}",
    "GitLab token": f"glpat-{LONG}",
    "GitLab runner token": f"glrt-{LONG}",
    "Bitbucket app password": f"ATBB{LONG}",
    "Atlassian token": f"ATATT3{LONG}",
    "Slack token": "xoxb-0123456789-abc",
    "Slack app token": "xapp-1-A0123456789",
    "Slack webhook": "https://hooks.slack.com/services/T00/B00/abcdef",
    "Discord webhook": f"https://discord.com/api/webhooks/123456/{LONG}",
    "Discord bot token": f"M{LONG[:23]}.abcdef.{LONG[:30]}",
    "Telegram bot token": f"12345678:AA{LONG}",
    "Stripe key": "sk_live_0123456789",
    "Stripe webhook secret": f"whsec_{LONG}",
    "OpenAI or Anthropic key": f"sk-ant-{LONG}",
    "Groq key": f"gsk_{LONG}",
    "Perplexity key": f"pplx-{LONG}",
    "Replicate token": f"r8_{LONG}",
    "Hugging Face token": f"hf_{LONG}",
    "PyPI token": f"pypi-{LONG}{LONG}",
    "npm token": f"npm_{LONG}abcd",
    "RubyGems key": f"rubygems_{HEX}{HEX}",
    "Docker Hub token": f"dckr_pat_{LONG}",
    "Google API key": f"AIza{LONG}abc",
    "Google OAuth token": f"ya29.{LONG}",
    "Google OAuth secret": f"GOCSPX-{LONG}",
    "SendGrid key": f"SG.{LONG[:22]}.{LONG}",
    "Mailgun key": f"key-{HEX}{HEX}",
    "Mailchimp key": f"{HEX}{HEX}-us12",
    "Brevo key": f"xkeysib-{LONG}",
    "Twilio key": f"SK{HEX}{HEX}",
    "DigitalOcean token": f"dop_v1_{HEX}{HEX}",
    "Vault token": f"hvs.{LONG}",
    "Vault batch token": f"hvb.{LONG}",
    "Terraform token": f"{LONG[:14]}.atlasv1.{LONG}",
    "Shopify token": f"shpat_{HEX}{HEX}",
    "Square token": f"sq0csp-{LONG}",
    "Square access token": f"EAAA{LONG}{LONG[:20]}",
    "Linear key": f"lin_api_{LONG}",
    "Notion token": f"ntn_{LONG}",
    "Figma token": f"figd_{LONG}",
    "Postman key": f"PMAK-{HEX}{HEX[:8]}-{HEX}{HEX}ab",
    "Databricks token": f"dapi{HEX}{HEX}",
    "Doppler token": f"dp.pt.{LONG}",
    "Fly.io token": f"fo1_{LONG}",
    "Grafana token": f"glsa_{LONG}",
    "Heroku key": f"HRKU-{LONG}",
    "Netlify token": f"nfp_{LONG}",
    "New Relic key": f"NRAK-{LONG}",
    "PlanetScale token": f"pscale_tkn_{LONG}",
    "Pulumi token": f"pul-{HEX}{HEX}{HEX[:8]}",
    "Sentry token": f"sntrys_{LONG}",
    "Supabase token": f"sbp_{HEX}{HEX}{HEX[:8]}",
    "1Password token": f"ops_ey{LONG}",
    "age key": f"AGE-SECRET-KEY-1{LONG.upper()}{LONG.upper()[:26]}",
    "JSON Web Token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP",
    "Azure signature": f"https://x.blob.example/?sv=1&sig={LONG}",
    "PuTTY key": "PuTTY-User-Key-File-3: ssh-ed25519",
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128\n{LONG}\n-----END RSA PRIVATE KEY-----",
    "login in a URL": "postgres://me:p@ss@db/x?mail=a@b.org",
    "login of a command": "curl --user='root:hunter' https://x.example",
    "login of a request": 'get(url, auth=("me", "hunter"))',
    "authorization header": 'h = {"Authorization": "Token hunter"}',
    "bearer token": "x = 'Bearer 0123456789abcdef'",
    "password field": '<input type="password" name="p" value="hunter">',
    "setting in a text": "Server=x;Pwd=hunter;Database=y",
    "option of a command": '["mysql", "--password", "hunter"]',
    "option of mysql": "mysql -u root -phunter shop",
    "string with the name of a secret": 'API_KEY = "hunter"',
    "value in prose": "# the password is hunter2",
}


def test_every_shape_has_an_example() -> None:
    assert list(EXAMPLES) == [shape.name for shape in SHAPES]


@pytest.mark.parametrize(("name", "example"), EXAMPLES.items(), ids=EXAMPLES)
def test_a_shape_is_recognized(name: str, example: str) -> None:
    shown = masked(f"x = 1; {example} ")

    assert secret_shape(example) == name
    assert "***" in shown
    assert not [word for word in ("hunter", LONG, HEX, "p@ss") if word in shown]
    assert masked(shown) == shown


@pytest.mark.parametrize(
    "code",
    [
        'credentials = "hunter"',
        'cfg["pass"] = "hunter"',
        'user, password = "ab", "hunter"',
        'passwords = ["hunter"]',
        'if password == "hunter": pass',
        '"""\n[db]\npassword = hunter2\n"""',
        'password: str | None = "hunter"',
        'token: Annotated[str, Env(1)] = "hunter"',
        'password = SecretStr("hunter")',
        'password: SecretStr = Field(default=SecretStr("hunter"))',
        'os.environ.get("DATABASE_PASSWORD", "hunter")',
        'p = getenv("API_KEY") or "hunter"',
        'if (token := "hunter"): pass',
        '{"client_secret": "hunter"}',
        'u = f"{host}?api_key=hunter"',
        'SECRET_KEY = (\n    "hunter"\n)',
        'SETTINGS = {\n    "password":\n        "hunter",\n}',
        'password = """hunter"""',
    ],
)
def test_how_code_writes_a_secret(code: str) -> None:
    assert secret_shape(code) is not None


@pytest.mark.parametrize(
    "text",
    [
        "def token(): ...\n",
        "key = values[0]\n",
        'title = "secret"\n',
        'x = t"<p>Basic information, Bearer authentication, Token expired</p>"\n',
        'headers["Authorization"] = "Bearer " + given\n',
        "# the basic understanding of internationalization\n",
        "connect(password=stored, token=request.token, key=lambda pair: pair[0])\n",
        '"""`connect(password=get_password(), token=token, secret=None)` and `sorted(xs, key=len)`."""\n',
        'url = f"https://example.org/?token={token}&page=2"\n',
        'dsn = f"host={host} password={password}"\n',
        'html(t"<input type=password name=user>")\n',
        'os.environ.get("DATABASE_HOST", "localhost")\n',
        'os.environ.get("API_KEY", "")\n',
        'monkey = "george"\nhotkey = "ctrl+s"\nprimary_key = "id_of"\nkey = "sha256-512"\n',
        'y = f"postgres://{user}:{password}@db/x"\n',
        "def f(password: string) -> None",
        "the password is required, and the token is wrong",
        "password: $PASSWORD and secret: <secret>",
        "docker run -u 1000:1000 x",
        "git push -u origin main",
        "feature/password-reset, monkey: banana1234",
        "0123456789abcdef0123456789abcdef01234567",
        f"-----BEGIN PUBLIC KEY-----\n{LONG}\n-----END PUBLIC KEY-----",
        'password = "***"\n',
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert secret_shape(text) is None
    assert masked(text) == text


@given(st.text(alphabet=st.sampled_from("'\"\\\n# =(ab1-")))
def test_what_has_no_shape_is_the_same(text: str) -> None:
    assert masked(text) == text


@given(st.text())
def test_masked_once_is_masked(text: str) -> None:
    shown = masked(text)

    assert masked(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "password is " * 10_000,
        "--password " * 10_000,
        "-" * 100_000,
        "-u a:" * 20_000,
        "authorization:" * 7_000,
        "-----BEGIN PRIVATE KEY-----\nx y\n" * 3_000,
        "eyJ-" * 25_000,
        "://a:b" * 15_000,
        "://a:b@@@@@@@" * 7_000,
        "token" + " " * 100_000,
        "token" * 20_000,
        'token: "' * 12_000,
        "mysql -" * 12_000,
        "auth=(,'a" * 10_000,
        "type=password " * 7_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_long_text_takes_no_long_time(text: str) -> None:
    """Each of them is settled in about a second; what is quadratic takes hours."""
    shown = masked(text)

    assert masked(shown) == shown or "PRIVATE" in text
