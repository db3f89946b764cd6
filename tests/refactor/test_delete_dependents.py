"""What goes with a definition that is deleted by force: registrations, and, proposed, its tests and their helpers."""

from __future__ import annotations

import pytest
from refactorings import sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.outcome import accepted
from tdomcheck.refactor.problems import StillUsed

SERVICE = "class Ledger: ...\nclass Prices: ...\n"
REGISTER = """\
from m import Ledger, Prices


def register(registry):
    registry.register_factory(Ledger, Ledger)
    registry.register_value(Prices, 1)
"""
TESTS = """\
import pytest
from m import Ledger, Prices


@pytest.fixture
def ledger():
    return make()


def make(): return build()


def build(): return 1


def shared(): ...


def idle(): ...


def test_ledger(ledger):
    assert Ledger() == ledger, shared()


def test_prices():
    assert Prices(), shared()
"""


def deleted(files: dict[str, str], target: str, *, takes_proposals: bool = False) -> dict[str, str]:
    sources = sources_of(files)
    outcome = delete(sources, target, force=True)
    after = written(sources, accepted(outcome) if takes_proposals else outcome)
    return {path: text for path, text in after.items() if sources.files.get(path) != text.encode()}


def test_registrations_go_with_the_service() -> None:
    after = deleted({"m.py": SERVICE, "app.py": REGISTER}, "m.Ledger")
    assert after["app.py"] == (
        "from m import Prices\n\n\ndef register(registry):\n    registry.register_value(Prices, 1)\n"
    )
    assert not delete(sources_of({"m.py": SERVICE, "app.py": REGISTER}), "m.Ledger", force=True).rewrite.remainders


def test_a_body_of_nothing_but_registrations_gets_a_pass() -> None:
    code = "import m\n\n\ndef register(r):\n    r.register_factory(m.Ledger, 1)\n    r.register_value(m.Ledger, 2)\n"
    after = deleted({"m.py": SERVICE, "app.py": code}, "m.Ledger")
    assert after["app.py"] == "import m\n\n\ndef register(r):\n    pass\n"


OTHER_USES = {
    "another argument": "registry.register_factory(int, Ledger)\n",
    "a part of the argument": "registry.register_factory(wrap(Ledger), 1)\n",
    "a call that registers nothing": "registry.get(Ledger)\n",
    "a value": "x = registry.register_factory(Ledger, 1)\n",
    "a shared line": "go(); registry.register_factory(Ledger, 1)\n",
    "a remark": "registry.register_factory(Ledger, 1)  # why\n",
}


@pytest.mark.parametrize("code", OTHER_USES.values(), ids=OTHER_USES)
def test_other_uses_are_left_and_told(code: str) -> None:
    files = {"m.py": SERVICE, "app.py": "import m\nfrom m import Ledger\n" + code}
    rewrite = delete(sources_of(files), "m.Ledger", force=True).rewrite
    assert [row.path for row in rewrite.remainders] == ["app.py"]
    assert deleted(files, "m.Ledger")["app.py"] == "import m\n" + code


def test_a_registration_is_a_reference_as_long_as_there_is_no_force() -> None:
    with pytest.raises(StillUsed):
        delete(sources_of({"m.py": SERVICE, "app.py": REGISTER}), "m.Ledger")


def test_tests_and_what_only_they_use_are_proposed() -> None:
    files = {"m.py": SERVICE, "test_m.py": TESTS}
    rewrite = delete(sources_of(files), "m.Ledger", force=True).rewrite
    assert sorted(
        (each.reason, TESTS[each.span.start : each.span.end].split("(", maxsplit=1)[0]) for each in rewrite.proposals
    ) == [
        ("it tests what is deleted", "def test_ledger"),
        ("only tests of what is deleted use it", "@pytest.fixture\ndef ledger"),
        ("only tests of what is deleted use it", "def build"),
        ("only tests of what is deleted use it", "def make"),
    ]
    assert not rewrite.remainders
    assert deleted(files, "m.Ledger")["test_m.py"] == TESTS.replace("Ledger, Prices", "Prices")
    assert deleted(files, "m.Ledger", takes_proposals=True)["test_m.py"] == (
        "import pytest\nfrom m import Prices\n\n\ndef shared(): ...\n\n\ndef idle(): ...\n\n\n"
        "def test_prices():\n    assert Prices(), shared()\n"
    )


def test_what_another_file_says_is_no_helper_of_theirs_alone() -> None:
    files = {"m.py": SERVICE, "test_m.py": TESTS, "test_n.py": "from test_m import make\n"}
    proposals = delete(sources_of(files), "m.Ledger", force=True).rewrite.proposals
    assert not any("make" in TESTS[each.span.start : each.span.end].split(":", maxsplit=1)[0] for each in proposals)


def test_a_test_in_a_class_leaves_a_pass() -> None:
    code = "import m\n\n\nclass TestM:\n    def test_ledger(self):\n        m.Ledger()\n"
    after = deleted({"m.py": SERVICE, "test_m.py": code}, "m.Ledger", takes_proposals=True)
    assert after["test_m.py"] == "import m\n\n\nclass TestM:\n    pass\n"


def test_a_test_that_is_none_by_its_file_is_left() -> None:
    code = "import m\n\n\ndef test_ledger():\n    m.Ledger()\n"
    rewrite = delete(sources_of({"m.py": SERVICE, "app.py": code}), "m.Ledger", force=True).rewrite
    assert (len(rewrite.proposals), len(rewrite.remainders)) == (0, 1)


def test_what_cannot_be_read_or_taken_apart_is_left() -> None:
    code = "import m\nif True:\n    def test_ledger():\n        m.Ledger()\n"
    rewrite = delete(sources_of({"m.py": SERVICE, "test_m.py": code}), "m.Ledger", force=True).rewrite
    assert (len(rewrite.proposals), len(rewrite.remainders)) == (0, 1)
    rewrite = delete(
        sources_of({"m.py": SERVICE, "test_m.py": "import m\nm.Ledger()\n"}), "m.Ledger", force=True
    ).rewrite
    assert (len(rewrite.proposals), len(rewrite.remainders)) == (0, 1)
