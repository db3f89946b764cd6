"""TDC132 refuses no spec that Python takes."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

rule = import_module("tdomcheck.rules.unknown_format_spec")
VALUES = {"str": ("abc", ""), "int": (0, 5, -3), "float": (1.5, 0.0, -2.0), "bool": (True, False)}


@given(st.sampled_from(sorted(VALUES)), st.text(alphabet="<>^=+- z#0123,_.sdxXoefgG%bncA", min_size=1, max_size=6))
def test_what_it_refuses_python_refuses(kind: str, spec: str) -> None:
    assume(not rule._TAKEN[kind].fullmatch(spec))
    for value in VALUES[kind]:
        try:
            shown = format(value, spec)
        except (ValueError, OverflowError):
            continue
        raise AssertionError((kind, spec, shown))


@pytest.mark.parametrize("spec", [".,", "._", ".2,", ".3_s", "10.,"])
def test_python_3_14_takes_a_separator_behind_the_point_of_a_text(spec: str) -> None:
    assert rule._TAKEN["str"].fullmatch(spec)
