"""What the room of masks may ask: known architectures and sentences that can be drawn, and no others."""

from copy import deepcopy
from dataclasses import replace
from typing import cast

import pytest

from components.model.attention_mask import Causal
from components.model.loader import OpenModel, Purpose
from components.model.mask_questions import MOST_TOKENS, MaskQuestions
from components.model.reader import Reader
from components.model.refusal import Refusal, TooLong
from components.model.results import Tokens
from tests.components.model.conftest import Opener


class OneModel:
    """A reader with one model, whose tokenizer repeats a sentence's tokens ``times`` over."""

    def __init__(self, opened: OpenModel, times: int = 1) -> None:
        self.opened, self.times = opened, times

    def looked_into(self, _: str) -> OpenModel:
        return self.opened

    def sentence(self, _: str, sentence: str) -> tuple[OpenModel, Tokens]:
        tokens = self.opened.tokenizer.tokens(sentence)
        return self.opened, replace(tokens, items=tokens.items * self.times)


def questions(opened: OpenModel, times: int = 1) -> MaskQuestions:
    return MaskQuestions(cast(Reader, OneModel(opened, times)))


def test_a_sentence_longer_than_a_grid_is_refused_and_counted(opened: Opener) -> None:
    asked = questions(opened("bert", Purpose.LOOK_INSIDE), 43)  # of three tokens
    for ask in (
        lambda: asked.bidirectional("bert", "bank"),
        lambda: asked.comparison("bert", "bank", Causal()),
        lambda: asked.padded_pair("bert", "bank", "the"),
        lambda: asked.cell("bert", "bank", Causal(), 0, 0, 0, 0),
        lambda: asked.proof("bert", "bank", "the"),
    ):
        with pytest.raises(TooLong, match=f"{MOST_TOKENS + 1} pieces"):
            ask()


def test_an_architecture_that_was_never_tried_is_refused(opened: Opener) -> None:
    bert = opened("bert", Purpose.LOOK_INSIDE)
    model = deepcopy(bert.model)
    model.config.model_type = "unheard-of"
    asked = questions(replace(bert, model=model))
    for ask in (
        lambda: asked.comparison("x", "the bank", Causal()),
        lambda: asked.own_mask("x", None),
        lambda: asked.proof("x", "the bank", "the river"),
    ):
        with pytest.raises(Refusal, match="choose another"):
            ask()
    assert questions(bert).own_mask("bert", 0) is not None
