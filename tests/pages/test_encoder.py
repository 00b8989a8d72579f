"""An encoder without a predicts no words opens in every room that needs none, and the others say what it cannot do."""

from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.components.small_models import SIZES, word_piece
from tests.pages.conftest import ATTENTION, FILL, MASKS, POSITIONS, SENSES, messages, open_page, page_text

SENTENCE = "she sat on the bank of the river ."


@pytest.fixture(autouse=True)
def encoder(ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    tokenizer = word_piece()
    size = {"vocab_size": len(tokenizer), "max_position_embeddings": 64, "pad_token_id": 0}
    BertModel(BertConfig(**SIZES, **size)).save_pretrained(tmp_path / "plain-encoder")
    tokenizer.save_pretrained(tmp_path / "plain-encoder")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))


@pytest.mark.parametrize(("page", "link"), [(ATTENTION, {}), (MASKS, {}), (POSITIONS, {"mode": "Near and far"})])
def test_it_opens_where_no_word_is_asked_for(page: str, link: dict[str, str]) -> None:
    app = open_page(page, model="local/plain-encoder", sentence=SENTENCE, **link)
    assert not messages(app)
    assert "plain-encoder" in page_text(app)


def test_its_vectors_of_a_word_are_drawn() -> None:
    app = open_page(SENSES, model="local/plain-encoder", forms="bank")
    assert not app.exception
    assert "plain-encoder" in page_text(app)


@pytest.mark.parametrize(
    ("page", "how"),
    [(ATTENTION, "Switch heads off"), (POSITIONS, "Does order matter?"), (MASKS, "Encoder against decoder")],
)
def test_where_a_word_is_asked_for_it_is_said_that_it_has_none(page: str, how: str) -> None:
    app = open_page(page, mode=how, model="local/plain-encoder", sentence=f"{SENTENCE[:-2]} [MASK] .")
    assert not app.exception
    assert any(words in messages(app) for words in ("predicts no words", "masked words", "fills no blanks"))


def test_it_is_not_offered_for_blanks() -> None:
    app = open_page(FILL, model="local/plain-encoder")
    assert not any("plain-encoder" in option for option in app.selectbox(key="model").options)
