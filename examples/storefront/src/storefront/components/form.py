"""Fields and forms."""

from dataclasses import dataclass, field
from string.templatelib import Template

from storefront.components.button import Button


@dataclass
class Field:
    """What every field has."""

    name: str
    label: str
    required: bool = field(default=False, kw_only=True)


@dataclass
class TextField(Field):
    """One line of text."""

    value: str = ""
    kind: str = "text"

    def __call__(self) -> Template:
        return t"""
        <label for={self.name}>{self.label}</label>
        <input id={self.name} name={self.name} type={self.kind}
               required={self.required} value={self.value}/>
        """


@dataclass
class SelectField(Field):
    """A choice among some."""

    options: tuple[str, ...]
    selected: str = ""

    def __call__(self) -> Template:
        return t"""
        <label for={self.name}>{self.label}</label>
        <select id={self.name} name={self.name} required={self.required}>
          {[self._option(option) for option in self.options]}
        </select>
        """

    def _option(self, option: str) -> Template:
        return t"<option value={option} {"selected" if option == self.selected else ""}>{option}</option>"


def SearchBox(query: str = "") -> Template:
    """The search form."""
    return t"""
    <form class="search" action="/search/">
      <{TextField} name="q" label="Search" value={query} kind="search" />
      <{Button} kind="secondary">Find</{Button}>
    </form>
    """


def CheckoutForm(countries: tuple[str, ...] = ("DE", "FR")) -> Template:
    """Where shall it go?"""
    common = "required"
    city = {"name": "city", "label": "City"}
    return t"""
    <form method="post" action="/checkout/">
      <{TextField} name="street" label="Street" {common} />
      <{TextField} {city} />
      <{SelectField} name="country" options={countries} />
      <{Button}>Order</{Button}>
    </form>
    """
