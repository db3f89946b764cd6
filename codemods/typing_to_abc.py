"""`typing-to-abc`: aliases of the standard library that typing keeps for the sake of old code."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_ABC = (
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "Callable",
    "Collection",
    "Container",
    "Coroutine",
    "Generator",
    "Hashable",
    "ItemsView",
    "Iterable",
    "Iterator",
    "KeysView",
    "Mapping",
    "MappingView",
    "MutableMapping",
    "MutableSequence",
    "MutableSet",
    "Reversible",
    "Sequence",
    "Sized",
    "ValuesView",
)
_MOVED: t.Final = {
    **{name: ("collections.abc", name) for name in _ABC},
    "AbstractSet": ("collections.abc", "Set"),
    "ContextManager": ("contextlib", "AbstractContextManager"),
    "AsyncContextManager": ("contextlib", "AbstractAsyncContextManager"),
    "Counter": ("collections", "Counter"),
    "ChainMap": ("collections", "ChainMap"),
    "DefaultDict": ("collections", "defaultdict"),
    "Deque": ("collections", "deque"),
    "OrderedDict": ("collections", "OrderedDict"),
    "Pattern": ("re", "Pattern"),
    "Match": ("re", "Match"),
}
_BUILTIN: t.Final = {
    "Dict": "dict",
    "FrozenSet": "frozenset",
    "List": "list",
    "Set": "set",
    "Tuple": "tuple",
    "Type": "type",
}


_BRACKETS: t.Final = (3, 9)
"""The release that gave brackets to what the names stand for."""
_TARGETS: t.Final = frozenset(
    {"pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list", "parenthesized_expression"}
)
_WRITING: t.Final = frozenset({"delete_statement", "as_pattern_target"})
_BINDING: t.Final = frozenset({"assignment", "augmented_assignment", "for_statement", "for_in_clause"})
_AROUND: t.Final = frozenset({"subscript", "tuple", "list", "parenthesized_expression"})
_COMPARING: t.Final = frozenset({"comparison_operator", "set"})
_OF_TYPING: t.Final = frozenset({"copy_with"})
_OF_GENERICS: t.Final = frozenset({"__origin__", "__args__", "__parameters__"})
"""What `list[int]` has as well as `List[int]`, and `list` has not."""
_IMPORTING: t.Final = frozenset({"dotted_name", "aliased_import", "import_statement", "import_from_statement"})


class TypingToAbc(td.EditCodemod):
    """Replaces what typing only renames, where the name means that through an import of the file itself."""

    NAME = "typing-to-abc"
    DESCRIPTION = "Names of typing that only stand for others become those: collections.abc, builtins, re."
    OPTIONS = (td.option("builtins", default=True, help="Also `List`, `Dict`, `Tuple` and the like."),)
    GATE = td.Gate(tokens={"typing"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "from typing import Iterable\n\n\ndef first(items: Iterable[str]) -> str: ...\n",
            "from collections.abc import Iterable\n\n\ndef first(items: Iterable[str]) -> str: ...\n",
        ),
        td.codemods.example(
            "from typing import Any, Callable, Sequence\n\nhooks: Sequence[Callable[[Any], None]] = ()\n",
            """
            from collections.abc import Callable, Sequence
            from typing import Any

            hooks: Sequence[Callable[[Any], None]] = ()
            """,
        ),
        td.codemods.example(
            "import typing as t\n\nx: t.Mapping[str, t.Any] = {}\n",
            """
            import typing as t
            from collections.abc import Mapping

            x: Mapping[str, t.Any] = {}
            """,
        ),
        td.codemods.example("from typing import List\n\nx: List[int] = []\n", "x: list[int] = []\n"),
        td.codemods.example("from typing import List\n\nx: List[int] = []\n", options={"builtins": False}),
        td.codemods.example(
            "from typing import List\n\nx: List[int] = []\n",
            "from typing import List\n\nx: list[int] = []\n",
            path="e.py",
            files={"a.py": "from e import *\n\ny: List[int] = []\n"},
        ),
        td.codemods.example("from typing import Any, Protocol\n\nx: Any = 1\n"),
        td.codemods.example(
            "from typing import AbstractSet\n\n\ndef f(x: AbstractSet[int]) -> None: ...\n",
            "from collections.abc import Set as AbstractSet\n\n\ndef f(x: AbstractSet[int]) -> None: ...\n",
        ),
        td.codemods.example("def Iterable(x): ...\n\n\nfrom_typing = Iterable('typing')\n"),
        td.codemods.example("import typing as t\n\n\nclass Sequence: ...\n\n\nx: t.Sequence[Sequence] = ()\n"),
        td.codemods.example("from typing import List\n\n\nclass Shop:\n    def list(self) -> List[str]: ...\n"),
        td.codemods.example(
            "try:\n    from typing import Sequence\nexcept ImportError:\n    from typing_extensions import Sequence\n"
        ),
        td.codemods.example("from typing import Text as Sequence\n\nx: Sequence = ''\n"),
        td.codemods.example(
            "import typing\nfrom typing import List\n\n\ndef f(x: 'List[int]') -> 'typing.Mapping[str, List]': ...\n",
            """
            from collections.abc import Mapping


            def f(x: 'list[int]') -> 'Mapping[str, list]': ...
            """,
        ),
        td.codemods.example("from typing import List\n\nx: List[int] = []\nassert List[int] is not list[int]\n"),
        td.codemods.example("import typing\n\nTYPES = {typing.List: 'old', list: 'new'}\n"),
        td.codemods.example("import typing\n\ntyping.List = dict\n"),
        td.codemods.example(
            "import sys\n\nif sys.version_info >= (3, 9):\n    from collections.abc import Set as ABCSet\nelse:\n"
            "    from typing import Set as ABCSet\n\nx: ABCSet[int]\n"
        ),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        too_new = self._too_new(view)
        yield from (self._left(span, reason) for span, reason in too_new.values())
        hindered = set(too_new)
        for name, node in _references(view):
            reason = _hindrance(view, node) if self._is_asked_for(name) else ""
            if reason:
                hindered.add(name)
                yield self._left(view.span(node), reason)
        quoted_names = [*td.python.quoted_names(view)]
        for quoted in quoted_names:
            name = quoted.reference.removeprefix("typing.")
            if quoted.is_beside_text and name != quoted.reference and self._is_asked_for(name):
                hindered.add(name)
                yield self._left(quoted.span, _beside_text(quoted.text))
        for statement in view.nodes["import"]:
            yield from self._imports(view, statement, hindered)
        for name, node in _references(view):
            if name not in hindered:
                yield from self._reference(view, name, view.span(node), is_dotted=node.type == "attribute")
        for quoted in quoted_names:
            package, _, name = quoted.reference.partition(".")
            if package == "typing" and name not in hindered:
                yield from self._reference(view, name, quoted.span, is_dotted="." in quoted.text)

    def _too_new(self, view: td.ModuleView) -> dict[str, tuple[td.Span, str]]:
        """The names that stand before brackets, where an old Python has none for what they stand for; each once."""
        oldest = self.targets.python
        if not oldest or oldest >= _BRACKETS:
            return {}
        release = ".".join(map(str, oldest[:2]))
        places = [(name, view.span(node)) for name, node in _references(view)]
        places += ((quoted.reference.removeprefix("typing."), quoted.span) for quoted in td.python.quoted_names(view))
        return {
            name: (span, f"{_named(name)}[...] needs Python 3.9, and this project is for {release}")
            for name, span in sorted(places, reverse=True)
            if self._is_asked_for(name) and view.source.data[span.end : span.end + 1] == b"["
        }

    def _is_asked_for(self, name: str) -> bool:
        return name in _MOVED or (name in _BUILTIN and bool(self.option("builtins")))

    def _left(self, span: td.Span, reason: str) -> td.codemods.Remainder:
        return td.codemods.Remainder(self.context.filename or "", span, reason)

    def _imports(
        self, view: td.ModuleView, statement: Node, hindered: t.Collection[str]
    ) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        """`from typing import Iterable`: the name stays, and comes from where it lives."""
        origin = statement.child_by_field_name("module_name")
        if origin is None or view.text(origin) != "typing" or td.python.is_fallback(statement):
            return
        unsure = td.python.unsure_names(view)
        told = ((name, *_told(view, name)) for name in statement.children_by_field_name("name"))
        moving = [name for name, own, bound in told if own in _MOVED and own not in hindered and bound not in unsure]
        yield from self._moved(view, statement, moving)

    def _moved(
        self, view: td.ModuleView, statement: Node, moving: t.Sequence[Node]
    ) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        homes = {_MOVED[_told(view, name)[0]][0] for name in moving}
        if len(moving) == len(statement.children_by_field_name("name")) and len(homes) == 1:
            yield self._elsewhere(view, statement, moving)
        elif moving and _is_at_top(statement) and not any(" as " in _spelling(view, name) for name in moving):
            requests = tuple(td.ImportRequest(*_MOVED[_told(view, name)[0]]) for name in moving)
            yield td.Fix(
                "Import it from where it lives",
                td.codemods.without_names(view, [(statement, moving)]),
                imports=requests,
            )
        elif moving:
            reason = "the names of this import live in several modules; give each an import of its own"
            yield self._left(view.span(statement), reason)

    def _elsewhere(self, view: td.ModuleView, statement: Node, names: t.Sequence[Node]) -> td.Fix:
        origin = statement.child_by_field_name("module_name")
        places = [(view.span(name), _spelling(view, name)) for name in names]
        edits = [
            td.Edit(span.start, span.end, text)
            for span, text in places
            if view.source.slice(span.start, span.end) != text
        ]
        if origin is not None:
            span = view.span(origin)
            edits.append(td.Edit(span.start, span.end, _MOVED[_told(view, names[0])[0]][0]))
        return td.Fix("Import it from where it lives", tuple(sorted(edits)))

    def _reference(
        self, view: td.ModuleView, name: str, span: td.Span, *, is_dotted: bool
    ) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        if name in _BUILTIN and self.option("builtins"):
            if _is_bound(view, _BUILTIN[name]):
                yield self._left(span, f"{_BUILTIN[name]} means something else in this file")
            else:
                yield td.Fix("Name the builtin", (td.Edit(span.start, span.end, _BUILTIN[name]),))
        elif name in _MOVED and is_dotted:
            spelled = td.importable(view, *_MOVED[name])
            if spelled is None:
                yield self._left(span, f"{_MOVED[name][1]} means something else in this file")
            else:
                text, imports = spelled
                yield td.Fix("Name what it stands for", (td.Edit(span.start, span.end, text),), imports=imports)


def _named(name: str) -> str:
    return _BUILTIN.get(name) or ".".join(_MOVED[name])


def _hindrance(view: td.ModuleView, node: Node) -> str:
    """Why a name of typing has to stay in all of the file, or nothing."""
    dotted = view.text(node)
    if dotted.partition(".")[0] in td.python.unsure_names(view):
        return f"{dotted} comes from more than one place in this file"
    if _is_written(node):
        return f"{dotted} is set or deleted here, which is done to typing itself"
    if _is_compared(view, node):
        return f"{dotted} is compared or looked up here, and is not what it stands for"
    if node.id in td.python.beside_texts(view):
        return _beside_text(dotted)
    own = _own_attribute(view, node)
    return f"{dotted} is asked for its `{own}` here, which typing alone has: do without it first" if own else ""


def _beside_text(dotted: str) -> str:
    """Whoever evaluates it gets a TypeError, be it the import or later `get_type_hints`."""
    return (
        f"{dotted} stands beside a text in `|`, where only names of typing may: put the quotes around all of it first"
    )


def _own_attribute(view: td.ModuleView, node: Node) -> str:
    """What a name of typing is asked for, by itself or with brackets, that it does not have from what it stands for."""
    around = node.parent
    is_generic = around is not None and around.type == "subscript" and around.child_by_field_name("value") == node
    holder = around if around is not None and is_generic else node
    attribute = holder.parent.child_by_field_name("attribute") if holder.parent is not None else None
    name = view.text(attribute) if attribute is not None and attribute != holder else ""
    is_shared = not name.startswith("_") or (is_generic and name in _OF_GENERICS)
    return "" if is_shared and name not in _OF_TYPING else name


def _is_written(node: Node) -> bool:
    target, around = node, node.parent
    while around is not None and around.type in _TARGETS:
        target, around = around, around.parent
    if around is None or around.type in _WRITING:
        return around is not None
    left = around.child_by_field_name("left")
    return left is not None and left.id == target.id and around.type in _BINDING


def _is_compared(view: td.ModuleView, node: Node) -> bool:
    """Whether it is asked which class this is, by itself or with what is in its brackets."""
    inner, around = node, node.parent
    while around is not None and around.type in _AROUND:
        value = around.child_by_field_name("value")
        if around.type == "subscript" and (value is None or value.id != inner.id):
            return False
        inner, around = around, around.parent
    if around is None:
        return False
    if around.type == "pair":
        key = around.child_by_field_name("key")
        return key is not None and key.id == inner.id
    if around.type == "argument_list":
        function = around.parent.child_by_field_name("function") if around.parent is not None else None
        return function is not None and view.text(function).rpartition(".")[2].startswith("assert")
    return around.type in _COMPARING


def _is_at_top(statement: Node) -> bool:
    return statement.parent is not None and statement.parent.type == "module"


def _told(view: td.ModuleView, name: Node) -> tuple[str, str]:
    """What a part of an import asks for, and what it binds."""
    if name.type != "aliased_import":
        return view.text(name), view.text(name)
    own, alias = name.child_by_field_name("name"), name.child_by_field_name("alias")
    return (view.text(own) if own is not None else "", view.text(alias) if alias is not None else "")


def _spelling(view: td.ModuleView, name: Node) -> str:
    """How the new import says a name, so that all that read it need not change."""
    asked, bound = _told(view, name)
    own = _MOVED[asked][1]
    return own if own == bound else f"{own} as {bound}"


def _references(view: td.ModuleView) -> t.Iterator[tuple[str, Node]]:
    """The places that read a name of typing, with that name."""
    bound = {fact.alias for fact in view.imports if fact.module == "typing"}
    for node in (node for name in sorted(bound) for node in view.readers.get(name, ())):
        parent = node.parent
        if parent is None or parent.type in _IMPORTING:
            continue
        is_module = view.resolve(node) == "typing"
        place = parent if is_module and parent.type == "attribute" else node
        reference = view.resolve(place)
        if reference.startswith("typing.") and reference.count(".") == 1:
            yield reference.removeprefix("typing."), place


def _is_bound(view: td.ModuleView, name: str) -> bool:
    """Whether any scope gives a name of the builtins another meaning."""
    return any(name in scope.bindings or name in scope.names for scope in view.scopes.scopes)
