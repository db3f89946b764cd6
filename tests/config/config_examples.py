"""A small catalogue, and files that exist only in memory."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from textwrap import dedent

from tdomcheck.config import Settings, load_settings
from tdomcheck.config.documents import ConfigFiles
from tdomcheck.model import OptionSpec, RuleInfo, RuleKind, Severity

OPTIONS = (
    OptionSpec("limit", "int", 3, "How many are enough."),
    OptionSpec("names", "list[str]", ("a", "b"), "Which names."),
    OptionSpec("strict", "bool", default=False, help="Whether to be strict."),
    OptionSpec("style", "str", "plain", "How it should look."),
)


def rule(
    code: str,
    slug: str,
    kind: RuleKind = RuleKind.CST,
    severity: Severity = Severity.WARNING,
    *,
    options: tuple[OptionSpec, ...] = (),
    preview: bool = False,
) -> RuleInfo:
    name = slug.title().replace("-", "")
    group = code[:4]
    return RuleInfo(code, slug, name, group, kind, severity, "Something is wrong.", "", "no", options, preview=preview)


CATALOG = (
    rule("TDC001", "invalid-syntax", RuleKind.META, Severity.ERROR),
    rule("TDC002", "invalid-encoding", RuleKind.META, Severity.ERROR),
    rule("TDC003", "unused-ignore", RuleKind.META),
    rule("TDC101", "template-syntax", RuleKind.TEMPLATE, Severity.ERROR, options=OPTIONS),
    rule("TDC102", "unquoted-attr", RuleKind.TEMPLATE),
    rule("TDC121", "nested-html-call"),
    rule("TDC201", "missing-prop", RuleKind.PROJECT, Severity.ERROR),
    rule("TDC202", "fresh-idea", preview=True),
    rule("TDC301", "view-decorator"),
)
ESSENTIAL = frozenset({"TDC001", "TDC002"})


def memory(texts: Mapping[str, str | bytes]) -> ConfigFiles:
    """Files of a project, by absolute path."""
    data = {path: text if isinstance(text, bytes) else dedent(text).encode() for path, text in texts.items()}

    def read(path: str) -> bytes:
        if path not in data:
            raise FileNotFoundError(2, "No such file or directory", path)
        return data[path]

    return ConfigFiles(read, data.__contains__)


def settings_of(text: str, name: str = "/p/tdomcheck.toml", **more: object) -> Settings:
    """The settings that a configuration with this text makes."""
    assert posixpath.isabs(name)
    return load_settings(name, catalog=CATALOG, files=memory({name: text}), **more)  # type: ignore[arg-type]  # options
