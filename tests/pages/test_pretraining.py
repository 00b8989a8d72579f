"""How it learned: the page in every mode, live and before there is a model, and with what it cannot read."""

import pytest

import cache.input
import cache.pretraining
from cache.shipped.family import pair_kinds
from cache.shipped.learning import first_learning
from components.pretraining.model.presets import (
    DICE_OPENER,
    PRETRAINING_PRESETS,
    REPLACED_OPENER,
    STEP_OPENER,
    STEP_OTHER,
)
from components.pretraining.model.results import Scheme
from components.pretraining.tables.findings import (
    kinds_finding,
    learning_finding,
    next_finding,
    own_pair_finding,
    taught_finding,
    throw_finding,
)
from components.pretraining.tables.replaced import replaced_finding
from pages.parts.sentence.box import PAIR_OPENER
from tests.pages.conftest import NASTY, PRETRAINING, alternatives, messages, opened, run, said, start_from, told
from tests.pages.notebook import figures, printed

WAYS = (
    "While it learns",
    "The dice",
    "One step",
    "Why not always [MASK]?",
    "Next sentence",
    "Replaced words",
    "Left to right",
)
FIRST = PRETRAINING_PRESETS[0].sentence
MARKS = (0, 1, 2, 5, 10)


@pytest.mark.usefixtures("ready")
def test_it_opens_on_the_finished_model_and_goes_back_to_an_earlier_one() -> None:
    found = cache.pretraining.learning(FIRST, (), 7)
    assert told(opened(PRETRAINING), learning_finding(found, 6))
    app = opened(PRETRAINING, checkpoint="3")
    assert told(app, learning_finding(found, 3))
    assert "After 984 k pieces it says “the”" in said(app)


@pytest.mark.usefixtures("cold")
def test_before_there_is_a_model_the_stored_answers_stand_there() -> None:
    assert told(opened(PRETRAINING), learning_finding(first_learning(), 6))
    assert f"Until then, an example: {FIRST}" in said(opened(PRETRAINING, sentence="Mine is [MASK]."))


@pytest.mark.usefixtures("ready")
def test_of_another_model_it_says_whose_checkpoints_these_are() -> None:
    assert "Of MiniLM only the end is known" in said(opened(PRETRAINING, model="minilm"))


@pytest.mark.usefixtures("ready")
def test_a_throw_has_a_number_and_the_button_throws_again() -> None:
    app = opened(PRETRAINING, mode="The dice", throw="5")
    assert told(app, throw_finding(cache.pretraining.throw_loss("pocket-bert", DICE_OPENER, Scheme.PIECES, 5)))
    app.button(key="again").click()
    run(app)
    assert app.query_params["throw"] in ("6", ["6"])
    assert told(app, throw_finding(cache.pretraining.throw_loss("pocket-bert", DICE_OPENER, Scheme.PIECES, 6)))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("scheme", [one.value for one in Scheme])
def test_every_way_of_choosing_is_shown(scheme: str) -> None:
    app = opened(PRETRAINING, mode="The dice", scheme=scheme)
    assert not messages(app)
    assert "pieces" in said(app)
    assert any("80.3" in alt for alt in alternatives(app))


@pytest.mark.usefixtures("ready")
def test_a_step_is_taken_on_the_sentence() -> None:
    found = cache.pretraining.taught(
        "pocket-bert", STEP_OPENER, "paris", STEP_OTHER, "berlin", MARKS, lambda done, of: None
    )
    assert told(opened(PRETRAINING, mode="One step"), taught_finding(found))
    assert "Name the word" in messages(opened(PRETRAINING, mode="One step", sentence="A [MASK] sat."))
    assert "is not one piece" in messages(opened(PRETRAINING, mode="One step", word="unbelievably"))
    assert "has no single blank" in messages(opened(PRETRAINING, mode="One step", other="No blank."))


@pytest.mark.usefixtures("ready")
def test_the_twin_answers_from_the_left() -> None:
    assert told(
        opened(PRETRAINING, mode="Left to right"),
        next_finding(cache.pretraining.next_pieces("pocket-gpt", DICE_OPENER)),
    )


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("", "Please type a sentence"),
        ("\u200b", "Please type a sentence"),
        ("word " * 20_000, "20,002 pieces"),
        ("cat " * 600, "602 pieces"),
    ],
    ids=["empty", "invisible", "100,000 characters", "more than 512 pieces"],
)
@pytest.mark.parametrize("way", WAYS)
def test_what_cannot_be_read_gets_a_message_and_is_kept(sentence: str, message: str, way: str) -> None:
    app = opened(PRETRAINING, mode=way)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sentence", NASTY)
def test_odd_sentences_are_shown_or_refused_in_words(way: str, sentence: str) -> None:
    app = opened(PRETRAINING, mode=way, sentence=sentence)
    assert not app.error
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@pytest.mark.usefixtures("ready")
def test_every_example_is_followed_through_the_training() -> None:
    app = opened(PRETRAINING)
    for number, preset in enumerate(PRETRAINING_PRESETS):
        start_from(app, number)
        assert app.text_input(key="sentence").value == preset.sentence
        assert not messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("way", WAYS)
def test_settings_are_hidden_where_a_teacher_hides_them(way: str) -> None:
    app = opened(PRETRAINING, mode=way, hide="controls")
    assert not messages(app)
    assert not app.slider
    assert not app.selectbox


@pytest.mark.usefixtures("ready")
def test_the_checkpoints_come_out_again() -> None:
    found = cache.pretraining.learning(FIRST, (), 7)
    assert figures(printed(opened(PRETRAINING))) == pytest.approx([at.probability for at in found.steps], abs=1e-4)


@pytest.mark.usefixtures("ready")
def test_the_loss_of_a_throw_comes_out_again() -> None:
    found = cache.pretraining.throw_loss("pocket-bert", DICE_OPENER, Scheme.WORDS, 7)
    *costs, loss = figures(printed(opened(PRETRAINING, mode="The dice", scheme="whole words", throw="7")))
    assert costs == pytest.approx([one.nats for one in found.costs], abs=1e-4)
    assert loss == pytest.approx(found.loss, abs=1e-4)


@pytest.mark.usefixtures("ready")
def test_the_shares_come_out_again() -> None:
    shares = figures(printed(opened(PRETRAINING, mode="The dice", scheme="sentinels (T5)")))
    assert shares == pytest.approx([0.12, 0.015, 0.015], abs=0.01)


@pytest.mark.usefixtures("ready")
def test_a_step_comes_out_again() -> None:
    found = cache.pretraining.taught(
        "pocket-bert", STEP_OPENER, "paris", STEP_OTHER, "berlin", MARKS, lambda done, of: None
    )
    wanted = [value for one in found.updates for value in (one.probability, one.other_probability)]
    lines = printed(opened(PRETRAINING, mode="One step"))
    assert figures([line for line in lines if line.startswith("step")]) == pytest.approx(wanted, abs=2e-3)
    gradients = [line.split() for line in lines if line.startswith("gradient")]
    assert [name for _, name, _ in gradients] == [gradient.name for gradient in found.gradients]
    assert [float(share) for *_, share in gradients] == pytest.approx([g.share for g in found.gradients], rel=1e-3)


@pytest.mark.usefixtures("ready")
def test_the_next_words_come_out_again() -> None:
    found = cache.pretraining.next_pieces("pocket-gpt", DICE_OPENER)
    *costs, loss = figures(printed(opened(PRETRAINING, mode="Left to right")))
    assert costs == pytest.approx([one.nats for one in found.targets], abs=1e-4)
    assert loss == pytest.approx(found.loss, abs=1e-4)


@pytest.mark.usefixtures("ready")
def test_the_next_sentence_comes_out_again_and_is_told_with_its_kinds() -> None:
    app = opened(PRETRAINING, mode="Next sentence")
    assert told(app, kinds_finding(pair_kinds()["pocket-bert"]))
    found = cache.input.pair_readings("pocket-bert", *PAIR_OPENER)
    assert found is not None
    forward, backward = found.readings[0].probability, found.readings[3].probability
    assert own_pair_finding(forward, backward) in said(app)
    assert figures(printed(app)) == pytest.approx([forward, backward], abs=1e-4)
    assert "pocket BERT answers" in said(opened(PRETRAINING, mode="Next sentence", model="pocket-distilbert"))
    assert told(opened(PRETRAINING, mode="Next sentence", model="minilm"), kinds_finding(pair_kinds()["minilm"]))


def test_the_head_tells_topics_and_not_order() -> None:
    for kinds in pair_kinds().values():
        share = {one.name: one.share for one in kinds}
        assert share["next"].low > 0.5 > share["another text"].high
        assert share["exchanged"].value > 0.7 * share["next"].value


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_answer() -> None:
    app = opened(PRETRAINING, guess="1")
    assert not alternatives(app)
    (box,) = (one for one in app.text_input if one.label.startswith("Your guess"))
    box.set_value("bank")
    app.button[-1].click()
    run(app)
    assert "You said “bank”: the model’s number 1" in said(app)
    assert alternatives(app)


@pytest.mark.usefixtures("ready")
def test_replaced_words_are_judged_and_come_out_again() -> None:
    app = opened(PRETRAINING, mode="Replaced words", throw="8")
    found = cache.pretraining.replaced(REPLACED_OPENER, (), 8, "")
    assert told(app, replaced_finding(found))
    *judged, generator, discriminator = figures(printed(app))
    assert judged == pytest.approx([one.probability for one in found.pieces], abs=1e-4)
    assert generator == pytest.approx(found.generator_loss, abs=1e-4)
    assert discriminator == pytest.approx(found.discriminator_loss, abs=1e-4)
    own = opened(PRETRAINING, mode="Replaced words", mask="2", word="bread")
    assert told(own, replaced_finding(cache.pretraining.replaced(REPLACED_OPENER, (2,), 3, "bread")))
    assert "has to be known" in messages(opened(PRETRAINING, mode="Replaced words", sentence="A [MASK] sat."))


@pytest.mark.usefixtures("ready")
def test_the_four_models_answer_live_and_come_out_again() -> None:
    app = opened(PRETRAINING, mode="Why not always [MASK]?")
    found = cache.pretraining.by_shares(FIRST, (), 7)
    numbers = figures(printed(app))
    wanted = [value for one in found for value in (one.blank.candidates[0].probability, one.nats)]
    assert numbers == pytest.approx(wanted, abs=2e-3)


@pytest.mark.usefixtures("ready")
def test_which_pairs_fool_it_is_guessed_first() -> None:
    app = opened(PRETRAINING, mode="Next sentence", guess="1")
    assert not alternatives(app)
    (box,) = (one for one in app.text_input if one.label.startswith("Your guess"))
    assert "exchanged, same text or another text" in box.label
    box.set_value("same text")
    app.button[-1].click()
    run(app)
    assert "You said same text: it is “exchanged”." in said(app)
    assert alternatives(app)
