"""Middleware."""

from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry

from storefront.middleware import AuditMiddleware, Hero
from storefront.services import Outbox
from tdom_svcs import execute_middleware, execute_target_middleware


def test_global_middleware(container: HopscotchContainer) -> None:
    props = execute_middleware(Hero, {"title": "x"}, container)
    assert props == {"currency": "EUR", "title": "x"}
    assert container.get(Outbox).messages[0][1] == "<Hero>"
    assert execute_middleware(Hero, {"hidden": True}, container) is None


def test_target_middleware(container: HopscotchContainer) -> None:
    props = execute_target_middleware(Hero, {"title": "a mug"}, container, "before")
    assert props == {"title": "A Mug"}


def test_audit_is_found_by_its_kind(registry: HopscotchRegistry) -> None:
    assert AuditMiddleware in registry.get_by_kind("middleware")
