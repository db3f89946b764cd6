"""A safe fix of what tdom renders gives what tdom renders, of the same shape."""

from __future__ import annotations

from collections.abc import Iterator

from vectors import Vector, vectors
from verdicts import judged

from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Fix, Safety
from tdomcheck.source.markup import Markup
from tdomcheck.source.text import SourceText

ENDS = (
    "<{Panel}>x</></{Panel}>",
    "<{Panel}><>x</></{Panel}>",
    "<{Panel}>a</>b</>c</{Panel}>",
    "<{Panel}></></{Panel}>",
    "<div><{Panel}>x</></{Panel}></div>",
    "<{Panel}><div></></div></{Panel}>",
    "<{Panel}><{Panel}></></{Panel}></></{Panel}>",
    "<{Panel}><p></>{name}</p></></{Panel}></>",
    "</><{Panel}>x</{Panel}></>",
    "<p></></p>",
)
"""Templates with `</>`, which tdom drops wherever it stands."""
OTHERS = (
    "<><p>x</p></>",
    "<{Panel}><><p>{name}</p></></{Panel}>",
    "<img src={name}/>",
    "<br title={name}/><p>x</p>",
    "<div title={name}/></div>",
    "<{Panel} heading={name}/></{Panel}>",
    "<{Panel} heading={name}/><img src={name}/></{Panel}>",
    "<ul><li title={name}/>x</li></ul>",
    "<p class={name}/>{name}<br/></p>",
    "<p>{f'<b>{name}</b>'}</p>",
    "<p>{html(t'<b>{name}</b>')}</p>",
    "<p>{str(html(t'<b>{name}</b>'))}</p>",
    "<p>{name:Safe}</p>",
    "<p>{name:SAFE}</p>",
    "<input disabled='false'><input checked='{'checked' if name else ''}'>",
)
"""Templates that rules have a safe fix for."""


def accepted() -> list[Vector]:
    """What tdom renders: the templates of the conformance file, and those with `</>`."""
    rendered = [vector for vector in vectors() if vector.outcome == "ok"]
    prelude = rendered[0].source.rpartition(b"\nresult = ")[0].decode()
    further = [
        Vector(-number, f'{prelude}\nname = "n"\nresult = html(t"{text}")\n'.encode(), "ok", "")
        for number, text in enumerate((*ENDS, *OTHERS), 1)
    ]
    return [*rendered, *further]


def shape(source: bytes) -> tuple[object, ...]:
    """The trees of all templates of a file, with what stands in them; how a value is written does not count."""
    view = ModuleView(SourceText(source))
    return tuple(_tree(view.markup(template)) for template in view.html_templates)


def _tree(markup: Markup) -> tuple[object, ...]:
    tags = tuple(
        (tag.name, tag.is_component, tag.parent, tag.is_closed, tuple(found.name for found in tag.attributes))
        for tag in markup.tags
    )
    return tags, tuple((place.parent, place.within) for place in markup.texts)


def refusals(source: bytes) -> list[str]:
    view = ModuleView(SourceText(source))
    return [
        problem.message for found in view.html_templates for problem in view.markup(found).problems if problem.message
    ]


def safe_fixes() -> Iterator[tuple[Vector, str, bytes]]:
    """Every accepted template with each safe fix that is offered for it."""
    for vector, findings in judged(accepted()):
        for finding in findings:
            fix = finding.fix
            if fix is not None and fix.safety is Safety.SAFE:
                yield vector, finding.code, fixed(vector.source, fix)


def fixed(source: bytes, fix: Fix) -> bytes:
    return apply_edits(SourceText(source), fix.standalone().edits)


def test_nothing_is_wrong_with_an_end_tag_that_tdom_drops() -> None:
    alarmed = {
        vector.source.rpartition(b"result = ")[2].decode(): [finding.code for finding in findings]
        for vector, findings in judged(accepted())
        if -len(ENDS) <= vector.number < 0 and any(finding.code in {"TDC101", "TDC104"} for finding in findings)
    }
    assert alarmed == {}


def test_a_safe_fix_keeps_what_tdom_renders() -> None:
    """Every one of them, on every template that tdom accepts."""
    tried = 0
    broken = []
    for vector, code, after in safe_fixes():
        tried += 1
        if refusals(after) or shape(after) != shape(vector.source):
            broken.append((code, vector.source.rpartition(b"result = ")[2], after.rpartition(b"result = ")[2]))
    assert broken == []
    assert tried >= 25
