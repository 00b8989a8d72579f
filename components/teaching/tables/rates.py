"""One cell of a grid, and the loop by hand beside the Trainer."""

import numpy as np
import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.grid import Cell
from components.teaching.model.results import Ran
from components.teaching.tables.grid import rate_text

COLUMNS = ["way", "step", "loss"]
TRAINER, BY_HAND = "Trainer", "By hand"


def cell_losses(cell: Cell) -> pd.DataFrame:
    """``way``, ``step``, ``loss`` in nats, the mean over seeds; steps without a number are left out."""
    name = f"{rate_text(cell.plan.rate)}, mean of {len(cell.accuracies)} seeds"
    rows = [(name, step, loss) for step, loss in enumerate(cell.losses, start=1) if loss >= 0]
    return pd.DataFrame(rows, columns=COLUMNS)


def cell_finding(cell: Cell) -> str:
    """What a cell comes to, seed by seed."""
    told = ", ".join(percentage(share) for share in cell.accuracies)
    return f"Learning rate {rate_text(cell.plan.rate)}, {cell.plan.labels} labels: {told} correct (one per seed)."


def both_losses(ran: Ran, cell: Cell) -> pd.DataFrame:
    """The same run by the Trainer and by hand: ``way``, ``step``, ``loss`` in nats."""
    rows = [(TRAINER, step, loss) for step, loss in enumerate(ran.own.losses, start=1)]
    rows += [(BY_HAND, step, loss) for step, loss in enumerate(cell.first, start=1)]
    return pd.DataFrame(rows, columns=COLUMNS)


def both_finding(ran: Ran, cell: Cell) -> str:
    """How far the two losses lie apart at most."""
    apart = float(np.abs(np.array(ran.own.losses) - np.array(cell.first)).max())
    equal = "agree to four digits" if apart < 1.5e-4 else f"differ by at most {apart:.4f} nats"
    return f"{len(cell.first)} steps with the Trainer and by hand: the losses {equal}."
