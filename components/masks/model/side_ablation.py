"""What hiding a side does to prediction, over a probe set: every blank under every view.

A masked model is asked three times for each probe, a causal one once, for its next word. Probes whose word is not one
piece of a model's vocabulary cannot be ranked there; they are named and left out, and not replaced.
"""

from collections.abc import Callable, Sequence

import numpy as np

from components.model.blanks.blank_probes import BLANK, BlankProbe
from components.model.blanks.next_word import next_word_question
from components.model.blanks.sides import COMPARED_SIDES, visible_positions
from components.model.blanks.sides_results import ContextSide, SideAblation, make_read_only
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction import PredictionInput, PredictionOutput
from components.model.user_errors import UserError

BATCH_SIZE = 8  # probes in one batch, so that other visitors have their turn between


def side_ablation(
    opened: OpenModel,
    probes: Sequence[BlankProbe],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> SideAblation:
    """The probability and the rank of each probe's word under each view a model can have.

    Args:
        opened: A masked or a causal language model.
        probes: The sentences.
        on_progress: Called after each batch with how many probes are done and how many there are.

    Raises:
        UserError: No probe can be asked of this model.
    """
    causal = opened.record.role is Role.CAUSAL
    shown = (ContextSide.NEXT,) if causal else COMPARED_SIDES
    asked = [(probe, _questions(opened, probe, causal=causal)) for probe in probes]
    kept = [(probe, questions) for probe, questions in asked if questions]
    if not kept:
        name = opened.record.name
        raise UserError(f"None of these words is a single token for {name}. Choose another model.")
    found: list[PredictionOutput] = []
    for start in range(0, len(kept), BATCH_SIZE):
        batch = kept[start : start + BATCH_SIZE]
        found += opened.predict([question for _, questions in batch for question in questions])
        if on_progress is not None:
            on_progress(start + len(batch), len(kept))
    bits = np.array([_log(answer) for answer in found]) / np.log(2)
    ranks = np.array([_rank(answer) for answer in found], dtype=np.int64)
    return SideAblation(
        sides=shown,
        probes=tuple(probe for probe, _ in kept),
        bits=make_read_only(bits.reshape(-1, len(shown)).T),
        ranks=make_read_only(ranks.reshape(-1, len(shown)).T),
        skipped=tuple(probe for probe, questions in asked if not questions),
        vocabulary=int(opened.model.config.vocab_size),
        conditions=opened.conditions,
    )


def _questions(opened: OpenModel, probe: BlankProbe, *, causal: bool) -> list[PredictionInput]:
    """What is asked of a model about a probe, one question a view; nothing where its word cannot be ranked."""
    try:
        if causal:
            return [next_word_question(opened, probe.sentence.partition(BLANK)[0], probe.written)]
        tokens = opened.tokenizer.tokens(probe.sentence)
        (blank,) = tokens.typed_masks
        pieces = widen_mask(opened, tokens, (), blank, probe.written).word_ids
    except UserError:
        return []
    if len(pieces) != 1:
        return []
    return [
        PredictionInput(tokens.ids, (blank,), pieces, visible_positions(tokens, blank, side)) for side in COMPARED_SIDES
    ]


def _log(answer: PredictionOutput) -> float:
    assert answer.log_probability is not None
    return float(answer.log_probability[0])


def _rank(answer: PredictionOutput) -> int:
    assert answer.rank is not None
    return int(answer.rank[0])
