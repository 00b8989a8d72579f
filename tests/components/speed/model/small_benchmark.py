"""A benchmark of small models, for tests of its course and its end."""

import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel

from components.model.checkpoints.device import Device
from components.model.checkpoints.records import ModelRecord
from components.speed.model.benchmark import run_benchmark
from components.speed.model.full_size_models import FolderOf
from components.speed.model.results import BenchmarkEvent, TimedModel
from components.speed.model.spec import Benchmark
from tests.components.small_models import small
from tests.components.speed.model.timed_results import timed_model

SMALL = Benchmark(
    first="pocket-bert",
    second="pocket-distilbert",
    device="cpu",
    batches=(1, 2),
    lengths=(4, 8),
    least_count=6,
    least_seconds=0.0,
    warm_ups=2,
)


def no_folder(_: ModelRecord) -> Path | None:
    return None


class SmallModelBuilder:
    """Builds small models instead of the requested ones, and records their inputs."""

    def __init__(self, *, too_large: int | None = None) -> None:
        self._too_large = too_large
        self.built: list[str] = []
        self.inputs: list[tuple[str, torch.Tensor]] = []
        self.references: list[weakref.ref[PreTrainedModel]] = []

    def __call__(
        self, record: ModelRecord, folder_of: FolderOf, *, device: Device, dtype: str, attention: str
    ) -> tuple[PreTrainedModel, TimedModel]:
        model, _ = small("distilbert" if "distil" in record.id else "bert")

        def record_input(module: Any, _: Any, inputs: dict[str, torch.Tensor]) -> None:
            ids = inputs["input_ids"]
            self.inputs.append((record.id, ids))
            if self._too_large is not None and len(ids) >= self._too_large:
                raise torch.OutOfMemoryError("CUDA out of memory")

        model.register_forward_pre_hook(record_input, with_kwargs=True)
        self.built.append(record.id)
        self.references.append(weakref.ref(model))
        return model, timed_model(record.id, parameters=10)


def benchmark_events(
    benchmark: Benchmark, builder: SmallModelBuilder, stop: threading.Event | None = None
) -> Iterator[BenchmarkEvent]:
    return run_benchmark(benchmark, no_folder, stop=stop or threading.Event(), build=builder)
