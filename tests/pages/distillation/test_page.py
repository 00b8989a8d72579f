"""The page of the distillation room."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import cache.distillation
import cache.shared.passes
from cache.shipped.agreement import shipped_agreement
from cache.shipped.family import family_figures
from cache.shipped.first_pair import first_pair
from components.distillation.model.agreement_results import Agreement
from components.distillation.model.presets import DISTILLATION_PRESETS, LOSSES_OPENER
from components.distillation.tables.pairs import top_words
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.checkpoints.family_figures import relative_quality
from components.model.user_errors import UserError
from components.tables.numbers import interval_text
from components.widgets.canvas import header_of
from pages.distillation.modes import blanks
from tests.pages.conftest import (
    DISTILLATION,
    alternatives,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
)
from tests.pages.notebook import line_numbers, printed_lines
from tests.pages.speed.room import (
    DISTILLATION_FINDINGS,
    empty_queue,
    every_distillation_mode,
    family,
    press,
)

__all__ = ["empty_queue", "family"]
pytestmark = pytest.mark.usefixtures("family", "empty_queue")


@pytest.mark.usefixtures("ready")
@every_distillation_mode
def test_every_mode_shows_its_finding_and_the_model(mode: str) -> None:
    app = open_page(DISTILLATION, mode=mode)
    assert DISTILLATION_FINDINGS[mode] in page_text(app)
    assert "Computed now by **pocket BERT** (a small teaching model" in page_text(app)
    assert not app.warning
    assert alternatives(app)
    assert all(alternatives(app))


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    "link",
    [
        {"sentence": "The cat sat on the [MASK]."},
        {"mask": "3"},
        {"mode": "Soft targets"},
        {"guess": "1"},
        {"model": STUDENT},
        {"student": "pocket-scratch"},
    ],
    ids=str,
)
def test_a_cold_server_shows_the_first_example_where_it_is_asked_for(link: dict[str, str]) -> None:
    first, other = open_page(DISTILLATION), open_page(DISTILLATION, **link)
    top = top_words(first_pair.read().pair)[0].text
    assert f"top guess is “{top}”" in page_text(first)
    assert "While the models load" not in page_text(first)
    assert f"top guess is “{top}”" not in page_text(other)
    assert "While the models load" in page_text(other)
    assert not messages(first)


def machines(app: AppTest) -> list[dict[str, Any]]:
    """The headers of the passes that are drawn."""
    drawn = (each.proto for each in app.get("bidi_component"))
    passes = [each.bytes for each in drawn if each.component_name == "riverbank_layer_building"]
    return [header_of(each[4 + int.from_bytes(each[:4], "little") :]) for each in passes]


@pytest.mark.usefixtures("ready")
def test_teacher_and_student_are_two_machines_that_follow_the_blank() -> None:
    app = open_page(DISTILLATION, sentence="The children went to school in the morning.", mask="5")
    teacher, student = machines(app)
    assert (len(teacher["floors"]), len(student["floors"])) == (6, 4)
    for each in (teacher, student):
        assert each["tokens"][each["first"][1]] == "[MASK]"
        assert each["tokens"].count("[MASK]") == 1
    two = open_page(DISTILLATION, sentence="The [MASK] scored two [MASK].", **{"blanks-blank": "blank 2"})
    assert [each["first"][1] for each in machines(two)] == [5, 5]


@pytest.mark.usefixtures("ready")
def test_a_link_shows_the_words_as_bars() -> None:
    bars, drawn = open_page(DISTILLATION, drawn="2"), open_page(DISTILLATION)
    assert not machines(bars)
    assert len(machines(drawn)) == 2
    assert len(alternatives(bars)) == len(alternatives(drawn)) + 1


@pytest.mark.usefixtures("ready")
def test_models_that_cannot_be_taken_apart_are_compared_as_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_question: object) -> bytes:
        raise UserError("An architecture without layers of this kind.")

    monkeypatch.setattr(cache.shared.passes, "way_payload", refuse)
    app = open_page(DISTILLATION)
    assert not machines(app)
    assert not messages(app)
    assert "top guess is" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_the_code_computes_the_numbers_of_the_visitor_s_blank() -> None:
    sentence = "Berlin is the [MASK] of Germany."
    app = open_page(DISTILLATION, mode="Same blanks", sentence=sentence)
    pair = cache.distillation.model_pair("pocket-bert", "pocket-distilbert", sentence, (), 0)
    *best, divergence = printed_lines(app, having=sentence)
    first, second = top_words(pair)
    assert line_numbers(best) == pytest.approx([math.exp(first.first), math.exp(second.second)], rel=1e-3)
    assert f"top guess is “{first.text}”" in page_text(app)
    assert line_numbers([divergence]) == pytest.approx([pair.jsd / math.log(2)], abs=1e-4)
    assert any("blank_probes.tsv" in block.value for block in app.code)


@pytest.mark.usefixtures("ready")
def test_the_ratio_on_held_out_text_stands_beside_that_on_the_blanks() -> None:
    quality = relative_quality(family_figures(), "pocket-bert", "pocket-distilbert")
    shipped = shipped_agreement("pocket-bert", "pocket-distilbert")
    assert quality is not None
    assert shipped is not None
    text = page_text(open_page(DISTILLATION))
    assert f"it is {interval_text(quality, 1)}" in text
    assert f"about the {shipped.summary.ranked} blanks" in text
    assert relative_quality(family_figures(), "pocket-bert", "none") is None


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mode", ["Soft targets", "Three losses", "The same blanks"])
def test_a_sentence_without_a_word_to_hide_gets_a_message_and_stays_in_the_box(mode: str) -> None:
    sentence = "It was not so."
    app = open_page(DISTILLATION, mode=mode)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert "masked yet" in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.usefixtures("ready")
def test_sentence_and_masked_word_are_kept_between_modes() -> None:
    app = open_page(DISTILLATION, mode="Three losses", sentence="The river bank was green.", mask="3")
    assert "On the masked words alone" in page_text(app)
    assert "A label would only say “bank”." in page_text(app)
    app.button_group(key="chosen-mode").set_value("Same blanks")
    run(app)
    assert "top guess is" in page_text(app)
    start_from(app, 2)
    assert app.text_input(key="sentence").value == DISTILLATION_PRESETS[2].sentence
    assert DISTILLATION_PRESETS[2].notice in notice_text(app)
    assert "mask" not in app.query_params


@pytest.mark.usefixtures("ready")
def test_other_models_are_compared_when_asked_for_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def measure(teacher: str, student: str, _on_progress: Callable[[int, int], None]) -> Agreement | None:
        compared.append((teacher, student))
        return shipped_agreement(teacher, STUDENT)

    monkeypatch.setattr(blanks, "measure_agreement", measure)
    app = open_page(DISTILLATION, mode="The same blanks", student="pocket-nopos")
    assert "have not been compared on this machine" in messages(app)
    assert "On 250 blanks" not in page_text(app)
    assert not compared
    assert "On 250 blanks" in page_text(press(app, "blanks-run"))
    assert compared == [(REFERENCE, "pocket-nopos")]


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_other_models_are_compared_on_request() -> None:
    app = open_page(DISTILLATION, mode="The same blanks", student="pocket-nopos")
    assert "have not been compared on this machine" in messages(app)
    assert "On 250 blanks" not in page_text(app)
    assert "On 250 blanks" in page_text(press(app, "blanks-run"))


@pytest.mark.usefixtures("ready")
def test_visitors_guess_before_the_teachers_word_is_shown() -> None:
    app = open_page(DISTILLATION, mode="Soft targets", guess="1")
    assert "At temperature " not in page_text(app)
    box = next(box for box in app.text_input if box.label.startswith("Your guess"))
    box.set_value("bank")
    next(button for button in app.button if button.label == "Show the answer").click()
    assert "At temperature " in page_text(run(app))


@pytest.mark.usefixtures("ready")
def test_all_three_losses_are_there_at_opening() -> None:
    app = open_page(DISTILLATION, mode="Three losses")
    assert app.text_input(key="sentence").value == LOSSES_OPENER
    assert "missing" not in page_text(app)
    assert "On the masked words alone the loss of" in page_text(app)
    unmasked = open_page(DISTILLATION, mode="Three losses", sentence=LOSSES_OPENER, mask="none")
    assert "masked yet" in messages(unmasked)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"T": "0"}, {"T": "x"}, {"degree": "nan"}])
def test_a_temperature_that_cannot_be_gets_the_default(link: dict[str, str]) -> None:
    for hidden in ({}, {"hide": "controls"}):
        app = open_page(DISTILLATION, mode="Soft targets", **link, **hidden)
        assert "At temperature 2 " in page_text(app)


@pytest.mark.usefixtures("ready")
def test_models_of_two_vocabularies_have_soft_targets_and_no_losses() -> None:
    text = page_text(open_page(DISTILLATION, mode="Soft targets", model="minilm"))
    assert "At temperature 2 " in text
    assert "The weighted sum" not in text


@pytest.mark.usefixtures("ready")
def test_the_teacher_is_worth_something_to_the_bundled_student_alone() -> None:
    assert "The teacher was worth 8.0 points" in page_text(open_page(DISTILLATION))
    assert "The teacher was worth" not in page_text(open_page(DISTILLATION, student="pocket-nopos"))


def test_a_model_beside_itself_asks_for_another_student() -> None:
    kinds = ("error", "warning", "info", "text", "markdown")

    def shown(student: str) -> str:
        page = open_page(DISTILLATION, model="pocket-bert", student=student)
        return " ".join(str(each.value) for kind in kinds for each in page.get(kind))

    assert "another student" in shown("pocket-bert")
    assert "another student" not in shown("pocket-distilbert")
