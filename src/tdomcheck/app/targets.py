"""Which versions of tdom, svcs-di and svcs the project is written for: what rules hold depends on it."""

from __future__ import annotations

import os
import re
import typing as t
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tdomcheck.config.documents import ReadBytes
from tdomcheck.config.regular import read_regular
from tdomcheck.model.suffixes import LOCKS, MANIFEST

NEWEST: Mapping[str, str] = {"tdom": "0.1.20", "svcs-di": "0.3.0", "svcs": "26.2.0"}
VENV = ".venv"
ReadText = Callable[[str], str]
MOST_LEVELS = 100
"""A project that lies deeper in its repository has no lock above it: each level costs a look at every kind of lock."""
_VERSION = r"\d{1,9}(?:\.\d{1,9}){0,9}"
_CLAUSE = re.compile(rf"(>=|<=|==|!=|~=|>|<)\s*({_VERSION})")
_SAYING = (
    *("setup.py", "Pipfile", "environment.yml", "environment.yaml", "pixi.toml", "hatch.toml", "constraints.txt"),
    *("requirements.in", "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt"),
    *(f"requirements/{name}.{kind}" for name in ("base", "common", "dev", "main", "prod") for kind in ("in", "txt")),
)
"""Files that give no version, and tell what a project is made of."""
_NAMED = re.compile(r"""(?m)(?:["']|^[ \t]*(?:-[ \t]+)?)tdom(?![^\W_])""")
"""In quotes, or first on its line: what a comment says of it is not asked for."""


class Target(t.NamedTuple):
    """A version and where it was learned."""

    version: str
    origin: str


def detect(package: str, root: str, configured: str, read: ReadText | None = None) -> Target:
    """The version of a package: configured, locked, required, installed, or the newest that is known."""
    if configured != "auto":
        return Target(configured, "configured")
    return next(Target(version, origin) for version, origin in _looked(package, root, read or text_of) if version)


def is_tdom_named(root: str, read: ReadText | None = None) -> bool:
    """Whether a project says that it is made with tdom: in what it requires, locks or has installed."""
    paths = (os.path.join(folder, name) for folder in upwards(root) for name in _speaking())
    texts = map(read or text_of, paths)
    own = _libraries([os.path.join(root, VENV)])  # an environment that is merely active may be that of anything
    return any(_NAMED.search(text) for text in texts) or bool(_installed(own, "tdom"))


def _speaking() -> tuple[str, ...]:
    return (*_REQUIREMENTS, *_SAYING, *LOCKS)


def explained(package: str, root: str, configured: str) -> list[tuple[str, str]]:
    """Every place that was asked for a version in turn, with what it said; the last one decides."""
    if configured != "auto":
        return [(f"target-{package}", f"{configured}, configured")]
    found: list[tuple[str, str]] = []
    for version, origin in _looked(package, root, text_of):
        if version or not origin.startswith("..") or os.path.isfile(os.path.join(root, origin)):
            found.append((origin, version or _silence(package, root, origin)))
        if version:
            break
    return found


def _looked(package: str, root: str, read: ReadText) -> Iterator[tuple[str, str]]:
    """The places in order, each with the version that it gives; the newest known one is never empty."""
    for folder in upwards(root):
        for name in LOCKS:
            path = os.path.join(folder, name)
            yield _locked(read(path), package), os.path.relpath(path, root)
    for name, reader in _REQUIREMENTS.items():
        yield reader(read(os.path.join(root, name)), package), name
    yield _installed(_environments(root), package), "installed"
    yield NEWEST[package], "the newest that is known"


def _silence(package: str, root: str, origin: str) -> str:
    """Why a place gives no version."""
    if origin == "installed":
        folders = _environments(root)
        return f"{package} is not in {os.path.relpath(folders[0], root)}" if folders else "no environment was found"
    if not os.path.isfile(os.path.join(root, origin)):
        return "no such file"
    text = text_of(os.path.join(root, origin))
    if origin in _REQUIREMENTS and not re.search(rf"(?<![\w.-]){_spelled(package)}(?![\w.-])", text):
        return f"it does not ask for {package}"
    if origin in _REQUIREMENTS:
        return f"it asks for no certain version of {package}: it does not keep the newest out, or only on a condition"
    if "[[package" not in text:
        return "it cannot be read as a lock file: it lists no package"
    return f"it does not hold {package}"


def upwards(root: str) -> list[str]:
    """A folder and those above it as far as the repository goes: a workspace has one lock for all its members."""
    folders = [root]
    while not os.path.exists(os.path.join(folders[-1], ".git")):
        above = os.path.dirname(folders[-1])
        if above == folders[-1] or len(folders) == MOST_LEVELS:
            return [root]  # no repository: what lies above is not ours
        folders.append(above)
    return folders


def _installed(folders: Sequence[str], package: str) -> str:
    """The version in the project's own environment; ours says nothing about it."""
    prefix = f"{package.replace('-', '_')}-"
    for folder in folders:
        names = os.listdir(folder) if os.path.isdir(folder) else []
        for name in sorted(names):
            if name.startswith(prefix) and name.endswith(".dist-info"):
                return name[len(prefix) : -len(".dist-info")]
    return ""


def _environments(root: str) -> list[str]:
    """The folders of installed packages of the project's environment."""
    return _libraries(_environment_homes(root))


def _libraries(homes: Iterable[str]) -> list[str]:
    for home in homes:
        library = os.path.join(home, "lib") if home else ""
        if library and os.path.isdir(library):
            return [os.path.join(library, name, "site-packages") for name in sorted(os.listdir(library))]
        windows = os.path.join(home, "Lib", "site-packages") if home else ""
        if windows and os.path.isdir(windows):
            return [windows]
    return []


def _environment_homes(root: str) -> tuple[str, ...]:
    return os.path.join(root, VENV), os.environ.get("VIRTUAL_ENV", "")


def target_files(root: str) -> list[str]:
    """The files and folders that detection may read."""
    files: list[str] = []
    for home in filter(None, _environment_homes(root)):  # another Python may come into one
        files += [home, os.path.join(home, "lib"), os.path.join(home, "Lib", "site-packages")]
    files += [os.path.join(folder, name) for folder in upwards(root) for name in _speaking()]
    return [*files, *_environments(root)]


def text_of(path: str, read: ReadBytes = read_regular) -> str:
    """What a file says; nothing where it cannot be read."""
    try:
        return read(path).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return ""


def _locked(text: str, package: str) -> str:
    """All three lock formats hold a `[[package]]` table with a name and then a version."""
    pattern = rf'\[\[packages?\]\]\s*\nname = "{re.escape(package)}"\s*\nversion = "({_VERSION})'
    found = re.search(pattern, text)
    return str(found[1]) if found else ""


def _required(text: str, package: str) -> str:
    """What a string of pyproject.toml asks for that is a requirement of the package; one with a marker may not hold."""
    found = re.search(rf"""["']{_spelled(package)}([\s\[(<>=!~][^"'\n]*)["']""", text)
    return _asked(package, found[1]) if found and ";" not in found[1] else ""


def _pinned(text: str, package: str) -> str:
    """What a line asks for that is a requirement of the package, as pip freezes, compiles and reads it."""
    found = re.search(rf"(?m)^[ \t]*{_spelled(package)}([ \t\[(<>=!~][^#\n\\]*)", text)
    return _asked(package, found[1].partition(" --")[0]) if found else ""


def _configured(text: str, package: str) -> str:
    """What `install_requires` of setup.cfg asks for: the lines below it that are indented, or the one that it is on."""
    found = re.search(r"(?m)^install_requires[ \t]*=(.*(?:\n[ \t#;].*|\n(?=[ \t\n]))*)", text)
    return _pinned(found[1], package) if found else ""


def _frozen(text: str, package: str) -> str:
    """The version in a Pipfile.lock, which holds `"tdom": {"hashes": [...], "version": "==0.1.14"}`."""
    found = re.search(rf'"{_spelled(package)}":\s*\{{([^{{}}]*)\}}', text)
    pin = re.search(rf'"version":\s*"==({_VERSION})"', found[1]) if found else None
    return str(pin[1]) if pin else ""


def _spelled(package: str) -> str:
    """A name in any spelling that an index takes for the same."""
    return f"(?i:{'[-_.]+'.join(map(re.escape, package.split('-')))})"


def _asked(package: str, requirement: str) -> str:
    """The newest release that a requirement lets in, if it keeps a newer one out; a lower bound does not."""
    _, _, bare = requirement.rpartition("]")  # behind the extras
    clauses = bare.strip().removeprefix("(").removesuffix(")")
    exact = re.search(rf"(?<![<>!~=])={{2,3}}\s*({_VERSION})\s*(?:$|[,;])", clauses)
    if exact is not None:
        return str(exact[1])
    if ";" in clauses or not re.search(r"==|<|~=", clauses):
        return ""
    return _newest_allowed(package, clauses)


def _newest_allowed(package: str, clauses: str) -> str:
    from packaging.specifiers import SpecifierSet  # 10 ms, for those who set an upper bound

    from tdomcheck.facts.targets.release_data import RELEASES

    known = RELEASES[package]
    try:
        allowed = SpecifierSet(clauses)
        found = [release for release in known if release in allowed]
    except ValueError:  # also of a number that no interpreter reads
        return ""
    if found:
        return "" if found[-1] == known[-1] else found[-1]
    below = [_parts(version) for operator, version in _CLAUSE.findall(clauses) if operator == "<"]
    return _before(min(below)) if below and min(below) <= _parts(known[0]) else ""


def _before(version: tuple[int, ...]) -> str:
    """A version below another that is older than all that is known: `0.1.5` gives `0.1.4`."""
    return ".".join(map(str, (*version[:-1], version[-1] - 1))) if version else "0"


_REQUIREMENTS: Mapping[str, Callable[[str, str], str]] = {
    "Pipfile.lock": _frozen,
    MANIFEST: _required,
    "setup.cfg": _configured,
    "requirements.txt": _pinned,
}
"""The files beside the configuration that are asked for a version, in turn, each with its reader."""


def version_of(target: Target) -> tuple[int, ...]:
    """The numbers of a target."""
    return _parts(target.version)


def _parts(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in re.findall(r"\d+", version)]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


_COMPARE: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def holds(versions: str, targets: Mapping[str, Target]) -> bool:
    """Whether a rule that is for `versions` holds for the targets of a project."""
    if not versions:
        return True
    package = versions[: re.search(r"[<>=!]", versions).start()].strip()  # type: ignore[union-attr]  # validated on load
    target = _parts(targets[package].version)
    return all(_COMPARE[operator](target, _parts(version)) for operator, version in _CLAUSE.findall(versions))
