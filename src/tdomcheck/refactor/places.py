"""What a module is called before and after it moves, and how other modules spell that."""

from __future__ import annotations

from tdomcheck.values import dataclass

_PACKAGES = ("__init__.py", "__init__.pyi")


def is_package(path: str) -> bool:
    return path.rpartition("/")[2] in _PACKAGES


@dataclass(frozen=True, slots=True)
class ModuleMove:
    """A module, and with it all below it, gets another dotted name."""

    old: str
    new: str

    @property
    def stays_beside(self) -> bool:
        """Only its last part changes."""
        return self.old.rpartition(".")[0] == self.new.rpartition(".")[0]

    def mapped(self, name: str) -> str:
        """What a module is called afterwards."""
        if name == self.old or name.startswith(f"{self.old}."):
            return self.new + name[len(self.old) :]
        return name


def relative(importer: str, target: str, *, is_from_package: bool) -> str:
    """How a module imports from another by a relative name; the absolute one where they share no package."""
    base = importer.split(".") if is_from_package else importer.split(".")[:-1]
    parts = target.split(".")
    common = 0
    while common < min(len(base), len(parts)) and base[common] == parts[common]:
        common += 1
    if not common:
        return target
    return "." * (len(base) - common + 1) + ".".join(parts[common:])


def path_of_module(path: str, old: str, new: str) -> str:
    """Where the file of a module goes when the module is called otherwise."""
    folder, _, name = path.rpartition("/")
    parts = old.split(".")
    if not is_package(path):
        parts = parts[:-1]
    base = folder.split("/") if folder else []
    if parts and base[-len(parts) :] == parts:
        base = base[: -len(parts)]
    inner = new.split(".")
    if is_package(path):
        return "/".join([*base, *inner, name])
    return "/".join([*base, *inner[:-1], f"{inner[-1]}.{name.rpartition('.')[2]}"])
