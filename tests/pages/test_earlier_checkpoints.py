"""A link that names a checkpoint from before the end of training: it answers, says which it is, and its code runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import cache.blanks
from components.model.checkpoints.earlier import earlier_weights_file
from pages.parts.dequantized_code import dequantized_folder
from tests.pages.conftest import ATTENTION, FILL, open_page, page_text, words
from tests.pages.notebook import printed_lines

pytestmark = pytest.mark.usefixtures("ready")

EARLIER, STEP = "pocket-bert-step-256", 256
SENTENCE = "She took her money to the [MASK]."


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the copied code writes what transformers reads; gone when the test is over."""
    written = dequantized_folder(earlier_weights_file(STEP))
    yield written
    shutil.rmtree(written, ignore_errors=True)


def test_its_answer_stands_there_with_its_name() -> None:
    app = open_page(FILL, model=EARLIER, sentence=SENTENCE)
    prediction = cache.blanks.predictions(EARLIER, SENTENCE, ()).masks[0]
    assert words(app)[0][0] == prediction.candidates[0].text
    assert "Computed now by **pocket BERT after 984,237 tokens**" in page_text(app)
    assert "pocket BERT after" not in page_text(open_page(ATTENTION))


def test_the_copied_code_writes_its_weights_and_computes_what_the_page_shows(folder: Path) -> None:
    lines = printed_lines(open_page(FILL, model=EARLIER, sentence=SENTENCE))
    assert folder.is_dir()
    candidates = cache.blanks.predictions(EARLIER, SENTENCE, ()).masks[0].candidates
    printed_words = [(line.split()[1], float(line.split()[2])) for line in lines[:3]]
    assert printed_words == [
        (candidate.text, pytest.approx(candidate.probability, abs=1e-4)) for candidate in candidates[:3]
    ]
