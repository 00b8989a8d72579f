"""Next-token losses of a causal model: held to transformers."""

import pytest
import torch

import cache.masks
from components.model.inference.engine import Engine
from components.model.user_errors import UserError

SENTENCE = "We sat by the bank of the river and counted our boats."


def test_the_loss_is_that_of_transformers(engine: Engine) -> None:
    result = cache.masks.next_token_losses("pocket-gpt", SENTENCE)
    opened, tokens = engine.read("pocket-gpt", SENTENCE)
    ids = torch.tensor([tokens.ids])
    with torch.inference_mode():
        assert result.loss == pytest.approx(opened.model(input_ids=ids, labels=ids).loss.item(), abs=1e-5)
    assert len(result.targets) == len(tokens) - 1
    with pytest.raises(UserError, match="does not predict the next word"):
        cache.masks.next_token_losses("pocket-bert", SENTENCE)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("sentence", ["The [MASK] sat on the mat.", "The cat sat on the <mask>"])
def test_a_blank_is_not_scored_as_a_word(sentence: str) -> None:
    with pytest.raises(UserError, match="without"):
        cache.masks.next_token_losses("pocket-gpt", sentence)
