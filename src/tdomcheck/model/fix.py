"""Changes to a file, as edits of its original bytes."""

from __future__ import annotations

from enum import Enum

from tdomcheck.values import dataclass, replace


class Safety(Enum):
    """How sure a fix is."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the bytes from `start` to `end` by `text`; newlines in `text` are written in the file's own style."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, order=True)
class ImportRequest:
    """Make `name` of `module` available; the engine places the import or finds that it is there."""

    module: str
    name: str
    """Empty for the module itself: `import asyncio`."""

    def __post_init__(self) -> None:
        if not self.module or (not self.name and self.module.startswith(".")):
            raise ValueError(f"no import says this: ImportRequest({self.module!r}, {self.name!r})")

    @property
    def statement(self) -> str:
        """The import by itself."""
        return f"from {self.module} import {self.name}" if self.name else f"import {self.module}"


@dataclass(frozen=True, slots=True)
class Fix:
    """An atomic group of edits: all of them are applied, or none."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE
    imports: tuple[ImportRequest, ...] = ()
    unsafe_because: str = ""
    import_edits: tuple[Edit, ...] = ()
    """The same imports as edits of this very file, for whoever shows or applies this fix alone."""

    def standalone(self) -> Fix:
        """The fix with its imports among its edits."""
        if not self.imports:
            return self
        return replace(self, edits=tuple(sorted((*self.edits, *self.import_edits))), imports=(), import_edits=())
