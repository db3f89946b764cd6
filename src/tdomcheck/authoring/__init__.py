"""All that a plugin may import: `from tdomcheck import authoring as td`.

What most rules need stands here; the rest is in sections, by the question that it answers: `td.python`, `td.flow`,
`td.html`, `td.services`, `td.project`, `td.releases`, `td.views`, and `td.codemods` for what changes code.
"""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.authoring import codemods as codemods
    from tdomcheck.authoring import flow as flow
    from tdomcheck.authoring import html as html
    from tdomcheck.authoring import project as project
    from tdomcheck.authoring import python as python
    from tdomcheck.authoring import releases as releases
    from tdomcheck.authoring import services as services
    from tdomcheck.authoring import views as views
    from tdomcheck.authoring.codemod import Codemod as Codemod
    from tdomcheck.authoring.examples import Invalid as Invalid
    from tdomcheck.authoring.examples import Valid as Valid
    from tdomcheck.authoring.examples import invalid as invalid
    from tdomcheck.authoring.file_rule import FileRule as FileRule
    from tdomcheck.authoring.metadata import option as option
    from tdomcheck.authoring.project_rule import ProjectRule as ProjectRule
    from tdomcheck.authoring.rule import Rule as Rule
    from tdomcheck.authoring.template_rule import TemplateRule as TemplateRule
    from tdomcheck.authoring.wording import shortened as shortened
    from tdomcheck.authoring.wording import with_article as with_article
    from tdomcheck.edits.decorate import dataclass_fix as dataclass_fix
    from tdomcheck.edits.imports import importable as importable
    from tdomcheck.edits.templates import join_to_list as join_to_list
    from tdomcheck.edits.templates import to_template as to_template
    from tdomcheck.edits.templates import unwrap_call as unwrap_call
    from tdomcheck.errors import BadOption as BadOption
    from tdomcheck.facts.html.view import ModuleView as ModuleView
    from tdomcheck.facts.project.application import Application as Application
    from tdomcheck.facts.project.application import last_name as last_name
    from tdomcheck.facts.project.application import span_of as span_of
    from tdomcheck.facts.project.modules import Project as Project
    from tdomcheck.facts.project.modules import Symbol as Symbol
    from tdomcheck.facts.project.modules import is_test_file as is_test_file
    from tdomcheck.facts.python.once import once as once
    from tdomcheck.facts.python.once import once_each as once_each
    from tdomcheck.facts.python.value_paths import premise as premise
    from tdomcheck.facts.records import ClassFact as ClassFact
    from tdomcheck.facts.records import FileFacts as FileFacts
    from tdomcheck.facts.records import FunctionFact as FunctionFact
    from tdomcheck.facts.records import ImportFact as ImportFact
    from tdomcheck.facts.records import ParameterFact as ParameterFact
    from tdomcheck.facts.records import ParameterKind as ParameterKind
    from tdomcheck.facts.records import ValueKind as ValueKind
    from tdomcheck.facts.vocabulary import api as api
    from tdomcheck.model import Edit as Edit
    from tdomcheck.model import Finding as Finding
    from tdomcheck.model import Fix as Fix
    from tdomcheck.model import Gate as Gate
    from tdomcheck.model import ImportRequest as ImportRequest
    from tdomcheck.model import Premise as Premise
    from tdomcheck.model import Related as Related
    from tdomcheck.model import Safety as Safety
    from tdomcheck.model import Severity as Severity
    from tdomcheck.model import Span as Span
    from tdomcheck.model.features import Feature as Feature
    from tdomcheck.model.features import FeatureOf as FeatureOf
    from tdomcheck.source.attribute_kind import AttributeKind as AttributeKind
    from tdomcheck.source.markup import Attribute as Attribute
    from tdomcheck.source.markup import Markup as Markup
    from tdomcheck.source.markup import Tag as Tag
    from tdomcheck.source.template import Interpolation as Interpolation
    from tdomcheck.source.template import Template as Template
    from tdomcheck.source.tree import unwrapped as unwrapped
else:
    __getattr__, __dir__ = names_of(__name__)
