"""What the tests share."""

from collections.abc import Generator

import pytest
from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry

from storefront.app import build_registry
from storefront.models import Customer, Request


@pytest.fixture
def registry() -> HopscotchRegistry:
    return build_registry()


@pytest.fixture
def container(registry: HopscotchRegistry) -> Generator[HopscotchContainer]:
    with HopscotchContainer(registry, resource=Customer("Alice")) as made:
        made.register_local_value(Request, Request("/", "1"))
        yield made
