"""The LibCST parse, with what it refuses and real code contains made acceptable."""

from __future__ import annotations

import re
from collections.abc import Mapping

import libcst as cst
from libcst import ConcatenatedString, ParserSyntaxError, TemplatedString

from tdomcheck.errors import Unparsable
from tdomcheck.source.text import SourceText

DEPTH_LIMIT = 1_000
"""Nesting past which a file is refused: LibCST's native parser overflows the stack at about three times this."""

_SWAPPED_PREFIX = re.compile(r"(?<![\w\"'])([tT])([rR])(?=[\"'])")


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
    found = _NATIVE_ERROR.search(error.message)
    line, column, reason = (int(found[1]), int(found[2]), found[3]) if found else (1, 0, error.message)
    if reason.count(",") > 4:
        reason = "this cannot stand here"
    return Unparsable(reason, source.offset(line, column + 1))


_NATIVE_ERROR = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


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
