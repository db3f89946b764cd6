"""Which names of a module mean more than one thing in the course of time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.regex import regex

STAR = "*"
"""Among the unsure names of a module: any of its names may come from elsewhere."""
_GLOBAL = regex(rb"(?:^|(?<=[\r\n]))[ \t]+global[ \t]+([^\r\n#;]+)")
_SET = regex(rb"\.(\w+)[ \t]*=(?!=)")
"""A pattern that begins with a plain byte is ten times as fast as one that begins with the owner."""
_OWNER = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
_PATCHING = regex(rb"(?:setattr|patch(?:\.object)?)\(")
_QUOTED = regex(rb"[\"'](?:[\w.]*\.)?(\w+)[\"']")
_INNER = frozenset({"function_definition", "class_definition", "lambda", "decorated_definition"})
_SIMPLE = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


@once
def unsure_names(view: PythonModule) -> frozenset[str]:
    """Names of the module's own scope that are bound twice, or in a loop, or by a function; `*` if any may be."""
    return frozenset(name for name, count in _counts(view).items() if count > 1)


def patched_names(view: PythonModule) -> tuple[str, ...]:
    """The attributes that the file sets on anything but `self`, as code or by name."""
    utf8 = view.source.utf8
    return tuple(sorted(name.decode() for name in _set_names(utf8).union(_named_in_calls(utf8))))


def _set_names(utf8: bytes) -> set[bytes]:
    names: set[bytes] = set()
    for match in _SET.finditer(utf8):
        if match[1] in names:
            continue
        start = end = match.start()
        while start and utf8[start - 1] in _OWNER:
            start -= 1
        first = utf8[start:end].partition(b".")[0]
        if first and first not in {b"self", b"cls"} and not first[:1].isdigit():
            names.add(match[1])
    return names


def _named_in_calls(utf8: bytes) -> Iterator[bytes]:
    """The first quoted name behind each `setattr(` and `patch(` of a line."""
    place, may_hold = 0, any(word in utf8 for word in (b"setattr(", b"patch(", b"patch.object("))
    while may_hold and (call := _PATCHING.search(utf8, place)) is not None:
        end = utf8.find(b"\n", call.end())
        end = len(utf8) if end < 0 else end
        name = _QUOTED.search(utf8, call.end(), end)
        place = end if name is None else name.end()
        if name is not None:
            yield name[1]


def is_shadowed(view: PythonModule, name: str) -> bool:
    """Whether any scope of the file gives the name of a builtin another meaning."""
    return name in _bound_names(view)


@once
def _bound_names(view: PythonModule) -> set[str]:
    return {name for scope in view.scopes.scopes for name in (*scope.names, *scope.bindings)}


@once
def type_parameters(view: PythonModule) -> frozenset[str]:
    """The names that stand in the brackets of `def f[T]`, `class A[T]` and `type X[T]`, of the whole file."""
    names = map(_first_name, _type_parameters(view))
    return frozenset(view.text(name) for name in names if name is not None)


def _type_parameters(view: PythonModule) -> Iterator[tree_sitter.Node]:
    for node in (*view.nodes["function"], *view.nodes["class"]):
        listed = node.child_by_field_name("type_parameters")
        yield from listed.named_children if listed is not None else ()
    for alias in view.nodes["alias"]:
        left = alias.child_by_field_name("left")
        for inner in left.named_children if left is not None else ():
            yield from (part for each in inner.named_children[1:] for part in each.named_children)


def _first_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The `T` of `T`, `*T` and `T: int`."""
    inner: tree_sitter.Node | None = node
    while inner is not None and inner.type != "identifier":
        inner = inner.named_children[0] if inner.named_children else None
    return inner


def is_rebound(view: PythonModule, reference: str) -> bool:
    """Whether a name of the file that is defined is given another value as well."""
    path, _, name = reference[1:].rpartition(".")
    return any(name in scope.names for scope in view.scopes.scopes if scope.path == path)


@once
def bound_names(view: PythonModule) -> frozenset[str]:
    """All names that the module's own scope binds, in any way; `*` where a star may bind others."""
    return frozenset(_counts(view))


def may_have_other_names(view: PythonModule) -> bool:
    """Whether a module may have names that its statements do not tell."""
    return any(word in view.source.utf8 for word in _DYNAMIC) or any(
        node.start_point.column == 0 for node in view.nodes["intricate"] if node.type == "match_statement"
    )


_DYNAMIC = (
    *(b"globals", b"vars(", b"locals(", b"exec(", b"eval(", b"__dict__", b"__getattr__"),
    *(b"modules[", b"sys.modules", b"__path__", b"extend_path", b"lazy_loader", b".attach("),
)
"""What gives a module names as it runs, or puts another one in its place."""


def moves_path(view: PythonModule) -> bool:
    """Whether a module may change where Python looks for others."""
    return any(word in view.source.utf8 for word in _MOVING)


_MOVING = (b"sys.path", b"addsitedir", b"syspath_prepend", b"path.append(", b"path.insert(", b"path.extend(")
"""The last three whatever `sys` is called."""


def has_main(view: PythonModule) -> bool:
    """Whether a module does something when Python runs it by itself."""
    return b"__main__" in view.source.utf8 and _MAIN.search(view.source.utf8) is not None


_MAIN = regex(rb"""\bif[ \t(]+(?:__name__[ \t]*==[ \t]*["']__main__["']|["']__main__["'][ \t]*==[ \t]*__name__\b)""")


@once
def _counts(view: PythonModule) -> Counter[str]:
    """How often each name is bound."""
    counts: Counter[str] = Counter()
    imported: set[tuple[str, str]] = set()
    for name, weight, source in _bound(view, view.tree.root):
        if not source or (name, source) not in imported:
            counts[name] += weight
            imported.add((name, source))
    for listed in _GLOBAL.findall(view.source.utf8) if b"global" in view.source.utf8 else ():
        counts.update({name.strip().decode(): 2 for name in listed.split(b",")})
    return counts


def _bound(view: PythonModule, root: tree_sitter.Node) -> Iterator[tuple[str, int, str]]:
    """Every name that a statement of the module binds, with 2 for what may be bound again and again.

    What is imported comes with its source: to import a thing twice is to bind it once."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield from _bound_by(view, node)
        pending += _parts_that_bind(node)


def _bound_by(view: PythonModule, node: tree_sitter.Node) -> Iterator[tuple[str, int, str]]:
    """What a statement or expression itself binds, that within it aside."""
    if node.type in _SIMPLE:
        yield from ((name, 2 if name == STAR else 1, source) for name, source in _imported(view, node))
    elif node.type in _DEFINITIONS:
        name = node.child_by_field_name("name")
        yield (view.text(name) if name is not None else "", 1, "")
    elif node.type == "type_alias_statement":
        yield from _targets(view, node.named_children[0], 1)
    elif node.type in _ASSIGNMENTS:
        yield from _targets(view, _target_of(node), _weight(node))
    elif node.type in _REPEATING:
        yield from _targets(view, node.child_by_field_name("left") if node.type == "for_statement" else node, 2)


def _targets(view: PythonModule, target: tree_sitter.Node | None, weight: int) -> Iterator[tuple[str, int, str]]:
    if target is not None and weight:
        yield from ((name, weight, "") for name in _identifiers(view, target))


def _parts_that_bind(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Where a node may hold others that bind names of the same scope."""
    if node.type in _CLOSED:
        return []
    if node.type == "decorated_definition":
        return [child for child in node.named_children if child.type in _INNER]
    if node.type in _ASSIGNMENTS:
        left = _target_of(node)
        return [child for child in node.named_children if child != left]
    return node.named_children


def _target_of(assignment: tree_sitter.Node) -> tree_sitter.Node | None:
    return assignment.child_by_field_name("left") or assignment.child_by_field_name("name")


def _weight(assignment: tree_sitter.Node) -> int:
    """1 for a plain name, once; 0 for `name: int`, which binds nothing."""
    left = _target_of(assignment)
    if assignment.type != "assignment" or left is None or left.type != "identifier":
        return 2
    return 1 if assignment.child_by_field_name("right") is not None else 0


_DEFINITIONS = frozenset({"function_definition", "class_definition"})
_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment", "named_expression"})
_REPEATING = frozenset({"for_statement", "as_pattern_target", "delete_statement"})
_CLOSED = _SIMPLE | _DEFINITIONS | {"type_alias_statement", "as_pattern_target", "delete_statement", "lambda"}


def _imported(view: PythonModule, node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    module = node.child_by_field_name("module_name")
    origin = view.text(module) if module is not None else ""
    if any(child.type == "wildcard_import" for child in node.children):
        yield STAR, origin
        return
    for child in node.children_by_field_name("name"):
        alias = child.child_by_field_name("alias") if child.type == "aliased_import" else None
        name = child.child_by_field_name("name") if alias is not None else child
        text = view.text(alias or child)
        source = f"{origin} {view.text(name or child)}"
        yield (text if module is not None or alias is not None else text.partition(".")[0]), source


def _identifiers(view: PythonModule, target: tree_sitter.Node) -> Iterator[str]:
    if target.type in {"attribute", "subscript"}:
        return
    if target.type == "identifier":
        yield view.text(target)
    for child in target.named_children:
        yield from _identifiers(view, child)
