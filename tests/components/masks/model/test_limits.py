"""What is read under a mask: known architectures and sentences that can be drawn, and no others."""

from copy import deepcopy
from dataclasses import replace

import pytest

from cache import masks
from components.masks.model.comparison import check_grid
from components.masks.model.results import MAX_TOKENS
from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_mask import Causal
from components.model.user_errors import TooLong, UserError
from tests.components.conftest import Opener

LONG = "bank " * MAX_TOKENS


@pytest.mark.usefixtures("engine")
def test_a_sentence_longer_than_a_grid_is_refused_and_counted() -> None:
    for ask in (
        lambda: masks.mask_comparison("pocket-bert", LONG, Causal()),
        lambda: masks.mask_cell("pocket-bert", LONG, Causal(), 0, 0, 0, 0),
        lambda: masks.shared_word_proof("pocket-bert", LONG, "the"),
    ):
        with pytest.raises(TooLong, match=f"{MAX_TOKENS + 2} tokens"):
            ask()


def test_an_architecture_that_was_never_tried_is_refused(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    model = deepcopy(bert.model)
    model.config.model_type = "unheard-of"
    strange, tokens = replace(bert, model=model), bert.tokenizer.tokens("the bank")
    with pytest.raises(UserError, match="attention heads of small bert"):
        check_grid(strange, tokens)
    check_grid(bert, tokens)
