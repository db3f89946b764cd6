"""What is told of a file in one word: gates ask for it, so that a cached file passes its gates unread."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum


class Feature(StrEnum):
    """What a file has or does."""

    TEMPLATE = "template"
    """A template of HTML."""
    SPREAD = "template.spread"
    """A spread in a tag: `<a {attrs}>`."""
    SWALLOWED_SLASH = "template.swallowed"
    """An attribute without quotes before the slash of a tag, which takes the slash for a part of it."""
    CLOSING_COMPONENT = "template.component-close"
    """A closing tag that names its component."""
    BROKEN_TEMPLATE = "template.problem"
    """A template that tdom refuses, or reads otherwise than it is written."""
    COMPONENT_TAG = "component-tag"
    """A tag that is a component."""
    SHOWN_IMPORT = "template.shown-import"
    """A template shows what is imported from elsewhere than Python itself."""
    REGISTRATION = "registration"
    """Something is registered, or decorated by what may register it."""
    REGISTERING = "registers"
    """Beside `REGISTRATION`: not only by decorators, which would have to come from a library of containers."""
    INJECTION = "injection"
    """Something is injected."""
    FETCH = "fetch"
    """Something is taken from a container."""
    SCAN = "scan"
    """Modules are scanned."""
    HOOK = "hook"
    """A class or a function that a library of containers calls in a phase."""
    CATEGORIZING = "gives categories"
    """It may make a category of what is a kind elsewhere."""
    RAW_TEXT = "raw text"
    """Text may arrive as it is written."""
    AS_IT_IS = "text as it is"
    """Its templates write some text as it is."""
    OPENING_INDIRECTLY = "opens indirectly"
    """A container may get a resource that no fact tells of."""
    RUNNING_INDIRECTLY = "runs phases indirectly"
    """A phase may run that no fact tells of."""
    REGISTERING_INDIRECTLY = "registers indirectly"
    """Something is registered by a way that is not followed."""
    FETCHING_INDIRECTLY = "fetches indirectly"
    """A container is asked for something unknown, or by a way that is not followed: no fetch tells for what."""
    ASKING_FOR_SETUP = "asks a module for a setup function"
    """Something is asked for an attribute that is called like a setup function, or a text holds such a name."""


class FeatureOf(Enum):
    """What a file has or does with something that has a name: `FeatureOf.IMPORT("tdom")` is the word for it."""

    IMPORT = "import"
    """Imports a module, what is below it, or a name of it."""
    TEMPLATE_PROBLEM = "template problem"
    """A template has a problem of this kind (`td.html.ProblemKind`)."""
    COMPONENT_RETURN = "component-return"
    """A component gives something of this kind that is no Template."""
    HTML_ARGUMENT = "html-argument"
    """`html()` is given something of this kind."""
    HTML_FROM = "html from"
    """A function that is called `html` comes from here, and not from tdom."""
    RETURN = "return"
    """A function returns something of this kind."""
    CALL = "call"
    """Calls this function of a library of containers."""
    HIDING = "hides"
    """A scope gives this imported name another meaning."""
    REBOUND = "rebound"
    """This path is bound to something else in the file."""
    REQUIREMENT = "requirement"
    """Requires or locks this package."""
    HANDED_REGISTRY = "hands a registry to"
    """A registry or a container is given to this function; `?` stands before the name of a method."""
    OWN_SETUP = "uses its own"
    """Calls or hands on a setup function of this name that stands in the file itself."""

    def __call__(self, name: str) -> str:
        return f"{self.value} {name}"

    def each(self, *names: str) -> frozenset[str]:
        """The words for several, of which any will do."""
        return frozenset(map(self, names))

    def names_in(self, features: Iterable[str]) -> list[str]:
        """What a file has it of, in order."""
        start = f"{self.value} "
        return sorted(feature.removeprefix(start) for feature in features if feature.startswith(start))


_OF_TEMPLATES = (
    "template",
    Feature.COMPONENT_TAG,
    FeatureOf.COMPONENT_RETURN(""),
    FeatureOf.RETURN("template"),
    FeatureOf.IMPORT("string.templatelib"),
)


def beside_templates(features: Iterable[str]) -> frozenset[str]:
    """What else than its templates and components there is in a file for a rule to look at."""
    return frozenset(feature for feature in features if not feature.startswith(_OF_TEMPLATES))


def unknown_features(features: Iterable[str]) -> list[str]:
    """The words that no file has, of what a gate asks for."""
    flags = {feature.value for feature in Feature}
    families = tuple(family("") for family in FeatureOf)
    return sorted(word for word in features if word not in flags and not word.startswith(families))
