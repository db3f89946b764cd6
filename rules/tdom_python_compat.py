"""TDC906: releases that were locked or required together and do not work together."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_FIXED = "0.1.20"
"""The first tdom that works on the Python below."""
_BREAKING = "3.14.7"
"""From here on `html.parser` behaves in another way than earlier releases of tdom expect."""
_WITHOUT_NODES = "0.1.15"
"""The first tdom without `Node` and `Element`."""
_PARTNERS = {"storyville": ("0.1.2", "Node"), "aria-testing": ("0.1.3", "Element")}
"""What every release before a version imports from tdom although later ones lack it."""


class TdomPythonCompat(td.ProjectRule):
    """
    ## What

    The lock, or the requirements of a project that has none, allow a combination of releases that does not work: tdom
    before 0.1.20 on Python 3.14.7 or later, or tdom 0.1.15 or later with storyville up to 0.1.1 or aria-testing up to
    0.1.2.

    ## Why

    Python 3.14.7 changed `html.parser`. On it tdom before 0.1.20 refuses templates that it rendered before, such as
    `t"<ul><li class={kind}>x</li></ul>"`, with `ValueError: Parser expects more data, is the template valid html?`.
    Nothing changes in the project: it breaks when a machine gets a newer Python. storyville and aria-testing import
    `Node` and `Element`, which tdom 0.1.15 removed, so that `import storyville` ends with
    `ImportError: cannot import name 'Node' from 'tdom'`.

    ## Instead

    Lock tdom 0.1.20 or later, or say with `requires-python` that later Pythons are not let in. Beside storyville or
    aria-testing require `tdom<0.1.15`.

    It reads `pyproject.toml`, `uv.lock`, `poetry.lock` and `pylock.toml`. What comes from a folder or a repository
    is left alone: there a version says little.

    ## Example

    ```toml
    # uv.lock
    requires-python = ">=3.14"

    [[package]]
    name = "tdom"
    version = "0.1.19"  # bad
    source = { registry = "https://pypi.org/simple" }
    ```
    """

    CODE = "TDC906"
    SLUG = "tdom-python-compat"
    GROUP = "removed"
    SUMMARY = "releases that do not work together"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR,)
    GATE = td.Gate(features=[td.FeatureOf.REQUIREMENT("tdom"), *(td.FeatureOf.REQUIREMENT(name) for name in _PARTNERS)])

    _LOCK = """
    # file: uv.lock
    version = 1
    requires-python = ">=3.14"

    """
    _TDOM = """
    [[package]]
    name = "tdom"
    source = { registry = "https://pypi.org/simple" }
    version = """
    _PROJECT = """
    # file: pyproject.toml
    [project]
    name = "shop"
    """

    VALID: t.ClassVar = [
        f'{_LOCK}{_TDOM}"0.1.20"',
        f'{_LOCK.replace(">=3.14", ">=3.14,<3.14.7")}{_TDOM}"0.1.19"',
        "dependencies = ['tdom<0.1.20', 'storyville==0.1.1']",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f'{_LOCK}{_TDOM}«"0.1.19"»',
            message="tdom 0.1.19 is locked, which fails on Python 3.14.7 and later",
        ),
        td.invalid(f'{_LOCK}{_TDOM}«"0.1.8"»'),
        td.invalid(
            f"""{_PROJECT}
    keywords = ["tdom", "aria-testing<=0.1.2"]
    optional-dependencies = {{ test = [«'aria_testing<=0.1.2'»] }}
    """
        ),
        td.invalid(
            f"""{_PROJECT}
    requires-python = ">=3.14"
    dependencies = ["svcs", «"tdom >=0.1.15,<0.1.20"»]
    """,
            message="`tdom >=0.1.15,<0.1.20` keeps tdom below 0.1.20, which fails on Python 3.14.7 and later",
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            required = project.facts[path].required
            if required is not None and required.is_lock:
                yield from self._check_lock(path, required)
            elif required is not None and not _has_lock(project, path):
                yield from self._check_requirements(path, required)

    def _check_lock(self, path: str, lock: td.releases.RequiredFact) -> Iterator[td.Finding]:
        tdoms = _named(lock, "tdom")
        for tdom in tdoms:
            if tdom.is_indexed and td.releases.is_before(tdom.text, _FIXED) and _lets_new_python_in(lock):
                yield self._on_new_python(path, lock, tdom, f"tdom {tdom.text} is locked")
        if not tdoms or any(td.releases.is_before(tdom.text, _WITHOUT_NODES) for tdom in tdoms):
            return
        for name, (bound, _) in _PARTNERS.items():
            for partner in _named(lock, name):
                if partner.is_indexed and td.releases.is_before(partner.text, bound):
                    told = f"{name} {partner.text} and tdom {tdoms[0].text} are locked together"
                    yield self._without_nodes(path, partner, tdoms, told)

    def _check_requirements(self, path: str, asked: td.releases.RequiredFact) -> Iterator[td.Finding]:
        tdoms = _named(asked, "tdom")
        for tdom in tdoms:
            if td.releases.ends_before(tdom, _FIXED) and _lets_new_python_in(asked):
                yield self._on_new_python(path, asked, tdom, f"`{tdom.text}` keeps tdom below {_FIXED}")
        if not all(td.releases.surely_reaches(tdom, _WITHOUT_NODES) for tdom in tdoms):
            return
        for name, (bound, _) in _PARTNERS.items():
            for partner in _named(asked, name):
                if td.releases.ends_before(partner, bound):
                    told = f"`{partner.text}` stands beside an open-ended tdom"
                    yield self._without_nodes(path, partner, tdoms, told)

    def _on_new_python(
        self, path: str, required: td.releases.RequiredFact, tdom: td.releases.RequirementFact, told: str
    ) -> td.Finding:
        error = "Invalid HTML structure: unclosed tags remain."
        if not _is_before(required, tdom, "0.1.17"):
            error = "Parser expects more data, is the template valid html?"
        loss = f" (since {_WITHOUT_NODES} it has no `Node` and `Element`)"
        way = f"{_way_on(path)} tdom {_FIXED} or later{loss if _is_before(required, tdom, _WITHOUT_NODES) else ''}"
        bound = td.Span(required.python_start, required.python_end)
        lets_in = td.Related(path, bound, f"this lets Python {_BREAKING} or a later one in")
        return self.finding(
            path,
            td.Span(tdom.start, tdom.end),
            f"{told}, which fails on Python {_BREAKING} and later",
            note=f'there `html(t"<ul><li class={{kind}}>x</li></ul>")` raises `ValueError: {error}`',
            help=f"{way}, or keep Python {_BREAKING} and later out with `requires-python`",
            related=(lets_in,) if required.python_end else (),
        )

    def _without_nodes(
        self, path: str, partner: td.releases.RequirementFact, tdoms: Sequence[td.releases.RequirementFact], told: str
    ) -> td.Finding:
        bound, missing = _PARTNERS[partner.name]
        module = partner.name.replace("-", "_")
        related = (td.Related(path, td.Span(tdom.start, tdom.end), "tdom is asked for here") for tdom in tdoms[:1])
        return self.finding(
            path,
            td.Span(partner.start, partner.end),
            f"{told}, and {partner.name} needs `tdom<{_WITHOUT_NODES}`",
            severity=td.Severity.ERROR,
            note=f"`import {module}` raises `ImportError: cannot import name '{missing}' from 'tdom'`",
            help=f"require `tdom<{_WITHOUT_NODES}`, or {partner.name} {bound} or later where there is one",
            related=tuple(related),
        )


def _named(required: td.releases.RequiredFact, name: str) -> list[td.releases.RequirementFact]:
    return [package for package in required.requirements if package.name == name]


def _has_lock(project: td.Project, path: str) -> bool:
    """Whether a lock says what the requirements of a project came to."""
    return any(_named(lock, "tdom") for lock in td.releases.locks_over(project, path))


def _lets_new_python_in(required: td.releases.RequiredFact) -> bool:
    bounds = td.releases.python_bounds(required.python)
    return bounds is not None and td.releases.reaches(bounds, _BREAKING)


def _is_before(required: td.releases.RequiredFact, tdom: td.releases.RequirementFact, bound: str) -> bool:
    return td.releases.is_before(tdom.text, bound) if required.is_lock else td.releases.ends_before(tdom, bound)


def _way_on(path: str) -> str:
    """How a newer release gets into a file."""
    if path.endswith("uv.lock"):
        return "`uv lock --upgrade-package tdom` takes"
    return "`poetry update tdom` takes" if path.endswith("poetry.lock") else "take"
