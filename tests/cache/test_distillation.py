"""Cached results about distillation, with the bundled models."""

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import cache.engine
from cache.distillation import distillation_losses, layer_similarity, measure_agreement, soft_targets
from components.distillation.model.results import TEMPERATURES
from components.model.user_errors import UserError

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

TEACHER, STUDENT, CONTROL = "pocket-bert", "pocket-distilbert", "pocket-scratch"
SENTENCE = "The old man sat on the bank of the river."


def ignore_progress(_: int, __: int) -> None:
    pass


def test_nothing_here_imports_torch() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, cache.distillation, cache.shipped.agreement\n"
            "print({'torch', 'transformers'} & set(sys.modules))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"


def test_a_shipped_agreement_is_not_computed_again(engine: "Engine", monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("this ships")

    monkeypatch.setattr("components.distillation.model.agreement.measure_agreement", never)
    assert measure_agreement(TEACHER, STUDENT, ignore_progress).summary.blanks >= 200


def test_another_pair_is_computed_once_with_progress(engine: "Engine") -> None:
    progress: list[tuple[int, int]] = []
    agreement = measure_agreement(STUDENT, TEACHER, lambda done, of: progress.append((done, of)))
    assert progress[-1] == (len(agreement.blanks), len(agreement.blanks))
    count = len(progress)
    assert measure_agreement(STUDENT, TEACHER, lambda done, of: progress.append((done, of))) is agreement
    assert len(progress) == count


def test_every_result_for_the_student_and_its_control(engine: "Engine") -> None:
    tokens = cache.engine.tokens(TEACHER, SENTENCE)
    bank = [token.text for token in tokens.items].index("bank")
    targets = soft_targets(TEACHER, SENTENCE, (bank,), bank)
    assert targets.temperatures == TEMPERATURES
    assert targets.hidden == "bank"
    for student in (STUDENT, CONTROL):
        losses = distillation_losses(TEACHER, student, SENTENCE, (bank,), 2.0, (5.0, 2.0, 1.0))
        assert losses.kl > 0
        assert losses.cosine is not None
        assert losses.conditions[1].model_id == student
        layers = layer_similarity(TEACHER, student)
        assert layers.cka.shape == (3, 5)
        assert layers.sentences > 20
        assert layers.origins == ((0, 2) if student == STUDENT else None)
        single = layer_similarity(TEACHER, student, (SENTENCE,))
        assert (single.sentences, single.tokens) == (1, len(tokens))


@pytest.mark.parametrize("other", ["pocket-gpt", "no-such-model"])
def test_models_that_cannot_be_compared_are_an_error(engine: "Engine", other: str) -> None:
    with pytest.raises(UserError):
        distillation_losses(TEACHER, other, SENTENCE, (2,), 2.0, (5.0, 2.0, 1.0))
    with pytest.raises(UserError):
        soft_targets(other, "the [MASK]", (), 2)
    with pytest.raises(UserError):
        layer_similarity(TEACHER, other)
    with pytest.raises(UserError):
        measure_agreement(TEACHER, other, ignore_progress)
