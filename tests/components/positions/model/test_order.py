"""Does order matter: changes are permutations, shifts are positions, and a model without positions notices nothing."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.inference.prediction import masked_ids
from components.model.user_errors import NothingMasked, TooLong, UserError
from components.positions.model.loss import loss_by_position
from components.positions.model.order import attention_weights, new_order, order_effect
from components.positions.model.results import Arrangement, Shift, Shuffle, Swap
from components.positions.model.word_groups import word_groups
from tests.components.conftest import Opener
from tests.components.positions.model.changed_positions import without_positions
from tests.components.small_models import FAMILIES, sharing
from tests.components.small_tokenizers import WORD_PIECES

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
TURNED = ("modernbert", "roformer")
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
            model.model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids)), output_attentions=True)
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
    for layer, change in enumerate(effect.attention_change):
        rows = []
        for place, old in enumerate(effect.order):
            moved = changed.attentions[layer][0, :, place]
            same = whole.attentions[layer][0, :, old][:, list(effect.order)]
            rows.append((moved - same).abs().sum(-1).mean().item() / 2)
        assert change == pytest.approx(np.mean(rows), abs=1e-5)
    assert effect.mean_attention_change > 1e-3


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


@pytest.mark.parametrize("change", [Shuffle(0), Shuffle(7), Swap(1, 9), Shift(20)], ids=str)
def test_without_positions_no_change_changes_anything(opened: Opener, change: Shuffle | Swap | Shift) -> None:
    model = without_positions(look(opened))
    tokens = model.tokenizer.tokens(SENTENCE)
    effect = order_effect(model, tokens, (), *blank(model), change)
    assert effect.divergence < 1e-5
    assert max(effect.attention_change) < 1e-5
    assert effect.top_word_after == pytest.approx(effect.top_word_before, abs=1e-5)
    text = look(opened)
    assert max(order_effect(text, tokens, (), *blank(text), change).attention_change) > 1e-4


@pytest.mark.parametrize("family", TURNED)
def test_models_that_turn_notice_a_shuffle_but_no_shift(opened: Opener, family: str) -> None:
    model = look(opened, family)
    tokens = model.tokenizer.tokens(SENTENCE)
    shifted = order_effect(model, tokens, (), *blank(model), Shift(30))
    assert shifted.divergence < 1e-5
    assert max(shifted.attention_change) < 1e-5
    shuffled = order_effect(model, tokens, (), *blank(model), Shuffle(1))
    assert max(shuffled.attention_change) > 1e-5


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "albert", "electra"])
def test_tokens_nobody_sees_in_front_are_position_ids(opened: Opener, family: str) -> None:
    model, by = look(opened, family), 11
    tokens = model.tokenizer.tokens(SENTENCE)
    (position,) = tokens.typed_masks
    effect = order_effect(model, tokens, (), position, Shift(by))
    ids = torch.tensor([tokens.ids])
    start = by + (2 if family == "roberta" else 0)  # counted from one past its padding, whose id is 1
    places = torch.arange(start, start + len(tokens))[None]
    with torch.no_grad():
        plain = model.model(
            input_ids=ids, position_ids=places, attention_mask=torch.ones_like(ids), output_attentions=True
        )
    after = plain.logits[0, position].softmax(-1)
    assert effect.after.candidates[0].probability == pytest.approx(after.max().item(), abs=1e-6)
    old = torch.cat([torch.from_numpy(attention_weights(model, tokens.ids))])
    for layer, change in enumerate(effect.attention_change):
        expected = (plain.attentions[layer][0] - old[layer]).abs().sum(-1).mean().item() / 2
        assert change == pytest.approx(expected, abs=1e-5)
    assert effect.divergence > 0
    assert effect.shift == by


def test_a_shift_by_nothing_changes_nothing(opened: Opener) -> None:
    model = look(opened)
    effect = order_effect(model, model.tokenizer.tokens(SENTENCE), (), *blank(model), Shift(0))
    assert (effect.divergence, effect.mean_attention_change) == (0, 0)


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
    last = 64 - len(tokens)
    assert order_effect(model, tokens, (), position, Shift(last)).shift == last
    with pytest.raises(TooLong, match=r"end at position 65; .* 64"):
        order_effect(model, tokens, (), position, Shift(last + 1))
    for change, words in (
        (Shift(-1), "0 or more"),
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
    with pytest.raises(ValueError, match="INSPECT"):
        attention_weights(opened(), tokens.ids)


def test_loss_by_position_is_each_token_masked_in_turn(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens("she sat on the bank of the river " * 7)  # nearly all positions there are
    losses = loss_by_position(sharing(model), tokens)
    assert [loss.position for loss in losses] == list(tokens.maskable)
    for loss in (losses[0], losses[30], losses[-1]):
        ids = torch.tensor([masked_ids(model, tokens, (loss.position,))])
        with torch.no_grad():
            expected = model.model(input_ids=ids).logits[0, loss.position].log_softmax(-1)
        assert loss.loss == pytest.approx(-expected[tokens.ids[loss.position]].item(), abs=1e-5)
        assert loss.text == tokens.items[loss.position].text
    parts = loss_by_position(model, tokens, (4, 9))
    assert [loss.position for loss in parts] == [4, 9]
    with pytest.raises(UserError, match="is not in this sentence"):
        loss_by_position(model, tokens, (0,))
    causal = opened("gpt2")
    with pytest.raises(UserError, match=r"has no \[MASK\]"):
        loss_by_position(causal, causal.tokenizer.tokens("the bank"))


def test_equal_words_that_change_places_move_no_attention(opened: Opener) -> None:
    model = look(opened)
    tokens = model.tokenizer.tokens("the bank of the [MASK]")
    same = [position for position, token in enumerate(tokens.items) if token.text == "the"]
    (place,) = tokens.typed_masks
    effect = order_effect(model, tokens, (), place, Swap(same[0], same[1]))
    assert effect.same_input
    assert effect.divergence < 1e-6
    assert effect.mean_attention_change < 1e-6
    other = order_effect(model, tokens, (), place, Swap(same[0], same[0] + 1))
    assert not other.same_input
    assert other.mean_attention_change > 1e-4
    assert not order_effect(model, tokens, (), place, Shift(3)).same_input
