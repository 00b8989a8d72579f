"""Two sentences and two models: laws of the divergences, and parity with plain transformers code."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.fill.model.sentence_pair import sentence_pair
from components.model.blanks.model_pair import model_pair
from components.model.statistics.divergence import jensen_shannon, kullback_leibler
from components.model.user_errors import NothingMasked, UserError
from tests.components.conftest import Opener

LOGITS = st.lists(st.floats(-30, 30), min_size=2, max_size=2).map(tuple)
PAIRS = st.lists(LOGITS, min_size=2, max_size=20).map(lambda rows: torch.tensor(rows).T.log_softmax(dim=-1))


@given(PAIRS)
def test_jensen_shannon_is_symmetric_and_at_most_one_bit(pair: torch.Tensor) -> None:
    first, other = pair
    assert 0 <= jensen_shannon(first, other) <= math.log(2)
    assert jensen_shannon(first, other) == pytest.approx(jensen_shannon(other, first), abs=1e-9)
    assert jensen_shannon(first, first) == pytest.approx(0, abs=1e-6)
    assert kullback_leibler(first, first) == 0
    assert jensen_shannon(first, other) <= (kullback_leibler(first, other) + kullback_leibler(other, first)) / 4 + 1e-6


def test_distributions_without_a_common_outcome_are_one_bit_apart() -> None:
    first, other = torch.tensor([0.0, -math.inf]), torch.tensor([-math.inf, 0.0])
    assert jensen_shannon(first, other) == pytest.approx(math.log(2))
    assert kullback_leibler(first, other) == math.inf


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


def test_punctuation_is_one_token_in_every_vocabulary_and_a_word_end_is_not(opened: Opener) -> None:
    bert, roberta = (opened(family).tokenizer.comparable_tokens.keys() for family in ("bert", "roberta"))
    assert (".", "") in bert & roberta
    assert ("bank", "") in bert & roberta
    assert ("s", "##") in bert - roberta
    assert ("[MASK]", "") in bert - roberta


def test_a_clicked_word_is_the_same_blank_for_both(opened: Opener) -> None:
    bert, roberta = opened("bert"), opened("roberta")
    clicked = model_pair(bert, roberta, bert.tokenizer.tokens("she sat on the bank of"), (5,), 0)
    typed = model_pair(bert, roberta, bert.tokenizer.tokens("she sat on the [MASK] of"), (), 0)
    assert clicked.jsd == pytest.approx(typed.jsd, abs=1e-6)
    assert clicked.second.candidates == typed.second.candidates


def test_whole_words_are_unmarked_pieces_or_those_with_a_leading_space(opened: Opener) -> None:
    bert, roberta = opened("bert").tokenizer, opened("roberta").tokenizer
    assert {"bank", "un"} <= set(bert.whole_words)
    assert not {"s", "[mask]", ".", "believable"} & set(bert.whole_words)
    assert all(len(ids) == 1 for ids in bert.whole_words.values())
    assert "bank" in roberta.whole_words
    assert "<mask>" not in roberta.whole_words


def test_without_a_blank_the_visitor_is_told_what_to_do(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(NothingMasked):
        model_pair(bert, bert, bert.tokenizer.tokens("the bank"), (), 0)
