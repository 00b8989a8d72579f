"""What hiding a side does to prediction, over a probe set: every blank under every view.

A masked model is asked three times for each probe, a causal one once, for its next word. Probes whose word is not one
piece of a model's vocabulary cannot be ranked there; they are named and left out, and not replaced.
"""

from collections.abc import Callable, Sequence

import numpy as np

from components.model.blank_probes import BLANK, BlankProbe
from components.model.loader import OpenModel
from components.model.next_word import next_word_question
from components.model.place import place_of
from components.model.prediction import Answer, Ask, Question, answers
from components.model.records import Role
from components.model.refusal import Refusal
from components.model.sides import THREE, seen_from
from components.model.sides_results import Side, SideEffects, frozen

AT_ONCE = 8  # probes in one batch, so that other visitors have their turn between


def side_effects(
    opened: OpenModel,
    probes: Sequence[BlankProbe],
    *,
    told: Callable[[int, int], None] | None = None,
    ask: Ask = answers,
) -> SideEffects:
    """The probability and the rank of each probe's word under each view a model can have.

    Args:
        opened: A masked or a causal language model.
        probes: The sentences.
        told: Called after each batch with how many probes are done and how many there are.
        ask: What answers questions.

    Raises:
        Refusal: No probe can be asked of this model.
    """
    causal = opened.record.role is Role.CAUSAL
    shown = (Side.NEXT,) if causal else THREE
    asked = [(probe, _questions(opened, probe, causal=causal)) for probe in probes]
    kept = [(probe, questions) for probe, questions in asked if questions]
    if not kept:
        name = opened.record.name
        raise Refusal(f"None of these words is one piece of the vocabulary of {name}. Please choose another model.")
    found: list[Answer] = []
    for start in range(0, len(kept), AT_ONCE):
        batch = kept[start : start + AT_ONCE]
        found += ask(opened, [question for _, questions in batch for question in questions])
        if told is not None:
            told(start + len(batch), len(kept))
    bits = np.array([_log(answer) for answer in found]) / np.log(2)
    ranks = np.array([_rank(answer) for answer in found], dtype=np.int64)
    return SideEffects(
        sides=shown,
        probes=tuple(probe for probe, _ in kept),
        bits=frozen(bits.reshape(-1, len(shown)).T),
        ranks=frozen(ranks.reshape(-1, len(shown)).T),
        skipped=tuple(probe for probe, questions in asked if not questions),
        vocabulary=int(opened.model.config.vocab_size),
        conditions=opened.conditions,
    )


def _questions(opened: OpenModel, probe: BlankProbe, *, causal: bool) -> list[Question]:
    """What is asked of a model about a probe, one question a view; nothing where its word cannot be ranked."""
    try:
        if causal:
            return [next_word_question(opened, probe.sentence.partition(BLANK)[0], probe.written)]
        tokens = opened.tokenizer.tokens(probe.sentence)
        (blank,) = tokens.typed_masks
        pieces = place_of(opened, tokens, (), blank, probe.written).pieces
    except Refusal:
        return []
    if len(pieces) != 1:
        return []
    return [Question(tokens.ids, (blank,), pieces, seen_from(tokens, blank, side)) for side in THREE]


def _log(answer: Answer) -> float:
    assert answer.log_probability is not None
    return float(answer.log_probability[0])


def _rank(answer: Answer) -> int:
    assert answer.rank is not None
    return int(answer.rank[0])
