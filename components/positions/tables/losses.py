"""Loss against position: of a visitor's text, and of the family at lengths it was trained on and beyond."""

from collections.abc import Sequence

import pandas as pd

from components.positions.model.extrapolation import CLAIMED, Extrapolation, Verdict
from components.positions.model.results import FamilyLoss, PositionLoss
from components.tables.numbers import bits, percentage

NAMES = {
    "learned": "learned table",
    "bert": "learned table (pocket BERT)",
    "sinusoidal": "sinusoidal table",
    "rope": "rotary (RoPE)",
    "nopos": "no positions",
}


def loss_table(losses: Sequence[PositionLoss], *, window: int) -> pd.DataFrame:
    """One row a token that was masked, in the order of the text.

    Columns: ``position`` from 0; ``word``; ``bits``, what it cost; ``smooth``, the mean over ``window`` tokens around
    it, or over fewer at the ends.
    """
    ordered = sorted(losses, key=lambda one: one.position)
    cost = pd.Series([bits(one.loss) for one in ordered], dtype=float)
    return pd.DataFrame(
        {
            "position": [one.position for one in ordered],
            "word": [one.text for one in ordered],
            "bits": cost,
            "smooth": cost.rolling(window, center=True, min_periods=1).mean(),
        }
    )


def loss_finding(table: pd.DataFrame, trained: int) -> str:
    """What tokens cost before and past a place, with how far chance may carry such a mean."""
    before, past = (table.loc[mask, "bits"] for mask in (table["position"] < trained, table["position"] >= trained))
    if past.empty or before.empty:
        where = "before" if past.empty else "past"
        mean = table["bits"].mean()
        return f"All {len(table)} tokens stand {where} position {trained}: they cost {mean:.2f} bits on average."
    text = f"Before position {trained} a token costs {before.mean():.2f} bits, from there on {past.mean():.2f}"
    if min(len(before), len(past)) < 2:
        return f"{text}: too few tokens to compare."
    error = 2 * (before.var() / len(before) + past.var() / len(past)) ** 0.5
    apart = past.mean() - before.mean()
    told = "more than chance explains" if abs(apart) > error else "no more than chance explains"
    return (
        f"{text}: a difference of {_signed(apart)} bits, {told} (within {error:.2f}). "
        "Other words stand there, too, and some are harder to guess anywhere."
    )


def family_table(losses: Sequence[FamilyLoss]) -> pd.DataFrame:
    """One row for every member, length and bucket of places.

    Columns: ``member``; ``positions``, their kind as people read it; ``length``; ``position`` where the bucket begins;
    ``bits`` a piece; ``pieces``, over how many.
    """
    return pd.DataFrame(
        {
            "member": [one.member for one in losses],
            "positions": [NAMES.get(one.member, one.member) for one in losses],
            "length": [one.length for one in losses],
            "position": [one.position for one in losses],
            "bits": [bits(one.loss) for one in losses],
            "pieces": [one.pieces for one in losses],
        }
    )


def extrapolation_table(found: Sequence[Extrapolation]) -> pd.DataFrame:
    """One row for every member and length.

    Columns: ``member``; ``positions``, their kind as people read it; ``length``; ``bits`` a piece, of the places past
    the training length where the texts are longer; ``excess`` over texts of the training length; ``noise``, how much
    of that may be chance; ``worse``; ``pieces``.
    """
    return pd.DataFrame(
        [
            {
                "member": of.member,
                "positions": NAMES.get(of.member, of.member),
                "length": one.length,
                "bits": bits(one.loss),
                "excess": bits(one.excess),
                "noise": bits(one.noise),
                "worse": one.length > of.trained and one.worse,
                "pieces": one.pieces,
            }
            for of in found
            for one in of.lengths
        ],
        columns=["member", "positions", "length", "bits", "excess", "noise", "worse", "pieces"],
    )


def extrapolation_claim(trained: int) -> str:
    """What is said of models that read further than they were trained to."""
    return (
        f"It is often said that quality falls past about {percentage(CLAIMED)} beyond the training length: here, past "
        f"{(1 + CLAIMED) * trained:.0f} pieces."
    )


def extrapolation_finding(found: Extrapolation) -> str:
    """At which length a member guesses worse, and whether that is what is claimed."""
    name = NAMES.get(found.member, found.member)
    worse, fine = found.first_worse, found.last_fine
    if found.verdict is Verdict.UNKNOWN:
        return f"{name}: too few figures past {found.trained} pieces to tell."
    if worse is None:
        return (
            f"{name}: no worse beyond chance up to {fine.length} pieces ({_signed(bits(fine.excess))} bits a piece "
            "there). That quality falls as claimed is not seen."
        )
    verdict = {Verdict.SOONER: "sooner than claimed", Verdict.LATER: "later than claimed"}
    return (
        f"{name}: in texts of {fine.length} pieces no worse yet, in texts of {worse.length} a piece costs "
        f"{bits(worse.excess):.2f} bits more (chance alone could make {bits(worse.noise):.2f}). "
        f"Quality falls {verdict.get(found.verdict, 'where it was claimed')}."
    )


def _signed(number: float) -> str:
    return f"{'−' if number < -0.005 else '+'}{abs(number):.2f}"
