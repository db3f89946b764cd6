"""Cases of TDC906, tdom-python-compat."""

from __future__ import annotations

from tdomcheck import authoring as td

_LOCK = """
    # file: uv.lock
    version = 1
    requires-python = ">=3.14"

    """
_TDOM = """
    [[package]]
    name = "tdom"
    source = { registry = "https://pypi.org/simple" }
    version = """
_PROJECT = """
    # file: pyproject.toml
    [project]
    name = "shop"
    """

VALID = [
    # In the lock of tdom itself it is a folder, and what is in it nobody can tell.
    f"""{_LOCK}
    [[package]]
    name = "tdom"
    version = "0.1.19"
    source = {{ editable = "." }}
    """,
    f"""{_LOCK}{_TDOM}"0.1.20"

    [[package]]
    name = "storyville"
    version = "0.1.1"
    source = {{ git = "https://github.com/pauleveritt/storyville" }}
    """,
    f"""{_LOCK.replace(">=3.14", "==3.14.3")}{_TDOM}"0.1.14"

    [[package]]
    name = "aria-testing"
    version = "0.1.2"
    source = {{ registry = "https://pypi.org/simple" }}
    """,
    f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["tdom>=0.1.13", "storyville"]
    """,
    f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["tdom>=0.1.20"]

    [dependency-groups]
    tdom = ["svcs==0.1.18"]
    """,
    f"""{_PROJECT}
    requires-python = "==3.14.2"
    dependencies = ["tdom<0.1.15", "aria-testing==0.1.2"]
    """,
    # A marker may hold nowhere, and a source of another kind makes the bound say nothing.
    f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["tdom==0.1.18; sys_platform == 'emscripten'"]
    """,
    f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["tdom<0.1.20"]

    [tool.uv.sources]
    tdom = {{ path = "../tdom" }}
    """,
    # The lock says what it came to.
    f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["tdom<0.2", "storyville==0.1.1"]
    {_LOCK.replace(">=3.14", "==3.14.3")}{_TDOM}"0.1.14"
    """,
    """
# file: poetry.lock
[[package]]
name = "tdom"
version = "0.1.19"
python-versions = ">=3.14"

[package.source]
type = "git"
url = "https://github.com/t-strings/tdom"

[metadata]
python-versions = "^3.14"
""",
]

INVALID = [
    td.invalid(
        f"""{_LOCK}{_TDOM}"0.1.20"

    [[package]]
    name = "storyville"
    version = «"0.1.1"»
    source = {{ registry = "https://pypi.org/simple" }}
    """,
        message="storyville 0.1.1 and tdom 0.1.20 are locked together, and storyville needs `tdom<0.1.15`",
    ),
    td.invalid(
        """
# file: poetry.lock
[[package]]
name = "tdom"
version = «"0.1.16"»
python-versions = ">=3.14"

[metadata]
python-versions = "^3.14"
"""
    ),
    td.invalid(
        """
# file: pylock.toml
lock-version = "1.0"
requires-python = ">=3.14"

[[packages]]
name = "tdom"
version = "0.1.20"
index = "https://pypi.org/simple"

[[packages]]
name = "aria-testing"
version = «"0.1.2"»
index = "https://pypi.org/simple"
"""
    ),
    td.invalid(
        f"""{_PROJECT}
    dependencies = ["tdom>=0.1.13"]

    [dependency-groups]
    dev = [«"storyville==0.1.1"»]
    """,
        message="`storyville==0.1.1` stands beside an open-ended tdom, and storyville needs `tdom<0.1.15`",
    ),
]
