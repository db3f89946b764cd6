"""TOML that hypothesis writes in many styles."""

from __future__ import annotations

from hypothesis import strategies as st

KEYS = st.one_of(
    st.text("abZ09-_", min_size=1, max_size=3),
    st.sampled_from(['"a b"', "'x.y'", r'"\u00e9"', '"]"', "'#'", '""', '"="']),
)
BLANKS = st.sampled_from(["", " ", "\t", "  "])
ENDINGS = st.sampled_from(["\n", " # x = [1\n", "\n\n", "\n# [no.table]\n", "\r\n"])
SCALARS = st.sampled_from(
    [
        "1",
        "-1_000",
        "0x1F",
        "3.14",
        "inf",
        "true",
        "1979-05-27",
        "1979-05-27 07:32:00Z",
        '"a = 1"',
        r'"\" # ]"',
        "'C:\\'",
        '"""\n[a]\nb = 1\n"""',
        '"""a""b\\""" ""\\\n  c"""',
        "'''it's\n#''x'''''",
        '""""a"""""',
        '""',
    ]
)
GAPS = st.sampled_from(["", " ", "\n", " # ,]\n", "\n\t"])


@st.composite
def arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    items = [f"{draw(GAPS)}{value}{draw(GAPS)}" for value in draw(st.lists(values, max_size=3))]
    tail = draw(st.sampled_from(["", ","])) if items else ""
    return f"[{','.join(items)}{tail}{draw(GAPS)}]"


@st.composite
def inline_tables(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    keys = draw(st.lists(KEYS, max_size=3))
    pairs = [f"{draw(BLANKS)}{key}{draw(BLANKS)}={draw(BLANKS)}{draw(values)}{draw(BLANKS)}" for key in keys]
    return f"{{{','.join(pairs)}}}"


VALUES = st.recursive(SCALARS, lambda inner: st.one_of(arrays(inner), inline_tables(inner)), max_leaves=6)


@st.composite
def pairs(draw: st.DrawFn) -> str:
    keys = draw(st.lists(KEYS, min_size=1, max_size=3))
    dot = draw(st.sampled_from([".", " . "]))
    return f"{draw(BLANKS)}{dot.join(keys)}{draw(BLANKS)}={draw(BLANKS)}{draw(VALUES)}{draw(ENDINGS)}"


@st.composite
def documents(draw: st.DrawFn) -> str:
    text = "".join(draw(st.lists(pairs(), max_size=3)))
    for _ in range(draw(st.integers(0, 4))):
        name = f"{draw(BLANKS)}.".join(draw(st.lists(KEYS | st.sampled_from(["t", "u"]), min_size=1, max_size=3)))
        left, right = draw(st.sampled_from([("[", "]"), ("[[", "]]"), ("[ ", " ]"), ("[[ ", "\t]]")]))
        text += f"{left}{name}{right}{draw(ENDINGS)}{''.join(draw(st.lists(pairs(), max_size=3)))}"
    return text.replace("\r\n", "\n")
