"""What a report needs to know besides the result of the run."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from tdomcheck.model import Finding, RuleInfo, RuleKind, RunResult, Safety
from tdomcheck.model.rule import OUR_RULES
from tdomcheck.report.places import Places
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportContext:
    """Where the bytes are, how wide the terminal is, and how the run was asked for."""

    sources: Mapping[str, bytes]
    """Path as in `Finding.path` -> bytes that the spans count in; a missing file is shown without its text."""
    version: str
    color: bool = False
    links: bool = False
    """Whether a terminal reads the text, and takes OSC 8."""
    width: int = 100
    verb: str = "check"
    """`check`, `fix`, or `diff` for fixes that were only shown."""
    unsafe_fixes: bool = False
    """Whether unsafe fixes count as applicable now."""
    show_fixes: bool = False
    statistics: bool = False
    profile: bool = False
    is_fix_only: bool = False
    """People are told what was fixed and how much is left: somebody else says what it is."""
    quiet: bool = False
    """Findings and errors only, no summary."""
    shows_suppressed: bool = False
    """Whether SARIF has accepted findings; code scanning would open alerts for them."""
    root_prefix: str = ""
    """What makes a path relative to the root of the repository instead of to the current folder."""
    max_annotations: int = 10
    markdown_bytes: int = 900 * 1024
    """GitHub throws away a job summary above 1 MiB, and refuses a comment above 65,535 characters."""
    server_url: str = ""
    repository: str = ""
    sha: str = ""
    home: str = "https://github.com/tdomcheck/tdomcheck"
    rules_url: str = ""
    """Absolute address of the rule catalogue; the slug of a rule is its anchor."""
    random_token: str = ""
    """Where the output is the log of a GitHub job: what no checked code can guess, so that it ends no fence."""
    places: Places = field(init=False, repr=False, compare=False)
    """Of all reports of a run: what one has decoded the others need as well."""

    def __post_init__(self) -> None:
        """A frozen value has no other way to set what is made of its fields."""
        object.__setattr__(self, "places", Places(self.sources))

    def listed(self, result: RunResult) -> tuple[Finding, ...]:
        """The findings that a report for people tells one by one."""
        return () if self.is_fix_only else result.findings

    def rooted(self, path: str) -> str:
        """A path relative to the root of the repository."""
        if not self.root_prefix or path.startswith("/"):
            return path
        return posixpath.normpath(posixpath.join(self.root_prefix, path))

    def rule_url(self, slug: str) -> str:
        return f"{self.rules_url}#{slug}" if self.rules_url else ""

    def page_of(self, rule: RuleInfo) -> str:
        """The address of a rule; what a plugin brings has none."""
        is_ours = rule.kind is RuleKind.META or rule.module.startswith(OUR_RULES)
        generated = f"{self.home}/blob/main/docs/rules/{rule.code}.md" if is_ours and self.home else ""
        return self.rule_url(rule.slug) or generated

    def is_fixable(self, finding: Finding) -> bool:
        """Whether `tdomcheck fix`, asked the same way, would apply the fix of a finding."""
        return finding.fix is not None and (self.unsafe_fixes or finding.fix.safety is Safety.SAFE)

    def badge(self, finding: Finding) -> str:
        """`[*] ` for a fix that applies now, `[-] ` for one that needs `--unsafe-fixes`."""
        if finding.fix is None:
            return ""
        return "[*] " if self.is_fixable(finding) else "[-] "
