"""Components, one by one."""

from dataclasses import dataclass
from string.templatelib import Template

import pytest
from svcs_hopscotch.injectors import HopscotchContainer

from storefront.components import (
    Badge,
    Breadcrumbs,
    Button,
    Card,
    LinkButton,
    Panel,
    Price,
    ProductCard,
    Rating,
    SearchBox,
    SelectField,
    StockBadge,
    TextField,
)
from storefront.components.form import CheckoutForm
from storefront.components.newsletter import preview
from storefront.services.catalogue import sample_products
from tdom_svcs import html


def test_badge() -> None:
    assert html(t'<div><{Badge} label="New" /></div>') == (
        '<div><span class="badge neutral">New</span></div>'
    )


def test_stock_badge() -> None:
    products = sample_products()
    assert "Sold out" in html(t"<{StockBadge} product={products['pen-03']} />")
    assert "Only 12 left" in html(t"<{StockBadge} product={products['mug-01']} />")
    assert html(t"<{StockBadge} product={products['tea-07']} />") == ""


def test_button() -> None:
    assert html(t"<{Button} disabled={True}>Go</{Button}>") == (
        '<button class="btn primary" disabled>Go</button>'
    )


def test_link_button() -> None:
    result = html(t'<{LinkButton} href="/a/" external={True}>Away</{LinkButton}>')
    assert 'rel="noopener"' in result
    assert 'href="/a/"' in result


def test_card_keeps_its_children() -> None:
    result = html(t"<{Card} title='A < B'><em>inside</em></{Card}>")
    assert "<h2>A &lt; B</h2>" in result
    assert "<em>inside</em>" in result


def test_panel_takes_further_attributes() -> None:
    result = html(t'<{Panel} id="top" data-kind="note">text</{Panel}>')
    assert 'id="top"' in result
    assert 'data-kind="note"' in result


def test_price() -> None:
    assert html(t"<{Price} amount={1250} />") == '<span class="price">12.50 €</span>'


def test_breadcrumbs() -> None:
    trail = (("/", "Home"),)
    result = html(t"<{Breadcrumbs} trail={trail} current='Mug' />")
    assert '<a href="/">Home</a>' in result
    assert '<strong aria-current="page">Mug</strong>' in result


def test_product_card() -> None:
    mug = sample_products()["mug-01"]
    result = html(t"<{ProductCard} product={mug} />")
    assert '<img src="/img/mug.jpg" alt="Blue mug" />' in result
    assert "<h3>" in html(t"<{ProductCard} product={mug} compact={True} />")


def test_fields() -> None:
    assert 'value="tea"' in html(t"<{SearchBox} query={'tea'} />")
    result = html(
        t"<{SelectField} name='size' label='Size' options={('S', 'L')} selected='L' />"
    )
    assert '<option value="L" selected>L</option>' in result
    assert 'name="city"' in html(t"<{CheckoutForm} />")


def test_text_field_with_spread() -> None:
    attrs = {"name": "city", "label": "City"}
    assert 'name="city"' in html(t"<{TextField} {attrs} />")


def test_newsletter() -> None:
    assert "<a href='/terms/'>terms</a>" in preview()


def test_rating(container: HopscotchContainer) -> None:
    result = html(t"<{Rating} sku='mug-01' />", container=container)
    assert "Keeps &lt;very&gt; warm" in result


def test_dynamic_tag() -> None:
    @dataclass
    class Choice:
        tag: object

        def __call__(self) -> Template:
            return t"<{self.tag} label='x' />"

    assert "badge" in html(t"<{Choice} tag={Badge} />")


def test_wrong_templates_are_refused() -> None:
    with pytest.raises(ValueError):
        html(t"<div><span>text</div>")
    with pytest.raises(TypeError):
        html(t"<{Card} title='A'>text</{Panel}>")
    with pytest.raises(TypeError):
        html(t"<{Price} />")
    with pytest.raises(TypeError):
        html(t"<p {'hidden'}>text</p>")
    with pytest.raises(AttributeError):
        html("<p>text</p>")  # type: ignore[arg-type]
