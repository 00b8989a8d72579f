"""Tables and findings of replaced token detection."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.replaced_results import DetectionMetrics, ReplacedTokens, TokenJudgement
from components.pretraining.model.results import CopyAccuracy
from components.tables.numbers import fixed, probability_text, weighted_sum_text
from components.tables.phrases import article, count_phrase, part_phrase, quoted

FEW = 0.5  # of the replaced tokens: below, most escape


def replaced_table(result: ReplacedTokens, *, custom: bool = False) -> pd.DataFrame:
    """The discriminator's judgements, without special tokens; ``custom`` as in :func:`replaced_finding`.

    Columns: ``row`` from 1; ``position``; ``token``, the token it sees; ``was``, the original; ``hidden``;
    ``replaced``; ``probability`` of “replaced”; ``nats``, the loss; ``figure``.
    """
    return pd.DataFrame(
        [
            (
                row,
                judgement.position,
                judgement.text,
                judgement.original,
                judgement.hidden,
                judgement.replaced,
                judgement.probability,
                judgement.loss,
                _label(judgement, custom=custom),
            )
            for row, judgement in enumerate((judgement for judgement in result.judgements if not judgement.special), 1)
        ],
        columns=["row", "position", "token", "was", "hidden", "replaced", "probability", "nats", "figure"],
    )


def _label(judgement: TokenJudgement, *, custom: bool) -> str:
    probability = probability_text(judgement.probability)
    if judgement.replaced:
        return f"{probability} · was {quoted(judgement.original)}"
    if not judgement.hidden:
        return probability
    return f"{probability} · {'the same word' if custom else 'guessed right'}"


def replaced_finding(result: ReplacedTokens, *, custom: bool = False) -> str:
    """How many tokens were replaced, and whether the discriminator flags them.

    Args:
        result: The judgements.
        custom: Whether a word was chosen as the replacement; otherwise the generator guessed.
    """
    replaced = [judgement for judgement in result.judgements if judgement.replaced]
    others = [judgement for judgement in result.judgements if not judgement.replaced and not judgement.special]
    if not replaced:
        why = (
            "The replacement is the original word, so nothing was replaced"
            if custom
            else "The generator guessed every hidden token right, so nothing was replaced"
        )
        mean = f"{_with_article(others)} chance of being fake"
        if len(others) == 1:
            return f"{why}: the discriminator gives the only token {mean}."
        return f"{why}: on average the discriminator gives a token {mean}."
    if len(replaced) == 1:
        first = f"The one replaced token gets {_with_article(replaced)} chance of being fake"
    else:
        first = f"The {len(replaced)} replaced tokens average {_with_article(replaced)} chance of being fake"
    many = "; the other one gets" if len(others) == 1 else f"; the other {len(others)} average"
    rest = f"{many} {probability_text(_mean(others))}" if others else ""
    caught, wrong = (sum(judgement.is_flagged for judgement in some) for some in (replaced, others))
    flags = f"At a threshold of 50% it flags {part_phrase(caught, len(replaced), 'replaced token')}"
    original = f" and {part_phrase(wrong, len(others), 'original one')}" if others else ""
    return f"{first}{rest}. {flags}{original}."


def _mean(pieces: Sequence[TokenJudgement]) -> float:
    return sum(judgement.probability for judgement in pieces) / len(pieces)


def _with_article(pieces: Sequence[TokenJudgement]) -> str:
    mean = probability_text(_mean(pieces))
    return f"{article(mean)} {mean}"


def detection_loss_text(result: ReplacedTokens, weight: int) -> str:
    """The loss as a sum of the generator's and the weighted discriminator's."""
    hidden, every = len(result.generator_losses), len(result.judgements)
    return (
        f"{weighted_sum_text(result.generator_loss, weight, result.discriminator_loss)} nats "
        f"(generator: mean over {count_phrase(hidden, 'hidden token')}; discriminator: mean over all {every})"
    )


def detection_limit_text(metrics: DetectionMetrics) -> str:
    """What this discriminator can and cannot tell, by its recall on the generator's own guesses."""
    share = f"The discriminator finds {probability_text(metrics.recall)} of the generator’s guesses in held-out text"
    return f"{share}: most plausible words escape it." if metrics.recall < FEW else f"{share}."


def detection_metrics_text(metrics: DetectionMetrics) -> str:
    """Recall and precision of the discriminator on held-out text."""
    return (
        f"On held-out text the discriminator flags {probability_text(metrics.recall)} of the replaced tokens; of the "
        f"tokens "
        f"it flags, {probability_text(metrics.precision)} are indeed replaced."
    )


def copy_table(accuracies: Sequence[CopyAccuracy]) -> pd.DataFrame:
    """One sentence, predicted by four models.

    Columns: ``shares``; ``blank``, the first choice, with ``probability``; ``recognised`` of the ``visible`` tokens
    that it calls by their name; ``nats``, what they cost it on average.
    """
    return pd.DataFrame(
        [
            (
                accuracy.mixture,
                _first(accuracy),
                accuracy.blank.candidates[0].probability,
                accuracy.correct_count,
                accuracy.visible_count,
                accuracy.loss,
            )
            for accuracy in accuracies
        ],
        columns=["shares", "blank", "probability", "recognised", "visible", "nats"],
    )


def _first(accuracy: CopyAccuracy) -> str:
    return accuracy.blank.candidates[0].text


def readable_copy_table(table: pd.DataFrame) -> pd.DataFrame:
    """The same table with headings and numbers as text."""
    return pd.DataFrame(
        {
            "[MASK] / random / unchanged": table["shares"],
            "Fills the blank with": [
                f"{word} · {probability_text(p)}" for word, p in zip(table["blank"], table["probability"], strict=True)
            ],
            "Visible tokens recognised": [
                f"{a} of {b}" for a, b in zip(table["recognised"], table["visible"], strict=True)
            ],
            "Loss on them (nats)": [fixed(nats, 2) for nats in table["nats"]],
        }
    )
