"""TDC603: a registering decorator that is used in a way that registers nothing."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


_FOREIGN = ("contextlib.", "dataclasses.", "functools.", "pytest.", "typing.")


class InjectableUsage(td.FileRule):
    """
    ## What

    `@injectable(X)` with a positional argument, `@injectable` on a function without `for_=`, or `for_=` that names a
    function. The same goes for `@middleware`, `@hookable` and every other decorator that derives from `injectable`.

    ## Why

    A positional argument is what is decorated: `@injectable(Greeting)` marks `Greeting`, and then calls it with the new
    class, so that the new name is an object or `TypeError: Greeting() takes no arguments`. A function without `for_`
    stops the scan: `ValueError: Function make must specify for_ parameter in @injectable decorator`. And only classes
    are looked up for another implementation, so that `for_=` a function is silently ignored.

    ## Instead

    `@injectable(for_=Greeting)`.

    ## Example

    ```python
    @injectable(Greeting)  # bad
    class Hello(Greeting): ...


    @injectable(for_=Greeting)  # good
    class Hello(Greeting): ...
    ```
    """

    CODE = "TDC603"
    SLUG = "injectable-usage"
    GROUP = "registry"
    SUMMARY = "a registering decorator registers nothing in this way"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={*td.services.MARKER_FEATURES, td.FeatureOf.IMPORT("tdom"), td.Feature.TEMPLATE}, tokens={"@"}
    )

    _HEAD = "from svcs_hopscotch import injectable\nfrom shop import Greeting\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}@injectable\nclass Hello: ...",
        f"{_HEAD}@injectable(for_=Greeting)\nclass Hello: ...",
        f"{_HEAD}@injectable(for_=Greeting)\ndef make(): ...",
        "from shop import Greeting, injectable\n\n@injectable(Greeting)\nclass Hello: ...",
        f"{_HEAD}def test_mark():\n    @injectable\n    def make(): ...\n    assert make.marks",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}@«injectable(Greeting)»\nclass Hello: ...",
            fixed=f"{_HEAD}@injectable(for_=Greeting)\nclass Hello: ...",
        ),
        td.invalid(f"{_HEAD}@«injectable»\ndef make(): ..."),
        td.invalid(f"{_HEAD}@«injectable(location=None)»\ndef make(): ..."),
        td.invalid(f"{_HEAD}def card(): ...\n\n@injectable(for_=«card»)\nclass Hello: ..."),
        td.invalid(f"{_HEAD}class view(injectable):\n    kind = 'view'\n\n@«view»\ndef page(): ..."),
    ]
    SKIP_DERIVED: t.ClassVar = {"in a class": "a scan does not look at methods"}

    def check_file(self) -> None:
        for node in (*self.view.nodes["class"], *self.view.nodes["function"]):
            if self.view.is_expected_to_fail(node.start_byte):
                continue
            for decorator in td.services.registering_decorators(self.view, node):
                self._check(node, decorator)
            if node.type == "function_definition":
                for decorator in td.python.definitions_of(self.view).decorator_nodes(node):
                    self._check_elsewhere(node, decorator)

    def _check(self, node: Node, decorator: Node) -> None:
        if self._is_own(decorator):
            return
        arguments = td.python.arguments_of(self.view, decorator) if decorator.type == "call" else None
        name = self.view.text(decorator.child_by_field_name("function") or decorator)
        if arguments is not None and arguments.positional and not arguments.has_star:
            self._report_positional(node, decorator, arguments.positional[0], name)
            return
        if arguments is not None and arguments.has_star:
            return
        target = arguments.keywords.get("for_") if arguments is not None else None
        if target is not None:
            self._check_target(target, name)
        elif node.type == "function_definition" and not (self._is_method(node) or self._is_in_test(node)):
            self._report_function(node, decorator, None)

    def _check_elsewhere(self, node: Node, decorator: Node) -> None:
        """A decorator of another file, which may derive from `injectable`."""
        reference = td.python.decorator_reference(self.view, decorator)
        arguments = td.python.arguments_of(self.view, decorator) if decorator.type == "call" else None
        is_told = arguments is not None and (arguments.has_star or "for_" in arguments.keywords)
        is_here = reference.startswith((":", *_FOREIGN)) or reference in td.api.INJECTABLE
        if not reference or is_here or is_told or self._is_method(node) or self._is_in_test(node):
            return
        self._report_function(node, decorator, td.Premise(reference, (), (td.project.REGISTERING,)))

    def _report_function(self, node: Node, decorator: Node, premise: td.Premise | None) -> None:
        name = self.view.text(decorator.child_by_field_name("function") or decorator)
        shown = td.python.path_of(self.view, node)
        self.report_span(
            self.view.span(decorator),
            f"`@{name}` is used on the function `{shown}` without `for_`",
            note=f"the scan raises ValueError: Function {shown.rpartition('.')[2]} must specify for_ parameter in "
            "@injectable decorator",
            help="say what it makes: for_=TYPE",
            premise=premise,
        )

    def _is_own(self, decorator: Node) -> bool:
        """A decorator class of this file that changes how it is called."""
        class_ = td.python.classes_of(self.view).get(td.python.decorator_reference(self.view, decorator))
        lineage = [class_] if class_ is not None else []
        while lineage and (base := td.python.classes_of(self.view).get((lineage[-1].bases or ("",))[0])) is not None:
            if base in lineage:
                break
            lineage.append(base)
        return any({"__new__", "__init__", "__call__", "post_decorate"} & owner.names for owner in lineage)

    def _is_in_test(self, node: Node) -> bool:
        """What is local to a test may never be scanned."""
        *outer, _ = td.python.path_of(self.view, node).split(".")
        return any(name.startswith("test_") for name in outer)

    def _is_method(self, node: Node) -> bool:
        return self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)].kind == "class"

    def _report_positional(self, node: Node, decorator: Node, argument: Node, name: str) -> None:
        text = self.view.text(argument)
        own = self.view.text(node.child_by_field_name("name") or node)
        is_simple = td.python.unwrapped(argument).type in {"identifier", "attribute"}
        arguments = td.python.arguments_of(self.view, decorator)
        is_alone = len(arguments.positional) == 1 and "for_" not in arguments.keywords
        place = self.view.span(argument).start
        fix = td.Fix(f"Register it for {text}", (td.Edit(place, place, "for_="),)) if is_simple and is_alone else None
        self.report_span(
            self.view.span(decorator),
            f"`@{name}({text})` decorates `{text}`, the class in parentheses, and not `{own}` below it",
            fix=fix,
            note=f"Python then calls {text}({own}), and the name `{own}` means what that gives, unless it raises; "
            f"nothing is registered for `{own}`",
            help=f"write for_={text}",
        )

    def _check_target(self, target: Node, name: str) -> None:
        target = td.python.unwrapped(target)
        definition = td.python.definition(self.view, self.view.resolve(target))
        premise = td.premise(self.view, target, "function") if definition is None else None
        is_here = (
            definition is not None and definition.type == "function_definition" and not self._is_method(definition)
        )
        if not is_here and premise is None:
            return
        text = self.view.text(target)
        place = self.view.span(definition.child_by_field_name("name") or definition) if definition is not None else None
        self.report_span(
            self.view.span(target),
            f"`@{name}(for_={text})` names a function; only classes are replaced by other implementations",
            severity=td.Severity.WARNING,
            related=(td.Related(self.path, place, "it is a function"),) if place is not None else (),
            note="a component that is a function is rendered as it is; this registration is silently ignored",
            help="make the component a class",
            premise=premise,
        )
