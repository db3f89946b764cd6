"""One page per rule, and the index of all by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from _generate.judged import FILE, infos, session
from _generate.shown import fenced, marked
from tdomcheck.app.explain import rule_facts, summary_sentence, toml_value
from tdomcheck.authoring.metadata import Described
from tdomcheck.contract.examples import Example, Files, examples_of
from tdomcheck.contract.judge import Judge
from tdomcheck.model import Finding, RuleInfo, RuleKind

MOST_EXAMPLES = 3
MOST_LINES = 30
"""Of an example that is shown, while a shorter one can be."""

GROUPS = {
    "templates": "The markup of a t-string: tags, attributes, and what tdom makes of them.",
    "values": "What a template is given to show: text, attributes, escaping, accessibility.",
    "components": "Components, and the tags that use them.",
    "views": "Conventions of the profile `views`; they are off unless the project has that profile.",
    "services": "Services: what is injected, and what is registered for it.",
    "middleware": "Middleware and hooks of tdom-svcs.",
    "registry": "Registries, scans, locations and overrides.",
    "wiring": "How the parts of an application are put together.",
    "tests": "What tests of components and services get wrong.",
    "layout": "Which module may import which.",
    "migration": "Names and imports that an older version had.",
    "removed": "Names that have moved, or are gone.",
    "meta": "What the engine says by itself: files that no rule can look at, and comments that accept findings.",
}
"""In the order of the index; a group that is not here comes before the last one."""


def pages() -> dict[str, str]:
    """Every page by its name."""
    made = {f"docs/rules/{info.code}.md": _page(info) for info in infos()}
    return {**made, "docs/rules/index.md": _index()}


def _page(info: RuleInfo) -> str:
    return "\n".join(_lines(info)) + "\n"


def _lines(info: RuleInfo) -> Iterator[str]:
    yield f"# {info.code} {info.slug}"
    yield ""
    yield "<!-- made by docs/generate.py from the rule itself -->"
    yield "<!-- fmt: off -->"
    yield ""
    yield summary_sentence(info)
    yield ""
    yield "| | |"
    yield "| --- | --- |"
    yield from (f"| {name} | {_cell(value)} |" for name, value in rule_facts(info))
    yield ""
    yield info.docs
    yield from _options(info)
    if info.kind is not RuleKind.META:
        cls = session().catalog(session().settings).load(info.code)
        yield from _examples(cls)
    yield ""
    yield "[All rules](index.md)"


def _options(info: RuleInfo) -> Iterator[str]:
    if not info.options:
        return
    yield from ("", "## Options", "")
    yield "| option | type | default | meaning |"
    yield "| --- | --- | --- | --- |"
    for spec in info.options:
        yield f"| `{spec.name}` | {_cell(spec.type)} | `{toml_value(spec.default)}` | {_cell(spec.help)} |"
    yield ""
    yield f"Set them in `[tool.tdomcheck.options.{info.slug}]`."


def _examples(cls: type[Described]) -> Iterator[str]:
    examples = examples_of(cls)
    wrong = _chosen([example for example in examples if not example.is_valid])
    right = _chosen([example for example in examples if example.is_valid])
    if wrong:
        yield from ("", "## Examples")
    for number, example in enumerate(wrong, 1):
        yield from ("", f"### {number}", "")
        yield from _wrong(cls, example)
    if right:
        yield from ("", "## Not reported")
    for example in right:
        yield ""
        yield from fenced(_text(example.files))


def _chosen(examples: Sequence[Example]) -> list[Example]:
    """The first ones that are short, and of these rather those that are mended; in their order."""
    short = [example for example in examples if _text(example.files).count("\n") < MOST_LINES]
    ranked = sorted(short or examples[:1], key=lambda example: example.fixed is None and not example.is_valid)
    kept = ranked[:MOST_EXAMPLES]
    return [example for example in examples if example in kept]


def _wrong(cls: type[Described], example: Example) -> Iterator[str]:
    path, source = example.marked
    before = {name: text for name, text in example.files.items() if name != path}
    options = ", ".join(f"`{name} = {toml_value(value)}`" for name, value in example.options.items())
    if options:
        yield f"With {options}:"
        yield ""
    shown = marked(source.text.strip("\n"), *_without_leading(source.text, source.mark))
    head = _text(before)
    body = f"# file: {path}\n{shown}" if before else shown
    yield from fenced(f"{head}\n\n{body}" if head else body, "text")
    yield ""
    for finding in _said(cls, example)[:1]:
        yield from _words(finding)
    if example.fixed is None:
        yield "No fix is offered here."
        return
    yield f"The {'unsafe ' if example.is_unsafe else ''}fix makes of it:"
    yield ""
    changed = {name: text for name, text in example.fixed.items() if text.text != getattr(before.get(name), "text", "")}
    yield from fenced(_text(changed))


def _without_leading(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """A place in a text, counted in the text without its leading blank lines."""
    lost = len(text) - len(text.lstrip("\n"))
    return place[0] - lost, place[1] - lost


def _said(cls: type[Described], example: Example) -> Sequence[Finding]:
    files = {path: source.data for path, source in example.files.items()}
    said = Judge(cls).say(files, dict(example.options))
    path, source = example.marked
    return [finding for finding in said.findings if (finding.path, finding.span) == (path, source.marked_span)]


def _words(finding: Finding) -> Iterator[str]:
    yield f"> {finding.message}"
    for name, text in (("note", finding.note), ("help", finding.help)):
        if text:
            yield ">"
            yield f"> {name}: {text}"
    yield ""


def _text(files: Files) -> str:
    """The files one below the other; a single one needs no name."""
    texts = {path: source.text.strip("\n") for path, source in files.items()}
    if list(texts) == [FILE]:
        return texts[FILE]
    return "\n\n".join(f"# file: {path}\n{text}" for path, text in texts.items())


def _index() -> str:
    known = {info.group for info in infos()}
    others = sorted(known - set(GROUPS))
    ordered = [name for name in (*list(GROUPS)[:-1], *others, "meta") if name in known]
    return "\n".join(_index_lines(ordered)) + "\n"


def _index_lines(groups: Iterable[str]) -> Iterator[str]:
    yield "# Rules"
    yield ""
    yield "<!-- made by docs/generate.py from the rules themselves -->"
    yield ""
    yield "Each page says what is reported, why, and what to write instead, with examples that the tests run."
    yield "`tdomcheck rule CODE` prints the same in the terminal."
    for group in groups:
        members = [info for info in infos() if info.group == group]
        yield from ("", f"## {group[:1].upper()}{group[1:]}", "")
        if group in GROUPS:
            yield from (GROUPS[group], "")
        yield "| code | name | severity | fix | what it finds |"
        yield "| --- | --- | --- | --- | --- |"
        for info in members:
            limit = " *(in preview)*" if info.preview else ""
            link = f"[{info.code}]({info.code}.md)"
            summary = f"{_cell(info.summary)}{limit}"
            yield f"| {link} | {info.slug} | {info.severity.value} | {info.fixable} | {summary} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
