"""What the next-sentence head says of a pair."""

import pytest
import torch

import cache.pretraining
from components.model.inference.engine import Engine
from pages.parts.sentence.box import PAIR_OPENER


def test_the_head_that_is_read_from_the_file_is_transformers_own(engine: Engine) -> None:
    from transformers import BertForNextSentencePrediction

    sentence = cache.pretraining.predict_next_sentence("minilm", *PAIR_OPENER)
    assert sentence is not None
    opened = engine.open_for_inspection("minilm")
    folder = engine.weights_folder(opened.record)
    custom = BertForNextSentencePrediction.from_pretrained(folder, dtype=torch.float32).eval()
    pair = opened.tokenizer.pair(*PAIR_OPENER)
    types = torch.tensor([[token.segment for token in pair.items]])
    with torch.inference_mode():
        logits = custom(input_ids=torch.tensor([pair.ids]), token_type_ids=types).logits[0]
    assert sentence.readings[0].logits == pytest.approx(logits.tolist(), abs=1e-4)
    assert sentence.readings[0].probability > 0.9


def test_a_sentence_from_elsewhere_is_told_from_the_next(engine: Engine) -> None:
    sentence = cache.pretraining.predict_next_sentence(
        "minilm", PAIR_OPENER[0], "Whales are the largest animals that ever lived."
    )
    assert sentence is not None
    assert sentence.readings[0].probability < 0.5
    assert cache.pretraining.predict_next_sentence("pocket-distilbert", *PAIR_OPENER) is None
    assert cache.pretraining.predict_next_sentence("pocket-nopos", *PAIR_OPENER) is None
