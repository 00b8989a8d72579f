"""Where the time of a forward pass goes: embeddings, attention, feed-forward, vocabulary head, and what is left.

Every module that makes up a part is given a hook before and one behind, and the time between the two counts for the
part. A layer norm counts with the block it belongs to. Adding a block's input to its output happens between modules:
that is "other", with the norm behind the last layer, the making of masks and the cost of the hooks themselves.
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
SECONDS_LIMIT = 2.0  # in all: passes that take long need no repeating

# By the last names of a module's path, in every architecture of the registry.
_NAMES: tuple[tuple[ModelPart, re.Pattern[str]], ...] = (
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
    """The modules that make up each part; none lies within another."""
    found: list[tuple[str, nn.Module, ModelPart]] = []
    for name, module in model.named_modules():
        if name and not any(name.startswith(f"{outer}.") for outer, _, _ in found):
            part = _part(name, model.base_model_prefix)
            if part is not None:
                found.append((name, module, part))
    return tuple((module, part) for _, module, part in found)


def _part(name: str, base: str) -> ModelPart | None:
    if name != base and not name.startswith(f"{base}."):
        return ModelPart.HEAD  # what stands on top of the model proper
    return next((part for part, pattern in _NAMES if pattern.search(name)), None)


def time_breakdown(model: PreTrainedModel, ids: torch.Tensor, *, passes: int = PASSES) -> PartTimes:
    """The mean time of each part over some passes. They sum to the mean of the whole.

    Args:
        model: Not compiled: a compiled model has no modules to hook.
        ids: The input. *Shape:* (batch, length)
        passes: How many, less where they take long; one more goes before them.
    """
    clock = _EventClock(ids.device) if ids.device.type == "cuda" else _ProcessorClock(ids.device)
    sums = dict.fromkeys(ModelPart, 0.0)
    total, done = 0.0, 0
    with torch.inference_mode(), _hooked(model, clock):
        model(input_ids=ids)
        clock.read()
        while done < passes and (done == 0 or total < SECONDS_LIMIT):
            clock.mark(None)
            model(input_ids=ids)
            clock.mark(None)
            whole, spans = clock.read()
            total, done = total + whole, done + 1
            for part, seconds in spans:
                sums[part] += seconds
    sums[ModelPart.OTHER] = max(0.0, total - sum(sums.values()))
    return PartTimes(total / done, tuple((part, seconds / done) for part, seconds in sums.items()), done)


@contextmanager
def _hooked(model: PreTrainedModel, clock: "_Clock") -> Iterator[None]:
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
    """Marks in the order in which they are made: None at the ends of a pass, a part before and behind it."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._marks: list[tuple[ModelPart | None, Any]] = []

    def mark(self, part: ModelPart | None) -> None:
        """Now."""
        self._marks.append((part, self._now()))

    def read(self) -> tuple[float, list[tuple[ModelPart, float]]]:
        """Seconds from the first mark to the last, and of every part between; forgets them."""
        marks, self._marks = self._marks, []
        self._settle()
        inner = [(part, moment) for part, moment in marks if part is not None]
        pairs = zip(inner[::2], inner[1::2], strict=True)
        spans = [(part, self._between(begin, end)) for (part, begin), (_, end) in pairs]
        return self._between(marks[0][1], marks[-1][1]), spans

    @abstractmethod
    def _now(self) -> Any:
        """A moment, in whatever the clock counts."""

    def _settle(self) -> None:  # noqa: B027  most clocks can be read at once
        """Until the marks can be read."""

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
    """Marks in the queue of a GPU, which nobody waits for until the pass is done."""

    def _now(self) -> torch.cuda.Event:
        event = torch.cuda.Event(enable_timing=True)
        event.record(torch.cuda.current_stream(self._device))
        return event

    def _settle(self) -> None:
        torch.cuda.synchronize(self._device)

    def _between(self, begin: torch.cuda.Event, end: torch.cuda.Event) -> float:
        return float(begin.elapsed_time(end)) / 1e3
