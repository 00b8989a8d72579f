"""Code snippets of the room, filled in with two models and the conditions of their benchmark."""

from typing import Any

from components.model.checkpoints.records import ModelRecord, Role
from components.model.checkpoints.registry import model_record
from components.speed.model.published_configs import model_config
from components.speed.model.results import TimedModel, TimingResult
from components.speed.model.spec import BenchmarkCell
from pages.parts.rooms import SPEED
from pages.parts.snippets import model_source, snippet


def timing_code(result: TimingResult, *cells: BenchmarkCell) -> str:
    """Code that builds both models, counts their parameters and times them in turns, in all cells or the given ones."""
    benchmark = result.benchmark
    repetitions: dict[str, Any] = {"warm_ups": max(1, benchmark.warm_ups), "count": benchmark.least_count}
    return snippet(SPEED, "timing", **_inputs(result, cells), **repetitions)


def parts_code(result: TimingResult) -> str:
    """Code that builds both models and measures the share of attention in their time, in every cell."""
    return snippet(SPEED, "parts", **_inputs(result, ()))


def _inputs(result: TimingResult, cells: tuple[BenchmarkCell, ...]) -> dict[str, Any]:
    records = [model_record(model.model_id) for model in result.models]
    timed_cells = cells or tuple(cell_result.cell for cell_result in result.cells)
    return {
        "device": result.setup.machine.device.id,
        "dtype": result.benchmark.dtype,
        "attention": result.setup.first.attention,
        "compiled": result.benchmark.compiled,
        "causal": any(model_record.role is Role.CAUSAL for model_record in records),
        "models": [
            _model_inputs(model, model_record) for model, model_record in zip(result.models, records, strict=True)
        ],
        "cells": [(cell.batch, cell.length) for cell in timed_cells],
    }


def _model_inputs(model: TimedModel, model_record: ModelRecord) -> tuple[str, str, object, object]:
    if not model.random:
        return model.name, model_record.role.value, model_source(model_record), None
    shape = model_config(model_record)
    return model.name, model_record.role.value, None, (shape.model_type, dict(shape.values))
