"""Plain transformers code that builds two models and times them, filled in and ready for a notebook."""

from components.model.benchmark_spec import Cell
from components.model.published_configs import shape_of
from components.model.records import ModelRecord, Role
from components.model.registry import record
from components.model.timing_results import TimedModel, TimingResult
from components.tables.speed_findings import claimed_cell
from pages.parts.take_away import filled, home_of

CODE_NOTE = "The same parameters, and times of your own machine, from plain transformers code, for a notebook:"
_TIMING = """\
import statistics
import time

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM

device = $device


def built(name, role, home, shape):
    auto = AutoModelForCausalLM if role == "causal" else AutoModelForMaskedLM
    if home:
        where, revision = home
        model = auto.from_pretrained(where, revision=revision or "main", attn_implementation=$attention)
    else:  # the true size, with random weights: time does not depend on the values
        model = auto.from_config(AutoConfig.for_model(shape[0], **shape[1]), attn_implementation=$attention)
    model.to(device=device, dtype=torch.$dtype).eval()
    print(name, model.num_parameters())
    return torch.compile(model) if $compiled else model


@torch.inference_mode()
def seconds(model):
    begun = time.perf_counter()
    model(input_ids=ids, use_cache=False) if $causal else model(input_ids=ids)
    if device.startswith("cuda"):
        torch.cuda.synchronize()
    return time.perf_counter() - begun


models = [built(*one) for one in $models]
most = min(model.config.vocab_size for model in models)
"""
_TURNS = """\
for batch, length in $cells:
    ids = torch.randint(most // 2, most, (batch, length), device=device)
    for model in models * $warm_ups:
        seconds(model)
    times = [[], []]
    for _ in range($count):  # in turns
        for own, model in zip(times, models):
            own.append(seconds(model))
    first, second = (statistics.median(own) for own in times)
    print(f"{batch} x {length}: {1000 * first:.2f} ms and {1000 * second:.2f} ms, {first / second:.2f} times as fast")
"""
_PARTS = """\
spent = []  # in attention, on the processor's clock


def timed(module):
    before = module.forward

    def forward(*given, **named):
        begun = time.perf_counter()
        found = before(*given, **named)
        if device.startswith("cuda"):
            torch.cuda.synchronize()
        spent.append(time.perf_counter() - begun)
        return found

    module.forward = forward


for model in models:
    blocks = [module for name, module in model.named_modules() if name.endswith((".attention", ".attn"))]
    for module in blocks:
        timed(module)
for batch, length in $cells:
    ids = torch.randint(most // 2, most, (batch, length), device=device)
    for model in models:
        seconds(model)
        spent.clear()
        whole = sum(seconds(model) for _ in range(5))
        print(f"{batch} x {length}: attention takes {100 * sum(spent) / whole:.0f} % of the time")
"""


def timing_snippet(result: TimingResult) -> str:
    """Both models built, counted and timed in turns, in every cell."""
    return _timed(result, _TIMING + _TURNS, [found.cell for found in result.cells])


def claims_snippet(result: TimingResult) -> str:
    """The same in the cell that the claims are about."""
    return _timed(result, _TIMING + _TURNS, [claimed_cell(result.cells).cell])


def parts_snippet(result: TimingResult) -> str:
    """Both models built and counted, and what part of their time is attention in every cell."""
    return _timed(result, _TIMING + _PARTS, [found.cell for found in result.cells])


def _timed(result: TimingResult, text: str, cells: list[Cell]) -> str:
    asked = result.benchmark
    records = [record(model.model_id) for model in result.models]
    models = [_built(model, known) for model, known in zip(result.models, records, strict=True)]
    return filled(
        text.replace("$dtype", asked.dtype),
        records[0],
        device=result.ready.machine.device.id,
        cells=[(cell.batch, cell.length) for cell in cells],
        attention=result.ready.first.attention,
        compiled=asked.compiled,
        causal=any(known.role is Role.CAUSAL for known in records),
        models=models,
        warm_ups=max(1, asked.warm_ups),
        count=asked.least_count,
    )


def _built(model: TimedModel, known: ModelRecord) -> tuple[str, str, object, object]:
    if not model.random:
        return model.name, known.role.value, home_of(known), None
    shape = shape_of(known)
    return model.name, known.role.value, None, (shape.model_type, dict(shape.values))
