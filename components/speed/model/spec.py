"""The conditions of a benchmark, and their short text form for links.

A time in milliseconds means nothing without its conditions. They are validated here before anything is built, they are
part of every result, and a link that holds them repeats the benchmark.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from components.model.checkpoints.device_results import BEST_DEVICE
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.speed.model.published_configs import model_config

DTYPES = ("float32", "bfloat16", "float16")
ATTENTIONS = ("sdpa", "eager")
BATCH_SIZE_LIMIT, CELL_LIMIT = 256, 36
MINIMUM_RUNS, RUN_LIMIT = 5, 500  # per model in a cell; fewer than five do not give a meaningful interval
SECONDS_LIMIT, WARM_UP_LIMIT = 60.0, 50
SPEC_LENGTH_LIMIT = 600  # characters


@dataclass(frozen=True, order=True)
class BenchmarkCell:
    """One input shape of the grid: ``batch`` sentences of ``length`` tokens each."""

    batch: int
    length: int


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """Two models and the conditions under which they are timed.

    Attributes:
        first: Id of the model that the other one is compared with.
        second: Id of the other model.
        device: ``"cpu"``, ``"cuda:0"`` and so on, or :data:`BEST_DEVICE`.
        dtype: Number format, one of :data:`DTYPES`.
        attention: Attention implementation, one of :data:`ATTENTIONS`.
        compiled: Whether ``torch.compile`` is applied.
        batches: Batch sizes, in sentences.
        lengths: Sentence lengths, in tokens.
        least_count: Minimum number of runs of each model in every cell.
        least_seconds: Minimum seconds of both models' runs in every cell.
        warm_ups: Number of runs of each model before the measured ones.
    """

    first: str = "pocket-bert"
    second: str = "pocket-distilbert"
    device: str = BEST_DEVICE
    dtype: str = "float32"
    attention: str = "sdpa"
    compiled: bool = False
    batches: tuple[int, ...] = (1, 8)
    lengths: tuple[int, ...] = (16, 64, 128)
    least_count: int = 20
    least_seconds: float = 1.0
    warm_ups: int = 3

    @property
    def cells(self) -> tuple[BenchmarkCell, ...]:
        """Every input shape of the grid, the smallest first."""
        pairs = (BenchmarkCell(batch, length) for batch in self.batches for length in self.lengths)
        return tuple(sorted(pairs, key=lambda cell: (cell.batch * cell.length, cell)))


def validate(benchmark: Benchmark) -> Benchmark:
    """Return the benchmark if it could be run on some machine.

    Raises:
        UserError: A number is out of range, a name is unknown, or a sentence is longer than a model can read.
    """
    batches, lengths = benchmark.batches, benchmark.lengths
    for chosen, allowed, what in (
        (benchmark.dtype, DTYPES, "number format"),
        (benchmark.attention, ATTENTIONS, "attention implementation"),
    ):
        if chosen not in allowed:
            raise UserError(f"There is no such {what} here. Choose {' or '.join(allowed)}.")
    for numbers, what in ((batches, "batch size"), (lengths, "length")):
        if not numbers or len(set(numbers)) != len(numbers):
            raise UserError(f"Choose at least one {what}, and each only once.")
        if min(numbers) < 1:
            raise UserError(f"A {what} of {min(numbers):,} cannot be timed. Choose 1 or more.")
    if max(batches) > BATCH_SIZE_LIMIT:
        raise UserError(f"Choose batch sizes up to {BATCH_SIZE_LIMIT}.")
    if len(batches) * len(lengths) > CELL_LIMIT:
        raise UserError(
            f"That grid has {len(batches) * len(lengths):,} settings; the limit is {CELL_LIMIT}. "
            "Leave out some batch sizes or lengths."
        )
    if not MINIMUM_RUNS <= benchmark.least_count <= RUN_LIMIT:
        raise UserError(f"Choose between {MINIMUM_RUNS} and {RUN_LIMIT} runs of each model.")
    if not 0 <= benchmark.least_seconds <= SECONDS_LIMIT:  # false for NaN as well
        raise UserError(f"Choose between 0 and {SECONDS_LIMIT:.0f} seconds per setting.")
    if not 0 <= benchmark.warm_ups <= WARM_UP_LIMIT:
        raise UserError(f"Choose between 0 and {WARM_UP_LIMIT} warm-up runs.")
    if not re.fullmatch(rf"{BEST_DEVICE}|cpu|mps|cuda:\d{{1,2}}", benchmark.device):
        raise UserError("There is no such device. Choose one from the list.")
    for model_id in (benchmark.first, benchmark.second):
        model = model_record(model_id)
        positions = model_config(model).positions
        if max(lengths) > positions:
            raise UserError(
                f"The limit of {model.name} is {positions:,} tokens; {max(lengths):,} were chosen. "
                "Choose shorter sentences."
            )
    return benchmark


def format_spec(benchmark: Benchmark) -> str:
    """A benchmark as a short text for links. :func:`parse_spec` reads it."""
    return "~".join(_spec_parts(benchmark))


def _spec_parts(benchmark: Benchmark) -> Iterator[str]:
    for model_id in (benchmark.first, benchmark.second):
        yield quote(model_id, safe="").replace("~", "%7E")
    yield benchmark.device.replace(":", "")
    yield benchmark.dtype
    yield benchmark.attention + ("-compiled" if benchmark.compiled else "")
    yield "b" + ".".join(map(str, benchmark.batches))
    yield "l" + ".".join(map(str, benchmark.lengths))
    yield f"n{benchmark.least_count}"
    yield f"s{benchmark.least_seconds!r}"
    yield f"w{benchmark.warm_ups}"


_SPEC_PATTERN = re.compile(
    r"(?P<first>[^~]+)~(?P<second>[^~]+)~(?P<device>[a-z]+\d*)~(?P<dtype>\w+)~(?P<attention>\w+)(?P<compiled>-compiled)?"
    r"~b(?P<batches>[\d.]+)~l(?P<lengths>[\d.]+)~n(?P<count>\d{1,6})~s(?P<seconds>[\d.e+-]{1,25})~w(?P<warm_ups>\d{1,6})",
    re.ASCII,
)
_NUMBERS_PATTERN = re.compile(r"\d{1,6}(\.\d{1,6})*", re.ASCII)


def parse_spec(text: str) -> Benchmark:
    """The benchmark in the text of a link.

    Raises:
        UserError: The text is not one that :func:`format_spec` makes, or the benchmark cannot be run.
    """
    match = _SPEC_PATTERN.fullmatch(text) if len(text) <= SPEC_LENGTH_LIMIT else None
    if match is None or not all(_NUMBERS_PATTERN.fullmatch(match[name]) for name in ("batches", "lengths")):
        raise UserError("This link does not describe a benchmark. Choose the settings below.")
    try:
        seconds = float(match["seconds"])
    except ValueError:
        raise UserError("This link does not describe a benchmark. Choose the settings below.") from None
    return validate(
        Benchmark(
            first=unquote(match["first"]),
            second=unquote(match["second"]),
            device=re.sub(r"^cuda(\d)", r"cuda:\1", match["device"]),
            dtype=match["dtype"],
            attention=match["attention"],
            compiled=match["compiled"] is not None,
            batches=tuple(map(int, match["batches"].split("."))),
            lengths=tuple(map(int, match["lengths"].split("."))),
            least_count=int(match["count"]),
            least_seconds=seconds,
            warm_ups=int(match["warm_ups"]),
        )
    )
