"""Loss by position: tables and findings for a visitor's text, and for the family past its training length."""

from collections.abc import Sequence

import pandas as pd

from components.positions.model.extrapolation import CLAIMED_MARGIN, Extrapolation, Verdict
from components.tables.numbers import fixed, nats_to_bits, percentage
from components.tables.phrases import count_phrase, list_phrase

MEMBER_NAMES = {
    "learned": "learned",
    "bert": "learned (pocket BERT)",
    "sinusoidal": "sinusoidal",
    "rope": "RoPE",
    "nopos": "no positions",
}
_VERDICTS = {  # by where quality falls
    Verdict.SOONER: "falls sooner than claimed",
    Verdict.AGREES: "falls where claimed",
    Verdict.LATER: "falls later than claimed",
    Verdict.NEVER: "does not clearly fall",
}
_SUBJECTS = {  # names at the beginning of a sentence
    "learned": "Learned positions",
    "bert": "Learned positions (pocket BERT)",
    "sinusoidal": "Sinusoidal positions",
    "rope": "RoPE",
    "nopos": "No positions",
}


def extrapolation_table(extrapolations: Sequence[Extrapolation]) -> pd.DataFrame:
    """One row for every member and length.

    Columns: ``member``; ``positions``, the name of their kind; ``length``; ``bits`` per token, past the training length
    if the texts are longer; ``excess`` over texts of the training length; ``noise``, how much of that may be chance;
    ``worse``, whether it is more than chance; ``pieces``, the number of tokens.
    """
    return pd.DataFrame(
        [
            {
                "member": extrapolation.member,
                "positions": MEMBER_NAMES.get(extrapolation.member, extrapolation.member),
                "length": loss.length,
                "bits": nats_to_bits(loss.loss),
                "excess": nats_to_bits(loss.excess),
                "noise": nats_to_bits(loss.noise),
                "worse": loss.length > extrapolation.training_length and loss.is_worse,
                "pieces": loss.token_count,
            }
            for extrapolation in extrapolations
            for loss in extrapolation.lengths
        ],
        columns=["member", "positions", "length", "bits", "excess", "noise", "worse", "pieces"],
    )


def extrapolation_claim(training_length: int) -> str:
    """The common claim about texts longer than the training texts."""
    return (
        f"A common claim: quality starts to fall when a text is {percentage(CLAIMED_MARGIN)} longer than the training "
        f"texts, here at {fixed((1 + CLAIMED_MARGIN) * training_length, 0)} tokens."
    )


def claim_verdict(extrapolations: Sequence[Extrapolation], *, other: str = "") -> str:
    """Where quality falls for the measured models, beside where the claim says, and which models these are.

    Args:
        extrapolations: The measurements, of at least one model.
        other: The name of the model that the headline is about, if it is not among them.
    """
    by_verdict = {
        verdict: [
            MEMBER_NAMES.get(extrapolation.member, extrapolation.member)
            for extrapolation in extrapolations
            if extrapolation.verdict is verdict
        ]
        for verdict in Verdict
    }
    measured = f"For the {count_phrase(len(extrapolations), 'small model')} in the chart"
    without = f" ({other} is not among them)" if other else ""
    unknown = by_verdict[Verdict.UNKNOWN]
    if len(unknown) == len(extrapolations):
        return f"{measured}{without}, too little was measured to test it."
    parts = [
        f"{text} ({list_phrase(by_verdict[verdict])})" for verdict, text in _VERDICTS.items() if by_verdict[verdict]
    ]
    untested = f" Too little was measured to test it for {list_phrase(unknown)}." if unknown else ""
    return f"{measured}{without}, quality {list_phrase(parts)}.{untested}"


def extrapolation_finding(extrapolation: Extrapolation) -> str:
    """At which length a member's loss rises, and whether that agrees with the claim; each sentence names the member."""
    name = _SUBJECTS.get(extrapolation.member, extrapolation.member)
    worse, last = extrapolation.first_worse, extrapolation.last_not_worse
    if extrapolation.verdict is Verdict.UNKNOWN:
        return f"{name}: too few measurements past {extrapolation.training_length} tokens."
    if worse is None:
        return (
            f"{name}: not clearly worse at {last.length} tokens ({_signed(nats_to_bits(last.excess))} bits per token, "
            f"chance: ±{fixed(nats_to_bits(last.noise), 2)}), so the claim does not hold here."
        )
    verdict = {Verdict.SOONER: "sooner than claimed", Verdict.LATER: "later than claimed"}
    limit = (
        "the training length"
        if last.length == extrapolation.training_length
        else f"{last.length - extrapolation.training_length} past training"
    )
    return (
        f"{name}: no loss of quality up to {last.length} tokens, {limit}. {name}: at {worse.length} tokens, each token "
        f"costs {fixed(nats_to_bits(worse.excess), 2)} bits more (chance: ±{fixed(nats_to_bits(worse.noise), 2)}), "
        f"{verdict.get(extrapolation.verdict, 'as claimed')}."
    )


def _signed(number: float) -> str:
    return f"{'−' if number < -0.005 else '+'}{fixed(abs(number), 2)}"
