"""The LibCST parse, with what it refuses and real code contains made acceptable."""

from __future__ import annotations

import io
import re
import tokenize
from collections import deque
from collections.abc import Mapping

import libcst as cst
from libcst import ConcatenatedString, ParserSyntaxError, TemplatedString

from tdomcheck.errors import Unparsable
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import first_error, parse_tree

_SWAPPED_PREFIX = regex(r"(?<![\w\"'])([tT])([rR])(?=[\"'])")


def accept_template_concatenation() -> None:
    """Teach LibCST that t-strings concatenate implicitly; its Rust parser knows, its Python node refuses.

    LibCST 1.9 raises CSTLogicError on `t"a" t"b"`. The guard makes this a no-op where a later release accepts it.
    """
    original = ConcatenatedString._validate
    if getattr(original, "accepts_templates", False):
        return

    def validate(self: ConcatenatedString) -> None:
        left: cst.BaseExpression = self.left
        if not isinstance(left, TemplatedString) and not _begins_with_template(self.right):
            original(self)

    validate.accepts_templates = True  # type: ignore[attr-defined]  # a mark on our own function
    ConcatenatedString._validate = validate  # type: ignore[method-assign]  # the shim itself


def _begins_with_template(node: cst.BaseExpression) -> bool:
    first = node.left if isinstance(node, ConcatenatedString) else node
    return isinstance(first, TemplatedString)


def parse_module(source: SourceText) -> cst.Module:
    """The module of a source; raises Unparsable with a sentence where it is no Python."""
    accept_template_concatenation()
    try:
        return cst.parse_module(source.text)
    except ParserSyntaxError as error:
        swapped = _SWAPPED_PREFIX.sub(r"\2\1", source.text)
        if swapped == source.text:
            raise unparsable(source, error) from None
        return _parse_swapped(source, swapped)


def _parse_swapped(source: SourceText, swapped: str) -> cst.Module:
    """`tr"..."` is `rt"..."` with its letters swapped: every offset stays."""
    try:
        return cst.parse_module(swapped)
    except ParserSyntaxError as error:
        raise unparsable(source, error) from None


def unparsable(source: SourceText, error: ParserSyntaxError) -> Unparsable:
    """LibCST's complaint as a sentence with a place."""
    match = _PARSER_ERROR.search(error.message)
    if not match:
        return Unparsable(error.message.removeprefix("tokenizer error: "), _stumble(source))
    reason = match[3]
    offset = _offending(source, int(match[1]), int(match[2]), is_new_statement="EOF" in reason)
    return Unparsable("invalid syntax" if reason.count(",") > 4 else reason, offset)


def _stumble(source: SourceText) -> int:
    """Where the grammar stumbles, or Python's own tokenizer over a dedent: LibCST's tells no place."""
    node = first_error(parse_tree(source.utf8).root)
    if node is not None:
        return source.from_utf8(node.start_byte)
    try:
        deque(tokenize.generate_tokens(io.StringIO(source.text).readline), maxlen=0)
    except IndentationError as error:
        line = error.lineno or 1
        return source.offset(line, len(source.line(line)) - len(source.line(line).lstrip()) + 1)
    except tokenize.TokenError:
        pass
    return 0


def _offending(source: SourceText, line: int, column: int, *, is_new_statement: bool) -> int:
    """The start of the token before a place: LibCST names the one after that which it stumbled over."""
    if is_new_statement and not source.line(line)[:column].strip():
        return source.offset(line, column + 1)
    before = source.line(line)[:column]
    while line > 1 and not before.partition("#")[0].strip():
        line -= 1
        before = source.line(line)
    token = _LAST_TOKEN.search(before.partition("#")[0] or before)
    return source.offset(line, token.start() + 1 if token else 1)


_LAST_TOKEN = regex(r"(?:\w+|[^\w\s])\s*$")
_PARSER_ERROR = regex(r"error at (\d+):(\d+): (.*)", re.DOTALL)


class LazyMetadata(Mapping[object, object]):
    """Metadata that is resolved when a rule first asks for it: most files never need positions."""

    def __init__(self, wrapper: cst.MetadataWrapper) -> None:
        self._wrapper = wrapper

    def __getitem__(self, provider: object) -> object:
        return self._wrapper.resolve(provider)  # type: ignore[arg-type]  # LibCST types it by provider

    def __iter__(self) -> object:  # type: ignore[override]  # a mapping on demand has no listing
        return iter(())

    def __len__(self) -> int:
        return 0

    def __contains__(self, provider: object) -> bool:
        return True
