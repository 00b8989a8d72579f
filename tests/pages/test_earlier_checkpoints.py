"""A link that names a checkpoint stored in 8 bits, of an earlier step or fine-tuned: it answers, and its code runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import cache.shared.blanks
from components.model.checkpoints.records import Bundled, ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import RECORDED_RUN
from pages.parts.dequantized_code import dequantized_folder, stored_file
from tests.pages.conftest import ATTENTION, FILL, open_page, page_text, words
from tests.pages.notebook import printed_lines

pytestmark = pytest.mark.usefixtures("ready")

EARLIER = "pocket-bert-step-256"
SENTENCE = "She took her money to the [MASK]."


@pytest.fixture(params=[model_record(EARLIER), RECORDED_RUN], ids=lambda model: model.id)
def model(request: pytest.FixtureRequest) -> Iterator[ModelRecord]:
    """A model stored in 8 bits; what its copied code writes is gone when the test is over."""
    record: ModelRecord = request.param
    yield record
    shutil.rmtree(_folder(record), ignore_errors=True)


def _folder(model: ModelRecord) -> Path:
    assert isinstance(model.home, Bundled)
    stored = stored_file(model.home)
    assert stored is not None
    return dequantized_folder(stored)


def test_the_fine_tuned_model_answers_otherwise_than_its_original() -> None:
    fine_tuned, original = (
        cache.shared.blanks.predictions(each, SENTENCE, ()).masks[0] for each in (RECORDED_RUN.id, "minilm")
    )
    assert fine_tuned.candidates[0].probability != pytest.approx(original.candidates[0].probability, abs=1e-3)


def test_its_answer_stands_there_with_its_name() -> None:
    app = open_page(FILL, model=EARLIER, sentence=SENTENCE)
    prediction = cache.shared.blanks.predictions(EARLIER, SENTENCE, ()).masks[0]
    assert words(app)[0][0] == prediction.candidates[0].text
    assert "Computed now by **pocket BERT after 984,237 tokens**" in page_text(app)
    assert "pocket BERT after" not in page_text(open_page(ATTENTION))


def test_the_copied_code_writes_its_weights_and_computes_what_the_page_shows(model: ModelRecord) -> None:
    lines = printed_lines(open_page(FILL, model=model.id, sentence=SENTENCE))
    assert _folder(model).is_dir()
    candidates = cache.shared.blanks.predictions(model.id, SENTENCE, ()).masks[0].candidates
    printed_words = [(line.split()[1], float(line.split()[2])) for line in lines[:3]]
    assert printed_words == [
        (candidate.text, pytest.approx(candidate.probability, abs=1e-4)) for candidate in candidates[:3]
    ]
