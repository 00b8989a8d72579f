"""Two sentences at one blank: parity with plain transformers code."""

import pytest
import torch

from components.fill.model.sentence_pair import sentence_pair
from components.model.user_errors import UserError
from tests.components.conftest import Opener


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_two_sentences_are_compared_over_the_whole_vocabulary(opened: Opener, family: str) -> None:
    bert = opened(family)
    texts = ("she sat on the [MASK] .", "he went to the [MASK] .")
    first, second = (bert.tokenizer.tokens(text) for text in texts)
    pair = sentence_pair(bert, first, (), second)
    with torch.no_grad():
        left, other = (
            bert.model(input_ids=torch.tensor([t.ids])).logits[0, t.typed_masks[0]].log_softmax(-1)
            for t in (first, second)
        )
    best = max(pair.words, key=lambda word: word.first)
    assert best.first == pytest.approx(left.max().item(), abs=1e-4)
    assert best.second == pytest.approx(other[left.argmax()].item(), abs=1e-4)
    back = sentence_pair(bert, second, (), first)
    assert back.jsd == pytest.approx(pair.jsd, abs=1e-6)


def test_a_sentence_and_itself_are_no_distance_apart(opened: Opener) -> None:
    bert = opened()
    first, second = bert.tokenizer.tokens("the bank of"), bert.tokenizer.tokens("the [MASK] of")
    pair = sentence_pair(bert, first, (2,), second)
    assert pair.jsd == pytest.approx(0, abs=1e-6)
    assert all(word.first == pytest.approx(word.second, abs=1e-5) for word in pair.words)


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ("the bank", "the [MASK]", "the first has none"),
        ("the [MASK]", "the bank", "the second has none"),
        ("the [MASK] [MASK]", "the [MASK]", "the first has 2"),
    ],
)
def test_each_sentence_needs_one_blank(opened: Opener, first: str, second: str, says: str) -> None:
    bert = opened()
    with pytest.raises(UserError, match=says):
        sentence_pair(bert, bert.tokenizer.tokens(first), (), bert.tokenizer.tokens(second))
