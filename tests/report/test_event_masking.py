"""Secrets do not get into a stream."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.report.events.masking import masked_arguments, masked_code, masked_text, masked_urls


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "src/", "--select", "TDC1"),
        ("--events", "tokens.jsonl", "-"),
        ("--", "--token", "name=secret.py"),
        ("tests/test_tokens.py", "--output-file", "keys/passwords.json", "--base", "main~2"),
        ("https://example.org/@handle", "a@b.org", "://"),
        ("http://localhost:8080/@vite/client", "http://[::1]:80/@x", "http://{host}:{port}/{path}@{version}"),
    ],
)
def test_what_is_no_secret_is_left_alone(arguments: tuple[str, ...]) -> None:
    assert masked_arguments(arguments) == arguments


@pytest.mark.parametrize(
    ("arguments", "masked"),
    [
        (("--api-token", "abc", "src"), ("--api-token", "***", "src")),
        (("--api-token=abc",), ("--api-token=***",)),
        (("--PASSWORD", "-x"), ("--PASSWORD", "***")),
        (("--set", "own.secret=abc"), ("--set", "own.secret=***")),
        (("--config", 'codemods.x.api-key = "v"'), ("--config", "codemods.x.api-key =***")),
        (("--config=options.TDC101.token='s'",), ("--config=options.TDC101.token=***",)),
        (("--config=secret_key=a=b", "src"), ("--config=secret_key=***", "src")),
        (("--config=jobs=1",), ("--config=jobs=1",)),
        (("--config=select=['token']",), ("--config=select=['token']",)),
        (("https://me:pw@example.org/a@b",), ("https://***@example.org/a@b",)),
        (("--base", "ssh://git@example.org"), ("--base", "ssh://***@example.org")),
        (("--", "http://u@h", "b"), ("--", "http://***@h", "b")),
        (("postgres://me:pa/ss#word@db/x",), ("postgres://***@db/x",)),
        (("postgres://me:p@ss@db/x?mail=a@b.org",), ("postgres://***@db/x?mail=a@b.org",)),
        (("--key",), ("--key",)),
        (("--base", "https://bob:pw@h/y?token=abcdef"), ("--base", "https://***@h/y?token=***")),
        (
            ("--config", 'a = {x = "https://u:pw@h", secret = "y"}'),
            ("--config", 'a = {x = "https://***@h", secret =***'),
        ),
        (("--base", f"x-ghp_{'a' * 36}"), ("--base", "x-***")),
    ],
)
def test_secrets_are_masked(arguments: tuple[str, ...], masked: tuple[str, ...]) -> None:
    assert masked_arguments(arguments) == masked


@given(st.text())
def test_a_url_that_says_nobody_is_the_same(text: str) -> None:
    shown = masked_urls(text)

    assert masked_urls(shown) == shown
    assert "@" in text or shown == text


@pytest.mark.parametrize(
    "code",
    [
        "def token(): ...\n",
        "key = values[0]\n",
        'title = "secret"\n',
        "keys = ['ab']\n",
        "for key in ('a', 'b'): ...\n",
    ],
)
def test_code_without_secrets_is_left_alone(code: str) -> None:
    assert masked_code(code) == code


@pytest.mark.parametrize(
    ("code", "masked"),
    [
        ('API_KEY = "abcdef"\n', 'API_KEY = "***"\n'),
        ("db_password: str = 'hunter22'\n", "db_password: str = '***'\n"),
        ("connect(token='abcdef', name='x')\n", "connect(token='***', name='x')\n"),
        ('{"client_secret": "abcdef"}\n', '{"client_secret": "***"}\n'),
        ('url = "postgres://me:pw@db/x"\n', 'url = "postgres://***@db/x"\n'),
        ("x = 'AKIAABCDEFGHIJKLMNOP'\n", "x = '***'\n"),
        (f"x = 'ghp_{'a' * 36}'\n", "x = '***'\n"),
    ],
)
def test_secrets_in_code_are_masked(code: str, masked: str) -> None:
    assert masked_code(code) == masked


LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7+x/Zq1Yk9w0BAQ"
BODY = f"{LINE}\n{LINE[::-1]}\nq1Yk9w0B/A==\n"


@pytest.mark.parametrize("kind", ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
@pytest.mark.parametrize(
    "code",
    [
        'KEY = """{begin}\n{body}{end}\n"""\n',
        'KEY = """\\\n{begin}\n{body}{end}"""\n',
        "KEY = b'{begin}\\n{line}\\n{line}\\n{end}\\n'\n",
        "# {begin}\n# {line}\n# {line}\n# {end}\n",
        'KEY = (\n    "{begin}\\n"\n    "{line}\\n"  # one\n    "{line}\\n"\n    "{end}\\n"\n)\n',
        'KEY = "\\n".join(["{begin}", "{line}", \'{line}\', "{end}"])\n',
        'KEY = "{begin}\\n" + \\\n    "{line}\\n" + "{line}"\n',
        'KEY = """{begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011AABB\n\n{body}{end}"""\n',
        'KEY = """{begin}\r\n{line}\r\n{line}\r\n{end}\r\n"""\r\n',
        'KEY = """{begin}\n{body}"""\nx = 1\n',
        'KEY = """{begin}\n{body}',
        'KEY = "{begin}\\n{line}\\n{line}"\nx = 1\n',
        'KEY = "{begin}\\n"\nKEY += f"{{first}}{line}"\nKEY += "{line}{end}"\n',
        'x = "{begin}"\ny = "{line}"\nKEY = """{begin}\n{body}{end}"""\n',
    ],
)
def test_nothing_of_a_private_key_is_kept(kind: str, code: str) -> None:
    given = code.format(begin=f"-----BEGIN {kind}-----", end=f"-----END {kind}-----", body=BODY, line=LINE)
    shown = masked_code(given)

    assert "***" in shown
    assert not [piece for piece in (LINE[:12], LINE[-12:], LINE[::-1][:12], "q1Yk9w0B/A") if piece in shown]
    assert masked_code(shown) == shown


@pytest.mark.parametrize(
    ("code", "masked"),
    [
        (
            f'A = """-----BEGIN PRIVATE KEY-----\n{BODY}-----END PRIVATE KEY-----\n"""\nx = 1\n',
            'A = """***\n"""\nx = 1\n',
        ),
        (f'A = """-----BEGIN PRIVATE KEY-----\n{BODY}"""\nreturn\n', 'A = """***\n"""\nreturn\n'),
        (
            'if x == "-----BEGIN PRIVATE KEY-----":\n    go(x)\nelif x == "-----END PRIVATE KEY-----":\n    stop()\n',
            'if x == "***":\n    go(x)\nelif x == "-----END PRIVATE KEY-----":\n    stop()\n',
        ),
    ],
)
def test_what_stands_around_a_private_key_stays(code: str, masked: str) -> None:
    assert masked_code(code) == masked


@pytest.mark.parametrize(
    "code",
    [
        f'x = """-----BEGIN CERTIFICATE-----\n{BODY}-----END CERTIFICATE-----\n"""\n',
        f'x = "-----BEGIN PUBLIC KEY-----\\n{LINE}\\n-----END PUBLIC KEY-----"\n',
        'x = t"<p>Basic information, Bearer authentication, Token expired</p>"\n',
        'headers = {"Authorization": f"Bearer {token}"}\n',
        'headers["Authorization"] = "Bearer " + token\n',
        'scheme = "Bearer"\n',
        '"""A bearer token, with Basic authentication. Token types: see below."""\n',
        "# the basic understanding of internationalization\n",
        "connect(password=stored, token=request.token, key=lambda pair: pair[0])\n",
        '"""`connect(password=get_password(), token=token, secret=None)` and `sorted(xs, key=len)`."""\n',
        'url = f"https://example.org/?token={token}&page=2"\n',
        'dsn = f"host={host} password={password}"\n',
        'x = t"<li key={item.key} class=key>{monkey}</li>"\n',
        'x = "monkey=banana1234"\n',
        'x = "password=%s token=$TOKEN pwd=${PWD} secret=<secret>"\n',
        'html(t"<input type=password name=user>")\n',
        'os.environ.get("DATABASE_HOST", "localhost")\n',
        'os.environ.get("API_KEY")\n',
        'os.environ.get("API_KEY", "")\n',
        'os.environ.get("API_KEY", fallback)\n',
        'values.get("key", "value")\n',
        'os.getenv("APP_PASSENGERS", "three")\n',
        'x = "color: red; width = 3"\n',
        'x = ("one" "two")\n',
        'Gate(tokens=("location",), features=())\n',
        'stash[some_key] = "value"\n',
        'INDEX_KEYS = ("name version "\n    "license")\n',
        'API_KEY = (f"{first}"\n    "-{second}")\n',
        'SECRET_HELP = """What it is.\n\nAnd why.\n"""\n',
        'class Token:\n    """One."""\n',
        'kind = "keyword_argument"\nKEYWORD = "keyword"\n',
        "tests/edges/test_a.py::test_a_risk_of_something_that_is_long\n",
        'x = "https://example.org/a@b?page=1"\n',
        'y = f"postgres://{user}:{password}@db/x"\n',
        'y = (f"postgres://{user}:" f"{password}@db/x")\n',
        "'it''s \"\n",
    ],
)
def test_ordinary_code_is_left_alone(code: str) -> None:
    assert masked_code(code) == code


@pytest.mark.parametrize(
    "code",
    [
        "def f(key: str, name: str = 'abcdef'): ...\n",
        "def f(token: Annotated[str, Env('NAME')]) -> str: ...\n",
        'token = get_token("name")\n',
        'key = values["name"] or other\n',
        'key = Path("name")\n',
        'key = ("abcd", "efgh")\nother = (x, y or "text")\n',
        'key = other\nreturn name or "text"\n',
        'token = Token("text", "", 0)\n',
        'NAME: TokenType = TokenType("STRING")\n',
        'password = getpass("Password: ")\n',
        'f(key=a, title=b or "text")\n',
        'f(key=len, default="text" if x else "more")\n',
        "first_pass = 'lower'\nrender_passes = 'three'\n",
        'if key == "abcdef" or "other": pass\n',
        'PASSENGERS = "three"\n',
        'key = """\n<li>{item}</li>\n"""\n'.replace('"""', 't"""', 1),
        'TOKEN_TEXT = """\nline one\nline two\n"""\n',
        'class Token:\n    """One.\n\n    Two.\n    """\n',
        'password = """\n***\n"""\n',
    ],
)
def test_what_stands_near_the_name_of_a_secret_stays(code: str) -> None:
    assert masked_code(code) == code


@pytest.mark.parametrize(
    ("code", "masked"),
    [
        ('password: str|None = "hunter22"', 'password: str|None = "***"'),
        ('password: str | None = "hunter22"', 'password: str | None = "***"'),
        ('def f(password: str | None = "hunter22"): ...', 'def f(password: str | None = "***"): ...'),
        ('token: "SecretStr" = "hunter22"', 'token: "SecretStr" = "***"'),
        ('token: Annotated[str, Env(1, x="y")] = "hunter22"', 'token: Annotated[str, Env(1, x="y")] = "***"'),
        ('token: Annotated[\n    str, Env(1)\n] = "hunter22"', 'token: Annotated[\n    str, Env(1)\n] = "***"'),
        ('password: typing.Union[str, None] = "hunter22"', 'password: typing.Union[str, None] = "***"'),
        ('if (token := "hunter22"): pass', 'if (token := "***"): pass'),
        ('token = SecretStr("hunter22")', 'token = SecretStr("***")'),
        ('token = pydantic.SecretStr(\n    "hunter22"\n)', 'token = pydantic.SecretStr(\n    "***"\n)'),
        ('password: str = Field(default="hunter22")', 'password: str = Field(default="***")'),
        ('db_password = pw or "hunter22"', 'db_password = pw or "***"'),
        ('password = "hunter22" if c else "hunter23"', 'password = "***" if c else "***"'),
        ('api_key = "abcd" if x == "prod" else "efgh"', 'api_key = "***" if x == "prod" else "***"'),
        ('password = (\n    get("X")\n    or "hunter22"\n)', 'password = (\n    get("X")\n    or "***"\n)'),
        ('password = ("hunter22" if c else SecretStr("abcd"))', 'password = ("***" if c else SecretStr("***"))'),
        ('{"password": given or "hunter22"}', '{"password": given or "***"}'),
        ('DB_PASS = "hunter22"', 'DB_PASS = "***"'),
        ('smtp_pass = "hunter22"', 'smtp_pass = "***"'),
        ('private_key = """\nline one\nline two\n"""', 'private_key = """\n***\n"""'),
        ('PASSWORD = ("one\\n"\n    "two three")', 'PASSWORD = ("one\\n"\n    "two three")'),
        ('"""Write `token: str | None = \'hunter22\'`."""', '"""Write `token: str | None = \'***\'`."""'),
        ('x = "amqp://me:pa/ss#word@mq/"', 'x = "amqp://***@mq/"'),
        ('x = ("amqp://me:pa/s"\n    "s#word@mq/")', 'x = ("amqp://***"\n    "***@mq/")'),
    ],
)
def test_what_is_given_in_other_ways_is_masked(code: str, masked: str) -> None:
    assert masked_code(code) == masked
    assert masked_code(masked) == masked


@pytest.mark.parametrize(
    ("code", "masked"),
    [
        (r'password = "abcd\" Hunter2xQ9 x"', 'password = "***"'),
        ('password = "it\'s Hunter2xQ9 ok"', 'password = "***"'),
        ('password = "correct horse battery"', 'password = "***"'),
        ("password = Rb'it\\'s'", "password = Rb'***'"),
        ('password = """a"b\'c\\"""d"""', 'password = """***"""'),
        (r'password = "Hunter2xQ9\\"; x = "y"', 'password = "***"; x = "y"'),
        ('password = f"{d["abc"]}Hunter2"', 'password = f"***"'),
        ('password = "two words" "and more"', 'password = "***" "***"'),
        ('f(password="two words"\n  "and more")', 'f(password="***"\n  "***")'),
        ('password = "Hunter two"\n"""What lets in."""\n', 'password = "***"\n"""What lets in."""\n'),
        ('# password = "it\'s Hunter2xQ9"', '# password = "***"'),
        ('x = \'{"password": "Hunter2xQ9"}\'', 'x = \'{"password": "***"}\''),
        (r'x = "{\"password\": \"Hunter2xQ9\"}"', r'x = "{\"password\": \"***\"}"'),
        ('"""It\'s `password = "it\'s Hunter2xQ9"`."""', '"""It\'s `password = "***"`."""'),
        ('PASSWORD = os.environ.get("P", "Hunter2xQ9")', 'PASSWORD = os.environ.get("P", "***")'),
        ('password = decouple.config("P", default="Hunter2xQ9")', 'password = decouple.config("P", default="***")'),
        ('password = SecretStr(os.getenv("P", "Hunter2xQ9"))', 'password = SecretStr(os.getenv("P", "***"))'),
        (
            'password: SecretStr = Field(default=SecretStr("Hunter2xQ9"))',
            'password: SecretStr = Field(default=SecretStr("***"))',
        ),
        (
            'password: SecretStr = Field(default_factory=lambda: SecretStr("Hunter2xQ9"))',
            'password: SecretStr = Field(default_factory=lambda: SecretStr("***"))',
        ),
        (
            f'password: Annotated[str, Doc("{"a: b, " * 30}")] = "Hunter2xQ9"',
            f'password: Annotated[str, Doc("{"a: b, " * 30}")] = "***"',
        ),
        ('{"api_key":\n    "Hunter2xQ9"}', '{"api_key":\n    "***"}'),
        ('{"api_key": # why\n    "Hunter2xQ9"}', '{"api_key": # why\n    "***"}'),
        ('password += "Hunter2xQ9"', 'password += "***"'),
        ('h = {"X-Api-Key": "abcdef", "X-Auth-Token": "abcdef"}', 'h = {"X-Api-Key": "***", "X-Auth-Token": "***"}'),
        ('clientSecret: "abcdef"', 'clientSecret: "***"'),
        ('password1 = SECRET_KEY_2 = "abcdef"', 'password1 = SECRET_KEY_2 = "***"'),
        ('PASSWORD_PROD = SECRET_KEY_BASE = "abc123def456"', 'PASSWORD_PROD = SECRET_KEY_BASE = "***"'),
        ('key = "abc123def456"', 'key = "***"'),
        ('cache_key = "550e8400-e29b-41d4-a716-446655440000"', 'cache_key = "***"'),
        ('token = "abc1"', 'token = "***"'),
        ('tokens = "abc123def456"', 'tokens = "***"'),
    ],
)
def test_a_string_is_masked_as_a_whole(code: str, masked: str) -> None:
    assert masked_code(code) == masked
    assert masked_code(masked) == masked


@pytest.mark.parametrize(
    "code",
    [
        r"""key = rf"(?:{name}|\"{name}\"|'{name}')\"""" + '"\n',
        'key = "name"\n',
        'password_field = "Password"\n',
        "token_type = 'cfws'\n",
        'token = "name"\n',
        'password = "password"\n',
        'monkey = "george"\nhotkey = "ctrl+s"\nprimary_key = "id_of"\nsort_key = "user_12"\nkey = "sha256-512"\n',
        'foreign_key = ForeignKey("users.id")\n',
        '{"keydown": "onKeyDown"}\n',
        "names = {_curses.KEY_F1: '...'}\n",
        'PASSWORD_RESET_URL = "/reset/password/v2"\ntoken_url = "https://example.org/oauth2/token"\n',
        'OAuth2PasswordBearer(tokenUrl="token")\n',
        "x = t'<li key=\"first\">'\n",
        'SECRET_HELP = "Where to find the secret"\n',
        'cache_key = f"user:{user_id}:profile"\n',
        'while token: x = "abcdef"\n',
        'with f(key) as token: x = "abcdef"\n',
        'except KeyError: x = "abcdef"\n',
        'if not password: x = "abcdef"\n',
        'if x == "password": y = "abcdef"\n',
        'if x[0] == password: y = "abcdef"\n',
        'f(lambda password: x or "abcdef")\n',
        'password: str\nx = "abcdef"\n',
        'password: Annotated[str, Doc("abcdef")]\nx = "abcdef"\n',
        "key = lambda: 'abcdef'\n",
        'password = get_password("prod", "abcdef")\n',
        "import x;token=other\n",
        "if flags&token==other: pass\n",
    ],
)
def test_what_is_no_value_of_a_secret_stays(code: str) -> None:
    assert masked_code(code) == code


@given(st.text(min_size=4), st.sampled_from(["password = {}", "f(api_key={}, x='y')", "x = [{{'secret': {}}}, 'y']"]))
def test_masked_code_is_still_code(value: str, code: str) -> None:
    shown = masked_code(code.format(repr(value)))

    compile(shown, "x.py", "exec")
    assert "***" in shown or "{" in value or not any(map(str.isalnum, value))


JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbU"


@pytest.mark.parametrize(
    ("code", "masked"),
    [
        (f'H = {{"Authorization": "Bearer {JWT}"}}\n', 'H = {"Authorization": "Bearer ***"}\n'),
        ('H = {"Authorization": "Basic dXNlcjpwYXNz"}\n', 'H = {"Authorization": "Basic ***"}\n'),
        ('H = {"Authorization": "Token abcdefgh"}\n', 'H = {"Authorization": "Token ***"}\n'),
        ('H["Authorization"] = "bearer abcdefgh"\n', 'H["Authorization"] = "bearer ***"\n'),
        ("run(\"curl -H 'Authorization: Bearer abcdef' x\")\n", "run(\"curl -H 'Authorization: Bearer ***' x\")\n"),
        (f"# Bearer {JWT}\n", "# Bearer ***\n"),
        ('x = "Bearer 0123456789abcdef"\n', 'x = "Bearer ***"\n'),
        ('x = "Basic dXNlcjpwYXNz"\n', 'x = "Basic ***"\n'),
        (f'x = ("Bearer " "{JWT}")\n', 'x = ("Bearer " "***")\n'),
        (f'x = "{JWT}"\n', 'x = "***"\n'),
        ('D = "host=db password=plainpw1 dbname=x"\n', 'D = "host=db password=*** dbname=x"\n'),
        ('D = "Server=x;Pwd=ab$c;Database=y"\n', 'D = "Server=x;Pwd=***;Database=y"\n'),
        ('D = ("host=db pass" "word=plain" "pw1 dbname=x")\n', 'D = ("host=db pass" "word=***" "*** dbname=x")\n'),
        ('D = "Server=x;Password=two words;Database=y"\n', 'D = "Server=x;Password=***;Database=y"\n'),
        ('u = "https://x.org/?token=abcdef&page=2"\n', 'u = "https://x.org/?token=***&page=2"\n'),
        ('u = "https://x.org/?a=1&key=abcdef#top"\n', 'u = "https://x.org/?a=1&key=***#top"\n'),
        ('u = f"{host}?api_key=abcdef"\n', 'u = f"{host}?api_key=***"\n'),
        ("u = 'x?client_secret=abcdef'\n", "u = 'x?client_secret=***'\n"),
        (
            'p = os.environ.get("DATABASE_PASSWORD", "fallback-s3cret")\n',
            'p = os.environ.get("DATABASE_PASSWORD", "***")\n',
        ),
        (
            "p = getenv(\n    'API_KEY',\n    default='abcdef',\n)\n",
            "p = getenv(\n    'API_KEY',\n    default='***',\n)\n",
        ),
        ('p = os.environ.get("APP_SECRET") or "abcdef"\n', 'p = os.environ.get("APP_SECRET") or "***"\n'),
        ('p = environ["X_TOKEN"] = "abcdef"\n', 'p = environ["X_TOKEN"] = "***"\n'),
        ('p = env.str("SECRET_KEY", default="abc" "def")\n', 'p = env.str("SECRET_KEY", default="***" "***")\n'),
        ('p = os.getenv("DB_PASS", "abcdef")\n', 'p = os.getenv("DB_PASS", "***")\n'),
        ('monkeypatch.setenv("DB_PWD", "abcdef")\n', 'monkeypatch.setenv("DB_PWD", "***")\n'),
        ('TOKEN = (\n    "ghp_"\n    "aaaaaaaaaaaaaaaaaaaaaa"\n)\n', 'TOKEN = (\n    "***"\n    "***"\n)\n'),
        ('x = ("a ghp_aaaaaaaaaaaaaaaaaaaaaa" "aa b")\n', 'x = ("a ***" "*** b")\n'),
        ('x = "AKIAABCDEF" \\\n    "GHIJKLMNOP"\n', 'x = "***" \\\n    "***"\n'),
        ('x = ("gh"  # one\n     f"p_aaaaaaaaaa" \'aaaaaaaaaaaa\')\n', 'x = ("***"  # one\n     f"***" \'***\')\n'),
        ('x = ("postgres://me:pl"\n     "ainpw@db/x")\n', 'x = ("postgres://***"\n     "***@db/x")\n'),
        ('API_KEY = (\n    "abc"\n    "def"\n)\n', 'API_KEY = (\n    "***"\n    "***"\n)\n'),
        ('API_KEY = """abcdef"""\n', 'API_KEY = """***"""\n'),
        ('def broken(:\n    x = "password=abcdef"\n', 'def broken(:\n    x = "password=***"\n'),
        ("it's prose, password=abcdef\nx = 'pwd=abcdef'\n", "it's prose, password=***\nx = 'pwd=***'\n"),
    ],
)
def test_secrets_without_a_name_of_their_own_are_masked(code: str, masked: str) -> None:
    assert masked_code(code) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("API_KEY: abc123def456", "API_KEY: ***"),
        ("password: Hunter2xQ9", "password: ***"),
        ("password = Hunter2xQ9", "password = ***"),
        ("password:Hunter2xQ9!", "password:***!"),
        ("secret = abc123def456", "secret = ***"),
        ("the password is Hunter2xQ9, and x", "the password is ***, and x"),
        ('the password is "correct horse".', 'the password is "***".'),
        ("the token was `abc123def456`.", "the token was `***`."),
        ("x-api-key: abc123def456", "x-api-key: ***"),
        ("X-Auth-Token: abc123def456", "X-Auth-Token: ***"),
        ("API key: abc123def456", "API key: ***"),
        ("DB_PASS: hunter, PASSWORD_PROD: Hunter2xQ9", "DB_PASS: ***, PASSWORD_PROD: ***"),
        ("password: hunter", "password: ***"),
        ("Authorization: abcdef123456789", "Authorization: ***"),
        ("mysql --password Hunter2xQ9", "mysql --password ***"),
        ("mysql --password hunter -h db", "mysql --password *** -h db"),
        ("use `--api-key abc123def456` there", "use `--api-key ***` there"),
        ("curl -u root:Hunter2xQ9 https://x", "curl -u root:*** https://x"),
        ("curl --user='root:hunter' https://x", "curl --user='root:***' https://x"),
        (f"password: {'a1' * 300} x", "password: *** x"),
    ],
)
def test_secrets_are_masked_as_people_write_them(text: str, masked: str) -> None:
    assert masked_text(text) == masked
    assert masked_text(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "the password is required, and the token is wrong",
        "password: must be longer than 12 letters",
        "a secret: nobody knows it",
        "use --token instead of --password where it is known",
        "use key=1 not key = 2, keys: name, age",
        "primary key: user_id, foreign key: item_12",
        "password: SecretStr = Field(...)",
        "def f(password: string) -> None",
        "password = get_password(user), secret = settings.secret",
        "password: $PASSWORD and token: ${TOKEN} and secret: <secret>",
        'the token: NAME or OP; token = "name"',
        "docker run -u 1000:1000 x",
        "git push -u origin main",
        "Authorization: required for everything",
        "feature/password-reset, monkey: banana1234",
        "0123456789abcdef0123456789abcdef01234567",
    ],
)
def test_what_people_write_about_secrets_stays(text: str) -> None:
    assert masked_text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "key=" * 50_000,
        "password is " * 80_000,
        "password:a1" * 80_000,
        "--password " * 80_000,
        "-" * 500_000,
        "-u a:" * 150_000,
        'key:"' * 50_000,
        "authorization:" * 60_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_long_text_takes_no_long_time(text: str) -> None:
    shown = masked_text(text)

    assert masked_text(shown) == shown


@given(st.text(alphabet=st.sampled_from("'\"\\\n# =(ab1-")))
def test_text_that_holds_no_word_for_a_secret_is_the_same(text: str) -> None:
    assert masked_code(text) == text


@pytest.mark.parametrize(
    "code",
    [
        "key" * 300_000 + "://" * 100_000,
        "'" * 300_000,
        '"a" ' * 100_000,
        "-----BEGIN PRIVATE KEY-----\nx y\n" * 30_000,
        "getenv(" * 100_000,
        "Bearer " * 100_000,
        "token" + " " * 500_000,
        "eyJ" * 200_000,
        "ghp" * 200_000,
        "key: a[" * 100_000,
        "key: (\n" * 100_000,
        "key=" + "(a)" * 200_000,
        "key=a" + " or b" * 100_000,
        "://a:b" * 100_000,
        'key="' * 100_000,
        'f"{' * 200_000,
        'x = """' + '{key=f"}' * 60_000,
        'key: "' * 100_000,
        'token: ""' * 100_000,
        "# " + "key=" * 100_000,
        "?a;" * 100_000,
        'token=f(g(h("' * 50_000,
        'key=get("a", ' * 50_000,
        'key=\\"' * 100_000,
    ],
    ids=lambda code: repr(code[:12]),
)
def test_long_code_takes_no_long_time(code: str) -> None:
    """Nothing superlinear: a million letters that almost begin a secret."""
    shown = masked_code(code)

    assert len(shown) <= len(code)
    assert shown == code or "PRIVATE" in code
