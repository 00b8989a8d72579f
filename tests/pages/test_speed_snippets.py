"""Every way of looking at two models: its snippet computes what the page shows, times excepted."""

from dataclasses import replace

import pytest

from cache.distillation import distillation_losses, layer_similarity, softened
from cache.shipped.agreement import shipped_agreement
from cache.shipped.first_timing import first_timing
from components.distillation.model.agreement_results import Agreement
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.registry import model_record
from components.speed.model.full_size_models import meta_model
from components.tables.numbers import nats_to_bits
from pages.speed.code import timing_code
from tests.components.speed.model.timed_results import timing_result
from tests.pages.conftest import DISTILLATION, SPEED, opened
from tests.pages.notebook import figures, printed
from tests.pages.speed_room import desk, family

__all__ = ["desk", "family"]
pytestmark = pytest.mark.usefixtures("ready", "family", "desk")

TEACHER, STUDENT = "pocket-bert", "pocket-distilbert"
HIDDEN = {"sentence": "She took her money to the bank.", "mask": "7"}


def agreed(*found: Agreement) -> list[float]:
    return [each for one in found for each in (one.summary.first_choice.value, nats_to_bits(one.summary.kl.value))]


def test_a_benchmark_comes_out_again_but_for_its_times(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = first_timing()
    found = replace(whole, cells=whole.cells[:2], benchmark=replace(whole.benchmark, least_count=5))
    monkeypatch.setattr("pages.speed.context.first_timing", lambda: found)
    cells = [f"{one.cell.batch} x {one.cell.length}" for one in found.cells]
    for ask, named in (
        ("By length and batch", cells),
        ("The claims", cells[-1:]),
        ("Where the time goes", [cell for cell in cells for _ in found.models]),
    ):
        lines = printed(opened(SPEED, mode=ask))
        assert figures(lines[:2]) == [float(model.parameters) for model in found.models]
        assert [line.split(":")[0] for line in lines[2:]] == named


def test_models_with_random_weights_are_built_at_their_true_size(monkeypatch: pytest.MonkeyPatch) -> None:
    # Built from their configuration, as the page builds them; a hundred million numbers would take a test too long.
    code = timing_code(timing_result(random=True))
    assert "AutoConfig.for_model(shape[0], **shape[1])" in code
    assert "('bert base uncased', 'masked', None, ('bert', {'vocab_size': 30522" in code
    compile(code, "snippet", "exec")
    assert meta_model(model_record("bert-base-uncased")).num_parameters() == 109_514_298
    assert meta_model(model_record("distilbert-base-uncased")).num_parameters() == 66_985_530


def test_agreement_comes_out_again() -> None:
    found = shipped_agreement(TEACHER, STUDENT)
    assert found is not None
    lines = printed(opened(DISTILLATION, mode="The same blanks"))
    assert figures(lines) == pytest.approx(agreed(found), abs=5e-3)


def test_what_the_teacher_was_worth_comes_out_again() -> None:
    both = [shipped_agreement(TEACHER, one) for one in (STUDENT, "pocket-scratch")]
    lines = printed(opened(DISTILLATION, mode="What the teacher was worth"))
    assert figures(lines) == pytest.approx(agreed(*(one for one in both if one)), abs=5e-3)


@pytest.mark.parametrize("link", [{}, HIDDEN], ids=["a typed blank", "a hidden word"])
def test_soft_targets_come_out_again(link: dict[str, str]) -> None:
    app = opened(DISTILLATION, mode="Soft targets", T="4", **link)
    sentence = link.get("sentence", DISTILLATION_PRESETS[0].sentence)
    found = softened(TEACHER, sentence, (7,) if link else (), 7 if link else 5)
    at = found.temperatures.index(4.0)
    expected = sorted((one.probabilities[at] for one in found.candidates), reverse=True)[:5]
    assert figures(printed(app)) == pytest.approx([*expected, nats_to_bits(found.entropies[at])], abs=1e-4)


@pytest.mark.parametrize("link", [{}, HIDDEN], ids=["a typed blank", "a hidden word"])
def test_the_three_losses_come_out_again(link: dict[str, str]) -> None:
    app = opened(DISTILLATION, mode="Three losses", degree="3.0", **{"w-words": "1.5"}, **link)
    sentence = link.get("sentence", DISTILLATION_PRESETS[0].sentence)
    found = distillation_losses(TEACHER, STUDENT, sentence, (7,) if link else (), 3.0, (5.0, 1.5, 1.0))
    expected = [value for _, value, _ in found.terms if value is not None] + [found.total]
    assert len(expected) == (4 if link else 3)
    assert figures(printed(app)) == pytest.approx(expected, rel=1e-3, abs=1e-4)


def test_likeness_of_layers_comes_out_again() -> None:
    found = layer_similarity(TEACHER, STUDENT)
    lines = printed(opened(DISTILLATION, mode="Layer by layer"))
    rows = [[float(number) for number in line.split()[-found.cka.shape[1] :]] for line in lines]
    assert rows == [pytest.approx(row, abs=2e-3) for row in found.cka.tolist()]
