"""Loss against position: of a visitor's text, and of the family at lengths it was trained on and beyond."""

from collections.abc import Sequence

import pandas as pd

from components.positions.model.extrapolation import CLAIMED_MARGIN, Extrapolation, Verdict
from components.positions.model.results import FamilyLoss, PositionLoss
from components.tables.numbers import nats_to_bits, percentage

NAMES = {
    "learned": "learned",
    "bert": "learned (pocket BERT)",
    "sinusoidal": "sinusoidal",
    "rope": "RoPE",
    "nopos": "no positions",
}
_SUBJECTS = {  # of sentences
    "learned": "Learned positions",
    "bert": "Learned positions (pocket BERT)",
    "sinusoidal": "Sinusoidal positions",
    "rope": "RoPE",
    "nopos": "No positions",
}


def loss_table(losses: Sequence[PositionLoss], *, window: int) -> pd.DataFrame:
    """One row a token that was masked, in the order of the text.

    Columns: ``position`` from 0; ``word``; ``bits``, what it cost; ``smooth``, the mean over ``window`` tokens around
    it, or over fewer at the ends.
    """
    ordered = sorted(losses, key=lambda one: one.position)
    cost = pd.Series([nats_to_bits(one.loss) for one in ordered], dtype=float)
    return pd.DataFrame(
        {
            "position": [one.position for one in ordered],
            "word": [one.text for one in ordered],
            "bits": cost,
            "smooth": cost.rolling(window, center=True, min_periods=1).mean(),
        }
    )


def loss_finding(table: pd.DataFrame, training_length: int) -> str:
    """What tokens cost before and past a place, with how far chance may carry such a mean."""
    before, past = (
        table.loc[mask, "bits"] for mask in (table["position"] < training_length, table["position"] >= training_length)
    )
    if past.empty or before.empty:
        where = "before" if past.empty else "past"
        mean = table["bits"].mean()
        return f"Average loss of {len(table)} tokens: {mean:.2f} bits. All are {where} position {training_length}."
    text = (
        f"Average loss: {before.mean():.2f} bits before position {training_length}, {past.mean():.2f} bits from there "
        f"on"
    )
    if min(len(before), len(past)) < 2:
        return f"{text}. There are too few tokens to compare."
    error = 2 * (before.var() / len(before) + past.var() / len(past)) ** 0.5
    apart = past.mean() - before.mean()
    verdict = "more than" if abs(apart) > error else "within"
    return (
        f"{text}. The difference of {_signed(apart)} bits is {verdict} chance (±{error:.2f}). "
        "The words differ, too, and some are harder to predict anywhere."
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
            "bits": [nats_to_bits(one.loss) for one in losses],
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
                "bits": nats_to_bits(one.loss),
                "excess": nats_to_bits(one.excess),
                "noise": nats_to_bits(one.noise),
                "worse": one.length > of.training_length and one.is_worse,
                "pieces": one.token_count,
            }
            for of in found
            for one in of.lengths
        ],
        columns=["member", "positions", "length", "bits", "excess", "noise", "worse", "pieces"],
    )


def extrapolation_claim(training_length: int) -> str:
    """What is said of models that read further than they were trained to."""
    return (
        f"A common claim: quality starts to fall when a text is {percentage(CLAIMED_MARGIN)} longer than the training "
        f"texts, "
        f"here at {(1 + CLAIMED_MARGIN) * training_length:.0f} tokens."
    )


def extrapolation_finding(found: Extrapolation) -> str:
    """At which length a member guesses worse, and whether that is what is claimed; each sentence names the member."""
    name = _SUBJECTS.get(found.member, found.member)
    worse, fine = found.first_worse, found.last_not_worse
    if found.verdict is Verdict.UNKNOWN:
        return f"{name}: too few measurements past {found.training_length} tokens."
    if worse is None:
        return (
            f"{name}: no worse at {fine.length} tokens ({_signed(nats_to_bits(fine.excess))} bits per token), so the "
            f"claim "
            "does not hold here."
        )
    verdict = {Verdict.SOONER: "sooner than claimed", Verdict.LATER: "later than claimed"}
    limit = (
        "the training length"
        if fine.length == found.training_length
        else f"{fine.length - found.training_length} past training"
    )
    return (
        f"{name}: no loss of quality up to {fine.length} tokens, {limit}. {name}: at {worse.length} tokens, each token "
        f"costs {nats_to_bits(worse.excess):.2f} bits more (chance: ±{nats_to_bits(worse.noise):.2f}), "
        f"{verdict.get(found.verdict, 'as claimed')}."
    )


def _signed(number: float) -> str:
    return f"{'−' if number < -0.005 else '+'}{abs(number):.2f}"
