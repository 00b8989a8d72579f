"""Score minimal pairs: how many times as likely a model finds the good sentence as the bad one.

A masked model scores two sentences that differ in one token by that token alone, masked: both probabilities come from
one pass. Other sentences get their pseudo-log-likelihood, the sum over all tokens, each masked with the rest of its
word to its right, because a piece of a word gives the others away (Salazar et al. 2020,
https://arxiv.org/abs/1910.14659; Kauf and Ivanova 2023, https://arxiv.org/abs/2305.10588). A causal model scores every
sentence by its log-likelihood. Where a pair names the words to score, only their tokens count.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.batching import batches_by_length
from components.model.inference.prediction import hide_rest_of_word, masked_ids, require_mask_id
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.suites.model.pairs import MinimalPair, Span
from components.suites.model.results import PairScore, SuiteScores

ROWS_PER_REPORT = 128
Report = Callable[[int, int], None]


@dataclass(frozen=True)
class _Plan:
    """The rows that score a pair, with the sign of each of their targets: 1 for the good sentence, -1 for the bad."""

    pair: MinimalPair
    rows: tuple[PredictionInput, ...] = ()
    signs: tuple[tuple[int, ...], ...] = ()
    problem: str = ""


def score_pairs(opened: OpenModel, pairs: Sequence[MinimalPair], *, on_progress: Report) -> SuiteScores:
    """The score of each pair.

    Args:
        opened: A masked or a causal model.
        pairs: The pairs.
        on_progress: Called with the number of passes done and their total.

    Raises:
        Busy: Too many requests are waiting.
        UserError: The model predicts no tokens.
    """
    if opened.record.role is not Role.CAUSAL:
        require_mask_id(opened)
    plans = [_plan(opened, pair) for pair in pairs]
    places = [(number, row) for number, plan in enumerate(plans) for row in range(len(plan.rows))]
    outputs: dict[tuple[int, int], PredictionOutput] = {}
    reported = 0
    on_progress(0, len(places))
    for batch in batches_by_length({(number, row): len(plans[number].rows[row].ids) for number, row in places}):
        answers = opened.predict([plans[number].rows[row] for number, row in batch])
        outputs |= dict(zip(batch, answers, strict=True))
        if len(outputs) - reported >= ROWS_PER_REPORT:
            reported = len(outputs)
            on_progress(reported, len(places))
    scores = tuple(
        _score(plan, [outputs[number, row] for row in range(len(plan.rows))]) for number, plan in enumerate(plans)
    )
    return SuiteScores(scores, opened.conditions_of(outputs.values()) if outputs else opened.conditions)


def _score(plan: _Plan, outputs: Sequence[PredictionOutput]) -> PairScore:
    if plan.problem:
        return PairScore(plan.pair, None, 0, plan.problem)
    log_odds = 0.0
    for signs, output in zip(plan.signs, outputs, strict=True):
        assert output.log_probability is not None
        log_odds += sum(sign * value for sign, value in zip(signs, output.log_probability.tolist(), strict=True))
    return PairScore(plan.pair, log_odds, len(plan.rows))


def _plan(opened: OpenModel, pair: MinimalPair) -> _Plan:
    try:
        good, bad = (opened.tokenizer.tokens(text) for text in (pair.good, pair.bad))
    except UserError as error:
        return _Plan(pair, problem=str(error))
    if good.typed_masks or bad.typed_masks:
        return _Plan(pair, problem="It has a [MASK]. Write whole sentences.")
    if good.ids == bad.ids:  # a tie for this model: it reads the same tokens
        return _Plan(pair)
    spans = pair.words or (None, None)
    positions = [_positions(tokens, span) for tokens, span in zip((good, bad), spans, strict=True)]
    if opened.record.role is Role.CAUSAL:
        sides = [[_causal_row(tokens, places)] for tokens, places in zip((good, bad), positions, strict=True)]
    elif (place := _differing_position(good, bad)) is not None:
        row = PredictionInput(masked_ids(opened, good, [place]), (place, place), (good.ids[place], bad.ids[place]))
        return _Plan(pair, (row,), ((1, -1),))
    else:
        mask = require_mask_id(opened)
        sides = [
            list(_masked_rows(tokens, places, mask)) for tokens, places in zip((good, bad), positions, strict=True)
        ]
    rows = [row for side in sides for row in side]
    if not all(side and all(row.positions for row in side) for side in sides):
        return _Plan(pair, problem="It has no word that this model can score. Write a longer sentence.")
    signs = [(sign,) * len(row.positions) for sign, side in zip((1, -1), sides, strict=True) for row in side]
    return _Plan(pair, tuple(rows), tuple(signs))


def _positions(tokens: Tokens, span: Span | None) -> list[int]:
    """The tokens that count: those of the span, or all but special tokens."""
    return [
        position
        for position, token in enumerate(tokens.items)
        if not token.special and (span is None or (token.start < span[1] and span[0] < token.end))
    ]


def _differing_position(good: Tokens, bad: Tokens) -> int | None:
    """The position of the only token in which two sentences differ; None if they differ otherwise."""
    if len(good) != len(bad):
        return None
    differing = [place for place, ids in enumerate(zip(good.ids, bad.ids, strict=True)) if ids[0] != ids[1]]
    if len(differing) != 1:
        return None
    # A piece of a longer word is scored with its sentence, so that the rest of the word is hidden, too.
    words = [_word_numbers(tokens) for tokens in (good, bad)]
    return differing[0] if all(numbers.count(numbers[differing[0]]) == 1 for numbers in words) else None


def _masked_rows(tokens: Tokens, positions: Sequence[int], mask: int) -> Iterator[PredictionInput]:
    """One row for each token, in which it and the rest of its word are masked."""
    words = _word_numbers(tokens)
    for position in positions:
        hidden = hide_rest_of_word(tokens.ids, words, position, mask)
        yield PredictionInput(hidden, (position,), (tokens.ids[position],))


def _word_numbers(tokens: Tokens) -> list[int]:
    """The number of the word of each token; every special token has its own."""
    return list(accumulate(int(not token.continues) for token in tokens.items))


def _causal_row(tokens: Tokens, positions: Sequence[int]) -> PredictionInput:
    """A row in which each token is predicted from those before it; the first token of a text is not."""
    scored = [position for position in positions if position > 0]
    return PredictionInput(
        tokens.ids, tuple(place - 1 for place in scored), tuple(tokens.ids[place] for place in scored)
    )
