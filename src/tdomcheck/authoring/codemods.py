"""What codemods say: their examples, what they want of a project, and what they leave."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.authoring.codebase import Codebase as Codebase
    from tdomcheck.authoring.codemod import Skip as Skip
    from tdomcheck.authoring.described_codemod import CodemodExample as CodemodExample
    from tdomcheck.authoring.described_codemod import example as example
    from tdomcheck.edits.orphans import without_names as without_names
    from tdomcheck.model.changes import DeletedFile as DeletedFile
    from tdomcheck.model.changes import FileEdits as FileEdits
    from tdomcheck.model.changes import NewFile as NewFile
    from tdomcheck.model.changes import Proposal as Proposal
    from tdomcheck.model.changes import Remainder as Remainder
    from tdomcheck.model.changes import Rewrite as Rewrite
    from tdomcheck.model.changes import Tier as Tier
    from tdomcheck.rewrite.migrations.components import ComponentConversion as ComponentConversion
    from tdomcheck.rewrite.migrations.components import components_to_templates as components_to_templates
    from tdomcheck.rewrite.migrations.element_calls import ElementConversion as ElementConversion
    from tdomcheck.rewrite.migrations.element_calls import elements_to_templates as elements_to_templates
    from tdomcheck.rewrite.migrations.rendered import interpolated_template as interpolated_template
    from tdomcheck.rewrite.migrations.rendered import loses_container as loses_container
    from tdomcheck.rewrite.migrations.rendered import returned_template as returned_template
    from tdomcheck.rewrite.migrations.rendered import without_str as without_str
    from tdomcheck.rewrite.migrations.texts import TextConversion as TextConversion
    from tdomcheck.rewrite.migrations.texts import declared_texts as declared_texts
    from tdomcheck.rewrite.migrations.texts import interpolated_text as interpolated_text
else:
    __getattr__, __dir__ = names_of(__name__)
