"""The weights of the recorded run: small, and as good as the run's own."""

import re

import pytest

from cache.shipped.first_runs import first_run, recorded_model
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import known_models, model_record
from components.model.checkpoints.unlisted import RECORDED_FOLDER, RECORDED_RUN
from components.teaching.model.explanations import classify
from components.teaching.model.plan import TOKEN_LIMIT
from components.teaching.model.presets import DEFAULT_PLAN, TEACHING_PRESETS
from components.teaching.model.recording import same_labels
from components.teaching.model.results import FineTuningResult
from components.teaching.model.saving import CARD_FILE, load_head

BYTE_LIMIT = 12_000_000
TOLERANCE = 0.02  # of a probability


@pytest.fixture(scope="module")
def recorded() -> FineTuningResult:
    result = first_run(DEFAULT_PLAN.key)
    assert result is not None
    return result


def test_the_default_run_has_its_weights_and_no_other_does() -> None:
    assert [recorded_model(preset.plan.key) for preset in TEACHING_PRESETS] == [
        RECORDED_RUN if preset.plan == DEFAULT_PLAN else None for preset in TEACHING_PRESETS
    ]
    assert model_record(RECORDED_RUN.id) == RECORDED_RUN
    assert RECORDED_RUN.id not in {model.id for model in known_models({})}
    assert sum(file.stat().st_size for file in RECORDED_FOLDER.iterdir() if file.is_file()) <= BYTE_LIMIT


def test_stored_weights_answer_as_the_run_did(recorded: FineTuningResult) -> None:
    opened = Loader(weights_folder).open(RECORDED_RUN)
    sentences = [text for text, _ in recorded.test[:20]]
    answers = classify(opened, load_head(RECORDED_FOLDER), recorded.plan.pooling, sentences)
    for answer, probabilities in zip(answers, recorded.history.probabilities[:20], strict=True):
        assert answer.probabilities == pytest.approx(probabilities, abs=TOLERANCE)
    short, long = classify(opened, load_head(RECORDED_FOLDER), recorded.plan.pooling, ["good", "good " * 300])
    assert (short.is_truncated, short.tokens_read) == (False, 3)
    assert (long.is_truncated, long.tokens_read) == (True, TOKEN_LIMIT)


@pytest.mark.slow
def test_the_card_says_how_many_labels_stay_the_same(recorded: FineTuningResult) -> None:
    card = (RECORDED_FOLDER / CARD_FILE).read_text(encoding="utf-8")
    same = same_labels(recorded, RECORDED_RUN)
    assert re.search(rf"{same} of {len(recorded.test)} held-out sentences the\s+same label", card)
    assert f"got {sum(recorded.correct(recorded.history))} of {len(recorded.test)}" in card
    assert same >= len(recorded.test) - 2
