"""Tokens as places that an audience points at: each has a name of its own, and a masked one stays hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from components.classroom.entries import ClassQuestion, EntryKind, entry_text
from pages.parts.sentence.places import place_names
from tests.pages.conftest import FILL, open_page, page_text


def test_tokens_with_the_same_text_have_their_number_as_in_findings() -> None:
    names = place_names(["[CLS]", "the", "key", "…s", "of", "the", "\u200b", "[SEP]"])
    assert names == ("[CLS]", "the (token 2)", "key", "…s", "of", "the (token 6)", "(token 7)", "[SEP]")


@given(st.lists(st.text(max_size=50), min_size=1, max_size=12))
def test_every_token_can_be_sent(labels: list[str]) -> None:
    names = place_names(labels)
    assert len(names) == len(labels)
    question = ClassQuestion(EntryKind.PLACE, "tour 1", "Which token?", names)
    for name in names:
        assert entry_text(question, name) == name


@pytest.mark.usefixtures("ready")
def test_a_masked_word_is_not_among_the_tiles() -> None:
    tour = "fill-the-blank"
    link = {"sentence": "The judge read the letter.", "mask": "2", "mode": "Where from?", "tour": tour, "stop": "3"}
    app: AppTest = open_page(FILL, **link)
    labels = [button.label for button in app.button]
    assert r"\[MASK\]" in labels
    assert "judge" not in labels
    assert "Which token" in page_text(app)
