"""Secrets do not get into a stream."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.report.events.masking import masked_arguments, masked_code, masked_urls


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "src/", "--select", "TDC1"),
        ("--events", "tokens.jsonl", "-"),
        ("--", "--token", "name=secret.py"),
        ("https://example.org/@handle", "a@b.org", "://"),
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
        (("--key",), ("--key",)),
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


def test_long_code_takes_no_long_time() -> None:
    """Nothing superlinear: a million letters that almost begin a secret."""
    code = "key" * 300_000 + "://" * 100_000

    assert masked_code(code) == code
