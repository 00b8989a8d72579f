"""Three well-known claims about DistilBERT beside what was measured.

"Reduce the size of a BERT model by 40%, while retaining 97% of its language understanding capabilities and being 60%
faster": Sanh et al. 2019 (https://arxiv.org/abs/1910.01108) on DistilBERT compared with BERT base. They timed a CPU on
one example of STS-B at a time, without a vocabulary head, and their 97% is on the GLUE tasks. Here each claim is
compared with measurements on this machine, which include vocabulary heads. Beside each stands the pair of figures that
the paper itself prints: its table 3 has the sizes and the times, its table 1 the GLUE averages, both on the development
sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.speed.model.results import CellResult, TimingResult
from components.speed.tables.findings import cell_text, judged_cell
from components.speed.tables.times import cell_name, model_names
from components.tables.numbers import fixed, percentage
from components.tables.phrases import capitalised

CLAIMED_SMALLER, CLAIMED_FASTER, CLAIMED_QUALITY = 0.40, 0.60, 0.97
EXACT_TOLERANCE = 0.02  # exact values this close to a claim meet it, since claims are round numbers
UNCERTAIN_WIDTH = 0.4  # an interval this long would agree with almost any claim
CLAIMED_MODELS = ("bert-base-uncased", "distilbert-base-uncased")
# As printed by Sanh et al. 2019: BERT base, then DistilBERT.
PAPER_PARAMETERS = (110, 66)  # millions, table 3
PAPER_SECONDS = (668, 410)  # for the development set of STS-B on a CPU, table 3
PAPER_GLUE = (79.5, 77.0)  # average over the development sets, table 1
PAPER_SMALLER = 1 - PAPER_PARAMETERS[1] / PAPER_PARAMETERS[0]
PAPER_FASTER = PAPER_SECONDS[0] / PAPER_SECONDS[1] - 1
PAPER_QUALITY = PAPER_GLUE[1] / PAPER_GLUE[0]
_LESS, _MORE, _AS_CLAIMED = "Less than claimed.", "More than claimed.", "About as claimed."
_UNSURE = "Too uncertain to judge."
# The claim is about GLUE, the measurement about masked tokens: the two shares may be compared, but neither meets or
# fails the other.
_ON_TOKENS = {_LESS: "Less than 97%", _MORE: "More than 97%", _AS_CLAIMED: "About 97%"}


@dataclass(frozen=True)
class Claim:
    """A claim and its measurement as text.

    Attributes:
        subject: "size", "speed" or "quality".
        claim: The claim.
        measured: The measurement.
        paper: The pair of figures that the claim's paper prints.
        verdict: How the two compare.
        figure: The measured share as a percentage and what it is of: "28.2% smaller"; empty if nothing was measured.
    """

    subject: str
    claim: str
    measured: str
    paper: str
    verdict: str
    figure: str = ""


def claims(result: TimingResult, *, quality: Interval | None = None) -> tuple[Claim, ...]:
    """The three claims, each with its measurement.

    Args:
        result: A finished benchmark; the claims are about its second model against its first.
        quality: Quality of the second model divided by that of the first, if it was measured.
    """
    first, second = result.models
    size_reduction = 1 - second.parameters / first.parameters
    size_text = _change_text(size_reduction, "smaller", "larger")
    size_claim = Claim(
        "size",
        "40% smaller",
        f"{second.parameters:,} parameters instead of {first.parameters:,}: {size_text}",
        f"{PAPER_PARAMETERS[1]} million parameters instead of {PAPER_PARAMETERS[0]} million: "
        f"{percent_text(PAPER_SMALLER)} smaller (table 3)",
        _verdict(Interval(size_reduction, size_reduction, size_reduction), CLAIMED_SMALLER),
        size_text,
    )
    judged = judged_cell(result.cells)
    speed_gain = Interval(*(ratio - 1 for ratio in (judged.speed_up.low, judged.speed_up.value, judged.speed_up.high)))
    speed_claim = Claim(
        "speed",
        "60% faster",
        f"{percent_text(speed_gain.value)} faster ({percent_text(speed_gain.low)}–{percent_text(speed_gain.high)}) "
        f"at {cell_text(judged.cell)}{_other_settings(result.cells)}",
        f"{PAPER_SECONDS[1]} s instead of {PAPER_SECONDS[0]} s: {percent_text(PAPER_FASTER)} faster (table 3)",
        _verdict(speed_gain, CLAIMED_FASTER),
        f"{_change_text(speed_gain.value, 'faster', 'slower')} at {cell_name(judged.cell)} tokens",
    )
    paper_quality = (
        f"{fixed(PAPER_GLUE[1], 1)} instead of {fixed(PAPER_GLUE[0], 1)} on GLUE, development sets: "
        f"{percent_text(PAPER_QUALITY)} (table 1)"
    )
    measured, verdict, figure = "Timing says nothing about answers", "Not measured here.", ""
    if quality is not None:
        measured = (
            f"{percent_text(quality.value)} ({percent_text(quality.low)}–{percent_text(quality.high)}) of the accuracy "
            "on masked tokens"
        )
        verdict = _verdict(quality, CLAIMED_QUALITY)
        if verdict in _ON_TOKENS:
            verdict = f"{_ON_TOKENS[verdict]}, but the claim is about GLUE."
        figure = f"{percent_text(quality.value)} of the token accuracy"
    quality_claim = Claim("quality", "97% of the quality", measured, paper_quality, verdict, figure)
    return size_claim, speed_claim, quality_claim


def claims_finding(result: TimingResult, judged: Sequence[Claim]) -> str:
    """Every measurement beside what was claimed, preceded by the models if they are not the claimed ones."""
    sentence = "; ".join(map(_beside_claim, judged))
    if _has_claimed_models(result):
        return f"{capitalised(sentence)}."
    first, second = model_names(result.setup)
    pocket = first.startswith("pocket") and second.startswith("pocket")
    models_text = "Pocket models" if pocket else f"{capitalised(second)} and {first}"
    return f"{models_text}: {sentence}."


def claim_table(judged: Sequence[Claim]) -> pd.DataFrame:
    """One row per claim, as text: ``claim``, ``measured``, ``verdict``, ``paper``."""
    return pd.DataFrame(
        [(claim.claim, claim.measured, claim.verdict, claim.paper) for claim in judged],
        columns=["claim", "measured", "verdict", "paper"],
    )


def claims_note(result: TimingResult) -> str:
    """The models that the claims are about, if other ones were timed; else empty."""
    if _has_claimed_models(result):
        return ""
    first, second = model_names(result.setup)
    return f"The claims were made for DistilBERT and BERT base; these figures are for {second} and {first}."


def percent_text(share: float) -> str:
    """A measured or published share of a claim, with the same digits in sentences and in the chart."""
    return percentage(share, 1)


def _change_text(share: float, more: str, less: str) -> str:
    """A share of change and its direction: "28.2% smaller"."""
    return f"{percent_text(abs(share))} {more if share >= 0 else less}"


def _other_settings(cells: Sequence[CellResult]) -> str:
    """The smallest and the largest gain of speed, if there is more than one setting."""
    if len(cells) < 2:
        return ""
    gains = [result.speed_up.value - 1 for result in cells]
    return f"; {percent_text(min(gains))}–{percent_text(max(gains))} in all {len(cells)} settings"


def _beside_claim(claim: Claim) -> str:
    """A measurement and what was claimed, as a clause."""
    if claim.verdict == _UNSURE:
        return f"the {claim.subject} is too uncertain to judge"
    if not claim.figure:
        return f"the {claim.subject} was not measured"
    claimed = claim.claim.split()[0]
    if claim.subject == "quality":
        return f"{claim.figure} ({claimed} is of GLUE)"
    return f"{claim.figure}, {'as claimed' if claim.verdict == _AS_CLAIMED else f'not {claimed}'}"


def _verdict(measured: Interval, claimed: float) -> str:
    is_exact = measured.low == measured.high
    if measured.contains(claimed) or (is_exact and abs(measured.value - claimed) <= EXACT_TOLERANCE):
        is_wide = measured.high - measured.low > UNCERTAIN_WIDTH
        return _UNSURE if is_wide else _AS_CLAIMED
    return _MORE if measured.low > claimed else _LESS


def _has_claimed_models(result: TimingResult) -> bool:
    """Whether the models are those that the claims are about."""
    return (result.benchmark.first, result.benchmark.second) == CLAIMED_MODELS
