"""What codemods say: their examples, what they want of a project, and what they leave."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.authoring.codebase import Codebase as Codebase
    from tdomcheck.authoring.codemod import Skip as Skip
    from tdomcheck.authoring.described_codemod import CodemodExample as CodemodExample
    from tdomcheck.authoring.described_codemod import example as example
    from tdomcheck.authoring.rule_fixes import RuleFixes as RuleFixes
    from tdomcheck.edits.dropped_imports import without_names as without_names
    from tdomcheck.edits.orphans import end_of_checked_imports as end_of_checked_imports
    from tdomcheck.edits.orphans import unused_imports as unused_imports
    from tdomcheck.model.changes import DeletedFile as DeletedFile
    from tdomcheck.model.changes import FileEdits as FileEdits
    from tdomcheck.model.changes import NewFile as NewFile
    from tdomcheck.model.changes import Proposal as Proposal
    from tdomcheck.model.changes import Remainder as Remainder
    from tdomcheck.model.changes import Rewrite as Rewrite
    from tdomcheck.model.changes import Tier as Tier
    from tdomcheck.patterns.replacing import PatternChange as PatternChange
    from tdomcheck.patterns.replacing import replacement_of as replacement_of
    from tdomcheck.patterns.replacing import replacements as replacements
    from tdomcheck.refactor.asked import deleted as deleted
    from tdomcheck.refactor.asked import moved as moved
    from tdomcheck.refactor.asked import renamed as renamed
    from tdomcheck.refactor.renamings import renamings as renamings
    from tdomcheck.rewrite.migrations.asked_elements import ElementNote as ElementNote
    from tdomcheck.rewrite.migrations.category_kind import ROLES as ROLES
    from tdomcheck.rewrite.migrations.category_kind import CategorySite as CategorySite
    from tdomcheck.rewrite.migrations.category_kind import category_calls as category_calls
    from tdomcheck.rewrite.migrations.category_kind import category_lists as category_lists
    from tdomcheck.rewrite.migrations.category_kind import category_methods as category_methods
    from tdomcheck.rewrite.migrations.category_kind import category_tests as category_tests
    from tdomcheck.rewrite.migrations.category_kind import given_roles as given_roles
    from tdomcheck.rewrite.migrations.component_notes import component_notes as component_notes
    from tdomcheck.rewrite.migrations.components import ComponentConversion as ComponentConversion
    from tdomcheck.rewrite.migrations.components import ComponentNote as ComponentNote
    from tdomcheck.rewrite.migrations.components import components_to_templates as components_to_templates
    from tdomcheck.rewrite.migrations.container_keyword import container_keyword as container_keyword
    from tdomcheck.rewrite.migrations.container_keyword import is_container as is_container
    from tdomcheck.rewrite.migrations.container_keyword import is_plain_data as is_plain_data
    from tdomcheck.rewrite.migrations.element_calls import ElementConversion as ElementConversion
    from tdomcheck.rewrite.migrations.element_calls import elements_to_templates as elements_to_templates
    from tdomcheck.rewrite.migrations.element_notes import element_notes as element_notes
    from tdomcheck.rewrite.migrations.exchanged_decorators import DecoratedSite as DecoratedSite
    from tdomcheck.rewrite.migrations.exchanged_decorators import decorated_with as decorated_with
    from tdomcheck.rewrite.migrations.exchanged_decorators import doubtful_decorators as doubtful_decorators
    from tdomcheck.rewrite.migrations.exchanged_decorators import exchanged_decorators as exchanged_decorators
    from tdomcheck.rewrite.migrations.exchanged_decorators import exchanged_in_block as exchanged_in_block
    from tdomcheck.rewrite.migrations.exchanged_decorators import homeless_decorators as homeless_decorators
    from tdomcheck.rewrite.migrations.exchanged_decorators import needed_elsewhere as needed_elsewhere
    from tdomcheck.rewrite.migrations.factory_calls import told_factories as told_factories
    from tdomcheck.rewrite.migrations.factory_parameter import container_parameter as container_parameter
    from tdomcheck.rewrite.migrations.factory_parameter import is_for_container as is_for_container
    from tdomcheck.rewrite.migrations.factory_parameter import renamed_for_container as renamed_for_container
    from tdomcheck.rewrite.migrations.guards import leaves_guard as leaves_guard
    from tdomcheck.rewrite.migrations.keyword_only import keyword_advice as keyword_advice
    from tdomcheck.rewrite.migrations.keyword_only import keyword_only as keyword_only
    from tdomcheck.rewrite.migrations.keyword_only import named_arguments as named_arguments
    from tdomcheck.rewrite.migrations.merged_imports import redirected_imports as redirected_imports
    from tdomcheck.rewrite.migrations.missing_names import lacks_name as lacks_name
    from tdomcheck.rewrite.migrations.moved_imports import MovedStatement as MovedStatement
    from tdomcheck.rewrite.migrations.moved_imports import imported_name as imported_name
    from tdomcheck.rewrite.migrations.moved_imports import moved_imports as moved_imports
    from tdomcheck.rewrite.migrations.moved_mentions import moved_mentions as moved_mentions
    from tdomcheck.rewrite.migrations.moved_uses import moved_attributes as moved_attributes
    from tdomcheck.rewrite.migrations.positional_calls import calls_by_name as calls_by_name
    from tdomcheck.rewrite.migrations.positional_calls import doubtful_calls as doubtful_calls
    from tdomcheck.rewrite.migrations.rendered import interpolated_template as interpolated_template
    from tdomcheck.rewrite.migrations.rendered import loses_container as loses_container
    from tdomcheck.rewrite.migrations.rendered import own_context as own_context
    from tdomcheck.rewrite.migrations.rendered import returned_template as returned_template
    from tdomcheck.rewrite.migrations.rendered import without_str as without_str
    from tdomcheck.rewrite.migrations.svcs_changes import NEW_METHODS as NEW_METHODS
    from tdomcheck.rewrite.migrations.svcs_changes import SvcsChange as SvcsChange
    from tdomcheck.rewrite.migrations.svcs_changes import deprecated_methods as deprecated_methods
    from tdomcheck.rewrite.migrations.svcs_changes import doubtful_methods as doubtful_methods
    from tdomcheck.rewrite.migrations.svcs_changes import pyramid_imports as pyramid_imports
    from tdomcheck.rewrite.migrations.svcs_changes import unknown_methods as unknown_methods
    from tdomcheck.rewrite.migrations.svcs_changes import with_uses_of_pyramid as with_uses_of_pyramid
    from tdomcheck.rewrite.migrations.texts import TextConversion as TextConversion
    from tdomcheck.rewrite.migrations.texts import declared_texts as declared_texts
    from tdomcheck.rewrite.migrations.texts import interpolated_text as interpolated_text
    from tdomcheck.rewrite.migrations.unread_arguments import unread_arguments as unread_arguments
    from tdomcheck.rewrite.migrations.view_decorator import decorated_view as decorated_view
    from tdomcheck.rewrite.migrations.view_decorator import decorator_problem as decorator_problem
    from tdomcheck.rewrite.migrations.view_decorator import is_on_a_function as is_on_a_function
    from tdomcheck.rewrite.migrations.view_decorator import undecorated_because as undecorated_because
else:
    __getattr__, __dir__ = names_of(__name__)
