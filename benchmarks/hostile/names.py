"""What binds a name in a module or between modules: imports, classes, functions, decorators, aliases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostile.values import HEAD

START = HEAD + "    pass\n\n"


def module(text: str) -> Mapping[str, str]:
    return {"page.py": START + text}


def each(count: int, line: Callable[[int], str]) -> str:
    return "".join(line(number) for number in range(count))


def package(modules: Mapping[str, str], init: str = "") -> Mapping[str, str]:
    return {"suite/__init__.py": init} | {f"suite/{name}.py": filled(text, 150) for name, text in modules.items()}


def filled(text: str, least: int = 600) -> str:
    """A file as long as the shorter ones that people write: what each costs by itself is measured in `growth`."""
    return f"{text}# {'-' * (least - len(text))}\n"


def _mark(number: int) -> str:
    """A module that asks by a decorator whether something registers."""
    return f"from . import testing\n\n@testing.requires.x{number}\nclass A{number}:\n    def f(self, registry):\n        registry.register_value(int, 1)\n"


def _square_root(count: int) -> int:
    return max(2, int(count**0.5))


SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "stars in a circle through the package": lambda n: package(
        {f"m{i}": _mark(i) for i in range(n)}, each(n, lambda i: f"from .m{i} import *\n")
    ),
    "stars in a ring": lambda n: package(
        {f"m{i}": f"from .m{(i + 1) % n} import *\n@deco{i}\nclass A{i}: registry: int\n" for i in range(n)}
    ),
    "stars in a ring around one name": lambda n: package(
        {f"m{i}": f"from .m{(i + 1) % n} import *\n@deco\nclass A{i}: registry: int\n" for i in range(n)}
        | {"m0": "from .m1 import *\ndef deco(x): ...\n"}
    ),
    "every module stars every other": lambda n: package(
        {
            f"m{i}": each(_square_root(n), lambda j: f"from .m{j} import *\n")
            + f"@deco{i}\nclass A{i}: registry: int\ndef deco{i - 1}(x): ...\n"
            for i in range(_square_root(n))
        }
    ),
    "stars of all later modules": lambda n: package(
        {
            f"m{i}": each(_square_root(n) - i - 1, lambda j, i=i: f"from .m{i + j + 1} import *\n")
            + f"@deco{i}\nclass A{i}: registry: int\n"
            for i in range(_square_root(n))
        }
    ),
    "chain of stars": lambda n: package(
        {f"m{i}": f"from .m{i + 1} import *\n@deco\nclass A{i}: registry: int\n" for i in range(n)}
        | {f"m{n}": "def deco(x): ...\n"}
    ),
    "chain of re-exports": lambda n: package(
        {f"m{i}": f"from .m{i + 1} import deco\n@deco\nclass A{i}: registry: int\n" for i in range(n)}
        | {f"m{n}": "def deco(x): ...\n"}
    ),
    "chain of aliases": lambda n: module(
        each(n, lambda i: f"x{i + 1} = x{i}\n") + f"@x{n}\nclass A: ...\nregistry.register_value(x{n}, 1)\n"
    ),
    "ring of aliases": lambda n: module(
        each(n, lambda i: f"x{i} = x{(i + 1) % n}\n@x{i}\nclass A{i}: ...\n") + "registry.register_value(x0, 1)\n"
    ),
    "imports of one name": lambda n: module("from tdom import html\n" * n),
    "imports of one name from many": lambda n: module(each(n, lambda i: f"from m{i} import html\n")),
    "guarded imports": lambda n: module("if TYPE_CHECKING:\n    from a import b\n" * n),
    "imports of many names": lambda n: module(f"from tdom import {', '.join(f'n{i}' for i in range(n))}\n"),
    "long dotted import": lambda n: module(f"import a{'.b' * n}\n"),
    "stars in one file": lambda n: module("from a import *\n" * n),
    "overloads": lambda n: module("@overload\ndef f(a: int) -> str: ...\n" * n),
    "functions of one name": lambda n: module("def f(a): return t'<b>{a}</b>'\n" * n),
    "classes of one name": lambda n: module("class F: ...\n" * n),
    "functions": lambda n: module(each(n, lambda i: f"def f{i}(a): return t'<b>{{a}}</b>'\n")),
    "functions that call each other": lambda n: module(
        each(n, lambda i: f"def f{i}(a): return f{i + 1}(a)\n") + f"def f{n}(a): return '<b>' + a\n"
        "def g(a): return html(t'<p>{f0(a)}</p>')\n"
    ),
    "functions that call each other in a ring": lambda n: module(
        each(n, lambda i: f"def f{i}(a): return f{(i + 1) % n}(a)\n") + "def g(a): return html(t'<p>{f0(a)}</p>')\n"
    ),
    "parameters": lambda n: module(f"def f({', '.join(f'a{i}: Inject[int] = 1' for i in range(n))}): ...\n"),
    "methods": lambda n: module("class A:\n" + each(n, lambda i: f"    def m{i}(self): return t'<b>{{self.a}}</b>'\n")),
    "properties": lambda n: module(
        "class A:\n"
        + each(n, lambda i: f"    @property\n    def p{i}(self) -> str: return t'<b>{{self.p{i + 1}}}</b>'\n")
    ),
    "class body": lambda n: module("@dataclass\nclass A:\n" + each(n, lambda i: f"    a{i}: int = {i}\n")),
    "class attributes": lambda n: module("class A:\n" + "    a = 1\n" * n),
    "decorators of a class": lambda n: module("@svcs.deco\n" * n + "class A: ...\n"),
    "decorators of a function": lambda n: module("@svcs.deco(a)\n" * n + "def f(): ...\n"),
    "decorated classes": lambda n: module(each(n, lambda i: f"@deco{i}\nclass A{i}: ...\n")),
    "decorators that derive": lambda n: module(
        "class D0: ...\n" + each(n, lambda i: f"class D{i + 1}(D{i}): ...\n@D{i + 1}\nclass A{i}: ...\n")
    ),
    "bases": lambda n: module(
        each(n, lambda i: f"class B{i}: ...\n") + f"class A({', '.join(f'B{i}' for i in range(n))}): ...\n"
    ),
    "type aliases": lambda n: module(
        each(n, lambda i: f"type T{i + 1} = T{i}\n") + f"def f(a: Inject[T{n}], b: T{n}): ...\n"
    ),
    "aliases of annotations": lambda n: module(
        "type T0 = Inject[int]\n" + each(n, lambda i: f"type T{i + 1} = Inject[int]\ndef f{i}(a: T{i}): ...\n")
    ),
    "exports": lambda n: module("__all__ = [" + '"page", ' * n + "]\n"),
    "type parameters": lambda n: module(f"def f[{', '.join(f'T{i} = int' for i in range(n))}](): ...\n"),
    "headers of type parameters": lambda n: module("def f[T = int](): ...\n" * n),
    "patches": lambda n: module("setattr(a, b, " * n + "\n"),
    "patched names": lambda n: module(each(n, lambda i: f"a.b{i} = 1\nsetattr(a, 'c{i}', 1)\n")),
    "folders": lambda n: {f"{'p/' * (i % 40 + 1)}m{i}.py": filled("from tdom import html\n") for i in range(n)},
    "modules": lambda n: {f"m{i}.py": filled("from tdom import html\nx = html(t'<p></p>')\n") for i in range(n)},
}
