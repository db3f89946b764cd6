"""Facts of one file: a pure function of its bytes, small enough to keep for a whole project.

A reference is a string: `tdom.html` came in by an absolute import, `..web.Card` by a relative one, `:Card` is
defined in the file itself, and an empty string is unknown, which every rule takes as a reason to be silent.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ImportFact:
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


@dataclass(frozen=True, slots=True)
class ParameterFact:
    """A parameter of a function, or a field of a class."""

    name: str
    kind: str
    """`positional`, `either`, `keyword`, `variadic`, `keywords`; of a field `field`."""
    annotation: str
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


@dataclass(frozen=True, slots=True)
class FunctionFact:
    path: str
    """Lexical path, such as `Card.__call__`."""
    parameters: tuple[ParameterFact, ...]
    returns: str
    decorators: tuple[str, ...]
    is_async: bool
    start: int
    end: int
    """The name."""
    returned: tuple[str, ...] = ()
    """The kinds of what it returns: `template`, `html`, `string`, `fstring`, `none`, `unknown`."""


@dataclass(frozen=True, slots=True)
class ClassFact:
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
    is_opaque: bool = False
    """A metaclass or a class keyword decides what its constructor takes."""


@dataclass(frozen=True, slots=True)
class RegistrationFact:
    """Something that makes a type available to containers."""

    method: str
    """`register_factory`, `register_value`, `injectable` ..."""
    type_ref: str
    """Empty when it is not known: then anything may be registered."""
    factory_ref: str
    factory_kind: str
    """The grammar's name of the factory expression."""
    is_located: bool
    """With `for_`, `resource` or `location`: found by a locator, not by `container.get`."""
    start: int
    end: int
    factory_start: int
    factory_end: int


@dataclass(frozen=True, slots=True)
class InjectionFact:
    owner: str
    """Lexical path of the class or function that wants it."""
    name: str
    type_ref: str
    marker: str
    has_default: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FetchFact:
    """`container.get(X)` and its like."""

    method: str
    type_ref: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TemplateUseFact:
    """A component tag."""

    tag_ref: str
    tag: str
    """As written."""
    attributes: tuple[str, ...]
    has_spread: bool
    has_content: bool
    is_quiet: bool
    """The template is an operand of `+` or stands where it is expected to fail."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FileFacts:
    imports: tuple[ImportFact, ...] = ()
    functions: tuple[FunctionFact, ...] = ()
    classes: tuple[ClassFact, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    """Names assigned at the top level, with the reference that they are assigned, if it is one."""
    exports: tuple[str, ...] | None = None
    """`__all__`, where it is a literal."""
    registrations: tuple[RegistrationFact, ...] = ()
    injections: tuple[InjectionFact, ...] = ()
    fetches: tuple[FetchFact, ...] = ()
    uses: tuple[TemplateUseFact, ...] = ()
    features: frozenset[str] = field(default_factory=frozenset)
    """What gates ask for."""
    is_incomplete: bool = False
    """The grammar stumbled: absence proves nothing."""
