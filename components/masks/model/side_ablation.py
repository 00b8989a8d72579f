"""What hiding one side of a blank does to its prediction, over a probe set.

A masked model predicts each blank three times, with both sides and with either side alone; a causal model predicts it
once, as the next word. Probes whose word is not a single token of the model's vocabulary cannot be ranked: they are
listed as skipped.
"""

from collections.abc import Callable, Sequence

import numpy as np

from components.model.arrays import make_read_only
from components.model.blanks.blank_probes import BLANK, BlankProbe
from components.model.blanks.next_word import next_word_question
from components.model.blanks.sides import COMPARED_SIDES, visible_positions
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.user_errors import UserError

BATCH_SIZE = 8  # probes: small, so that other visitors' requests run in between


def side_ablation(
    opened: OpenModel,
    probes: Sequence[BlankProbe],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> SideAblation:
    """The log-probability and the rank of each probe's word under every view that the model has.

    Args:
        opened: A masked or a causal language model.
        probes: Sentences with a blank and the right word.
        on_progress: Called after each batch with the number of probes done and their total.

    Raises:
        UserError: The model can rank none of the words.
    """
    causal = opened.record.role is Role.CAUSAL
    sides = (ContextSide.NEXT,) if causal else COMPARED_SIDES
    probe_inputs = [(probe, _questions(opened, probe, causal=causal)) for probe in probes]
    rankable = [(probe, questions) for probe, questions in probe_inputs if questions]
    if not rankable:
        name = opened.record.name
        raise UserError(f"None of these words is a single token for {name}. Choose another model.")
    answers: list[PredictionOutput] = []
    for start in range(0, len(rankable), BATCH_SIZE):
        batch = rankable[start : start + BATCH_SIZE]
        answers += opened.predict([question for _, questions in batch for question in questions])
        if on_progress is not None:
            on_progress(start + len(batch), len(rankable))
    bits = np.array([_log_probability(answer) for answer in answers]) / np.log(2)
    ranks = np.array([_rank(answer) for answer in answers], dtype=np.int64)
    return SideAblation(
        sides=sides,
        probes=tuple(probe for probe, _ in rankable),
        bits=make_read_only(bits.reshape(-1, len(sides)).T),
        ranks=make_read_only(ranks.reshape(-1, len(sides)).T),
        skipped=tuple(probe for probe, questions in probe_inputs if not questions),
        vocabulary=int(opened.model.config.vocab_size),
        conditions=opened.conditions,
    )


def _questions(opened: OpenModel, probe: BlankProbe, *, causal: bool) -> list[PredictionInput]:
    """The model's inputs for a probe, one for each view; empty if its word cannot be ranked."""
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


def _log_probability(answer: PredictionOutput) -> float:
    assert answer.log_probability is not None
    return float(answer.log_probability[0])


def _rank(answer: PredictionOutput) -> int:
    assert answer.rank is not None
    return int(answer.rank[0])
