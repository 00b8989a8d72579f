"""Every way of looking at two models: its snippet computes what the page shows, times excepted."""

from dataclasses import replace

import pytest

from cache.distillation import distillation_losses, soft_targets
from cache.shipped.agreement import shipped_agreement
from cache.shipped.first_timing import first_timing
from components.distillation.model.agreement_results import Agreement
from components.distillation.model.presets import DISTILLATION_PRESETS, HIDDEN_WORD, LOSSES_OPENER
from components.model.checkpoints.registry import model_record
from components.speed.model.full_size_models import meta_model
from components.tables.numbers import nats_to_bits
from pages.speed.code import timing_code
from tests.components.speed.model.timed_results import timing_result
from tests.pages.conftest import DISTILLATION, SPEED, open_page
from tests.pages.notebook import line_numbers, printed_lines
from tests.pages.speed.room import empty_queue, family

__all__ = ["empty_queue", "family"]
pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready", "family", "empty_queue")]

TEACHER, STUDENT = "pocket-bert", "pocket-distilbert"
TARGETS = "Soft targets"
TYPED = {"sentence": "The children went to [MASK] in the morning."}
HIDDEN = {"sentence": "She took her money to the bank.", "mask": "7"}


def agreement_values(*agreements: Agreement) -> list[float]:
    return [
        value
        for agreement in agreements
        for value in (agreement.summary.first_choice.value, nats_to_bits(agreement.summary.kl.value))
    ]


def test_the_snippet_reproduces_a_benchmark_except_its_times(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = first_timing()
    shortened = replace(recorded, cells=recorded.cells[:2], benchmark=replace(recorded.benchmark, least_count=5))
    monkeypatch.setattr("pages.speed.context.first_timing", lambda: shortened)
    cells = [f"{result.cell.batch} x {result.cell.length}" for result in shortened.cells]
    for mode, named in (
        ("How fast?", cells),
        ("Where the time goes", [cell for cell in cells for _ in shortened.models]),
    ):
        lines = printed_lines(open_page(SPEED, mode=mode))
        assert line_numbers(lines[:2]) == [float(model.parameters) for model in shortened.models]
        assert [line.split(":")[0] for line in lines[2:]] == named


def test_models_with_random_weights_are_built_at_full_size(monkeypatch: pytest.MonkeyPatch) -> None:
    # Built from their configuration, as the page builds them; a hundred million numbers would take a test too long.
    code = timing_code(timing_result(random=True))
    assert "AutoConfig.for_model(shape[0], **shape[1])" in code
    assert "('bert base uncased', 'masked', None, ('bert', {'vocab_size': 30522" in code
    compile(code, "snippet", "exec")
    assert meta_model(model_record("bert-base-uncased")).num_parameters() == 109_514_298
    assert meta_model(model_record("distilbert-base-uncased")).num_parameters() == 66_985_530


def test_the_snippet_reproduces_the_agreement() -> None:
    agreement = shipped_agreement(TEACHER, STUDENT)
    assert agreement is not None
    lines = printed_lines(open_page(DISTILLATION, mode="Same blanks"), having="KL(teacher || student)")
    assert line_numbers(lines) == pytest.approx(agreement_values(agreement), abs=5e-3)


@pytest.mark.parametrize(
    ("link", "hidden", "blank"), [(TYPED, (), 5), (HIDDEN, (7,), 7)], ids=["a typed blank", "a hidden word"]
)
def test_the_snippet_reproduces_soft_targets(link: dict[str, str], hidden: tuple[int, ...], blank: int) -> None:
    app = open_page(DISTILLATION, mode=TARGETS, T="4", **link)
    targets = soft_targets(TEACHER, link["sentence"], hidden, blank)
    index = targets.temperatures.index(4.0)
    expected = sorted((candidate.probabilities[index] for candidate in targets.candidates), reverse=True)[:5]
    lines = [line for line in printed_lines(app, having="entropy in bits") if line][:6]
    assert line_numbers(lines) == pytest.approx([*expected, nats_to_bits(targets.entropies[index])], abs=1e-4)


@pytest.mark.parametrize(
    ("link", "sentence", "hidden"),
    [
        ({}, LOSSES_OPENER, (HIDDEN_WORD,)),
        ({"sentence": DISTILLATION_PRESETS[0].sentence}, DISTILLATION_PRESETS[0].sentence, ()),
        (HIDDEN, HIDDEN["sentence"], (7,)),
    ],
    ids=["as it opens", "a typed blank", "a hidden word"],
)
def test_the_snippet_reproduces_the_three_losses(link: dict[str, str], sentence: str, hidden: tuple[int, ...]) -> None:
    app = open_page(DISTILLATION, mode=TARGETS, T="3", **link)
    losses = distillation_losses(TEACHER, STUDENT, sentence, hidden, 3.0, (5.0, 2.0, 1.0))
    expected = [value for _, value, _ in losses.terms if value is not None] + [losses.total]
    assert len(expected) == (4 if hidden else 3)
    assert line_numbers(printed_lines(app, having="weighted sum")) == pytest.approx(expected, rel=1e-3, abs=1e-4)
