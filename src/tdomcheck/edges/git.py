"""What git knows: by asking it, as a process, or by reading its ignore files, which is a hundred times cheaper."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from tdomcheck.edges.ignore import Rules, compile_rules
from tdomcheck.errors import GitError
from tdomcheck.model.suffixes import DOCUMENTS, SOURCES, is_project_file

OWN_PATHS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
"""Set inside of hooks, often relative to the folder that the hook was started in."""


def repository_root(cwd: str) -> str:
    """The top folder of the work tree around `cwd`."""
    answer = _git(cwd, "rev-parse", "--show-toplevel")
    return os.path.normpath(os.fsdecode(answer.removesuffix(b"\n")))


def staged_files(cwd: str) -> tuple[str, ...]:
    """What the next commit adds or changes, absolute; without deleted files and submodules."""
    root = repository_root(cwd)
    return _absolute(root, _git(root, *_DIFF, "--cached", "--"))


def staged_contents(cwd: str) -> dict[str, bytes]:
    """What the index holds of the files that are another on disk, by real path.

    Also of those that the commit does not change: the others of it are judged beside them."""
    root = repository_root(cwd)
    found: dict[str, bytes] = {}
    unmerged = frozenset(_absolute(root, _git(root, *_DIFF, "--diff-filter=U", "--")))  # these have no one content
    for path in _absolute(root, _git(root, *_DIFF, "--")):
        is_ours = path.endswith(SOURCES + DOCUMENTS) or is_project_file(path)
        if is_ours and path not in unmerged and os.path.exists(path):
            blob = _git(root, "cat-file", "blob", f":./{os.path.relpath(path, root)}".replace(os.sep, "/"))
            found[os.path.realpath(path)] = blob
    return found


def changed_files(cwd: str, since: str | None = None) -> tuple[str, ...]:
    """What differs from HEAD, or from where the branch left `since`, and untracked files; absolute.

    Deleted files are left out; a renamed one counts by its new name.
    """
    root = repository_root(cwd)
    if since is not None:
        base = _merge_base(root, since)
    elif _exists(root, "HEAD"):
        base = "HEAD"
    else:  # before the first commit everything is new
        everything = _absolute(root, _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"))
        return tuple(path for path in everything if os.path.lexists(path))
    changed = _git(root, *_DIFF, base, "--")
    return _absolute(root, changed + _git(root, "ls-files", "-z", "--others", "--exclude-standard"))


def is_tracked(path: str) -> bool:
    """Whether git has the file or folder in its index."""
    folder, name = os.path.split(os.path.abspath(path))
    return bool(_git(folder, "--literal-pathspecs", "ls-files", "-z", "--", name))


_DIFF = ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=d", "--ignore-submodules=all")


def _merge_base(root: str, since: str) -> str:
    if since.startswith("-") or not _exists(root, since):
        raise GitError(
            f"git merge-base {since} HEAD",
            f"git knows no revision {since!r} here; check the spelling, or fetch it (in CI: fetch-depth: 0)",
        )
    status, answer, complaint = _ask(root, "merge-base", since, "HEAD")
    if status:
        reason = _reason(root, complaint) if complaint else "the two share no commit; fetch more of the history"
        raise GitError(f"git merge-base {since} HEAD", reason)
    return answer.decode("ascii").split("\n", 1)[0]


def _exists(root: str, revision: str) -> bool:
    return _ask(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")[0] == 0


def _absolute(root: str, listing: bytes) -> tuple[str, ...]:
    names = {os.fsdecode(name) for name in listing.split(b"\0") if name}
    # git names a repository inside this one as a folder; what is in there is not a change of this one
    return tuple(sorted(os.path.join(root, os.path.normpath(name)) for name in names if not name.endswith("/")))


def _git(cwd: str, *arguments: str) -> bytes:
    status, answer, complaint = _ask(cwd, *arguments)
    if status:
        raise GitError(" ".join(("git", *arguments)), _reason(cwd, complaint))
    return answer


def _ask(cwd: str, *arguments: str) -> tuple[int, bytes, str]:
    """Exit status, stdout and stderr of git, which neither pages, prompts, translates nor writes."""
    import subprocess

    own = {name: os.path.abspath(os.environ[name]) for name in OWN_PATHS if os.environ.get(name)}
    fixed = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_PAGER": ""}
    try:
        done = subprocess.run(
            ["git", "--no-pager", *arguments],
            cwd=cwd,
            env={**os.environ, **own, **fixed},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError) as error:
        raise GitError(" ".join(("git", *arguments)), _start_failure(cwd, error)) from None
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").strip()


def _start_failure(cwd: str, error: OSError | ValueError) -> str:
    if not os.path.isdir(cwd):
        return f"{cwd} is not a folder"
    if isinstance(error, FileNotFoundError):
        return "git is not installed or not on the PATH; install it, or name the files to look at instead"
    return str(error)


def _reason(cwd: str, complaint: str) -> str:
    if "not a git repository" in complaint:
        return f"{cwd} is not inside a git repository; go to one, or name the files to look at instead"
    if "dubious ownership" in complaint:
        return f"{cwd} belongs to another user; if you trust it: git config --global --add safe.directory {cwd}"
    if "must be run in a work tree" in complaint:
        return f"{cwd} belongs to a repository without checked-out files"
    return complaint.removeprefix("fatal: ") or "it gave no reason"


@dataclass(frozen=True, slots=True)
class _Scope:
    """What git's ignore files say about the entries of one folder, strongest first."""

    rules: tuple[Rules, ...] = ()
    is_folding: bool = False
    """Whether the repository says that case does not matter (`core.ignorecase`)."""


@dataclass(slots=True)
class GitIgnores:
    """Every ignore file that speaks for a folder, up to `top`; reads git's files and never starts git."""

    top: str
    """The root of the repository, or the highest folder whose ignore files count outside of one."""
    consulted: dict[str, None] = field(default_factory=dict)
    _scopes: dict[str, _Scope] = field(default_factory=dict)

    def rules(self, folder: str, names: frozenset[str] | None = None) -> tuple[Rules, ...]:
        """The rules for what lies directly in `folder`; `names` is its listing, if the caller has it."""
        return self._scope(folder, names).rules

    def _scope(self, folder: str, names: frozenset[str] | None = None) -> _Scope:
        found = self._scopes.get(folder)
        if found is None:
            above = self._above(folder, names)
            found = above if names is not None and ".gitignore" not in names else self._within(folder, above)
            self._scopes[folder] = found
        return found

    def _above(self, folder: str, names: frozenset[str] | None) -> _Scope:
        """What holds in `folder` before its own file; a repository inside another starts afresh, as for git."""
        if ".git" in names if names is not None else os.path.lexists(os.path.join(folder, ".git")):
            return self._repository(folder)
        parent = os.path.dirname(folder)
        return _Scope() if folder in {parent, self.top} else self._scope(parent)

    def _within(self, folder: str, above: _Scope) -> _Scope:
        own = self._read(os.path.join(folder, ".gitignore"), folder, is_folding=above.is_folding)
        return _Scope(own + above.rules, above.is_folding)

    def _repository(self, root: str) -> _Scope:
        """`info/exclude` of a repository, then the user's own ignore file."""
        common = _common_folder(os.path.join(root, ".git"))
        core: dict[str, str] = {}
        for path in (*_user_configs(), os.path.join(common, "config")):
            core |= _core_settings(self._text(path))
        is_folding = core.get("ignorecase", "false").lower() in {"true", "yes", "on", "1"}
        own = core.get("excludesfile", os.path.join(_config_home(), "git", "ignore"))
        rules = self._read(os.path.join(common, "info", "exclude"), root, is_folding=is_folding)
        if own:
            rules += self._read(os.path.join(root, os.path.expanduser(own)), root, is_folding=is_folding)
        return _Scope(rules, is_folding)

    def _read(self, path: str, folder: str, *, is_folding: bool) -> tuple[Rules, ...]:
        rules = compile_rules(self._text(path).split("\n"), folder, source=path, is_folding=is_folding)
        return (rules,) if rules.patterns else ()

    def _text(self, path: str) -> str:
        self.consulted[path] = None
        try:
            with open(path, "rb") as file:
                return file.read().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        except OSError:
            return ""


def repository_top(folder: str) -> str | None:
    """The closest folder with a `.git`, from `folder` upwards."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return None
    return folder


def _common_folder(dot_git: str) -> str:
    """The folder with `info` and `config`; in a worktree or submodule `.git` is a file that points to it."""
    folder = _pointer(dot_git, "gitdir:") or dot_git
    return _pointer(os.path.join(folder, "commondir"), "") or folder


def _pointer(path: str, key: str) -> str | None:
    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read(4096)).strip()
    except OSError:
        return None
    return os.path.join(os.path.dirname(path), text.removeprefix(key).strip()) if text.startswith(key) else None


def _config_home() -> str:
    return os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")


def _user_configs() -> tuple[str, ...]:
    chosen = os.environ.get("GIT_CONFIG_GLOBAL")
    if chosen is not None:
        return (chosen,)
    return (os.path.join(_config_home(), "git", "config"), os.path.expanduser("~/.gitconfig"))


def _core_settings(text: str) -> dict[str, str]:
    """The plain settings under `[core]`; includes are not followed."""
    found: dict[str, str] = {}
    section = ""
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("["):
            head, _, line = line.partition("]")
            section, line = head[1:].strip().lower(), line.strip()
        if section == "core" and line and line[0] not in "#;":
            key, is_assigned, value = line.partition("=")
            found[key.strip().lower()] = _config_value(value) if is_assigned else "true"
    return found


def _config_value(text: str) -> str:
    text = text.strip()
    if text.startswith('"'):
        return text[1:].partition('"')[0].replace("\\\\", "\\")
    return re.split(r"\s[#;]", text, maxsplit=1)[0].strip()
