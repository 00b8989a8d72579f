"""What a blank's answer becomes, as tables: without parts of the input, and in parts of a long text."""

import pandas as pd

from components.input.model.merges import RankedPair
from components.input.model.results import CutText, Pair, WithoutParts
from components.model.results import Candidate
from components.tables.numbers import nats_to_bits, probability_text, rounded_count

FIRST = 3  # candidates that a row names


def parts_table(found: WithoutParts) -> pd.DataFrame:
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
                _named(row.candidates),
                _figure(row.probability, row.rank, row.candidates),
            )
            for number, row in enumerate(found.rows, 1)
        ],
        columns=["row", "input", "probability", "rank", "first", "figure"],
    )


def pair_table(found: Pair) -> pd.DataFrame:
    """What the next-sentence head says.

    Columns: ``row`` from 1; ``segments``, how they are told; ``follows`` and ``elsewhere``, logits; ``probability``
    that the second follows; ``figure``.
    """
    return pd.DataFrame(
        [
            (number, reading.name, *reading.logits, reading.probability, probability_text(reading.probability))
            for number, reading in enumerate(found.readings, 1)
        ],
        columns=["row", "segments", "follows", "elsewhere", "probability", "figure"],
    )


def cut_table(found: CutText) -> pd.DataFrame:
    """What every cut keeps, and what stands in the blank then.

    Columns: ``row`` from 1; ``cut``; ``start`` and ``end``, pieces of the text; ``telling`` and ``blank``, whether the
    cut has those; ``probability`` and ``rank`` of the piece followed, empty where the blank was lost; ``figure``.
    """
    rows = []
    for number, piece in enumerate(found.pieces, 1):
        has_blank = found.blank is not None and piece.start <= found.blank < piece.end
        telling = any(piece.start <= place < piece.end for place in found.telling)
        figure = "blank lost" if piece.probability is None else _figure(piece.probability, piece.rank, piece.candidates)
        rows.append(
            (number, piece.name, piece.start, piece.end, telling, has_blank, piece.probability, piece.rank, figure)
        )
    columns = ["row", "cut", "start", "end", "telling", "blank", "probability", "rank", "figure"]
    return pd.DataFrame(rows, columns=columns)


def ranked_table(pairs: tuple[RankedPair, ...], *, by: str) -> pd.DataFrame:
    """Pairs of pieces in falling order: ``row`` from 1, ``pair``, ``joined``, ``count``, ``gain``, ``figure``.

    Args:
        pairs: In order.
        by: "count" or "gain": what the figure says.
    """
    rows = [
        (n, " ".join(one.pair), one.joined, one.count, one.gain, _ranked_by(one, by)) for n, one in enumerate(pairs, 1)
    ]
    return pd.DataFrame(rows, columns=["row", "pair", "joined", "count", "gain", "figure"])


def _ranked_by(one: RankedPair, by: str) -> str:
    return f"{one.count:,}" if by == "count" else gain_text(one)


def gain_text(ranked: RankedPair) -> str:
    """By how much a merge makes its text likelier."""
    return f"{rounded_count(nats_to_bits(ranked.gain), 3)} bits"


def _named(candidates: tuple[Candidate, ...]) -> str:
    return ", ".join(f"…{one.text}" if one.continues else one.text for one in candidates[:FIRST])


def _figure(probability: float, rank: int | None, candidates: tuple[Candidate, ...]) -> str:
    """The probability of the piece that is followed; in brackets the piece that comes first, where it is another."""
    return probability_text(probability) + ("" if rank == 1 else f" (“{_named(candidates[:1])}”)")
