"""Loss curves: of one cell of a grid, and of the training loop beside the Trainer."""

import numpy as np
import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.grid import GridCell
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.grid import rate_text

COLUMNS = ["way", "step", "loss"]
TRAINER, BY_HAND = "Trainer", "By hand"


def cell_losses(cell: GridCell) -> pd.DataFrame:
    """Columns ``way``, ``step``, ``loss`` (nats, the mean over seeds); steps that are not finite are left out."""
    name = f"{rate_text(cell.plan.learning_rate)}, mean of {len(cell.accuracies)} seeds"
    rows = [(name, step, loss) for step, loss in enumerate(cell.losses, start=1) if loss >= 0]
    return pd.DataFrame(rows, columns=COLUMNS)


def cell_finding(cell: GridCell) -> str:
    """The accuracy of a cell for each seed."""
    accuracies = ", ".join(percentage(share) for share in cell.accuracies)
    rate = rate_text(cell.plan.learning_rate)
    return f"Learning rate {rate}, {cell.plan.train_size} labels: {accuracies} correct (one per seed)."


def trainer_and_loop_losses(result: FineTuningResult, cell: GridCell) -> pd.DataFrame:
    """The losses of one run with the Trainer and with the training loop: ``way``, ``step``, ``loss`` (nats)."""
    rows = [(TRAINER, step, loss) for step, loss in enumerate(result.history.losses, start=1)]
    rows += [(BY_HAND, step, loss) for step, loss in enumerate(cell.first_seed_losses, start=1)]
    return pd.DataFrame(rows, columns=COLUMNS)


def trainer_and_loop_finding(result: FineTuningResult, cell: GridCell) -> str:
    """The largest difference between the two."""
    apart = float(np.abs(np.array(result.history.losses) - np.array(cell.first_seed_losses)).max())
    equal = "agree to four digits" if apart < 1.5e-4 else f"differ by at most {apart:.4f} nats"
    return f"{len(cell.first_seed_losses)} steps with the Trainer and by hand: the losses {equal}."
