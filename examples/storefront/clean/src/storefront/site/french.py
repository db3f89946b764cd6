"""French pages."""

from dataclasses import dataclass
from pathlib import PurePath
from string.templatelib import Template

from svcs_hopscotch.injectors import injectable

from storefront.components import AccountMenu


@injectable(for_=AccountMenu, location=PurePath("/fr"))
@dataclass
class FrenchAccountMenu(AccountMenu):
    """Greets in French."""

    def __call__(self) -> Template:
        user = self.users.current()
        return t"<p>Bonjour {user.name}</p>" if user else t"<p>Bonjour</p>"
