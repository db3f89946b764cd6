"""What a premise claims of a value that another file defines."""

from __future__ import annotations

import typing as t
from enum import Enum

from tdomcheck.values import dataclass


class Role(Enum):
    """What the files of a project make of a function or class."""

    COMPONENT = "component"
    """Some template uses it as a tag."""
    UNTAGGED = "untagged"
    """None does."""
    SHOWN = "shown"
    """One does, or no other file imports it: then whoever uses the project may."""
    TAKEN = "taken"
    """None does, and other files import it."""
    MIDDLEWARE = "middleware"
    """Some file registers it as middleware, or names it in the map of a target."""
    FACTORY = "factory"
    """Some file registers it as it is."""


class Trait(Enum):
    """What is true of a value by all that it is made of."""

    SAFE_HTML = "safe html"
    """`html()` gives it, and no text may be in it that is written as it is."""
    PLAIN_COMPONENT = "plain component"
    """It shows nothing but what tdom writes itself."""
    REGISTERING = "registering"
    """It is a decorator that registers what it decorates, and is called as `injectable` is."""
    UNRESOLVED_HINTS = "unresolved hints"
    """Its type hints cannot be resolved: a base names what its file imports for type checkers only."""
    CAPITAL_FIELD = "capital field"
    """A field of a base in another file has a name that no attribute of a tag can have."""


class Without(Enum):
    """Which classes count that lack a member."""

    DATACLASS = "dataclass"
    CALLABLE = "callable"
    DEFAULTED = "defaulted"
    """Dataclasses whose constructor takes a field with a default by position."""


@dataclass(frozen=True, slots=True)
class OfKind:
    """A value is of this kind; where text is enough for it, the text is the kind."""

    TAG: t.ClassVar = "kind"
    kind: str
    """`function`, `method`, `class`, `template`, the name of a builtin type ..."""


@dataclass(frozen=True, slots=True)
class HasRole:
    """The files of a project make this of a function or class."""

    TAG: t.ClassVar = "role"
    role: Role


@dataclass(frozen=True, slots=True)
class HasTrait:
    """This is true of a value by all that it is made of."""

    TAG: t.ClassVar = "trait"
    trait: Trait


@dataclass(frozen=True, slots=True)
class Lacks:
    """A class, and nothing gives its objects the member."""

    TAG: t.ClassVar = "lacks"
    member: str
    among: Without


@dataclass(frozen=True, slots=True)
class IsText:
    """A constant is this text, and no file may give that as a category."""

    TAG: t.ClassVar = "text"
    text: str


@dataclass(frozen=True, slots=True)
class IsOther:
    """A function or class is another one than a reference means."""

    TAG: t.ClassVar = "other"
    reference: str


@dataclass(frozen=True, slots=True)
class IsRenderer:
    """The name means a function of a library that renders."""

    TAG: t.ClassVar = "renderer"
    name: str


Claim = OfKind | HasRole | HasTrait | Lacks | IsText | IsOther | IsRenderer
"""What a premise may say of a value; in the cache each stands with its tag before it."""

COMPONENT = HasRole(Role.COMPONENT)
"""Some template of the project uses the function or class as a tag."""
FACTORY = HasRole(Role.FACTORY)
"""Some file registers the function or class as a factory, as it is."""
MIDDLEWARE = HasRole(Role.MIDDLEWARE)
"""Some file registers the class as middleware."""
CAPITAL_FIELD = HasTrait(Trait.CAPITAL_FIELD)
"""A base of the class in another file has a field that no attribute can fill, as its name has capital letters."""
SAFE_HTML = HasTrait(Trait.SAFE_HTML)
"""The value is HTML that `html()` gives, with no text in it that is written as it is."""
UNRESOLVED_HINTS = HasTrait(Trait.UNRESOLVED_HINTS)
"""The type hints of the class cannot be resolved, because of what a base in another file imports."""
PLAIN_COMPONENT = HasTrait(Trait.PLAIN_COMPONENT)
"""The component shows nothing but what tdom writes itself, so the form of its HTML is known."""
REGISTERING = HasTrait(Trait.REGISTERING)
"""The decorator registers what it decorates, as `injectable` does."""
