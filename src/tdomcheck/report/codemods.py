"""What `codemod` says: the account of a run, the list of codemods, one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.model.changes import Tier
from tdomcheck.model.codemod import CodemodInfo
from tdomcheck.model.delta import Delta, ProposalRow, RemainderRow
from tdomcheck.model.rule import OptionSpec
from tdomcheck.report.delta import remainder_object
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.values import dataclass

_MOST_EXAMPLES = 10


@dataclass(frozen=True, slots=True)
class FileNumbers:
    """Four numbers of files; a file that nobody looked at is in none of them."""

    changed: int = 0
    unchanged: int = 0
    skipped: int = 0
    failed: int = 0

    def as_object(self) -> JsonObject:
        return {
            "changed": self.changed,
            "unchanged": self.unchanged,
            "skipped": self.skipped,
            "failed": self.failed,
        }


@dataclass(frozen=True, slots=True)
class StatusRow:
    """How far a migration has come in the files of one owner."""

    owner: str
    """Empty: nobody owns them."""
    done: int
    left: int
    blocked: int


def status_text(rows: Sequence[StatusRow]) -> str:
    """`codemod status` for people."""
    lines = [
        f"{visible(row.owner) or 'nobody'}: {_count(row.done, 'file')} done, {row.left:,} left, "
        f"{_count(row.blocked, 'place')} blocked"
        for row in rows
    ]
    return "".join(f"{line}\n" for line in lines)


def status_object(name: str, rows: Sequence[StatusRow]) -> JsonObject:
    owners: list[Json] = [
        {"owner": visible(row.owner), "done": row.done, "left": row.left, "blocked": row.blocked} for row in rows
    ]
    return {"codemod": name, "owners": owners}


def show_run(
    delta: Delta, numbers: FileNumbers, reasons: Sequence[tuple[str, str, str]], *, is_dry: bool, deferred: int
) -> str:
    """The account of a run for people."""
    lines = [
        *_changes(delta, is_dry=is_dry),
        *_told(reasons),
        *_proposals(delta.proposals),
        *_remainder(delta.remainder),
    ]
    looked_at = numbers.changed + numbers.unchanged + numbers.skipped + numbers.failed
    verb = "would change" if is_dry else "changed"
    counts = f"{numbers.changed:,} {verb}, {numbers.unchanged:,} unchanged, {numbers.skipped:,} skipped"
    lines.append(f"{_count(looked_at, 'file')}: {counts}, {numbers.failed:,} failed")
    if deferred:
        lines.append(f"{_count(deferred, 'file')} more would change without --limit")
    return "".join(f"{line}\n" for line in lines)


def _changes(delta: Delta, *, is_dry: bool) -> Iterator[str]:
    for file in delta.files:
        if file.old_sha256 is None:
            verb, path = "created", file.path
        elif file.new_sha256 is None:
            verb, path = "deleted", file.path
        elif file.new_path:
            verb, path = "moved", f"{file.path} -> {file.new_path}"
        else:
            verb, path = "changed", file.path
        yield f"{'would be ' if is_dry else ''}{verb}: {visible(path)}"


def _told(reasons: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    for path, state, reason in reasons:
        yield f"{state}: {visible(path)}: {visible(reason)}"


def _proposals(rows: Iterable[ProposalRow]) -> Iterator[str]:
    """By tier and reason, with their number and some of them."""
    groups: dict[tuple[Tier, str], list[ProposalRow]] = {}
    for row in sorted(rows, key=lambda row: (row.tier.value, row.reason, row.path, row.line)):
        groups.setdefault((row.tier, row.reason), []).append(row)
    for (tier, reason), group in groups.items():
        places = f"{_count(len(group), 'place')}; --include-proposals takes them"
        yield f"proposed ({tier.value}): {visible(reason)}: {places}"
        yield from (f"  {visible(row.path)}:{row.line}: {visible(row.text)}" for row in group[:_MOST_EXAMPLES])
        if len(group) > _MOST_EXAMPLES:
            yield f"  and {len(group) - _MOST_EXAMPLES} more"


def _remainder(rows: Iterable[RemainderRow]) -> Iterator[str]:
    for row in sorted(rows):
        owner = f" ({row.owner})" if row.owner else ""
        yield f"left: {visible(row.path)}:{row.line}: {visible(row.codemod)}: {visible(row.reason)}{visible(owner)}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def summary_object(
    numbers: FileNumbers, exit_code: int, deferred: int, told: Mapping[str, Sequence[str]], verified: str = ""
) -> JsonObject:
    """What the JSON of a run has besides its delta."""
    texts: dict[str, Json] = {name: [visible(text) for text in values] for name, values in told.items()}
    further: JsonObject = {"verified": verified} if verified else {}
    return {"files": numbers.as_object(), "deferred": deferred, "exit_code": exit_code, **further, **texts}


def codemod_object(info: CodemodInfo, examples: Sequence[tuple[str, str, JsonObject]]) -> JsonObject:
    """`codemod show`."""
    shown: list[Json] = [{"before": before, "after": after, "options": options} for before, after, options in examples]
    return {
        "name": info.name,
        "description": visible(info.description),
        "scope": info.scope.value,
        "options": [_option(spec) for spec in info.options],
        "versions": info.versions,
        "examples": shown,
    }


def _option(spec: OptionSpec) -> JsonObject:
    default: Json = list(spec.default) if isinstance(spec.default, tuple) else spec.default
    return {
        "name": spec.name,
        "type": spec.type,
        "default": None if spec.required else default,
        "required": spec.required,
        "help": visible(spec.help),
        "choices": list(spec.choices),
    }


def show_list(infos: Sequence[CodemodInfo], recipes: Mapping[str, Sequence[str]]) -> str:
    """`codemod list` for people."""
    width = max((len(name) for name in (*(info.name for info in infos), *recipes)), default=0)
    lines = [f"{info.name:<{width}}  {visible(info.description)}" for info in infos]
    lines += [f"{visible(name):<{width}}  recipe: {visible(', '.join(steps))}" for name, steps in recipes.items()]
    return "".join(f"{line}\n" for line in lines)


def show_codemod(info: CodemodInfo, examples: Sequence[tuple[str, str, JsonObject]]) -> str:
    """`codemod show` for people."""
    lines = [info.name, "", visible(info.description)]
    if info.versions:
        lines.append(f"for {info.versions}")
    lines += ["", "options:" if info.options else "no options"]
    for spec in info.options:
        default = "required" if spec.required else f"default: {spec.default!r}"
        choices = f"; one of {', '.join(spec.choices)}" if spec.choices else ""
        lines.append(f"  {spec.name} ({spec.type}, {default}{choices})  {visible(spec.help)}")
    for before, after, options in examples:
        if before != after:
            lines += ["", f"before{f' ({options})' if options else ''}:", "", *_indented(before)]
            lines += ["", "after:", "", *_indented(after)]
    return "".join(f"{line}\n" for line in lines)


def _indented(text: str) -> list[str]:
    return [f"    {visible(line)}".rstrip() for line in text.rstrip("\n").split("\n")]


def rows_text(rows: Iterable[RemainderRow], *, is_csv: bool) -> str:
    """What is left as JSON lines, or as CSV."""
    objects = [remainder_object(row) for row in sorted(rows)]
    if not is_csv:
        return "".join(dump(each, None) for each in objects)
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ("path", "line", "symbol", "codemod", "recipe", "cycle", "reason", "owner")
    writer.writerow(names)
    writer.writerows([[_cell(each[name]) for name in names] for each in objects])
    return text.getvalue()


def _cell(value: Json) -> str:
    """A spreadsheet runs what begins with one of these."""
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) and not text.lstrip("-").isdecimal() else text
