"""Learning rate and labels: their effect on the accuracy, from precomputed grids."""

from pages.parts.findings import Findings
from pages.parts.settings import choice
from pages.teaching.context import TeachingContext
from pages.teaching.label_curves import label_curves
from pages.teaching.rate_curves import rate_curves

RATE, LABELS = "learning rate", "number of labels"


def show(context: TeachingContext) -> Findings:
    """Draw the chosen grid."""
    return label_curves(context) if choice("What varies", "vary", [RATE, LABELS]) == LABELS else rate_curves(context)
