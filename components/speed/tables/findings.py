"""Findings about two timed models, and a comparison with three well-known claims.

"Reduce the size of a BERT model by 40%, while retaining 97% of its language understanding capabilities and being 60%
faster": Sanh et al. 2019 (https://arxiv.org/abs/1910.01108) on DistilBERT compared with BERT base. They timed a CPU on
one example of STS-B at a time, without a vocabulary head, and their 97% is on the GLUE tasks. Here each claim is
compared with measurements on this machine, which include vocabulary heads. Beside each stands the pair of figures that
the paper itself prints: its table 3 has the sizes and the times, its table 1 the GLUE averages, both on the development
sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from components.model.statistics.bootstrap import Interval
from components.speed.model.results import (
    BenchmarkSetup,
    CellResult,
    Latency,
    ModelPart,
    PartTimes,
    SelfCheck,
    TimingResult,
)
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.times import Names, cell_name, duration_text, load_text, model_names
from components.tables.numbers import fixed, percentage
from components.tables.phrases import capitalised, count_phrase

CLAIMED_SMALLER, CLAIMED_FASTER, CLAIMED_QUALITY = 0.40, 0.60, 0.97
EXACT_TOLERANCE = 0.02  # exact values this close to a claim meet it, since claims are round numbers
UNCERTAIN_WIDTH = 0.4  # an interval this long would agree with almost any claim
MINIMUM_RUNS_FOR_P99 = 100  # with fewer runs, none lies beyond the 99th percentile
CLAIMED_MODELS = ("bert-base-uncased", "distilbert-base-uncased")
# As printed by Sanh et al. 2019: BERT base, then DistilBERT.
PAPER_PARAMETERS = (110, 66)  # millions, table 3
PAPER_SECONDS = (668, 410)  # for the development set of STS-B on a CPU, table 3
PAPER_GLUE = (79.5, 77.0)  # average over the development sets, table 1
_LESS, _MORE, _AS_CLAIMED = "Less than claimed.", "More than claimed.", "About as claimed."
_UNSURE = "Too uncertain to judge."
# The claim is about GLUE, the measurement about masked tokens: the two shares may be compared, but neither meets or
# fails the other.
_ON_TOKENS = {_LESS: "Less than 97%", _MORE: "More than 97%", _AS_CLAIMED: "About 97%"}
_CLAIMED_LENGTH = 128  # tokens: the paper names no length; BERT was mostly trained on this one


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


@dataclass(frozen=True)
class PaperShares:
    """The three claimed quantities, computed from the figures that the paper prints."""

    smaller: float = 1 - PAPER_PARAMETERS[1] / PAPER_PARAMETERS[0]
    faster: float = PAPER_SECONDS[0] / PAPER_SECONDS[1] - 1
    quality: float = PAPER_GLUE[1] / PAPER_GLUE[0]


PAPER_SHARES = PaperShares()


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
        f"{percent_text(PAPER_SHARES.smaller)} smaller (table 3)",
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
        f"{PAPER_SECONDS[1]} s instead of {PAPER_SECONDS[0]} s: {percent_text(PAPER_SHARES.faster)} faster (table 3)",
        _verdict(speed_gain, CLAIMED_FASTER),
        f"{_change_text(speed_gain.value, 'faster', 'slower')} at {cell_name(judged.cell)} tokens",
    )
    paper_quality = (
        f"{fixed(PAPER_GLUE[1], 1)} instead of {fixed(PAPER_GLUE[0], 1)} on GLUE, development sets: "
        f"{percent_text(PAPER_SHARES.quality)} (table 1)"
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


def operations_finding(result: TimingResult) -> str:
    """How many times as many operations the first model needs in the judged cell, including vocabulary heads."""
    judged = judged_cell(result.cells)
    ratio = judged.first.operations / judged.second.operations
    return (
        f"{model_names(result.setup)[0]} needs {fixed(ratio, 2)} times as many operations at {cell_text(judged.cell)}, "
        "vocabulary heads included."
    )


def judged_cell(cells: Sequence[CellResult]) -> CellResult:
    """The cell that is compared with the claims: the smallest batch, with the length nearest to 128 tokens."""
    return min(cells, key=lambda result: (result.cell.batch, abs(result.cell.length - _CLAIMED_LENGTH)))


def claims_note(result: TimingResult) -> str:
    """The models that the claims are about, if other ones were timed; else empty."""
    if _has_claimed_models(result):
        return ""
    first, second = model_names(result.setup)
    return f"The claims were made for DistilBERT and BERT base; these figures are for {second} and {first}."


def speed_finding(cells: Sequence[CellResult], names: Names) -> str:
    """Say in how many settings the second model is faster; then give the smallest and the largest speed-up."""
    if not cells:
        return ""
    first, second = names
    ordered = sorted(cells, key=lambda result: result.speed_up.value)
    low, high = ordered[0], ordered[-1]
    if len(cells) == 1:
        ratio = _ratio_text(low.speed_up)
        doubt = ", but the 95% interval includes 1.0, so this may be chance" if low.speed_up.contains(1.0) else ""
        return f"At {cell_text(low.cell)}, {second} is {ratio} as fast as {first}{doubt}."
    overlap_note = (
        " These intervals overlap, so the difference between them may be chance."
        if low.speed_up.high >= high.speed_up.low
        else ""
    )
    return (
        f"{_speed_summary(ordered, names)} "
        f"The smallest speed-up is {_ratio_text(low.speed_up)} at {cell_text(low.cell)}; "
        f"the largest is {_ratio_text(high.speed_up)} at {cell_text(high.cell)}.{overlap_note}"
    )


def latency_finding(cells: Sequence[CellResult], names: Names) -> str:
    """The medians and the slowest runs in the largest cell."""
    if not cells:
        return ""
    largest = max(cells, key=lambda result: result.cell.batch * result.cell.length)
    clauses = [
        f"{name} takes {duration_text(timed.latency.p50)} ({_slow_end_text(timed.latency)})"
        for name, timed in zip(names, largest.both, strict=True)
    ]
    return f"At {cell_text(largest.cell)}, {' and '.join(clauses)}."


def part_finding(cells: Sequence[CellResult], names: Names) -> str:
    """The share of attention in each model's time, in the cells with the longest and the shortest sentences."""
    cells = [result for result in cells if result.first.parts is not None]
    if not cells:
        return "The parts of a compiled model cannot be timed."
    shortest, longest = (pick(cells, key=lambda result: result.cell.length) for pick in (min, max))
    cells = [longest] if shortest is longest else [longest, shortest]
    sentences = []
    for result in cells:
        shares = (
            f"{percentage(_part_share(result.both[which].parts, ModelPart.ATTENTION))} of the time in {name}"
            for which, name in enumerate(names)
        )
        sentences.append(f"Attention takes {' and '.join(shares)}, at {cell_text(result.cell)}.")
    return " ".join(sentences)


def self_check_finding(check: SelfCheck, name: str) -> str:
    """Whether the measurement can be trusted: timing a model against itself should give a ratio of 1."""
    interval = f"{fixed(check.ratio.value, 3)} ({fixed(check.ratio.low, 3)}–{fixed(check.ratio.high, 3)})"
    against, runs = (
        f"Timing {name} against itself gives {interval}",
        f"{cell_text(check.cell)}, {check.count} runs each",
    )
    if check.passed:
        return f"{against}, as it should ({runs})."
    return f"{against}, which does not include 1 ({runs}): something disturbed the measurement. Repeat it."


def load_finding(cells: Sequence[CellResult]) -> str:
    """The load by others in the most disturbed cell, with a warning if it may have affected the times."""
    if not cells:
        return ""
    worst = max(cells, key=lambda result: (result.load.disturbed, result.load.others or 0.0, result.load.visitors))
    load_note = load_text(worst.load)
    if not worst.load.disturbed:
        return load_note
    return (
        f"{load_note} Times may be longer than on an idle machine; "
        "the models took turns, so their ratio is less affected."
    )


def random_weights_note(setup: BenchmarkSetup) -> str:
    """Which models have random weights; empty if none has."""
    names = list(dict.fromkeys(model.name for model in (setup.first, setup.second) if model.random))
    if not names:
        return ""
    single = len(names) == 1
    return (
        f"The weights of {' and '.join(names)} are not on this machine, so {'it was' if single else 'they were'} built "
        f"at full size with random weights: time does not depend on the values."
    )


def _slow_end_text(times: Latency) -> str:
    """The slow end of the distribution: p99 if there are enough runs for it, else the slowest run."""
    if times.count < MINIMUM_RUNS_FOR_P99:
        return f"the slowest of {times.count} took {duration_text(times.maximum)}"
    return f"99 of 100 runs within {duration_text(times.p99)}"


def _speed_summary(ordered: Sequence[CellResult], names: Names) -> str:
    """One sentence that holds for the intervals of all cells, two or more, which are sorted by speed-up."""
    first, second = names
    faster = [result for result in ordered if result.speed_up.low > 1.0]
    slower = [result for result in ordered if result.speed_up.high < 1.0]
    count = len(ordered)
    if count in (len(faster), len(slower)):
        return f"{second} is {_range_text(ordered)} as fast as {first}."
    unclear = count - len(faster) - len(slower)
    if unclear == count:
        return (
            f"{second} is {_range_text(ordered)} as fast as {first}, but in all {count} settings the 95% interval "
            "includes 1.0, so this may be chance."
        )
    groups = [results for results in (faster, slower) if results]
    clauses = [f"{_range_text(groups[0])} as fast as {first} in {len(groups[0])} of {count} settings"]
    clauses += [f"{_range_text(results)} as fast in {len(results)}" for results in groups[1:]]
    doubt = f"; in {unclear} the 95% interval includes 1.0, so there it may be chance" if unclear else ""
    return f"{second} is {' and '.join(clauses)}{doubt}."


def _range_text(ordered: Sequence[CellResult]) -> str:
    """The smallest and the largest speed-up of cells that are sorted by it."""
    ends = dict.fromkeys(fixed(result.speed_up.value, 2) for result in (ordered[0], ordered[-1]))
    return f"{' to '.join(ends)} times"


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


def _part_share(parts: PartTimes | None, part: ModelPart) -> float:
    return dict(parts.parts)[part] / parts.total if parts else 0.0


def cell_text(cell: BenchmarkCell) -> str:
    """The input shape of a cell as text."""
    return f"{count_phrase(cell.batch, 'sentence')} of {count_phrase(cell.length, 'token')}"


def percent_text(share: float) -> str:
    """A measured or published share of a claim, with the same digits in sentences and in the chart."""
    return percentage(share, 1)


def _ratio_text(interval: Interval) -> str:
    value, low, high = (fixed(figure, 2) for figure in (interval.value, interval.low, interval.high))
    return f"{value} times ({low}–{high})"
