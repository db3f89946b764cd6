"""The building blocks of the pages."""

from storefront.components.account import AccountMenu, CompanyLine
from storefront.components.badge import Badge, StockBadge
from storefront.components.breadcrumbs import Breadcrumbs
from storefront.components.button import Button, LinkButton
from storefront.components.card import Card, Panel
from storefront.components.cart_summary import CartSummary
from storefront.components.form import CheckoutForm, SearchBox, SelectField, TextField
from storefront.components.layout import Footer, Layout
from storefront.components.navbar import Navbar, NavItem
from storefront.components.newsletter import Newsletter
from storefront.components.price import ConvertedPrice, Price
from storefront.components.product_list import ProductCard, ProductList
from storefront.components.rating import Rating

__all__ = [
    "AccountMenu",
    "Badge",
    "Breadcrumbs",
    "Button",
    "Card",
    "CartSummary",
    "CheckoutForm",
    "CompanyLine",
    "ConvertedPrice",
    "Footer",
    "Layout",
    "LinkButton",
    "NavItem",
    "Navbar",
    "Newsletter",
    "Panel",
    "Price",
    "ProductCard",
    "ProductList",
    "Rating",
    "SearchBox",
    "SelectField",
    "StockBadge",
    "TextField",
]
