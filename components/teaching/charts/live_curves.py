"""The curves of a running run, made once for everybody who watches it, since Altair is slow."""

import json
from functools import lru_cache

from components.charts.candidates import Spec
from components.teaching.charts.histories import accuracy_curves, loss_curves
from components.teaching.model.plan import Plan
from components.teaching.model.results import HeldOutEvaluation, TrainingStep
from components.teaching.tables.histories import evaluation_table, history_names, loss_table

CACHE_SIZE = 8  # one run is under way at a time, and watched at about the same step


def live_accuracy_spec(evaluations: tuple[HeldOutEvaluation, ...], plan: Plan, chance: float) -> Spec:
    """The accuracy curves of the evaluations so far, as a specification that the caller may change."""
    spec: Spec = json.loads(_accuracy(evaluations, plan, chance))
    return spec


def live_loss_spec(steps: tuple[TrainingStep, ...], plan: Plan) -> Spec:
    """The loss curves of the steps so far, as a specification that the caller may change."""
    spec: Spec = json.loads(_losses(steps, plan))
    return spec


@lru_cache(CACHE_SIZE)
def _accuracy(evaluations: tuple[HeldOutEvaluation, ...], plan: Plan, chance: float) -> str:
    names = history_names(plan.start)
    return str(
        accuracy_curves(evaluation_table(evaluations), names=names, steps=plan.steps, chance=chance).to_json(
            indent=None
        )
    )


@lru_cache(CACHE_SIZE)
def _losses(steps: tuple[TrainingStep, ...], plan: Plan) -> str:
    return str(loss_curves(loss_table(steps), names=history_names(plan.start), steps=plan.steps).to_json(indent=None))
