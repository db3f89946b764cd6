"""The part of observe.py that runs where tdom is: sources from stdin, what they did to stdout."""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import json
import re
import sys
import traceback
import types
import warnings

PACKAGES = ("tdom", "svcs", "svcs-di", "svcs-hopscotch", "tdom-svcs")


def versions() -> dict[str, str]:
    """What is installed here; a copy without metadata has no version."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = ""
    return found


def stage(error: Exception) -> str:
    """What the libraries were doing when it was raised."""
    files = [frame.filename.replace("\\", "/") for frame in traceback.extract_tb(error.__traceback__)]
    if any(name.endswith("/tdom/parser.py") for name in files):
        return "parsing"
    if any("/tdom/" in name or "/tdom_svcs/processor" in name for name in files):
        return "rendering"
    if any(name.endswith("/scanning.py") for name in files):
        return "scanning"
    if any(name.endswith("/tdom_svcs/middleware.py") for name in files):
        return "middleware"
    if any("/svcs/" in name or "/svcs_di/" in name or "/svcs_hopscotch/" in name for name in files):
        return "resolving"
    return (
        "importing"
        if isinstance(error, ImportError) or any(name.endswith("/dataclasses.py") for name in files)
        else "running"
    )


def plain(text: str) -> str:
    """Without what differs from run to run, and from machine to machine."""
    return re.sub(r" \((?:/|[A-Z]:)[^)]*\.py\)", "", re.sub(r"0x[0-9a-f]+", "0x…", text))


def observe(slug: str, source: str) -> dict[str, str]:
    """What one file does."""
    module = types.ModuleType("example")
    sys.modules["example"] = module
    try:
        exec(compile(source, f"{slug}.py", "exec", dont_inherit=True), vars(module))  # noqa: S102  # the examples are ours
    except Exception as error:  # noqa: BLE001  # whatever it raises is the observation
        text = plain("".join(traceback.format_exception_only(error)).strip())
        return {"how": "raises", "while": stage(error), "text": text}
    value = module.page
    how = "renders" if isinstance(value, str) and "html(" in source else "gives"
    return {"how": how, "text": plain(str(value) if how == "renders" else repr(value))}


def main() -> None:
    """Every example, one after the other: none of them touches what the next one sees."""
    warnings.simplefilter("ignore")
    sources = json.loads(sys.stdin.read())
    examples = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for slug, (bad, good) in sources.items():
            examples[slug] = {"bad": observe(slug, bad), "good": observe(slug, good)}
    json.dump({"versions": versions(), "examples": examples}, sys.stdout)


main()
