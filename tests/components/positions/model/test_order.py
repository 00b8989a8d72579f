"""Does order matter: changes are permutations, and a model without positions notices nothing."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.user_errors import NothingMasked, UserError
from components.positions.model.order import new_order, order_effect
from components.positions.model.results import Arrangement, Shuffle, Swap
from components.positions.model.word_groups import word_groups
from tests.components.conftest import Opener
from tests.components.positions.model.changed_positions import without_positions
from tests.components.small_models import FAMILIES, sharing
from tests.components.small_tokenizers import WORD_PIECES

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
SENTENCE = "she sat on the [MASK] of the river and he went to the bank ."
WORDS = "unbelievable banks , she sat on the river"  # "banks" is of two pieces
NUMBER = st.one_of(st.integers(-1, 12), st.integers())


def blank(opened: OpenModel) -> tuple[int, ...]:
    return opened.tokenizer.tokens(SENTENCE).typed_masks


def look(opened: Opener, family: str = "bert") -> OpenModel:
    return opened(family, Purpose.INSPECT)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_a_shuffle_is_the_shuffled_sentence_read_plainly(opened: Opener, family: str) -> None:
    model = look(opened, family)
    tokens = model.tokenizer.tokens(SENTENCE)
    (position,) = tokens.typed_masks
    effect = order_effect(sharing(model), tokens, (), position, Shuffle(3))
    now = [tokens.ids[old] for old in effect.order]
    with torch.no_grad():
        whole, changed = (
            model.model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids)))
            for ids in (list(tokens.ids), now)
        )
    before, after = whole.logits[0, position].softmax(-1), changed.logits[0, effect.new_position].softmax(-1)
    first = int(before.argmax())
    assert effect.before.candidates[0].probability == pytest.approx(before.max().item(), abs=1e-6)
    assert effect.after.candidates[0].probability == pytest.approx(after.max().item(), abs=1e-6)
    assert math.exp(effect.top_word_before) == pytest.approx(before[first].item(), abs=1e-6)
    assert math.exp(effect.top_word_after) == pytest.approx(after[first].item(), abs=1e-6)
    mean = (before + after).double() / 2
    parts = [(p.double() * (p.double() / mean).log2()).sum().item() for p in (before, after)]
    assert effect.divergence == pytest.approx(sum(parts) / 2, abs=1e-5)


def test_an_order_of_ones_own_is_a_permutation_of_the_words_and_a_swap_is_one(opened: Opener) -> None:
    tokens = look(opened).tokenizer.tokens(WORDS)
    groups, words = word_groups(tokens, ())
    firsts = [groups[n][0] for n in words]
    assert new_order(tokens, set(), Arrangement(tuple(firsts))) == tuple(range(len(tokens)))
    swapped = [firsts[-1], *firsts[1:-1], firsts[0]]
    assert new_order(tokens, set(), Arrangement(tuple(swapped))) == new_order(
        tokens, set(), Swap(firsts[0], firsts[-1])
    )
    turned = new_order(tokens, set(), Arrangement(tuple(reversed(firsts))))
    assert sorted(turned) == list(range(len(tokens)))
    for wrong in ((), tuple(firsts[1:]), (*firsts[1:], 99), (*firsts[1:], firsts[1])):
        with pytest.raises(UserError, match="another sentence"):
            new_order(tokens, set(), Arrangement(wrong))


@pytest.mark.parametrize("change", [Shuffle(0), Shuffle(7), Swap(1, 9)], ids=str)
def test_without_positions_no_change_changes_anything(opened: Opener, change: Shuffle | Swap) -> None:
    model = without_positions(look(opened))
    tokens = model.tokenizer.tokens(SENTENCE)
    effect = order_effect(model, tokens, (), *blank(model), change)
    assert effect.divergence < 1e-5
    assert effect.top_word_after == pytest.approx(effect.top_word_before, abs=1e-5)
    with_positions = look(opened)
    effect = order_effect(with_positions, tokens, (), *blank(with_positions), change)
    assert effect.top_word_after != effect.top_word_before


@given(st.integers(0, 2**64), st.sets(st.integers(1, 9), max_size=3))
def test_a_shuffle_is_a_permutation_that_keeps_words_whole_and_blanks_and_marks_in_place(
    seed: int, blanks: set[int]
) -> None:
    tokens = WORD_PIECES.tokens(WORDS)
    order = new_order(tokens, blanks, Shuffle(seed))
    assert sorted(order) == list(range(len(tokens)))
    assert order != tuple(range(len(tokens)))
    assert (order[0], order[-1]) == (0, len(tokens) - 1)
    for position, token in enumerate(tokens.items):
        if token.continues and not {position, position - 1} & blanks:
            assert order.index(position) == order.index(position - 1) + 1
    assert order == new_order(tokens, blanks, Shuffle(seed))


def test_a_swap_exchanges_two_words_and_nothing_else() -> None:
    tokens = WORD_PIECES.tokens(WORDS)
    texts = [token.text for token in tokens.items]
    assert texts[1:5] == ["unbelievable", "bank", "s", ","]
    for first, second in ((1, 2), (1, 3), (3, 1)):
        order = new_order(tokens, set(), Swap(first, second))
        assert order == (0, 2, 3, 1, *range(4, len(tokens)))


@given(NUMBER, NUMBER)
def test_a_swap_of_anything_else_is_refused(first: int, second: int) -> None:
    tokens = WORD_PIECES.tokens(WORDS)
    words = [{1}, {2, 3}, {4}, {5}, {6}, {7}, {8}]  # and then a blank
    inside = [n for p in (first, second) for n, of in enumerate(words) if p in of]
    assert len(tokens) == 11
    if len(inside) == 2 and inside[0] != inside[1]:
        assert new_order(tokens, {9}, Swap(first, second)) != tuple(range(11))
    else:
        with pytest.raises(UserError, match="two words"):
            new_order(tokens, {9}, Swap(first, second))


def test_what_cannot_be_changed_is_refused(opened: Opener) -> None:
    model = look(opened)
    tokens = model.tokenizer.tokens(SENTENCE)
    (position,) = tokens.typed_masks
    for change, words in (
        (Shuffle(-1), "0 or more"),
        (Swap(1, 1), "two words"),
        (Swap(1, 10**30), "two words"),
    ):
        with pytest.raises(UserError, match=words):
            order_effect(model, tokens, (), position, change)
    with pytest.raises(NothingMasked):
        order_effect(model, tokens, (), position + 1, Shuffle(0))
    short = model.tokenizer.tokens("the [MASK]")
    with pytest.raises(UserError, match="longer sentence"):
        order_effect(model, short, (), 2, Shuffle(0))
    causal = look(opened, "gpt2")
    with pytest.raises(UserError, match=r"has no \[MASK\]"):
        order_effect(causal, causal.tokenizer.tokens("the bank of the river"), (1,), 1, Shuffle(0))


def test_equal_words_that_change_places_are_the_same_input(opened: Opener) -> None:
    model = look(opened)
    tokens = model.tokenizer.tokens("the bank of the [MASK]")
    same = [position for position, token in enumerate(tokens.items) if token.text == "the"]
    (place,) = tokens.typed_masks
    effect = order_effect(model, tokens, (), place, Swap(same[0], same[1]))
    assert effect.same_input
    assert effect.divergence < 1e-6
    other = order_effect(model, tokens, (), place, Swap(same[0], same[0] + 1))
    assert not other.same_input
