"""`keyword-only-injection`, where its examples have no room: first the views that stay, and what is told of them."""

from __future__ import annotations

import pytest
from test_code_that_files_show import rewritten

IMPORTS = "from functools import partial\nimport functools\n\nfrom svcs_di import Inject\n\n\n"
VIEW = "def a_view(users: Inject[int], title): ...\n\n\n"
LATER = "def a_view(title, users: Inject[int] = 1): ...\n\n\n"
TAKEN = "from functools import partial\nimport functools\nimport shop\nfrom shop import a_view\n\n\n"

OPEN = "whoever calls this may give `title` by position"
AGAIN = "`a_view` is bound here again, and which one is meant is not followed"
STAYS = {
    "the rest of a partial": (VIEW, "render = partial(a_view, 1)\nrender('title')\n", OPEN),
    "the rest of a partial in a module": (VIEW, "render = functools.partial(shop.a_view, 1)\n", OPEN),
    "a partial of nothing": (VIEW, "partial(a_view)(1, 'title')\n", "whoever calls this may give `users`"),
    "a partial of a partial": (VIEW, "partial(partial(a_view), 5, 'a')\n", "whoever calls this may give `users`"),
    "a partial with keywords that nobody knows": (VIEW, "render = partial(a_view, 1, **more)\n", OPEN),
    "a partial that is a decorator": (LATER, "@partial(a_view, 1)\nclass A: ...\n", "may give `users` by position"),
    "a place kept free": (
        VIEW,
        "render = partial(a_view, functools.Placeholder, 'title')\n",
        "a `Placeholder` keeps a place free",
    ),
    "a decorator": (VIEW, "@a_view\ndef page(): ...\n", "as a decorator `a_view` is given by position what"),
    "a decorator in a module": (VIEW, "@shop.a_view\nclass Page: ...\n", "as a decorator `a_view` is given"),
    "a name of a class": (VIEW, "class Reg:\n    a_view = a_view\n\n\nReg.a_view(1)\n", AGAIN),
    "a method": (VIEW, "class Reg:\n    a_view = staticmethod(a_view)\n", AGAIN),
    "a name of a class that may be set": (VIEW, "class Reg:\n    if X:\n        a_view = 1\n    y = a_view\n", AGAIN),
    "a name of a class that is set below": (VIEW, "class Reg:\n    y = a_view\n    def a_view(self): ...\n", AGAIN),
    "an import of a class": (
        VIEW,
        "class Reg:\n    from shop import a_view\n\n\nReg.a_view(1)\n",
        "`a_view` is not called here, and whoever has it from here",
    ),
    "a call in a class": (VIEW, "class Reg:\n    a_view = a_view(1)\n", AGAIN),
    "a default": (VIEW, "def call(a_view=a_view):\n    return a_view(1, 2)\n", AGAIN),
    "a default of a lambda": (VIEW, "call = lambda a_view=a_view: a_view(1, 2)\n", AGAIN),
    "a global name": (VIEW, "def call():\n    global a_view\n    a_view = a_view(1, 2)\n", AGAIN),
}


@pytest.mark.parametrize("case", STAYS)
def test_a_view_that_somebody_may_call_by_position_stays(case: str) -> None:
    view, use, reason = STAYS[case]
    files = {"shop.py": IMPORTS + view, "run.py": TAKEN + use}
    after, left = rewritten("keyword-only-injection", files)
    assert after == files
    assert [(each.path, reason in each.reason) for each in left] == [("run.py", True)]


@pytest.mark.parametrize("use", ["class Reg:\n    a_view = a_view\n", "render = partial(a_view, 1)\n"])
def test_a_view_that_its_own_file_hands_on_stays(use: str) -> None:
    files = {"shop.py": IMPORTS + VIEW + use}
    after, left = rewritten("keyword-only-injection", files)
    assert (after, len(left)) == (files, 1)


INJECTED = "def a_view(users: Inject[int], x=1): ...\n"
SEVERAL = {
    "two branches": f"if X:\n    {INJECTED}else:\n    def a_view(users: Inject[int], y=1): ...\n",
    "two in a row": f"{INJECTED}def a_view(users: Inject[int], y=1): ...\n",
    "a class": f"{INJECTED}class a_view: ...\n",
    "one of another release": f"try:\n    from x import a_view\nexcept ImportError:\n    {INJECTED}",
    "an import behind it": f"{INJECTED}from x import a_view\n",
    "another name": f"if X:\n    {INJECTED}else:\n    from x import y as a_view\n",
    "a variable": f"if X:\n    {INJECTED}else:\n    a_view = print\n",
}


@pytest.mark.parametrize("code", SEVERAL.values(), ids=SEVERAL)
def test_a_view_whose_name_is_bound_to_something_else_stays(code: str) -> None:
    other = "def b_view(users: Inject[int]): ...\n\n\nb_view(1)\n"
    files = {"shop.py": f"{IMPORTS}{code}\na_view(1, 2)\n", "other.py": IMPORTS + other}
    after, left = rewritten("keyword-only-injection", files)
    changed = IMPORTS + other.replace("users:", "*, users:").replace("(1)", "(users=1)")
    assert after == {**files, "other.py": changed}
    reason = "the file binds its name to something else, too, which a call may mean: put the `*` there yourself"
    assert {(each.path, each.reason) for each in left} == {("shop.py", reason)}


CHOSEN = "`a_view` may be something else here, as another import or a definition says"
CHOICES = {
    "before another": "try:\n    from shop import a_view\nexcept ImportError:\n    from x import a_view\n",
    "behind another": "try:\n    from x import a_view\nexcept ImportError:\n    from shop import a_view\n",
    "a definition": "try:\n    from shop import a_view\nexcept ImportError:\n    def a_view(a, b): ...\n",
    "in a function": "def f():\n    from shop import a_view\n    if X: from x import a_view\n    a_view(1, 2)\n",
}


@pytest.mark.parametrize("code", CHOICES.values(), ids=CHOICES)
def test_a_view_that_an_importer_has_something_else_for_stays(code: str) -> None:
    files = {"shop.py": IMPORTS + VIEW, "run.py": f"{code}a_view(1, 2)\n"}
    after, left = rewritten("keyword-only-injection", files)
    assert after == files
    assert [each.path for each in left] == ["run.py"]


def test_a_view_of_one_module_or_another_stays() -> None:
    code = "try:\n    import x as pages\nexcept ImportError:\n    import shop as pages\npages.a_view(1, 2)\n"
    for other in (code, code.replace("x as", "y as").replace("shop as", "x as").replace("y as", "shop as")):
        files = {"shop.py": IMPORTS + VIEW, "run.py": other}
        after, left = rewritten("keyword-only-injection", files)
        assert (after, [each.reason[: len(CHOSEN)] for each in left]) == (files, [CHOSEN])


SAME = {
    "the same import twice": "try:\n    from shop import a_view\nexcept ImportError:\n    from shop import a_view\n",
    "by another way": "try:\n    from again import a_view\nexcept ImportError:\n    from shop import a_view\n",
    "or nothing": "try:\n    from shop import a_view\nexcept ImportError:\n    a_view = None\n",
    "in another scope": "from shop import a_view\ndef f():\n    from x import a_view\n    a_view(1, 2)\n",
    "modules of a package": "import shop.a\nimport shop.b\nfrom shop import a_view\n",
    "more": "try:\n    from x import b\nexcept ImportError:\n    from y import b\nfrom shop import a_view\n",
}


@pytest.mark.parametrize("code", SAME.values(), ids=SAME)
def test_a_view_that_every_import_means_changes(code: str) -> None:
    files = {"shop.py": IMPORTS + VIEW, "again.py": "from shop import a_view\n", "run.py": f"{code}a_view(1, 2)\n"}
    after, left = rewritten("keyword-only-injection", files)
    assert after == {
        **files,
        "shop.py": IMPORTS + VIEW.replace("users:", "*, users:"),
        "run.py": f"{code}a_view(users=1, title=2)\n",
    }
    assert left == ()


def test_a_view_that_a_class_has_by_a_star_stays() -> None:
    files = {"shop.py": IMPORTS + VIEW, "run.py": "from shop import *\n\n\nclass Reg:\n    a_view = a_view\n"}
    after, left = rewritten("keyword-only-injection", files)
    assert (after, [each.reason[: len(AGAIN)] for each in left]) == (files, [AGAIN])


def test_a_view_that_a_document_hands_on_stays() -> None:
    document = "```python\nfrom shop import a_view\n\nclass Reg:\n    a_view = a_view\n```\n"
    files = {"shop.py": IMPORTS + VIEW, "README.md": document}
    after, left = rewritten("keyword-only-injection", files)
    assert (after, [each.reason[: len(AGAIN)] for each in left]) == (files, [AGAIN])


CHANGES = {
    "a full partial": (VIEW, "r = partial(a_view, 1, 'title')\n", "r = partial(a_view, users=1, title='title')\n"),
    "a partial with the rest by name": (
        VIEW,
        "render = partial(a_view, 1, title='title')\n",
        "render = partial(a_view, users=1, title='title')\n",
    ),
    "a partial whose first is given by name": (
        VIEW,
        "render = partial(a_view, users=1)\n",
        "render = partial(a_view, users=1)\n",
    ),
    "a full partial of a partial": (
        VIEW,
        "r = partial(partial(a_view, 1, title=2))\n",
        "r = partial(partial(a_view, users=1, title=2))\n",
    ),
    "a decorator whose first is no service": (LATER, "@a_view\nclass A: ...\n", "@a_view\nclass A: ...\n"),
    "a name that a class has of its own": (
        VIEW,
        "class Reg:\n    def a_view(self): ...\n    b = a_view\n    c = property(a_view)\n",
        "class Reg:\n    def a_view(self): ...\n    b = a_view\n    c = property(a_view)\n",
    ),
    "a property with a setter": (
        VIEW,
        "class Reg:\n    @property\n    def a_view(self): ...\n    @a_view.setter\n    def a_view(self, x): ...\n",
        "class Reg:\n    @property\n    def a_view(self): ...\n    @a_view.setter\n    def a_view(self, x): ...\n",
    ),
    "a parameter": (
        VIEW,
        "def call(a_view=None):\n    return a_view(1, 2)\n",
        "def call(a_view=None):\n    return a_view(1, 2)\n",
    ),
    "a local name": (
        VIEW,
        "def call():\n    a_view = print\n    return a_view(1, 2)\n",
        "def call():\n    a_view = print\n    return a_view(1, 2)\n",
    ),
    "a method of another class": (VIEW, "Reg().a_view(1, 2)\n", "Reg().a_view(1, 2)\n"),
}


BY_NAME = {
    "an injector": "injector = DefaultInjector(box)\ninjector(a_view)\n",
    "an injector by its keyword": "DefaultInjector(container=box)(target=a_view)\n",
    "overrides": "from svcs_di.injectors import KeywordInjector as K\nK(box)(shop.a_view, title='b')\n",
    "an injector of a function": "def f(box):\n    inject = DefaultInjector(box)\n    return inject(a_view)\n",
    "an injector of a container": "injector = box.get(DefaultInjector)\ninjector(a_view)\n",
    "an injector that is awaited": (
        "from svcs_hopscotch import HopscotchAsyncInjector as H\n\n\n"
        "async def f(box):\n    inject = await box.aget(H)\n    return await inject(a_view)\n"
    ),
    "a parameter": "def f(inject: DefaultInjector):\n    return inject(a_view)\n",
    "a protocol": "def f(inject: svcs_di.auto.Injector):\n    return inject(a_view)\n",
    "auto": "registry.register_factory(a_view, auto(a_view))\n",
    "a local factory": "container.register_local_factory(shop.a_view, factory=auto(shop.a_view))\n",
    "a container": "container.get(a_view)\n",
    "a container that injects": "container.inject(a_view, title='b')\n",
    "its name": "print(a_view.__name__, shop.a_view.__doc__)\n",
    "its type": "isinstance(a_view, object) and callable(shop.a_view)\n",
    "its signature": "import inspect\ninspect.signature(a_view)\n",
    "its hints": "from typing import get_type_hints\nget_type_hints(a_view)\n",
}
DI = "import svcs_di\nfrom svcs_di import DefaultInjector, auto\n\n\n"


@pytest.mark.parametrize("use", BY_NAME.values(), ids=BY_NAME)
def test_a_view_changes_that_is_filled_by_name_or_only_asked_about(use: str) -> None:
    files = {"shop.py": IMPORTS + VIEW, "run.py": TAKEN + DI + use}
    after, left = rewritten("keyword-only-injection", files)
    assert after == {**files, "shop.py": IMPORTS + VIEW.replace("users:", "*, users:")}
    assert left == ()


BY_POSITION = {
    "what is called like an injector": "injector(a_view)\n",
    "an injector of the project": "class DefaultInjector: ...\nDefaultInjector(box)(a_view)\n",
    "a class of it": "DefaultInjector(a_view)\n",
    "an override of an injector": "DefaultInjector(box)(print, page=a_view)\n",
    "an injector that is something else later": "inject = DefaultInjector(box)\ninject = print\ninject(a_view)\n",
    "a parameter that may be anything": "def f(inject):\n    return inject(a_view)\n",
    "a parameter that is given something else": (
        "def f(inject: DefaultInjector):\n    inject = print\n    return inject(a_view)\n"
    ),
    "a factory": "registry.register_factory(int, a_view)\n",
    "a value": "registry.register_value(int, a_view)\n",
    "a dictionary": "routes.setdefault('/', a_view)\n",
    "what is got from something else": "routes.get(a_view)\n",
    "its call": "a_view.__call__(1, 2)\n",
    "its defaults": "a_view.__defaults__\n",
    "an attribute": "a_view.delay(1, 2)\n",
    "a function of the name": "def callable(f): return f(1, 2)\ncallable(a_view)\n",
    "a method of the name": "table.print(a_view)\n",
    "what unwraps it": "import inspect\ninspect.unwrap(a_view)(1, 2)\n",
    "a function of the project": "def auto(f): return f(1, 2)\nauto(a_view)\n",
}


@pytest.mark.parametrize("use", BY_POSITION.values(), ids=BY_POSITION)
def test_a_view_stays_that_may_be_called_by_position_elsewhere(use: str) -> None:
    head = TAKEN + ("" if use.startswith(("class", "def auto")) else DI)
    files = {"shop.py": IMPORTS + VIEW, "run.py": head + use}
    after, left = rewritten("keyword-only-injection", files)
    assert after == files
    assert [each.path for each in left] == ["run.py"]


@pytest.mark.parametrize("case", CHANGES)
def test_a_view_changes_with_what_uses_it(case: str) -> None:
    view, use, expected = CHANGES[case]
    after, left = rewritten("keyword-only-injection", {"shop.py": IMPORTS + view, "run.py": TAKEN + use})
    assert after["shop.py"] == IMPORTS + view.replace("users:", "*, users:")
    assert (after["run.py"], left) == (TAKEN + expected, ())
