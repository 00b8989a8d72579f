"""Pre-training: the page in every view, live and before there is a model, and with what it cannot read."""

import json

import pytest

import cache.engine
import cache.pretraining
import cache.shared.input_vectors
from cache.shipped.objectives import pair_kinds
from components.pretraining.model.presets import (
    MASKING_OPENER,
    ODD_WORDS,
    PRETRAINING_PRESETS,
    RANDOM_SENTENCE,
    STEP_BLANK,
    STEP_OPENER,
    STEP_OTHER,
)
from components.pretraining.model.results import Masking, TokenCorruption
from components.pretraining.tables.detection import replaced_finding
from components.tables.numbers import compared_percentages
from components.widgets.canvas import header_of
from pages.parts.findings import room_prose
from pages.parts.rooms import PRETRAINING as PRETRAINING_ROOM
from pages.parts.sentence.box import PAIR_OPENER
from tests.pages.conftest import (
    INPUT,
    PRETRAINING,
    alternatives,
    messages,
    open_page,
    page_text,
    run,
    start_from,
)
from tests.pages.notebook import line_numbers, printed_lines

BOATS = "We sat by the bank of the river and counted our boats."
STEP, NSP = "One training step", "Next sentence (NSP)"
WORKED = ((2, TokenCorruption.MASK), (5, TokenCorruption.RANDOM), (6, TokenCorruption.KEPT))
TWO_TEXTS = ["[CLS]", "the", "film", "was", "great", "[SEP]", "i", "loved", "it", "[SEP]"]
FIRST = PRETRAINING_PRESETS[0].sentence
MARKS = (0, 1, 2, 3, 5)


@pytest.mark.usefixtures("ready")
def test_it_opens_on_the_finished_model_and_goes_back_to_an_earlier_one() -> None:
    assert "After 64M tokens pocket BERT predicts “bank”" in page_text(open_page(PRETRAINING))
    earlier = open_page(PRETRAINING, checkpoint="3")
    assert "After 984k tokens pocket BERT predicts “the”" in page_text(earlier)


@pytest.mark.usefixtures("cold")
def test_before_there_is_a_model_the_stored_answers_stand_there() -> None:
    assert f"Meanwhile, an example: {FIRST}" in page_text(open_page(PRETRAINING, sentence="Mine is [MASK]."))


@pytest.mark.usefixtures("ready")
def test_of_another_model_it_says_whose_checkpoints_these_are() -> None:
    assert "MiniLM has no stored checkpoints" in page_text(open_page(PRETRAINING, model="minilm"))


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_a_draw_has_a_number_and_the_button_draws_again() -> None:
    app = open_page(PRETRAINING, mode=STEP, sentence=BOATS, throw="5")
    before = page_text(app)
    app.button(key="again").click()
    run(app)
    assert app.query_params["throw"] in ("6", ["6"])
    assert page_text(app) != before


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"sentence": BOATS, "mask": "4-6", "outcome-4": "2", "replacement": "king"},
        {"sentence": MASKING_OPENER, "mask": "none"},
        {"sentence": MASKING_OPENER, "outcome-2": "3"},
        {"sentence": BOATS},
    ],
)
def test_the_worked_example_comes_back_by_a_button(link: dict[str, str]) -> None:
    actual = cache.pretraining.chosen_masking_loss("pocket-bert", MASKING_OPENER, WORKED, replacement="river")
    loss = f"{actual.loss:.2f} nats"
    app = open_page(PRETRAINING, mode=STEP, **link)
    assert loss not in page_text(app)
    app.button(key="worked").click()
    run(app)
    assert loss in page_text(app)
    assert "worked" not in [button.key for button in app.button]
    assert not {"mask", "outcome-2", "outcome-4", "replacement"} & set(app.query_params)  # of a link, what is default


@pytest.mark.usefixtures("ready")
def test_the_worked_example_opens_the_view_that_it_is_made_for() -> None:
    app = open_page(PRETRAINING)
    start_from(app, [preset.sentence for preset in PRETRAINING_PRESETS].index(MASKING_OPENER))
    assert app.button_group(key="chosen-mode").value == STEP
    assert app.text_input(key="sentence").value == MASKING_OPENER


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_every_example_is_followed_through_the_training() -> None:
    app = open_page(PRETRAINING)
    for number, preset in enumerate(PRETRAINING_PRESETS):
        start_from(app, number)
        assert app.text_input(key="sentence").value == preset.sentence
        assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_the_checkpoints_come_out_again() -> None:
    (place,) = cache.engine.tokens("pocket-bert", FIRST).typed_masks
    curve = cache.pretraining.learning_curve(FIRST, (), place)
    assert line_numbers(printed_lines(open_page(PRETRAINING))) == pytest.approx(
        [step.probability for step in curve.steps], abs=1e-4
    )


def test_the_head_tells_topics_and_not_order() -> None:
    for kinds in pair_kinds().values():
        share = {kind.name: kind.share for kind in kinds}
        assert share["next"].low > 0.5 > share["another text"].high
        assert share["exchanged"].value > 0.7 * share["next"].value


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_answer() -> None:
    app = open_page(PRETRAINING, guess="1")
    assert not alternatives(app)
    (box,) = (item for item in app.text_input if item.label.startswith("Your guess"))
    box.set_value("bank")
    app.button[-1].click()
    run(app)
    assert "You said “bank”: the model’s number 1" in page_text(app)
    assert alternatives(app)


@pytest.mark.usefixtures("ready")
def test_the_shares_are_set_by_hand() -> None:
    link = {"share": "40", "to-mask": "50", "to-random": "30"}
    app = open_page(PRETRAINING, mode=STEP, sentence=BOATS, **link)
    drawn = cache.pretraining.masking_loss("pocket-bert", BOATS, 3, Masking(0.4, 0.5, 0.3))
    assert f"predict {len(drawn.token_losses)} of 14 tokens" in page_text(app)
    assert "unchanged 20%" in page_text(app)
    # The two shares never come to more than everything.
    clamped = open_page(PRETRAINING, mode=STEP, sentence=BOATS, **{"to-mask": "95", "to-random": "30"})
    assert clamped.slider(key="to-random").value == 5
    assert "unchanged 0%" in page_text(clamped)


@pytest.mark.usefixtures("ready")
def test_the_worked_example_is_an_old_link_away_and_every_outcome_can_be_changed() -> None:
    app = open_page(PRETRAINING, mode="Masking 80/10/10")
    assert app.text_input(key="sentence").value == MASKING_OPENER
    actual = cache.pretraining.chosen_masking_loss("pocket-bert", MASKING_OPENER, WORKED, replacement="river")
    assert [(cost.text, cost.input_text) for cost in actual.token_losses] == [
        ("scientist", "[MASK]"),
        ("new", "river"),
        ("species", "species"),
    ]
    assert f"{actual.loss:.2f} nats" in page_text(app)
    app.selectbox(key="outcome-6").set_value(0)
    run(app)
    assert app.query_params["outcome-6"] in ("1", ["1"])
    assert "2 [MASK], 1 random" in page_text(app)
    app.button(key="at-random").click()
    run(app)
    drawn = cache.pretraining.masking_loss("pocket-bert", MASKING_OPENER, 3)
    assert f"{drawn.loss:.2f} nats" in page_text(app)
    assert "2 [MASK]" in page_text(open_page(PRETRAINING, mode=STEP, sentence=BOATS, mask="4-6"))


@pytest.mark.usefixtures("ready")
def test_a_step_comes_out_again() -> None:
    hidden = ((6, TokenCorruption.MASK),)
    sample = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_OPENER, hidden).sample
    training = cache.pretraining.train_on_sample(
        "pocket-bert", STEP_OPENER, sample, STEP_OTHER, MARKS, lambda done, of: None
    )
    wanted = [
        value for each in training.predictions for value in (each.probabilities[0], each.loss, each.other_probability)
    ]
    assert line_numbers(printed_lines(open_page(PRETRAINING, mode=STEP), having="optimizer")) == pytest.approx(
        wanted, abs=2e-3
    )
    old = open_page(PRETRAINING, mode="One step", sentence=STEP_BLANK)  # with a typed blank, and its word by default
    first, second = compared_percentages(*(each.probabilities[0] for each in training.predictions[:2]))
    assert f"from {first} to {second}" in page_text(old)


@pytest.mark.usefixtures("ready")
def test_what_no_step_can_be_taken_on_is_told() -> None:
    assert "Enter the correct word" in messages(open_page(PRETRAINING, mode=STEP, sentence="A [MASK] sat."))
    link = {"mode": STEP, "sentence": "A [MASK] sat."}
    assert "is not a single token" in messages(open_page(PRETRAINING, word="unbelievably", **link))
    assert "exactly one blank" in messages(open_page(PRETRAINING, mode=STEP, other="No blank."))


@pytest.mark.usefixtures("ready")
def test_links_to_merged_views_show_what_those_showed() -> None:
    dice = open_page(PRETRAINING, mode="The dice", throw="7")
    assert dice.text_input(key="sentence").value == BOATS
    assert f"{cache.pretraining.masking_loss('pocket-bert', BOATS, 7).loss:.2f} nats" in page_text(dice)
    why = open_page(PRETRAINING, mode="Why not always [MASK]?")
    assert why.button_group(key="chosen-mode").value == STEP
    assert len(why.table) == 1  # the four models on this sentence
    pair = open_page(INPUT, mode="A pair")
    assert pair.title[0].value.startswith("Pre-training")
    assert pair.text_input(key="sentence").value == PAIR_OPENER[0]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mode", ["Replaced tokens (ELECTRA)", "Replaced words"])
def test_electra_judges_the_masked_tokens_of_the_sentence(mode: str) -> None:
    app = open_page(PRETRAINING, mode=mode)
    assert app.button_group(key="chosen-mode").value == STEP
    assert "At a threshold of 50% it flags" in page_text(app)
    guessed = cache.pretraining.replaced_tokens(STEP_OPENER, (6,), 3, "")
    app = open_page(PRETRAINING, mode=mode, **{"with": "the generator’s guess"})
    assert replaced_finding(guessed).split(".")[0] in page_text(app)
    assert "needs the original word" in page_text(
        open_page(PRETRAINING, mode=mode, sentence="A [MASK] sat.", word="dog")
    )


@pytest.mark.usefixtures("ready")
def test_the_pair_comes_out_again_and_stands_beside_a_random_one() -> None:
    app = open_page(PRETRAINING, mode=NSP)
    assert app.text_input(key="beside").value == PAIR_OPENER[1]
    given, random = (
        cache.pretraining.predict_next_sentence("pocket-bert", PAIR_OPENER[0], second)
        for second in (PAIR_OPENER[1], RANDOM_SENTENCE)
    )
    assert given is not None
    assert random is not None
    answers = [given.readings[0].probability, random.readings[0].probability]
    assert line_numbers(printed_lines(app)) == pytest.approx(answers, abs=1e-4)
    (cards,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_pair_cards")
    shown = [pair["probability"] for pair in json.loads(cards.json)["pairs"]]
    assert shown == pytest.approx(answers)
    other = open_page(PRETRAINING, mode=NSP, model="pocket-distilbert")
    assert "pocket DistilBERT has no next-sentence head, so pocket BERT answers" in page_text(other)
    assert "pocket DistilBERT has no segment embeddings" in page_text(other)
    assert "Type a second sentence" in messages(open_page(PRETRAINING, mode=NSP, beside=" "))


@pytest.mark.usefixtures("ready")
def test_the_rows_of_a_pair_are_its_input() -> None:
    first, second = "The film was great", "I loved it"
    header = header_of(cache.shared.input_vectors.strips("pocket-bert", first, second))
    pieces = header["pieces"]
    assert [piece["piece"] for piece in pieces] == TWO_TEXTS
    assert [piece["segment"] for piece in pieces] == [0] * 6 + [1] * 4
    app = open_page(PRETRAINING, mode=NSP, sentence=first, beside=second)
    assert "input_ids, token_type_ids and attention_mask (1, 10)" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_how_bert_was_trained_is_explained_in_the_drawer() -> None:
    explanation = room_prose(PRETRAINING_ROOM, "bert").file.read_text(encoding="utf-8").strip()
    assert all(figure in explanation for figure in ("15%", "80%", "10%", "110 million", "40 times"))
    assert explanation in [text.value for text in open_page(PRETRAINING).markdown]


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_the_four_models_and_electra_come_out_again() -> None:
    app = open_page(PRETRAINING, mode=STEP)
    accuracies = cache.pretraining.copy_accuracies(STEP_OPENER, (), 6)
    wanted = [value for accuracy in accuracies for value in (accuracy.blank.candidates[0].probability, accuracy.loss)]
    assert line_numbers(printed_lines(app, having="pocket/shares")) == pytest.approx(wanted, abs=2e-3)
    tokens = cache.pretraining.replaced_tokens(STEP_OPENER, (6,), 3, ODD_WORDS[0])
    *judged, generator, discriminator = line_numbers(printed_lines(app, having="ElectraForPreTraining"))
    assert judged == pytest.approx([judgement.probability for judgement in tokens.judgements], abs=1e-4)
    assert generator == pytest.approx(tokens.generator_loss, abs=1e-4)
    assert discriminator == pytest.approx(tokens.discriminator_loss, abs=1e-4)
