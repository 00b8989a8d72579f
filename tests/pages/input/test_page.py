"""Tokens and input: the page in every view, live and before there is a model, and with what it cannot read."""

import json

import pytest
from streamlit.testing.v1 import AppTest

import cache.input
from cache.shipped.first_words import first_words
from components.input.model.presets import BLANK_OPENER, INPUT_PRESETS
from components.widgets.canvas import header_of
from tests.pages.conftest import INPUT, messages, open_page, page_text, run, start_from

FIRST = INPUT_PRESETS[0].sentence
TOKENIZATION, SUM, TRUNCATION = "Tokenization", "The sum", "Truncation"


def strips(app: AppTest) -> bytes:
    """What the strips are sent, settings left aside."""
    payloads = [item.proto.bytes for item in app.get("bidi_component") if len(item.proto.bytes) > 1000]
    (actual,) = (payload for payload in payloads if b'"strips"' in payload[:4000])
    length = int.from_bytes(actual[:4], "little")
    return actual[4 + length :]


@pytest.mark.usefixtures("ready")
def test_a_panel_lists_the_arrays_with_their_shapes() -> None:
    link = {"sentence": "The film was great", "beside": "I loved it"}
    assert not open_page(INPUT, mode=SUM, **link).dataframe
    app = open_page(INPUT, mode=SUM, **link, arrays="true")
    (table,) = (frame.value.set_index("Array") for frame in app.dataframe)
    assert table.loc["input_ids", "First numbers"] == "101, 1996, 2143, 2001, …"
    assert dict(table["Shape"]) == {
        "input_ids": "(1, 10)",
        "token_type_ids": "(1, 10)",
        "position_ids": "(1, 10)",
        "attention_mask": "(1, 10)",
        "last_hidden_state": "(1, 10, 384)",
        "last_hidden_state[:, 0]": "(1, 384)",
        "pooler_output": "(1, 384)",
    }
    assert "no pooler" in page_text(open_page(INPUT, mode=SUM, **link, arrays="true", model="pocket-gpt"))
    assert len(open_page(INPUT, mode=SUM, **link, arrays="true", hide="controls").dataframe) == 1


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_word_is_cut_and_how_long_an_excerpt_is() -> None:
    words = cache.input.tokenize_words("minilm", FIRST)
    assert "“unbelievably” becomes 5" in page_text(open_page(INPUT, mode="Tokenization"))
    assert f"“{words[3].word}” becomes" in page_text(open_page(INPUT, mode="Tokenization", word="4"))
    assert " 96" in page_text(open_page(INPUT, mode=TRUNCATION, limit="96", overlap="24"))


@pytest.mark.usefixtures("ready")
def test_embeddings_are_switched_off_one_by_one_or_together() -> None:
    app = open_page(INPUT, mode=SUM, sentence="The river bank was green.", mask="3", segment="off")
    assert "Without segment embeddings, “" in page_text(app)
    assert [strip["name"] for strip in header_of(strips(app))["strips"]] == ["token", "position", "sum", "LayerNorm"]
    both = open_page(INPUT, mode=SUM, sentence="The river bank was green.", mask="3", segment="off", position="off")
    assert "Without segment and position embeddings, “" in page_text(both)
    unhidden = open_page(INPUT, mode=SUM, sentence="The bank.", token="off")
    assert "Click a word above to hide it" in messages(unhidden)
    assert header_of(strips(unhidden))["strips"][0]["name"] == "segment"
    nothing = open_page(INPUT, mode=SUM, sentence="The bank.", token="off", segment="off", position="off")
    assert "nothing is left to add" in page_text(nothing)
    assert [strip["sign"] for strip in header_of(strips(nothing))["strips"]] == ["=", "→"]


@pytest.mark.usefixtures("ready")
def test_a_second_sentence_is_segment_b() -> None:
    app = open_page(INPUT, mode=SUM, sentence="The film was great")
    assert app.text_input(key="beside").value == "I loved it"
    assert "(1, 10, 384)" in page_text(app)
    assert [piece["segment"] for piece in header_of(strips(app))["pieces"]] == [0] * 6 + [1] * 4
    assert "(1, 6, 384)" in page_text(open_page(INPUT, mode=SUM, sentence="This film was great"))


@pytest.mark.usefixtures("ready")
def test_links_to_merged_views_show_what_those_showed() -> None:
    without = open_page(INPUT, mode="Without one part")
    assert without.button_group(key="chosen-mode").value == "The sum"
    made = open_page(INPUT, mode="Making a vocabulary", merges="300")
    assert made.button_group(key="chosen-mode").value == TOKENIZATION
    assert "After 300 merges" in page_text(made)
    two = open_page(INPUT, mode="Two vocabularies", model2="pocket-gpt")
    assert two.button_group(key="chosen-mode").value == TOKENIZATION
    assert "pocket GPT (" in page_text(two)
    assert "pocket GPT (" not in page_text(open_page(INPUT, model="pocket-gpt", model2="pocket-gpt"))


@pytest.mark.usefixtures("ready")
def test_a_link_from_when_the_sum_came_first_opens_the_sum() -> None:
    assert open_page(INPUT, column="4").button_group(key="chosen-mode").value == SUM
    assert open_page(INPUT).button_group(key="chosen-mode").value == TOKENIZATION


def cut_words(app: AppTest) -> list[list[str]]:
    """The pieces of every word that the animation shows."""
    sent = [json.loads(item.proto.json) for item in app.get("bidi_component") if '"pieces"' in item.proto.json]
    return [word["pieces"] for data in sent if "initial" in data for word in data["words"]]


@pytest.mark.usefixtures("cold")
def test_before_there_is_a_model_the_stored_words_stand_there() -> None:
    app = open_page(INPUT)
    assert "“unbelievably” becomes 5" in page_text(app)
    assert ["un", "##bel", "##ie", "##va", "##bly"] in cut_words(app)
    assert f"Meanwhile, an example: {FIRST}" in page_text(open_page(INPUT, sentence="A sentence of mine."))


def test_the_stored_words_are_what_the_model_says(engine: object) -> None:
    assert engine
    stored = first_words.read()
    assert stored.words == cache.input.tokenize_words("minilm", FIRST)
    assert stored.rule == cache.input.rule("minilm")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"segment": "off"}, {"position": "off"}, {"mode": TRUNCATION}])
def test_a_model_that_cannot_says_so(link: dict[str, str]) -> None:
    app = open_page(INPUT, model="pocket-gpt", sentence=BLANK_OPENER, **link)
    if link == {"segment": "off"}:  # it has none
        assert "This model has no segment embeddings." in page_text(app)
    else:
        assert "predicts the next word and has no [MASK]" in messages(app)


@pytest.mark.usefixtures("ready")
def test_what_is_too_long_elsewhere_is_cut_here() -> None:
    app = open_page(INPUT, mode=TRUNCATION, limit="512", overlap="0")
    app.text_input(key="sentence").set_value("The [MASK] sat. " + "cat " * 600)
    run(app)
    assert not messages(app)
    assert "604 tokens, an excerpt at most 512" in page_text(app)
    assert "Type a sentence" in messages(_typed(TRUNCATION, ""))
    assert "windows; the limit is 60" in messages(_typed(TRUNCATION, "word " * 20_000))


def _typed(way: str, sentence: str) -> AppTest:
    app = open_page(INPUT, mode=way)
    app.text_input(key="sentence").set_value(sentence)
    return run(app)


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_every_example_is_read() -> None:
    app = open_page(INPUT, mode="Tokenization")
    for number, preset in enumerate(INPUT_PRESETS):
        start_from(app, number)
        assert app.text_input(key="sentence").value == preset.sentence
        assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_pieces() -> None:
    app = open_page(INPUT, mode=SUM, guess="1")
    assert not [item for item in app.get("bidi_component") if b'"strips"' in item.proto.bytes[:4000]]
    (box,) = (item for item in app.text_input if item.label.startswith("Your guess"))
    assert box.label.startswith("Your guess for the number of tokens that MiniLM")
    box.set_value("12")
    app.button[-1].click()
    run(app)
    assert "Correct: 13." in page_text(app)
    assert strips(app)


@pytest.mark.usefixtures("ready")
def test_a_checkpoint_on_the_way_has_its_own_vectors() -> None:
    app = open_page(INPUT, mode=SUM, model="pocket-bert-step-0")
    assert "token + segment + position" in page_text(app)
