"""One component and one prop renamed by rope, jedi, ty, pyrefly, pyright and tdomcheck: what each leaves behind.

    python benchmarks/renamers.py [--peers DIR] [--write]

Each is asked in the way that it offers: rope and jedi as libraries, the others as language servers over stdio. They are
installed into a venv in a scratch folder, or in DIR, where they stay; what cannot be installed or does not answer says
so in its row. `--write` keeps the answers in docs/evidence/renamers.json, which docs/compared.md shows.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from language_server import LanguageServer, NoAnswerError
from renamed_project import ATTRIBUTE, NAME, TAG, WISHES, Score, Wish, digest, files, score

from tdomcheck.edits.splice import apply_edits
from tdomcheck.model.changes import FileEdits
from tdomcheck.refactor.rename import rename
from tdomcheck.refactor.sources import Sources
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.languages import PYTHON
from tdomcheck.stitch.proof import syntax_trouble

TARGET = Path(__file__).parent.parent / "docs" / "evidence" / "renamers.json"
SERVERS: Mapping[str, tuple[str, ...]] = {
    "ty": ("ty", "server"),
    "pyrefly": ("pyrefly", "lsp"),
    "pyright": ("pyright-langserver", "--stdio"),
}
LIBRARIES: Mapping[str, str] = {
    "rope": """\
import sys
from rope.base.project import Project
from rope.refactor.rename import Rename
folder, path, offset, new = sys.argv[1:]
project = Project(folder, ropefolder=None)
changes = Rename(project, project.get_resource(path), int(offset)).get_changes(new)
project.do(changes)
""",
    "jedi": """\
import sys
from pathlib import Path
import jedi
folder, path, offset, new = sys.argv[1:]
source = (Path(folder) / path).read_text()[:int(offset)]
script = jedi.Script(path=Path(folder) / path, project=jedi.Project(folder))
line, column = source.count("\\n") + 1, len(source) - source.rfind("\\n") - 1
script.rename(line, column, new_name=new).apply()
""",
}
SECONDS = 120


@dataclass(frozen=True)
class Row:
    """What one tool made of one wish."""

    tool: str
    version: str
    what: str
    score: Score | None
    said: str = ""
    """Why there is none."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", metavar="DIR", help="keep the environment of the tools there, and use it again")
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tdomcheck-renamers-") as scratch:
        peers = Path(options.peers or os.path.join(scratch, "peers")).absolute()
        problems = _install(peers)
        rows = [row for wish in WISHES for row in _rows(peers, wish, scratch, problems)]
    print(table(rows))
    if options.write:
        document = {"python": _python(peers), "project": digest(), "rows": [asdict(row) for row in rows]}
        TARGET.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    head = "| | renamed | references | tags left | attributes left | no longer parse | changed elsewhere |"
    lines = [head, "| --- | --- | --: | --: | --: | --: | --: |"]
    return "\n".join([*lines, *(_line(row) for row in rows)])


def _line(row: Row) -> str:
    name = f"{row.tool} {row.version}".strip()
    if row.score is None:
        return f"| {name} | {row.what} | {row.said} | | | | |"
    references = f"{row.score.renamed[NAME]} of {row.score.total[NAME]}"
    left = [
        f"{row.score.left(kind)} of {row.score.total[kind]}" if row.score.total[kind] else ""
        for kind in (TAG, ATTRIBUTE)
    ]
    return f"| {name} | {row.what} | {references} | {left[0]} | {left[1]} | {row.score.broken} | {row.score.strayed} |"


def _install(peers: Path) -> dict[str, str]:
    """Install what is missing, one by one; why it could not be, by tool."""
    if not peers.exists():
        venv.create(peers, with_pip=True)
    problems: dict[str, str] = {}
    for tool in (*LIBRARIES, *SERVERS):
        if _version(peers, tool):
            continue
        command = [peers / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", tool]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            problems[tool] = f"pip could not install it: {_last(done.stderr)}"
    return problems


def _python(peers: Path) -> str:
    """The version that the tools run on: the libraries read no newer syntax than its own."""
    done = subprocess.run([peers / "bin" / "python", "--version"], capture_output=True, text=True, check=True)
    return ".".join(done.stdout.split()[1].split(".")[:2])


def _version(peers: Path, tool: str) -> str:
    code = f"import importlib.metadata as m; print(m.version({tool!r}))"
    done = subprocess.run([peers / "bin" / "python", "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _rows(peers: Path, wish: Wish, scratch: str, problems: Mapping[str, str]) -> Iterator[Row]:
    yield Row("tdomcheck", "", wish.what, _scored(wish, _by_tdomcheck(wish)))
    for tool in (*LIBRARIES, *SERVERS):
        if tool in problems:
            yield Row(tool, "", wish.what, None, problems[tool])
            continue
        folder = Path(tempfile.mkdtemp(prefix=f"{tool}-", dir=scratch))
        for path, text in files().items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        said = (_by_library if tool in LIBRARIES else _by_server)(peers, tool, wish, folder)
        after = {path: (folder / path).read_text(encoding="utf-8") for path in files()}
        yield Row(tool, _version(peers, tool), wish.what, None if said else _scored(wish, after), said)


def _scored(wish: Wish, after: Mapping[str, str]) -> Score:
    is_broken = {path: bool(syntax_trouble(text.encode(), PYTHON)) for path, text in after.items()}
    return score(wish, after, is_broken)


def _by_tdomcheck(wish: Wish) -> dict[str, str]:
    before = {path: text.encode() for path, text in files().items()}
    after = dict(before)
    for each in rename(Sources(before), wish.source, wish.new).rewrite.files:
        if isinstance(each, FileEdits):
            after[each.path] = apply_edits(SourceText(before[each.path]), each.edits)
    return {path: data.decode() for path, data in after.items()}


def _offset(wish: Wish) -> int:
    """Of the name in its definition."""
    text = files()[wish.path]
    return text.index(wish.line) + re.search(r"\w+$", wish.line).start()  # type: ignore[union-attr]  # every line has one


def _by_library(peers: Path, tool: str, wish: Wish, folder: Path) -> str:
    command = [peers / "bin" / "python", "-c", LIBRARIES[tool], folder, wish.path, str(_offset(wish)), wish.new]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer within {SECONDS} s"
    return f"it refuses: {_last(done.stderr)}" if done.returncode else ""


def _by_server(peers: Path, tool: str, wish: Wish, folder: Path) -> str:
    name, *words = SERVERS[tool]
    try:
        with LanguageServer([str(peers / "bin" / name), *words], folder, SECONDS) as server:
            server.open(files())
            server.rename(wish.path, _offset(wish), wish.new)
    except (NoAnswerError, OSError) as error:
        return str(error)
    return ""


def _last(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].replace("|", "\\|")[:200] if lines else "it says nothing"


if __name__ == "__main__":
    sys.exit(main())
