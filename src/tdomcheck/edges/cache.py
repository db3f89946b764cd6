"""What earlier runs found out, keyed by content: data that any number of processes share and anyone may delete."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import typing as t
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

FORMAT = 4
MOST_BYTES = 512 * 1024 * 1024
"""A cache that has grown past this is thrown away."""
_TABLES = """
CREATE TABLE IF NOT EXISTS files
    (path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, inode INTEGER, changed INTEGER, digest TEXT);
CREATE TABLE IF NOT EXISTS facts (digest TEXT PRIMARY KEY, words TEXT, body TEXT);
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, body TEXT);
CREATE TABLE IF NOT EXISTS texts (key TEXT PRIMARY KEY, body TEXT);
"""
_CHUNK = 500
Stamp = tuple[int, int, int, int]
"""Size, modification time, inode and change time of a file; nobody sets the last one back."""


_SEAL = 8
_TROUBLE = (sqlite3.Error, UnicodeError)
"""What SQLite raises; of a damaged database also that its complaint is no text."""


def _sealed(key: str, text: str) -> str:
    """A text with what tells that it is whole, and that it belongs to its key."""
    return _seal(key, text) + text


def _opened(key: object, text: object) -> str | None:
    """The text that was sealed, or None if a bit of it or of its key has changed."""
    if not isinstance(key, str) or not isinstance(text, str):
        return None
    body = text[_SEAL:]
    return body if text[:_SEAL] == _seal(key, body) else None


def _seal(key: str, text: str) -> str:
    data = f"{key}\0{text}".encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(data):0{_SEAL}x}"


def stamp_of(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns


class Cache:
    """The cache of one project; every method works without one, and then knows nothing."""

    def __init__(self, folder: str | None, engine: str = "") -> None:
        self.folder = folder
        self._engine = engine[:16]
        """Facts are what this engine makes of a content; another release may say more of the same bytes."""
        self._facts: dict[str, str] = {}
        self._database: sqlite3.Connection | None = None
        if folder is not None:
            self._database = _open(folder)

    @property
    def is_open(self) -> bool:
        return self._database is not None

    def close(self) -> None:
        if self._database is not None:
            with contextlib.suppress(*_TROUBLE):
                self._database.close()
        self._database = None

    def _rows(self, statement: str, values: Sequence[str | bytes] = ()) -> list[tuple[t.Any, ...]]:
        """Rows, or none where the cache cannot be read: it is then not asked again."""
        if self._database is None:
            return []
        try:
            return self._database.execute(statement, values).fetchall()
        except _TROUBLE as error:
            self._give_up(error)
            return []

    def _selected(self, statement: str, keys: Iterable[str | bytes]) -> Iterator[tuple[t.Any, ...]]:
        """Rows in parts: all of a large project at once would be there twice, as they are kept and as they are read."""
        names = list(keys)
        for first in range(0, len(names), _CHUNK):
            chunk = names[first : first + _CHUNK]
            yield from self._rows(statement.format(",".join("?" * len(chunk))), chunk)

    def files(self, paths: Iterable[str]) -> dict[str, tuple[Stamp, str]]:
        """Stamp and digest of those of some files that are known, by path."""
        statement = "SELECT path, size, mtime, inode, changed, digest FROM files WHERE path IN ({})"
        rows = self._selected(statement, map(_packed, paths))
        files: dict[str, tuple[Stamp, str]] = {}
        for path, *stamp, sealed in rows:
            digest = _opened(f"{path!r} {stamp}", sealed)
            if digest is not None:
                files[_unpacked(path)] = ((stamp[0], stamp[1], stamp[2], stamp[3]), digest)
        return files

    def words(self, digests: Iterable[str]) -> dict[str, str]:
        """The features of files, by digest: what gates need, without the facts themselves."""
        return self._by_digest("SELECT digest, words FROM facts WHERE digest IN ({})", digests)

    def _by_digest(self, statement: str, digests: Iterable[str]) -> dict[str, str]:
        length = len(self._engine)
        rows = self._selected(statement, [f"{self._engine}{digest}" for digest in digests])
        opened = ((key, _opened(key, text)) for key, text in rows)
        return {key[length:]: text for key, text in opened if text is not None}

    def facts(self, digests: Iterable[str]) -> dict[str, str]:
        """Facts as text, by digest; several questions of a run are about the same files."""
        wanted = set(digests)
        missing = wanted - self._facts.keys()
        self._facts.update(self._by_digest("SELECT digest, body FROM facts WHERE digest IN ({})", missing))
        return {digest: self._facts[digest] for digest in wanted if digest in self._facts}

    def results(self, keys: Iterable[str]) -> dict[str, str]:
        """Analyses as text, by key."""
        rows = self._selected("SELECT key, body FROM results WHERE key IN ({})", keys)
        return {key: text for key, sealed in rows if (text := _opened(key, sealed)) is not None}

    def hashes(self, oids: Iterable[str]) -> dict[str, str]:
        """The digests of contents, by what git calls them."""
        start = f"{self._engine} blob "
        rows = self._selected("SELECT key, body FROM texts WHERE key IN ({})", [f"{start}{oid}" for oid in oids])
        return {key.removeprefix(start): body for key, sealed in rows if (body := _opened(key, sealed)) is not None}

    def store_hashes(self, hashes: Mapping[str, str]) -> None:
        keys = {f"{self._engine} blob {oid}": digest for oid, digest in hashes.items()}
        rows = [(key, _sealed(key, digest)) for key, digest in keys.items()]
        self._write([("INSERT OR REPLACE INTO texts VALUES (?, ?)", rows)])

    def get_text(self, key: str) -> str | None:
        rows = self._rows("SELECT body FROM texts WHERE key = ?", (key,))
        return _opened(key, rows[0][0]) if rows else None

    def put_text(self, key: str, text: str) -> None:
        self._write([("INSERT OR REPLACE INTO texts VALUES (?, ?)", [(key, _sealed(key, text))])])

    def store(
        self,
        files: Mapping[str, tuple[Stamp, str]],
        facts: Mapping[str, tuple[str, str]],
        results: Mapping[str, str],
    ) -> None:
        """Keep what a run found out, in one transaction."""
        self._write(
            [
                (
                    "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)",
                    [_file_row(_packed(path), stamp, digest) for path, (stamp, digest) in files.items()],
                ),
                (
                    "INSERT OR REPLACE INTO facts VALUES (?, ?, ?)",
                    [_facts_row(f"{self._engine}{digest}", pair) for digest, pair in facts.items()],
                ),
                (
                    "INSERT OR REPLACE INTO results VALUES (?, ?)",
                    [(key, _sealed(key, text)) for key, text in results.items()],
                ),
            ]
        )

    def _write(self, statements: Sequence[tuple[str, Sequence[tuple[t.Any, ...]]]]) -> None:
        if self._database is None or not any(rows for _, rows in statements):
            return
        try:
            with self._database:
                for statement, rows in statements:
                    self._database.executemany(statement, rows)
        except _TROUBLE as error:
            self._give_up(error)  # full, locked for long or read-only: a run does not need its cache

    def _give_up(self, error: Exception) -> None:
        """Do without for the rest of the run; what is damaged goes, so that the next run makes it anew."""
        self.close()
        is_damaged = not isinstance(error, sqlite3.OperationalError) or "decode" in str(error)
        if self.folder is not None and is_damaged:
            _discard(os.path.join(self.folder, "cache.db"))


def _file_row(path: str | bytes, stamp: Stamp, digest: str) -> tuple[t.Any, ...]:
    return (path, *stamp, _sealed(f"{path!r} {list(stamp)}", digest))


def _facts_row(key: str, pair: tuple[str, str]) -> tuple[str, ...]:
    return (key, *(_sealed(key, text) for text in pair))


def _packed(path: str) -> str | bytes:
    """SQLite keeps text as UTF-8; a name that is none is kept as bytes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def _unpacked(path: str | bytes) -> str:
    return os.fsdecode(path) if isinstance(path, bytes) else path


def _open(folder: str) -> sqlite3.Connection | None:
    """A connection, made anew once when what is there cannot be used."""
    path = os.path.join(folder, "cache.db")
    for _ in range(2):
        try:
            return _connected(folder, path)
        except _TROUBLE:
            _discard(path)
        except OSError:
            return None
    return None


def _connected(folder: str, path: str) -> sqlite3.Connection | None:
    prepare_folder(folder)
    if not all(is_ours(name) for name in names_of(path)):
        return None
    size = os.path.getsize(path) if os.path.exists(path) else 0
    if size > MOST_BYTES or size % 512:  # cut off within a page, which SQLite takes for an empty one
        _discard(path)
    database = sqlite3.connect(path, timeout=5.0, isolation_level="DEFERRED")
    try:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in {0, FORMAT}:
            raise sqlite3.DatabaseError("the cache has another format")
        if version == 0:
            database.execute("PRAGMA page_size = 16384")  # each page is a call of the system, and a run reads most
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(_TABLES)
            database.execute(f"PRAGMA user_version = {FORMAT}")
        database.execute("PRAGMA synchronous = OFF")  # a lost cache is no loss
        database.execute("SELECT count(*) FROM texts").fetchone()
    except sqlite3.OperationalError as error:
        database.close()
        if "readonly" in str(error) or "unable to open" in str(error) or "locked" in str(error):
            raise OSError(str(error)) from None
        raise
    except _TROUBLE:
        database.close()
        raise
    return database


def names_of(path: str) -> tuple[str, ...]:
    """A database and what SQLite puts beside it."""
    return (path, *(f"{path}{end}" for end in ("-wal", "-shm", "-journal")))


def is_ours(path: str) -> bool:
    """Whether a name is free, or a file of that one name: SQLite would write through a link of any kind."""
    try:
        status = os.lstat(path)
    except OSError:
        return True
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1


def _discard(path: str) -> None:
    for name in names_of(path):
        with contextlib.suppress(OSError):
            os.remove(name)


_MARKS = {".gitignore": "*\n", "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n"}
_OURS = frozenset({*_MARKS, *names_of("cache.db"), *names_of("ledger.db"), "journal", "failed.patch"})


def prepare_folder(folder: str) -> None:
    """Make the folder that holds our own files, with the marks that keep it out of git and out of backups.

    What else lies in a folder that somebody chose is neither ignored nor left out by them: it gets none."""
    os.makedirs(folder, exist_ok=True)
    if not _OURS.issuperset(os.listdir(folder)):
        return
    for name, text in _MARKS.items():
        path = os.path.join(folder, name)
        with contextlib.suppress(FileExistsError), open(path, "x", encoding="utf-8") as file:
            file.write(text)
