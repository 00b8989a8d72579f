"""The forgotten attention mask with ever more padding, on a sentence of one's own: once a view of another room."""

import pytest

import cache.mistakes
from components.mistakes.model.mistake import CAPITAL
from components.model.blanks.occlusion import possible_answers
from components.model.inference.engine import Engine
from pages.mistakes.modes.both import GROWING
from tests.pages.conftest import (
    INPUT,
    MISTAKES_PAGE,
    ODD_TEXTS,
    alternatives,
    messages,
    open_page,
    page_text,
    run,
)
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = pytest.mark.usefixtures("ready")


def first_answer(engine: Engine, sentence: str) -> tuple[int, int]:
    opened_model, tokens = engine.read("minilm", sentence)
    blank = tokens.typed_masks[0]
    return blank, possible_answers(opened_model, tokens, (), blank)[0].id


def test_an_old_link_to_the_other_room_shows_the_same_curve_here() -> None:
    app = open_page(INPUT, mode="Padding", pads="128")
    assert not app.exception
    assert app.title[0].value.startswith("Common mistakes")
    assert app.button_group(key="chosen-mode").value == "Right and wrong"
    assert app.button_group(key="part").value == GROWING
    assert app.text_input(key="sentence").value == CAPITAL
    assert app.slider(key="pads").value == 128
    assert any("128 [PAD]" in text for text in alternatives(app))


def test_an_old_link_keeps_its_sentence_and_what_was_hidden_in_it() -> None:
    app = open_page(INPUT, mode="Padding", sentence="The river bank was green.", mask="2", pads="64")
    assert app.text_input(key="sentence").value == "The river bank was green."
    assert "With 64 [PAD] tokens and no attention mask" in page_text(app)


def test_it_belongs_to_the_forgotten_mask_alone() -> None:
    app = open_page(MISTAKES_PAGE)
    app.button_group(key="part").set_value(GROWING)
    run(app)
    assert "With 32 [PAD] tokens and no attention mask, “paris” falls from" in page_text(app)
    other = open_page(MISTAKES_PAGE, mistake="case", part=GROWING)
    assert "[PAD] tokens and no attention mask" not in page_text(other)
    assert not [group for group in other.get("button_group") if group.key == "part"]


@pytest.mark.thorough
@pytest.mark.parametrize("sentence", [CAPITAL, "[CLS] The  bank of the [MASK] [PAD] . [SEP] "])
def test_the_code_gives_both_probabilities_again(engine: Engine, sentence: str) -> None:
    lines = printed_lines(open_page(MISTAKES_PAGE, part=GROWING, pads="64", sentence=sentence))
    curve = cache.mistakes.padding_curve("minilm", sentence, (), *first_answer(engine, sentence), (64,))
    assert line_numbers(lines) == pytest.approx(list(curve.points[0].probabilities), abs=1e-5)


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("", "Type a sentence"),
        ("of the and to", "Nothing is masked yet"),
        ("word " * 20_000, "20,002 tokens"),
        ("cat " * 600, "602 tokens"),
    ],
    ids=["empty", "no word to hide", "100,000 characters", "more than 512 pieces"],
)
def test_what_cannot_be_read_gets_a_message_and_is_kept(sentence: str, message: str) -> None:
    app = open_page(MISTAKES_PAGE, part=GROWING)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.parametrize("sentence", ODD_TEXTS)
def test_odd_sentences_are_shown_or_refused_in_words(sentence: str) -> None:
    app = open_page(MISTAKES_PAGE, part=GROWING, sentence=sentence)
    assert not app.error
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


def test_settings_are_hidden_where_a_teacher_hides_them() -> None:
    app = open_page(MISTAKES_PAGE, part=GROWING, hide="controls")
    assert "With 32 [PAD] tokens and no attention mask" in page_text(app)
    assert not app.slider
    assert not app.selectbox
