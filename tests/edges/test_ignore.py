"""Patterns of ignore files; git itself is the judge."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tdomcheck.edges.discovery import WalkSettings, discover
from tdomcheck.edges.ignore import compile_rules, translate


def decides(pattern: str, path: str, *, is_folder: bool = False) -> bool:
    return compile_rules([pattern], "/").decide(path.rpartition("/")[2], path, is_folder=is_folder) is not None


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("# a.py", "a.py"),
        ("", "a.py"),
        ("/", "a.py"),
        ("!", "!"),
        ("a.py/", "a.py"),
        ("/a.py", "pkg/a.py"),
        ("pkg/a.py", "deep/pkg/a.py"),
        ("pkg/*.py", "pkg/sub/a.py"),
        ("a?b", "a/b"),
        ("[a", "[a"),
        ("[z-a].py", "b.py"),
        ("a\\", "a\\"),
        ("*.py", "a.pyi"),
        ("x/**", "x"),
        ("?a**/b", "xa/c/b"),
        ("a[!b]c", "a/c"),
        ("[[:nonsense:]].py", "n.py"),
        ("A.py", "a.py"),
    ],
)
def test_decides_nothing(pattern: str, path: str) -> None:
    assert not decides(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.py", "pkg/a.py"),
        ("*", "pkg/a.py"),
        ("**", "pkg/a.py"),
        ("*.py", "pkg/a.py"),
        ("*.py[co]", "pkg/a.pyc"),
        ("\\#a", "#a"),
        ("\\!a", "!a"),
        ("!a", "a"),
        ("a\\ ", "a "),
        ("a  ", "a"),
        ("a.py\r", "a.py"),
        ("**/a.py", "a.py"),
        ("**/a.py", "x/y/a.py"),
        ("x/**/a.py", "x/a.py"),
        ("x/**/a.py", "x/y/z/a.py"),
        ("x/**", "x/y/z"),
        ("x/*/z", "x/y/z"),
        ("a**z", "abcz"),
        ("a**/b", "a/c/b"),
        ("a**/b", "ab"),
        ("[]a]", "]"),
        ("[a\\]]", "]"),
        ("[!a]", "b"),
        ("[^a-c]x", "dx"),
        ("[[:digit:][:upper:]]", "7"),
        ("[a-]", "-"),
        ("[[:]", ":"),
        ("new*line", "new\nline"),
        ("é?", "éa"),
    ],
)
def test_decides(pattern: str, path: str) -> None:
    assert decides(pattern, path)


def test_the_last_pattern_wins() -> None:
    rules = compile_rules(["*.py", "!a.py", "a*", "!/pkg/a.py"], "/")
    for name, path, text in [("b.py", "b.py", "*.py"), ("a.py", "a.py", "a*"), ("a.py", "pkg/a.py", "!/pkg/a.py")]:
        pattern = rules.decide(name, path, is_folder=False)
        assert pattern is not None
        assert pattern.text == text


def test_a_glob_without_stars_needs_no_more_than_its_letters() -> None:
    assert translate("a.b", is_path=False) == r"a\.b"


SEGMENT = st.text(alphabet="ab.*?[]!-\\ ", min_size=1, max_size=5)
LINE = st.builds(
    lambda negated, start, segments, end: negated + start + "/".join(segments) + end,
    st.sampled_from(["", "", "", "!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(
        st.one_of(st.sampled_from(["a", "b", "ab", "a.b", "*", "**", "*.b", "a*", "[ab]", "[!a]"]), SEGMENT),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(["", "", "/", "/**", " "]),
)
NAMES = ("a", "b", "ab", "a.b", "b a", "[a]")


def git(root: Path, *arguments: str, text: bytes = b"") -> bytes:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "LC_ALL": "C"}
    done = subprocess.run(["git", *arguments], cwd=root, input=text, capture_output=True, env=environment, check=False)
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignored")
    git(root, "init", "-q")
    for first in NAMES:
        for second in NAMES:
            folder = root / f"{first}" / f"{second}"
            folder.mkdir(parents=True)
            for third in ("a.py", "b.py", "a b.py", "].py"):
                (folder / third).write_text("")
        (root / first / "x.py").write_text("")
    return root


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(outer=st.lists(LINE, max_size=6), inner=st.lists(LINE, max_size=3))
def test_git_agrees(repository: Path, outer: list[str], inner: list[str]) -> None:
    """The same files are left as `git ls-files` leaves, for ignore files at two levels."""
    (repository / ".gitignore").write_text("\n".join(outer))
    (repository / "a" / ".gitignore").write_text("\n".join(inner))
    listed = git(repository, "ls-files", "-z", "--others", "--exclude-standard").split(b"\0")
    expected = sorted(name for name in map(os.fsdecode, listed) if name.endswith(".py"))
    base = str(repository)
    found = discover([base], cwd=base, settings_for=lambda _: WalkSettings(base=base))
    assert sorted(os.path.relpath(path, repository) for path in found.files) == expected
