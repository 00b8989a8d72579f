"""Every mistake checks itself: the wrong line gives the wrong result that the page tells, the right one the right."""

import contextlib
import math
from collections.abc import Callable

import pytest
import torch

import cache.mistakes
from cache.shipped.first_mistake import first_mistake
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.model.experiment import Experiment
from components.mistakes.model.inference_experiments import DROPOUT, copy_with_dropout
from components.mistakes.model.results import Comparison
from components.mistakes.model.run_experiment import _EXPERIMENTS, run_experiment
from components.mistakes.tables.findings import finding
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.user_errors import UserError
from tests.components.conftest import Opener, folder_of
from tests.components.small_models import FAMILIES

pytestmark = pytest.mark.thorough

FIRST = "minilm"
# What must hold of the model that the room opens with: the right way is right, and the wrong one is not.
HOLDS: dict[str, Callable[[Comparison], bool]] = {
    "attention_mask": lambda comparison: comparison.wrong.value < 0.07 * comparison.right.value,
    "padding_side": lambda comparison: comparison.wrong.value < 0.6 * comparison.right.value,
    "vocabulary": lambda comparison: comparison.wrong.value < 0.01 * comparison.right.value,
    "case": lambda comparison: comparison.wrong.value < 0.05 * comparison.right.value,
    "mask_string": lambda comparison: (comparison.right.value, comparison.wrong.value) == (1, 0),
    "drop_in": lambda comparison: comparison.wrong.value < 0.8 * comparison.right.value,
    "next_sentence": lambda comparison: comparison.right.value <= 0.6 and comparison.wrong.value >= 0.8,
    "warmup": lambda comparison: comparison.right.value > comparison.wrong.value,
    "truncation": lambda comparison: comparison.wrong.value < 0.2 * comparison.right.value,
    "segments": lambda comparison: comparison.wrong.value < 0.5 * comparison.right.value,
    "softmax": lambda comparison: (
        math.isclose(comparison.right.value, 1, abs_tol=1e-4) and comparison.wrong.value > 100
    ),
    "half": lambda comparison: 0 < comparison.right.value < 1 and math.isnan(comparison.wrong.value),
    "dropout": lambda comparison: comparison.right.value == 0 and comparison.wrong.value > 0.02,
    "sentence_vector": lambda comparison: (
        comparison.right.value > 1 and comparison.wrong.value > 1
    ),  # both separate here
    "pieces_and_labels": lambda comparison: comparison.right.value == 1 and comparison.wrong.value < 0.5,
    "surprise": lambda comparison: comparison.wrong.value > 1.1 * comparison.right.value,
    "unmasked": lambda comparison: comparison.right.value > 3 and 1 <= comparison.wrong.value < 1.1,
    "learning_rate": lambda comparison: comparison.right.value >= 0.8 and comparison.wrong.value <= 0.2,
    "tested_on_itself": lambda comparison: comparison.right.value < 0.5 and comparison.wrong.value == 1,
}


def test_there_are_fourteen_at_least_and_each_has_its_ways() -> None:
    keys = [each_mistake.key for each_mistake in MISTAKES]
    assert len(keys) == len(set(keys)) >= 14
    assert set(keys) == set(_EXPERIMENTS) == set(HOLDS)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("key", [each_mistake.key for each_mistake in MISTAKES])
def test_right_is_right_and_wrong_is_wrong(key: str) -> None:
    assert HOLDS[key](cache.mistakes.compare(FIRST, key))


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("model_id", ["pocket-bert", "pocket-distilbert", "pocket-rope", "pocket-nopos"])
@pytest.mark.parametrize("key", [each_mistake.key for each_mistake in MISTAKES])
def test_other_models_make_them_too_or_say_why_not(model_id: str, key: str) -> None:
    missing = {"segments": "no segment embeddings", "next_sentence": "no next-sentence head"}
    if (key == "segments" and model_id == "pocket-distilbert") or (
        key == "next_sentence" and model_id != "pocket-bert"
    ):
        with pytest.raises(UserError, match=missing[key]):
            cache.mistakes.compare(model_id, key)
        return
    comparison = cache.mistakes.compare(model_id, key)
    assert not math.isnan(comparison.right.value)
    assert comparison.conditions.model_id == model_id


def test_the_right_way_is_what_other_rooms_say(engine: Engine) -> None:
    comparison = cache.mistakes.compare(FIRST, "padding_side")
    mask = predictions(*engine.read(FIRST, str(mistake("case").inputs["sentence"]))).masks[0]
    assert comparison.followed is not None
    assert comparison.followed[1] == mask.candidates[0].text
    assert comparison.right.value == pytest.approx(mask.candidates[0].probability, abs=1e-5)
    assert cache.mistakes.compare(FIRST, "case").right.value == pytest.approx(comparison.right.value, abs=1e-5)


@pytest.mark.usefixtures("engine")
def test_what_is_stored_is_what_comes_out_now() -> None:
    stored, live = first_mistake.read(), cache.mistakes.compare(FIRST, MISTAKES[0].key)
    assert stored.followed == live.followed
    for expected, computed in ((stored.right, live.right), (stored.wrong, live.wrong)):
        assert expected.value == pytest.approx(computed.value, abs=1e-5)
        assert [row.name for row in expected.rows] == [row.name for row in computed.rows]


def test_no_mistake_changes_the_model_that_others_use(engine: Engine) -> None:
    opened = engine.open_model(FIRST)
    before = {name: weights.clone() for name, weights in opened.model.named_parameters()}
    for key in ("dropout", "learning_rate", "warmup", "tested_on_itself"):
        cache.mistakes.compare.clear()
        cache.mistakes.compare(FIRST, key)
    assert not opened.model.training
    assert all(torch.equal(before[name], weights) for name, weights in opened.model.named_parameters())
    assert {part.p for part in copy_with_dropout(opened.model).modules() if isinstance(part, torch.nn.Dropout)} == {
        DROPOUT
    }
    assert DROPOUT not in {part.p for part in opened.model.modules() if isinstance(part, torch.nn.Dropout)}


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "gpt2"])
def test_every_architecture_makes_them_or_is_told_why_not(family: str, opened: Opener, engine: Engine) -> None:
    model, folder = opened(family), weights_folder(model_record(FIRST))
    assert folder is not None
    for each_mistake in MISTAKES:
        experiment = Experiment(
            model, folder_of(model.record), each_mistake, Experiment(engine.open_model(FIRST), folder, each_mistake)
        )
        with contextlib.suppress(UserError):
            comparison = run_experiment(experiment)
            assert finding(each_mistake.key, comparison)


def test_ids_that_a_smaller_table_has_not_fail_as_torch_says(opened: Opener, engine: Engine) -> None:
    model, folder, vocabulary = opened("bert"), weights_folder(model_record(FIRST)), mistake("vocabulary")
    assert folder is not None
    comparison = run_experiment(
        Experiment(model, folder_of(model.record), vocabulary, Experiment(engine.open_model(FIRST), folder, vocabulary))
    )
    assert comparison.wrong.error.startswith("IndexError: index out of range")
    assert math.isnan(comparison.wrong.value)
    assert "it fails at once" in finding(vocabulary.key, comparison)
