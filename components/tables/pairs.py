"""Two distributions compared: of two sentences, or of two models."""

import math
from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import ModelPair, NamedWords, PairWord, SentencePair
from components.model.results import Candidate, MaskPrediction
from components.tables.numbers import bits_text, fixed, log_probability_text, nats_to_bits, probability_text, ratio_text
from components.tables.phrases import count_phrase, word_label
from components.tables.predictions import candidate_label

MIN_MOVED = 5e-4  # of probability: smaller changes would read as zero


def pair_table(words: Sequence[PairWord]) -> pd.DataFrame:
    """Words with their probabilities on both sides, sorted by the ratio.

    Columns: ``row`` from 1; ``word``; ``first`` and ``second``, probabilities; ``first_chance`` and ``second_chance``,
    the same as text; ``change``, log2 of second over first; ``change_text``; ``moved``, second minus first;
    ``moved_text``, the same in percentage points.
    """
    ordered = sorted(words, key=lambda word: word.second - word.first, reverse=True)
    changes = [nats_to_bits(word.second - word.first) for word in ordered]
    return pd.DataFrame(
        {
            "row": range(1, len(ordered) + 1),
            "word": [word_label(word) for word in ordered],
            "first": [math.exp(word.first) for word in ordered],
            "second": [math.exp(word.second) for word in ordered],
            "first_chance": [log_probability_text(word.first) for word in ordered],
            "second_chance": [log_probability_text(word.second) for word in ordered],
            "change": changes,
            "change_text": [("× " if c >= 0 else "÷ ") + _factor(abs(c)) for c in changes],
            "moved": [math.exp(word.second) - math.exp(word.first) for word in ordered],
            "moved_text": [_points(math.exp(word.second) - math.exp(word.first)) for word in ordered],
        }
    )


def largest_changes(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The rows of a pair table with the largest gains and losses in probability, at most ``count``.

    Changes are differences, so a word that is a thousand times as likely and still rare is not among them.
    """
    half = count // 2
    gains = table[table["moved"] >= 0].nlargest(half, "moved")
    losses = table[table["moved"] < 0].nsmallest(half, "moved")[::-1]
    rows = pd.concat([gains, losses])
    return rows.assign(row=range(1, len(rows) + 1))


def most_likely_words(table: pd.DataFrame, *, count: int) -> pd.DataFrame:
    """The ``count`` rows of a pair table with the largest probability on either side, in descending order."""
    rows = table.loc[table[["first", "second"]].max(axis=1).nlargest(count).index]
    return rows.assign(row=range(1, len(rows) + 1))


def sentence_finding(pair: SentencePair, table: pd.DataFrame) -> str:
    """The largest gain and the largest loss between two sentences, the larger of them first."""
    up, down = (table.iloc[int(row)] for row in (table["moved"].argmax(), table["moved"].argmin()))
    parts: list[tuple[float, str]] = []
    if up["moved"] > MIN_MOVED:
        parts.append((up["moved"], f"“{up['word']}” rises most: from {up['first_chance']} to {up['second_chance']}"))
    if down["moved"] < -MIN_MOVED:
        drop = f"“{down['word']}” drops most: from {down['first_chance']} to {down['second_chance']}"
        parts.append((-down["moved"], drop))
    moved = ". ".join(text for _, text in sorted(parts, reverse=True)) or "No word changes noticeably"
    apart = fixed(nats_to_bits(pair.jsd), 2)
    return f"{moved}. The two distributions are {apart} bits apart (0 = identical, 1 = no overlap)."


def model_finding(pair: ModelPair, names: tuple[str, str], *, count: int) -> str:
    """How far two models agree at one blank."""
    (first_word, likely), (other, likely_there) = (
        (candidate_label(mask.candidates[0]), probability_text(mask.candidates[0].probability))
        for mask in (pair.first, pair.second)
    )
    common, jaccard = overlap(pair.first, pair.second, count=count)
    if first_word == other:
        lead = f"Both models’ top guess is “{first_word}” ({likely} and {likely_there})."
    else:
        lead = f"{names[0]}’s top guess is “{first_word}” ({likely}), {names[1]}’s is “{other}” ({likely_there})."
    shared = count_phrase(common, "word")
    return (
        f"{lead} Their top-{count} lists share {shared} (Jaccard {fixed(jaccard, 2)}). "
        f"On the shared vocabulary they are {fixed(nats_to_bits(pair.jsd), 2)} bits apart (0 = identical, 1 = no "
        f"overlap)."
    )


def overlap(first: MaskPrediction, second: MaskPrediction, *, count: int) -> tuple[int, float]:
    """How many of the first ``count`` candidates two predictions share, and their Jaccard index."""
    first_words, other = ({_plain(c) for c in mask.candidates[:count]} for mask in (first, second))
    return len(first_words & other), len(first_words & other) / len(first_words | other)


def double_difference_table(blanks: Sequence[NamedWords]) -> pd.DataFrame:
    """[log p(w|A) - log p(w|B)] - [log p(w|C) - log p(w|D)], in bits, for words scored at four blanks A, B, C, D.

    Columns: ``row`` from 1; ``word``; ``first``, A minus B; ``second``, C minus D; ``change``, first minus second;
    ``change_text``. Sorted by change, the largest first.
    """
    rows = []
    for word in zip(*(named.words for named in blanks), strict=True):
        a, b, c, d = (nats_to_bits(score.log_probability) for score in word)
        rows.append((word[0].word, a - b, c - d, (a - b) - (c - d)))
    table = pd.DataFrame(rows, columns=["word", "first", "second", "change"])
    table = table.sort_values("change", ascending=False, ignore_index=True)
    table.insert(0, "row", range(1, len(table) + 1))
    table["change_text"] = [f"{change:+.1f} bits" for change in table["change"]]
    return table


def double_difference_finding(table: pd.DataFrame) -> str:
    """The word with the largest difference of differences."""
    row = table.iloc[int(table["change"].abs().argmax())]
    return (
        f"From sentence 2 to sentence 1, “{row['word']}” {_gains(row['first'])}; from 4 to 3 it "
        f"{_gains(row['second'])}. The difference is {bits_text(abs(row['change']))}."
    )


def _gains(amount: float) -> str:
    """A gain or loss in bits, as a verb phrase."""
    if fixed(abs(amount), 1) == "0.0":
        return "stays the same"
    return f"{'gains' if amount > 0 else 'loses'} {bits_text(abs(amount))}"


def _points(probability: float) -> str:
    return f"{100 * probability:+.1f}".replace("-", "−")


def _factor(doublings: float) -> str:
    return ratio_text(doublings * math.log(2)).removesuffix(" times")


def _plain(candidate: Candidate) -> str:
    return candidate_label(candidate).casefold()
