"""docs/compared.md: which tool sees which mistake."""

from __future__ import annotations

from collections.abc import Iterator

from mistakes import CORRECT, GROUPS, MISTAKES, Mistake

from _generate.evidence import compared, observed, renamed
from _generate.judged import findings
from _generate.shown import cell, code
from _generate.told import TITLES, said

PURPOSES = {
    "t-linter": "checks and formats the languages within template strings: HTML, tdom, SQL, JSON, YAML, TOML and more. "
    "It takes a t-string for tdom where it is given to `tdom.html(...)` or annotated as such.",
    "ruff": "is a general linter and formatter for Python. It does not look into t-strings.",
    "pyright": "is a type checker. It checks the Python around a template and the expressions in it, not the markup, "
    "and it does not know that a tag is a call.",
    "ty": "is a type checker as well, and of the same use here.",
}
REPORTED = "t-linter"


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def gaps() -> tuple[str, ...]:
    """The mistakes that t-linter reports and tdomcheck does not."""
    return tuple(mistake.slug for mistake in MISTAKES if REPORTED in seen(mistake) and not said(mistake))


def seen(mistake: Mistake) -> dict[str, list[dict[str, str]]]:
    """What the other tools say about a mistake."""
    found: dict[str, list[dict[str, str]]] = compared()["examples"][mistake.slug]["seen"]
    return found


def _tools() -> dict[str, dict[str, str]]:
    every: dict[str, dict[str, str]] = compared()["tools"]
    return {name: about for name, about in every.items() if about["version"]}


def _lines() -> Iterator[str]:
    yield "# tdomcheck beside other tools"
    yield ""
    yield "<!-- made by docs/generate.py from docs/evidence -->"
    yield "<!-- fmt: off -->"
    yield ""
    yield f"The {len(MISTAKES)} mistakes of [What tdom tells you, and when](what-tdom-tells-you.md) were given to other"
    yield "tools, each as a file, by `benchmarks/compared.py`, with all of their rules on. A tool sees a mistake if"
    yield "one of its rules reports a marked line of the wrong file and nothing in the right one. tdomcheck is judged"
    yield "in the same way. This is generous: a rule that reports the line for another reason counts too. What they"
    yield "said is below."
    yield ""
    yield "t-linter looks into a t-string that is given to tdom's `html(...)` or annotated. The examples are written"
    yield "like that, unless the mistake lies in a template that a component returns, or in one for a container."
    yield ""
    yield "The list is not neutral. Most of these mistakes are in it because tdomcheck has a rule for them, and the"
    yield "other tools were made for other things:"
    yield ""
    yield from (f"- **{name}** {about['version']} {PURPOSES[name]}" for name, about in _tools().items())
    yield from _left_out()
    yield ""
    yield "They do not replace each other. Run ruff and a type checker on a tdom application too: most of what they"
    yield "find is no concern of tdomcheck. What they report of this list is what the type of a value already shows."
    yield from _counts()
    for group, mistakes in GROUPS.items():
        yield from ("", f"## {TITLES[group]}", "")
        yield from _table(mistakes)
    yield from _against_t_linter()
    yield from _renamings()
    yield from _words()
    yield from _commands()


def _left_out() -> Iterator[str]:
    for name, about in compared()["tools"].items():
        if not about["version"]:
            yield f"- **{name}** could not be installed when this was made, so it has no column."


def _counts() -> Iterator[str]:
    yield from ("", "| tool | mistakes seen |", "| --- | --: |")
    yield f"| tdomcheck | {sum(bool(said(mistake)) for mistake in MISTAKES)} of {len(MISTAKES)} |"
    for name in _tools():
        yield f"| {name} | {sum(name in seen(mistake) for mistake in MISTAKES)} of {len(MISTAKES)} |"


def _table(mistakes: tuple[Mistake, ...]) -> Iterator[str]:
    names = list(_tools())
    yield f"| mistake | at run time | tdomcheck | {' | '.join(names)} |"
    yield f"| --- | --- | --- | {' | '.join('---' for _ in names)} |"
    for mistake in mistakes:
        outcome = observed()["examples"][mistake.slug]["bad"]["how"]
        codes = sorted({finding.code for finding in said(mistake)})
        ours = ", ".join(f"[{name}](rules/{name}.md)" for name in codes) or "no"
        others = " | ".join("yes" if name in seen(mistake) else "no" for name in names)
        link = f"[{cell(mistake.title)}](what-tdom-tells-you.md#{mistake.slug})"
        yield f"| {link} | {'raises' if outcome == 'raises' else 'silent'} | {ours} | {others} |"


def _against_t_linter() -> Iterator[str]:
    if REPORTED not in _tools():
        return
    both = [mistake for mistake in MISTAKES if REPORTED in seen(mistake)]
    missed = gaps()
    yield from ("", "## What t-linter reports", "")
    yield f"t-linter reports {len(both)} of the mistakes. tdomcheck reports {len(both) - len(missed)} of these as well."
    yield "Where it does not, that is a gap of tdomcheck, or a report that it leaves out on purpose."
    yield ""
    yield "| mistake | t-linter | tdomcheck |"
    yield "| --- | --- | --- |"
    for mistake in both:
        codes = sorted({finding.code for finding in said(mistake)})
        ours = ", ".join(f"[{name}](rules/{name}.md)" for name in codes) or "**nothing**"
        report = seen(mistake)[REPORTED][0]
        yield f"| {cell(mistake.title)} | {report['rule']}: {cell(code(report['message']))} | {ours} |"
    yield from ("", "## What is right", "")
    yield "A container fills injected props, so a tag that leaves them out is right. tdom also takes a `<` that begins"
    yield "no tag, and a value without quotes that ends in a slash. Each of these files runs under the real libraries."
    yield ""
    yield "| correct code | t-linter | tdomcheck |"
    yield "| --- | --- | --- |"
    for correct in CORRECT:
        reports = compared()["t-linter on correct files"][correct.slug]["reports"]
        words = "; ".join(code(report["message"]) for report in reports) or "nothing"
        ours = "; ".join(f"{finding.code} {finding.message}" for finding in findings(correct.file)) or "nothing"
        yield f"| {correct.title} | {cell(words)} | {cell(ours)} |"


def _renamings() -> Iterator[str]:
    """A component and its prop renamed by those who can rename."""
    found = renamed()
    yield from ("", "## Renaming", "")
    yield "A component and a prop of a small project were renamed by `benchmarks/renamers.py`: by rope and jedi as"
    yield f"libraries on Python {found['python']}, by ty, pyrefly and pyright as language servers that had all files"
    yield "open, and by `tdomcheck rename`. References are the places that Python alone decides about; tags and"
    yield "attributes stand in templates. rope reads with the `ast` of the Python that runs it, which knows template"
    yield "strings from 3.14 on."
    yield ""
    yield "| tool | renamed | references | tags left | attributes left | files that no longer parse |"
    yield "| --- | --- | --: | --: | --: | --: |"
    for row in found["rows"]:
        name = f"{row['tool']} {row['version']}".strip()
        if row["score"] is None:
            yield f"| {name} | {row['what']} | {cell(code(row['said']))} | | | |"
            continue
        after, total = row["score"]["renamed"], row["score"]["total"]
        left = [f"{total[kind] - after[kind]} of {total[kind]}" if total[kind] else "" for kind in ("tag", "attribute")]
        references = f"{after['name']} of {total['name']}"
        yield f"| {name} | {row['what']} | {references} | {left[0]} | {left[1]} | {row['score']['broken']} |"


def _words() -> Iterator[str]:
    yield from ("", "## What the others said", "")
    names = [name for name in _tools() if name != REPORTED]
    yield "| mistake | tool | its words |"
    yield "| --- | --- | --- |"
    for mistake in MISTAKES:
        for name in names:
            for report in seen(mistake).get(name, [])[:1]:
                words = code(report["message"].partition("\n")[0])
                yield f"| {cell(mistake.title)} | {name} | {report['rule']}: {cell(words)} |"


def _commands() -> Iterator[str]:
    yield from ("", "## How it was run", "")
    yield "`PACKAGES` is a folder that has tdom, svcs, svcs-di, svcs-hopscotch and tdom-svcs, so that imports resolve;"
    yield 'pyright is told of it in its configuration, with `"typeCheckingMode": "strict"`.'
    yield from ("", "```text")
    yield from (about["command"] for about in _tools().values())
    yield "```"
