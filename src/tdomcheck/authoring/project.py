"""What all files say together: the application, its claims, who registers, wants and renders what."""

import typing as t

from tdomcheck.authoring.lazy import names_of

if t.TYPE_CHECKING:
    from tdomcheck.facts.project.application import Provision as Provision
    from tdomcheck.facts.project.application import TagUse as TagUse
    from tdomcheck.facts.project.application import Want as Want
    from tdomcheck.facts.project.async_middleware import AsyncMiddleware as AsyncMiddleware
    from tdomcheck.facts.project.async_middleware import async_middleware as async_middleware
    from tdomcheck.facts.project.async_middleware import call_method as call_method
    from tdomcheck.facts.project.async_middleware import is_called_async as is_called_async
    from tdomcheck.facts.project.async_middleware import runs_by_package as runs_by_package
    from tdomcheck.facts.project.async_middleware import runs_without_await as runs_without_await
    from tdomcheck.facts.project.attributes import attributes_of as attributes_of
    from tdomcheck.facts.project.attributes import is_nominal as is_nominal
    from tdomcheck.facts.project.attributes import is_protocol as is_protocol
    from tdomcheck.facts.project.attributes import lacks_attributes as lacks_attributes
    from tdomcheck.facts.project.certainty import is_certain as is_certain
    from tdomcheck.facts.project.constants import text_of as text_of
    from tdomcheck.facts.project.cycles import circles_in as circles_in
    from tdomcheck.facts.project.hierarchy import TEXT_METHODS as TEXT_METHODS
    from tdomcheck.facts.project.hierarchy import is_abstract as is_abstract
    from tdomcheck.facts.project.instances import constant_type as constant_type
    from tdomcheck.facts.project.instances import instance_type as instance_type
    from tdomcheck.facts.project.instances import maker_kind as maker_kind
    from tdomcheck.facts.project.instances import single_definition as single_definition
    from tdomcheck.facts.project.lost_imports import LostImport as LostImport
    from tdomcheck.facts.project.lost_imports import absence_of as absence_of
    from tdomcheck.facts.project.lost_imports import lost_import as lost_import
    from tdomcheck.facts.project.lost_imports import meant_by as meant_by
    from tdomcheck.facts.project.made_at_once import wants_at_once as wants_at_once
    from tdomcheck.facts.project.made_services import injected_makings as injected_makings
    from tdomcheck.facts.project.misfilled_resources import Misfilled as Misfilled
    from tdomcheck.facts.project.misfilled_resources import misfilled_resources as misfilled_resources
    from tdomcheck.facts.project.premises import INERT as INERT
    from tdomcheck.facts.project.processors import provided_props as provided_props
    from tdomcheck.facts.project.providers import Registered as Registered
    from tdomcheck.facts.project.registering_calls import provisions_through_calls as provisions_through_calls
    from tdomcheck.facts.project.registration_order import is_overlaid as is_overlaid
    from tdomcheck.facts.project.registration_order import is_separated as is_separated
    from tdomcheck.facts.project.renderings import Unfilled as Unfilled
    from tdomcheck.facts.project.renderings import helper_renders as helper_renders
    from tdomcheck.facts.project.renderings import known_renders as known_renders
    from tdomcheck.facts.project.renderings import rendered_tags as rendered_tags
    from tdomcheck.facts.project.renderings import unfilled_component as unfilled_component
    from tdomcheck.facts.project.scans import Reach as Reach
    from tdomcheck.facts.project.scans import set_ups as set_ups
    from tdomcheck.facts.project.value_lookup import MIXED_LIST as MIXED_LIST
    from tdomcheck.model.claims import CAPITAL_FIELD as CAPITAL_FIELD
    from tdomcheck.model.claims import COMPONENT as COMPONENT
    from tdomcheck.model.claims import FACTORY as FACTORY
    from tdomcheck.model.claims import PLAIN_COMPONENT as PLAIN_COMPONENT
    from tdomcheck.model.claims import REGISTERING as REGISTERING
    from tdomcheck.model.claims import SAFE_HTML as SAFE_HTML
    from tdomcheck.model.claims import UNRESOLVED_HINTS as UNRESOLVED_HINTS
    from tdomcheck.model.claims import Claim as Claim
    from tdomcheck.model.claims import HasRole as HasRole
    from tdomcheck.model.claims import HasTrait as HasTrait
    from tdomcheck.model.claims import IsOther as IsOther
    from tdomcheck.model.claims import IsRenderer as IsRenderer
    from tdomcheck.model.claims import IsText as IsText
    from tdomcheck.model.claims import Lacks as Lacks
    from tdomcheck.model.claims import OfKind as OfKind
    from tdomcheck.model.claims import Role as Role
    from tdomcheck.model.claims import Trait as Trait
    from tdomcheck.model.claims import Without as Without
else:
    __getattr__, __dir__ = names_of(__name__)
