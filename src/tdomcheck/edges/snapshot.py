"""The answer of the last `check`, replayed when nothing that it depended on has changed.

This runs before anything else is imported, so it uses nothing but what the interpreter has loaded anyway.
"""

from __future__ import annotations

import os
import sys
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence

_MAGIC = b"tdomcheck-snapshot-3"
_REFUSED = (
    "--output-file", "--report", "--add-ignore", "--watch", "--why", "--no-cache", "--cache-dir", "--profile-rules",
    "--staged", "--changed", "--since", "--stdin-filename", "--show-files", "--show-settings", "--debug", "--help",
    "--new-only", "--focus",
    "--events", "--task",
)  # fmt: skip
ENVIRONMENT = (
    "CLICOLOR_FORCE", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM",  # how it is shown
    "FORCE_HYPERLINK", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION",  # with links or without
    "LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONUTF8",  # in which bytes
    "GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_SHA",  # what it names
    "GIT_CONFIG_GLOBAL", "HOME", "USERPROFILE", "XDG_CONFIG_HOME",  # which ignore files hold
    "PYTHONHOME", "PYTHONNOUSERSITE", "PYTHONPATH", "PYTHONSAFEPATH", "PYTHONUSERBASE",  # which packages are loaded
    "TDOMCHECK_TRUST_PLUGINS",  # which plugins are
    "TDOMCHECK_SECONDS_PER_FILE",  # what is given up
    "VIRTUAL_ENV",  # which versions the code is judged for
)  # fmt: skip
"""Every variable that an answer may depend on."""
_OTHER_WORLDS = frozenset({"GITHUB_ACTIONS", "TDOMCHECK_EVENTS", "TDOMCHECK_TASK", "PRE_COMMIT"})
"""Where a run does more than to print an answer, or depends on what git knows."""
KEEP = 64
"""Snapshots that are kept a user."""
FRESH_NANOSECONDS = 100_000_000
COARSE_NANOSECONDS = 2_500_000_000


def user_folder() -> str:
    """Where small things are kept for the user; platformdirs knows the same, and takes six milliseconds to say it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "tdomcheck")


def key_of(arguments: Sequence[str], environ: Mapping[str, str]) -> bytes | None:
    """What the answer depends on besides files; None for a run whose answer cannot be replayed."""
    if not arguments or arguments[0] != "check" or not _OTHER_WORLDS.isdisjoint(environ):
        return None
    for argument in arguments:
        if argument in {"-", "-h"} or argument.startswith(("@", *_REFUSED)):
            return None
    parts = [f"{name}={environ.get(name, '')}" for name in ENVIRONMENT]
    parts += [os.getcwd(), sys.executable, sys.version, str(int(time.time()) // 86_400), _terminal(), *arguments]
    return "\n".join(parts).encode("utf-8", "surrogateescape")


def _terminal() -> str:
    """Colour and width depend on it."""
    try:
        return str(os.get_terminal_size(1)) if os.isatty(1) else ""
    except OSError:
        return ""


def _path_of(key: bytes) -> str:
    return os.path.join(user_folder(), "snapshots", f"{zlib.crc32(key):08x}{zlib.adler32(key):08x}")


def replay(arguments: Sequence[str]) -> int | None:
    """Print the answer of an earlier run and return its exit code; None where it has to be worked out."""
    key = key_of(arguments, os.environ)
    if key is None:
        return None
    try:
        with open(_path_of(key), "rb") as file:
            data = file.read()
        answer = _unpacked(data, key)
    except (OSError, ValueError, IndexError):
        return None
    if answer is None or not _all_hold(answer[1]):
        return None
    code, _, text, notice = answer
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
    except (OSError, AttributeError) as error:  # closed, full, or nobody reads: the answer did not arrive
        sys.stdout = None  # or the interpreter tries once more when it ends
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            _warn(f"error: standard output could not be written: {error.strerror}\n".encode())
        return 2
    _warn(notice)
    return code


def _warn(notice: bytes) -> None:
    """What was said besides; whoever closed standard error does not want to hear it."""
    try:
        sys.stderr.flush()
        sys.stderr.buffer.write(notice)
        sys.stderr.buffer.flush()
    except (OSError, AttributeError):
        return


def _unpacked(data: bytes, key: bytes) -> tuple[int, list[bytes], bytes, bytes] | None:
    """Exit code, conditions, text and notice, if the bytes are whole and belong to the key."""
    head, body = data[:28], data[29:]
    if head != _MAGIC + b"%08x" % zlib.crc32(body):
        return None
    stored, code, counts, rest = body.split(b"\0\0", 3)
    if stored != key:
        return None
    middle, end = map(int, counts.split())
    return int(code), rest[:middle].split(b"\0"), rest[end:], rest[middle:end]


def _all_hold(conditions: Iterable[bytes]) -> bool:
    """Every file is as it was, and what was not there is not there."""
    stat = os.stat
    for condition in conditions:
        stamp, _, path = condition.partition(b" ")
        try:
            status = stat(path)
        except (OSError, ValueError):
            if stamp == b"-":
                continue
            return False
        if stamp != _stamp(status):
            return False
    return True


def _stamp(status: os.stat_result) -> bytes:
    """The change time is there because nobody sets it back; times of modification are set by tools of all kinds."""
    return b"%x.%x.%x.%x" % (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def store(key: bytes, paths: Iterable[str], text: bytes, code: int, notice: bytes = b"") -> None:
    """Keep an answer with its notice, unless what it depends on is so fresh that it may change unseen."""
    conditions = []
    now = time.time_ns()
    for path in sorted(set(paths)):
        raw = os.fsencode(path)
        try:
            status = os.stat(raw)
        except OSError:
            conditions.append(b"- " + raw)
            continue
        if is_fresh(max(status.st_mtime_ns, status.st_ctime_ns), now):
            return
        conditions.append(b"%s %s" % (_stamp(status), raw))
    block = b"\0".join(conditions)
    if not conditions or b"\0\0" in key or any(b"\0" in condition for condition in conditions):
        return
    counts = b"%d %d" % (len(block), len(block) + len(notice))
    body = b"\0\0".join([key, b"%d" % code, counts, block + notice + text])
    _keep(_path_of(key), _MAGIC + b"%08x" % zlib.crc32(body) + b"\n" + body)


def is_fresh(modified: int, now: int) -> bool:
    """Whether a later change could carry the same time stamp: clocks of file systems tick slowly."""
    is_coarse = modified % 1_000_000_000 == 0
    return modified > now - (COARSE_NANOSECONDS if is_coarse else FRESH_NANOSECONDS)


def _keep(path: str, data: bytes) -> None:
    temporary = f"{path}.{os.getpid()}"
    try:
        folder = os.path.dirname(path)
        os.makedirs(folder, exist_ok=True)
        _prune(folder)
        with open(temporary, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        return  # a run does not need its snapshot


def _prune(folder: str) -> None:
    names = os.listdir(folder)
    if len(names) < KEEP:
        return
    paths = sorted((os.path.join(folder, name) for name in names), key=os.path.getmtime)
    for path in paths[: len(paths) - KEEP // 2]:
        os.remove(path)
