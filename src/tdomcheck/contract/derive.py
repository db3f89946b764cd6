"""Other ways to write an example: pure functions from a source with its place to another, or None."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tdomcheck.contract.examples import Example, Files, Source, TextChange, edited
from tdomcheck.contract.names import by_module, by_name
from tdomcheck.contract.nest import nested
from tdomcheck.contract.syntax import Syntax, leaves
from tdomcheck.contract.wrap import in_a_template, in_parentheses
from tdomcheck.regex import regex
from tdomcheck.values import dataclass, replace

KEPT = "# kept"


@dataclass(frozen=True, slots=True)
class Context:
    """What a derivation may know of the example around one file."""

    origin: Source
    """The file before its fix: what is chosen in it is chosen in the fixed text too."""
    others: str
    """The text of the other files."""
    is_marked: bool
    """Some file of the example marks a place."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A way to write the same thing."""

    name: str
    derive: Callable[[Source, Context], Source | None]
    needs: str
    """What an example must have for this to apply."""
    normal: Callable[[str], str] = str
    """Makes what came comparable with what was expected."""
    derives_fixed: bool = True
    """The expected text is derived as the example is; otherwise `normal` takes the derivation back."""
    may_lack_fix: bool = False
    """A fix that would lose a comment is rightly not offered."""
    is_textual: bool = False
    """It holds for whatever has lines, also for TOML."""
    keeps_message: bool = True
    """A message that quotes the code may say it in another way."""


def derived(derivation: Derivation, example: Example) -> Example | None:
    """The example written in another way, in every file that can be; None where none can be."""
    changed = _changed(derivation, example, example.files)
    if not changed:
        return None
    fixed = example.fixed
    if fixed is not None and derivation.derives_fixed:
        texts = _changed(derivation, example, fixed)
        # What cannot be derived although its original could is not known, so it is not compared.
        unchanged = {path: source for path, source in fixed.items() if path not in changed}
        fixed = {**unchanged, **texts}
    message = example.message if derivation.keeps_message else ""
    return replace(example, files={**example.files, **changed}, fixed=fixed, message=message)


def _changed(derivation: Derivation, example: Example, files: Files) -> dict[str, Source]:
    """The files that can be written in the other way."""
    is_marked = any(source.place is not None for source in example.files.values())
    sources: dict[str, Source] = {}
    for path, source in files.items():
        others = "\n".join(other.text for name, other in example.files.items() if name != path)
        context = Context(example.files.get(path, source), others, is_marked)
        variant = derivation.derive(source, context) if source.is_python or derivation.is_textual else None
        if variant is not None:
            sources[path] = variant
    return sources


def _newlines(end: str) -> Callable[[Source, Context], Source | None]:
    def derive(source: Source, _: Context) -> Source | None:
        changes = [(match.start(), match.end(), end) for match in re.finditer("\n", source.text)]
        return edited(source, changes) if changes else None

    return derive


def _bom(source: Source, _: Context) -> Source | None:
    return replace(source, has_bom=True)


def _cookie(source: Source, _: Context) -> Source | None:
    """With a letter that takes one byte in Latin-1 and two in UTF-8."""
    variant = edited(source, [(0, 0, "# -*- coding: latin-1 -*-\n# caf\u00e9\n")])
    try:
        variant.text.encode("latin-1")
    except UnicodeEncodeError:
        return None
    return replace(variant, encoding="latin-1")


def _form_feed_line(source: Source, _: Context) -> Source | None:
    return edited(source, [(0, 0, "\f\n")])


def _without_form_feed_line(text: str) -> str:
    """A fix may put the first import of a file before it or behind it, and then takes it for a blank line."""
    return "\n".join(line for line in text.replace("\f", "").splitlines() if line.strip())


def _form_feeds(source: Source, context: Context) -> Source | None:
    """Before every statement of the module; where a fix adds a statement, nobody can say whether it gets one."""
    syntax = Syntax(source.text)
    if len(syntax.statements) != len(Syntax(context.origin.text).statements):
        return None
    starts = {syntax.line_start(syntax.place(node)[0]) for node in syntax.statements}
    return edited(source, [(start, start, "\f") for start in starts]) if starts else None


def _tabs(source: Source, _: Context) -> Source | None:
    syntax = Syntax(source.text)
    changes: list[TextChange] = []
    for start in syntax.line_starts:
        spaces = len(source.text[start:]) - len(source.text[start:].lstrip(" "))
        if spaces >= 4 and syntax.string_around(start) is None:
            changes.append((start, start + spaces, "\t" * (spaces // 4) + " " * (spaces % 4)))
    return edited(source, changes) if changes else None


def _final_newline(source: Source, _: Context) -> Source | None:
    return None if source.text.endswith("\n") else edited(source, [(len(source.text), len(source.text), "\n")])


def _no_final_newline(source: Source, _: Context) -> Source | None:
    bare = len(source.text.rstrip("\n"))
    return edited(source, [(bare, len(source.text), "")]) if bare < len(source.text) else None


def _comments_above(source: Source, _: Context) -> Source | None:
    syntax = Syntax(source.text)
    changes: list[TextChange] = []
    for start in syntax.line_starts:
        line = source.text[start : syntax.line_end(start)]
        if line.strip() and syntax.is_own_line(start):
            indent = line[: len(line) - len(line.lstrip())]
            changes.append((start, start, f"{indent}{KEPT} {len(changes)}\n"))
    return edited(source, changes)


def _comments_behind(source: Source, _: Context) -> Source | None:
    syntax = Syntax(source.text)
    changes: list[TextChange] = []
    for start in syntax.line_starts:
        end = syntax.line_end(start)
        if source.text[start:end].strip() and syntax.comment_place(end) == end:
            changes.append((end, end, f"  {KEPT} {len(changes)}"))
    return edited(source, changes) if changes else None


def _without_kept(text: str) -> str:
    """The text without the comments that a derivation put in."""
    lines = text.splitlines()
    bare = [re.sub(rf"\s*{KEPT} \d+", "", line) for line in lines]
    return "\n".join(new for old, new in zip(lines, bare, strict=True) if new.strip() or not old.strip())


def _tokens(text: str) -> str:
    """The tokens without parentheses around expressions: where those stand is nobody's promise."""
    syntax = Syntax(text)
    return "\n".join(
        syntax.tree.text(leaf)
        for leaf in leaves(syntax.tree.root)
        if not (leaf.type in {"(", ")"} and leaf.parent is not None and leaf.parent.type == "parenthesized_expression")
    )


def _inner_lines(text: str) -> str:
    """The lines without their indentation and without those of the nest."""
    return "\n".join(line.strip() for line in text.splitlines() if not line.endswith("# nest"))


def _nest(name: str, *headers: str) -> Derivation:
    def derive(source: Source, context: Context) -> Source | None:
        if context.is_marked and source.place is None:
            return None
        return nested(source, [f"{header}  # nest" for header in headers], context.others)

    return Derivation(name, derive, "a statement whose names nothing else needs", _inner_lines, derives_fixed=False)


def _nests() -> Iterator[Derivation]:
    yield _nest("in a class", "class Nest:")
    yield _nest("in an async function", "async def nest():")
    yield _nest("in a match case", "match nest:", "case _:")
    yield _nest("under if", "if True:")


def _import_as(source: Source, context: Context) -> Source | None:
    return by_name(source, context.origin, context.others)


def _module_import(source: Source, context: Context) -> Source | None:
    return by_module(source, context.origin, context.others)


def _parentheses(source: Source, _: Context) -> Source | None:
    return in_parentheses(source)


def _second_template(source: Source, context: Context) -> Source | None:
    return in_a_template(source, context.origin)


_SWAPPABLE = regex(r"""[A-Za-z]*(["'])[^"'\\]*\1""")


def _other_quotes(source: Source, _: Context) -> Source | None:
    """Where a literal has neither quote inside: an edit within a template has to mind which one it stands in."""
    changes: list[TextChange] = []
    for start, end in Syntax(source.text).strings:
        match = _SWAPPABLE.fullmatch(source.text, start, end)
        if match is not None:
            other = "'" if match[1] == '"' else '"'
            changes += [(match.start(1), match.end(1), other), (end - 1, end, other)]
    return edited(source, changes) if changes else None


def _same_quotes(text: str) -> str:
    return text.replace("'", '"')


def _sorted_imports(text: str) -> str:
    """The imports of the module in order, without blank lines: where a new one goes depends on how others look."""
    lines = [line for line in text.splitlines() if line.strip()]
    imports = sorted(line for line in lines if line.startswith(("import ", "from ")))
    return "\n".join([*imports, *(line for line in lines if not line.startswith(("import ", "from ")))])


DERIVATIONS: tuple[Derivation, ...] = (
    Derivation("CRLF", _newlines("\r\n"), "several lines", is_textual=True),
    Derivation("lone CR", _newlines("\r"), "several lines"),
    Derivation("BOM", _bom, "a file", is_textual=True),
    Derivation("Latin-1 cookie", _cookie, "letters that Latin-1 has"),
    Derivation("form feed line", _form_feed_line, "a file", _without_form_feed_line, derives_fixed=False),
    Derivation("form feed before code", _form_feeds, "a statement"),
    Derivation(
        "other quotes",
        _other_quotes,
        "a literal without quotes inside",
        _same_quotes,
        derives_fixed=False,
        keeps_message=False,
    ),
    Derivation("tabs", _tabs, "an indented line"),
    Derivation("final newline", _final_newline, "no final newline", is_textual=True),
    Derivation("no final newline", _no_final_newline, "a final newline", is_textual=True),
    *_nests(),
    Derivation("import as", _import_as, "an imported name that no text mentions"),
    Derivation("module import", _module_import, "an unmarked import of names that no text mentions", _sorted_imports),
    Derivation("parentheses", _parentheses, "a marked expression", _tokens, derives_fixed=False),
    Derivation("second t-string", _second_template, "a t-string that is not joined with others"),
    Derivation("comments above", _comments_above, "a line", _without_kept, derives_fixed=False, may_lack_fix=True),
    Derivation(
        "comments behind",
        _comments_behind,
        "a line that may end in a comment",
        _without_kept,
        derives_fixed=False,
        may_lack_fix=True,
    ),
)
