"""Tables and findings of the pronouns that a model puts beside occupations."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.model.statistics.bootstrap import Interval, interval, resample_indices
from components.suites.model.occupations import NEUTRAL, PRONOUNS, CorpusCount, Occupation, fill_template
from components.suites.model.pronoun_results import OccupationPronouns, PronounSuite
from components.suites.model.results import SuiteScores, accuracy
from components.tables.numbers import fixed, interval_text, percentage, probability_text
from components.tables.phrases import all_phrase, count_phrase, part_phrase, quoted

SHE, HE, EITHER = "“she”", "“he”", "no clear preference"  # what a model prefers for an occupation
EXTREME = 3  # shares from either end whose names are tried
LEFT_FROM = 0.6  # of the width: from here on, names stand to the left of their points
_LETTER, _LINE = 0.03, 0.06  # of the figure's width, on a phone, and of its height: a letter of a name, and its line
TIED = 0.5  # the credit of a tie
_GAP = 0.02  # of the width, between a point and its name
Box = tuple[float, float, float, float]  # left, right, bottom, top; from 0 to 1
_FITS = {"same": "", "broader": " (broader than the word)", "narrower": " (narrower than the word)"}


def share_table(
    suite: PronounSuite, occupations: Sequence[Occupation], counts: Mapping[str, CorpusCount] | None = None
) -> pd.DataFrame:
    """One row per occupation that has a share to compare with, in the order of the list.

    Columns: ``word``; ``category``, what it is compared with; ``compared``, the published share of women or, with
    ``counts``, the share of "she" in the training text; ``share``, ``low`` and ``high``, the model's share of "she"
    with its interval; ``she``, ``he``, ``they``, averaged probabilities; ``prefers``, one of :data:`SHE`, :data:`HE`
    and :data:`EITHER`; ``share_text``, ``compared_text`` and ``they_text``.

    Args:
        suite: What a model predicts.
        occupations: The occupations, in any order.
        counts: Of the training text, to compare with; None for the published shares.
    """
    rows = []
    for occupation in occupations:
        compared, source = _compared(occupation, counts)
        if compared is None:
            continue
        entry = suite.of(occupation.word)
        share, (she, he, they) = entry.share, entry.means
        rows.append(
            {
                "word": occupation.word,
                "category": source,
                "compared": compared.value,
                "share": share.value,
                "low": share.low,
                "high": share.high,
                "she": she,
                "he": he,
                "they": they,
                "prefers": preference(share),
                "share_text": interval_text(share),
                "compared_text": interval_text(compared) if compared.is_known else percentage(compared.value, 1),
                "they_text": probability_text(they),
            }
        )
    return pd.DataFrame(rows)


def preference(share: Interval) -> str:
    """What an interval of the share of "she" says: :data:`SHE` or :data:`HE` if it leaves out one half."""
    if share.contains(0.5):
        return EITHER
    return SHE if share.value > 0.5 else HE


def telling_occupation(table: pd.DataFrame) -> str:
    """The occupation that shows the headline best.

    Of those with the pronoun that most have: the one that is farthest from what it is compared with.

    Args:
        table: As :func:`share_table` makes it.
    """
    clear = table[table["prefers"] != EITHER]
    leading = table if clear.empty else clear[clear["prefers"] == clear["prefers"].mode()[0]]
    distances = (leading["share"] - leading["compared"]).abs()
    return str(leading["word"].iloc[int(distances.to_numpy().argmax())])


def with_labels(table: pd.DataFrame, chosen: str) -> pd.DataFrame:
    """The table with ``label``: names of one of the highest and of one of the lowest shares, where they fit.

    ``label_left`` says whether a name stands to the left of its point, where the right edge is near; ``name_below``,
    whether an occupation's name, once it is chosen, stands below its interval, where it covers fewer points.

    Args:
        table: As :func:`share_table` makes it.
        chosen: The occupation whose name stands above or below its interval.
    """
    left = table["compared"] > LEFT_FROM
    rows: list[dict[Hashable, Any]] = table.assign(left=left).to_dict("records")
    width = _LETTER * len(chosen)
    boxes = [
        (row["compared"] - width, row["compared"] + width, row["low"] - 2 * _LINE, row["high"] + 2 * _LINE)
        for row in rows
        if row["word"] == chosen
    ]
    shown: set[str] = set()
    rising = sorted(rows, key=lambda row: float(row["share"]))
    for ordered in (rising[::-1], rising):
        for row in ordered[:EXTREME]:
            width = _LETTER * len(row["word"])
            start = row["compared"] - width - _GAP if row["left"] else row["compared"] + _GAP
            box = (start, start + width, row["share"] - _LINE / 2, row["share"] + _LINE / 2)
            if row["word"] != chosen and not _covered(box, table) and not any(_overlap(box, other) for other in boxes):
                shown.add(row["word"])
                boxes.append(box)
                break
    labels = table["word"].where(table["word"].isin(shown), "")
    below = [_covered(_name_box(row, -1), table) < _covered(_name_box(row, 1), table) for row in rows]
    return table.assign(label=labels, label_left=left, name_below=below)


def rarer_pronoun(table: pd.DataFrame) -> str:
    """The pronoun that is preferred for fewer occupations, though for some; empty if there is none."""
    counts = table.loc[table["prefers"] != EITHER, "prefers"].value_counts()
    return str(counts.index[-1]) if len(counts) == 2 and counts.iloc[0] > counts.iloc[1] else ""


def sentence_table(table: pd.DataFrame) -> pd.DataFrame:
    """One row per sentence of :func:`template_table`, with a column per pronoun, as people read it."""
    wide = table.pivot(index=["row", "sentence"], columns="pronoun", values="text")[list(PRONOUNS)]
    return wide.reset_index("sentence").rename(columns={"sentence": "Sentence"})


def template_table(suite: PronounSuite, word: str) -> pd.DataFrame:
    """The sentences about one occupation, three rows each: one per pronoun.

    Columns: ``row`` from 1; ``sentence``, with a gap for the blank; ``pronoun``; ``probability``; ``start`` and
    ``end``, of a stacked bar; ``text``, the probability.
    """
    entry, rows = suite.of(word), []
    for number, (template, values) in enumerate(zip(suite.templates, entry.rows, strict=True), 1):
        ends = np.cumsum(values)
        for pronoun, value, end in zip(PRONOUNS, values, ends.tolist(), strict=True):
            rows.append(
                {
                    "row": number,
                    "sentence": fill_template(template, word).replace("[MASK]", "___"),
                    "pronoun": pronoun,
                    "probability": value,
                    "start": end - value,
                    "end": end,
                    "text": probability_text(value),
                }
            )
    return pd.DataFrame(rows)


def pronoun_finding(suite: PronounSuite, model: str) -> str:
    """For how many of all occupations the model clearly prefers one pronoun; then the rest of the counts."""
    preferences = [preference(entry.share) for entry in suite.occupations]
    she, he, count = preferences.count(SHE), preferences.count(HE), len(preferences)
    if not she and not he:
        return f"{model} clearly prefers neither “he” nor “she” for any occupation."
    if she == he:
        return f"{model} clearly prefers “he” for {he} occupations, “she” for {she}."
    more, less = (HE, SHE) if he > she else (SHE, HE)
    lead = max(she, he)
    part = all_phrase(count, "occupation") if lead == count else part_phrase(lead, count, "occupation")
    clear = f"{model} clearly prefers {more} for {part}."
    rest = f"It clearly prefers {less} for {min(she, he)}." if she and he else f"It clearly prefers {less} for none."
    return f"{clear} {rest}"


def neutral_finding(suite: PronounSuite) -> str:
    """What the sentences prefer without an occupation, and how often an occupation raises or lowers that."""
    share = suite.neutral.share
    lower = sum(entry.share.value < share.value for entry in suite.occupations)
    count = len(suite.occupations)
    return (
        f"With {quoted(NEUTRAL)} in place of the occupation, the share of “she” is {interval_text(share)}. "
        f"The share of {lower} of {count} occupations is lower than that."
    )


def comparison_finding(table: pd.DataFrame, source: str) -> str:
    """How the model's shares go with what they are compared with, by ranks, and how far below or above they are.

    Args:
        table: As :func:`share_table` makes it, with at least three rows.
        source: What is compared with, as "the published share of women".
    """
    shares, compared = table["share"].to_numpy(), table["compared"].to_numpy()
    correlation = rank_correlation(shares, compared)
    if correlation.low > 0:
        trend = f"The higher {source}, the higher the model’s share of “she”"
    elif correlation.high < 0:
        trend = f"The higher {source}, the lower the model’s share of “she”"
    else:
        trend = f"The model’s share of “she” does not clearly go with {source}"
    ends = f"{fixed(correlation.low, 2)} to {fixed(correlation.high, 2)}"
    below = int((shares < compared).sum())
    return (
        f"{trend} (rank correlation {fixed(correlation.value, 2)}; 95% interval {ends}). "
        f"The model’s share is below {source} for {below} of {len(table)} occupations."
    )


def rank_correlation(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> Interval:
    """Spearman's rank correlation, with a 95% bootstrap interval over the pairs. *Shape:* (pair,) each, 3 or more.

    Resamples in which all values of one side are equal have none, and are left out.
    """
    indices = resample_indices(len(first))
    resampled = np.array([_spearman(first[row], second[row]) for row in indices])
    return interval(_spearman(first, second), resampled[~np.isnan(resampled)])


def they_finding(suite: PronounSuite) -> str:
    """The average probability of "they", over all occupations and sentences."""
    means = np.array([entry.means for entry in suite.occupations]).mean(axis=0)
    she, he, they = map(percentage, means.tolist())
    return f"On average the blank holds “he” with {he}, “she” with {she}, “they” with {they}, else another word."


def occupation_finding(entry: OccupationPronouns, occupation: Occupation, count: CorpusCount | None) -> str:
    """The numbers of one occupation: averages, share, and what it is compared with.

    Args:
        entry: What a model predicts.
        occupation: The occupation.
        count: Of the training text; None if that is not known, or the occupation was not counted in it.
    """
    she, he, they = map(probability_text, entry.means)
    text = (
        f"{occupation.word}: “she” {she}, “he” {he}, “they” {they} on average; share of “she” "
        f"{interval_text(entry.share)}. Published: {percentage(occupation.women_share, 1)} women among "
        f"{quoted(occupation.category)}{_FITS[occupation.fit]}."
    )
    if count is None:
        return text
    return f"{text} Training text: {count.she:,} sentences with “she”, {count.he:,} with “he”."


def template_finding(suite: PronounSuite, word: str) -> str:
    """In how many of the sentences about an occupation "he" is likelier than "she"."""
    rows = suite.of(word).rows
    more = sum(he > she for she, he, _ in rows)
    return f"{word}: “he” is likelier than “she” in {part_phrase(more, len(rows), 'sentence')}."


def winobias_finding(suite: SuiteScores, model: str) -> str:
    """In how many sentences a model finds the pronoun that is written likelier than the other; ties count one half."""
    scores = [each for each in suite.scores if each.log_odds is not None]
    if not scores:
        return f"{model} can read none of these sentences."
    share = accuracy(scores)
    written = sum(each.credit == 1 for each in scores)
    ties = sum(each.credit == TIED for each in scores)
    tied = f" ({count_phrase(ties, 'tie')} count one half)" if ties else ""
    return (
        f"{model} finds {part_phrase(written, len(scores), 'sentence')} likelier as written than with the other "
        f"pronoun{tied}: {interval_text(share)}. Chance is 50%."
    )


def occupations_table(occupations: Sequence[Occupation], counts: Mapping[str, CorpusCount]) -> pd.DataFrame:
    """What the model is compared with, one row per occupation, as people read it; empty where nothing was counted."""
    counted = [counts.get(each.word) for each in occupations]
    return pd.DataFrame(
        {
            "Word": [each.word for each in occupations],
            "Published category": [f"{each.category}{_FITS[each.fit]}" for each in occupations],
            "Women (%)": [round(100 - each.male_percent, 1) for each in occupations],
            "Training text: sentences": _counts(None if count is None else count.sentences for count in counted),
            "with “she”": _counts(None if count is None else count.she for count in counted),
            "with “he”": _counts(None if count is None else count.he for count in counted),
        }
    )


def _counts(values: Iterable[int | None]) -> pd.Series:
    return pd.Series(list(values), dtype="Int64")


def _compared(occupation: Occupation, counts: Mapping[str, CorpusCount] | None) -> tuple[Interval | None, str]:
    if counts is None:
        share = occupation.women_share
        return Interval(float("nan"), share, float("nan")), f"{occupation.category}{_FITS[occupation.fit]}"
    count = counts.get(occupation.word)
    if count is None:
        return None, "not counted"
    return count.share, f"{count.she + count.he:,} sentences"


def _name_box(row: Mapping[Hashable, Any], side: int) -> Box:
    """Where an occupation's name is above (1) or below (-1) its interval; it may end or begin there."""
    width, edge = _LETTER * len(row["word"]), row["high"] if side > 0 else row["low"]
    low, high = sorted((edge, edge + side * 1.5 * _LINE))
    return (row["compared"] - width, row["compared"] + width, low, high)


def _covered(box: Box, table: pd.DataFrame) -> int:
    """The number of points in the box."""
    x, y = table["compared"], table["share"]
    return int(((x > box[0]) & (x < box[1]) & (y > box[2]) & (y < box[3])).sum())


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[1] and other[0] < box[1] and box[2] < other[3] and other[2] < box[3]


def _spearman(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> float:
    ranks = [_ranks(values) for values in (first, second)]
    deviations = [rank - rank.mean() for rank in ranks]
    norm = float(np.sqrt((deviations[0] ** 2).sum() * (deviations[1] ** 2).sum()))
    return float((deviations[0] * deviations[1]).sum()) / norm if norm else float("nan")


def _ranks(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Ranks from 1; equal values share their average rank."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: npt.NDArray[np.float64] = (ends - (counts - 1) / 2)[place]
    return ranks
