"""The deletion test: how fast an answer loses its probability when words are hidden in the order of an explanation.

Sources: Samek et al. 2017, https://arxiv.org/abs/1509.06321; for deletion and insertion, and the area as the score,
Petsiuk et al. 2018, https://arxiv.org/abs/1806.07421. Random orders say what no explanation at all would reach.
"""

import random
from collections.abc import Callable, Sequence

from components.fill.model.gradients import explained_positions
from components.fill.model.results import Attribution, DeletionTest, step_counts
from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import ROWS_PER_REQUEST, masked_ids
from components.model.inference.prediction_io import PredictionInput
from components.model.inference.resumed_pass import ignore_progress
from components.model.results import Tokens

RANDOM_ORDERS = 20


def deletion_test(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    answer: int,
    attributions: Sequence[Attribution],
    *,
    puts_back: bool = False,
    on_progress: Callable[[int, int], None] = ignore_progress,
) -> DeletionTest:
    """Hide the words one after the other, from the most to the least important, or put them back in that order.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.
        answer: The id of the token whose probability is followed.
        attributions: Explanations of the same words.
        puts_back: Whether all words are hidden at first.
        on_progress: Called with the number of passes done and their total. An error that it raises ends the test.

    Raises:
        NothingMasked: ``blank`` is not masked.
        Busy: Too many requests are waiting.
    """
    blanks = masked_positions_including(tokens, masked, blank)
    words = explained_positions(tokens, masked, blank)
    orders = [*(attribution.order for attribution in attributions), *random_orders(words)]
    counts = step_counts(len(words))
    curves = [[_hidden(order, count, puts_back=puts_back) for count in counts] for order in orders]
    sets = list(dict.fromkeys(hidden for curve in curves for hidden in curve))  # the ends are the same in all orders
    probabilities: dict[frozenset[int], float] = {}
    for start in range(0, len(sets), ROWS_PER_REQUEST):
        part = sets[start : start + ROWS_PER_REQUEST]
        outputs = opened.predict(
            [PredictionInput(masked_ids(opened, tokens, blanks | hidden), (blank,), (answer,)) for hidden in part]
        )
        for hidden, output in zip(part, outputs, strict=True):
            assert output.log_probability is not None
            probabilities[hidden] = float(output.log_probability[0].exp())
        on_progress(len(probabilities), len(sets))
    heights = [tuple(probabilities[hidden] for hidden in curve) for curve in curves]
    return DeletionTest(
        word_count=len(words),
        counts=counts,
        puts_back=puts_back,
        explanations=tuple(attribution.explanation for attribution in attributions),
        curves=tuple(heights[: len(attributions)]),
        random_curves=tuple(heights[len(attributions) :]),
    )


def random_orders(words: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Random orders of the words, the same ones every time."""
    return tuple(tuple(random.Random(seed).sample(words, len(words))) for seed in range(RANDOM_ORDERS))


def _hidden(order: Sequence[int], count: int, *, puts_back: bool) -> frozenset[int]:
    return frozenset(order[count:] if puts_back else order[:count])
