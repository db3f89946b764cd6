"""Which names each release of the libraries has: read from their wheels into `tdomcheck/facts/released.py`.

    pip download --no-deps --python-version 3.14 --only-binary :all: -d WHEELS tdom==0.1.20 ...
    python docs/evidence/read_wheels.py WHEELS

Nothing of a wheel is imported: its modules are parsed.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import tree_sitter
from packaging.utils import parse_wheel_filename
from packaging.version import Version

from tdomcheck.source.tree import parse_tree

TARGET = Path(__file__).parents[2] / "src/tdomcheck/facts/released.py"
HEAD = '''"""Which public names the releases of the libraries have, by module.

Made from the wheels by `docs/evidence/read_wheels.py`.
"""

from __future__ import annotations

'''
TAIL = '''}
"""Of each module its names, with `.` for the module itself: the first and last numbers of the releases that have it."""
'''


def main(folder: str) -> None:
    """Write the table of all wheels in a folder."""
    releases: dict[str, dict[Version, Path]] = {}
    for path in sorted(Path(folder).glob("*.whl")):
        name, version, _, _ = parse_wheel_filename(path.name)
        releases.setdefault(name, {})[version] = path
    lines = [HEAD, "RELEASES: dict[str, tuple[str, ...]] = {\n"]
    lines += [f"    {name!r}: {tuple(map(str, sorted(found)))!r},\n" for name, found in sorted(releases.items())]
    lines += ["}\n", '"""Every release that was read, oldest first."""\n']
    lines.append("NAMES: dict[str, dict[str, tuple[tuple[int, int], ...]]] = {\n")
    for found in (releases[name] for name in sorted(releases)):
        lines += _package([_names(found[version]) for version in sorted(found)])
    lines.append(TAIL)
    TARGET.write_text("".join(lines), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(TARGET)], check=True)


def _package(releases: list[dict[str, set[str]]]) -> Iterator[str]:
    for module in sorted({module for release in releases for module in release}):
        names = {".", *(name for release in releases for name in release.get(module, ()))}
        spans = [span for name in sorted(names) for span in _spans(name, module, releases)]
        yield f"    {module!r}: {{\n"
        yield from (f"        {name!r}: {found!r},\n" for name, found in _joined(spans))
        yield "    },\n"


def _joined(spans: list[tuple[str, int, int]]) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    for name in dict.fromkeys(name for name, _, _ in spans):
        yield name, tuple((first, last) for other, first, last in spans if other == name)


def _spans(name: str, module: str, releases: list[dict[str, set[str]]]) -> Iterator[tuple[str, int, int]]:
    """The runs of releases that have a name."""
    first = None
    for number, release in enumerate([*releases, {}]):
        there = module in release and (name == "." or name in release[module])
        if there and first is None:
            first = number
        if not there and first is not None:
            yield name, first, number - 1
            first = None


def _names(wheel: Path) -> dict[str, set[str]]:
    """The public names of each public module of a wheel."""
    found: dict[str, set[str]] = {}
    with zipfile.ZipFile(wheel) as archive:
        for path in archive.namelist():
            if not path.endswith(".py") or ".dist-info/" in path or _is_test(path):
                continue
            module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            root = parse_tree(archive.read(path)).root
            found[module] = {name for name in _bound(root) if not name.startswith("__")}
    for module in list(found):  # a module is a name of the package that it is in
        package, _, name = module.rpartition(".")
        if package in found:
            found[package].add(name)
    return found


def _is_test(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith("_test.py") or name.startswith(("test_", "conftest")) or "/tests/" in f"/{path}"


def _bound(node: tree_sitter.Node) -> Iterator[str]:
    """The names that the statements of a module bind, also behind conditions."""
    for child in node.named_children:
        match child.type:
            case "function_definition" | "class_definition":
                yield _text(child.child_by_field_name("name"))
            case "decorated_definition" | "if_statement" | "try_statement" | "block" | "else_clause" | "except_clause":
                yield from _bound(child)
            case "expression_statement":
                yield from _assigned(child)
            case "type_alias_statement":
                yield _text(child.named_children[0]).partition("[")[0]
            case "import_statement" | "import_from_statement":
                yield from _imported(child)
            case _:
                pass


def _assigned(statement: tree_sitter.Node) -> Iterator[str]:
    assignment = statement.named_children[0]
    left = assignment.child_by_field_name("left")
    if assignment.type == "assignment" and left is not None and left.type == "identifier":
        yield _text(left)


def _imported(statement: tree_sitter.Node) -> Iterator[str]:
    for name in statement.children_by_field_name("name"):
        alias = name.child_by_field_name("alias")
        yield _text(alias) if alias is not None else _text(name).partition(".")[0]


def _text(node: tree_sitter.Node | None) -> str:
    return (node.text or b"").decode() if node is not None else ""


if __name__ == "__main__":
    main(sys.argv[1])
