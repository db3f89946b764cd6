"""What functions keep, markers behind an alias, and what processors and middleware of a project do."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import facts_of, project_of, view_of

from tdomcheck.facts.project.async_middleware import async_middleware, runs_by_package, runs_without_await
from tdomcheck.facts.project.processors import provided_props
from tdomcheck.facts.services.aliased_markers import marked_by_alias
from tdomcheck.facts.services.retention import retentions_in

SERVICES = "from svcs_di import Inject\nfrom shop import Cart, Clock, make\nimport svcs\n\n\n"


@pytest.mark.parametrize(
    "code",
    [
        "class A:\n    x: Inject[Clock]",
        "Alias = Clock\nclass A:\n    x: Alias",
        "Alias = Inject[Clock]\nAlias = Clock\nclass A:\n    x: Alias",
        "def f():\n    Alias = Inject[Clock]\nclass A:\n    x: Alias",
        "Alias = Inject[Clock]\nx = Alias",
        "Alias = Inject[Clock]\nclass A:\n    x: Inject[Alias]",
    ],
)
def test_no_marker_stands_behind_an_alias(code: str) -> None:
    assert marked_by_alias(view_of(SERVICES + code)) == ()


@pytest.mark.parametrize(
    "code",
    [
        "Alias = Inject[Clock]\nclass A:\n    x: Alias",
        "type Alias = Inject[Clock]\nclass A:\n    x: Alias | None",
        "Alias = tuple[Inject[Clock], ...]\ndef f(y: list[Alias]): ...",
        "Alias = Inject[Clock]\ndef f(y: 'Alias'): ...",
    ],
)
def test_a_marker_stands_behind_an_alias(code: str) -> None:
    (marked,) = marked_by_alias(view_of(SERVICES + code))
    assert "Clock" in "".join(part.reference for part in marked.annotation.walk())


def kept(body: str) -> list[str]:
    view = view_of(f"{SERVICES}KEPT = None\n\n\ndef f(container: svcs.Container, x):\n{indent(body, '    ')}\n")
    return [fact.type_ref for fact in retentions_in(view)]


@pytest.mark.parametrize(
    "body",
    [
        "KEPT = container.get(Cart)",
        "global KEPT\nKEPT = None",
        "global KEPT\nKEPT = x",
        "global KEPT\nKEPT = container.get(Cart)\nKEPT = None",
        "x.kept = container.get(Cart)",
        "return container.get(Cart)",
    ],
)
def test_nothing_is_kept(body: str) -> None:
    assert kept(body) == []


@pytest.mark.parametrize("body", ["global KEPT\nKEPT = container.get(Cart)", "Cart.kept = container.get(Cart)"])
def test_what_a_container_gave_is_kept(body: str) -> None:
    assert kept(body) == ["shop.Cart"]


def provided(*files: str) -> frozenset[str] | None:
    head = "from tdom import html\n"
    return provided_props(project_of({f"file{number}.py": head + text for number, text in enumerate(files)}))


def test_what_processors_provide_is_known_or_not() -> None:
    ours = "class Mine:\n    def process(self, x):\n        return x.process(provided_attrs=(('user', 1),))\n"
    assert provided("x = 1\n") == frozenset()
    assert provided(ours) == {"user"}
    assert provided(ours, "html(t'', component_processor_api=unknown())\n") is None
    heir = "from framework import Base\n\nclass Mine(Base): ...\nhtml(t'', component_processor_api=Mine())\n"
    assert provided(heir) is None
    assert provided(heir.replace("framework", "tdom.processor")) == frozenset()
    assert provided("html(t'', component_processor_api=unknown())\n") is None
    assert provided("from shop import Other\nhtml(t'', component_processor_api=Other())\n") is None
    assert provided(ours, "x.process(provided_attrs=unknown())\n") is None
    assert provided("class Mine: ...\nhtml(t'', component_processor_api=Mine())\n") == frozenset()


MIDDLEWARE = """
from tdom_svcs import middleware, register_middleware

class Sync:
    def __call__(self, x): ...

class Base:
    async def __call__(self, x): ...

class Heir(Base): ...

class Field:
    __call__ = 1

register_middleware(registry, Sync)
register_middleware(registry, Field)
register_middleware(registry, unknown)
"""


def test_async_classes_that_are_registered_as_middleware() -> None:
    assert async_middleware(project_of({"a.py": MIDDLEWARE})) == []
    found = async_middleware(project_of({"a.py": MIDDLEWARE + "register_middleware(registry, Heir)\n"}))
    assert [each.symbol.key for each in found] == ["a.Heir"]
    by_mark = "from tdom_svcs import middleware\n\n@middleware\nclass Late:\n    async def __call__(self, x): ...\n"
    assert [each.symbol.key for each in async_middleware(project_of({"a.py": by_mark}))] == ["a.Late"]


def test_calls_that_run_middleware_without_waiting() -> None:
    sync = "import shop\nfrom tdom_svcs import execute_middleware\n\n\ndef f():\n    execute_middleware(1)\n"
    project = project_of({"a.py": sync})
    runs = runs_without_await(project)
    assert [path for path, _ in runs] == ["a.py"]
    assert set(runs_by_package(project, runs)) == {"shop", "tdom_svcs"}
    waiting = "from tdom_svcs import execute_middleware_async\nexecute_middleware_async(1)\n"
    assert not runs_without_await(project_of({"a.py": sync, "b.py": waiting}))
    assert not runs_without_await(project_of({"a.py": "import shop\n"}))
    assert facts_of(sync).calls
