"""Score minimal pairs: how many times as likely a model finds the good sentence as the bad one.

A masked model scores two sentences that differ in one token by that token alone, masked: both probabilities come from
one pass. Other sentences get their pseudo-log-likelihood, the sum over all tokens, each masked with the rest of its
word to its right, because a piece of a word gives the others away (Salazar et al. 2020,
https://arxiv.org/abs/1910.14659; Kauf and Ivanova 2023, https://arxiv.org/abs/2305.10588). A causal model scores every
sentence by its log-likelihood. Where a pair names the words to score, only their tokens count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
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
PASS_LIMIT = 10_000  # of a list: some minutes on two cores
Report = Callable[[int, int], None]


@dataclass(frozen=True)
class _Row:
    """A pass that scores a sentence, or both of a pair. Its input is made when its batch is computed.

    Attributes:
        length: The number of its tokens.
        signs: Of its targets: 1 for the good sentence, -1 for the bad.
        make: Makes the input.
    """

    length: int
    signs: tuple[int, ...]
    make: Callable[[], PredictionInput]


@dataclass(frozen=True)
class _Plan:
    """The passes that score a pair, or why none can."""

    pair: MinimalPair
    rows: tuple[_Row, ...] = ()
    problem: str = ""


def score_pairs(opened: OpenModel, pairs: Sequence[MinimalPair], *, on_progress: Report) -> SuiteScores:
    """The score of each pair.

    Args:
        opened: A masked or a causal model.
        pairs: The pairs.
        on_progress: Called with the number of passes done and their total.

    Raises:
        Busy: Too many requests are waiting.
        UserError: The model predicts no tokens, or the pairs take more than :data:`PASS_LIMIT` passes.
    """
    if opened.record.role is not Role.CAUSAL:
        require_mask_id(opened)
    plans = _plans(opened, pairs)
    places = [(number, row) for number, plan in enumerate(plans) for row in range(len(plan.rows))]
    outputs: dict[tuple[int, int], PredictionOutput] = {}
    reported = 0
    on_progress(0, len(places))
    for batch in batches_by_length({(number, row): plans[number].rows[row].length for number, row in places}):
        answers = opened.predict([plans[number].rows[row].make() for number, row in batch])
        outputs |= dict(zip(batch, answers, strict=True))
        if len(outputs) - reported >= ROWS_PER_REPORT:
            reported = len(outputs)
            on_progress(reported, len(places))
    scores = tuple(
        _score(plan, [outputs[number, row] for row in range(len(plan.rows))]) for number, plan in enumerate(plans)
    )
    return SuiteScores(scores, opened.conditions_of(outputs.values()) if outputs else opened.conditions)


def _plans(opened: OpenModel, pairs: Sequence[MinimalPair]) -> list[_Plan]:
    """The plan of each pair. Beyond the limit, passes are only counted."""
    plans: list[_Plan] = []
    passes = 0
    for pair in pairs:
        plan = _plan(opened, pair)
        passes += len(plan.rows)
        if passes <= PASS_LIMIT:
            plans.append(plan)
    if passes > PASS_LIMIT:
        raise UserError(
            f"For these pairs, {opened.record.name} needs {passes:,} passes; the limit is {PASS_LIMIT:,}. Use fewer "
            "pairs or shorter sentences. A pair that differs in one word takes one pass, another one per token."
        )
    return plans


def _score(plan: _Plan, outputs: Sequence[PredictionOutput]) -> PairScore:
    if plan.problem:
        return PairScore(plan.pair, None, 0, plan.problem)
    log_odds = 0.0
    for row, output in zip(plan.rows, outputs, strict=True):
        assert output.log_probability is not None
        log_odds += sum(sign * value for sign, value in zip(row.signs, output.log_probability.tolist(), strict=True))
    return PairScore(plan.pair, log_odds, len(plan.rows))


def _plan(opened: OpenModel, pair: MinimalPair) -> _Plan:
    try:
        good, bad = (opened.tokenizer.tokens(text) for text in (pair.good, pair.bad))
    except UserError as error:
        return _Plan(pair, problem=str(error))
    if good.typed_masks or bad.typed_masks:
        return _Plan(pair, problem="There is a [MASK] in it. Write whole sentences.")
    if good.ids == bad.ids:  # a tie for this model: it reads the same tokens
        return _Plan(pair)
    if opened.record.role is not Role.CAUSAL and (place := _differing_position(good, bad)) is not None:
        targets = (good.ids[place], bad.ids[place])
        make = partial(PredictionInput, masked_ids(opened, good, [place]), (place, place), targets)
        return _Plan(pair, (_Row(len(good), (1, -1), make),))
    rows: list[_Row] = []
    for sign, tokens, span in zip((1, -1), (good, bad), pair.words or (None, None), strict=True):
        side = _rows(opened, tokens, _positions(tokens, span), sign)
        if not side:
            return _Plan(pair, problem="This sentence is too short for the model to score. Write a longer one.")
        rows += side
    return _Plan(pair, tuple(rows))


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


def _rows(opened: OpenModel, tokens: Tokens, positions: Sequence[int], sign: int) -> list[_Row]:
    """The passes for a sentence: one in all for a causal model, else one for each token; none without any to score."""
    if opened.record.role is Role.CAUSAL:
        scored = [position for position in positions if position > 0]  # nothing predicts the first token of a text
        return [_Row(len(tokens), (sign,) * len(scored), partial(_causal_input, tokens, scored))] if scored else []
    mask, words, ids = require_mask_id(opened), _word_numbers(tokens), tokens.ids
    return [_Row(len(tokens), (sign,), partial(_masked_input, ids, words, position, mask)) for position in positions]


def _masked_input(ids: tuple[int, ...], words: Sequence[int], position: int, mask: int) -> PredictionInput:
    """A token to predict while it and the rest of its word are masked."""
    return PredictionInput(hide_rest_of_word(ids, words, position, mask), (position,), (ids[position],))


def _word_numbers(tokens: Tokens) -> list[int]:
    """The number of the word of each token; every special token has its own."""
    return list(accumulate(int(not token.continues) for token in tokens.items))


def _causal_input(tokens: Tokens, positions: Sequence[int]) -> PredictionInput:
    """Tokens to predict, each from those before it."""
    ids = tokens.ids
    return PredictionInput(ids, tuple(place - 1 for place in positions), tuple(ids[place] for place in positions))
