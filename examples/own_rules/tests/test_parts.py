"""The parts, rendered."""

from shop.parts import Sum
from tdom import html


def test_a_sum_includes_the_tax() -> None:
    assert "119" in html(t"<{Sum} net={100.0} />")
