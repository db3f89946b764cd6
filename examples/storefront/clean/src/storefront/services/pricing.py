"""Money: taxes, rates and totals. Amounts are integers, in cents."""

from dataclasses import dataclass, field

from svcs_di import Inject
from svcs_hopscotch.injectors import injectable

from storefront.models import CartLine


@dataclass(frozen=True)
class TaxRates:
    """Value-added tax by country, in percent."""

    by_country: dict[str, int] = field(default_factory=lambda: {"DE": 19, "FR": 20})

    def rate(self, country: str) -> int:
        return self.by_country.get(country, 0)


@dataclass(frozen=True)
class ExchangeRates:
    """How many units of a currency one euro buys."""

    per_euro: dict[str, float] = field(default_factory=lambda: {"EUR": 1.0})


@injectable
@dataclass
class Pricing:
    """Computes what is to be paid."""

    taxes: Inject[TaxRates]
    country: str = "DE"

    def net(self, line: CartLine) -> int:
        return line.product.price_cents * line.quantity

    def gross(self, line: CartLine) -> int:
        net = self.net(line)
        return net + net * self.taxes.rate(self.country) // 100


@injectable
@dataclass
class CurrencyConverter:
    """Shows a price in the customer's currency."""

    rates: Inject[ExchangeRates]

    def convert(self, cents: int, currency: str) -> int:
        return round(cents * self.rates.per_euro.get(currency, 1.0))


@dataclass
class MoneyFormatter:
    """Formats an amount. Callable, and no component: it makes text, not markup."""

    symbol: str = "€"

    def __call__(self, cents: int) -> str:
        return f"{cents // 100}.{cents % 100:02d} {self.symbol}"
