"""Replaced tokens as a table, and what it says."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.replaced_results import Judged, ReplacedPieces, Telling
from components.pretraining.model.results import ByShares
from components.tables.predictions import percent


def replaced_table(found: ReplacedPieces) -> pd.DataFrame:
    """Every piece as the discriminator judges it, special ones left out.

    Columns: ``row`` from 1; ``position``; ``piece``, what stands there; ``was``; ``hidden``; ``replaced``;
    ``probability`` that it was replaced, says the discriminator; ``nats``; ``figure``.
    """
    return pd.DataFrame(
        [
            (row, one.position, one.shown, one.was, one.hidden, one.replaced, one.probability, one.nats, _figure(one))
            for row, one in enumerate((one for one in found.pieces if not one.special), 1)
        ],
        columns=["row", "position", "piece", "was", "hidden", "replaced", "probability", "nats", "figure"],
    )


def _figure(one: Judged) -> str:
    said = percent(one.probability)
    if one.replaced:
        return f"{said} · was “{one.was}”"
    return f"{said} · guessed right" if one.hidden else said


def replaced_finding(found: ReplacedPieces) -> str:
    """How many pieces were replaced, and whether the discriminator tells them."""
    replaced = [one for one in found.pieces if one.replaced]
    others = [one for one in found.pieces if not one.replaced and not one.special]
    beside = f"the other {len(others)} are given {percent(_average(others))}" if others else "no other is left"
    if not replaced:
        return f"Nothing is replaced, since every guess was right: {beside.replace('the other', 'all')}."
    words = "piece is replaced, and given" if len(replaced) == 1 else "pieces are replaced, and given on average"
    caught, wrong = (sum(one.called for one in some) for some in (replaced, others))
    return (
        f"{len(replaced)} {words} {percent(_average(replaced))} to be so; {beside}. "
        f"More than half is given to {caught} of {len(replaced)} that were replaced, "
        f"and to {wrong} of {len(others)} that were not."
    )


def _average(pieces: Sequence[Judged]) -> float:
    return sum(one.probability for one in pieces) / len(pieces)


def losses_text(found: ReplacedPieces, weight: int) -> str:
    """The loss as the sum that it is."""
    total = found.generator_loss + weight * found.discriminator_loss
    hidden, every = len(found.generator_nats), len(found.pieces)
    return (
        f"{found.generator_loss:.2f} + {weight} · {found.discriminator_loss:.3f} = {total:.2f} nats "
        f"(generator: {hidden} hidden, discriminator: all {every})"
    )


def telling_text(found: Telling) -> str:
    """How well it does on text that it was never trained on."""
    return (
        f"In text never trained on {percent(found.replaced)} of the pieces are replaced. Of these it finds "
        f"{percent(found.found)}, and {percent(found.right)} of those that it calls replaced are."
    )


def by_shares_table(found: Sequence[ByShares]) -> pd.DataFrame:
    """A sentence as four models read it.

    Columns: ``shares``; ``blank``, the first choice, with ``probability``; ``named`` of the ``seen`` pieces that it
    calls by their name; ``nats``, what they cost it on average.
    """
    return pd.DataFrame(
        [
            (one.shares, _first(one), one.blank.candidates[0].probability, one.named, one.seen, one.nats)
            for one in found
        ],
        columns=["shares", "blank", "probability", "named", "seen", "nats"],
    )


def _first(one: ByShares) -> str:
    return one.blank.candidates[0].text


def as_read(table: pd.DataFrame) -> pd.DataFrame:
    """That table as people read it."""
    return pd.DataFrame(
        {
            "Trained with": table["shares"],
            "In the blank": [
                f"{word} · {percent(p)}" for word, p in zip(table["blank"], table["probability"], strict=True)
            ],
            "Seen words named right": [f"{a} of {b}" for a, b in zip(table["named"], table["seen"], strict=True)],
            "Nats each": [f"{nats:.2f}" for nats in table["nats"]],
        }
    )
