"""Registrations and fetches: what containers are told about, and what they are asked for."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import Arguments, arguments_of, method_of, owner_of
from tdomcheck.facts.python.definitions import Definitions
from tdomcheck.facts.python.mentioned_imports import mentioned_imports
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.value_flow import branches_of
from tdomcheck.facts.records import FactoryFact, FetchFact, LookupFact, RegistrationFact, SiteFact
from tdomcheck.facts.services.containers import is_of_container
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query, unwrapped
from tdomcheck.values import replace


def registrations_in(view: ModuleView, definitions: Definitions) -> tuple[RegistrationFact, ...]:
    """Calls of `register_*` and decorators that register on a scan."""
    registrations = [fact for call in view.nodes["call"] if (fact := _registration(view, call)) is not None]
    for node in (*view.nodes["class"], *view.nodes["function"]):
        for decorator in definitions.decorator_nodes(node):
            fact = _decoration(view, node, decorator)
            if fact is not None:
                registrations.append(fact)
    return tuple(sorted(registrations, key=lambda fact: fact.start))


def _registration(view: ModuleView, call: tree_sitter.Node) -> RegistrationFact | None:
    method = method_of(view, call)
    function = call.child_by_field_name("function")
    if method not in api.REGISTER_METHODS or function is None:
        return None
    arguments = arguments_of(view, call)
    if method == "register" and not _is_of_locator(view, function, arguments):
        return None
    shift = 1 if _is_integration(view, function) else 0
    type_ = arguments.get(shift, "svc_type", "service_type")
    provider = arguments.get(shift + 1, "factory", "value", "implementation")
    span = view.span(call)
    fact = RegistrationFact(
        method,
        view.resolve(type_) if type_ is not None else "",
        FactoryFact(start=span.start, end=span.end),
        _lookup(view, arguments.keywords, is_located=method == "register"),
        SiteFact(
            owner=owner_of(view, call),
            receiver=_receiver(view, function),
            block=_block(call),
            is_quiet=arguments.has_star or view.is_expected_to_fail(call.start_byte),
            is_plain=_is_plain(call),
        ),
        span.start,
        span.end,
        kind_word=_text(view, arguments.keywords.get("kind")).strip("\"'"),
        method_start=view.span(function.child_by_field_name("attribute") or function).start,
    )
    return fact if provider is None else _with_provider(view, fact, provider)


def wired_imports(view: ModuleView, registrations: Sequence[RegistrationFact]) -> tuple[str, ...]:
    """The references of the imports that the calls which register are given, also in lambdas and by loops."""
    starts = {fact.start for fact in registrations if fact.method}
    calls = [call for call in view.nodes["call"] if view.span(call).start in starts] if starts else []
    sure = [call for call in calls if method_of(view, call) and not view.is_expected_to_fail(call.start_byte)]
    given = [value for call in sure for value in arguments_of(view, call).values]
    return tuple(dict.fromkeys(mentioned_imports(view, given)))


def _is_of_locator(view: ModuleView, function: tree_sitter.Node, arguments: Arguments) -> bool:
    """Whether `register`, which many things have, is the one of a service locator."""
    if _LOCATING & set(arguments.keywords):
        return True
    return len(arguments.positional) >= 2 and "locator" in view.text(function).lower()


_LOCATING = frozenset({"service_type", "implementation", "location", "resource"})


def _with_provider(view: ModuleView, fact: RegistrationFact, argument: tree_sitter.Node) -> RegistrationFact:
    """With what a registration gives: the expression of a factory or a value, also by a local name."""
    provider = unwrapped(argument)
    assigned = view.assigned(view.text(provider), provider.start_byte)
    origin = unwrapped(assigned) if assigned is not None else provider
    callee = origin.child_by_field_name("function") if origin.type == "call" else None
    place = view.span(provider)
    factory = FactoryFact(
        view.resolve(provider),
        literal_type(view, provider) if provider.type in _LITERALS else "",
        place.start,
        place.end,
        made_ref=view.resolve(callee) if callee is not None else "",
        auto_ref=_auto(view, origin) if callee is not None else "",
        is_async="factory" in fact.method and _is_async(view, provider),
    )
    held = tuple(held_by(view, provider)) if "value" in fact.method else ()
    return replace(fact, factory=factory, held=held, label_start=_label_start(view, argument))


_LITERALS = frozenset({"string", "integer", "float", "dictionary", "list", "tuple"})


def _lookup(
    view: ModuleView,
    keywords: Mapping[str, tree_sitter.Node],
    target: tree_sitter.Node | None = None,
    *,
    is_located: bool = False,
) -> LookupFact:
    """`target` is what a decorator names as `for_=`."""
    return LookupFact(
        is_located or target is not None or not _LOOKUPS.isdisjoint(keywords),
        for_ref=_shown(view, target),
        resource=_shown(view, keywords.get("resource")),
        location=location_of(view, keywords.get("location")),
    )


_LOOKUPS = frozenset({"resource", "location"})


def _auto(view: ModuleView, factory: tree_sitter.Node) -> str:
    function = factory.child_by_field_name("function")
    is_auto = function is not None and view.resolve(function) in api.AUTO
    arguments = arguments_of(view, factory).positional if is_auto else ()
    return view.resolve(arguments[0]) if arguments else ""


def _is_async(view: ModuleView, factory: tree_sitter.Node) -> bool:
    """Whether a factory is made by `auto_async(...)`, on every way where there are several; also by a name."""
    value_behind = view.given(factory)
    values = [value for _, value in branches_of(view, factory if value_behind is None else value_behind)]
    functions = [value.child_by_field_name("function") for value in values if value.type == "call"]
    made = [view.resolve(function) for function in functions if function is not None]
    return bool(made) and len(made) == len(values) and _ASYNC.issuperset(made)


_ASYNC = frozenset(name for name in api.AUTO if name.endswith("_async"))


def _label_start(view: ModuleView, value: tree_sitter.Node) -> int:
    parent = value.parent
    label = parent.child_by_field_name("name") if parent is not None and parent.type == "keyword_argument" else None
    return view.span(label).start if label is not None else -1


def held_by(view: ModuleView, value: tree_sitter.Node) -> Iterator[str]:
    """The types that containers are asked for in what a value keeps, also by local names."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        node = pending.pop()
        if node.id in seen:
            continue
        seen.add(node.id)
        if node.type == "call":
            if method_of(view, node) in api.FETCH_METHODS:
                yield from _asked(view, node)
            elif _may_keep(view, node):
                arguments = arguments_of(view, node)
                pending += arguments.values
        elif node.type == "identifier":
            pending += [inner for shown, inner in branches_of(view, node) if inner != shown]
        elif node.type == "conditional_expression":
            pending += node.named_children[::2]
        elif node.type == "pair":
            pending += node.children_by_field_name("value")
        elif node.type in _KEEPING:
            pending += node.named_children


_KEEPING = frozenset(
    {"await", "boolean_operator", "dictionary", "dictionary_splat", "list", "list_splat", "named_expression"}
    | {"parenthesized_expression", "set", "tuple"}
)
"""Expressions that hold what they are made of; an attribute or a text of a thing is no longer the thing."""


def _asked(view: ModuleView, call: tree_sitter.Node) -> list[str]:
    """What a container is asked for."""
    if not is_of_container(view, call.child_by_field_name("function")):
        return []
    return [reference for each in arguments_of(view, call).positional if (reference := view.resolve(each))]


def _may_keep(view: ModuleView, call: tree_sitter.Node) -> bool:
    """Whether a call makes an object of what it is given: a class, or one of its methods that make one."""
    function = call.child_by_field_name("function")
    parts = view.dotted(function).split(".") if function is not None else []
    return any(part.lstrip("_")[:1].isupper() for part in parts) or parts[-1:] == ["partial"]


def _block(node: tree_sitter.Node) -> int:
    """The start of the innermost block; the start of the file outside of any."""
    parent = node.parent
    while parent is not None and parent.type not in {"block", "lambda"}:
        parent = parent.parent
    return parent.start_byte if parent is not None else 0


def _is_plain(node: tree_sitter.Node) -> bool:
    """Whether a call is a statement of the body of a function."""
    statement = node.parent
    block = statement.parent if statement is not None and statement.type == "expression_statement" else None
    return block is not None and block.parent is not None and block.parent.type == "function_definition"


def _receiver(view: ModuleView, function: tree_sitter.Node) -> str:
    receiver = function.child_by_field_name("object")
    return view.text(receiver) if receiver is not None else ""


def _text(view: ModuleView, node: tree_sitter.Node | None) -> str:
    return "" if node is None or node.type == "none" else " ".join(view.text(node).split())


def location_of(view: ModuleView, node: tree_sitter.Node | None) -> str:
    """A path as it is compared, however it is spelt, also by a name of the file; else the text."""
    if node is None:
        return ""
    node = unwrapped(node)
    assigned = view.given(node)
    value = unwrapped(assigned) if assigned is not None else node
    function = value.child_by_field_name("function") if value.type == "call" else None
    if function is not None and view.resolve(function) in _PATHS:
        return _normal_path(view, value) or _text(view, node)
    reference = view.resolve(node) if node.type in {"identifier", "attribute"} else ""
    return reference if "." in reference else _text(view, node)


def _normal_path(view: ModuleView, call: tree_sitter.Node) -> str:
    """`PurePath("a", "b")` in one spelling; nothing where a part of it is no plain text."""
    arguments = arguments_of(view, call)
    texts = [_PLAIN.fullmatch(view.text(part)) for part in arguments.positional]
    parts = [text[2] for text in texts if text is not None]
    if arguments.has_star or arguments.keywords or len(parts) != len(texts):
        return ""
    return f'PurePath("{posixpath.normpath(posixpath.join("", *parts))}")'


_PATHS = frozenset({"pathlib.PurePath", "pathlib.PurePosixPath"})
_PLAIN = regex(r"""(["'])([^"'\\{}]*)\1""")


def _shown(view: ModuleView, node: tree_sitter.Node | None) -> str:
    """A reference, or the text of what is none."""
    return (view.resolve(node) if node is not None else "") or _text(view, node)


def _is_integration(view: ModuleView, function: tree_sitter.Node) -> bool:
    """`svcs.flask.register_value(app, T, v)` takes the application first."""
    return view.resolve(function).startswith("svcs.")


def decorations_in(view: ModuleView, definitions: Definitions) -> tuple[RegistrationFact, ...]:
    """Decorators of classes only: in a file that names nothing of ours, one of another file may still register."""
    registrations = []
    for node in view.nodes["class"]:
        for decorator in definitions.decorator_nodes(node):
            fact = _decoration(view, node, decorator)
            if fact is not None and not fact.decorator.startswith(("dataclasses.", "attr", "typing.", "functools.")):
                registrations.append(fact)
    return tuple(registrations)


def indirect_features(view: ModuleView) -> frozenset[str]:
    """What tells that something is registered by a way that is not followed."""
    words = set(_registry_takers(view)) if _HOLDING.search(view.source.utf8) else set()
    if _passes_method(view) or _calls_injectable(view):
        words.add(Feature.REGISTERING_INDIRECTLY)
    return frozenset(words)


def _passes_method(view: ModuleView) -> bool:
    """Whether a method that registers is named where it is not called."""
    if b"register_" not in view.source.utf8 and b"overwrite_" not in view.source.utf8:
        return False
    return any(_is_indirect(view, node) for node in (*_names_of(view.tree.root), *view.nodes["string"]))


def _calls_injectable(view: ModuleView) -> bool:
    """Whether a decorator that registers is used in any other way than as one."""
    aliases = {fact.alias for fact in view.imports if import_target(fact) in api.INJECTABLE}
    functions = (call.child_by_field_name("function") for call in view.nodes["call"])
    readers = (node for alias in aliases for node in view.readers.get(alias, []))
    return any(
        node is not None and view.resolve(node) in api.INJECTABLE and not _is_decoration(node)
        for node in (*readers, *functions)
    )


def _registry_takers(view: ModuleView) -> Iterator[str]:
    """What is called with a registry or a container, and so may register anything."""
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and _is_handed_registry(view, call):
            yield FeatureOf.HANDED_REGISTRY(view.resolve(function) or f"?{method_of(view, call)}")


def _names_of(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    nodes = tree_sitter.QueryCursor(compiled_query("(identifier) @name")).captures(root).get("name", [])
    return [node for node in nodes if node.text is not None and node.text.startswith((b"register_", b"overwrite_"))]


def _is_indirect(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A method that registers is named, and not to be called there and then."""
    if view.text(node).strip("\"'") not in _REGISTERING or node.parent is None:
        return False
    if node.type == "string":
        return node.parent.type == "argument_list"
    parent = node.parent
    if parent.type == "attribute" and parent.child_by_field_name("attribute") == node and parent.parent is not None:
        node, parent = parent, parent.parent
    if parent.type == "call":
        return parent.child_by_field_name("function") != node
    return parent.type not in {"function_definition", "dotted_name", "keyword_argument"}


def _is_decoration(node: tree_sitter.Node) -> bool:
    """`@injectable`, `@injectable(...)` or a base class."""
    parent = node.parent
    while parent is not None and parent.type == "attribute":
        node, parent = parent, parent.parent
    if parent is not None and parent.type == "call" and parent.child_by_field_name("function") == node:
        parent = parent.parent
    if parent is not None and parent.type == "argument_list" and parent.parent is not None:
        parent = parent.parent
    return parent is not None and parent.type in {"decorator", "class_definition", "dotted_name", "aliased_import"}


def _is_handed_registry(view: ModuleView, call: tree_sitter.Node) -> bool:
    """Whether a function is given what looks like a registry or a container, and so may register anything."""
    arguments = arguments_of(view, call)
    for argument in arguments.values:
        dotted = view.dotted(argument)
        if _HOLDER.search(dotted.rpartition(".")[2]) is not None and not view.text(argument)[:1].isupper():
            return True
        value = view.assigned(dotted, argument.start_byte) if argument.type == "identifier" else None
        if value is not None and value.type == "call" and _HOLDER.search(method_of(view, value)) is not None:
            return True
    return False


_HOLDER = regex(r"(?i)regist(?:ry|ries)$|container$|locator$")
_HOLDING = regex(rb"(?i)regist(?:ry|ries)|container|locator")
_REGISTERING = api.REGISTER_METHODS - {"register"}


def _decoration(view: ModuleView, node: tree_sitter.Node, decorator: tree_sitter.Node) -> RegistrationFact | None:
    callee = decorator.child_by_field_name("function") if decorator.type == "call" else decorator
    reference = view.resolve(callee) if callee is not None else ""
    if not reference:
        return None
    keywords = arguments_of(view, decorator).keywords if decorator.type == "call" else {}
    name = node.child_by_field_name("name") or node
    own = view.resolve(name) or f":{view.text(name)}"
    target = keywords.get("for_")
    span = view.span(decorator)
    return RegistrationFact(
        "",
        view.resolve(target) if target is not None else own,
        FactoryFact(own, start=span.start, end=span.end),
        _lookup(view, keywords, target),
        SiteFact(owner=owner_of(view, node), block=_block(node)),
        span.start,
        span.end,
        is_bare=decorator.type != "call",
        decorator=reference,
    )


def fetches_in(view: ModuleView) -> tuple[FetchFact, ...]:
    """Calls such as `container.get(X)` of something that may be a container."""
    fetches: list[FetchFact] = []
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and method_of(view, call) in api.FETCH_METHODS:
            arguments = map(unwrapped, arguments_of(view, call).positional)
            fetches += [_fetch(view, call, function, argument) for argument in arguments if view.resolve(argument)]
    return tuple(fetches)


def _fetch(
    view: ModuleView, call: tree_sitter.Node, function: tree_sitter.Node, argument: tree_sitter.Node
) -> FetchFact:
    span = view.span(argument)
    return FetchFact(
        method_of(view, call),
        view.resolve(argument),
        span.start,
        span.end,
        owner_of(view, call),
        _receiver(view, function),
        is_quiet=view.is_expected_to_fail(call.start_byte),
        is_of_container=is_of_container(view, function),
    )
