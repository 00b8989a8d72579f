"""The text of a benchmark in a link parses to the same benchmark, and invalid texts are errors."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.checkpoints.catalogue import MODELS
from components.model.user_errors import ModelUnavailable, UserError
from components.speed.model.published_configs import model_config
from components.speed.model.spec import (
    ATTENTIONS,
    BATCH_SIZE_LIMIT,
    CELL_LIMIT,
    DTYPES,
    MINIMUM_RUNS,
    RUN_LIMIT,
    SECONDS_LIMIT,
    WARM_UP_LIMIT,
    Benchmark,
    BenchmarkCell,
    format_spec,
    parse_spec,
    validate,
)

IDS = [model.id for model in MODELS]
POSITIONS = min(model_config(model).positions for model in MODELS)
POCKET = Benchmark(first="pocket-bert", second="pocket-distilbert")


def distinct(maximum: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(1, maximum), min_size=1, max_size=6, unique=True).map(tuple)


benchmarks = st.builds(
    Benchmark,
    first=st.sampled_from(IDS),
    second=st.sampled_from(IDS),
    device=st.sampled_from(["best", "cpu", "mps", "cuda:0", "cuda:11"]),
    dtype=st.sampled_from(DTYPES),
    attention=st.sampled_from(ATTENTIONS),
    compiled=st.booleans(),
    batches=distinct(BATCH_SIZE_LIMIT),
    lengths=distinct(POSITIONS),
    least_count=st.integers(MINIMUM_RUNS, RUN_LIMIT),
    least_seconds=st.floats(0, SECONDS_LIMIT),
    warm_ups=st.integers(0, WARM_UP_LIMIT),
)


@given(benchmarks)
def test_a_link_repeats_the_benchmark(benchmark: Benchmark) -> None:
    text = format_spec(benchmark)
    assert parse_spec(text) == benchmark
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%+")


@given(st.text(max_size=80))
def test_random_text_is_an_error(text: str) -> None:
    with pytest.raises(UserError):
        parse_spec(text)


@given(st.data())
def test_a_damaged_link_is_valid_or_an_error(data: st.DataObject) -> None:
    text = format_spec(POCKET)
    index = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:index] + data.draw(st.text(max_size=4)) + text[index + 1 :]
    try:
        benchmark = parse_spec(damaged)
    except UserError:
        return
    assert validate(benchmark) == benchmark


def test_a_very_long_link_is_an_error() -> None:
    with pytest.raises(UserError, match="does not describe"):
        parse_spec(format_spec(POCKET).replace("b1.8", "b" + "1." * 50_000 + "8"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"batches": (0,)}, "batch size of 0"),
        ({"batches": (-4, 1)}, "batch size of -4"),
        ({"batches": ()}, "at least one batch size"),
        ({"batches": (8, 8)}, "only once"),
        ({"batches": (BATCH_SIZE_LIMIT + 1,)}, str(BATCH_SIZE_LIMIT)),
        ({"lengths": (0, 16)}, "length of 0"),
        ({"lengths": (16, 9999)}, r"\d+ tokens; 9,999"),
        ({"lengths": tuple(range(1, CELL_LIMIT + 2)), "batches": (1,)}, f"{CELL_LIMIT + 1} "),
        ({"least_count": 0}, "runs of each"),
        ({"least_seconds": -1.0}, "seconds"),
        ({"least_seconds": float("nan")}, "seconds"),
        ({"least_seconds": float("inf")}, "seconds"),
        ({"warm_ups": -1}, "warm-up"),
        ({"dtype": "int3"}, "number format"),
        ({"attention": "flash"}, "attention"),
        ({"device": "tpu:0"}, "no such device"),
        ({"device": "cuda"}, "no such device"),
    ],
)
def test_invalid_conditions_are_errors_with_a_message(change: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        validate(replace(POCKET, **change))


@pytest.mark.parametrize("model_id", ["bert-base-uncased", "distilbert-base-uncased", "roberta-base", "albert-base-v2"])
def test_lengths_beyond_the_models_limit_are_an_error(model_id: str) -> None:
    fits = Benchmark(first=model_id, second=model_id, lengths=(512,))
    assert validate(fits) == fits
    with pytest.raises(UserError, match="512 tokens; 513"):
        validate(replace(fits, lengths=(513,)))


def test_an_unknown_model_is_an_error() -> None:
    with pytest.raises(ModelUnavailable):
        parse_spec(format_spec(replace(POCKET, second="../../etc/passwd")))


def test_cells_are_all_pairs_the_smallest_first() -> None:
    cells = replace(POCKET, batches=(8, 1), lengths=(64, 16)).cells
    assert set(cells) == {BenchmarkCell(8, 64), BenchmarkCell(8, 16), BenchmarkCell(1, 64), BenchmarkCell(1, 16)}
    assert [cell.batch * cell.length for cell in cells] == [16, 64, 128, 512]
