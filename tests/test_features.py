"""The words that gates ask for: of a file, and of a name in it."""

from __future__ import annotations

import pytest
from fact_examples import facts_of
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.model import Gate
from tdomcheck.model.codec import dumps, loads
from tdomcheck.model.features import Feature, FeatureOf, beside_templates, unknown_features

NAMES = st.text(min_size=1)


@given(st.sampled_from(FeatureOf), NAMES)
def test_the_name_that_a_feature_is_about_comes_back(family: FeatureOf, name: str) -> None:
    assert family.names_in({family(name), *Feature}) == [name]
    assert unknown_features({family(name)}) == []


@given(st.sampled_from(FeatureOf), st.sampled_from(FeatureOf), NAMES)
def test_the_features_of_one_family_are_none_of_another(one: FeatureOf, other: FeatureOf, name: str) -> None:
    assert (other.names_in({one(name)}) == []) is (one is not other)


def test_any_of_several_names_will_do() -> None:
    assert FeatureOf.IMPORT.each("tdom", "svcs") == {FeatureOf.IMPORT("svcs"), FeatureOf.IMPORT("tdom")}
    assert FeatureOf.IMPORT.each() == frozenset()


@pytest.mark.parametrize("word", ["", "tempalte", "import", "Template", "importtdom", " template", "template "])
def test_a_word_that_is_no_feature(word: str) -> None:
    assert unknown_features({word, Feature.TEMPLATE, FeatureOf.CALL("a")}) == [word]


def test_a_feature_is_its_text_in_a_gate_and_in_the_cache() -> None:
    assert Gate(features={Feature.SCAN}) == Gate(features={"scan"})
    facts = facts_of('from tdom import html\nhtml(t"<p></p>")\n')
    assert Feature.TEMPLATE in facts.features
    assert loads(dumps(facts), type(facts)) == facts


@pytest.mark.parametrize(
    ("feature", "is_beside"),
    [
        (Feature.TEMPLATE, False),
        (Feature.SPREAD, False),
        (Feature.COMPONENT_TAG, False),
        (FeatureOf.TEMPLATE_PROBLEM("stray-end"), False),
        (FeatureOf.COMPONENT_RETURN("str"), False),
        (FeatureOf.RETURN("template"), False),
        (FeatureOf.RETURN("text"), True),
        (FeatureOf.IMPORT("string.templatelib"), False),
        (FeatureOf.IMPORT("tdom"), True),
        (Feature.INJECTION, True),
        (Feature.RAW_TEXT, True),
    ],
)
def test_what_a_file_has_beside_its_templates(feature: str, is_beside: bool) -> None:
    assert (feature in beside_templates({feature})) is is_beside


@pytest.mark.parametrize("words", [{FeatureOf.IMPORT}, {None}, {Feature}, Feature.TEMPLATE, "marquee", [1]], ids=str)
@pytest.mark.parametrize("name", ["features", "tokens"])
def test_what_is_no_collection_of_texts_is_refused_where_the_gate_is_made(name: str, words: object) -> None:
    with pytest.raises(TypeError, match=f"the {name} of a gate are"):
        Gate(**{name: words})  # type: ignore[arg-type]
