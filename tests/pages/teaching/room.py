"""Helpers for tests of the room “Fine-tuning”: the results that ship, and a queue on its page."""

import pytest

import cache.teaching
import pages.teaching.context
import pages.teaching.job
import pages.teaching.origin
import pages.teaching.weights
from cache.shipped.first_runs import first_run
from components.teaching.model.plan import Plan, plan_to_link
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.results import FineTuningResult
from components.teaching.model.training_queue import TrainingQueue
from pages.teaching.settings import RUN

DEFAULT_RUN = {RUN: plan_to_link(DEFAULT_PLAN)}  # a link with nothing opens the run on all of SST-2


def stored(plan: Plan = DEFAULT_PLAN) -> FineTuningResult:
    ran = first_run(plan.key)
    assert ran is not None
    return ran


def put_on_page(queue: TrainingQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the page use a queue."""
    pages_of_it = (pages.teaching.context, pages.teaching.job, pages.teaching.origin, pages.teaching.weights)
    for module in (cache.teaching, *pages_of_it):
        monkeypatch.setattr(module, "training_queue", lambda: queue)
