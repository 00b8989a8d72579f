"""Attention: what stays when the sentence changes, and what the view of two sentences opens with and takes over."""

import pytest
from streamlit.testing.v1 import AppTest

from components.attention.model.presets import ATTENTION_PRESETS
from components.attention.tables.pairs import SAME_TOKENS
from tests.pages.attention.test_page import atlases
from tests.pages.conftest import ATTENTION, messages, open_page, page_text, run


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"compared": "true"}, {"mode": "Two sentences"}])
def test_a_word_is_compared_in_two_sentences(link: dict[str, str]) -> None:
    app = open_page(ATTENTION, **link)
    assert app.text_input(key="other").value == ATTENTION_PRESETS[0].other
    assert "Layer 1, head 5 changes most: 84%" in page_text(app)
    assert len(app.get("vega_lite_chart")) == 2


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "other", "link"),
    [
        ("Rivers flow.", "Fish swim in the sea.", {}),  # no word in common
        ("The bank was closed.", "word " * 50, {}),
    ],
)
def test_what_cannot_be_compared_is_said(sentence: str, other: str, link: dict[str, str]) -> None:
    assert messages(open_page(ATTENTION, compared="true", sentence=sentence, other=other, **link))


@pytest.mark.usefixtures("ready")
def test_the_same_sentence_twice_is_said_to_be_the_same() -> None:
    app = open_page(ATTENTION, compared="true", sentence="The bank was steep.", other="the Bank was steep.")
    assert SAME_TOKENS in page_text(app)


@pytest.mark.usefixtures("ready")
def test_only_the_sentence_of_a_wellknown_picture_has_a_remark_about_it() -> None:
    remarks = {preset.sentence: preset.remark for preset in ATTENTION_PRESETS}
    (sentence,) = [sentence for sentence, remark in remarks.items() if remark]
    assert remarks[sentence] in page_text(open_page(ATTENTION, sentence=sentence))
    assert remarks[sentence] not in page_text(open_page(ATTENTION))


def head_on(app: AppTest) -> object:
    """Layer and head of the atlas, from 0."""
    initial = atlases(app)[0]["initial"]
    assert isinstance(initial, dict)
    return initial["panel"]


@pytest.mark.usefixtures("ready")
def test_another_sentence_is_shown_in_the_head_that_was_on_the_screen() -> None:
    app = open_page(ATTENTION, sentence="She walked to the bank of the river.")
    opened = head_on(app)
    assert opened != [0, 0]
    assert not {"layer", "head"} & set(app.query_params)
    for sentence in ("The old man sat by the sea.", "Nobody knows."):
        app.text_input(key="sentence").set_value(sentence)
        assert head_on(run(app)) == opened
    app.query_params["mode"] = "Inside one weight"
    weight = run(app)
    assert [weight.selectbox(key=key).value for key in ("layer", "head")] == opened
    app.text_input(key="sentence").set_value("Everybody knows.")
    run(app)
    assert [app.selectbox(key=key).value for key in ("layer", "head")] == opened
    app.selectbox(key="example").select_index(1)
    assert not {"layer", "head"} & set(run(app).query_params), "an example opens with its own head"
