"""Facts of one file: a pure function of its bytes, small enough to keep for a whole project.

A reference is a string: `tdom.html` came in by an absolute import, `..web.Card` by a relative one, `:Card` is
defined in the file itself, `*Card` is what a star import of the file may bind, and an empty string is unknown, which
every rule takes as a reason to be silent.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import cached_property

from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.values import dataclass, field

STARRED = "*"
"""Before a name that no scope of the file binds: one of its star imports may."""
DATACLASS = frozenset({"dataclasses.dataclass"})
"""The decorator of the standard library that writes a constructor, by reference."""
ATTRS = frozenset(
    {
        "attrs.define",
        "attrs.frozen",
        "attrs.mutable",
        "attr.define",
        "attr.frozen",
        "attr.mutable",
        "attr.s",
        "attr.attrs",
    }
)
"""The decorators of attrs that write a constructor from the annotations of a class, by reference."""


@dataclass(frozen=True, slots=True)
class ImportFact:
    """A name that an import binds; `import a, b` makes two."""

    module: str
    """With its leading dots."""
    name: str
    """The imported name; empty for `import module`, `*` for all."""
    alias: str
    """The name that it binds."""
    start: int
    end: int
    is_type_checking: bool
    is_top_level: bool
    is_guarded: bool = False
    """It may not run, or somebody says what happens when it fails."""


class ParameterKind(StrEnum):
    """How a parameter is given, as `inspect` tells it, or that it is a field."""

    POSITIONAL_ONLY = "positional"
    POSITIONAL_OR_KEYWORD = "either"
    KEYWORD_ONLY = "keyword"
    VAR_POSITIONAL = "variadic"
    VAR_KEYWORD = "keywords"
    FIELD = "field"


class ValueKind(StrEnum):
    """What a value is by its form."""

    TEMPLATE = "template"
    """A t-string."""
    HTML = "html"
    """What `html()` gives."""
    MARKUP = "markup"
    """What `Markup()` gives."""
    TEXT = "text"
    """Text in any of the ways below, or put together from some of it."""
    FSTRING = "fstring"
    FORMATTED = "format"
    """By `"...".format(x)` or `"..." % x`."""
    STRING = "string"
    NONE = "none"
    LIST = "list"
    """Also a comprehension or a generator."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ParameterFact:
    """A parameter of a function, or a field of a class."""

    name: str
    kind: ParameterKind
    annotation: str
    """What it says, without the quotes around it."""
    type_ref: str
    """What the annotation names, inside a marker where there is one."""
    marker: str
    """`Inject`, `Resource` or `Get` where the annotation is one of them."""
    has_default: bool
    is_init: bool
    """Whether a caller may or must pass it: no for `field(init=False)` and `ClassVar`."""
    is_keyword_only: bool
    start: int
    end: int
    """The annotation, or the name where there is none."""
    item_ref: str = ""
    """What the annotation says a sequence holds."""
    is_converted: bool = False
    """What it is given, or its default, may make another value of it: a converter, a descriptor."""

    @property
    def is_positional(self) -> bool:
        """Whether one argument by position may fill it."""
        return self.kind in {ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD}

    @property
    def is_named(self) -> bool:
        """Whether it may be given by its name, as an attribute of a tag is."""
        return self.kind in {ParameterKind.FIELD, ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY}

    @property
    def is_variadic(self) -> bool:
        """Whether it takes any number of arguments: `*args`, `**kwargs`."""
        return self.kind in {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}


@dataclass(frozen=True, slots=True)
class FunctionFact:
    """A function or method as a caller sees it: parameters, decorators, what it returns."""

    path: str
    """Lexical path, such as `Card.__call__`."""
    parameters: tuple[ParameterFact, ...]
    returns: str
    decorators: tuple[str, ...]
    is_async: bool
    start: int
    end: int
    """The name."""
    returned: tuple[ValueKind, ...] = ()
    """The kinds of what it returns."""
    returned_ref: str = ""
    """What the return annotation names."""
    returned_item_ref: str = ""
    gives_tags: bool = False
    """Some way it gives back text that is put together with tags, and no way anything but text."""
    is_generator: bool = False
    body_start: int = 0
    body_end: int = 0
    returned_calls: tuple[str, ...] = ()
    """The references of the calls among what is `unknown` of it; an empty one for anything else."""


MADE = "="
"""In place of a decorator, of a variable that is given what can be called: `Card = partial(_card, theme="dark")`."""


@dataclass(frozen=True, slots=True)
class ClosureFact:
    """A function that gives back a function which it defines: others may decorate by it."""

    path: str
    inner: str
    """The path of what it gives back."""
    wrapped: str
    """The parameter that `functools.wraps` is given there: what comes back is called with what that takes."""


@dataclass(frozen=True)
class ClassFact:
    """A class as whoever makes or inherits it sees it: bases, decorators, fields, the names of its methods."""

    path: str
    bases: tuple[str, ...]
    decorators: tuple[str, ...]
    fields: tuple[ParameterFact, ...]
    methods: tuple[str, ...]
    init: tuple[ParameterFact, ...] | None
    """The parameters of its own `__init__` after `self`."""
    start: int
    end: int
    """The name."""
    is_keyword_only: bool = False
    """A dataclass with `kw_only=True`."""
    has_keywords: bool = False
    """A metaclass, or another keyword beside the bases, may decide what its constructor takes."""
    has_other_init: bool = False
    """A dataclass with `init=False`: somebody else writes its constructor."""
    attributes: tuple[str, ...] = ()
    """Names that the body gives a value to without an annotation."""
    others: tuple[str, ...] = ()
    """What else the body binds: classes, imports, class variables."""
    body_start: int = 0
    body_end: int = 0

    @cached_property
    def names(self) -> frozenset[str]:
        """All that the body binds."""
        return frozenset({*(field.name for field in self.fields), *self.methods, *self.attributes, *self.others})

    @property
    def is_dataclass(self) -> bool:
        return not DATACLASS.isdisjoint(self.decorators)

    @property
    def is_generated(self) -> bool:
        """Its constructor is written from its annotations."""
        return self.is_dataclass or not ATTRS.isdisjoint(self.decorators)

    @property
    def is_opaque(self) -> bool:
        """Nobody can tell what its constructor takes."""
        return self.has_keywords or self.has_other_init

    @property
    def is_plain(self) -> bool:
        """Nothing but its own body says what it is, decorators aside."""
        return not self.has_keywords and all(base == "builtins.object" for base in self.bases)


class Why(Enum):
    """What tells that something is a component; the first that holds."""

    TAG = "tag"
    """A template names it as a tag."""
    ANNOTATION = "annotation"
    """It says that it returns what components return."""
    DECORATOR = "decorator"
    """What decorates it says that it makes one of it."""
    REGISTERED = "registered"
    """A container is told to give it where a component is asked for."""
    NAME = "name"
    """Its name, or the t-string that it returns, is that of one, and a tag of another file may name it."""


@dataclass(frozen=True, slots=True)
class MadeFact:
    """What a variable is made of that is given what can be called."""

    of: str
    """The reference of the function or class that is called in the end; empty for a lambda."""
    filled: tuple[str, ...]
    """The parameters that have a value, and may be given another."""
    skipped: int
    """How many positional arguments it has: nobody may give what those fill."""


@dataclass(frozen=True, slots=True)
class ComponentFact:
    """What a file itself says of a component."""

    path: str
    """Lexical path of the function or class, or the name of a variable."""
    why: Why
    is_certain: bool
    """It is one whatever other files say; else it is if a tag of theirs names it."""
    called: FunctionFact | None = None
    """Of a variable, what it is called as; without parameters where it is made of what another file has."""
    made: MadeFact | None = None


@dataclass(frozen=True, slots=True)
class SiteFact:
    """Where a call or a decorator stands."""

    owner: str = ""
    """Lexical path of the scope around it."""
    receiver: str = ""
    """What the method is called on, as written."""
    block: int = -1
    """Where the block begins: what stands in one block runs together. The module begins at 0."""
    is_quiet: bool = False
    """It is expected to fail there, or its arguments are unpacked."""
    is_plain: bool = False
    """It stands directly in the body of the function around it."""


@dataclass(frozen=True, slots=True)
class FactoryFact:
    """The expression that a registration makes a service of: a factory, a value, the class below a decorator."""

    ref: str = ""
    literal_type: str = ""
    """The builtin type of a literal."""
    start: int = 0
    end: int = 0
    made_ref: str = ""
    """What is called, where the expression is a call, or a local name that is given one."""
    auto_ref: str = ""
    """The X of `auto(X)`."""
    is_async: bool = False
    """It is what `auto_async(...)` gives."""


@dataclass(frozen=True, slots=True)
class LookupFact:
    """By what else than its type a service is found."""

    is_located: bool = False
    """With `for_`, `resource` or `location`: by a locator, not by `container.get`."""
    for_ref: str = ""
    """`for_=X` of a decorator."""
    resource: str = ""
    """The reference of `resource=`, or its text where it is no name."""
    location: str = ""
    """The text of `location=`."""


@dataclass(frozen=True, slots=True)
class RegistrationFact:
    """Something that makes a type available to containers."""

    method: str
    """`register_factory`, `register_value` ...; empty for a decorator."""
    type_ref: str
    """Empty when it is not known: then anything may be registered."""
    factory: FactoryFact
    lookup: LookupFact
    site: SiteFact
    start: int
    end: int
    kind_word: str = ""
    """`kind=` or what the text of the middleware map is: empty for most."""
    is_bare: bool = False
    """A decorator without parentheses."""
    held: tuple[str, ...] = ()
    """What a value is made of that a container was asked for, also by one local name."""
    method_start: int = 0
    """The name of the method."""
    label_start: int = -1
    """`value` of `value=X`; -1 where it is given by position."""
    decorator: str = ""
    """The reference of the decorator that registers, as `svcs_di.injectable`; empty for a call."""


@dataclass(frozen=True, slots=True)
class InjectionFact:
    """A field or parameter that a container is to fill."""

    owner: str
    """Lexical path of the class or function that wants it."""
    name: str
    type_ref: str
    marker: str
    has_default: bool
    start: int
    end: int
    attribute: str = ""
    """The name that `Get[X, "name"]` asks of what it gets."""


@dataclass(frozen=True, slots=True)
class FetchFact:
    """`container.get(X)` and its like."""

    method: str
    type_ref: str
    start: int
    end: int
    owner: str = ""
    receiver: str = ""
    is_quiet: bool = False
    """It stands where it is expected to fail."""
    is_of_container: bool = False
    """What is asked is named like a container, or was made by a class of containers."""


@dataclass(frozen=True, slots=True)
class RetentionFact:
    """What a function gives to a variable of its module, or of a class, that is made of what a container was asked."""

    type_ref: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AttributeFact:
    """An attribute of a component tag."""

    name: str
    kind: AttributeKind
    """`SPREAD` for a key of a mapping that is spelt out."""
    value_type: str
    """The builtin type of the value, where its syntax proves it; `True` where there is none."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TemplateUseFact:
    """A component tag."""

    tag_ref: str
    tag: str
    """As written."""
    attributes: tuple[AttributeFact, ...]
    has_spread: bool
    """A mapping of unknown keys is spread."""
    has_content: bool
    is_quiet: bool
    """The template is an operand of `+` or stands where it is expected to fail."""
    start: int
    end: int
    content_start: int = 0
    content_end: int = 0
    """What stands between its tags; both 0 where there is no end tag."""
    owner: str = ""
    """Lexical path of the function that the template stands in."""
    has_own_spread: bool = False
    """A mapping is spread whose keys are all known, and among `attributes`."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its attributes as written, lower-cased as HTML has them."""
        return tuple(attribute.name for attribute in self.attributes)


@dataclass(frozen=True, slots=True)
class ArgumentFact:
    """An argument by name, and where its value stands; one that is spread is called `*`, and stands nowhere."""

    name: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class RenderFact:
    """A call of `html(...)`."""

    function: str
    """Its reference: `tdom.html`, `tdom_svcs.html`; of another module where that may hand it on."""
    name: str
    """As written."""
    positional: int
    keywords: tuple[ArgumentFact, ...]
    site: SiteFact
    start: int
    end: int
    template_start: int
    template_end: int
    """The template that it is given, also by one local name; both 0 where that is not known."""
    parameter: str = ""
    """The parameter of its function that it renders, where that does nothing else with it."""

    def keyword(self, *names: str) -> ArgumentFact | None:
        """The first argument that has one of some names."""
        return next((argument for argument in self.keywords if argument.name in names), None)


@dataclass(frozen=True, slots=True)
class ScanFact:
    """A call of `scan(...)`."""

    packages: tuple[str, ...]
    """References of modules; for a string the dotted name in it; unknown ones are empty."""
    texts: tuple[tuple[str, int, int], ...]
    """Those that are given as strings, with their places."""
    has_locals: bool
    owner: str
    start: int
    end: int
    is_quiet: bool = False
    is_plain: bool = False
    """Into a registry of svcs itself, made in the same function."""


@dataclass(frozen=True, slots=True)
class CallFact:
    """A call of one of the few functions that rules over the project ask about."""

    function: str
    """Its reference, or `.name` of a method."""
    arguments: tuple[str, ...]
    """References, or the text of a string literal in quotes; unknown ones are empty."""
    keywords: tuple[tuple[str, str], ...]
    site: SiteFact
    """With its block only for the calls that hand a name on."""
    is_awaited: bool
    start: int
    end: int
    body: int = -1
    """Where the block of the function of this file begins that it calls, if that registers and has one way out."""
    binding: tuple[str, str] = ("", "")
    """The one name that such a function is given, and the name of its parameter; empty where another file has it."""
    templates: tuple[tuple[str, int, int], ...] = ()
    """By position or by name, where the templates with component tags stand that it is given."""
    resources: tuple[str, ...] = ()
    """What is called to make what `resource=` of a container may be, or `=` before what that is; empty if unknown."""


@dataclass(frozen=True, slots=True)
class ProcessorFact:
    """What gives components more than the attributes of their tags, or what a file renders with."""

    reference: str
    """The function that hands `provided_attrs` on, or what `component_processor_api=` is given."""
    names: tuple[str, ...]
    """The props that it provides."""
    is_open: bool
    """It provides others, too, and nobody can tell which."""


@dataclass(frozen=True, slots=True)
class HookFact:
    """One entry of a middleware map: phase and class."""

    phase: str
    type_ref: str
    is_text: bool
    """A string stands where a class must."""
    target: str
    """The reference of what the map belongs to."""
    start: int
    end: int
    phase_start: int
    phase_end: int
    phase_ref: str = ""
    """The reference of a constant of another module that says the phase, which is empty then."""


@dataclass(frozen=True, slots=True)
class RequirementFact:
    """A package that a project requires, or that was locked for it."""

    name: str
    """Normalized."""
    text: str
    """The requirement as it is written; in a lock the version."""
    start: int
    end: int
    is_indexed: bool
    """It comes from an index, for every machine, and nothing else decides which release it is: the text tells."""


@dataclass(frozen=True, slots=True)
class RequiredFact:
    """What pyproject.toml or a lock says of the packages of this family."""

    python: str
    """The Pythons that are let in, as it is written; empty where nothing is said."""
    python_start: int
    python_end: int
    requirements: tuple[RequirementFact, ...]
    is_lock: bool


@dataclass(frozen=True, slots=True)
class FileFacts:
    """All that one file tells about itself, small enough to be kept for a whole project."""

    imports: tuple[ImportFact, ...] = ()
    functions: tuple[FunctionFact, ...] = ()
    classes: tuple[ClassFact, ...] = ()
    closures: tuple[ClosureFact, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    """Names assigned at the top level, with the reference that they are assigned, if it is one."""
    constants: tuple[tuple[str, str], ...] = ()
    """Names that are assigned once at the top level, with what `constant_kind` says of the value."""
    texts: tuple[tuple[str, str], ...] = ()
    """Names that are given one short line of text, or a path that is written out, once at the top level, with that."""
    further: tuple[str, ...] = ()
    """What else the module binds: in a branch or a loop, by a pattern, by a function that says `global`."""
    is_open: bool = False
    """The module may have names that nobody can read in it."""
    is_script: bool = False
    """Python may run the file by itself, or it changes Python's path: what is beside it is found first."""
    moves_path: bool = False
    """It changes Python's path."""
    exports: tuple[str, ...] | None = None
    """`__all__`, where it is a literal."""
    registrations: tuple[RegistrationFact, ...] = ()
    injections: tuple[InjectionFact, ...] = ()
    fetches: tuple[FetchFact, ...] = ()
    retentions: tuple[RetentionFact, ...] = ()
    uses: tuple[TemplateUseFact, ...] = ()
    components: tuple[ComponentFact, ...] = ()
    """What this file says of its own definitions; a tag of another file makes a component of any."""
    renders: tuple[RenderFact, ...] = ()
    scans: tuple[ScanFact, ...] = ()
    calls: tuple[CallFact, ...] = ()
    hooks: tuple[HookFact, ...] = ()
    processors: tuple[ProcessorFact, ...] = ()
    shown: tuple[str, ...] = ()
    """References of the imports that templates show."""
    wired: tuple[str, ...] = ()
    """References of the imports that calls which register are given."""
    features: frozenset[str] = field(default_factory=frozenset)
    """What gates ask for."""
    unsure: tuple[str, ...] = ()
    """Names that the module binds more than once; `*` where a star import may bind any."""
    patched: tuple[str, ...] = ()
    """Attributes that the file sets on others than `self`."""
    turns: tuple[tuple[str, int], ...] = ()
    """Where a function may be left, with an empty name, and where a registry's name gets a new meaning."""
    required: RequiredFact | None = None
    """Of a file that is no Python, but says what the project requires."""
    is_incomplete: bool = False
    """The grammar stumbled: absence proves nothing."""

    def has(self, kind: str) -> bool:
        """Whether the file says anything of a kind, which is one of the names above."""
        return bool(getattr(self, kind))
