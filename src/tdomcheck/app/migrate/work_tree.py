"""The files of a run as they will be: what changes, comes, goes and moves, before a byte of it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.config.regular import open_regular
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.values import dataclass, field


@dataclass(slots=True)
class WorkTree:
    """By absolute path; a file that nobody has touched is read from disk."""

    originals: dict[str, bytes] = field(default_factory=dict)
    """As they were read, by the path that they have on disk."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """Of what is another file now, by the path that it will have."""
    origins: dict[str, str] = field(default_factory=dict)
    """By new path, the path on disk of what was moved."""
    gone: set[str] = field(default_factory=set)
    """Paths on disk that nothing stands at afterwards, unless something comes there."""
    symbols: dict[str, set[str]] = field(default_factory=dict)

    def read(self, path: str) -> bytes:
        """What a file holds by now; raises OSError."""
        if path in self.contents:
            return self.contents[path]
        if path in self.gone:
            raise FileNotFoundError(path)
        return self.original(path)

    def original(self, path: str) -> bytes:
        if path not in self.originals:
            with open_regular(path) as file:
                self.originals[path] = file.read()
        return self.originals[path]

    def change(self, path: str, before: bytes, after: bytes) -> None:
        if path not in self.contents and path not in self.origins:
            self.originals.setdefault(path, before)
        self.contents[path] = after

    def create(self, path: str, data: bytes) -> None:
        self.contents[path] = data

    def delete(self, path: str) -> None:
        self.read(path)
        origin = self.origins.pop(path, path)
        self.contents.pop(path, None)
        if origin in self.originals:  # else it was made by this very run
            self.gone.add(origin)

    def move(self, path: str, new_path: str) -> None:
        data = self.read(path)
        origin = self.origins.pop(path, path)
        self.contents.pop(path, None)
        if origin == new_path:
            self.gone.discard(origin)
        elif origin in self.originals:
            self.gone.add(origin)
            self.origins[new_path] = origin
        self.contents[new_path] = data
        self.symbols.setdefault(new_path, set()).update(self.symbols.pop(path, ()))

    def place_of(self, path: str) -> str:
        """Where a file of the disk is by now: elsewhere if it has moved."""
        if path in self.contents or path not in self.gone:
            return path
        return next((new for new, origin in self.origins.items() if origin == path), path)

    def touch(self, path: str, symbols: Sequence[str]) -> None:
        """Note the definitions that a change is about."""
        self.symbols.setdefault(path, set()).update(symbols)

    def writes(self) -> tuple[FileWrite, ...]:
        """What is to be written, sorted; what comes out as it was is none of it."""
        return tuple(sorted(self._writes(), key=lambda write: write.path))

    def _writes(self) -> Iterator[FileWrite]:
        moved = set(self.origins.values())
        for path, data in self.contents.items():
            origin = self.origins.get(path)
            if origin is not None:
                yield FileMove(origin, path, self.originals[origin], data)
            elif path in self.originals and path not in moved:
                if data != self.originals[path]:
                    yield FileChange(path, self.originals[path], data)
            else:
                yield FileCreation(path, data)
        for path in self.gone - moved - self.contents.keys():
            yield FileDeletion(path, self.originals[path])
