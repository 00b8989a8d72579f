"""What two timed models show, in sentences made from the figures, and what becomes of three well-known claims.

"Reduce the size of a BERT model by 40%, while retaining 97% of its language understanding capabilities and being 60%
faster" is said of DistilBERT against BERT base by Sanh et al. 2019 (https://arxiv.org/abs/1910.01108). Their times were
of a processor, one example of STS-B at a time, without a vocabulary head, and their 97% is of the GLUE tasks. Here each
is set beside what this machine measured, vocabulary heads included.
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
from components.speed.tables.times import Names, duration_text, load_text, model_names
from components.tables.numbers import fixed, percentage

CLAIMED_SMALLER, CLAIMED_FASTER, CLAIMED_QUALITY = 0.40, 0.60, 0.97
NEAR = 0.02  # an exact figure within two hundredths of a claim meets it, since claims are round numbers
WIDE = 0.4  # an interval that long would agree with almost any claim
MINIMUM_RUNS_FOR_P99 = 100  # runs: of fewer, no one lies beyond the 99th percentile
CLAIMED_MODELS = ("bert-base-uncased", "distilbert-base-uncased")
_LESS, _MORE, _AS_CLAIMED = "Less than claimed.", "More than claimed.", "About as claimed."
_UNSURE = "Too uncertain to judge."
_APART = {"size": "saved", "speed": "speed gained", "quality": "quality kept"}  # less of it, or more
_CLAIMED_LENGTH = 128  # tokens: the paper names none; what BERT was mostly trained on


@dataclass(frozen=True)
class Claim:
    """A claim beside a measurement, in words; ``subject`` is what it is about, ``figure`` the share measured."""

    subject: str
    claim: str
    measured: str
    verdict: str
    figure: str = ""


def claims(result: TimingResult, *, quality: Interval | None = None) -> tuple[Claim, ...]:
    """The three claims, each with what was measured here.

    Args:
        result: A finished benchmark; the claims are about its second model against its first.
        quality: What share of the first model's quality the second keeps, from 0 to 1, if it was measured.
    """
    first, second = result.models
    smaller = 1 - second.parameters / first.parameters
    size = Claim(
        "size",
        "40% smaller",
        f"{second.parameters:,} parameters instead of {first.parameters:,}: {_percent(smaller)} smaller",
        _verdict(Interval(smaller, smaller, smaller), CLAIMED_SMALLER),
        percentage(smaller),
    )
    found = judged_cell(result.cells)
    faster = Interval(*(figure - 1 for figure in (found.speed_up.low, found.speed_up.value, found.speed_up.high)))
    speed = Claim(
        "speed",
        "60% faster",
        f"{_percent(faster.value)} faster ({_percent(faster.low)}–{_percent(faster.high)}) at {cell_text(found.cell)}",
        _verdict(faster, CLAIMED_FASTER),
        percentage(faster.value),
    )
    if quality is None:
        kept = Claim("quality", "97% of the quality", "Timing says nothing about answers", "Not measured here.")
    else:
        kept = Claim(
            "quality",
            "97% of the quality",
            f"{_percent(quality.value)} ({_percent(quality.low)}–{_percent(quality.high)})",
            _verdict(quality, CLAIMED_QUALITY),
            percentage(quality.value),
        )
    return size, speed, kept


def claims_finding(result: TimingResult, judged: Sequence[Claim]) -> str:
    """Whose figures these are, then the verdicts in one sentence: what differs from the claims, and what does not."""
    apart = [
        f"{'less' if claim.verdict == _LESS else 'more'} {_APART[claim.subject]} ({claim.figure}, not "
        f"{claim.claim.split()[0]})"
        for claim in judged
        if claim.verdict in (_LESS, _MORE)
    ]
    agreeing = [f"the {claim.subject} ({claim.figure})" for claim in judged if claim.verdict == _AS_CLAIMED]
    others = [
        f"the {claim.subject} {'is too uncertain to judge' if claim.verdict == _UNSURE else 'was not measured'}"
        for claim in judged
        if claim.verdict not in (_LESS, _MORE, _AS_CLAIMED)
    ]
    said = [_listed(apart)] if apart else []
    if agreeing:
        said.append(f"{_listed(agreeing)} {'is' if len(agreeing) == 1 else 'are'} as claimed")
    said += others
    verdicts = "; ".join(said)
    if _measured_as_claimed(result):
        return f"{verdicts[0].upper()}{verdicts[1:]}."
    first, second = model_names(result.setup)
    pocket = first.startswith("pocket") and second.startswith("pocket")
    whose = "Two pocket models" if pocket else f"{second[0].upper()}{second[1:]} and {first}"
    return f"{whose}: {verdicts}."


def operations_finding(result: TimingResult) -> str:
    """How much more the first model computes in the cell that is judged, vocabulary heads included."""
    found = judged_cell(result.cells)
    ratio = found.first.operations / found.second.operations
    return (
        f"{model_names(result.setup)[0]} needs {ratio:.2f} times as many operations at {cell_text(found.cell)}, "
        "vocabulary heads included."
    )


def judged_cell(cells: Sequence[CellResult]) -> CellResult:
    """The cell that is judged: the smallest batch, and the length nearest to 128 tokens."""
    return min(cells, key=lambda found: (found.cell.batch, abs(found.cell.length - _CLAIMED_LENGTH)))


def claims_note(result: TimingResult) -> str:
    """What the claims are about, where the models on the screen are others."""
    if _measured_as_claimed(result):
        return ""
    first, second = model_names(result.setup)
    return f"The claims were made for DistilBERT and BERT base; these figures are for {second} and {first}."


def speed_finding(cells: Sequence[CellResult], names: Names) -> str:
    """What to notice of the speed-ups: where the second model gains most and least."""
    if not cells:
        return ""
    first, second = names
    ordered = sorted(cells, key=lambda found: found.speed_up.value)
    low, high = ordered[0], ordered[-1]
    if len(cells) == 1:
        return f"At {cell_text(low.cell)}, {second} is {_times(low.speed_up)} as fast as {first}. {_certainty(cells)}"
    least, most = (fixed(found.speed_up.value, 2) for found in (low, high))
    close = (
        " These intervals overlap, so the difference may be chance." if low.speed_up.high >= high.speed_up.low else ""
    )
    return (
        f"{second} is {least} to {most} times as fast as {first}. The smallest speed-up is {_times(low.speed_up)} "
        f"at {cell_text(low.cell)}; the largest is {_times(high.speed_up)} at {cell_text(high.cell)}."
        f"{close} {_certainty(cells)}"
    )


def latency_finding(cells: Sequence[CellResult], names: Names) -> str:
    """What to notice of the times: the largest cell, its medians and its slowest runs."""
    if not cells:
        return ""
    largest = max(cells, key=lambda found: found.cell.batch * found.cell.length)
    said = [
        f"{name} takes {duration_text(timed.latency.p50)} ({_slowest(timed.latency)})"
        for name, timed in zip(names, largest.both, strict=True)
    ]
    return f"At {cell_text(largest.cell)}, {' and '.join(said)}."


def part_finding(cells: Sequence[CellResult], names: Names) -> str:
    """What to notice of the parts: what attention takes of each model's time, in the shortest and the longest cell."""
    cells = [found for found in cells if found.first.parts is not None]
    if not cells:
        return "The parts of a compiled model cannot be timed."
    short, long = (pick(cells, key=lambda found: found.cell.length) for pick in (min, max))
    cells = [long] if short is long else [long, short]
    said = []
    for found in cells:
        shares = (
            f"{_percent(_share(found.both[which].parts, ModelPart.ATTENTION))} of the time in {name}"
            for which, name in enumerate(names)
        )
        said.append(f"Attention takes {' and '.join(shares)}, at {cell_text(found.cell)}.")
    return " ".join(said)


def self_check_finding(check: SelfCheck, name: str) -> str:
    """Whether the way of measuring can be trusted here: a model against itself is once as fast."""
    interval = f"{check.ratio.value:.3f} ({check.ratio.low:.3f}–{check.ratio.high:.3f})"
    against, runs = (
        f"Timing {name} against itself gives {interval}",
        f"{cell_text(check.cell)}, {check.count} runs each",
    )
    if check.passed:
        return f"{against}, as it should ({runs})."
    return f"{against}, which does not include 1 ({runs}): something disturbed the measurement. Repeat it."


def load_finding(cells: Sequence[CellResult]) -> str:
    """What else the machine did in the cell where it did most; a warning where figures are likely to have suffered."""
    if not cells:
        return ""
    worst = max(cells, key=lambda found: (found.load.disturbed, found.load.others or 0.0, found.load.visitors))
    words = load_text(worst.load)
    if not worst.load.disturbed:
        return words
    return (
        f"{words} Times may be longer than on an idle machine; the models took turns, so their ratio is less affected."
    )


def random_weights_note(ready: BenchmarkSetup) -> str:
    """Says which models have random weights; empty where none has."""
    random = list(dict.fromkeys(model.name for model in (ready.first, ready.second) if model.random))
    if not random:
        return ""
    one = len(random) == 1
    return (
        f"The weights of {' and '.join(random)} are not on this machine, so {'it was' if one else 'they were'} built "
        f"at full size with random weights: time does not depend on the values."
    )


def _slowest(times: Latency) -> str:
    """The slow end of the runs, no finer than their number allows."""
    if times.count < MINIMUM_RUNS_FOR_P99:
        return f"the slowest of {times.count} took {duration_text(times.maximum)}"
    return f"99 of 100 runs within {duration_text(times.p99)}"


def _certainty(cells: Sequence[CellResult]) -> str:
    unsure = sum(found.speed_up.contains(1.0) for found in cells)
    if not unsure:
        return ""
    if len(cells) == 1:
        return "The 95% interval includes 1.0, so this may be chance."
    return f"In {unsure} of {len(cells)} settings the 95% interval includes 1.0, so the difference may be chance."


def _verdict(measured: Interval, claimed: float) -> str:
    exact = measured.low == measured.high
    if measured.contains(claimed) or (exact and abs(measured.value - claimed) <= NEAR):
        wide = measured.high - measured.low > WIDE
        return _UNSURE if wide else _AS_CLAIMED
    return _MORE if measured.low > claimed else _LESS


def _measured_as_claimed(result: TimingResult) -> bool:
    """Whether the models are the ones that the claims are about."""
    return (result.benchmark.first, result.benchmark.second) == CLAIMED_MODELS


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def _share(parts: PartTimes | None, part: ModelPart) -> float:
    return dict(parts.parts)[part] / parts.total if parts else 0.0


def cell_text(cell: BenchmarkCell) -> str:
    """The size of a cell in words."""
    sentences = "1 sentence" if cell.batch == 1 else f"{cell.batch:,} sentences"
    return f"{sentences} of {cell.length:,} tokens" if cell.length != 1 else f"{sentences} of 1 token"


def _times(interval: Interval) -> str:
    value, low, high = (fixed(figure, 2) for figure in (interval.value, interval.low, interval.high))
    return f"{value} times ({low}–{high})"


def _percent(share: float) -> str:
    return percentage(share, 1)
