"""Vectors of spans are the means that plain transformers gives."""

import numpy as np
import pytest
import torch

from components.probing.model.items import TextSpan, whole_text
from components.probing.model.vectors import span_vectors
from tests.components.conftest import Opener


@pytest.mark.parametrize("family", ["bert", "gpt2", "distilbert"])
def test_a_word_has_the_mean_of_its_tokens_after_every_layer(opened: Opener, family: str) -> None:
    model = opened(family)
    text = "The bank of the river was steep."
    spans = [TextSpan(text, 4, 8), whole_text(text), whole_text("A dog")]
    read = span_vectors(model, spans)
    assert read.readable.all()
    tokens = model.tokenizer.tokens(text)
    with torch.no_grad():
        hidden = model.model.base_model(torch.tensor([tokens.ids]), output_hidden_states=True).hidden_states
    for span, vectors in zip(spans[:2], read.vectors[:2], strict=True):
        inside = [
            position
            for position, token in enumerate(tokens.items)
            if not token.special and token.end > span.start and token.start < span.end
        ]
        expected = np.stack([layer[0, inside].mean(dim=0).numpy() for layer in hidden])
        assert vectors == pytest.approx(expected, abs=1e-5)


def test_a_text_that_cannot_be_read_is_reported(opened: Opener) -> None:
    reports: list[tuple[int, int]] = []
    spans = [whole_text("A dog"), whole_text(" "), whole_text("word " * 5000)]
    read = span_vectors(opened(), spans, on_progress=lambda done, of: reports.append((done, of)))
    assert read.readable.tolist() == [True, False, False]
    assert not read.vectors[1:].any()
    assert reports[-1] == (1, 1)
