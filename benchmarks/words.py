"""Words that generated code is named with, and the plain library code that is made of them."""

from __future__ import annotations

from random import Random

NOUNS = (
    "account", "address", "article", "badge", "banner", "basket", "batch", "bundle", "catalogue", "category", "channel",
    "coupon", "customer", "delivery", "discount", "event", "gallery", "garden", "invoice", "label", "letter", "locale",
    "market", "member", "menu", "message", "notice", "offer", "order", "parcel", "payment", "picture", "portrait",
    "product", "profile", "receipt", "review", "route", "schedule", "season", "section", "session", "shelf", "signal",
    "station", "ticket", "token", "vendor", "voucher", "window",
)  # fmt: skip
FIELDS = ("name", "title", "note", "code", "region", "owner", "source", "origin", "colour", "status", "group", "kind")
NUMBERS = ("amount", "count", "weight", "height", "rank", "price", "total", "limit", "offset", "stock", "score", "age")
VERBS = ("collect", "filter", "group", "merge", "order", "pick", "reduce", "select", "split", "sum_up", "trim", "weigh")


def camel(word: str) -> str:
    """`order_line` as a class is called."""
    return "".join(part.capitalize() for part in word.split("_"))


def header(random: Random, what: str) -> list[str]:
    return [f'"""{what.capitalize()} of the {random.choice(NOUNS)} {random.choice(NOUNS)}."""', ""]


def value_class(random: Random, name: str) -> list[str]:
    """A dataclass with text and numbers."""
    texts, numbers = random.sample(FIELDS, 2), random.sample(NUMBERS, 2)
    return [
        "@dataclass(frozen=True)",
        f"class {name}:",
        f'    """One {name.lower()} as it is stored."""',
        "",
        *(f"    {text}: str" for text in texts),
        *(f"    {number}: int = {random.randint(0, 90)}" for number in numbers),
        "",
        f"    def is_{random.choice(VERBS)}ed(self) -> bool:",
        f"        return self.{numbers[0]} > {random.randint(1, 9)} and bool(self.{texts[0]})",
    ]


def function(random: Random, name: str) -> list[str]:
    """A typed function over plain values."""
    verb, number, limit = random.choice(VERBS), random.choice(NUMBERS), random.randint(2, 400)
    shapes = (
        [
            f"def {verb}_{name}(values: Sequence[int], {number}: int = {limit}) -> dict[str, int]:",
            f'    """The {number} of every value that is worth it."""',
            "    found: dict[str, int] = {}",
            "    for index, value in enumerate(values):",
            f"        if value % {limit} < {number} and index not in found:",
            f'            found[f"{name}-{{index:03d}}"] = value * {number}',
            "    return found",
        ],
        [
            f"def {verb}_{name}(text: str, *, {number}: int = {limit}) -> list[str]:",
            f'    """The parts of a text, each of at most {limit} letters."""',
            f'    parts = [part.strip() for part in text.split("{random.choice(";,|/")}")]',
            f"    return [part[:{number}] for part in parts if part and part != {random.choice(FIELDS)!r}]",
        ],
        [
            f"def {verb}_{name}(rows: Sequence[tuple[str, int]]) -> tuple[str, ...]:",
            f'    """Names, those with the largest {number} first."""',
            "    ranked = sorted(rows, key=lambda row: (-row[1], row[0]))",
            "    if not ranked:",
            f'        raise ValueError("there is no {name} to {verb}")',
            f"    return tuple(name for name, {number} in ranked if {number} >= {limit})",
        ],
    )
    return random.choice(shapes)


def keeper_class(random: Random, name: str) -> list[str]:
    """A class with state and methods."""
    number, field = random.choice(NUMBERS), random.choice(FIELDS)
    return [
        f"class {name}:",
        f'    """Keeps what is known by {field}."""',
        "",
        f"    def __init__(self, {number}: int = {random.randint(1, 99)}) -> None:",
        f"        self.{number} = {number}",
        "        self._kept: dict[str, int] = {}",
        "",
        f"    def add(self, {field}: str, value: int) -> int:",
        f"        self._kept[{field}] = self._kept.get({field}, 0) + value * self.{number}",
        f"        return self._kept[{field}]",
    ]


def constants(random: Random, names: list[str]) -> list[str]:
    return [f"{name.upper()}_{random.choice(NUMBERS).upper()} = {random.randint(1, 9999)}" for name in names]
