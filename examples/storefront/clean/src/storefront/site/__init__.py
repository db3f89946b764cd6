"""What this shop does differently from the others that share the code."""

from pathlib import PurePath

from svcs_hopscotch.injectors import HopscotchRegistry

from storefront.components import Footer
from storefront.site.german import GermanFooter


def svcs_registry(registry: HopscotchRegistry) -> None:
    """Called by scan()."""
    registry.register_implementation(Footer, GermanFooter, location=PurePath("/de"))
