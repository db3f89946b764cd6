"""Which version of tdomcheck a file asks for."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.errors import Unparsable
from tdomcheck.facts.targets.own_versions import (
    VersionReader,
    action_versions,
    hook_versions,
    lock_versions,
    prek_versions,
    required_versions,
)

SHA = "0123456789abcdef0123456789abcdef01234567"
READERS = (action_versions, hook_versions, lock_versions, prek_versions, required_versions)


def found(reader: VersionReader, text: str) -> list[tuple[int, str]]:
    return [(each.line, each.version) for each in reader(text)]


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("repos:\n- repo: https://github.com/tdomcheck/tdomcheck\n  rev: v0.1.0\n", [(3, "0.1.0")]),
        ("repos:\n  - rev: 'v0.1.0'\n    repo: \"git@github.com:acme/tdomcheck.git\"\n", [(2, "0.1.0")]),
        ("- repo: x/tdomcheck\n  hooks:\n  - id: repo\n    args: [--rev]\n  rev: 1.2.3rc1  # new\n", [(5, "1.2.3rc1")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}\n", [(2, "")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # frozen: v0.4.0\n", [(2, "0.4.0")]),
        (f"- repo: x/tdomcheck\n  rev: '{SHA}' # frozen: v0.4.0 by hand\n", [(2, "0.4.0")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # frozen: main\n", [(2, "")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # was v0.4.0\n", [(2, "")]),
        ("- repo: x/tdomcheck\n  rev: main\n", [(2, "")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # v0.4.0\n", [(2, "0.4.0")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # tag=v0.4.0\n", [(2, "0.4.0")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # needs Python 3.12\n", [(2, "")]),
        ("- repo: x/tdomcheck\n  rev: v0.1.0  # 3.11 or newer\n", [(2, "0.1.0")]),
        ("- repo: x/tdomcheck\n  rev: v0.1.0  # v0.4.0 is broken\n", [(2, "0.1.0")]),
        ("- repo: x/tdomcheck\n  rev: v0.1.0  # frozen: v0.4.0\n", [(2, "0.1.0")]),
        ("- repo: x/tdomcheck\n  rev: main  # v0.4.0 at least\n", [(2, "")]),
        ("- repo: x/tdomcheck\n  rev: stable  # tag=v0.4.0\n", [(2, "")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # 3.11 or newer\n", [(2, "")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # 0.4.0\n", [(2, "0.4.0")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA[:7]}  # v0.4\n", [(2, "0.4")]),
        (f"- repo: x/tdomcheck\n  rev: {SHA}  # frozen: 0.4\n", [(2, "")]),
        ("- repo: x/tdomcheck\n  rev: &r v0.8.0\n", [(2, "0.8.0")]),
        ("- repo: x/ruff\n  rev: &r v0.8.0\n- repo: &u x/tdomcheck\n  rev: *r\n", [(2, "0.8.0")]),
        ("- repo: x/tdomcheck\n  rev: !!str v0.8.0\n", [(2, "0.8.0")]),
        ("- repo: x/tdomcheck\n  rev: >-\n    v0.8.0\n  hooks: []\n", [(2, "0.8.0")]),
        ("- repo: >-\n\n    x/tdomcheck\n  rev: v0.8.0\n", [(4, "0.8.0")]),
        ("- repo:\n    x/tdomcheck\n  rev:\n    v0.8.0\n", [(4, "0.8.0")]),
        ("- repo: x/tdomcheck\n  hooks: []\n  rev:\n\n    v0.8.0\n", [(5, "0.8.0")]),
        ("- repo: x/ruff\n  rev: >-\n    v0.8.0\n- repo: x/tdomcheck\n  rev: v0.1.0\n", [(5, "0.1.0")]),
        ("- {repo: x/tdomcheck, rev: &r v0.9.0}\n", [(1, "0.9.0")]),
        ("- repo: https://github.com/TdomCheck/TdomCheck\n  rev: v0.9.0\n", [(2, "0.9.0")]),
        ("- repo: x/ruff\n  rev: v9\n- repo: x/tdomcheck\n  rev: v0.2.0\n- repo: local\n  rev: v3.0\n", [(4, "0.2.0")]),
        ("- repo: https://github.com/x/not-tdomcheck\n  rev: v1.0\n", []),
        ("- repo: x/tdomcheck-mirror\n  rev: v1.0\n", []),
        ("# - repo: x/tdomcheck\n#   rev: v1.0\n", []),
        ('- {repo: "https://github.com/tdomcheck/tdomcheck", rev: v0.9.0, hooks: [{id: tdomcheck}]}\n', [(1, "0.9.0")]),
        (f"repos: [{{repo: x/tdomcheck, rev: {SHA}}}]  # frozen: v0.4.0\n", [(1, "0.4.0")]),
        ("- {repo: x/tdomcheck, rev: v0.1.0}  # 3.11 or newer\n", [(1, "0.1.0")]),
        (f"- {{repo: x/tdomcheck, rev: {SHA}}}  # 3.11 or newer\n", [(1, "")]),
        (f"- {{name: 'a#v0.1.0', repo: x/tdomcheck, rev: {SHA}}}  # v0.4.0\n", [(1, "0.4.0")]),
        ("- {repo: x/ruff, rev: v0.9.0}\n# - {repo: x/tdomcheck, rev: v0.9.0}\n", []),
        ("- repo: local\n  hooks:\n  - additional_dependencies: ['tdomcheck[fixit]==0.2.0']\n", [(3, "0.2.0")]),
        ("- repo: local\n  hooks:\n  - entry: tdomcheck check\n  # tdomcheck==0.2.0\n  - not-tdomcheck==1.0\n", []),
        ("", []),
    ],
)
def test_hooks(text: str, versions: list[tuple[int, str]]) -> None:
    assert found(hook_versions, text) == versions
    assert found(hook_versions, text.replace("\n", "\r\n")) == versions


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        (f"      - uses: tdomcheck/tdomcheck@{SHA} # v0.1.0\n", [(1, "0.1.0")]),
        (f"\n        uses: 'tdomcheck/tdomcheck@{SHA}' #v0.1.0 of May\n", [(2, "0.1.0")]),
        (f"uses: acme/tdomcheck@{SHA}\n", [(1, "")]),
        (f"uses: acme/tdomcheck@{SHA} # pinned\n", [(1, "")]),
        ("- uses: tdomcheck/tdomcheck@v0.2.0\n", [(1, "0.2.0")]),
        ("- uses: tdomcheck/tdomcheck@v0\n", [(1, "")]),
        ("- uses: TdomCheck/TdomCheck@v0.2.0\n", [(1, "0.2.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # tag=v0.4.0\n", [(1, "0.4.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # renovate: tag=v0.4.0\n", [(1, "0.4.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # ratchet:tdomcheck/tdomcheck@v0.4.0\n", [(1, "0.4.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # pin@v0.4.0\n", [(1, "0.4.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # tested with 3.12\n", [(1, "")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # stage=v0.4.0\n", [(1, "0.4.0")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # 3.12 needed\n", [(1, "")]),
        (f"- uses: tdomcheck/tdomcheck@{SHA} # 0.4.0\n", [(1, "0.4.0")]),
        ("- uses: tdomcheck/tdomcheck@v0.2.0 # 3.12 needed\n", [(1, "0.2.0")]),
        ("- uses: tdomcheck/tdomcheck@v0 # v0.4.0 or newer\n", [(1, "")]),
        ("- uses: >-\n    tdomcheck/tdomcheck@v0.9.0\n", [(1, "0.9.0")]),
        (f"- name: x\n  uses: &u |  # why\n\n    tdomcheck/tdomcheck@{SHA}\n", [(2, "")]),
        ("- uses:\n    'tdomcheck/tdomcheck@v0.9.0'\n", [(2, "0.9.0")]),
        ("- uses: >-\n    actions/checkout@v4\n- run: |\n    tdomcheck/tdomcheck@v0.9.0\n", []),
        ("- uses: >-\n    tdomcheck/other@v0.9.0\n    tdomcheck/tdomcheck@v0.9.0\n", []),
        ("# - uses: >-\n    tdomcheck/tdomcheck@v0.9.0\n", []),
        ("- uses: tdomcheck/tdomcheck-other@v0.2.0\n", []),
        ("- {name: check, uses: tdomcheck/tdomcheck@v0.2.0}\n", [(1, "0.2.0")]),
        ("- { uses: tdomcheck/tdomcheck@v0.2.0, with: {args: x} }\n", [(1, "0.2.0")]),
        ("- {name: check} # {uses: tdomcheck/tdomcheck@v0.2.0}\n", []),
        ("- {reuses: tdomcheck/tdomcheck@v0.2.0}\n", []),
        (f"- uses: tdomcheck/other@{SHA} # v1.0.0\n", []),
        (f"- run: echo uses tdomcheck/tdomcheck@{SHA}\n", []),
        (f"# - uses: tdomcheck/tdomcheck@{SHA} # v1.0.0\n", []),
    ],
)
def test_actions(text: str, versions: list[tuple[int, str]]) -> None:
    assert found(action_versions, text) == versions


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ('[[package]]\nname = "tdomcheck"\nversion = "0.1.0"\nsource = { registry = "x" }\n', [(3, "0.1.0")]),
        (
            '[[packages]]\nversion = "0.1.0"\nname = "tdomcheck"\n[[packages]]\nname = "x"\nversion = "2"\n',
            [(2, "0.1.0")],
        ),
        ('[[package]]\nname = "TdomCheck"\nversion = "0.1.0"\n[package.metadata]\nversion = "9.9"\n', [(3, "0.1.0")]),
        ('[[package]]\nname = "other"\nversion = "0.1.0"\ndependencies = [{ name = "tdomcheck" }]\n', []),
        ('[tool]\nname = "tdomcheck"\nversion = "0.1.0"\n', []),
        ('[[package]]\nname = "tdomcheck"\n', []),
    ],
)
def test_locks(text: str, versions: list[tuple[int, str]]) -> None:
    assert found(lock_versions, text) == versions


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ('[[repos]]\nrepo = "https://github.com/tdomcheck/tdomcheck"\nrev = "v0.7.0"\n', [(3, "0.7.0")]),
        ("[[repos]]\nrev = 'v0.7.0'\nrepo = 'x/tdomcheck'\n[[repos.hooks]]\nrev = '1.0'\n", [(2, "0.7.0")]),
        ("repos = [{ repo = 'x/tdomcheck', rev = 'v0.7.0' }]\n", [(1, "0.7.0")]),
        ("[[repos]]\nrepo = 'x/ruff'\nrev = 'v0.7.0'\n[[repos]]\nrepo = 'x/tdomcheck'\n", []),
        ("[other]\nrepo = 'x/tdomcheck'\nrev = 'v0.7.0'\n", []),
    ],
)
def test_prek(text: str, versions: list[tuple[int, str]]) -> None:
    assert found(prek_versions, text) == versions


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("tdomcheck==0.1.0\n", [(1, "0.1.0")]),
        ("x==1\nTDOMCHECK[watch, fixit] == 0.1.0 ; python_version > '3.10' \\\n    --hash=x\n", [(2, "0.1.0")]),
        ("tdomcheck>=0.1.0\n", []),
        ("tdomcheck-extra==1.0\n", []),
        ("# tdomcheck==0.1.0\n", []),
    ],
)
def test_requirements(text: str, versions: list[tuple[int, str]]) -> None:
    assert found(required_versions, text) == versions


@pytest.mark.parametrize("reader", [hook_versions, action_versions])
@pytest.mark.parametrize("text", ["- [\n", "a: *b\n", "%YAML 9.9\n", "\x07", "- " * 2_000, "[" * 100_000])
def test_what_does_not_name_us_need_not_be_read(text: str, reader: VersionReader) -> None:
    assert found(reader, f"{text}not-tdomcheck tdomcheck-mirror") == []
    with pytest.raises(Unparsable):
        found(reader, f"# tdomcheck\n{text}")


def test_what_an_alias_stands_for_is_looked_at_once() -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 50))
    assert found(hook_versions, f"a0: &a0 {{repo: x/tdomcheck, rev: v0.1.0}}\n{levels}") == [(1, "0.1.0")]


@given(st.text(st.sampled_from("-: [].=\"'#@/&*>|%\nvrepousname0.1tdchk")), st.sampled_from(READERS))
def test_any_text_is_read_to_its_end(text: str, reader: VersionReader) -> None:
    text = f"# tdomcheck\n{text}"
    with suppress(Unparsable):
        assert all(0 < each.line <= text.count("\n") + 1 for each in reader(text))
