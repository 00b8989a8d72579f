"""Every position, where from: what a visitor sees, and what the link holds."""

import pytest
from streamlit.testing.v1 import AppTest

import cache.blanks
import cache.engine
import cache.fill
from components.fill.model.results import Explanation
from components.fill.tables.explanations import lower_name
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from pages.fill.modes import explanations, where_from
from pages.parts import long_work
from tests.pages.conftest import FILL, alternatives, messages, open_page, page_text, run

RIVER = "They sat on the green [MASK] of the river."
TWO = "The [MASK] sat on the [MASK] of the river."

pytestmark = pytest.mark.usefixtures("ready")


def _figure(app: AppTest, label: str) -> str:
    return next(metric.value for metric in app.metric if metric.label.startswith(label))


def test_every_position_scores_all_but_the_blank() -> None:
    app = open_page(FILL, mode="Every position", sentence=RIVER)
    positions = cache.engine.tokens(DEFAULT_MODEL, RIVER).maskable
    scores = cache.fill.every_position(DEFAULT_MODEL, RIVER, positions)
    total = sum(score.surprisal for score in scores) / 0.6931471805599453
    assert _figure(app, "The sentence") == f"−{total:.1f} bits"
    assert _figure(app, "Surprisal per token") == f"{total / len(positions):.2f} bits"
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
    assert not app.metric
    app.button(key="every-run").click()
    assert run(app).metric
    app.button(key="every-stop").click()
    assert not run(app).metric


def test_where_from_follows_the_first_choice_or_the_named_word() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER)
    first = cache.blanks.possible_answers(DEFAULT_MODEL, RIVER, (), 6)[0]
    assert f"“{first.text}”" in alternatives(app)[0]
    box = app.selectbox(key="where-answer")
    assert len(box.options) == 5
    box.select(box.options[1])
    run(app)
    second = cache.blanks.possible_answers(DEFAULT_MODEL, RIVER, (), 6)[1]
    assert f"{second.text}”" in alternatives(app)[0]
    linked = open_page(FILL, mode="Where from?", sentence=RIVER, **{"where-answer": box.options[1]})
    assert alternatives(linked) == alternatives(app)


def test_a_link_can_name_the_hidden_word_whatever_its_rank() -> None:
    sentence = "We met at the bank and counted the boats."
    settings = {"sentence": sentence, "mask": "5", "where-explanation": "Occlusion"}
    app = open_page(FILL, mode="Where from?", **settings, follow="hidden")
    options = cache.blanks.possible_answers(DEFAULT_MODEL, sentence, (5,), 5)
    hidden = next(option for option in options if option.hidden)
    assert hidden.rank > 1
    assert app.selectbox(key="where-answer").value.startswith(f"{hidden.rank}. bank")
    assert alternatives(app)[0].startswith("“bank” ")
    assert "The link says" not in page_text(app)
    blank = open_page(FILL, mode="Where from?", sentence=RIVER, follow="hidden")
    assert blank.selectbox(key="where-answer").value.startswith("1. "), "nothing is hidden under a typed mask"


def test_five_explanations_are_side_by_side_and_tested_and_each_can_be_shown_alone() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER)
    assert len(alternatives(app)) == 3  # the grid, the test, the layers
    assert "rank correlation" in alternatives(app)[0]
    assert "random orders" in alternatives(app)[1]
    assert "points on the path" in page_text(app)
    box = app.selectbox(key="where-explanation")
    assert box.options[1:] == [explanation.value for explanation in Explanation]
    for name in box.options[1:]:
        linked = open_page(FILL, mode="Where from?", sentence=RIVER, **{"where-explanation": name})
        assert not linked.exception
        assert len(alternatives(linked)) == 2
        if name != "Occlusion":
            assert f"By {lower_name(name)}" in alternatives(linked)[0]


def test_the_explanations_of_a_long_text_are_asked_about_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where_from, "UNCONFIRMED_LIMIT", 5)
    app = open_page(FILL, mode="Where from?", sentence=RIVER)
    assert f"needs {9 + where_from.TEST_PASSES} forward passes" in messages(app)
    assert len(alternatives(app)) == 1  # the layers
    app.button(key="where-run").click()
    assert len(alternatives(run(app))) == 3


def test_occlusion_is_shown_while_the_others_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "SLOW_S", 0.0)
    drawn: list[int] = []
    monkeypatch.setattr(where_from, "draw_occlusion_first", lambda context, occlusions: drawn.append(len(occlusions)))
    app = open_page(FILL, mode="Where from?", sentence="They sat on the blue [MASK] of the river.")
    assert drawn == [9]  # once, and only while it was computed
    assert len(alternatives(app)) == 3
    run(app)
    assert drawn == [9]


def test_the_baseline_and_the_test_are_in_the_link() -> None:
    link = {"where-baseline": "zero vector", "where-test": "Put words back"}
    app = open_page(FILL, mode="Where from?", sentence=RIVER, **link)
    assert "zero vector in place of every word" in page_text(app)
    assert "regains its probability" in alternatives(app)[1]
    assert "random orders" in alternatives(app)[1]


def test_a_guess_of_the_winner_comes_before_the_test_and_is_judged() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER, guess="1")
    _guess(app, "bank")
    assert len(alternatives(app)) >= 2  # the grid and the layers, but not the test
    assert not any("random orders" in each for each in alternatives(app))
    _guess(app, "attention rollout")
    assert any("random orders" in each for each in alternatives(app))
    assert "You said attention rollout" in page_text(app)


def _guess(app: AppTest, guess: str) -> None:
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value(guess)
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)


def test_a_sentence_without_another_word_has_layers_only() -> None:
    app = open_page(FILL, mode="Where from?", sentence="[MASK]")
    assert "no other word" in messages(app)
    assert len(alternatives(app)) == 1
    single = open_page(FILL, mode="Where from?", sentence="yes [MASK]")
    assert not single.exception
    assert "every explanation" in alternatives(single)[1]


@pytest.mark.parametrize(
    "explanation", [Explanation.GRADIENT_INPUT.value, pytest.param("", marks=pytest.mark.thorough)]
)
def test_one_of_several_blanks_is_chosen(explanation: str) -> None:
    app = open_page(FILL, mode="Where from?", sentence=TWO, **{"where-explanation": explanation})
    assert app.selectbox(key="where-blank").options == ["blank 1", "blank 2"]
    before = alternatives(app)
    app.selectbox(key="where-blank").select("blank 2")
    assert alternatives(run(app)) != before


def test_without_a_blank_the_visitor_is_told_what_to_do() -> None:
    app = open_page(FILL, mode="Where from?", sentence="The cat sat on the mat.")
    assert "Nothing is masked yet" in messages(app)


def test_the_hidden_word_can_be_followed() -> None:
    app = open_page(FILL, mode="Where from?", sentence="The cat sat on the mat.", mask="2")
    (box,) = (box for box in app.selectbox if box.key and box.key.endswith("-answer"))
    assert any("(the hidden word)" in option for option in box.options)


def test_a_link_to_a_word_that_is_not_there_falls_back() -> None:
    app = open_page(FILL, mode="Where from?", sentence=RIVER, **{"where-answer": "1. nonsense"})
    assert app.selectbox(key="where-answer").value.startswith("1. ")
    assert "nonsense" not in app.selectbox(key="where-answer").value
