"""What is right and may look wrong; above all injected props, which the container fills and not the tag."""

from __future__ import annotations

from mistakes.model import Correct

_MENU = """
class Users:
    names = ("Ada",)

@dataclass
class Menu:
    users: Inject[Users]
    title: str = "Users"

    def __call__(self) -> Template:
        return t"<p>{self.title}: {self.users.names[0]}</p>"

registry = HopscotchRegistry()
registry.register_factory(Users, Users)
container = HopscotchContainer(registry)
"""

CORRECT = (
    Correct(
        "injected-field",
        "A tag of a component with an injected field, rendered with a container",
        _MENU + """page = tdom_svcs.html(t"<{Menu} />", container=container)""",
    ),
    Correct(
        "injected-field-annotated",
        "The same template, kept in a name that is annotated for t-linter",
        _MENU
        + """
menu: Annotated[Template, "tdom"] = t"<{Menu} />"
page = tdom_svcs.html(menu, container=container)
""",
    ),
    Correct(
        "injected-field-through-function",
        "The same template, given to a function whose parameter is annotated for t-linter",
        _MENU
        + """
def show(template: Annotated[Template, "tdom"]) -> str:
    return tdom_svcs.html(template, container=container)

page = show(t"<{Menu} title='All' />")
""",
    ),
    Correct(
        "injected-parameter",
        "A function component with an injected parameter",
        """
class Users:
    names = ("Ada",)

def Menu(*, users: Inject[Users]) -> Template:
    return t"<p>{users.names[0]}</p>"

registry = HopscotchRegistry()
registry.register_factory(Users, Users)

def show(template: Annotated[Template, "tdom"]) -> str:
    return tdom_svcs.html(template, container=HopscotchContainer(registry))

page = show(t"<{Menu} />")
""",
    ),
    Correct(
        "injected-given-by-tag",
        "A tag that gives the injected prop itself",
        _MENU + """page = html(t"<{Menu} users={Users()} />")""",
    ),
    Correct(
        "less-than-in-text",
        "A `<` in the text that begins no tag",
        """page = html(t"<p>1 < 2</p>")""",
    ),
    Correct(
        "slash-at-end-of-value",
        "A value without quotes that ends in a slash",
        """page = html(t"<a href=/shop/>Shop</a>")""",
    ),
)
