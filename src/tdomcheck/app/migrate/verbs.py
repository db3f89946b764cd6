"""The verbs of `codemod` as the command line calls them: text for standard output, an exit code, text for errors."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tdomcheck.app.events.places import PRINTED
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.patches import patch_of
from tdomcheck.app.migrate.plans import migrate_plan
from tdomcheck.app.migrate.recorded import MigrationWish, recorded
from tdomcheck.app.migrate.repositories import (
    RepositoryOutcome,
    check_files,
    named_file,
    names_of,
    read_checkouts,
    run_everywhere,
)
from tdomcheck.app.migrate.result import Migration
from tdomcheck.app.migrate.run import REFACTORINGS, migrate
from tdomcheck.app.migrate.scaffold import new_codemod, plugin_folder
from tdomcheck.app.migrate.status import status_of
from tdomcheck.app.migrate.steps import Vocabulary, split_words, steps_of, unknown_name, vocabulary_of
from tdomcheck.app.migrate.told import result_of
from tdomcheck.app.migrate.upgrade import shown_spans, unlocked_note, upgrade_names, version_spans
from tdomcheck.app.present import ReportOptions, present
from tdomcheck.app.progress import end
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.catalog.codemods import CodemodCatalog, open_codemods
from tdomcheck.edges.file_writes import FileDeletion
from tdomcheck.edges.files import write_report
from tdomcheck.errors import ExitCode, TdomcheckError, UsageError
from tdomcheck.model.codemod import CodemodScope, CodemodStep
from tdomcheck.report.codemods import (
    FileNumbers,
    codemod_object,
    rows_text,
    show_codemod,
    show_list,
    show_run,
    status_object,
    status_text,
    summary_object,
)
from tdomcheck.report.delta import render
from tdomcheck.report.escape import told
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.values import dataclass, replace

Answer = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the account of a run goes."""

    is_json: bool = False
    delta: str = ""
    plan: str = ""
    rows: str = ""
    reports: tuple[tuple[str, str], ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.delta, self.plan, self.rows, *(path for _, path in self.reports))))

    def of_checkout(self, name: str) -> Outputs:
        """The same for one of several checkouts: each has files of its own, with its name before their suffix."""
        delta, plan, rows = (named_file(path, name) for path in (self.delta, self.plan, self.rows))
        return Outputs(
            self.is_json, delta, plan, rows, tuple((form, named_file(path, name)) for form, path in self.reports)
        )


def open_session(request: Request) -> tuple[Session, CodemodCatalog, Vocabulary]:
    session = Session(request)
    settings = session.settings
    catalog = open_codemods(settings.plugins, settings.root)
    return session, catalog, vocabulary_of(catalog, settings.codemods, is_partial=bool(settings.refused_plugins))


def run_list(request: Request, *, is_json: bool) -> Answer:
    _, catalog, vocabulary = open_session(request)
    if is_json:
        objects: list[Json] = [codemod_object(entry.info, _examples(entry.cls)) for entry in catalog.entries]
        return dump(objects), 0, ""
    recipes = {name: [step.name for step in steps] for name, steps in sorted(vocabulary.recipes.items())}
    return show_list([entry.info for entry in catalog.entries], recipes), 0, ""


def run_show(request: Request, name: str, *, is_json: bool) -> Answer:
    _, catalog, vocabulary = open_session(request)
    entry = catalog.find(name)
    if entry is None:
        if name not in vocabulary.recipes:
            raise UsageError(unknown_name(name, vocabulary))
        raise UsageError(f"`{name}` is a recipe: {', '.join(step.name for step in vocabulary.recipes[name])}")
    examples = _examples(entry.cls)
    return dump(codemod_object(entry.info, examples)) if is_json else show_codemod(entry.info, examples), 0, ""


def _examples(cls: type) -> list[tuple[str, str, JsonObject]]:
    return [(each.before, each.after, _json(each.options)) for each in cls.EXAMPLES]  # type: ignore[attr-defined]


def _json(options: Mapping[str, object]) -> JsonObject:
    return {
        name: list(value) if isinstance(value, tuple) else value  # type: ignore[misc]
        for name, value in options.items()
    }


def run_codemods(
    request: Request,
    words: Sequence[str],
    settings: Sequence[str],
    order: MigrationOrder,
    outputs: Outputs,
    command: str = "codemod run",
) -> Answer:
    """`codemod run`."""
    try:
        planned = _planned(request, words, settings, order)
    except TdomcheckError as error:
        return _refused(request, error, command, order, outputs)
    wish = MigrationWish(command, ", ".join(planned.names), _options(planned.order.steps), outputs.is_json)

    def run(order: MigrationOrder) -> tuple[Answer, Migration]:
        try:
            migration = migrate(planned.session, planned.catalog, order)
        finally:
            end()
            planned.session.close()
        return told_run(planned.session, migration, order.effect, outputs), migration

    return recorded(planned.session, wish, planned.order, run)


@dataclass(frozen=True, slots=True)
class _PlannedRun:
    """What the words of a run come to."""

    session: Session
    catalog: CodemodCatalog
    names: tuple[str, ...]
    order: MigrationOrder


def _planned(request: Request, words: Sequence[str], settings: Sequence[str], order: MigrationOrder) -> _PlannedRun:
    first = Session(request)
    catalog = open_codemods(first.settings.plugins, first.settings.root)
    vocabulary = vocabulary_of(catalog, first.settings.codemods, is_partial=bool(first.settings.refused_plugins))
    names, paths = split_words(words, vocabulary, first.cwd)
    steps = steps_of(names, settings, vocabulary)
    order = replace(_reading(catalog, steps, order), label=_label(steps, paths, order))
    return _PlannedRun(Session(replace(request, paths=paths)), catalog, names, order)


def _reading(catalog: CodemodCatalog, steps: tuple[CodemodStep, ...], order: MigrationOrder) -> MigrationOrder:
    """The order for some steps: what they read and what they may write."""
    ran = {step.name for step in steps}
    classes = [entry.cls for entry in catalog.entries if entry.info.name in ran]
    reads = any(cls.SURVEYS or cls.SCOPE is CodemodScope.PROJECT for cls in classes)
    return replace(order, steps=steps, is_of_repository=not REFACTORINGS.isdisjoint(ran), reads_project=reads)


def _refused(request: Request, error: TdomcheckError, command: str, order: MigrationOrder, outputs: Outputs) -> Answer:
    """A run that could not begin: it raises, and whoever listens hears of it."""

    def run(_: MigrationOrder) -> tuple[Answer, Migration]:
        raise error

    if not request.events:
        raise error
    looking = replace(order, effect=RunEffect.SUMMARY)  # it changes nothing, and uses up no budget
    return recorded(Session(request), MigrationWish(command, "", {}, outputs.is_json), looking, run)


def _options(steps: Sequence[CodemodStep]) -> Mapping[str, object]:
    """What each codemod was told, by its name."""
    return {step.name: dict(step.options) for step in steps if step.options}


def _label(steps: Sequence[CodemodStep], paths: Sequence[str] = (), order: MigrationOrder | None = None) -> str:
    """What the journal remembers: the same names, options and paths are the same run."""
    words = ["codemod run", *(step.name for step in steps)]
    words += (f"--set {step.name}.{name}={value}" for step in steps for name, value in step.options)
    if order is not None:
        words += [f"--limit {order.limit}"] if order.limit else []
        words += ["--mark"] if order.marks else []
        words += ["--include-proposals"] if order.takes_proposals else []
    return " ".join([*words, *paths])


def run_upgrade(request: Request, paths: Sequence[str], order: MigrationOrder, outputs: Outputs) -> Answer:
    """`codemod upgrade`: the recipes and codemods that lead from the locked versions to the wanted ones."""
    session, catalog, vocabulary = open_session(request)
    spans = version_spans(session)
    targets = {f"target-{span.package}": span.wanted for span in spans}
    request = replace(request, overrides={**request.overrides, **targets})
    names = upgrade_names(spans, catalog, vocabulary)

    def count(name: str) -> int:
        steps = steps_of([name], (), vocabulary)
        found = _surveyed(Session(replace(request, paths=tuple(paths))), catalog, steps)
        return len({each.path for each in found.writes} | {path for path, _ in found.sites})

    unlocked = [name for name in upgrade_names(spans, catalog, vocabulary, is_locked=False) if name not in names]
    note = unlocked_note(spans, unlocked, count)
    if not names:
        text = f"no codemod leads from the locked versions to the wanted ones: {shown_spans(spans)}\n"
        nothing = "".join([text, *(f"{sentence}\n" for sentence in note)]), 0, ""
        wish = MigrationWish("codemod upgrade", "", {}, outputs.is_json)
        return recorded(session, wish, order, lambda _: (nothing, Migration()))
    text, code, notice = run_codemods(request, [*names, *paths], (), order, outputs, "codemod upgrade")
    notes = [f"upgrade runs {', '.join(names)}", f"it leads from {shown_spans(spans)}", *note]
    return text, code, told("note", notes) + notice


def _surveyed(session: Session, catalog: CodemodCatalog, steps: tuple[CodemodStep, ...]) -> Migration:
    """What some steps would do."""
    try:
        return migrate(session, catalog, _reading(catalog, steps, MigrationOrder(steps, RunEffect.SUMMARY)))
    finally:
        end()
        session.close()


def run_status(request: Request, name: str, *, is_json: bool) -> Answer:
    """`codemod status`."""
    session, catalog, vocabulary = open_session(request)
    if name not in vocabulary.names:
        raise UsageError(unknown_name(name, vocabulary))
    info = vocabulary.codemods.get(name)
    required = {spec.name for spec in info.options if spec.required} if info is not None else set[str]()
    if required - dict(vocabulary.options.get(name, ())).keys():
        raise UsageError(f"{name} needs options; set them in `codemods.{name}` of the configuration")
    steps = steps_of([name], (), vocabulary)
    migration = _surveyed(session, catalog, steps)
    rows = status_of(session, migration, {step.name for step in steps})
    text = dump(status_object(name, rows)) if is_json else status_text(rows)
    code = ExitCode.UNTRUSTWORTHY if migration.errors else ExitCode.CLEAN
    return text, code, told("error", (*migration.failures, *migration.errors))


def run_new(request: Request, name: str) -> Answer:
    """`codemod new`."""
    with plugin_folder(request):
        session, catalog, vocabulary = open_session(request)
        written = new_codemod(session, name, (*catalog.names, *vocabulary.recipes))
    return "".join(f"written: {path}\n" for path in written), 0, ""


def run_repositories(
    request: Request,
    words: Sequence[str],
    settings: Sequence[str],
    order: MigrationOrder,
    outputs: Outputs,
    repos: str,
    patches: str,
) -> Answer:
    """`codemod run --repos`: what is to change in each checkout, as patches; written unless the run is dry."""
    if request.events == PRINTED:
        raise UsageError(
            "--events - stands in place of what is printed, and --repos prints a line for each: name a file"
        )
    if request.task:
        raise UsageError(
            f"--repos goes over several projects, and task {request.task} is one of this one: leave it out"
        )
    _, catalog, vocabulary = open_session(request)
    events = os.path.join(request.cwd, request.events) if request.events else ""
    notices: list[str] = []  # what the stream and the ledgers have to say

    def run(folder: str, checkout: str) -> RepositoryOutcome:
        names, paths = split_words(words, vocabulary, folder)
        steps = steps_of(names, settings, vocabulary)
        # The codemods are those of whoever runs this: nothing that a checkout brings is run.
        session = Session(replace(request, cwd=folder, paths=paths, is_safe=True, events=events))
        migration = Migration()

        def migrated(planned: MigrationOrder) -> tuple[Answer, Migration]:
            nonlocal migration
            try:
                migration = migrate(session, catalog, planned)
            finally:
                end()
                session.close()
            return ("", migration.exit_code, ""), migration

        wish = MigrationWish("codemod run", ", ".join(names), _options(steps))
        of_checkout = replace(_reading(catalog, steps, order), label=_label(steps))
        _, code, notice = recorded(session, wish, of_checkout, migrated)
        own = outputs.of_checkout(checkout)
        write_documents(session, migration, own)
        notices.extend((told("warning", [f"{checkout}: {warning}" for warning in migration.warnings]), notice))
        troubles = (*migration.errors, *migration.failures)
        left = len(migration.sites) + len(migration.proposals)
        patch = patch_of(session, migration.writes, migration.formatted)
        return RepositoryOutcome(folder, code, patch, len(migration.writes), left, "; ".join(troubles), own.paths)

    folders = read_checkouts(repos)
    check_files(outputs.paths, names_of(folders))
    text, code = run_everywhere(folders, run, patches)
    return text, code, "".join(notices)


def run_apply(request: Request, path: str, order: MigrationOrder, outputs: Outputs) -> Answer:
    """`codemod apply`."""
    session = Session(request)
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        refusal = UsageError(f"{path}: the plan could not be read: {error.strerror}")
        return _refused(request, refusal, "codemod apply", order, outputs)

    def run(planned: MigrationOrder) -> tuple[Answer, Migration]:
        migration = migrate_plan(session, text, path, planned)
        return told_run(session, migration, planned.effect, outputs), migration

    return recorded(
        session, MigrationWish("codemod apply", "codemod apply", {"plan": path}, outputs.is_json), order, run
    )


def told_run(session: Session, migration: Migration, effect: RunEffect, outputs: Outputs) -> Answer:
    """Write what goes to files, and say the rest."""
    notice = told("warning", migration.warnings) + told("error", (*migration.failures, *migration.errors))
    numbers = _numbers(migration)
    document = render(
        migration.delta,
        {
            "summary": summary_object(
                numbers, migration.exit_code, migration.deferred, _sentences(migration), migration.verified
            )
        },
    )
    plain = write_documents(session, migration, outputs)
    if effect is RunEffect.PATCH:
        return patch_of(session, migration.writes, migration.formatted), migration.exit_code, notice
    if "-" in {outputs.plan, outputs.delta}:
        return plain, migration.exit_code, notice
    if effect is RunEffect.PLAN:
        return "", migration.exit_code, notice
    if outputs.is_json:
        return document, migration.exit_code, notice
    reasons = [(each.path, each.state, each.reason) for each in migration.files if each.reason]
    is_unwritten = effect is not RunEffect.WRITE
    text = show_run(migration.delta, numbers, reasons, is_dry=is_unwritten, deferred=migration.deferred)
    return text + (f"verified: {migration.verified}\n" if migration.verified else ""), migration.exit_code, notice


def write_documents(session: Session, migration: Migration, outputs: Outputs) -> str:
    """The account of a run in the files that were asked for; the delta as it would be printed."""
    plain = render(migration.delta)
    for path in filter(None, (outputs.plan, outputs.delta)):
        if path != "-":
            write_report(path, plain)
    if outputs.rows:
        write_report(outputs.rows, rows_text(migration.delta.remainder, is_csv=outputs.rows.endswith(".csv")))
    if outputs.reports:
        contents = {write.path: write.after for write in migration.writes if not isinstance(write, FileDeletion)}
        view = ReportOptions("json", reports=outputs.reports, verb="codemod")
        present(result_of(session, migration), view, session.cwd, contents, {})
    return plain


def _numbers(migration: Migration) -> FileNumbers:
    """What is made, moved or deleted is changed as well, though no codemod was asked about it by itself."""
    states = [each.state for each in migration.files]
    return FileNumbers(
        max(states.count("changed"), len(migration.writes)),
        states.count("unchanged"),
        states.count("skipped"),
        states.count("failed"),
    )


def _sentences(migration: Migration) -> dict[str, Sequence[str]]:
    return {
        "warnings": migration.warnings,
        "failures": sorted(migration.failures),
        "errors": sorted(migration.errors),
        "skipped": sorted(f"{each.path}: {each.reason}" for each in migration.files if each.state == "skipped"),
    }
