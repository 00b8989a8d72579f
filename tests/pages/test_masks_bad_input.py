"""The room of masks with what it cannot read: words for the visitor, nothing lost, and never an exception."""

from pathlib import Path

import pytest

from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.components.small_models import saved
from tests.pages.conftest import MASKS, messages, open_page, page_text


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "second", "message"),
    [
        ("A cat sat.", "The dog ran.", "must begin with the same word"),
        ("A cat sat.", "A cat sat.", "sentences are the same"),
        ("A cat sat.", "", "Type a second sentence that begins like the first one: “A cat sat. …”"),
    ],
)
def test_a_pair_that_proves_nothing_is_told_why(sentence: str, second: str, message: str) -> None:
    app = open_page(MASKS, mode="The proof", sentence=sentence, beside=second)
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("cells", ["?", "A" * 33, "-" * 5000, "AAAA"])
def test_a_drawing_that_does_not_fit_is_left_out_and_said(cells: str) -> None:
    app = open_page(MASKS, masking="drawn by hand", cells=cells)
    assert "does not fit this sentence" in page_text(app)
    assert "hides 91 of 196 cells" in page_text(app)


def test_a_causal_model_is_looked_into_and_fills_no_blanks(
    ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("gpt2", tmp_path / "left")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    for masking in ("causal", "padding"):
        app = open_page(
            MASKS, model="local/left", sentence="the river bank of the cat", masking=masking, batch="the bank"
        )
        assert not app.warning
        assert "Computed now by **left**" in page_text(app)
    app = open_page(MASKS, mode="What it does to prediction", model="local/left", sentence="the river bank")
    assert "never sees the right side" in messages(app)
