"""The parts that pages are made of."""

from string.templatelib import Template

from shop.prices import total


def Banner(news: str) -> Template:
    return t"<marquee>{news}</marquee>"


def Sum(net: float) -> Template:
    return t"<b>{total(net)}</b>"
