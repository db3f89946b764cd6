"""The tests that a change touches: those that are changed, and those that import what is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.app.migrate.told import inner_path
from tdomcheck.app.plan_files import plan_run, rest_of_project
from tdomcheck.app.session import Session
from tdomcheck.app.work import read_source
from tdomcheck.edges.file_writes import FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.errors import Undecodable
from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.importers import importers
from tdomcheck.facts.project.modules import Project, is_test_file
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.paths import is_within, path_from
from tdomcheck.model.suffixes import is_module
from tdomcheck.source.text import SourceText


def affected_tests(session: Session, writes: Sequence[FileWrite]) -> tuple[str, ...]:
    """Test files from the root of the repository, by the names that they have afterwards.

    Reads every module of the project, so only those ask who run tests or hand the answer on.
    """
    root = session.settings.project or session.cwd
    project = _project_before(session, root, writes)
    reached = importers(project, (path_from(root, write.path) for write in writes))
    there = {os.path.join(root, *path.split("/")) for path in reached if _is_test(path)}
    gone = {write.path for write in writes if isinstance(write, FileDeletion)}
    moved = {write.path: write.new_path for write in writes if isinstance(write, FileMove)}
    made = {write.path for write in writes if isinstance(write, FileCreation) and _is_test(path_from(root, write.path))}
    return tuple(sorted(inner_path(session, moved.get(path, path)) for path in (there - gone) | made))


def _is_test(path: str) -> bool:
    name = path.rpartition("/")[2]
    return path.endswith(".py") and is_test_file(path) and name not in {"conftest.py", "__init__.py"}


def _project_before(session: Session, root: str, writes: Sequence[FileWrite]) -> Project:
    before = {write.path: write.before for write in writes if not isinstance(write, FileCreation)}
    made = {write.path for write in writes if isinstance(write, FileCreation)}
    made |= {write.new_path for write in writes if isinstance(write, FileMove)} - before.keys()
    paths = {path for path in _modules(session) if is_within(path, root)} | before.keys()
    settings = session.settings
    roots = [path_from(root, os.path.join(settings.root, folder)) for folder in settings.src]
    modules = [path for path in sorted(paths - made) if is_module(path)]
    facts = {path_from(root, path): _facts(path, before, settings.max_file_bytes) for path in modules}
    return Project(facts, ["" if folder == "." else folder for folder in roots])


def _modules(session: Session) -> Iterator[str]:
    plan = plan_run(session)
    files = {file.path for file in plan.files}
    yield from files
    yield from (file.path for file in rest_of_project(session, plan, session.settings, files).files)


def _facts(path: str, before: Mapping[str, bytes], most_bytes: int) -> FileFacts:
    try:
        data = before[path] if path in before else read_source(path, most_bytes)[0]
        return extract_facts(ModuleView(SourceText(data)).closely)
    except (OSError, Undecodable):
        return FileFacts(is_incomplete=True)
