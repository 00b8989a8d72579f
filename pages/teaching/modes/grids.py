"""Learning rate and labels: what either does to the accuracy, over stored grids of runs."""

from pages.parts.findings import Findings
from pages.parts.settings import choice
from pages.teaching.context import TeachingContext
from pages.teaching.label_curves import label_curves
from pages.teaching.rate_curves import rate_curves

RATE, LABELS = "learning rate", "number of labels"


def show(context: TeachingContext) -> Findings:
    """Draw the grid that is chosen."""
    return label_curves(context) if choice("What varies", "vary", [RATE, LABELS]) == LABELS else rate_curves(context)
