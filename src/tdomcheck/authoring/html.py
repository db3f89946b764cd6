"""Templates as HTML: components and their props, tags, render calls, what text and templates render."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.facts.html.component_classes import calling_heir as calling_heir
    from tdomcheck.facts.html.component_classes import demanded_arguments as demanded_arguments
    from tdomcheck.facts.html.component_classes import mentions_call as mentions_call
    from tdomcheck.facts.html.component_classes import plain_lineage as plain_lineage
    from tdomcheck.facts.html.component_classes import refused_props as refused_props
    from tdomcheck.facts.html.component_classes import unseen_class as unseen_class
    from tdomcheck.facts.html.component_classes import untagged_components as untagged_components
    from tdomcheck.facts.html.component_nodes import component_nodes as component_nodes
    from tdomcheck.facts.html.component_returns import TOLD_ELSEWHERE as TOLD_ELSEWHERE
    from tdomcheck.facts.html.component_returns import ReturnFault as ReturnFault
    from tdomcheck.facts.html.component_returns import WrongReturn as WrongReturn
    from tdomcheck.facts.html.component_returns import drops_children as drops_children
    from tdomcheck.facts.html.component_returns import wrong_returns as wrong_returns
    from tdomcheck.facts.html.component_tags import uses_in as uses_in
    from tdomcheck.facts.html.components import Component as Component
    from tdomcheck.facts.html.components import components_of as components_of
    from tdomcheck.facts.html.constant_kinds import TAGS as TAGS
    from tdomcheck.facts.html.constant_kinds import is_attack as is_attack
    from tdomcheck.facts.html.markup_evidence import is_about_html as is_about_html
    from tdomcheck.facts.html.props import COMPONENT_FEATURES as COMPONENT_FEATURES
    from tdomcheck.facts.html.props import Part as Part
    from tdomcheck.facts.html.props import Prop as Prop
    from tdomcheck.facts.html.props import TagPlace as TagPlace
    from tdomcheck.facts.html.props import dropped_values as dropped_values
    from tdomcheck.facts.html.props import is_called as is_called
    from tdomcheck.facts.html.props import is_never_rendered as is_never_rendered
    from tdomcheck.facts.html.props import likely_parts as likely_parts
    from tdomcheck.facts.html.props import tag_places as tag_places
    from tdomcheck.facts.html.props import tag_places_of as tag_places_of
    from tdomcheck.facts.html.props import unfilled_props as unfilled_props
    from tdomcheck.facts.html.render_calls import html_argument as html_argument
    from tdomcheck.facts.html.render_calls import html_argument_kind as html_argument_kind
    from tdomcheck.facts.html.render_calls import html_calls as html_calls
    from tdomcheck.facts.html.render_calls import needless_str as needless_str
    from tdomcheck.facts.html.render_calls import values_given as values_given
    from tdomcheck.facts.html.rendered_templates import components_in as components_in
    from tdomcheck.facts.html.rendered_templates import rendered_templates as rendered_templates
    from tdomcheck.facts.html.return_kinds import gives_template as gives_template
    from tdomcheck.facts.html.shown_values import shown_values as shown_values
    from tdomcheck.facts.html.shown_values import text_interpolations as text_interpolations
    from tdomcheck.facts.html.spreads import entries_of as entries_of
    from tdomcheck.facts.html.spreads import last_start as last_start
    from tdomcheck.facts.html.spreads import plain_text as plain_text
    from tdomcheck.facts.html.style_declarations import broken_declaration as broken_declaration
    from tdomcheck.facts.html.template_concatenation import problems_in as problems_in
    from tdomcheck.facts.html.template_concatenation import wholes_of as wholes_of
    from tdomcheck.facts.html.template_values import is_template as is_template
    from tdomcheck.facts.html.template_values import is_template_list as is_template_list
    from tdomcheck.facts.html.template_values import named_value as named_value
    from tdomcheck.facts.html.text_markup import is_certain_text as is_certain_text
    from tdomcheck.facts.html.text_markup import is_plain_text as is_plain_text
    from tdomcheck.facts.html.text_markup import markup_texts as markup_texts
    from tdomcheck.facts.html.text_pages import may_render as may_render
    from tdomcheck.facts.html.text_pages import page_literals as page_literals
    from tdomcheck.facts.html.written_text import asserted_text as asserted_text
    from tdomcheck.facts.records import ArgumentFact as ArgumentFact
    from tdomcheck.facts.records import AttributeFact as AttributeFact
    from tdomcheck.facts.records import RenderFact as RenderFact
    from tdomcheck.facts.records import TemplateUseFact as TemplateUseFact
    from tdomcheck.facts.records import Why as Why
    from tdomcheck.facts.vocabulary.html import BOOLEAN_ATTRIBUTES as BOOLEAN_ATTRIBUTES
    from tdomcheck.facts.vocabulary.html import ELEMENTS as ELEMENTS
    from tdomcheck.facts.vocabulary.html import RAW as RAW
    from tdomcheck.facts.vocabulary.html import has_tags as has_tags
    from tdomcheck.source.attribute_kind import AttributeKind as AttributeKind
    from tdomcheck.source.markup import VOID_ELEMENTS as VOID_ELEMENTS
    from tdomcheck.source.markup import Problem as Problem
    from tdomcheck.source.markup import ProblemKind as ProblemKind
    from tdomcheck.source.markup import comment_spans as comment_spans
else:
    __getattr__, __dir__ = names_of(__name__)
