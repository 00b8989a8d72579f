"""A link that holds the conditions of a benchmark repeats that very benchmark, or says kindly that it cannot."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.published_configs import model_config
from components.model.user_errors import ModelUnavailable, UserError
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


def distinct(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(1, most), min_size=1, max_size=6, unique=True).map(tuple)


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
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        parse_spec(text)


@given(st.data())
def test_a_damaged_link_is_read_as_a_benchmark_that_can_run_or_is_refused(data: st.DataObject) -> None:
    text = format_spec(POCKET)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.text(max_size=4)) + text[at + 1 :]
    try:
        found = parse_spec(damaged)
    except UserError:
        return
    assert validate(found) == found


def test_an_endless_link_is_refused() -> None:
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
def test_what_cannot_be_timed_is_refused_with_words(change: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        validate(replace(POCKET, **change))


@pytest.mark.parametrize("model_id", ["bert-base-uncased", "distilbert-base-uncased", "roberta-base", "albert-base-v2"])
def test_no_sentence_is_longer_than_the_models_read(model_id: str) -> None:
    fits = Benchmark(first=model_id, second=model_id, lengths=(512,))
    assert validate(fits) == fits
    with pytest.raises(UserError, match="512 tokens; 513"):
        validate(replace(fits, lengths=(513,)))


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(ModelUnavailable):
        parse_spec(format_spec(replace(POCKET, second="../../etc/passwd")))


def test_cells_are_every_pair_and_the_smallest_comes_first() -> None:
    cells = replace(POCKET, batches=(8, 1), lengths=(64, 16)).cells
    assert set(cells) == {BenchmarkCell(8, 64), BenchmarkCell(8, 16), BenchmarkCell(1, 64), BenchmarkCell(1, 16)}
    assert [cell.batch * cell.length for cell in cells] == [16, 64, 128, 512]
