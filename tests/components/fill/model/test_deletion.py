"""The deletion test: curves of plain transformers code, orders, steps and progress."""

import pytest
import torch

from components.fill.model.deletion import RANDOM_ORDERS, deletion_test, random_orders
from components.fill.model.results import STEP_LIMIT, Attribution, Explanation, step_counts
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Tokens
from components.model.user_errors import NothingMasked
from tests.components.conftest import Opener

SENTENCE = "she sat on the [MASK] of the river"
ANSWER = 9


def attribution(tokens: Tokens, scores: tuple[float, ...] | None = None) -> Attribution:
    scores = tuple(range(len(tokens.maskable))) if scores is None else scores
    return Attribution(Explanation.OCCLUSION, tokens.maskable, scores)


def plain_probability(opened: OpenModel, tokens: Tokens, hidden: set[int]) -> float:
    ids = [opened.tokenizer.mask_id if place in hidden else i for place, i in enumerate(tokens.ids)]
    with torch.no_grad():
        logits = opened.model(input_ids=torch.tensor([ids])).logits[0, tokens.typed_masks[0]]
    return float(logits.softmax(dim=-1)[ANSWER])


@pytest.mark.parametrize("puts_back", [False, True])
@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_the_curve_is_that_of_words_hidden_plainly(opened: Opener, family: str, puts_back: bool) -> None:
    model = opened(family)
    tokens = model.tokenizer.tokens(SENTENCE)
    by_place = attribution(tokens)  # the last word first
    test = deletion_test(model, tokens, (), tokens.typed_masks[0], ANSWER, [by_place], puts_back=puts_back)
    order = list(reversed(tokens.maskable))
    assert by_place.order == tuple(order)
    assert test.word_count == len(order)
    for count, probability in zip(test.counts, test.curves[0], strict=True):
        hidden = set(order[count:] if puts_back else order[:count])
        assert probability == pytest.approx(plain_probability(model, tokens, hidden), abs=1e-6)
    ends = {(curve[0], curve[-1]) for curve in (*test.curves, *test.random_curves)}
    assert len(ends) == 1  # nothing hidden, and everything, are the same in any order
    assert len(test.random_curves) == RANDOM_ORDERS


def test_equal_scores_stay_in_the_order_of_the_sentence(opened: Opener) -> None:
    tokens = opened().tokenizer.tokens(SENTENCE)
    assert attribution(tokens, (0.0,) * len(tokens.maskable)).order == tokens.maskable


def test_random_orders_are_permutations_and_the_same_every_time() -> None:
    words = (1, 2, 3, 5, 8, 13)
    orders = random_orders(words)
    assert orders == random_orders(words)
    assert all(sorted(order) == sorted(words) for order in orders)
    assert len(set(orders)) > RANDOM_ORDERS / 2


@pytest.mark.parametrize(("words", "steps"), [(0, 0), (1, 1), (7, 7), (10, 10), (11, 10), (500, 10)])
def test_a_long_sentence_is_hidden_in_larger_steps(words: int, steps: int) -> None:
    counts = step_counts(words)
    assert len(counts) == steps + 1 <= STEP_LIMIT + 1
    assert (counts[0], counts[-1]) == (0, words)
    assert list(counts) == sorted(set(counts))


def test_progress_ends_with_all_passes_and_an_error_ends_the_test(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    calls: list[tuple[int, int]] = []
    deletion_test(
        model,
        tokens,
        (),
        tokens.typed_masks[0],
        ANSWER,
        [attribution(tokens)],
        on_progress=lambda done, of: calls.append((done, of)),
    )
    assert calls[-1][0] == calls[-1][1] <= 21 * (len(tokens.maskable) - 1) + 2  # sets that repeat are computed once

    def stop(done: int, of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        deletion_test(model, tokens, (), tokens.typed_masks[0], ANSWER, [attribution(tokens)], on_progress=stop)


def test_a_word_that_is_no_blank_cannot_be_tested(opened: Opener) -> None:
    model = opened()
    tokens = model.tokenizer.tokens(SENTENCE)
    with pytest.raises(NothingMasked):
        deletion_test(model, tokens, (), 1, ANSWER, [attribution(tokens)])
