"""TDC415: `svcs.autowire` as the decorator of a class."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_AUTOWIRE = frozenset(
    {
        "svcs.autowire",
        "svcs.aautowire",
        "svcs._autowire.autowire",
        "svcs._autowire.aautowire",
        "svcs_di.auto",
        "svcs_di.auto_async",
        "svcs_di.auto.auto",
        "svcs_di.auto.auto_async",
    }
)


class AutowireAsDecorator(td.FileRule):
    """
    ## What

    `@svcs.autowire`, or `@auto` of svcs-di, above a class.

    ## Why

    Both return a factory, so that the name no longer means the class but a function: `isinstance`, subclasses and every
    `Repo(...)` of the application's own break, and no type checker knows what `container.get(Repo)` gives.

    ## Instead

    Call it where the class is registered: `registry.register_factory(Repo, svcs.autowire(Repo))`.

    ## Example

    ```python
    @svcs.autowire  # bad
    class Repo: ...


    registry.register_factory(Repo, svcs.autowire(Repo))  # good
    ```
    """

    CODE = "TDC415"
    SLUG = "autowire-as-decorator"
    GROUP = "services"
    SUMMARY = "a class is replaced by its own factory"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features=td.FeatureOf.IMPORT.each("svcs", "svcs_di"), tokens={"auto"})

    VALID: t.ClassVar = [
        "import svcs\n\nclass Repo: ...\n\nregistry.register_factory(Repo, svcs.autowire(Repo))",
        "import svcs\n\n@svcs.autowire\ndef make(db: int): ...",
        "from shop import autowire\n\n@autowire\nclass Repo: ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid("import svcs\n\n@«svcs.autowire»\nclass Repo: ..."),
        td.invalid(
            "from svcs_di import auto\nfrom dataclasses import dataclass\n\n@«auto»\n@dataclass\nclass Repo: ..."
        ),
    ]

    def check_file(self) -> None:
        for node in self.view.nodes["class"]:
            for decorator in td.python.definitions_of(self.view).decorator_nodes(node):
                if self.view.resolve(decorator) in _AUTOWIRE and not self.view.is_expected_to_fail(node.start_byte):
                    name = self.view.text(node.child_by_field_name("name") or node)
                    text = self.view.text(decorator)
                    self.report_span(
                        self.view.span(decorator),
                        f"`@{text}` replaces the class `{name}` by a function",
                        note=f"`{name}` is then a factory: `{name}(...)`, subclasses and isinstance fail",
                        help=f"register it with registry.register_factory({name}, {text}({name}))",
                    )
