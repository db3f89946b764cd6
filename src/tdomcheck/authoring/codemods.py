"""What codemods are made of besides `td.Codemod`: their other kinds, their examples, and what they answer."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.authoring.codebase import Codebase as Codebase
    from tdomcheck.authoring.codemod import Skip as Skip
    from tdomcheck.authoring.described_codemod import CodemodExample as CodemodExample
    from tdomcheck.authoring.described_codemod import example as example
    from tdomcheck.authoring.edit_codemod import EditCodemod as EditCodemod
    from tdomcheck.authoring.project_codemod import ProjectCodemod as ProjectCodemod
    from tdomcheck.edits.orphans import without_names as without_names
    from tdomcheck.model.changes import DeletedFile as DeletedFile
    from tdomcheck.model.changes import FileEdits as FileEdits
    from tdomcheck.model.changes import NewFile as NewFile
    from tdomcheck.model.changes import Proposal as Proposal
    from tdomcheck.model.changes import Remainder as Remainder
    from tdomcheck.model.changes import Rewrite as Rewrite
    from tdomcheck.model.changes import Tier as Tier
else:
    __getattr__, __dir__ = names_of(__name__)
