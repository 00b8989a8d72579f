"""The curves of a run under way, drawn once for everybody who watches it: Altair takes longer than all else there."""

import json
from functools import lru_cache

from components.charts.candidates import Spec
from components.teaching.charts.courses import accuracy_curves, loss_curves
from components.teaching.model.plan import Plan
from components.teaching.model.results import Look, Step
from components.teaching.tables.courses import course_names, look_table, loss_table

MOST_KEPT = 8  # one run is under way at a time, and watched at about the same step


def growing_accuracy(looks: tuple[Look, ...], plan: Plan, chance: float) -> Spec:
    """As :func:`components.teaching.charts.courses.accuracy_curves`, of the looks so far, for the caller to change."""
    spec: Spec = json.loads(_accuracy(looks, plan, chance))
    return spec


def growing_losses(steps: tuple[Step, ...], plan: Plan) -> Spec:
    """As :func:`components.teaching.charts.courses.loss_curves`, of the steps so far, for the caller to change."""
    spec: Spec = json.loads(_losses(steps, plan))
    return spec


@lru_cache(MOST_KEPT)
def _accuracy(looks: tuple[Look, ...], plan: Plan, chance: float) -> str:
    names = course_names(plan.start)
    return str(accuracy_curves(look_table(looks), names=names, steps=plan.steps, chance=chance).to_json(indent=None))


@lru_cache(MOST_KEPT)
def _losses(steps: tuple[Step, ...], plan: Plan) -> str:
    return str(loss_curves(loss_table(steps), names=course_names(plan.start), steps=plan.steps).to_json(indent=None))
