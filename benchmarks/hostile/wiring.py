"""Services: registrations, injections, scans, middleware, and the classes that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostile.names import each, filled
from hostile.values import HEAD

START = HEAD.replace("from svcs_di import Inject, auto", (
    "import svcs\nfrom pathlib import PurePath\nfrom svcs_di import Get, Inject, Resource, auto\n"
    "from svcs_hopscotch.injectors import injectable\n"
    "from tdom_svcs import hookable, middleware, register_hookable, register_middleware, scan"
)) + "    pass\n\n"  # fmt: skip


def wired(text: str) -> Mapping[str, str]:
    return {"app.py": START + text}


def wire(classes: str, calls: str) -> Mapping[str, str]:
    return wired(f"{classes}\ndef wire(registry, container, locator, a):\n    pass\n{calls}")


SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "chain of dataclasses that inject": lambda n: wired(
        "@dataclass\nclass A0: ...\n"
        + each(n, lambda i: f"@dataclass\nclass A{i + 1}(A{i}):\n    a{i}: Inject[A{i}]\n")
        + "registry.register_factory(A1, A1)\n"
    ),
    "chain of dataclasses that are all registered": lambda n: wired(
        "@dataclass\nclass A0: ...\n"
        + each(
            n,
            lambda i: (
                f"@dataclass\nclass A{i + 1}(A{i}):\n    a{i}: Inject[A0]\n"
                f"registry.register_factory(A{i + 1}, A{i + 1})\ncontainer.get(A{i + 1})\n"
            ),
        )
    ),
    "chain of components that inherit": lambda n: wired(
        "@dataclass\nclass A0: ...\n"
        + each(
            n,
            lambda i: (
                f"@dataclass\nclass A{i + 1}(A{i}):\n    a{i}: int\n    def __call__(self): return t'<{{A{i}}} />'\n"
            ),
        )
    ),
    "heirs of a class that is no dataclass": lambda n: wired(
        "class D0:\n    x: Inject[int]\n\n\n"
        + each(n, lambda i: f"@dataclass\nclass D{i + 1}(D{i}): ...\n@dataclass\nclass E{i + 1}(D{i}): ...\n")
    ),
    "diamonds": lambda n: wired(
        "@dataclass\nclass A0: ...\n"
        + each(
            n,
            lambda i: (
                f"@dataclass\nclass L{i}(A{i}): ...\n@dataclass\nclass R{i}(A{i}): ...\n"
                f"@dataclass\nclass A{i + 1}(L{i}, R{i}):\n    a{i}: Inject[A{i}]\n"
            ),
        )
    ),
    "classes that inherit in a ring": lambda n: wired(
        each(n, lambda i: f"@dataclass\nclass A{i}(A{(i + 1) % n}):\n    a: Inject[A0]\n")
    ),
    "services in a ring": lambda n: wired(
        each(n, lambda i: f"@injectable\n@dataclass\nclass A{i}:\n    a: Inject[A{(i + 1) % n}]\n")
    ),
    "services in a chain": lambda n: wired(
        each(n, lambda i: f"@injectable\n@dataclass\nclass A{i}:\n    a: Inject[A{i + 1}]\n")
        + f"@injectable\nclass A{n}: ...\n"
    ),
    "services on many ways": lambda n: wired(
        each(n, lambda i: f"@injectable\n@dataclass\nclass A{i}:\n    a: Inject[A{i + 1}]\n    b: Inject[A{i + 2}]\n")
    ),
    "services that inject the package": lambda n: wired(
        "@injectable\n@dataclass\nclass A:\n"
        + each(n, lambda i: f"    a{i}: Inject[B{i}]\n")
        + each(n, lambda i: f"@injectable\nclass B{i}: ...\n")
    ),
    "async services in a chain": lambda n: wired(
        "async def make(): ...\n"
        + each(
            n,
            lambda i: (
                f"@injectable\n@dataclass\nclass A{i}:\n    a: Inject[A{i + 1}]\n    def __call__(self): return t'<p></p>'\n"
            ),
        )
        + f"registry.register_factory(A{n}, make)\nhtml(t'<{{A0}} />', context=container)\n"
    ),
    "registrations": lambda n: wire(
        each(n, lambda i: f"class A{i}: ...\n"), each(n, lambda i: f"    registry.register_factory(A{i}, A{i})\n")
    ),
    "registrations of one type": lambda n: wire("class A: ...\n", "    registry.register_factory(A, A)\n" * n),
    "registrations of one type on conditions": lambda n: wire(
        "class A: ...\n", "    if a: registry.register_value(A, container.get(A))\n" * n
    ),
    "registrations by decorator": lambda n: wired("@injectable\nclass A: ...\n" * n),
    "registrations in files": lambda n: {
        f"m{i}.py": filled(f"class A{i}: ...\ndef svcs_registry(registry):\n    registry.register_value(A{i}, 1)\n")
        for i in range(n)
    },
    "registrations of one type in files": lambda n: (
        {"base.py": "class A: ...\n"}
        | {
            f"m{i}.py": filled("from base import A\ndef wire(registry):\n    registry.register_value(A, 1)\n")
            for i in range(n)
        }
    ),
    "values of names": lambda n: wire(
        "class A: ...\n", each(n, lambda i: f"    v{i} = container.get(A)\n    registry.register_value(A, v{i})\n")
    ),
    "a value made of values": lambda n: wire(
        "class A: ...\n",
        "    v0 = container.get(A)\n"
        + each(n, lambda i: f"    v{i + 1} = [v{i}, v{i}]\n")
        + f"    registry.register_value(A, v{n})\n",
    ),
    "registries made again": lambda n: wire(
        "class A: ...\n", "    registry = svcs.Registry()\n    registry.register_value(A, 1)\n" * n
    ),
    "registries that are handed on": lambda n: wire("", each(n, lambda i: f"    setup{i}(registry)\n")),
    "set-ups that call each other": lambda n: wired(
        each(
            n, lambda i: f"def setup{i}(registry):\n    registry.register_value(A{i}, 1)\n    setup{i + 1}(registry)\n"
        )
    ),
    "overrides": lambda n: wired(
        "@dataclass\nclass Card:\n    title: str\n    def __call__(self): return t'<p>{self.title}</p>'\n"
        + each(n, lambda i: f"@injectable(for_=Card)\n@dataclass\nclass Card{i}(Card):\n    b{i}: str\n")
        + "def f(x): return html(t'<{Card} title={x} />', context=x)\n"
    ),
    "overridden components": lambda n: wired(
        "@dataclass\nclass Card:\n    title: str\n"
        + each(n, lambda i: f"@injectable(for_=Card)\n@dataclass\nclass Card{i}(Card):\n    b{i}: str\n")
        + "def f(x): return html(t'"
        + "<{Card} title={x} />" * n
        + "', context=x)\n"
    ),
    "locations": lambda n: wired(
        "class A: ...\n"
        + each(n, lambda i: f'@injectable(for_=A, location=PurePath("/a{i}"), resource=A)\nclass A{i}: ...\n')
    ),
    "locations by name": lambda n: wired(
        "class A: ...\n"
        + each(n, lambda i: f'L{i} = PurePath("/a", "b{i}")\n@injectable(for_=A, location=L{i})\nclass A{i}: ...\n')
    ),
    "long location": lambda n: wired('@injectable(location=PurePath("' + "/a" * n + '"))\nclass A: ...\n'),
    "scans": lambda n: wire("", "    scan(registry, 'app')\n" * n),
    "scans of texts": lambda n: wire("", "    scan(registry, " + ", ".join(f"'app.b{i}'" for i in range(n)) + ")\n"),
    "scanned modules": lambda n: (
        {
            "shop/__init__.py": "",
            "shop/app.py": "from tdom_svcs import scan\ndef wire(registry):\n    scan(registry, 'shop')\n",
        }
        | {f"shop/m{i}.py": filled(f"from svcs_di import injectable\n@injectable\nclass A{i}: ...\n") for i in range(n)}
    ),
    "scans of modules": lambda n: (
        {
            "shop/__init__.py": "",
            "shop/app.py": "from tdom_svcs import scan\ndef wire(registry):\n"
            + each(n, lambda i: f"    scan(registry, 'shop.m{i}')\n"),
        }
        | {f"shop/m{i}.py": filled(f"from svcs_di import injectable\n@injectable\nclass A{i}: ...\n") for i in range(n)}
    ),
    "middleware": lambda n: wired(
        each(
            n,
            lambda i: (
                f"@middleware\nclass M{i}:\n    priority = {i}\n    def __call__(self, target, props, context): return props\n"
            ),
        )
    ),
    "registered middleware": lambda n: wire(
        each(n, lambda i: f"class M{i}:\n    async def __call__(self, target, props, context): return props\n"),
        each(n, lambda i: f"    register_middleware(registry, M{i})\n"),
    ),
    "middleware that inherits": lambda n: wired(
        "@middleware\nclass M0: ...\n" + each(n, lambda i: f"@middleware\nclass M{i + 1}(M{i}): ...\n")
    ),
    "middleware maps": lambda n: wired("@hookable(middleware={" + '"pre": [A], ' * n + "})\nclass B: ...\n"),
    "middleware in one map": lambda n: wired('@hookable(middleware={"pre": [' + "A, " * n + "]})\nclass B: ...\n"),
    "categories": lambda n: wire("", "    register_middleware(registry, A, categories=" * n + "\n"),
    "category lists": lambda n: wire("", f"    register_middleware(registry, A, categories=[{'A, ' * n}])\n"),
    "hookables": lambda n: wire("", each(n, lambda i: f"    register_hookable(registry, A{i}, B)\n")),
    "fetches": lambda n: wire("class A: ...\n", "    x = container.get(A)\n" * n),
    "fetches of much": lambda n: wire("class A: ...\n", f"    x = container.get({'A, ' * n})\n"),
    "containers": lambda n: wire("class A: ...\n", "    with svcs.Container(registry) as c: c.get(A)\n" * n),
    "renders with a container": lambda n: wire("", '    html(t"<p></p>", context=container)\n' * n),
    "injected parameters": lambda n: wired(f"def f({', '.join(f'a{i}: Inject[A{i}]' for i in range(n))}): ...\n"),
    "things that are asked for an attribute": lambda n: wired(
        "def f(" + ", ".join(f"a{i}: Annotated[str, Get(A, 'b')]" for i in range(n)) + "): ...\nclass A: ...\n"
    ),
    "implementations": lambda n: wire(
        "class P: ...\n" + each(n, lambda i: f"class A{i}(P): ...\n"),
        each(n, lambda i: f"    locator.register(P, A{i})\n"),
    ),
}
