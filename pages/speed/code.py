"""What the code of the room is asked for: two models, and the conditions they were timed under."""

from typing import Any

from components.model.checkpoints.published_configs import model_config
from components.model.checkpoints.records import ModelRecord, Role
from components.model.checkpoints.registry import model_record
from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import BenchmarkCell
from pages.parts.rooms import SPEED
from pages.parts.snippets import model_source, snippet

CODE_NOTE = "The same parameters, and times of your own machine, from plain transformers code, for a notebook:"


def timing_code(result: TimingResult, *cells: BenchmarkCell) -> str:
    """Both models built, counted and timed in turns, in every cell or in some."""
    asked = result.benchmark
    repeats: dict[str, Any] = {"warm_ups": max(1, asked.warm_ups), "count": asked.least_count}
    return snippet(SPEED, "timing", **_asked(result, cells), **repeats)


def parts_code(result: TimingResult) -> str:
    """Both models built and counted, and what part of their time is attention in every cell."""
    return snippet(SPEED, "parts", **_asked(result, ()))


def _asked(result: TimingResult, cells: tuple[BenchmarkCell, ...]) -> dict[str, Any]:
    records = [model_record(model.model_id) for model in result.models]
    timed = cells or tuple(found.cell for found in result.cells)
    return {
        "device": result.setup.machine.device.id,
        "dtype": result.benchmark.dtype,
        "attention": result.setup.first.attention,
        "compiled": result.benchmark.compiled,
        "causal": any(known.role is Role.CAUSAL for known in records),
        "models": [_built(model, known) for model, known in zip(result.models, records, strict=True)],
        "cells": [(cell.batch, cell.length) for cell in timed],
    }


def _built(model: TimedModel, known: ModelRecord) -> tuple[str, str, object, object]:
    if not model.random:
        return model.name, known.role.value, model_source(known), None
    shape = model_config(known)
    return model.name, known.role.value, None, (shape.model_type, dict(shape.values))
