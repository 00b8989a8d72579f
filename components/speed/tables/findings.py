"""Findings about two timed models."""

from collections.abc import Sequence

import pandas as pd

from components.model.statistics.bootstrap import Interval
from components.speed.model.results import BenchmarkSetup, CellResult, ModelPart, ModelTiming, SelfCheck, TimingResult
from components.speed.model.spec import BenchmarkCell
from components.speed.tables.times import Names, load_text, model_names, part_table
from components.tables.numbers import fixed, percentage
from components.tables.phrases import capitalised, count_phrase, possessive

JUDGED_LENGTH = 128  # tokens: DistilBERT's paper names no length; BERT was mostly trained on this one
SAME_TIME = 0.9  # of one part's times in two models: their ratio from which on they are about the same
HALF_TIME = (0.45, 0.55)  # the same, where the second takes about half as long
_SUBJECTS = {
    ModelPart.EMBEDDINGS: "the embeddings",
    ModelPart.ATTENTION: "attention",
    ModelPart.FEED_FORWARD: "feed-forward",
    ModelPart.HEAD: "the vocabulary head",
    ModelPart.OTHER: "everything else",
}


def judged_cell(cells: Sequence[CellResult]) -> CellResult:
    """The cell that is compared with the claims: the smallest batch, with the length nearest to 128 tokens."""
    return min(cells, key=lambda result: (result.cell.batch, abs(result.cell.length - JUDGED_LENGTH)))


def speed_finding(cells: Sequence[CellResult], names: Names) -> str:
    """The speed-up in the judged cell; then in how many settings it holds, and where it is smallest and largest."""
    if not cells:
        return ""
    return f"{_speed_answer(judged_cell(cells).speed_up, names)} {_range_finding(cells, names)}"


def _speed_answer(speed_up: Interval, names: Names) -> str:
    """Whether the second model is twice as fast as the first."""
    first, second = names[0], capitalised(names[1])
    if speed_up.contains(1.0):
        return f"{second} and {first} cannot be told apart by their speed."
    ratio = fixed(speed_up.value, 1)
    if ratio == "1.0":
        ratio = fixed(speed_up.value, 2)
    if speed_up.value < 1.0:
        return f"{second} is slower: {ratio} times as fast as {first}."
    is_twice = speed_up.contains(2.0) or ratio == "2.0"
    verdict = "about twice" if is_twice else "not twice" if speed_up.value < 2.0 else "more than twice"
    return f"{second} is {ratio} times as fast as {first}, {verdict}."


def _range_finding(cells: Sequence[CellResult], names: Names) -> str:
    """The speed-up in all settings, with intervals."""
    ordered = sorted(cells, key=lambda result: result.speed_up.value)
    low, high = ordered[0], ordered[-1]
    if len(cells) == 1:
        doubt = ", and the 95% interval includes 1.0, so this may be chance" if low.speed_up.contains(1.0) else ""
        return f"At {cell_text(low.cell)} it is {_ratio_text(low.speed_up)} as fast{doubt}."
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


def part_finding(result: CellResult, names: Names) -> str:
    """What the second model halves and what it does not, where that is so, and the part that takes the first longest.

    Then follows the share of attention in either model's own time.
    """
    shares, table = (_part_shares(result.first), _part_shares(result.second)), part_table(result)
    if table.empty:
        return "The parts of a compiled model cannot be timed."
    largest, runner_up = (ModelPart(part) for part in table["word"][:2])
    longest, of_second = table.loc[0, ["first_chance", "second_chance"]]
    subject = capitalised(_SUBJECTS[largest])
    answer = (
        f"{subject} and {_SUBJECTS[runner_up]} take longest in {names[0]}: {longest} each."
        if table["first_chance"][1] == longest
        else f"{subject} take{'' if largest is ModelPart.EMBEDDINGS else 's'} longest in {names[0]}: {longest} "
        f"({names[1]}: {of_second})."
    )
    whose = possessive(names[0])
    mine, other = (percentage(each[ModelPart.ATTENTION]) for each in shares)
    return (
        f"{_halved_finding(table, names)}{answer} At {cell_text(result.cell)}, attention takes {mine} of {whose} "
        f"time and {other} of {possessive(names[1])} own."
    )


def _halved_finding(table: pd.DataFrame, names: Names) -> str:
    """That the second model halves the parts that layers have, and not the vocabulary head; empty if not so."""
    ratios = _part_ratios(table)
    low, high = HALF_TIME
    if not all(low <= ratios[part] <= high for part in (ModelPart.ATTENTION, ModelPart.FEED_FORWARD)):
        return ""
    if not _takes_as_long(ratios[ModelPart.HEAD]):
        return ""
    return f"{capitalised(names[1])} halves attention and feed-forward, but not the vocabulary head. "


def _part_ratios(table: pd.DataFrame) -> dict[ModelPart, float]:
    """The second model's time of each part divided by the first's."""
    ratios = table["second"] / table["first"]
    return {ModelPart(part): float(ratio) for part, ratio in zip(table["word"], ratios, strict=True)}


def _takes_as_long(ratio: float) -> bool:
    return SAME_TIME <= ratio <= 1 / SAME_TIME


def head_finding(result: CellResult) -> str:
    """That the vocabulary head takes about as long in both models, which limits the speed-up; empty if not so."""
    table = part_table(result)
    if table.empty or not _takes_as_long(_part_ratios(table)[ModelPart.HEAD]):
        return ""
    return "The vocabulary head, which scores every word, takes about as long in both."


def _part_shares(timed: ModelTiming) -> dict[ModelPart, float]:
    """The share of each part in a model's own time; empty for a compiled model."""
    return {} if timed.parts is None else {part: seconds / timed.parts.total for part, seconds in timed.parts.parts}


def operations_finding(result: TimingResult) -> str:
    """How many times as many operations the first model needs in the judged cell, including vocabulary heads."""
    judged = judged_cell(result.cells)
    ratio = judged.first.operations / judged.second.operations
    return (
        f"{model_names(result.setup)[0]} needs {fixed(ratio, 2)} times as many operations at {cell_text(judged.cell)}, "
        "vocabulary heads included."
    )


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


def cell_text(cell: BenchmarkCell) -> str:
    """The input shape of a cell as text."""
    return f"{count_phrase(cell.batch, 'sentence')} of {count_phrase(cell.length, 'token')}"


def _ratio_text(interval: Interval) -> str:
    value, low, high = (fixed(figure, 2) for figure in (interval.value, interval.low, interval.high))
    return f"{value} times ({low}–{high})"
