"""Prices."""

from dataclasses import dataclass
from string.templatelib import Template

from svcs_di import Inject

from storefront.services import CurrencyConverter
from storefront.services.pricing import MoneyFormatter


@dataclass
class Price:
    """An amount of money."""

    amount: int
    symbol: str = "€"

    def __call__(self) -> Template:
        text = MoneyFormatter(self.symbol)(self.amount)
        return t'<span class="price">{text}</span>'


@dataclass
class ConvertedPrice:
    """An amount in the currency of the reader."""

    converter: Inject[CurrencyConverter]
    amount: int
    currency: str = "EUR"

    def __call__(self) -> Template:
        cents = self.converter.convert(self.amount, self.currency)
        return t'<span class="price">{cents // 100} {self.currency}</span>'
