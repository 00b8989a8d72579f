"""The weights of the recorded run: small, and as good as the run's own."""

import re

import numpy as np
import pytest

from cache.shipped.first_runs import first_run, recorded_model
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import known_models, model_record
from components.model.checkpoints.unlisted import RECORDED_FOLDER, RECORDED_FOLDERS, RECORDED_RUN, SST2_FOLDER, SST2_RUN
from components.teaching.model.explanations import classify
from components.teaching.model.plan import SST2_PLAN, TOKEN_LIMIT
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


def test_two_runs_have_their_weights_and_no_other_does() -> None:
    with_weights = {DEFAULT_PLAN: RECORDED_RUN, SST2_PLAN: SST2_RUN}
    assert [recorded_model(preset.plan.key) for preset in TEACHING_PRESETS] == [
        with_weights.get(preset.plan) for preset in TEACHING_PRESETS
    ]
    for record, folder in RECORDED_FOLDERS.items():
        assert model_record(record.id) == record
        assert record.id not in {model.id for model in known_models({})}
        assert sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) <= BYTE_LIMIT


def test_the_run_on_all_of_sst2_beats_what_is_compared_with_it_and_its_sentences_do_not_ship() -> None:
    result = first_run(SST2_PLAN.key)
    assert result is not None
    assert all(re.fullmatch(r"row [0-9]+ of SST-2", text) for text, _ in result.test)
    right = sum(result.correct(result.history)) / len(result.test)
    assert result.random_history is not None
    others = [each.accuracy for each in result.baselines]
    assert right > max(*others, sum(result.correct(result.random_history)) / len(result.test)) + 0.05


def test_stored_weights_tell_good_films_from_bad_ones() -> None:
    opened, head = Loader(weights_folder).open(SST2_RUN), load_head(SST2_FOLDER)
    sentences = ["A warm, funny film with a wonderful cast.", "A dull, lifeless mess that wastes its cast."]
    bad, good = 0, 1
    labels = [int(np.argmax(each.probabilities)) for each in classify(opened, head, SST2_PLAN.pooling, sentences)]
    assert labels == [good, bad]


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
