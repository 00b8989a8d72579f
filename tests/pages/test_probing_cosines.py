"""“What is a high cosine?”: the page says what the numbers say, and its code prints them."""

import pytest
from streamlit.testing.v1 import AppTest

import cache.probing
from cache.shipped.first_cosines import first_cosines
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.cosine_presets import FIRST_SENTENCE, SECOND_SENTENCE
from components.probing.model.cosine_results import Correction, CorrectionKind, WordPlace
from components.probing.model.presets import COSINES, PROBING_PRESETS
from components.tables.numbers import fixed
from pages.probing.modes.cosines import ADDED_LIMIT
from tests.pages.conftest import alternatives, link_notes, messages, notice_text, open_page, page_text, run, start_from
from tests.pages.notebook import line_numbers, printed_lines

PAGE, MISTAKES = "pages/probing/page.py", "pages/mistakes/page.py"
PLACES = WordPlace(FIRST_SENTENCE, 4), WordPlace(SECOND_SENTENCE, 1)
ELECTRA = "pocket-electra"  # whose last layer has a cosine of 0.9 for random words

ready = pytest.mark.usefixtures("ready")


def ignore(_: str) -> None:
    """Ignore progress."""


def open_view(**link: str) -> AppTest:
    return open_page(PAGE, mode=COSINES, **link)


def pair_text(model: str, layer: int, correction: Correction | None = None) -> str:
    pair = cache.probing.pair_cosines(model, (), correction or Correction(), PLACES, ignore)
    return (
        f"In layer {layer}, “{pair.words[0]}” and “{pair.words[1]}” have a cosine of {fixed(pair.cosines[layer], 2)}."
    )


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_stored_cosines() -> None:
    app = open_view()
    assert f"a cosine of {fixed(first_cosines().pair.cosines[6], 2)}" in page_text(app)
    assert len(alternatives(app)) == 3


@ready
def test_it_opens_with_its_findings() -> None:
    app = open_view()
    assert pair_text(DEFAULT_MODEL, 6) in page_text(app)
    assert len(alternatives(app)) == 3


@ready
def test_a_model_with_high_cosines_is_told_apart_at_its_layers() -> None:
    app = open_view(model=ELECTRA)
    assert "even two random words have an average cosine of 0.9" in page_text(app)
    assert pair_text(ELECTRA, 4) in page_text(app)
    assert pair_text(ELECTRA, 0) in page_text(open_view(model=ELECTRA, **{"at-layer": "0"}))


@ready
@pytest.mark.parametrize(
    "correction",
    [
        Correction(CorrectionKind.MEAN),
        Correction(CorrectionKind.DIRECTIONS, 4),
        Correction(CorrectionKind.STANDARDISED),
    ],
)
def test_the_link_holds_the_correction(correction: Correction) -> None:
    app = open_view(model=ELECTRA, vectors=correction.kind.value, directions=str(correction.directions))
    assert pair_text(ELECTRA, 4, correction) in page_text(app)
    assert "Ethayarajh" not in str(app.get("vega_lite_chart")[0].proto.spec)  # published are the vectors as they are


@ready
def test_ones_own_words_are_compared_and_the_link_names_them() -> None:
    app = open_view(first="A cat sat on my hat.", second="Two dogs sat.")
    assert [box.value for box in app.selectbox if str(box.key).endswith("-word")] == [2, 2]  # the word of both
    app.selectbox(key="first-word").select_index(5)
    app = run(app)
    assert app.query_params["first-word"] == "6"
    assert "“hat” and “sat”" in page_text(app)
    app.text_input(key="first").set_value("Birds sing.")
    app = run(app)
    assert "“Birds” and “dogs”" in page_text(app)
    assert "first-word" not in app.query_params
    assert not link_notes(app)


@ready
@pytest.mark.parametrize("typed", ["", "?!", "word " * 20_000], ids=["empty", "no word", "too long"])
def test_what_cannot_be_compared_gets_a_message_and_the_means_stay(typed: str) -> None:
    app = open_view()
    app.text_input(key="second").set_value(typed)
    app = run(app)
    assert messages(app)
    assert app.text_input(key="second").value == typed
    assert "average cosine" in page_text(app)
    assert "second-word" not in [box.key for box in app.selectbox]


@ready
@pytest.mark.parametrize("model", ["pocket-distilbert", pytest.param(DEFAULT_MODEL, marks=pytest.mark.thorough)])
def test_added_sentences_are_measured_too(model: str) -> None:
    app = open_view(model=model, **{"added-sentences": "Banks are places.\nShe likes banks."})
    assert "252 sentences" in page_text(app)


@ready
def test_too_many_or_too_long_added_sentences_get_a_message() -> None:
    app = open_view(**{"added-sentences": "\n".join(["One more."] * (ADDED_LIMIT + 1))})
    assert f"at most {ADDED_LIMIT}" in messages(app)
    assert "1,002 tokens" in messages(open_view(**{"added-sentences": "word " * 1000}))


@ready
def test_an_example_takes_the_mean_away() -> None:
    number, preset = next((n, each) for n, each in enumerate(PROBING_PRESETS) if each.mode == COSINES and each.settings)
    app = start_from(open_view(), number)
    assert app.selectbox(key="example").value == number
    assert app.selectbox(key="vectors").value == dict(preset.settings)["vectors"]
    assert "Taking the mean away" in page_text(app)


@ready
def test_the_example_of_high_cosines_opens_a_model_that_has_them() -> None:
    number, preset = next((n, each) for n, each in enumerate(PROBING_PRESETS) if each.model)
    assert preset.mode == COSINES
    profile = cache.probing.cosine_profile(preset.model, (), Correction(), ignore)
    last = profile.layers[-1]
    assert fixed(last.random_words.value, 1) == "0.9"  # as its note says
    assert last.band.median > 0.9
    app = start_from(open_view(), number)
    assert app.query_params["model"] in (preset.model, [preset.model])
    assert app.selectbox(key="example").value == number
    assert "even two random words have an average cosine of 0.9" in page_text(app)
    assert preset.notice in notice_text(app)
    app = start_from(app, number - 1)  # holds for every model: the visitor's is back
    assert "model" not in app.query_params
    assert app.selectbox(key="example").value == number - 1
    assert preset.notice not in notice_text(app)


@ready
@pytest.mark.thorough
def test_an_example_for_every_model_keeps_the_visitors_model() -> None:
    number = next(n for n, each in enumerate(PROBING_PRESETS) if each.mode == COSINES)
    app = start_from(open_view(model="pocket-bert", vectors=CorrectionKind.MEAN.value), number)
    assert app.query_params["model"] in ("pocket-bert", ["pocket-bert"])
    assert app.selectbox(key="example").value == number
    assert "0.9" not in notice_text(app)


@ready
def test_the_view_and_the_mistake_lead_to_each_other() -> None:
    (onward,) = (link.proto for link in open_view().get("page_link") if "[CLS]" in link.proto.label)
    assert "mistake=sentence_vector" in onward.query_string
    (back,) = (
        link.proto
        for link in open_page(MISTAKES, mistake="sentence_vector").get("page_link")
        if link.proto.label == COSINES
    )
    assert "mode=What+is+a+high" in back.query_string


@ready
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "link", "correction"),
    [
        (DEFAULT_MODEL, {}, Correction()),
        ("pocket-gpt", {"vectors": CorrectionKind.MEAN.value}, Correction(CorrectionKind.MEAN)),
        (
            "pocket-bert",
            {"vectors": CorrectionKind.DIRECTIONS.value, "directions": "2"},
            Correction(CorrectionKind.DIRECTIONS, 2),
        ),
        (ELECTRA, {"vectors": CorrectionKind.STANDARDISED.value}, Correction(CorrectionKind.STANDARDISED)),
    ],
    ids=["as they are", "mean", "directions", "standardised"],
)
def test_the_code_prints_the_numbers(model: str, link: dict[str, str], correction: Correction) -> None:
    lines = line_numbers(printed_lines(open_view(model=model, **link)))
    profile = cache.probing.cosine_profile(model, (), correction, ignore)
    pair = cache.probing.pair_cosines(model, (), correction, PLACES, ignore)
    for layer, cosines in enumerate(profile.layers):
        means = [each.value for each in (cosines.random_words, cosines.same_word, cosines.word_and_sentence)]
        wanted = [*means, cosines.dimensions[0].contribution, pair.cosines[layer]]
        assert lines[6 * layer : 6 * layer + 5] == pytest.approx(wanted, abs=1e-4)
        assert lines[6 * layer + 5] == pytest.approx(pair.shares_below[layer], abs=2e-3)
