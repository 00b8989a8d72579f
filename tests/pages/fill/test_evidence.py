"""Every position, where from: what a visitor sees, and what the link holds."""

import pytest

import cache.engine
import cache.fill
import cache.shared.blanks
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from pages.parts import long_work
from tests.pages.conftest import FILL, alternatives, messages, open_page, page_text, run

RIVER = "They sat on the green [MASK] of the river."
TWO = "The [MASK] sat on the [MASK] of the river."

pytestmark = pytest.mark.usefixtures("ready")


def test_every_position_scores_all_but_the_blank() -> None:
    app = open_page(FILL, mode="Every position", sentence=RIVER)
    positions = cache.engine.tokens(DEFAULT_MODEL, RIVER).maskable
    scores = cache.fill.every_position(DEFAULT_MODEL, RIVER, positions)
    total = sum(score.surprisal for score in scores) / 0.6931471805599453
    assert f"−{total:.1f} bits" in page_text(app)
    assert f"{total / len(positions):.2f} bits" in page_text(app)
    assert "stays a blank" in page_text(app)
    assert "Biggest surprise" in alternatives(app)[0]


def test_a_sentence_without_a_mask_is_scored_too() -> None:
    app = open_page(FILL, mode="Every position", sentence="The cat sat on the mat.")
    assert "Biggest surprise" in page_text(app)
    assert "stays a blank" not in page_text(app)


def test_a_long_text_is_asked_about_first_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "UNCONFIRMED_LIMIT", 5)
    app = open_page(FILL, mode="Every position", sentence=RIVER)
    assert "needs 9 " in messages(app)
    assert not alternatives(app)
    app.button(key="every-run").click()
    assert alternatives(run(app))
    app.button(key="every-stop").click()
    assert not alternatives(run(app))


def test_where_from_follows_the_first_choice_or_the_named_word() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER)
    first = cache.shared.blanks.possible_answers(DEFAULT_MODEL, RIVER, (), 6)[0]
    assert f"“{first.text}”" in alternatives(app)[0]
    box = app.selectbox(key="where-answer")
    assert len(box.options) == 5
    box.select(box.options[1])
    run(app)
    second = cache.shared.blanks.possible_answers(DEFAULT_MODEL, RIVER, (), 6)[1]
    assert f"{second.text}”" in alternatives(app)[0]
    linked = open_page(FILL, mode="Where from?", sentence=RIVER, **{"where-answer": box.options[1]})
    assert alternatives(linked) == alternatives(app)


def test_a_link_can_name_the_hidden_word_whatever_its_rank() -> None:
    sentence = "We met at the bank and counted the boats."
    settings = {"sentence": sentence, "mask": "5"}
    app = open_page(FILL, mode="Where from?", **settings, follow="hidden")
    options = cache.shared.blanks.possible_answers(DEFAULT_MODEL, sentence, (5,), 5)
    hidden = next(option for option in options if option.hidden)
    assert hidden.rank > 1
    assert app.selectbox(key="where-answer").value.startswith(f"{hidden.rank}. bank")
    assert alternatives(app)[0].startswith("“bank” ")
    assert "The link says" not in page_text(app)
    blank = open_page(FILL, mode="Where from?", sentence=RIVER, follow="hidden")
    assert blank.selectbox(key="where-answer").value.startswith("1. "), "nothing is hidden under a typed mask"


def test_a_sentence_without_another_word_says_what_to_do() -> None:
    app = open_page(FILL, mode="Where from?", sentence="[MASK]")
    assert "no other word" in messages(app)
    assert not alternatives(app)
    assert len(alternatives(open_page(FILL, mode="Where from?", sentence="yes [MASK]"))) == 1


def test_a_link_with_an_explanation_that_is_gone_shows_occlusion() -> None:
    link = {"where-explanation": "Attention rollout", "where-baseline": "zero vector", "where-test": "Put words back"}
    app = open_page(FILL, mode="Where from?", sentence=RIVER, **link)
    assert alternatives(app) == alternatives(open_page(FILL, mode="Where from?", sentence=RIVER))
    assert "The link says" not in page_text(app)


def test_one_of_several_blanks_is_chosen() -> None:
    app = open_page(FILL, mode="Where from?", sentence=TWO)
    assert app.selectbox(key="where-blank").options == ["blank 1", "blank 2"]
    before = alternatives(app)
    app.selectbox(key="where-blank").select("blank 2")
    assert alternatives(run(app)) != before


def test_without_a_blank_the_visitor_is_told_what_to_do() -> None:
    app = open_page(FILL, mode="Where from?", sentence="The cat sat on the mat.", mask="none")
    assert "Nothing is masked yet" in messages(app)


def test_the_hidden_word_can_be_followed() -> None:
    app = open_page(FILL, mode="Where from?", sentence="The cat sat on the mat.", mask="2")
    (box,) = (box for box in app.selectbox if box.key and box.key.endswith("-answer"))
    assert any("(the hidden word)" in option for option in box.options)


def test_a_link_to_a_word_that_is_not_there_falls_back() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER, **{"where-answer": "1. nonsense"})
    assert app.selectbox(key="where-answer").value.startswith("1. ")
    assert "nonsense" not in app.selectbox(key="where-answer").value
