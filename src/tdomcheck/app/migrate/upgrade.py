"""What leads from the versions that a project has locked to the wanted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tdomcheck.app.migrate.steps import Vocabulary, steps_of
from tdomcheck.app.session import Session
from tdomcheck.app.targets import NEWEST, Target, detect, is_known
from tdomcheck.catalog.codemods import CodemodCatalog
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.requirement_files import RequirementFiles
from tdomcheck.facts.targets.versions import fulfils, package_of
from tdomcheck.model.codemod import CodemodInfo
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class VersionSpan:
    """From which version of a package to which."""

    package: str
    old: Target | None
    """None: nothing says which one the project has."""
    wanted: str

    def __str__(self) -> str:
        if self.old is None:
            return f"{self.package} (nothing is locked) to {self.wanted}"
        return f"{self.package} {self.old.version} ({self.old.origin}) to {self.wanted}"

    def leads(self, versions: str, *, is_locked: bool = True) -> bool:
        """Whether what is for some versions is for the wanted one and not for the old one."""
        if not versions or package_of(versions) != self.package or not fulfils(self.wanted, versions):
            return False
        if self.old is None:
            return not is_locked
        return is_locked and not fulfils(self.old.version, versions)


def version_spans(session: Session) -> tuple[VersionSpan, ...]:
    """By package: from what is locked, required or installed to what was asked for, else the newest that is known."""
    settings = session.settings
    asked = {"tdom": settings.target_tdom, "svcs-di": settings.target_svcs_di, "svcs": settings.target_svcs}
    files = RequirementFiles(read_regular)
    spans: list[VersionSpan] = []
    for package, version in asked.items():
        old = detect(package, settings.root, "auto", files)
        wanted = NEWEST[package] if version == "auto" else version
        spans.append(VersionSpan(package, old if is_known(old) else None, wanted))
    return tuple(spans)


def shown_spans(spans: Iterable[VersionSpan]) -> str:
    return ", ".join(map(str, spans))


def upgrade_names(
    spans: Sequence[VersionSpan], catalog: CodemodCatalog, vocabulary: Vocabulary, *, is_locked: bool = True
) -> list[str]:
    """What leads over the spans, of those packages that are locked or of the others: recipes, and codemods in none."""

    def leads(info: CodemodInfo) -> bool:
        return any(span.leads(info.versions, is_locked=is_locked) for span in spans)

    recipes = {
        name: {step.name for step in steps_of([name], (), vocabulary)}
        for name in vocabulary.recipes
        if any(leads(vocabulary.codemods[step.name]) for step in steps_of([name], (), vocabulary))
    }
    covered = {name for steps in recipes.values() for name in steps}
    alone = (entry.info for entry in catalog.entries if entry.info.name not in covered and leads(entry.info))
    return [*sorted(recipes), *(info.name for info in alone if not any(spec.required for spec in info.options))]


def unlocked_note(spans: Sequence[VersionSpan], names: Sequence[str], count: Callable[[str], int]) -> Sequence[str]:
    """What to say where nothing is locked: which of some codemods have places to convert, in how many files."""
    counts: Mapping[str, int] = {name: number for name in names if (number := count(name))}
    if not counts:
        return ()
    packages = ", ".join(span.package for span in spans if span.old is None)
    found = ", ".join(f"{name} ({number:,} file{'' if number == 1 else 's'})" for name, number in counts.items())
    command = f"tdomcheck codemod run {' '.join(counts)}"
    return [f"nothing is locked for {packages}, and there are places to convert by {found}; to convert them: {command}"]
