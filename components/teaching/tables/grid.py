"""Precomputed grids as tables and sentences: learning rates, warm-up and training sizes, with ranges over seeds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from components.model.statistics.paired import SIGNIFICANT, paired_t_test
from components.model.statistics.proportions import proportion_difference
from components.tables.numbers import fixed, percent_number, percentage
from components.teaching.model.grid import GridCell
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.histories import START_NAMES

MANY_TIMES = 100  # labels without pre-training for each label with it, in the claim of tutorials
GUESSING = 0.5  # accuracy of guessing: the grids have two equally frequent labels
CURVE_COLUMNS = ["series", "x", "value", "low", "high"]


def pretrained_cells(cells: Sequence[GridCell], *, warmup: bool = True) -> list[GridCell]:
    """The cells that start from the pre-trained model, with warm-up or without it."""
    return [cell for cell in cells if cell.plan.start is Start.PRETRAINED and bool(cell.plan.warmup_ratio) is warmup]


def cells_by_series(cells: Sequence[GridCell]) -> dict[str, list[GridCell]]:
    """Cells by series, whose cells differ only in their learning rate and are sorted by it; most labels first."""
    series: dict[str, list[GridCell]] = {}
    for warmup, text in ((True, ""), (False, ", no warm-up")):
        for cell in sorted(
            pretrained_cells(cells, warmup=warmup), key=lambda each: (-each.plan.train_size, each.plan.learning_rate)
        ):
            series.setdefault(f"{cell.plan.train_size} labels{text}", []).append(cell)
    return series


def rate_table(cells: Sequence[GridCell]) -> pd.DataFrame:
    """The accuracy at each learning rate.

    ``x`` is the learning rate; ``value`` the mean over seeds, ``low`` and ``high`` the lowest and the highest;
    ``series`` names the number of labels.
    """
    rows = [(series, *_curve_point(cell)) for series, some in cells_by_series(cells).items() for cell in some]
    return pd.DataFrame(rows, columns=CURVE_COLUMNS)


def rates_finding(cells: Sequence[GridCell]) -> str:
    """The best learning rate with the most labels, and which others are not significantly worse."""
    full = _with_most_labels(cells)
    best, low, high = max(full, key=lambda each: each.accuracy), min(full, key=_rate), max(full, key=_rate)
    close = [cell for cell in full if cell is not best and _same_seeds_p(best, cell) > SIGNIFICANT]
    share = f"{percentage(best.accuracy)} correct on average"
    if close:
        others = ", ".join(
            f"{rate_text(cell.plan.learning_rate)} ({percentage(cell.accuracy)}, p = "
            f"{fixed(_same_seeds_p(best, cell), 2)})"
            for cell in close
        )
        first = (
            f"A learning rate of {rate_text(best.plan.learning_rate)} does best ({share}), but not clearly better than "
            f"{others}"
        )
    else:
        first = f"A learning rate of {rate_text(best.plan.learning_rate)} does best ({share})"
    return f"{first}. {_ends_text(low, high)}"


def common_rates_note(name: str) -> str:
    """The usual learning rates of BERT base, which differ from the best of these small models."""
    return (
        f"These are runs of {name}. For BERT base, with its 110 million parameters, 2e-5 to 5e-5 is usual (Devlin et "
        "al. 2019)."
    )


def _ends_text(low: GridCell, high: GridCell) -> str:
    """The accuracy at the lowest and the highest learning rate, and whether it is better than guessing."""
    rates = [rate_text(cell.plan.learning_rate) for cell in (low, high)]
    shares = [percentage(cell.accuracy) for cell in (low, high)]
    guessed = ["" if cell.accuracy >= GUESSING + 0.005 else "no better than guessing" for cell in (low, high)]
    if shares[0] == shares[1]:
        return f"Both {rates[0]} and {rates[1]} give {shares[0]}{f', {guessed[0]}' if guessed[0] else ''}."
    each = [f"{share} ({how})" if how else share for share, how in zip(shares, guessed, strict=True)]
    return f"{rates[0]} gives {each[0]}, and {rates[1]} gives {each[1]}."


def warmup_note(cells: Sequence[GridCell]) -> str:
    """The effect of warm-up at the learning rate where it is largest, with the range over seeds and a test."""
    pairs = [
        (with_warmup, without_warmup)
        for without_warmup in pretrained_cells(cells, warmup=False)
        for with_warmup in pretrained_cells(cells)
        if replace(with_warmup.plan, warmup_ratio=0.0) == without_warmup.plan
    ]
    if not pairs:
        return ""
    with_warmup, without_warmup = max(pairs, key=lambda pair: abs(pair[0].accuracy - pair[1].accuracy))
    p = min(1.0, len(pairs) * _same_seeds_p(with_warmup, without_warmup))
    figures = (
        f"{percentage(with_warmup.accuracy)} with warm-up ({_accuracy_range(with_warmup)}), "
        f"{percentage(without_warmup.accuracy)} without ({_accuracy_range(without_warmup)}; {_p_text(p)}, "
        f"corrected for {len(pairs)} rates)"
    )
    rate = rate_text(with_warmup.plan.learning_rate)
    if p > SIGNIFICANT:
        return f"Warm-up makes no clear difference. The largest is at {rate}: {figures}."
    way = "helps" if with_warmup.accuracy > without_warmup.accuracy else "hurts"
    return f"Warm-up {way} most at {rate}: {figures}."


def label_table(cells: Sequence[GridCell]) -> pd.DataFrame:
    """The accuracy by training size, in the columns of :func:`rate_table`; ``series`` is the start."""
    rows = [
        (START_NAMES[cell.plan.start], cell.plan.train_size, *_curve_point(cell)[1:])
        for cell in sorted(cells, key=lambda each: (list(Start).index(each.plan.start), each.plan.train_size))
    ]
    return pd.DataFrame(rows, columns=CURVE_COLUMNS)


def labels_finding(cells: Sequence[GridCell], held_out: int) -> str:
    """Whether labels or pre-training win, with the claim of tutorials, and what pre-training adds to all labels.

    The claim is that :data:`MANY_TIMES` as many labels outweigh pre-training: the runs from random weights with the
    fewest labels that are so many are compared with the pre-trained ones with the fewest labels.

    Args:
        cells: Runs from both starts with the fewest and with all labels, which are at least :data:`MANY_TIMES` as many.
        held_out: The number of held-out sentences, whose sampling error decides.
    """
    by = {(cell.plan.start, cell.plan.train_size): cell for cell in cells}
    sizes = sorted({cell.plan.train_size for cell in cells})
    few, full = sizes[0], sizes[-1]
    many = min(size for start, size in by if start is Start.RANDOM and size >= MANY_TIMES * few)
    known, taught = by[Start.PRETRAINED, few].accuracy, by[Start.RANDOM, many].accuracy
    labels_gain = proportion_difference(taught, known, held_out, held_out)
    winner = (
        "labels win, as tutorials say"
        if labels_gain.low > 0
        else "pre-training wins, though tutorials say labels do"
        if labels_gain.high < 0
        else "no clear difference, though tutorials say that labels win"
    )
    with_it, without = by[Start.PRETRAINED, full].accuracy, by[Start.RANDOM, full].accuracy
    added = proportion_difference(with_it, without, held_out, held_out)
    effect = "still helps" if added.low > 0 else "hurts" if added.high < 0 else "makes no clear difference"
    return (
        f"{many:,} labels without pre-training get {percentage(taught)} right, {few:,} labels with it "
        f"{percentage(known)}: {winner}; with all {full:,} labels, pre-training {effect} "
        f"({percentage(with_it)} with it, {percentage(without)} without)."
    )


def labels_saved_note(cells: Sequence[GridCell]) -> str:
    """How many labels with pre-training do as well as all without it; empty if only all of them do."""
    curves = {
        start: {cell.plan.train_size: cell.accuracy for cell in cells if cell.plan.start is start} for start in Start
    }
    full = max(curves[Start.RANDOM])
    goal, trained = curves[Start.RANDOM][full], curves[Start.PRETRAINED]
    enough = min((size for size, accuracy in trained.items() if accuracy >= goal), default=full)
    if enough == full:
        return ""
    return (
        f"With pre-training, {enough:,} labels ({percentage(trained[enough])}) do as well as all {full:,} without it "
        f"({percentage(goal)})."
    )


def seeds_note(cells: Sequence[GridCell]) -> str:
    """How many runs each point is the mean of."""
    seeds: dict[int, int] = {}
    for cell in cells:  # of the two starts, the one with fewer
        seeds[cell.plan.train_size] = min(len(cell.accuracies), seeds.get(cell.plan.train_size, len(cell.accuracies)))
    several = [f"{count} at {size:,} labels" for size, count in sorted(seeds.items()) if count > 1]
    single = [size for size, count in seeds.items() if count == 1]
    rest = f" One run each from {min(single):,} labels." if single else ""
    return f"Random seeds: {', '.join(several)}.{rest}" if several else rest.strip()


def cell_of(plan: Plan, cells: Sequence[GridCell]) -> GridCell | None:
    """The cell of a plan, or None; the plan's seed is ignored."""
    return next((cell for cell in cells if cell.plan == replace(plan, seed=0)), None)


def seed_spread_note(result: FineTuningResult, cells: Sequence[GridCell]) -> str:
    """The range of the accuracy over seeds; empty if unknown."""
    cell = cell_of(result.plan, cells)
    if cell is None or len(cell.accuracies) < 2:
        return ""
    random = cell_of(result.plan.with_random_start(), cells)
    spread = f"Over {len(cell.accuracies)} random seeds this run gets {_accuracy_range(cell)}"
    return f"{spread}; from scratch, {_accuracy_range(random)}." if random and random is not cell else f"{spread}."


def _with_most_labels(cells: Sequence[GridCell]) -> list[GridCell]:
    """Cells from the pre-trained model, with warm-up and the most labels."""
    most_labels = max(cell.plan.train_size for cell in cells)
    return [cell for cell in pretrained_cells(cells) if cell.plan.train_size == most_labels]


def _same_seeds_p(first: GridCell, second: GridCell) -> float:
    """The p-value of a paired t-test over the seeds that two cells share."""
    return paired_t_test(first.accuracies, second.accuracies)


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {fixed(p, 3)}" if p < 0.01 else f"p = {fixed(p, 2)}"


def _curve_point(cell: GridCell) -> tuple[float, float, float, float]:
    return cell.plan.learning_rate, cell.accuracy, min(cell.accuracies), max(cell.accuracies)


def _accuracy_range(cell: GridCell) -> str:
    return f"{percent_number(min(cell.accuracies))}–{percentage(max(cell.accuracies))}"


def rate_text(rate: float) -> str:
    """A learning rate as text, such as 2e-5."""
    return f"{rate:.0e}".replace("e-0", "e-")


def _rate(cell: GridCell) -> float:
    return cell.plan.learning_rate


COLUMNS = ["run", "step", "loss"]
TRAINER, BY_HAND = "Trainer", "By hand"


def trainer_and_loop_losses(result: FineTuningResult, cell: GridCell) -> pd.DataFrame:
    """The losses of one run with the Trainer and with the training loop: ``run``, ``step``, ``loss`` (nats)."""
    rows = [(TRAINER, step, loss) for step, loss in enumerate(result.history.losses, start=1)]
    rows += [(BY_HAND, step, loss) for step, loss in enumerate(cell.first_seed_losses, start=1)]
    return pd.DataFrame(rows, columns=COLUMNS)


def trainer_and_loop_finding(result: FineTuningResult, cell: GridCell) -> str:
    """The largest difference between the two."""
    apart = float(np.abs(np.array(result.history.losses) - np.array(cell.first_seed_losses)).max())
    equal = "agree to four digits" if apart < 1.5e-4 else f"differ by at most {fixed(apart, 4)} nats"
    return f"{len(cell.first_seed_losses)} steps with the Trainer and by hand: the losses {equal}."
