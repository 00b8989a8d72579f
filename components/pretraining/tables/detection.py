"""Replaced tokens as a table, and what it says."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.replaced_results import DetectionMetrics, ReplacedTokens, TokenJudgement
from components.pretraining.model.results import CopyAccuracy
from components.tables.numbers import probability_text


def replaced_table(found: ReplacedTokens) -> pd.DataFrame:
    """Every piece as the discriminator judges it, special ones left out.

    Columns: ``row`` from 1; ``position``; ``piece``, what stands there; ``was``; ``hidden``; ``replaced``;
    ``probability`` that it was replaced, says the discriminator; ``nats``; ``figure``.
    """
    return pd.DataFrame(
        [
            (
                row,
                one.position,
                one.text,
                one.original,
                one.hidden,
                one.replaced,
                one.probability,
                one.loss,
                _figure(one),
            )
            for row, one in enumerate((one for one in found.judgements if not one.special), 1)
        ],
        columns=["row", "position", "piece", "was", "hidden", "replaced", "probability", "nats", "figure"],
    )


def _figure(one: TokenJudgement) -> str:
    probability = probability_text(one.probability)
    if one.replaced:
        return f"{probability} · was “{one.original}”"
    return f"{probability} · guessed right" if one.hidden else probability


def replaced_finding(found: ReplacedTokens) -> str:
    """How many tokens were replaced, and whether the discriminator flags them."""
    replaced = [one for one in found.judgements if one.replaced]
    others = [one for one in found.judgements if not one.replaced and not one.special]
    if not replaced:
        return (
            "The generator guessed every hidden token right, so nothing was replaced: on average the discriminator "
            f"gives a token a {probability_text(_average(others))} chance of being fake."
        )
    if len(replaced) == 1:
        first = f"The one replaced token gets a {probability_text(_average(replaced))} chance of being fake"
    else:
        first = (
            f"The {len(replaced)} replaced tokens average a {probability_text(_average(replaced))} chance of being fake"
        )
    rest = f"; the other {len(others)} average {probability_text(_average(others))}" if others else ""
    caught, wrong = (sum(one.is_flagged for one in some) for some in (replaced, others))
    flags = f"At a threshold of 50% it flags {caught} of {len(replaced)} replaced tokens"
    return f"{first}{rest}. {flags}{f' and {wrong} of {len(others)} original ones' if others else ''}."


def _average(pieces: Sequence[TokenJudgement]) -> float:
    return sum(one.probability for one in pieces) / len(pieces)


def detection_loss_text(found: ReplacedTokens, weight: int) -> str:
    """The loss as the sum that it is."""
    total = found.generator_loss + weight * found.discriminator_loss
    hidden, every = len(found.generator_losses), len(found.judgements)
    return (
        f"{found.generator_loss:.2f} + {weight} · {found.discriminator_loss:.3f} = {total:.2f} nats "
        f"(generator: mean over {hidden} hidden tokens; discriminator: mean over all {every})"
    )


def detection_metrics_text(found: DetectionMetrics) -> str:
    """How well it does on held-out text."""
    return (
        f"On held-out text the discriminator flags {probability_text(found.found)} of the replaced tokens; of the "
        f"tokens "
        f"it flags, {probability_text(found.right)} are indeed replaced."
    )


def copy_table(found: Sequence[CopyAccuracy]) -> pd.DataFrame:
    """A sentence as four models read it.

    Columns: ``shares``; ``blank``, the first choice, with ``probability``; ``named`` of the ``seen`` pieces that it
    calls by their name; ``nats``, what they cost it on average.
    """
    return pd.DataFrame(
        [
            (
                one.mixture,
                _first(one),
                one.blank.candidates[0].probability,
                one.correct_count,
                one.visible_count,
                one.loss,
            )
            for one in found
        ],
        columns=["shares", "blank", "probability", "named", "seen", "nats"],
    )


def _first(one: CopyAccuracy) -> str:
    return one.blank.candidates[0].text


def readable_copy_table(table: pd.DataFrame) -> pd.DataFrame:
    """That table as people read it."""
    return pd.DataFrame(
        {
            "[MASK] / random / unchanged": table["shares"],
            "Fills the blank with": [
                f"{word} · {probability_text(p)}" for word, p in zip(table["blank"], table["probability"], strict=True)
            ],
            "Visible tokens recognised": [f"{a} of {b}" for a, b in zip(table["named"], table["seen"], strict=True)],
            "Loss on them (nats)": [f"{nats:.2f}" for nats in table["nats"]],
        }
    )
