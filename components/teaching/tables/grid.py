"""Precomputed grids as tables and sentences: learning rates, warm-up and training sizes, with ranges over seeds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from components.model.statistics.paired import SIGNIFICANT, paired_t_test
from components.tables.numbers import fixed, percent_number, percentage, signed
from components.teaching.model.grid import GridCell
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.histories import START_NAMES

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


def labels_finding(cells: Sequence[GridCell]) -> str:
    """The accuracy with the most labels from both starts, and how many labels suffice to beat random weights."""
    by = {(cell.plan.start, cell.plan.train_size): cell for cell in cells}
    sizes = sorted({cell.plan.train_size for cell in cells})
    largest = sizes[-1]
    random = by[Start.RANDOM, largest]
    trained = [by[Start.PRETRAINED, size] for size in sizes]
    p = _same_seeds_p(trained[-1], random)
    figures = (
        f"With {largest:,} labels: {percentage(trained[-1].accuracy)} correct pre-trained, "
        f"{percentage(random.accuracy)} from scratch ({_p_text(p)})"
    )
    if p > SIGNIFICANT:
        return f"{figures}. That is no clear difference."
    ahead = [cell.accuracy > random.accuracy and _same_seeds_p(cell, random) <= SIGNIFICANT for cell in trained]
    first = next((place for place in range(len(sizes)) if all(ahead[place:])), None)
    if first is None or first == len(sizes) - 1:
        return f"{figures}."
    enough = trained[first]
    more = (
        f"{figures}. Pre-trained, {sizes[first]} labels already beat that "
        f"({percentage(enough.accuracy)}, {_p_text(_same_seeds_p(enough, random))})"
    )
    if not first:
        return f"{more}."
    fewer = trained[first - 1]
    return (
        f"{more}; {sizes[first - 1]} labels give {percentage(fewer.accuracy)} "
        f"({_p_text(_same_seeds_p(fewer, random))})."
    )


def labels_and_start_note(cells: Sequence[GridCell]) -> str:
    """What labels add from the pre-trained weights, and what pre-training adds with the most labels."""
    by = {(cell.plan.start, cell.plan.train_size): cell for cell in cells}
    sizes = sorted({cell.plan.train_size for cell in cells})
    few, many, random = by[Start.PRETRAINED, sizes[0]], by[Start.PRETRAINED, sizes[-1]], by[Start.RANDOM, sizes[-1]]
    return (
        f"Pre-trained, {sizes[-1]:,} labels instead of {sizes[0]} change the accuracy by {_change(few, many)}; with "
        f"{sizes[-1]:,} labels, pre-training changes it by {_change(random, many)}."
    )


def starts_finding(cells: Sequence[GridCell]) -> str:
    """The accuracy with the most labels from each start, and what labels and pre-training add."""
    by = {(cell.plan.start, cell.plan.train_size): cell for cell in cells}
    sizes = sorted({cell.plan.train_size for cell in cells})
    full, half, random = (by[start, sizes[-1]] for start in (Start.PRETRAINED, Start.HALF, Start.RANDOM))
    p = _same_seeds_p(full, half)
    figures = (
        f"With {sizes[-1]:,} labels: {percentage(full.accuracy)} correct pre-trained, {percentage(half.accuracy)} half "
        f"pre-trained ({_p_text(p)}), {percentage(random.accuracy)} from scratch"
    )
    if p > SIGNIFICANT:
        return f"{figures}. More pre-training makes no clear difference here."
    return (
        f"{figures}. Half pre-trained, {sizes[-1]:,} labels instead of {sizes[0]} change the accuracy by "
        f"{_change(by[Start.HALF, sizes[0]], half)}; the rest of pre-training changes it by {_change(half, full)}."
    )


def _change(before: GridCell, after: GridCell) -> str:
    """The difference of two accuracies in percentage points, with its sign."""
    return f"{signed(100 * (after.accuracy - before.accuracy), 1)} points"


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
