"""Steering: every direction moves its example, everything chosen is in the link, and the copied code agrees."""

import math

import pytest

import cache.engine
import cache.patching
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.patching.model.presets import pair_presets
from components.patching.model.steering_presets import STEERING_PRESETS, SteeringPreset
from components.patching.model.steering_results import Steering, SteeringPlace, SteeringSets
from components.patching.tables.steering import steering_finding
from tests.pages.conftest import ODD_TEXTS, messages, notice_text, open_page, page_text, run, start_from
from tests.pages.notebook import printed_lines
from tests.sampling import first_of_each

PAGE, MODE = "pages/patching/page.py", "Steering"
pytestmark = pytest.mark.usefixtures("ready")
LAYER = 4  # the default of MiniLM
FLIPS = [preset for preset in STEERING_PRESETS if preset.phenomenon != "Capital"]


def steered(preset: SteeringPreset, place: SteeringPlace = SteeringPlace.ALL, layer: int = LAYER) -> Steering:
    blank = cache.engine.tokens(DEFAULT_MODEL, preset.sentence).typed_masks[0]
    return cache.patching.steering(
        DEFAULT_MODEL, preset.sentence, (), blank, preset.words, preset.sets, layer, place, lambda done, of: None
    )


@pytest.mark.parametrize(
    "preset",
    first_of_each(STEERING_PRESETS, lambda _: "any", name=lambda preset: preset.phenomenon),
)
def test_every_direction_moves_its_example_farther_than_chance(preset: SteeringPreset) -> None:
    steering = steered(preset)
    odds = dict(zip(steering.strengths, steering.log_odds, strict=True))
    column = steering.strengths.index(2.0)
    farthest = max(abs(values[column] - odds[0.0]) for values in steering.random_log_odds)
    assert odds[0.0] < 0
    assert odds[2.0] - odds[0.0] > farthest
    assert odds[-2.0] < odds[0.0] < odds[2.0]
    if preset in FLIPS:
        assert odds[2.0] > 0


def test_random_directions_are_run_at_half_strengths() -> None:
    """Between −3 and −4 the fourth of ten directions overtakes: interpolation counts three."""
    preset = STEERING_PRESETS[0]
    blank = cache.engine.tokens("pocket-bert", preset.sentence).typed_masks[0]
    steering = cache.patching.steering(
        "pocket-bert",
        preset.sentence,
        (),
        blank,
        preset.words,
        preset.sets,
        LAYER,
        SteeringPlace.BLANK,
        lambda done, of: None,
    )
    assert "4 of 10 random" in steering_finding(steering, -3.5, preset.end(-3.5))


def test_directions_belong_to_the_room_s_examples() -> None:
    examples = {preset.name: preset for preset in pair_presets()}
    shared = [preset for preset in STEERING_PRESETS if preset.phenomenon in examples]
    assert {preset.phenomenon for preset in shared} == set(examples)
    for preset in shared:
        example = examples[preset.phenomenon]
        assert (preset.sentence, preset.words) == (example.sentence, example.words[::-1])


def test_words_that_are_compared_stand_in_no_set() -> None:
    for preset in STEERING_PRESETS:
        words = {
            word.strip(".,").casefold() for text in (*preset.sets.toward, *preset.sets.away) for word in text.split()
        }
        assert not words & set(preset.words), preset.change


def test_the_room_opens_on_an_answer_that_turns_round() -> None:
    app = open_page(PAGE, mode=MODE)
    assert not messages(app)
    assert len(app.get("vega_lite_chart")) == 3


def test_an_example_brings_its_direction() -> None:
    app = open_page(PAGE, mode=MODE)
    start_from(app, 4)
    assert app.selectbox(key="direction").value == 4
    assert "“money”" in page_text(app)
    app.text_input(key="sentence").set_value("The old bank was full of [MASK].")
    assert run(app).selectbox(key="direction").value == 4
    app.button(key="steering-example").click()
    assert run(app).text_input(key="sentence").value == STEERING_PRESETS[4].sentence


@pytest.mark.thorough
@pytest.mark.parametrize("hide", ["", "controls"])
def test_the_link_restores_everything(hide: str) -> None:
    link = {
        "sentence": "The film was [MASK].",
        "first": "good",
        "second": "bad",
        "steer-toward": "I hated it.\nIt was awful.",
        "steer-away": "I loved it.",
        "strength": "3.0",
        "after": "5",
        "added-to": SteeringPlace.BLANK.value,
    }
    app = open_page(PAGE, mode=MODE, hide=hide, **link)
    assert not messages(app)
    sets = SteeringSets(("I hated it.", "It was awful."), ("I loved it.",))
    steering = steered(SteeringPreset("", "a to b", link["sentence"], ("bad", "good"), sets), SteeringPlace.BLANK, 5)
    assert steering_finding(steering, 3.0, "towards your sentences").partition(". ")[0] in page_text(app)


def test_the_slider_picks_another_strength() -> None:
    app = open_page(PAGE, mode=MODE)
    app.slider(key="strength").set_value(-1.0)
    assert "towards plural," in page_text(run(app))
    app.slider(key="strength").set_value(0.0)
    assert "nothing is added" in page_text(run(app))


@pytest.mark.thorough
def test_sets_with_the_same_vector_say_so() -> None:
    app = open_page(PAGE, mode=MODE, after="0", **{"added-to": SteeringPlace.BLANK.value})
    assert "there is nothing to add" in page_text(app)


@pytest.mark.thorough
@pytest.mark.parametrize("text", [*ODD_TEXTS, "word " * 20_000])
def test_bad_input_is_answered_with_a_message(text: str) -> None:
    for link in (
        {"sentence": text},
        {"steer-toward": text},
        {"second": text[:500]},
        {"steer-away": "\n".join([text[:50] or "a"] * 21)},
    ):
        app = open_page(PAGE, mode=MODE, **link)
        assert messages(app) or len(app.get("vega_lite_chart")) >= 2


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"first": "unbelievablest"}, "not a single token"),
        ({"first": "was"}, "different"),
        ({"steer-toward": "\n".join(f"Sentence {n}." for n in range(30))}, "the limit is 20"),
        ({"steer-away": "I see.\n" + "very " * 600}, "Sentence 2 of the second set"),
        ({"sentence": "Nothing is hidden.", "mask": "none"}, "Nothing is masked"),
        ({"sentence": "It is " + "very " * 80 + "[MASK]."}, "up to 64 tokens"),
    ],
)
def test_what_cannot_be_steered_is_said(link: dict[str, str], message: str) -> None:
    assert message in messages(open_page(PAGE, mode=MODE, **link))


@pytest.mark.thorough
@pytest.mark.parametrize("model", [DEFAULT_MODEL, "pocket-distilbert", "pocket-rope"])
@pytest.mark.parametrize("place", list(SteeringPlace))
def test_copied_code_prints_the_numbers_of_the_screen(model: str, place: SteeringPlace) -> None:
    preset = STEERING_PRESETS[1]
    app = open_page(
        PAGE, mode=MODE, model=model, after="1", strength="-1.5", sentence=preset.sentence, **{"added-to": place.value}
    )
    assert not messages(app)
    *_, line = printed_lines(app)
    blank = cache.engine.tokens(model, preset.sentence).typed_masks[0]
    steering = cache.patching.steering(
        model, preset.sentence, (), blank, preset.words, preset.sets, 1, place, lambda done, of: None
    )
    expected = steering.log_odds[steering.strengths.index(-1.5)] / math.log(2)
    assert float(line.split()[-1]) == pytest.approx(expected, abs=1e-4)
    assert notice_text(app)


@pytest.mark.thorough
def test_a_direction_is_tried_on_sentences_that_it_was_not_made_from() -> None:
    app = open_page(PAGE, mode=MODE, others="true")
    assert "is the likelier of the two in 10 of 10 sentences" in page_text(app)
    assert len(app.get("vega_lite_chart")) == 4
    opinion = open_page(PAGE, mode=MODE, others="true", direction=str(len(STEERING_PRESETS)))
    assert len(opinion.get("vega_lite_chart")) == 3
    assert not messages(opinion)
