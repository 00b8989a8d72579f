"""Tables of the room: ablated inputs, truncated texts, and ranked merges."""

import pandas as pd

from components.input.model.merges import RankedPair
from components.input.model.results import PartAblation, TruncatedText
from components.model.results import Candidate
from components.tables.numbers import nats_to_bits, percent_text, probability_text, rounded_count
from components.tables.phrases import count_phrase, quoted

FIRST = 3  # candidates that a row names
# What an excerpt holds: the word for it beside the bar, and what its colour says.
CLUE_READ, CLUE_LOST, BLANK_READ, BLANK_LOST = "clue read", "clue not read", "blank read", "blank not read"


def parts_table(ablation: PartAblation) -> pd.DataFrame:
    """One row for the input as it is, and one for each change.

    Columns: ``row`` from 1; ``input``; ``probability`` and ``rank`` of the answer followed; ``first``, the likeliest
    pieces; ``figure``, all of it as people read it.
    """
    return pd.DataFrame(
        [
            (
                number,
                row.name,
                row.probability,
                row.rank,
                _candidate_text(row.candidates),
                _label(row.probability, row.rank, row.candidates),
            )
            for number, row in enumerate(ablation.rows, 1)
        ],
        columns=["row", "input", "probability", "rank", "first", "figure"],
    )


def truncation_table(truncated: TruncatedText) -> pd.DataFrame:
    """Which part of a long text each truncation keeps, and what is predicted for the blank.

    Columns: ``row`` from 1; ``cut``, the name of the excerpt, with its tokens; ``start`` and ``end``, in tokens;
    ``has_clue`` and ``blank``, whether the excerpt contains them; ``reads``, which of the two that makes it read, in
    words; ``probability`` and ``rank`` of the answer, empty where the blank was cut off; ``figure``, the text beside
    the bar: the size of the excerpt in a text without a blank.
    """
    rows = []
    for number, each in enumerate(truncated.excerpts, 1):
        has_blank = truncated.blank is not None and each.start <= truncated.blank < each.end
        has_clue = any(each.start <= place < each.end for place in truncated.clue_positions)
        if not has_blank:
            reads = BLANK_LOST
        elif not truncated.clue_positions:
            reads = BLANK_READ
        else:
            reads = CLUE_READ if has_clue else CLUE_LOST
        if truncated.blank is None:
            figure = count_phrase(each.end - each.start, "token")
        elif each.probability is None:
            figure = reads
        else:
            named = f": {reads}" if truncated.clue_positions else ""
            figure = f"{truncated.answer} {percent_text(each.probability)}{named}"
        name = f"{each.name}: tokens {each.start + 1} to {each.end}"
        rows.append(
            (number, name, each.start, each.end, has_clue, has_blank, reads, each.probability, each.rank, figure)
        )
    columns = ["row", "cut", "start", "end", "has_clue", "blank", "reads", "probability", "rank", "figure"]
    return pd.DataFrame(rows, columns=columns)


def ranked_table(pairs: tuple[RankedPair, ...], *, by: str) -> pd.DataFrame:
    """Pairs of tokens in falling order: ``row`` from 1, ``pair``, ``joined``, ``count``, ``gain``, ``figure``.

    Args:
        pairs: In order.
        by: "count" or "gain": what the figure says.
    """
    rows = [
        (
            n,
            " ".join(ranked_pair.pair),
            ranked_pair.joined,
            ranked_pair.count,
            ranked_pair.gain,
            _ranked_by(ranked_pair, by),
        )
        for n, ranked_pair in enumerate(pairs, 1)
    ]
    return pd.DataFrame(rows, columns=["row", "pair", "joined", "count", "gain", "figure"])


def _ranked_by(ranked_pair: RankedPair, by: str) -> str:
    return f"{ranked_pair.count:,}" if by == "count" else gain_text(ranked_pair)


def gain_text(ranked: RankedPair) -> str:
    """The gain in likelihood of a merge, as text."""
    return f"{rounded_count(nats_to_bits(ranked.gain), 3)} bits"


def _candidate_text(candidates: tuple[Candidate, ...]) -> str:
    return ", ".join(
        f"…{candidate.text}" if candidate.continues else candidate.text for candidate in candidates[:FIRST]
    )


def _label(probability: float, rank: int | None, candidates: tuple[Candidate, ...]) -> str:
    """The probability of the answer; in brackets the first choice, if it is another token."""
    return probability_text(probability) + ("" if rank == 1 else f" ({quoted(_candidate_text(candidates[:1]))})")
