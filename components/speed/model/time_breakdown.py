"""Time of a forward pass by part: embeddings, attention, feed-forward, vocabulary head, and other.

Every module of a part has a hook before and one after it, and the time between the two counts for the part. A layer
norm counts for the block that it belongs to. Residual connections lie between modules and count as "other", together
with the norm after the last layer, the preparation of masks and the cost of the hooks.
"""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import nn
from transformers import PreTrainedModel

from components.speed.model.results import ModelPart, PartTimes

PASSES = 5
SECONDS_LIMIT = 2.0  # in total: long passes are not repeated

# Patterns for the ends of module names, for every architecture in the registry.
_PATTERNS: tuple[tuple[ModelPart, re.Pattern[str]], ...] = (
    (
        ModelPart.EMBEDDINGS,
        re.compile(r"(^|\.)(embeddings|wte|wpe|embeddings_project|embedding_hidden_mapping_in|embed_positions)$"),
    ),
    (ModelPart.ATTENTION, re.compile(r"\.(attention|attn|sa_layer_norm|attn_norm|ln_1)$")),
    (
        ModelPart.FEED_FORWARD,
        re.compile(
            r"(\.(intermediate|ffn|ffn_output|mlp|output_layer_norm|full_layer_layer_norm|mlp_norm|ln_2)"
            r"|layers?\.\d+\.output|albert_layers\.\d+\.activation)$"
        ),
    ),
)


def modules_by_part(model: PreTrainedModel) -> tuple[tuple[nn.Module, ModelPart], ...]:
    """The modules that make up the parts; none contains another."""
    parts: list[tuple[str, nn.Module, ModelPart]] = []
    for name, module in model.named_modules():
        if name and not any(name.startswith(f"{outer}.") for outer, _, _ in parts):
            part = _part_of(name, model.base_model_prefix)
            if part is not None:
                parts.append((name, module, part))
    return tuple((module, part) for _, module, part in parts)


def _part_of(name: str, base: str) -> ModelPart | None:
    if name != base and not name.startswith(f"{base}."):
        return ModelPart.HEAD  # modules outside the base model
    return next((part for part, pattern in _PATTERNS if pattern.search(name)), None)


def time_breakdown(model: PreTrainedModel, ids: torch.Tensor, *, passes: int = PASSES) -> PartTimes:
    """The mean time of each part over several passes. The parts sum to the mean total.

    Args:
        model: The model, which must not be compiled, since a compiled model has no modules to hook.
        ids: Input ids. *Shape:* (batch, length)
        passes: Maximum number of measured passes, after one warm-up; fewer if they take long.
    """
    clock = _EventClock(ids.device) if ids.device.type == "cuda" else _ProcessorClock(ids.device)
    seconds_by_part = dict.fromkeys(ModelPart, 0.0)
    total_seconds, pass_count = 0.0, 0
    with torch.inference_mode(), _timed_hooks(model, clock):
        model(input_ids=ids)
        clock.read()
        while pass_count < passes and (pass_count == 0 or total_seconds < SECONDS_LIMIT):
            clock.mark(None)
            model(input_ids=ids)
            clock.mark(None)
            pass_seconds, spans = clock.read()
            total_seconds, pass_count = total_seconds + pass_seconds, pass_count + 1
            for part, seconds in spans:
                seconds_by_part[part] += seconds
    seconds_by_part[ModelPart.OTHER] = max(0.0, total_seconds - sum(seconds_by_part.values()))
    return PartTimes(
        total_seconds / pass_count,
        tuple((part, seconds / pass_count) for part, seconds in seconds_by_part.items()),
        pass_count,
    )


@contextmanager
def _timed_hooks(model: PreTrainedModel, clock: "_Clock") -> Iterator[None]:
    def marker(part: ModelPart) -> Callable[..., None]:
        def mark(*_: Any) -> None:
            clock.mark(part)

        return mark

    with ExitStack() as hooks:
        for module, part in modules_by_part(model):
            hooks.callback(module.register_forward_pre_hook(marker(part)).remove)
            hooks.callback(module.register_forward_hook(marker(part)).remove)
        yield


class _Clock(ABC):
    """Records marks in order: None at both ends of a pass, and a part before and after each of its modules."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._marks: list[tuple[ModelPart | None, Any]] = []

    def mark(self, part: ModelPart | None) -> None:
        """Record the current moment."""
        self._marks.append((part, self._now()))

    def read(self) -> tuple[float, list[tuple[ModelPart, float]]]:
        """Seconds from the first mark to the last, and of every part between; clears the marks."""
        marks, self._marks = self._marks, []
        self._settle()
        inner = [(part, moment) for part, moment in marks if part is not None]
        pairs = zip(inner[::2], inner[1::2], strict=True)
        spans = [(part, self._between(begin, end)) for (part, begin), (_, end) in pairs]
        return self._between(marks[0][1], marks[-1][1]), spans

    @abstractmethod
    def _now(self) -> Any:
        """The current moment, in the clock's own type."""

    def _settle(self) -> None:  # noqa: B027  most clocks can be read at once
        """Wait until the marks can be read."""

    @abstractmethod
    def _between(self, begin: Any, end: Any) -> float:
        """Seconds from one moment to another."""


class _ProcessorClock(_Clock):
    def _now(self) -> float:
        if self._device.type == "mps":
            torch.mps.synchronize()
        return time.perf_counter()

    def _between(self, begin: float, end: float) -> float:
        return end - begin


class _EventClock(_Clock):
    """CUDA events as marks, which are waited for only after the pass."""

    def _now(self) -> torch.cuda.Event:
        event = torch.cuda.Event(enable_timing=True)
        event.record(torch.cuda.current_stream(self._device))
        return event

    def _settle(self) -> None:
        torch.cuda.synchronize(self._device)

    def _between(self, begin: torch.cuda.Event, end: torch.cuda.Event) -> float:
        return float(begin.elapsed_time(end)) / 1e3
