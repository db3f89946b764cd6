"""Names of files are chosen by whoever wrote them: printed anywhere, they steer no terminal and command no runner."""

from __future__ import annotations

import os
import re
import sys
import unicodedata

import pytest
from cli_running import MISMATCHED, NESTED, Outcome, Project

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")

NAMES = {
    "newline": "b\n::error::pwn.py",
    "carriage": "b\r::error::pwn.py",
    "escape": "b\x1b[2J\x1b]0;pwn\x07.py",
    "bidi": "b\u202egnp.py",
    "separator": "b\u2028::error::pwn.py",
    "hidden": "b\u200b\u2066.py",
    "surrogate": os.fsdecode(b"b\xff\xfe.py"),
    "azure": "b##vso[task.setvariable variable=PWN]1.py",
}
SOURCE = NESTED + "\n\n" + MISMATCHED + "from dataclasses import dataclass\n\n\nclass Service: ...\n\n\n"
SOURCE += 'def Page() -> str:\n    return t"<{Page} />"\n\n\n@dataclass\nclass Other:\n    title: str\n\n'
SOURCE += '    def __call__(self):\n        return t"<p>{self.title}</p><{Page} />"\n'
VERBS = [
    ("check", "--no-cache", "."),
    ("check", "--no-cache", "--show-fixes", "."),
    ("check", "--no-cache", "--statistics", "."),
    ("check", "--show-files", "."),
    ("check", "--why", "{name}"),
    ("check", "--explain-target"),
    ("check", "--show-settings"),
    ("check", "--add-ignore=why", "{name}"),
    ("check", "--no-cache", "missing-{name}"),
    ("check", "--config", "missing-{name}", "."),
    ("fix", "--no-cache", "--diff", "."),
    ("fix", "--no-cache", "--show-fixes", "."),
    ("fix", "missing-{name}"),
    ("fix", "--undo", "{name}"),
    ("find", "html($X)", "."),
    ("find", "html($X)", "--rewrite", "tml($X)", "."),
    ("find", "missing($X)", "broken-{name}"),
    *(("graph", "--no-cache", "--output-format", form) for form in ("text", "json", "dot", "mermaid", "html")),
    ("graph", "--no-cache", "missing-{name}"),
    ("rule", "test", "TDC906"),
    ("rule", "{name}"),
    ("config",),
    ("config", "{name}"),
    ("{name}",),
]


@pytest.fixture
def named(project: Project) -> Project:
    for name in NAMES.values():
        project.write({name: SOURCE, f"broken-{name}": "def (:\n", f"shop/{name}": "x = 1\n"})
    return project


def assert_harmless(outcome: Outcome) -> None:
    text = (outcome.raw + b"\n" + outcome.raw_err).decode()  # fails on bytes of a name that are no UTF-8
    letters = {f"{unicodedata.category(letter)} {letter!a}" for letter in text if letter not in "\n\t"}
    assert not [found for found in sorted(letters) if found[:2] in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
    assert not re.search(r"(?m)^\s*::", text)
    assert "##vso[" not in text


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_no_verb_prints_them_raw(named: Project, verb: tuple[str, ...]) -> None:
    is_about_one = any("{name}" in word for word in verb)
    for name in NAMES.values() if is_about_one else [""]:
        outcome = named.tool(*(word.replace("{name}", name) for word in verb))
        assert outcome.out + outcome.err
        assert_harmless(outcome)
        assert "itself failed" not in outcome.err


CONFIGURATIONS = [
    'select = ["NOPE"]\n',
    "x = [\n",
    'plugins = ["own.py"]\n',
    'cache-dir = "../../elsewhere"\n',
    'extend = "gone.toml"\n',
    'baseline = "x"\n',
]


@pytest.mark.parametrize("config", CONFIGURATIONS)
@pytest.mark.parametrize("kind", ["newline", "escape", "surrogate"])
def test_nor_does_a_configuration_in_a_folder_of_such_a_name(
    project: Project, monkeypatch: pytest.MonkeyPatch, kind: str, config: str
) -> None:
    folder = NAMES[kind].removesuffix(".py")
    project.write({f"{folder}/tdomcheck.toml": config, f"{folder}/page.py": NESTED})
    for verb in (("check", "."), ("fix", "."), ("check", "--show-files", ".")):
        assert_harmless(project.tool(*verb))
    monkeypatch.chdir(project.root / folder)
    for verb in (("check", "."), ("config",), ("check", "--why", "page.py")):
        assert_harmless(project.tool(*verb))


def test_plain_names_stay_as_they_are(project: Project) -> None:
    project.write({"pages/übersicht mit leer.py": NESTED})
    assert "pages/übersicht mit leer.py" in project.tool("check", "--show-files", ".").out.splitlines()
    assert project.tool("check", "--why", "pages/übersicht mit leer.py").out.startswith("pages/übersicht mit leer.py\n")
