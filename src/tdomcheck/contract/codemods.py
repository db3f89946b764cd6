"""The contract of a codemod: its examples, and what follows from them."""

from __future__ import annotations

import builtins
import typing as t
from collections import Counter
from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.authoring.described_codemod import CodemodExample
from tdomcheck.contract.codemod_variants import CodemodVariant, variants_of
from tdomcheck.contract.result import CheckResult
from tdomcheck.contract.syntax import nodes_of
from tdomcheck.convert.comments import lost_remarks, remarks
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.offered_imports import OfferedImports
from tdomcheck.model.changes import DeletedFile, FileEdits, NewFile, Rewrite
from tdomcheck.model.codemod import CodemodScope, CodemodStep, FileConversion, StepState
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText

if t.TYPE_CHECKING:
    from tdomcheck.authoring.codemod import Codemod
    from tdomcheck.authoring.project_codemod import ProjectCodemod

Files = Mapping[str, bytes]
_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__"}


def prove_codemod(cls: type[Codemod]) -> Iterator[CheckResult]:
    """Every promise of a codemod, kept or broken."""
    for number, example in enumerate(cls.EXAMPLES):
        where = f"EXAMPLES[{number}]"
        files = {example.path: example.before, **example.files}
        wanted = {example.path: example.after, **(example.files_after or example.files)}
        before, after = (_encoded(each) for each in (files, wanted))
        if cls.SCOPE is not CodemodScope.RULES:  # rules prove their fixes themselves
            yield _compared(cls, example, where, "before to after", before, after)
            yield _compared(cls, example, where, "after to after", after, after)
        yield CheckResult(cls.NAME, "it parses", where, difference=_wrong_python(after))
        if cls.SCOPE is CodemodScope.FILE and example.path.endswith((".py", ".pyi")):
            yield from _derived(cls, example, where)
    yield from _unknown_skips(cls)


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


def _compared(
    cls: type[Codemod], example: CodemodExample, where: str, check: str, before: Files, after: Files
) -> CheckResult:
    try:
        result = converted(cls, example, before)
    except _BrokenError as error:
        return CheckResult(cls.NAME, check, where, difference=str(error))
    return CheckResult(cls.NAME, check, where, difference=_difference(after, result))


def _difference(wanted: Files, result: Files) -> str:
    lines = []
    for path in sorted({*wanted, *result}):
        if wanted.get(path) != result.get(path):
            lines += [f"{path}: expected", _shown(wanted.get(path)), f"{path}: came", _shown(result.get(path))]
    return "\n".join(lines)


def _shown(data: bytes | None) -> str:
    return "no such file" if data is None else data.decode("utf-8", "backslashreplace").replace("\r", "\\r")


class _BrokenError(Exception):
    """A codemod that raised, or could not do what it was asked for; the text says what."""


def converted(cls: type[Codemod], example: CodemodExample, files: Files) -> dict[str, bytes]:
    """The files after one run; raises an error that says why there is none."""
    if cls.SCOPE is CodemodScope.PROJECT:
        return _rewritten(cls, example, files)
    notes = _noted(cls, example, files) if cls.SURVEYS else {}
    results = {path: _converted(cls, example, data, path, notes).after for path, data in files.items()}
    for path, data in files.items():
        if _converted(cls, example, data, path, notes, uses_gates=False).after != results[path]:
            raise _BrokenError(f"its gate keeps it from a place of {path} that it would change")
    return results


def _noted(cls: type[Codemod], example: CodemodExample, files: Files) -> Mapping[str, object]:
    """What a survey of the files of an example says of each."""
    from libcst.codemod import CodemodContext

    try:
        return cls(CodemodContext(), **dict(example.options)).survey(Codebase(dict(files), roots=("", "src")))
    except Exception as error:  # a codemod may raise anything
        raise _BrokenError(f"{type(error).__name__}: {error}") from error


def _converted(
    cls: type[Codemod],
    example: CodemodExample,
    data: bytes,
    path: str,
    notes: Mapping[str, object] | None = None,
    *,
    uses_gates: bool = True,
) -> FileConversion:
    step = LoadedStep(CodemodStep(cls.NAME, tuple(sorted(example.options.items()))), cls)
    noted = {cls.NAME: notes[path]} if notes and path in notes else {}
    offered = OfferedImports({**_encoded(example.files), path: data}).of(path)
    result = convert_file(data, path, [step], uses_gates=uses_gates, notes=noted, offered=offered)
    crashes = [outcome.reason for outcome in result.outcomes if outcome.state is StepState.CRASHED]
    if result.failure or crashes:
        raise _BrokenError(result.failure or crashes[0])
    return result


def _rewritten(cls: type[Codemod], example: CodemodExample, files: Files) -> dict[str, bytes]:
    from libcst.codemod import CodemodContext, SkipFile

    try:
        instance = t.cast("ProjectCodemod", cls(CodemodContext(), **dict(example.options)))
        return _applied(instance.rewrite(Codebase(dict(files), roots=("", "src"))), files)
    except SkipFile:
        return dict(files)
    except Exception as error:  # a codemod may raise anything
        raise _BrokenError(f"{type(error).__name__}: {error}") from error


def _applied(rewrite: Rewrite, files: Files) -> dict[str, bytes]:
    result = dict(files)
    moved: dict[str, bytes] = {}
    for wish in rewrite.files:
        match wish:
            case NewFile():
                moved[wish.path] = wish.data
            case DeletedFile():
                del result[wish.path]
            case FileEdits():
                source = SourceText(result.pop(wish.path), is_python=wish.path.endswith((".py", ".pyi")))
                imports = import_edits(ModuleView(source), wish.imports) if wish.imports else ()
                moved[wish.new_path or wish.path] = apply_edits(source, sorted({*wish.edits, *imports}))
    return result | moved


def _wrong_python(files: Files) -> str:
    for path, data in files.items():
        if path.endswith((".py", ".pyi")):
            try:
                parse_module(SourceText(data))
            except (Undecodable, Unparsable) as error:
                return f"{path}: {error}"
    return ""


def _derived(cls: type[Codemod], example: CodemodExample, where: str) -> Iterator[CheckResult]:
    for variant in variants_of(example.before, example.after):
        if variant.trap in cls.SKIP_DERIVED:
            reason = cls.SKIP_DERIVED[variant.trap]
            yield CheckResult(cls.NAME, f"derived: {variant.trap}", where, not_applicable=reason)
        elif not _wrong_python({"a.py": variant.before}):
            difference = _wrong(cls, example, variant)
            yield CheckResult(cls.NAME, f"derived: {variant.trap}", where, difference=difference)


def _wrong(cls: type[Codemod], example: CodemodExample, variant: CodemodVariant) -> str:
    """What a result owes: to be Python, to keep comments, and to leave no name unbound."""
    source = f"\nfrom\n{_shown(variant.before)}"
    try:
        # Until nothing changes any more, so that a second run has nothing to do.
        others = {path: text.encode() for path, text in example.files.items()}
        notes = _noted(cls, example, {**others, example.path: variant.before}) if cls.SURVEYS else {}
        after = _converted(cls, example, variant.before, example.path, notes).after
    except _BrokenError as error:
        return f"{error}{source}"
    shown = f"\ncame\n{_shown(after)}{source}"
    if variant.after is not None and after != variant.after:
        return f"expected\n{_shown(variant.after)}{shown}"
    problem = _wrong_python({"a.py": after}) or _lost(variant, after, example)
    problem = problem or _unbound(variant.before, after, _free(example.after.encode()))
    return f"{problem}{shown}" if problem else ""


def _lost(variant: CodemodVariant, after: bytes, example: CodemodExample) -> str:
    if variant.verbatim and variant.verbatim.encode() not in after:
        return f"this did not come through as it was:\n{variant.verbatim}"
    lost = lost_remarks(ModuleView(SourceText(variant.before)), ModuleView(SourceText(after)))
    lost -= lost_remarks(*(ModuleView(SourceText(text.encode())) for text in (example.before, example.after)))
    beside = _beside_imports(variant.before)
    named = ", ".join(f"# {remark}" for remark in sorted(lost) if lost[remark] > beside[remark])
    if named:
        return f"comments are lost: {named}"
    return "" if variant.before.count(b"\f") == after.count(b"\f") else "a form feed is lost"


def _beside_imports(data: bytes) -> Counter[str]:
    """Remarks in and behind imports: with a name that goes they may go, and a run tells of them."""
    view = ModuleView(SourceText(data))
    lines = {line for node in _imports(view) for line in range(node.start_point.row, node.end_point.row + 1)}
    found = (node for node in nodes_of(view.tree.root, "comment") if node.start_point.row in lines)
    return Counter(remark for node in found for remark in remarks(view.text(node)))


def _imports(view: ModuleView) -> Iterator[tree_sitter.Node]:
    return nodes_of(view.tree.root, "import_statement", "import_from_statement")


def _unbound(before: bytes, after: bytes, known: set[str]) -> str:
    """Names that come from nowhere, but for those that the example itself leaves open."""
    names = _free(after) - _free(before) - known
    return f"these names are bound by nothing any more: {', '.join(sorted(names))}" if names else ""


def _free(data: bytes) -> set[str]:
    """The names that a file reads and no part of it binds; a star may bind any."""
    view = ModuleView(SourceText(data)).closely
    if any(fact.name == "*" for fact in view.imports):
        return set()
    bound = {name for scope in view.scopes.scopes for name in (*scope.bindings, *scope.names, *scope.parameters)}
    read = {name for name, nodes in view.readers.items() if not all(map(_is_imported, nodes))}
    return read - bound - _BUILTINS


def _is_imported(node: tree_sitter.Node) -> bool:
    """Whether a name stands in an import, which binds it or reads it elsewhere."""
    return node.parent is not None and node.parent.type in {"dotted_name", "aliased_import"}


def _unknown_skips(cls: type[Codemod]) -> Iterator[CheckResult]:
    known = {variant.trap for example in cls.EXAMPLES for variant in variants_of(example.before, example.after)}
    for name, reason in cls.SKIP_DERIVED.items():
        wrong = "" if name in known else f"its SKIP_DERIVED names {name!r}, which is no trap of its examples"
        wrong = wrong or ("" if reason else f"its SKIP_DERIVED gives no reason for {name!r}")
        yield CheckResult(cls.NAME, "declarations", difference=wrong)
