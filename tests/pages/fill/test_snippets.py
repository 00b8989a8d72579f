"""Every way of asking: its snippet computes what the page shows, and a teacher's link leaves its settings away."""

import math
from pathlib import Path

import pytest

import cache.distillation
import cache.engine
import cache.fill
import cache.shared.blanks
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.presets import FILL_PRESETS
from tests.components.small_models import saved
from tests.pages.conftest import DISTILLATION, FILL, open_page, page_text, run
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]

BERT = DEFAULT_MODEL
MONEY = "She took her money to the [MASK]."
TWO = "The [MASK] sat on the [MASK]."
GREEN = "They sat on the green [MASK] of the <mask>."
MODES = {
    "The blank": {},
    "Every position": {},
    "Where from?": {},
}


def test_named_words_come_out_again_with_their_probabilities() -> None:
    app = open_page(FILL, word="bank, riverbanks", sentence=GREEN, **{"word-blank": "blank 1"})
    tokens = cache.engine.tokens(BERT, GREEN)
    named_words = cache.fill.named_words(BERT, GREEN, (), tokens.typed_masks[0], ("bank", "riverbanks"))
    assert [len(word.pieces) > 1 for word in named_words.words] == [False, True]
    wanted = [math.exp(word.log_probability) for word in named_words.words]
    assert line_numbers(printed_lines(app, having="around = ")) == pytest.approx(wanted, rel=1e-3)


def test_both_ways_to_fill_several_blanks_come_out_again() -> None:
    lines = printed_lines(open_page(FILL, sentence=TWO), having="width = ")
    joint_fill = cache.fill.joint_fill(BERT, TWO, ())
    fills = (joint_fill.independent, joint_fill.joint[0])
    assert line_numbers(lines) == pytest.approx([math.exp(fill.log_probability) for fill in fills], rel=1e-3)
    for line, fill in zip(lines, fills, strict=True):
        assert " ".join(piece.text for piece in fill.candidates if not piece.continues)[:3] in line
        assert all(piece.text in line for piece in fill.candidates)


def test_the_words_that_moved_most_come_out_again() -> None:
    app = open_page(FILL, mode="Two sentences", sentence=MONEY, other=FILL_PRESETS[0].other)
    *lines, divergence = printed_lines(app)
    pair = cache.fill.sentence_pair(BERT, MONEY, (), app.text_input(key="other").value)
    moved = {word.text: math.exp(word.second) - math.exp(word.first) for word in pair.words}
    wanted = [max(moved, key=moved.__getitem__), min(moved, key=moved.__getitem__)]
    for line, text in zip(lines, wanted, strict=True):
        _, word, _, first, _, second = line.removeprefix("rises ").removeprefix("drops ").split()
        assert word.removeprefix("##") == text
        assert float(second) - float(first) == pytest.approx(moved[text], abs=1e-4)
        assert f"“{text}”" in page_text(app)
    assert line_numbers([divergence]) == pytest.approx([pair.jsd / math.log(2)], abs=1e-4)


def test_two_models_come_out_again_with_the_distance_between_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("roberta", tmp_path / "small")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "cache").symlink_to(Path(cache.__file__).parent)
    monkeypatch.chdir(tmp_path)  # the code names both folders as whoever runs it has them
    first, second, divergence = printed_lines(
        open_page(DISTILLATION, model=BERT, sentence="The cat sat.", mask="2", student="local/small"),
        having="number = ",
    )
    pair = cache.distillation.model_pair(BERT, "local/small", "The cat sat.", (2,), 0)
    wanted = [math.exp(best) for best in (max(w.first for w in pair.words), max(w.second for w in pair.words))]
    assert line_numbers([first, second]) == pytest.approx(wanted, rel=1e-3)
    assert divergence.startswith(f"{pair.shared} tokens in common")
    assert line_numbers([divergence]) == pytest.approx([pair.jsd / math.log(2)], abs=1e-4)


TYPED = (
    "[CLS] The man went to the [MASK] . [SEP]",
    "I have [UNK] and a [MASK].",
    "The bank [PAD] [MASK].",
    "The  bank of  <mask> ",
)


@pytest.mark.parametrize("sentence", TYPED)
def test_whatever_is_typed_the_blank_comes_out_again(sentence: str) -> None:
    lines = printed_lines(open_page(FILL, sentence=sentence))
    (mask,) = cache.shared.blanks.predictions(BERT, sentence, ()).masks
    assert [line.split()[0] for line in lines] == [str(mask.position)] * len(lines)
    assert line_numbers(lines) == pytest.approx(
        [candidate.probability for candidate in mask.candidates[: len(lines)]], abs=1e-4
    )


@pytest.mark.parametrize("sentence", TYPED)
def test_whatever_is_typed_what_an_answer_leans_on_comes_out_again(sentence: str) -> None:
    lines = printed_lines(open_page(FILL, mode="Where from?", sentence=sentence))
    tokens = cache.engine.tokens(BERT, sentence)
    (blank,) = tokens.typed_masks
    answer = cache.shared.blanks.possible_answers(BERT, sentence, (), blank)[0]
    shown = cache.fill.occlusions(BERT, sentence, (), blank, answer.id, tokens.maskable)
    assert line_numbers(lines) == pytest.approx([occlusion.loss / math.log(2) for occlusion in shown], abs=0.02)


@pytest.mark.parametrize("family", ["roberta", "bert"])
def test_whatever_is_typed_other_models_come_out_again(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(family, tmp_path / f"typed-{family}")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for sentence in (*TYPED, "<s> the bank </s> [MASK]"):
        lines = printed_lines(open_page(FILL, model=f"local/typed-{family}", sentence=sentence))
        (mask,) = cache.shared.blanks.predictions(f"local/typed-{family}", sentence, ()).masks
        assert [line.split()[0] for line in lines] == [str(mask.position)] * len(lines)
        assert line_numbers(lines) == pytest.approx(
            [candidate.probability for candidate in mask.candidates[: len(lines)]], abs=1e-4
        )


def test_a_typed_mark_is_said_to_be_one() -> None:
    assert "“[CLS]” and “[SEP]” are read as special tokens" in page_text(open_page(FILL, sentence=TYPED[0]))
    assert "“[UNK]” is read as a special token" in page_text(open_page(FILL, sentence=TYPED[1]))
    assert "special token" not in page_text(open_page(FILL, sentence="The zebra 日本 [MASK]."))


@pytest.mark.parametrize("sentence", ["The cat sat on the mat.", "[CLS] The  cat [UNK] sat . [SEP] "])
def test_every_positions_surprisal_comes_out_again(sentence: str) -> None:
    *lines, total = printed_lines(open_page(FILL, mode="Every position", sentence=sentence))
    scores = cache.fill.every_position(BERT, sentence, cache.engine.tokens(BERT, sentence).maskable)
    assert line_numbers(lines) == pytest.approx([score.surprisal / math.log(2) for score in scores], abs=0.01)
    assert line_numbers([total]) == pytest.approx([-sum(score.surprisal for score in scores) / math.log(2)], abs=0.1)


def test_what_an_answer_leans_on_comes_out_again() -> None:
    lines = printed_lines(open_page(FILL, mode="Where from?", sentence=MONEY))
    tokens = cache.engine.tokens(BERT, MONEY)
    (blank,) = tokens.typed_masks
    answer = cache.shared.blanks.possible_answers(BERT, MONEY, (), blank)[0]
    occlusions = cache.fill.occlusions(BERT, MONEY, (), blank, answer.id, tokens.maskable)
    assert line_numbers(lines) == pytest.approx([occlusion.loss / math.log(2) for occlusion in occlusions], abs=0.02)


def test_a_list_comes_out_again_with_its_mean_rank() -> None:
    app = open_page(FILL, list="true")
    app.text_area(key="list-typed").set_value(
        "Paris is the capital of <mask>.\tfrance\nno blank\n"
        "He is [MASK].\tunbelievably\nThe cat sat on the [MASK].\tmat"
    )
    app.button(key="list-ask").click()
    *lines, summary = printed_lines(run(app), having="items = ")
    table = app.dataframe[0].value
    answered = table[table["first choice"].notna()]
    assert [line.split("|")[1].split()[0] for line in lines] == list(answered["first choice"])
    ranks = answered["rank"].dropna()
    assert len(ranks) == 2
    assert summary == f"{(ranks == 1).sum()} of 2 first; mean rank {ranks.mean()}"


@pytest.mark.parametrize("mode", MODES)
def test_a_teachers_link_leaves_every_setting_away_and_shows_the_result(mode: str) -> None:
    app = open_page(FILL, mode=mode, hide="controls", **MODES[mode])
    assert not app.exception
    assert [*app.slider, *app.selectbox, *app.button_group] == []
    assert not app.warning
    assert "Computed now by" in page_text(app)


def test_a_link_without_settings_keeps_what_it_says_of_two_sentences() -> None:
    app = open_page(FILL, mode="Two sentences", hide="controls", other="She took her dog to the [MASK].")
    assert "She took her dog to the [MASK]." in app.get("vega_lite_chart")[0].proto.spec
    assert [box.key for box in app.text_input] == ["sentence"]


def test_a_second_sentence_of_ones_own_stays_when_the_first_is_edited() -> None:
    first, last = FILL_PRESETS[0], FILL_PRESETS[-1]
    app = open_page(FILL, mode="Two sentences")
    assert app.text_input(key="other").value == first.other
    app.text_input(key="sentence").set_value(f"Here {first.sentence}")
    run(app)
    assert app.text_input(key="other").value == first.other
    app.text_input(key="sentence").set_value(last.sentence)  # another preset brings its own
    run(app)
    assert app.text_input(key="other").value == last.other


@pytest.mark.parametrize("mode", ["The blank", "Two sentences", "Where from?"])
def test_a_guess_comes_first_in_every_way_of_asking_about_a_blank(mode: str) -> None:
    app = open_page(FILL, mode=mode, guess="1", sentence="A robin is a [MASK].")
    assert not app.get("vega_lite_chart")
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value("bird")
    next(button for button in app.button if button.label == "Show the answer").click()
    assert run(app).get("vega_lite_chart")
