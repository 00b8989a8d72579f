"""Masking schemes of pre-training: which tokens are predicted, and what the model sees in their place.

*BERT* (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1) chooses 15% of the tokens; of these 80%
become [MASK], 10% a random token and 10% stay. *Whole words* are chosen with all their tokens (the authors' later
models). *SpanBERT* (Joshi et al. 2020, https://arxiv.org/abs/1907.10529, section 3.1) chooses spans of whole words,
their lengths drawn from a geometric distribution with p = 0.2 and at most 10, and one corruption for each span. *T5*
(Raffel et al. 2020, https://arxiv.org/abs/1910.10683, section 3.1.4) leaves out spans of three tokens on average,
writes a sentinel for each, and has the model predict what was left out. RoBERTa (Liu et al. 2019,
https://arxiv.org/abs/1907.11692, section 4.1) draws again at every epoch; BERT drew ten times and reused the results.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from components.model.results import Tokens
from components.pretraining.model.results import (
    BERT_MASKING,
    Masking,
    MaskingSample,
    MaskingScheme,
    PredictionTarget,
    SpanCorruption,
    TokenCorruption,
)

CHOSEN_SHARE = BERT_MASKING.share
SPAN_P, LONGEST_SPAN = 0.2, 10
MEAN_SENTINEL_SPAN = 3
STATIC_COPIES = 10  # BERT masked ten copies of every text in advance
SENTINELS = "XYZABCDEFGHIJKLMNOPQRSTUVW"


def sample_masking(
    tokens: Tokens,
    scheme: MaskingScheme,
    rng: np.random.Generator,
    *,
    mask_id: int,
    vocabulary_size: int,
    first_word_id: int,
    masking: Masking = BERT_MASKING,
) -> MaskingSample:
    """Draw the tokens to predict and their corruptions. Special tokens are never chosen.

    Args:
        tokens: The sentence.
        scheme: Any but T5's, see :func:`corrupt_spans`.
        rng: The random generator.
        mask_id: The id of [MASK].
        vocabulary_size: The size of the vocabulary.
        first_word_id: How many ids at the start of the vocabulary no random token is drawn from.
        masking: The shares of chosen tokens and of their corruptions.
    """
    corruptions = dict(_draw_corruptions(tokens, scheme, rng, masking))
    return _sample(tokens, corruptions, mask_id, lambda: int(rng.integers(first_word_id, vocabulary_size)))


def apply_outcomes(
    tokens: Tokens,
    outcomes: Mapping[int, TokenCorruption],
    rng: np.random.Generator,
    *,
    mask_id: int,
    vocabulary_size: int,
    first_word_id: int,
    replacement: int | None = None,
) -> MaskingSample:
    """Corrupt chosen tokens in chosen ways.

    Args:
        tokens: The sentence.
        outcomes: The corruption at each chosen position.
        rng: The random generator for random tokens.
        mask_id: The id of [MASK].
        vocabulary_size: The size of the vocabulary.
        first_word_id: How many ids at the start of the vocabulary no random token is drawn from.
        replacement: The "random" token; None draws one for each position.
    """

    def random_token() -> int:
        return int(rng.integers(first_word_id, vocabulary_size)) if replacement is None else replacement

    return _sample(tokens, outcomes, mask_id, random_token)


def _sample(
    tokens: Tokens, outcomes: Mapping[int, TokenCorruption], mask: int, random_token: Callable[[], int]
) -> MaskingSample:
    chosen = []
    for position in sorted(outcomes):
        target, outcome = tokens.items[position].id, outcomes[position]
        shown = {TokenCorruption.MASK: mask, TokenCorruption.KEPT: target}.get(outcome)
        chosen.append(PredictionTarget(position, target, outcome, random_token() if shown is None else shown))
    return MaskingSample(tuple(chosen))


def _draw_corruptions(
    tokens: Tokens, scheme: MaskingScheme, rng: np.random.Generator, masking: Masking
) -> list[tuple[int, TokenCorruption]]:
    """Draw positions, each with its corruption."""
    if scheme is MaskingScheme.SPANS:
        runs = sample_spans(tokens, rng, share=masking.share)
        return [(place, corruption) for run in runs for corruption in [_draw_corruption(rng, masking)] for place in run]
    groups = word_positions(tokens) if scheme is MaskingScheme.WORDS else [(place,) for place in tokens.maskable]
    chosen = [group for group in groups if rng.random() < masking.share]
    return [(place, _draw_corruption(rng, masking)) for group in chosen for place in group]


def _draw_corruption(rng: np.random.Generator, masking: Masking) -> TokenCorruption:
    drawn = rng.random()
    if drawn < masking.to_mask:
        return TokenCorruption.MASK
    return TokenCorruption.RANDOM if drawn < masking.to_mask + masking.to_random else TokenCorruption.KEPT


def word_positions(tokens: Tokens) -> list[tuple[int, ...]]:
    """The positions of each word's tokens."""
    groups: list[tuple[int, ...]] = []
    for place in tokens.maskable:
        if tokens.items[place].continues and groups and groups[-1][-1] == place - 1:
            groups[-1] = (*groups[-1], place)
        else:
            groups.append((place,))
    return groups


def sample_span_length(rng: np.random.Generator) -> int:
    """Draw a span length from the geometric distribution, again if it is too long (as in SpanBERT's code)."""
    while True:
        length = int(rng.geometric(SPAN_P))
        if length <= LONGEST_SPAN:
            return length


def sample_spans(tokens: Tokens, rng: np.random.Generator, *, share: float = CHOSEN_SHARE) -> list[tuple[int, ...]]:
    """Draw spans of whole words that do not overlap, until ``share`` of the tokens, and at least one, are chosen."""
    words = word_positions(tokens)
    wanted = max(1, round(share * len(tokens.maskable)))
    taken: set[int] = set()
    runs: list[tuple[int, ...]] = []
    for _ in range(100):  # attempts: a span may not fit any more
        if sum(map(len, runs)) >= wanted or not words:
            break
        length, start = sample_span_length(rng), int(rng.integers(len(words)))
        run: list[int] = []
        for number in range(start, min(start + length, len(words))):
            if number in taken or sum(map(len, runs)) + len(run) >= wanted:
                break
            run += words[number]
            taken.add(number)
        if run:
            runs.append(tuple(run))
    return sorted(runs)


def corrupt_spans(tokens: Tokens, rng: np.random.Generator, *, share: float = CHOSEN_SHARE) -> SpanCorruption:
    """Draw spans and replace each by a sentinel, as in T5."""
    places = tokens.maskable
    hidden_count = min(max(round(share * len(places)), 1), len(places) - 1) if len(places) > 1 else len(places)
    runs = max(1, min(round(hidden_count / MEAN_SENTINEL_SPAN), len(places) - hidden_count))
    hidden_sizes, shown_sizes = (
        _random_partition(hidden_count, runs, rng),
        _random_partition(len(places) - hidden_count, runs, rng),
    )
    inputs: list[str] = []
    targets: list[str] = []
    hidden: list[int] = []
    start = 0
    for number, (shown, left_out) in enumerate(zip(shown_sizes, hidden_sizes, strict=True)):
        sentinel = f"<{SENTINELS[number % len(SENTINELS)]}>"
        inputs += [tokens.items[place].text for place in places[start : start + shown]] + [sentinel]
        start += shown
        targets += [sentinel, *(tokens.items[place].text for place in places[start : start + left_out])]
        hidden += places[start : start + left_out]
        start += left_out
    return SpanCorruption(tuple(inputs), (*targets, f"<{SENTINELS[runs % len(SENTINELS)]}>"), tuple(hidden))


def _random_partition(total: int, count: int, rng: np.random.Generator) -> list[int]:
    """Draw ``count`` numbers with the given sum, uniformly; none is 0 if that is possible."""
    if total < count:
        return [1] * total + [0] * (count - total)
    cuts = np.sort(rng.choice(np.arange(1, total), count - 1, replace=False)) if count > 1 else np.array([], int)
    return [int(size) for size in np.diff([0, *cuts, total])]


def shares_after_draws(
    length: int, draw_counts: Sequence[int], rng: np.random.Generator, *, masking: Masking = BERT_MASKING
) -> dict[int, dict[TokenCorruption, float]]:
    """The share of all tokens with each outcome, after each number of draws over ``length`` tokens."""
    draws = max(draw_counts)
    chosen = rng.random((draws, length)) < masking.share
    drawn = rng.random((draws, length))
    is_changed = masking.to_mask + masking.to_random
    cells_by_outcome = {
        TokenCorruption.MASK: chosen & (drawn < masking.to_mask),
        TokenCorruption.RANDOM: chosen & (drawn >= masking.to_mask) & (drawn < is_changed),
        TokenCorruption.KEPT: chosen & (drawn >= is_changed),
    }
    sums = {outcome: np.cumsum(cells.sum(axis=1)) for outcome, cells in cells_by_outcome.items()}
    return {
        count: {outcome: float(total[count - 1]) / (count * length) for outcome, total in sums.items()}
        for count in draw_counts
    }


def expected_coverage(epochs: int, *, copies: int | None = None, share: float = CHOSEN_SHARE) -> float:
    """The expected share of tokens that were chosen at least once after a number of epochs.

    Args:
        epochs: The number of epochs.
        copies: The number of masked copies that are used in turn; None draws again every epoch.
        share: The share of tokens chosen in one draw.
    """
    throws = epochs if copies is None else min(epochs, copies)
    return float(1 - (1 - share) ** throws)
