"""YAML as nodes with places; nothing of it is made into objects."""

from __future__ import annotations

import typing as t
import warnings

from tdomcheck.errors import Unparsable

# nodes of ruamel.yaml have no type of their own: t.Any stands for them


def documents(text: str) -> list[t.Any]:
    """The node of every document, None for an empty one; an alias is the node that it stands for. Raises Unparsable."""
    from ruamel.yaml import YAML  # 100 ms
    from ruamel.yaml.error import YAMLError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they quote lines of the file, as they are
            return list(YAML(typ="safe", pure=True).compose_all(text))
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise Unparsable(f"line {mark.line + 1}: {problem}" if mark is not None else str(problem)) from None
    except RecursionError:
        raise Unparsable("it nests too deeply") from None


def nodes(text: str) -> t.Iterator[t.Any]:
    """Every node of a text once, from the top; raises Unparsable."""
    waiting, seen = documents(text), set[int]()
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if node.id == "mapping":
            waiting += [part for pair in node.value for part in pair]
        elif node.id == "sequence":
            waiting += node.value


def fields(node: t.Any) -> dict[str, t.Any]:
    """The keys of a mapping that are text, each with the node of its value; nothing for another node."""
    return {key.value: value for key, value in node.value if key.id == "scalar"} if node.id == "mapping" else {}
