"""Pre-training: the page in every view, live and before there is a model, and with what it cannot read."""

import json

import pytest

import cache.input
import cache.pretraining
from cache.shipped.family import pair_kinds
from components.pretraining.model.presets import (
    MASKING_OPENER,
    NEXT_OPENER,
    PRETRAINING_PRESETS,
    REPLACED_OPENER,
    STEP_OPENER,
    STEP_OTHER,
)
from components.pretraining.model.results import Masking, MaskingScheme, TokenCorruption
from components.tables.numbers import probability_text
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
MASKING, NSP, WHY = "Masking 80/10/10", "Next sentence (NSP)", "Why not always [MASK]?"
ELECTRA = "Replaced tokens (ELECTRA)"
TWO_TEXTS = ["[CLS]", "the", "film", "was", "great", "[SEP]", "i", "loved", "it", "[SEP]"]
FIRST = PRETRAINING_PRESETS[0].sentence
MARKS = (0, 1, 2, 5, 10)


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


@pytest.mark.usefixtures("ready")
def test_a_draw_has_a_number_and_the_button_draws_again() -> None:
    app = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, throw="5")
    before = page_text(app)
    app.button(key="again").click()
    run(app)
    assert app.query_params["throw"] in ("6", ["6"])
    assert page_text(app) != before


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("scheme", [each.value for each in MaskingScheme])
def test_every_way_of_choosing_is_shown(scheme: str) -> None:
    app = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, scheme=scheme)
    assert not messages(app)
    assert " of 14 tokens" in page_text(app)
    assert len(app.slider) == (2 if scheme == MaskingScheme.SENTINELS else 4)


@pytest.mark.usefixtures("ready")
def test_share_and_outcomes_are_set_by_hand() -> None:
    link = {"share": "40", "to-mask": "50", "to-random": "30"}
    app = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, **link)
    masking = Masking(0.4, 0.5, 0.3)
    assert "unchanged 20%" in page_text(app)
    for part in ("15% of the tokens", "80% become", "10% a random token"):  # BERT's, beside the visitor's
        assert part in page_text(app)
    many = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, part="1,000 draws", **link)
    expected = {TokenCorruption.MASK: 0.2, TokenCorruption.RANDOM: 0.12, TokenCorruption.KEPT: 0.08}
    tokens = cache.pretraining.masking_loss("pocket-bert", BOATS, MaskingScheme.TOKENS, 3, masking).tokens
    counted = cache.pretraining.shares_after_draws(len(tokens.maskable), masking)[1000]
    assert all(probability_text(share) in page_text(many) for share in (*expected.values(), *counted.values()))
    assert line_numbers(printed_lines(many)) == pytest.approx([0.2, 0.12, 0.08], abs=0.02)
    # The two shares never come to more than everything.
    clamped = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, **{"to-mask": "95", "to-random": "30"})
    assert clamped.slider(key="to-random").value == 5
    assert "unchanged 0%" in page_text(clamped)


@pytest.mark.usefixtures("ready")
def test_it_opens_on_the_worked_example_and_every_outcome_can_be_changed() -> None:
    app = open_page(PRETRAINING, mode=MASKING)
    outcomes = ((2, TokenCorruption.MASK), (5, TokenCorruption.RANDOM), (6, TokenCorruption.KEPT))
    actual = cache.pretraining.chosen_masking_loss("pocket-bert", MASKING_OPENER, outcomes, "river", 1)
    assert [(cost.text, cost.input_text) for cost in actual.token_losses] == [
        ("scientist", "[MASK]"),
        ("new", "river"),
        ("species", "species"),
    ]
    strips = [json.loads(element.proto.json or "{}") for element in app.get("bidi_component")]
    assert [strip["face"] for strip in strips if "face" in strip] == ["predict"]  # of three, one becomes [MASK]
    *costs, loss = line_numbers(printed_lines(app))
    assert costs == pytest.approx([token_loss.loss for token_loss in actual.token_losses], abs=1e-4)
    assert loss == pytest.approx(actual.loss, abs=1e-4)
    app.selectbox(key="outcome-6").set_value(0)
    run(app)
    assert app.query_params["outcome-6"] in ("1", ["1"])
    assert "2 [MASK], 1 random" in page_text(app)
    app.button(key="at-random").click()
    run(app)
    drawn = cache.pretraining.masking_loss("pocket-bert", MASKING_OPENER, MaskingScheme.TOKENS, 3)
    assert f"{drawn.loss:.2f} nats" in page_text(app)
    page = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, mask="4-6")
    assert "2 [MASK]" in page_text(page)


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
    worked = ((2, TokenCorruption.MASK), (5, TokenCorruption.RANDOM), (6, TokenCorruption.KEPT))
    actual = cache.pretraining.chosen_masking_loss("pocket-bert", MASKING_OPENER, worked, "river", 1)
    loss = f"{actual.loss:.2f} nats"
    app = open_page(PRETRAINING, mode=MASKING, **link)
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
    assert app.button_group(key="chosen-mode").value == MASKING
    assert app.text_input(key="sentence").value == MASKING_OPENER


@pytest.mark.usefixtures("ready")
def test_links_to_merged_views_show_what_those_showed() -> None:
    dice = open_page(PRETRAINING, mode="The dice", scheme="whole words", throw="7")
    assert dice.text_input(key="sentence").value == BOATS
    drawn = cache.pretraining.masking_loss("pocket-bert", BOATS, MaskingScheme.WORDS, 7)
    assert f"{drawn.loss:.2f} nats" in page_text(dice)
    why = open_page(PRETRAINING, mode=WHY)
    assert why.button_group(key="chosen-mode").value == MASKING
    assert why.button_group(key="part").value == WHY
    assert len(why.dataframe) == 1  # the four models on this sentence
    pair = open_page(INPUT, mode="A pair")
    assert pair.title[0].value.startswith("Pre-training")
    assert pair.text_input(key="sentence").value == PAIR_OPENER[0]


@pytest.mark.usefixtures("ready")
def test_what_no_step_can_be_taken_on_is_told() -> None:
    assert "Enter the correct word" in messages(
        open_page(PRETRAINING, mode="One training step", sentence="A [MASK] sat.")
    )
    assert "is not a single token" in messages(open_page(PRETRAINING, mode="One training step", word="unbelievably"))
    assert "exactly one blank" in messages(open_page(PRETRAINING, mode="One training step", other="No blank."))


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
    curve = cache.pretraining.learning_curve(FIRST, (), 7)
    assert line_numbers(printed_lines(open_page(PRETRAINING))) == pytest.approx(
        [step.probability for step in curve.steps], abs=1e-4
    )


@pytest.mark.usefixtures("ready")
def test_the_loss_of_a_throw_comes_out_again() -> None:
    actual = cache.pretraining.masking_loss("pocket-bert", BOATS, MaskingScheme.WORDS, 7)
    app = open_page(PRETRAINING, mode=MASKING, sentence=BOATS, scheme="whole words", throw="7")
    *costs, loss = line_numbers(printed_lines(app))
    assert costs == pytest.approx([token_loss.loss for token_loss in actual.token_losses], abs=1e-4)
    assert loss == pytest.approx(actual.loss, abs=1e-4)


@pytest.mark.usefixtures("ready")
def test_the_shares_come_out_again() -> None:
    link = {"sentence": BOATS, "scheme": "sentinels (T5)"}
    shares = line_numbers(printed_lines(open_page(PRETRAINING, mode=MASKING, **link)))
    assert shares == pytest.approx([0.12, 0.015, 0.015], abs=0.01)


@pytest.mark.usefixtures("ready")
def test_a_step_comes_out_again() -> None:
    sentence = cache.pretraining.train_on_sentence(
        "pocket-bert", STEP_OPENER, "paris", STEP_OTHER, "berlin", MARKS, lambda done, of: None
    )
    wanted = [
        value for prediction in sentence.predictions for value in (prediction.probability, prediction.other_probability)
    ]
    lines = printed_lines(open_page(PRETRAINING, mode="One training step"))
    assert line_numbers([line for line in lines if line.startswith("step")]) == pytest.approx(wanted, abs=2e-3)
    gradients = [line.split() for line in lines if line.startswith("gradient")]
    assert [name for _, name, _ in gradients] == [gradient.name for gradient in sentence.gradients]
    assert [float(share) for *_, share in gradients] == pytest.approx([g.share for g in sentence.gradients], rel=1e-3)


@pytest.mark.usefixtures("ready")
def test_the_pair_comes_out_again_and_stands_beside_the_kinds() -> None:
    app = open_page(PRETRAINING, mode=NSP)
    assert app.text_input(key="beside").value == "I loved it"
    sentence = cache.input.predict_next_sentence("pocket-bert", NEXT_OPENER, "I loved it")
    assert sentence is not None
    assert line_numbers(printed_lines(app)) == pytest.approx(
        [reading.probability for reading in sentence.readings], abs=1e-4
    )
    other = open_page(PRETRAINING, mode=NSP, model="pocket-distilbert")
    assert "pocket DistilBERT has no next-sentence head, so pocket BERT answers" in page_text(other)
    assert "pocket DistilBERT has no segment embeddings" in page_text(other)


@pytest.mark.usefixtures("ready")
def test_the_rows_of_a_pair_are_its_input() -> None:
    header = header_of(cache.input.strips("pocket-bert", NEXT_OPENER, "I loved it", vectors=False))
    assert header["strips"] == []
    pieces = header["pieces"]
    assert [piece["piece"] for piece in pieces] == TWO_TEXTS
    assert [piece["segment"] for piece in pieces] == [0] * 6 + [1] * 4
    app = open_page(PRETRAINING, mode=NSP)
    assert any(b'"strips":[]' in element.proto.bytes for element in app.get("bidi_component"))
    assert "input_ids, token_type_ids and attention_mask (1, 10)" in page_text(app)
    assert "Type a second sentence" in messages(open_page(PRETRAINING, mode=NSP, beside=" "))


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
def test_replaced_words_are_judged_and_come_out_again() -> None:
    app = open_page(PRETRAINING, mode=ELECTRA, throw="8", mask="none", **{"with": "the generator’s guess"})
    tokens = cache.pretraining.replaced_tokens(REPLACED_OPENER, (), 8, "")
    *judged, generator, discriminator = line_numbers(printed_lines(app))
    assert judged == pytest.approx([judgement.probability for judgement in tokens.judgements], abs=1e-4)
    assert generator == pytest.approx(tokens.generator_loss, abs=1e-4)
    assert discriminator == pytest.approx(tokens.discriminator_loss, abs=1e-4)
    page = open_page(PRETRAINING, mode=ELECTRA, mask="2", substitute="bread")
    generated = {"with": "the generator’s guess"}
    replaced = open_page(PRETRAINING, mode=ELECTRA, mask="2", substitute="bread", **generated)
    for opened, is_told in ((replaced, True), (page, False)):
        assert any("not the generator’s guess" in caption.value for caption in opened.caption) == is_told
    assert "needs the original word" in messages(open_page(PRETRAINING, mode=ELECTRA, sentence="A [MASK] sat."))


@pytest.mark.usefixtures("ready")
def test_the_four_models_answer_live_and_come_out_again() -> None:
    app = open_page(PRETRAINING, mode=MASKING, part=WHY, sentence=FIRST)
    accuracies = cache.pretraining.copy_accuracies(FIRST, (), 7)
    numbers = line_numbers(printed_lines(app))
    wanted = [value for accuracy in accuracies for value in (accuracy.blank.candidates[0].probability, accuracy.loss)]
    assert numbers == pytest.approx(wanted, abs=2e-3)
    assert "Click a word above" in messages(open_page(PRETRAINING, mode=MASKING, part=WHY))


@pytest.mark.usefixtures("ready")
def test_which_pairs_fool_it_is_guessed_first() -> None:
    app = open_page(PRETRAINING, mode=NSP, guess="1")
    assert not alternatives(app)
    (box,) = (item for item in app.text_input if item.label.startswith("Your guess"))
    assert "swapped, same text or another text" in box.label
    box.set_value("same text")
    app.button[-1].click()
    run(app)
    assert "Correct answer: “swapped”" in page_text(app)
    assert alternatives(app)


@pytest.mark.usefixtures("ready")
def test_the_word_of_a_training_step_is_no_replacement() -> None:
    app = open_page(PRETRAINING, mode="One training step", word="rome")
    app.button_group(key="chosen-mode").set_value(ELECTRA)
    app = run(app)
    assert app.text_input(key="substitute").value == ""
    assert "“rome”" not in page_text(app)
    app.text_input(key="substitute").set_value("bread")
    app.button_group(key="chosen-mode").set_value("One training step")
    assert run(app).text_input(key="word").value == "rome"


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mode", [ELECTRA, "Replaced words"])
def test_an_old_link_with_a_replacement_shows_it(mode: str) -> None:
    app = open_page(PRETRAINING, mode=mode, mask="2", word="bread")
    assert app.text_input(key="substitute").value == "bread"
    assert "word" not in app.query_params
    both = open_page(PRETRAINING, mode=mode, mask="2", word="rome", substitute="bread")
    assert both.text_input(key="substitute").value == "bread"


@pytest.mark.usefixtures("ready")
def test_how_bert_was_trained_is_explained_for_those_who_open_it() -> None:
    explanation = room_prose(PRETRAINING_ROOM, "bert").file.read_text(encoding="utf-8").strip()
    assert all(figure in explanation for figure in ("15%", "80%", "10%", "110 million", "40 times"))
    assert explanation in [text.value for text in open_page(PRETRAINING, explained="true").markdown]
    assert explanation not in [text.value for text in open_page(PRETRAINING).markdown]
