"""The HTML tree of a template, with its interpolations, built and rejected as tdom does."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum

from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.template import Template
from tdomcheck.source.tokens import AttributeToken, Token, tokenize
from tdomcheck.values import dataclass, field

VOID_ELEMENTS = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
"""The elements that have no end tag and hold nothing."""
MOST_AROUND = 512
PLACEHOLDER = regex(r"tqz(\d{5})zqt")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a tag, as it is written."""

    name: str
    kind: AttributeKind
    value: str | None
    """The text with placeholders taken out; None without a value."""
    interpolations: tuple[int, ...]
    span: Span
    name_span: Span
    value_span: Span
    """Without quotes; empty at the end of the name where there is no value."""
    quote: str
    swallows_slash: bool
    """Unquoted and followed by `/>`, so that the slash became part of the value."""


class ProblemKind(Enum):
    """Why tdom refuses a template, or what the parser loses of it."""

    MISMATCHED = "mismatched"
    STRAY = "stray"
    VOID_END = "void-end"
    UNCLOSED = "unclosed"
    SWALLOWED = "swallowed"
    COMPONENT_END = "component-end"
    COMPONENT_FOR_ELEMENT = "component-for-element"
    MIXED_NAME = "mixed-name"
    REFUSED_ATTRIBUTE = "refused-attribute"
    DECLARATION = "declaration"
    PENDING = "pending"
    END_ATTRIBUTE = "end-attribute"
    NAMELESS = "nameless-attribute"


_FRAGMENTARY = frozenset({ProblemKind.UNCLOSED, ProblemKind.STRAY, ProblemKind.PENDING})
"""What another fragment may make good."""
MILD = frozenset({ProblemKind.END_ATTRIBUTE, ProblemKind.NAMELESS})
"""What tdom takes, and what means nothing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What tdom refuses in a template, or what the parser loses of it, and where."""

    kind: ProblemKind
    span: Span
    message: str
    """What tdom says, or would say if it looked."""
    opened: Span | None = None
    """The start tag that an end tag fails to close."""
    tag: int = -1
    """Index in `Markup.tags` of that start tag."""
    quoted: Span | None = None
    """The attribute, up to its quote, that nothing closes."""


@dataclass(slots=True)
class Tag:
    """An element or a component."""

    name: str
    """The lower-cased name; empty for a component."""
    component: int
    """The interpolation that names a component, -1 for an element."""
    attributes: tuple[Attribute, ...]
    span: Span
    """The start tag."""
    name_span: Span
    is_self_closing: bool
    parent: int
    """Index of the tag around it, -1 at the top; `markup.around(tag.parent)` are all of them."""
    end_span: Span | None = None
    end_name_span: Span | None = None
    end_component: int = -1
    has_content: bool = False
    """Anything but white space between the tags."""
    is_closed: bool = False

    @property
    def is_component(self) -> bool:
        return self.component >= 0


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where an interpolation stands as content."""

    interpolation: int
    parent: int
    """Index of the tag around it, -1 at the top."""
    within: str
    """`text`, `comment` or the name of a raw text element."""


@dataclass(slots=True)
class Markup:
    """Tags in document order, and what is wrong with them."""

    tags: list[Tag] = field(default_factory=list)
    texts: list[TextPlace] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def around(self, parent: int) -> Iterator[Tag]:
        """The tag with an index and those around it, innermost first, as far as browsers nest them."""
        for _ in range(MOST_AROUND):
            if parent < 0:
                return
            yield self.tags[parent]
            parent = self.tags[parent].parent


def markup_of(template: Template) -> Markup:
    """Parse the joined text of a template; every interpolation is one placeholder in it."""
    markup = _TreeBuilder(_Joined(template)).build()
    if template.is_fragment:
        markup.problems = [problem for problem in markup.problems if problem.kind not in _FRAGMENTARY]
    return markup


def joined_text(template: Template) -> str:
    """The text of a template, with a placeholder for each interpolation."""
    return _Joined(template).text


def looks_like_html(template: Template) -> bool:
    """Whether tags occur at all: SQL and log templates are left alone."""
    return bool(_HTML.search(_PLACE.join(part.text for part in template.strings)))


_PLACE = "x"
_HTML = regex(r"<[A-Za-z/!]|<$")


class _Joined:
    """The text of a template with placeholders, and the way back to the file."""

    def __init__(self, template: Template) -> None:
        self.template = template
        pieces: list[str] = []
        self._starts: list[int] = []
        length = 0
        for index, part in enumerate(template.strings):
            if index:
                placeholder = f"tqz{index - 1:05d}zqt"
                self._starts.append(length)
                pieces.append(placeholder)
                length += len(placeholder)
            self._starts.append(length)
            pieces.append(part.text)
            length += len(part.text)
        self.text = "".join(pieces)

    def span(self, start: int, end: int) -> Span:
        """The bytes in the file from one index of the joined text to before another."""
        return Span(
            self._edge(start, is_end=False),
            self._edge(end, is_end=True) if end > start else self._edge(start, is_end=False),
        )

    def _edge(self, index: int, *, is_end: bool) -> int:
        at = index - 1 if is_end else index
        piece = bisect_right(self._starts, max(at, 0)) - 1
        while piece + 1 < len(self._starts) and self._starts[piece + 1] <= at:
            piece += 1
        number, is_placeholder = divmod(piece, 2)
        if is_placeholder:
            span = self.template.interpolations[number].span
            return span.end if is_end else span.start
        part = self.template.strings[number]
        first = at - self._starts[piece]
        span = part.span(first, first + 1)
        if not is_end and first >= len(part.text) and number < len(self.template.interpolations):
            return self.template.interpolations[number].span.start
        return span.end if is_end else span.start


def _interpolations(text: str) -> tuple[int, ...]:
    return tuple(int(match[1]) for match in PLACEHOLDER.finditer(text))


def _only_interpolation(text: str) -> int:
    """The interpolation that a text consists of, -1 for any other text."""
    match = PLACEHOLDER.fullmatch(text)
    return int(match[1]) if match else -1


class _TreeBuilder:
    """Mirrors the checks of tdom's parser; goes on after a problem so that one mistake gives one finding."""

    def __init__(self, joined: _Joined) -> None:
        self._joined = joined
        self._markup = Markup()
        self._stack: list[int] = []
        self._is_lost = False
        """After a mismatch nothing that follows can be trusted to be wrong."""
        self._ignored: dict[int, Span] = {}
        """The first `</>` behind each open component: tdom takes no notice of it, and neither may its author."""

    def build(self) -> Markup:
        for token in tokenize(self._joined.text):
            handler = _HANDLERS.get(token.kind)
            if handler:
                handler(self, token)
        self._close()
        return self._markup

    def _span(self, start: int, end: int) -> Span:
        return self._joined.span(start, end)

    def _problem(self, kind: ProblemKind, span: Span, message: str, tag: int = -1) -> None:
        opened = self._markup.tags[tag].span if tag >= 0 else None
        self._markup.problems.append(Problem(kind, span, message, opened, tag))

    def start(self, token: Token) -> None:
        parent = self._stack[-1] if self._stack else -1
        self._mark_content()
        self._check_names(token)
        component = _only_interpolation(token.name)
        if component < 0 and _interpolations(token.name):
            message = "Component element tags must have exactly one interpolation."
            self._problem(ProblemKind.MIXED_NAME, self._span(token.start, token.end), message)
        is_self_closing = token.kind == "startend"
        tag = Tag(
            "" if component >= 0 else token.name,
            component,
            tuple(self._attribute(attribute, token) for attribute in token.attributes),
            self._span(token.start, token.end),
            self._span(token.start + 1, token.start + 1 + len(token.name)),
            is_self_closing,
            parent,
        )
        index = len(self._markup.tags)
        self._markup.tags.append(tag)
        if is_self_closing or token.name in VOID_ELEMENTS:
            tag.is_closed = True
        else:
            self._stack.append(index)

    def _check_names(self, token: Token) -> None:
        """A quote where the name of an attribute begins; the pieces of a `{...}` without quotes are another mistake."""
        if any(not attribute.quote and (attribute.value or "").startswith("{") for attribute in token.attributes):
            return
        for attribute in token.attributes:
            if attribute.name[0] in "'\"" and not _interpolations(attribute.name):
                self._problem(ProblemKind.NAMELESS, self._span(attribute.start, attribute.end), "")

    def _attribute(self, attribute: AttributeToken, token: Token) -> Attribute:
        in_name, in_value = _interpolations(attribute.name), _interpolations(attribute.value or "")
        kind = _attribute_kind(attribute, in_name, in_value)
        span = self._span(attribute.start, attribute.end)
        if kind is AttributeKind.REFUSED:
            self._problem(ProblemKind.REFUSED_ATTRIBUTE, span, _refusal(attribute))
        swallows = (
            bool(attribute.value)
            and not attribute.quote
            and str(attribute.value).endswith("/")
            and attribute.end == token.end - 1
        )
        return Attribute(
            "" if kind is AttributeKind.SPREAD else attribute.name,
            kind,
            None if attribute.value is None else PLACEHOLDER.sub("", attribute.value),
            in_name + in_value,
            span,
            self._span(attribute.start, attribute.name_end),
            self._span(attribute.value_start, attribute.value_end),
            attribute.quote,
            swallows,
        )

    def end(self, token: Token) -> None:
        span = self._span(token.start, token.end)
        component = _only_interpolation(token.name)
        shown = f"</{{{self._expression(component)}}}>" if component >= 0 else f"</{token.name}>"
        self._check_rest(token, span)
        self._drop_swallowed(token, component)
        self._drop_ignored(token, component)
        if not self._stack:
            self._stray(token, span, shown)
            return
        index = self._stack.pop()
        tag = self._markup.tags[index]
        tag.end_span = span
        tag.end_name_span = self._span(token.start + 2, token.start + 2 + len(token.name))
        tag.end_component = component
        tag.is_closed = True
        if tag.is_component:
            if component < 0:
                start = self._expression(tag.component)
                self._mismatch(
                    ProblemKind.COMPONENT_END,
                    span,
                    f"Mismatched closing tag {shown} for component starting at {start}.",
                    index,
                )
        elif component >= 0:
            message = f"Component closing tag found for element <{tag.name}>."
            self._mismatch(ProblemKind.COMPONENT_FOR_ELEMENT, span, message, index)
        elif token.name != tag.name:
            kind = ProblemKind.VOID_END if token.name in VOID_ELEMENTS else ProblemKind.MISMATCHED
            self._mismatch(kind, span, f"Mismatched closing tag {shown} for element <{tag.name}>.", index)
            if kind is ProblemKind.VOID_END:
                self._reopen(index)

    def _check_rest(self, token: Token, span: Span) -> None:
        """What follows the name of an end tag is lost, and a placeholder in it is missed."""
        rest = self._joined.text[token.start + 2 + len(token.name) : token.end - 1].strip("\t\n\r\f /")
        if _interpolations(rest):
            self._problem(ProblemKind.PENDING, span, "Some placeholders were never resolved.")
        elif rest:
            self._problem(ProblemKind.END_ATTRIBUTE, span, "")

    def _stray(self, token: Token, span: Span, shown: str) -> None:
        kind = ProblemKind.VOID_END if token.name in VOID_ELEMENTS else ProblemKind.STRAY
        if not self._is_lost:
            self._problem(kind, span, f"Unexpected closing tag {shown} with no open tag.")
        self._is_lost = self._is_lost or kind is ProblemKind.STRAY

    def _mismatch(self, kind: ProblemKind, span: Span, message: str, tag: int) -> None:
        if not self._is_lost:
            self._problem(kind, span, message, tag)
        self._is_lost = self._is_lost or kind in {ProblemKind.MISMATCHED, ProblemKind.COMPONENT_FOR_ELEMENT}

    def _reopen(self, index: int) -> None:
        tag = self._markup.tags[index]
        tag.end_span = tag.end_name_span = None
        tag.is_closed = False
        self._stack.append(index)

    def _drop_swallowed(self, token: Token, component: int) -> None:
        """Tags left open by a swallowed slash are that mistake, not a wrong end tag after them."""
        while self._stack:
            tag = self._markup.tags[self._stack[-1]]
            matches = tag.name == token.name if component < 0 else self._names_same(tag, component)
            if matches or not (tag.attributes and tag.attributes[-1].swallows_slash):
                return
            self._swallowed(self._stack.pop())

    def _names_same(self, tag: Tag, component: int) -> bool:
        return tag.is_component and self._expression(tag.component) == self._expression(component)

    def _swallowed(self, index: int) -> None:
        attribute = self._markup.tags[index].attributes[-1]
        self._problem(ProblemKind.SWALLOWED, attribute.span, "Invalid HTML structure: unclosed tags remain.", index)

    def ignored_end(self, token: Token) -> None:
        """`</>` closes nothing, though it may be meant to: whether anything else closes the component tells."""
        if self._stack and self._markup.tags[self._stack[-1]].is_component:
            self._ignored.setdefault(self._stack[-1], self._span(token.start, token.end))

    def _drop_ignored(self, token: Token, component: int) -> None:
        """Components behind which `</>` stands, and that this end tag does not close."""
        while self._stack and self._stack[-1] in self._ignored:
            index = self._stack[-1]
            if component >= 0 and self._names_same(self._markup.tags[index], component):
                return
            is_awaited = any(self._is_closed_by(open_, token, component) for open_ in self._stack[:-1])
            if not is_awaited and component >= 0:
                return  # it is meant for this component, by another name
            self._meant_end(self._stack.pop())

    def _is_closed_by(self, index: int, token: Token, component: int) -> bool:
        tag = self._markup.tags[index]
        return self._names_same(tag, component) if component >= 0 else not tag.is_component and tag.name == token.name

    def _meant_end(self, index: int) -> None:
        """A component that nothing closes but a `</>`."""
        tag, span = self._markup.tags[index], self._ignored[index]
        tag.end_span = span
        tag.end_name_span = Span(span.start + 2, span.start + 2)
        tag.is_closed = True
        self._mismatch(ProblemKind.COMPONENT_END, span, "Invalid HTML structure: unclosed tags remain.", index)

    def text(self, token: Token) -> None:
        text = self._joined.text[token.start : token.end]
        if text.strip():
            self._mark_content()
        raw = self._raw_parent()
        self._places(text, raw or "text")

    def comment(self, token: Token) -> None:
        self._places(self._joined.text[token.start : token.end], "comment")

    def declaration(self, token: Token) -> None:
        text = self._joined.text[token.start : token.end]
        if _interpolations(text):
            message = "Interpolations are not allowed in declarations."
            self._problem(ProblemKind.DECLARATION, self._span(token.start, token.end), message)
        elif not text[2:-1].upper().startswith("DOCTYPE "):
            message = "Only well formed DOCTYPE declarations are currently supported."
            self._problem(ProblemKind.DECLARATION, self._span(token.start, token.end), message)

    def dropped(self, token: Token) -> None:
        """A processing instruction or CDATA section vanishes, and its placeholders with it."""
        if _interpolations(self._joined.text[token.start : token.end]):
            span = self._span(token.start, token.end)
            self._problem(ProblemKind.PENDING, span, "Some placeholders were never resolved.")

    def pending(self, token: Token) -> None:
        text = self._joined.text[token.start : token.end]
        if text.startswith("<!--"):
            self._places(text, "comment")
            message = ""
        elif _interpolations(text):
            message = "Some placeholders were never resolved."
        elif text.startswith("<"):
            message = ""
        else:
            self._mark_content()
            return
        quoted = self._span(*token.quoted) if token.quoted[0] >= 0 else None
        span = self._span(token.start, token.end)
        self._markup.problems.append(Problem(ProblemKind.PENDING, span, message, quoted=quoted))

    def _places(self, text: str, within: str) -> None:
        parent = self._stack[-1] if self._stack else -1
        self._markup.texts.extend(TextPlace(number, parent, within) for number in _interpolations(text))

    def _raw_parent(self) -> str:
        name = self._markup.tags[self._stack[-1]].name if self._stack else ""
        return name if name in _RAW_NAMES else ""

    def _mark_content(self) -> None:
        if self._stack:
            self._markup.tags[self._stack[-1]].has_content = True

    def _expression(self, interpolation: int) -> str:
        return self._joined.template.interpolations[interpolation].expression

    def _close(self) -> None:
        """Whatever is still open was never closed: the innermost first, which is where the author forgot."""
        for index in reversed(self._stack):
            tag = self._markup.tags[index]
            if index in self._ignored:
                self._meant_end(index)
            elif tag.attributes and tag.attributes[-1].swallows_slash:
                self._swallowed(index)
            elif not self._is_lost:
                self._problem(ProblemKind.UNCLOSED, tag.span, "Invalid HTML structure: unclosed tags remain.", index)
        self._markup.problems.sort(key=lambda problem: problem.span)


def _attribute_kind(attribute: AttributeToken, in_name: tuple[int, ...], in_value: tuple[int, ...]) -> AttributeKind:
    if in_name:
        is_spread = attribute.value is None and _only_interpolation(attribute.name) >= 0
        return AttributeKind.SPREAD if is_spread else AttributeKind.REFUSED
    if not in_value:
        return AttributeKind.LITERAL
    alone = _only_interpolation(attribute.value or "") >= 0
    return AttributeKind.INTERPOLATED if alone else AttributeKind.TEMPLATED


def _refusal(attribute: AttributeToken) -> str:
    if attribute.value is not None:
        return "Attribute names cannot contain interpolations if the value is also interpolated."
    return "Spread attributes must have exactly one interpolation in the name."


_RAW_NAMES = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title", "plaintext"})
_HANDLERS = {
    "start": _TreeBuilder.start,
    "startend": _TreeBuilder.start,
    "end": _TreeBuilder.end,
    "ignored-end": _TreeBuilder.ignored_end,
    "text": _TreeBuilder.text,
    "comment": _TreeBuilder.comment,
    "declaration": _TreeBuilder.declaration,
    "dropped": _TreeBuilder.dropped,
    "pending": _TreeBuilder.pending,
}


def comment_spans(text: str) -> list[tuple[int, int]]:
    """Where the comments of HTML are; one that never ends is none, and is looked for once."""
    spans: list[tuple[int, int]] = []
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        spans.append((start, end + 3))
        start = text.find("<!--", end + 3)
    return spans
