"""The blocks that documents take from the code: the rules, the keys, the layers, and what commands print."""

from __future__ import annotations

import ast
import configparser
import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from _generate.judged import ROOT, infos
from _generate.questions import members_of
from tdomcheck.cli.main import run
from tdomcheck.config.schema import KEYS
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.report.events.schema import table

DOCUMENTS = (
    "README.md",
    "docs/architecture.md",
    "docs/configuration.md",
    "docs/events.md",
    "docs/facts.md",
    "docs/own-rules.md",
)
FACTS = ROOT / "src" / "tdomcheck" / "facts"
BLOCK = re.compile(r"<!-- (generated|output|code): (.+?) -->\n.*?<!-- end -->", re.DOTALL)


def rule_table() -> str:
    """All rules, for the README."""
    rows = ["| code | name | severity | fix | what it finds |", "| --- | --- | --- | --- | --- |"]
    for info in infos():
        summary = info.summary.replace("|", "\\|") + (" *(in preview)*" if info.preview else "")
        code = f"[{info.code}](docs/rules/{info.code}.md)"
        rows.append(f"| {code} | {info.slug} | {info.severity.value} | {info.fixable} | {summary} |")
    return "\n".join(rows)


PURPOSES = {
    "__main__": "replays an unchanged run, else starts the command line",
    "cli": "options in, one use case called, text out, a number returned",
    "app": "the use cases; wires the edges to the core",
    "report": "results to text, JSON, SARIF and the rest: pure strings",
    "contract": "proves rules by their examples and what is derived from them",
    "fixit": "the rules for single files as rules of Fixit, for those who run it",
    "edges": "the world: walking, git, cache, workers, safe writing",
    "rules": "one rule a file; imports authoring only",
    "codemods": "one codemod a file; imports authoring only",
    "catalog": "finds, imports and validates plugins",
    "convert": "codemods on files: gates, parses, splices",
    "patterns": "structural search: code with holes, matched and rewritten",
    "baseline": "accepted findings: their file, their keys, and how they are matched",
    "stitch": "structural patches: a node owns its range, and a wish is spliced into it",
    "refactor": "renames, moves and deletes, with all that refers to it",
    "lint": "gates, judge, suppression, project pass",
    "rewrite": "which fixes are applied together, and their proof",
    "authoring": "Rule, TemplateRule, ProjectRule: all that a plugin may import",
    "edits": "byte edits and the imports that they ask for",
    "syntax": "whether a file is Python: the running interpreter, asked within limits",
    "facts": "one source to facts, many facts to a project",
    "source": "bytes to text, trees and templates",
    "config": "tables to settings",
    "errors": "what can stop a run",
    "model": "frozen values that everybody speaks in",
    "hashes": "SHA-256 without what is slow to load",
    "regex": "patterns that are compiled when they are first used",
    "toml_places": "where the keys and values of a TOML text are",
    "values": "dataclasses that are quick to import",
}


def layers() -> str:
    """The layers as a picture, from the contract that import-linter holds."""
    lines = ["```text", "    may import what is below it, never what is above or beside it", ""]
    return "\n".join([*lines, *_picture("layers", PURPOSES), "```"])


def rooms() -> str:
    """The rooms of the facts in the same way, each with what its package says of itself."""
    names = [name for row in _rows("facts") for name in row]
    return "\n".join(["```text", *_picture("facts", {name: _purpose(FACTS / name) for name in names}), "```"])


def _picture(contract: str, purposes: Mapping[str, str]) -> Iterator[str]:
    rows = _rows(contract)
    width = max(len(" | ".join(row)) for row in rows)
    for row in rows:
        yield f"    {' | '.join(row):<{width}}   {'; '.join(purposes[name] for name in row)}"


def _rows(contract: str) -> list[list[str]]:
    """The layers of a contract, the uppermost first."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter", encoding="utf-8")
    rows = parser[f"importlinter:contract:{contract}"]["layers"].strip().splitlines()
    return [[name.strip() for name in row.split("|")] for row in rows]


def modules() -> str:
    """What each module of the facts answers, room by room, the lowest first."""
    lines: list[str] = []
    for room in [name for row in reversed(_rows("facts")) for name in row]:
        folder = FACTS / room
        lines += ["", f"## {room}", "", f"{_sentence(_purpose(folder))}"]
        paths = sorted(path for path in folder.glob("*.py") if path.stem != "__init__")
        if paths:
            lines += ["", "| module | what it tells |", "| --- | --- |"]
            lines += [f"| `{path.stem}` | {_purpose(path).replace('|', chr(92) + '|')} |" for path in paths]
    return "\n".join(lines).strip()


def _purpose(path: Path) -> str:
    """The first line that a module or package says of itself, without its full stop."""
    file = path if path.suffix else path / "__init__.py"
    file = file if file.exists() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].removesuffix(".")


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def keys() -> str:
    """The configuration keys."""
    rows = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for key in sorted(KEYS, key=lambda key: key.name):
        text = key.help.replace("|", "\\|")
        rows.append(f"| `{key.name}` | {key.kind.value} | `{key.default!r}` | {text} |")
    return "\n".join(rows)


def features() -> str:
    """What gates may ask for, with what the source says of each."""
    tables = []
    for kind, form in ((Feature, "td.Feature.{}"), (FeatureOf, 'td.FeatureOf.{}("...")')):
        rows = [f"| {' '.join(kind.__doc__.split()) if kind.__doc__ else ''} | |", "| --- | --- |"]
        told = members_of(kind)
        rows += [f"| `{form.format(member.name)}` | {told[member.name]} |" for member in kind]
        tables.append("\n".join(rows))
    return "\n\n".join(tables)


GENERATED = {
    "events": table,
    "features": features,
    "keys": keys,
    "layers": layers,
    "modules": modules,
    "rooms": rooms,
    "rules": rule_table,
}


def code(name: str) -> str:
    """A file of the repository."""
    return "\n".join(["```python", (ROOT / name).read_text(encoding="utf-8").rstrip(), "```"])


def output(arguments: str) -> str:
    """What a command prints in the example, without its colours."""
    words = shlex.split(arguments)
    shown = [word for word in words if word != "--no-cache"]
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with (
        _inside(ROOT / "examples" / "storefront"),
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        run([*words, "--no-cache"] if words[0] in {"check", "fix", "graph", "find"} else words)
    text = stream.buffer.getvalue().decode()  # the buffer is the BytesIO above
    lines = [line.rstrip() for line in text.splitlines()]
    fence = "````" if any("```" in line for line in lines) else "```"
    return "\n".join([f"{fence}console", f"$ tdomcheck {' '.join(map(shlex.quote, shown))}", *lines, fence])


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    environ = dict(os.environ)
    os.environ.update({"COLUMNS": "100", "NO_COLOR": "1"})
    os.environ.pop("GITHUB_ACTIONS", None)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environ)


def _block(match: re.Match[str]) -> str:
    kind, name = match.groups()
    body = GENERATED[name]() if kind == "generated" else code(name) if kind == "code" else output(name)
    return f"<!-- {kind}: {name} -->\n\n{body}\n\n<!-- end -->"


def documents() -> dict[str, str]:
    """The documents with their blocks made anew."""
    return {name: BLOCK.sub(_block, (ROOT / name).read_text(encoding="utf-8")) for name in DOCUMENTS}
