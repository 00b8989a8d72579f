"""Two models at one blank: laws of the comparison, and parity with plain transformers code."""

import math

import pytest
import torch

from components.distillation.model.model_pair import model_pair
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import NothingMasked
from tests.components.conftest import Opener


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_a_model_agrees_with_itself(opened: Opener, family: str) -> None:
    bert = opened(family)
    pair = model_pair(bert, bert, bert.tokenizer.tokens("the bank of the [MASK]"), (2,), 0)
    assert pair.jsd == pytest.approx(0, abs=1e-6)
    assert pair.mass_first == pair.mass_second == pytest.approx(1, abs=1e-4)  # nothing is left out
    assert pair.first.candidates == pair.second.candidates


@pytest.mark.parametrize("number", [0, 1])
def test_two_models_are_compared_symmetrically_on_shared_tokens(opened: Opener, number: int) -> None:
    bert, roberta = opened("bert"), opened("roberta")
    sentence = "she sat on the [MASK] of the [MASK]"
    pair = model_pair(bert, roberta, bert.tokenizer.tokens(sentence), (), number)
    back = model_pair(roberta, bert, roberta.tokenizer.tokens(sentence), (), number)
    assert pair.jsd == pytest.approx(back.jsd, abs=1e-6)
    assert 0 < pair.jsd <= math.log(2)
    assert pair.shared == back.shared > 5
    assert {word.text for word in pair.words} == {word.text for word in back.words}
    tokens = roberta.tokenizer.tokens(sentence)
    with torch.no_grad():
        row = roberta.model(input_ids=torch.tensor([tokens.ids])).logits[0, tokens.typed_masks[number]].log_softmax(-1)
    both = [word for word in pair.words if min(word.first, word.second) > -math.inf]
    assert 0 < len(both) < len(pair.words)  # tokens that one vocabulary lacks are shown too
    for word in both:
        if word.text in roberta.tokenizer.whole_words:
            (token_id,) = roberta.tokenizer.whole_words[word.text]
            assert word.second == pytest.approx(row[token_id].item(), abs=1e-4)
    assert max(word.second for word in pair.words) >= row.max().item() - 1e-4  # more where "An" and "an" are summed


def test_models_of_one_vocabulary_are_compared_over_all_of_it(opened: Opener) -> None:
    first, second = opened("bert"), opened("distilbert")
    assert first.tokenizer.comparable_tokens == second.tokenizer.comparable_tokens
    tokens = first.tokenizer.tokens("she sat on the [MASK] .")
    pair = model_pair(first, second, tokens, (), 0)
    with torch.no_grad():
        rows = [
            each.model(input_ids=torch.tensor([tokens.ids])).logits[0, tokens.typed_masks[0]].double().log_softmax(-1)
            for each in (first, second)
        ]
    assert pair.jsd == pytest.approx(jensen_shannon(*rows), abs=1e-6)
    assert pair.shared == first.tokenizer.size
    best = max(pair.words, key=lambda word: word.first)
    assert best.text == pair.first.candidates[0].text
    assert best.first == pytest.approx(rows[0].max().item(), abs=1e-4)


def test_a_clicked_word_is_the_same_blank_for_both(opened: Opener) -> None:
    bert, roberta = opened("bert"), opened("roberta")
    clicked = model_pair(bert, roberta, bert.tokenizer.tokens("she sat on the bank of"), (5,), 0)
    typed = model_pair(bert, roberta, bert.tokenizer.tokens("she sat on the [MASK] of"), (), 0)
    assert clicked.jsd == pytest.approx(typed.jsd, abs=1e-6)
    assert clicked.second.candidates == typed.second.candidates


def test_without_a_blank_the_visitor_is_told_what_to_do(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(NothingMasked):
        model_pair(bert, bert, bert.tokenizer.tokens("the bank"), (), 0)


def test_punctuation_is_one_token_in_every_vocabulary_and_a_word_end_is_not(opened: Opener) -> None:
    bert, roberta = (opened(family).tokenizer.comparable_tokens.keys() for family in ("bert", "roberta"))
    assert (".", "") in bert & roberta
    assert ("bank", "") in bert & roberta
    assert ("s", "##") in bert - roberta
    assert ("[MASK]", "") in bert - roberta


def test_whole_words_are_unmarked_pieces_or_those_with_a_leading_space(opened: Opener) -> None:
    bert, roberta = opened("bert").tokenizer, opened("roberta").tokenizer
    assert {"bank", "un"} <= set(bert.whole_words)
    assert not {"s", "[mask]", ".", "believable"} & set(bert.whole_words)
    assert all(len(ids) == 1 for ids in bert.whole_words.values())
    assert "bank" in roberta.whole_words
    assert "<mask>" not in roberta.whole_words
