"""Examples as rows: for whoever trains, for whoever compares, and with all that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tdomcheck.report.escape import encodable
from tdomcheck.report.events.examples import TrainingExample
from tdomcheck.report.jsontext import Json, JsonObject, dump

FORMATS = ("pairs", "chatml", "jsonl")
_SYSTEM = "You write applications of t-string components (tdom) and service containers (svcs, svcs-di, tdom-svcs)."


def rows(examples: Iterable[TrainingExample], form: str) -> str:
    """One example a line."""
    make = {"pairs": _pair, "chatml": _chat, "jsonl": _whole}[form]
    return "".join(dump(make(example), indent=None) for example in examples)


def _pair(example: TrainingExample) -> JsonObject:
    return {
        "context": encodable(example.context),
        "prompt": encodable(example.prompt),
        "rejected": encodable(example.rejected),
        "chosen": encodable(example.chosen),
        "weight": example.weight,
        "type": "corrective",
    }


def _whole(example: TrainingExample) -> JsonObject:
    return {
        **_pair(example),
        "path": encodable(example.path),
        "validator": encodable(example.validator),
        "errors": [encodable(error) for error in example.errors],
        "time": example.time,
        "session": _text(example.session),
        "branch": _text(example.branch),
    }


def _chat(example: TrainingExample) -> JsonObject:
    messages: list[Json] = [{"role": role, "content": encodable(text)} for role, text in _turns(example)]
    return {"messages": messages, "weight": example.weight}


def _turns(example: TrainingExample) -> Iterator[tuple[str, str]]:
    """The code before with what is wrong about it, answered by the code after."""
    yield "system", f"{_SYSTEM}\n\nContext: {example.context}" if example.context else _SYSTEM
    yield "user", f"{example.prompt}\n\n```python\n{example.rejected.rstrip()}\n```"
    yield "assistant", example.chosen


def _text(text: str | None) -> str | None:
    return None if text is None else encodable(text)


def spec_summary(text: str) -> str:
    """The front matter of a specification, or its first heading and paragraph."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    if lines[0] == "---" and "---" in lines[1:]:
        return "\n".join(lines[1 : lines.index("---", 1)]).strip()[:_MOST]
    blocks = [block.strip() for block in "\n".join(lines).split("\n\n") if block.strip()]
    headed = next((place for place, block in enumerate(blocks) if block.startswith("#")), None)
    if headed is None:
        return blocks[0][:_MOST] if blocks else ""
    heading, _, rest = blocks[headed].partition("\n")
    paragraph = rest.strip() or next((block for block in blocks[headed + 1 :] if not block.startswith("#")), "")
    return f"{heading.lstrip('# ')}\n{paragraph}".strip()[:_MOST]


_MOST = 2_000
