"""Which tool sees which of the mistakes in docs/evidence: writes docs/evidence/compared.json.

    python benchmarks/compared.py --packages SITE-PACKAGES

The tools are installed into a venv in a scratch folder, so the network is needed. SITE-PACKAGES is a folder that has
tdom, svcs, svcs-di, svcs-hopscotch and tdom-svcs: there the type checkers look up what the examples import.
A tool sees a mistake if a rule of it reports a marked line of the wrong file, and nothing in the right file.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
EVIDENCE = ROOT / "docs" / "evidence"
sys.path.insert(0, str(EVIDENCE))

from mistakes import CORRECT, MISTAKES, Mistake  # noqa: E402  # the folder must be known first
from observe import digest  # noqa: E402

TARGET = EVIDENCE / "compared.json"


@dataclass(frozen=True, slots=True)
class Report:
    """One thing that a tool says: the name of the file, its lines, which rule, and the words."""

    file: str
    first: int
    last: int
    rule: str
    message: str

    @property
    def shown(self) -> dict[str, str | int]:
        """What is kept of it."""
        return {"line": self.first, "rule": self.rule, "message": self.message}


def read_t_linter(text: str) -> Iterator[Report]:
    for item in json.loads(text)["diagnostics"]:
        yield Report(Path(item["file"]).name, item["start_line"], item["end_line"], item["rule"], item["message"])


def read_ruff(text: str) -> Iterator[Report]:
    for item in json.loads(text):
        first, last = item["location"]["row"], item["end_location"]["row"]
        yield Report(Path(item["filename"]).name, first, last, item["code"] or "syntax", item["message"])


def read_pyright(text: str) -> Iterator[Report]:
    for item in json.loads(text)["generalDiagnostics"]:
        first, last = item["range"]["start"]["line"] + 1, item["range"]["end"]["line"] + 1
        yield Report(Path(item["file"]).name, first, last, item.get("rule", "error"), item["message"])


def read_ty(text: str) -> Iterator[Report]:
    for found in re.finditer(r"^(\S+):(\d+):\d+: \w+\[([\w-]+)\] (.*)$", text, re.MULTILINE):
        yield Report(Path(found[1]).name, int(found[2]), int(found[2]), found[3], found[4])


@dataclass(frozen=True, slots=True)
class Tool:
    """How a tool is asked, with all of its rules on, and how its answer is read."""

    name: str
    command: tuple[str, ...]
    read: Callable[[str], Iterator[Report]]


RUFF = "ruff check --isolated --no-cache --select ALL --preview --target-version py314 --output-format json ."
TY = "ty check --warn all --output-format concise --python-version 3.14 --extra-search-path PACKAGES ."
TOOLS = (
    Tool("t-linter", ("t-linter", "check", "--format", "json", "."), read_t_linter),
    Tool("ruff", tuple(RUFF.split()), read_ruff),
    Tool("pyright", ("pyright", "--outputjson", "--project", "pyrightconfig.json"), read_pyright),
    Tool("ty", tuple(TY.split()), read_ty),
)


def write_examples(folder: Path, packages: str) -> None:
    """Every example as a file of its own, and the one setting that has no option: pyright's."""
    for mistake in MISTAKES:
        for kind, text in zip(("bad", "good"), mistake.files, strict=True):
            (folder / f"{file_name(mistake.slug, kind)}").write_text(text, encoding="utf-8")
    for correct in CORRECT:
        (folder / file_name(correct.slug, "good")).write_text(correct.file, encoding="utf-8")
    settings = {"pythonVersion": "3.14", "typeCheckingMode": "strict", "extraPaths": [packages], "include": ["."]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")


def file_name(slug: str, kind: str) -> str:
    return f"{slug.replace('-', '_')}_{kind}.py"


def seen(mistake: Mistake, reports: Mapping[str, list[Report]]) -> list[dict[str, str | int]]:
    """What a tool reports on the marked lines of the wrong file, by rules that are silent on the right one."""
    known = {report.rule for report in reports.get(file_name(mistake.slug, "good"), [])}
    return [
        report.shown
        for report in reports.get(file_name(mistake.slug, "bad"), [])
        if report.rule not in known and mistake.marked_lines & set(range(report.first, report.last + 1))
    ]


def install(folder: Path) -> tuple[Path, dict[str, str]]:
    """The tools that can be installed, and their versions."""
    venv.create(folder, with_pip=True)
    bin_folder = folder / ("Scripts" if sys.platform == "win32" else "bin")
    for tool in TOOLS:
        subprocess.run([bin_folder / "python", "-m", "pip", "install", "-q", tool.name], check=False)
    listed = subprocess.run(
        [bin_folder / "python", "-m", "pip", "list", "--format", "json"], check=True, capture_output=True, text=True
    )
    versions = {item["name"]: item["version"] for item in json.loads(listed.stdout)}
    return bin_folder, {tool.name: versions[tool.name] for tool in TOOLS if tool.name in versions}


def ask(tool: Tool, bin_folder: Path, folder: Path, packages: str) -> dict[str, list[Report]]:
    """All that a tool says about the examples, by file."""
    words = [packages if word == "PACKAGES" else word for word in tool.command]
    done = subprocess.run(
        [str(bin_folder / words[0]), *words[1:]], cwd=folder, check=False, capture_output=True, text=True
    )
    by_file: dict[str, list[Report]] = {}
    for report in tool.read(done.stdout):
        by_file.setdefault(report.file, []).append(report)
    if not by_file:
        raise SystemExit(f"{tool.name} says nothing at all:\n{done.stdout[:2000]}{done.stderr[:2000]}")
    return by_file


def main(arguments: list[str]) -> int:
    """Install, ask, compare and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True, help="a site-packages folder that has what the examples import")
    packages = str(Path(parser.parse_args(arguments).packages).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        project = Path(scratch) / "examples"
        project.mkdir()
        write_examples(project, packages)
        bin_folder, versions = install(Path(scratch) / "venv")
        answers = {tool.name: ask(tool, bin_folder, project, packages) for tool in TOOLS if tool.name in versions}
    compared = {
        "tools": {
            tool.name: {"version": versions.get(tool.name, ""), "command": " ".join(tool.command)} for tool in TOOLS
        },
        "examples": {
            mistake.slug: {
                "digest": digest(*mistake.files),
                "seen": {name: found for name, reports in answers.items() if (found := seen(mistake, reports))},
            }
            for mistake in MISTAKES
        },
        "t-linter on correct files": {
            correct.slug: {
                "digest": digest(correct.file, correct.file),
                "reports": [
                    report.shown for report in answers.get("t-linter", {}).get(file_name(correct.slug, "good"), [])
                ],
            }
            for correct in CORRECT
        },
    }
    TARGET.write_text(json.dumps(compared, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
