"""The blocks that documents take from the code: the rules, the keys, the layers, and what commands print."""

from __future__ import annotations

import configparser
import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from _generate.judged import ROOT, infos
from tdomcheck.cli.main import run
from tdomcheck.config.schema import KEYS

DOCUMENTS = ("README.md", "docs/architecture.md", "docs/configuration.md")
BLOCK = re.compile(r"<!-- (generated|output): (.+?) -->\n.*?<!-- end -->", re.DOTALL)


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
    "patterns": "structural search: code with holes, matched and rewritten",
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
    "values": "dataclasses that are quick to import",
}


def layers() -> str:
    """The layers as a picture, from the contract that import-linter holds."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter", encoding="utf-8")
    rows = [line.strip() for line in parser["importlinter:contract:layers"]["layers"].strip().splitlines()]
    names = [[name.strip() for name in row.split("|")] for row in rows]
    width = max(len(" | ".join(row)) for row in names)
    lines = ["```text", "    may import what is below it, never what is above or beside it", ""]
    for row in names:
        purpose = "; ".join(PURPOSES[name] for name in row)
        lines.append(f"    {' | '.join(row):<{width}}   {purpose}")
    return "\n".join([*lines, "```"])


def keys() -> str:
    """The configuration keys."""
    rows = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for key in sorted(KEYS, key=lambda key: key.name):
        text = key.help.replace("|", "\\|")
        rows.append(f"| `{key.name}` | {key.kind.value} | `{key.default!r}` | {text} |")
    return "\n".join(rows)


GENERATED = {"rules": rule_table, "layers": layers, "keys": keys}


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
    body = GENERATED[name]() if kind == "generated" else output(name)
    return f"<!-- {kind}: {name} -->\n\n{body}\n\n<!-- end -->"


def documents() -> dict[str, str]:
    """The documents with their blocks made anew."""
    return {name: BLOCK.sub(_block, (ROOT / name).read_text(encoding="utf-8")) for name in DOCUMENTS}
