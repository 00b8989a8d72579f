"""Tables and findings of a benchmark agree with its numbers."""

import io
import json
import re
from dataclasses import replace

import pandas as pd
import pytest

from components.model.checkpoints.device_results import MachineLoad
from components.model.statistics.bootstrap import Interval
from components.speed.model.results import MeasuredRun, ModelPart, PartTimes, SelfCheck
from components.speed.model.spec import BenchmarkCell, parse_spec
from components.speed.tables.claims import CLAIMED_MODELS, claims, claims_finding, claims_note
from components.speed.tables.files import all_runs_table, speed_conditions
from components.speed.tables.findings import (
    head_finding,
    judged_cell,
    load_finding,
    part_finding,
    random_weights_note,
    self_check_finding,
    speed_finding,
)
from components.speed.tables.times import (
    cell_name,
    duration_text,
    load_text,
    model_names,
    part_table,
    row_names,
    run_table,
    speed_table,
    speed_up_table,
)
from components.tables.files import as_json, csv
from components.tables.phrases import capitalised
from tests.components.speed.model.timed_results import QUIET, cell_result, ready, timing_result

RESULT = timing_result()
NAMES = model_names(RESULT.setup)
BERT, DISTILBERT = NAMES


def test_every_cell_and_model_has_a_row_with_its_figures() -> None:
    table = speed_table(RESULT.cells, NAMES)
    assert list(table["row"]) == list(range(1, 2 * len(RESULT.cells) + 1))
    for row in table.itertuples():
        result = next(result for result in RESULT.cells if result.cell == BenchmarkCell(row.batch, row.length))
        timed = result.both[NAMES.index(row.model)]
        assert row.p50 == pytest.approx(1e3 * timed.latency.p50)
        assert row.tokens_per_second == pytest.approx(row.batch * row.length / (row.p50 / 1e3))
        assert (row.speed_up, row.speed_up_low) == (result.speed_up.value, result.speed_up.low)
        assert (row.operations, row.peak_share) == (timed.operations, timed.peak_share)


def test_runs_are_in_order() -> None:
    cell = BenchmarkCell(2, 16)
    table = run_table([MeasuredRun(cell, 0, 1, 0.2), MeasuredRun(cell, 1, 1, 0.1), MeasuredRun(cell, 0, 2, 0.3)], NAMES)
    assert list(table["model"]) == [BERT, DISTILBERT, BERT]
    assert list(table["milliseconds"]) == pytest.approx([200, 100, 300])
    assert set(table["cell"]) == {"2 × 16"}
    assert list(run_table([], NAMES).columns) == list(table.columns)


def test_every_run_can_be_downloaded() -> None:
    table = all_runs_table(RESULT)
    counts = table.groupby(["batch", "length", "model"])["run"].max()
    assert len(counts) == 2 * len(RESULT.cells)
    assert set(counts) == {12}


def test_speed_ups_are_certain_if_their_interval_excludes_1() -> None:
    same = cell_result(BenchmarkCell(1, 16), ratio=1.0)
    table = speed_up_table([*RESULT.cells, same])
    assert list(table["certain"]) == [True] * len(RESULT.cells) + [False]
    assert all(table["low"] <= table["value"])
    assert all(table["value"] <= table["high"])


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_parts_add_up_to_the_time_of_their_model(ratio: float) -> None:
    table = part_table(cell_result(BenchmarkCell(1, 16), ratio=ratio))
    assert table["first"].sum() == pytest.approx(ratio * table["second"].sum())
    assert set(table["word"]) == {part.value for part in ModelPart}
    assert table["first"].is_monotonic_decreasing
    compiled = part_table(cell_result(BenchmarkCell(1, 16), compiled=True))
    assert compiled.empty
    assert list(compiled.columns) == list(table.columns)


def test_a_model_against_itself_has_two_names() -> None:
    names = model_names(ready(second="bert-base-uncased"))
    assert len(set(names)) == 2


def test_files_hold_every_condition_and_the_link_that_repeats_it() -> None:
    conditions = speed_conditions(RESULT)
    table = speed_table(RESULT.cells, NAMES)
    content = json.loads(as_json(table, conditions))
    assert content["conditions"] == conditions
    assert parse_spec(content["conditions"]["benchmark"]) == RESULT.benchmark
    assert len(content["rows"]) == len(table)
    from_csv = pd.read_csv(io.BytesIO(csv(table, conditions)))
    assert set(from_csv["torch"]) == {"2.13.0"}
    assert from_csv["p50"].tolist() == pytest.approx(table["p50"].tolist())


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.00123, "1.23 ms"), (0.0456, "45.6 ms"), (0.789, "789 ms"), (2.5, "2.5 s"), (250, "250 s")]
)
def test_times_have_readable_units(seconds: float, words: str) -> None:
    assert duration_text(seconds) == words


def test_the_three_claims_have_their_figures_and_verdicts() -> None:
    size_claim, speed_claim, quality_claim = claims(RESULT, quality=Interval(0.9, 0.93, 0.94))
    assert "66,985,530 parameters instead of 109,514,298: 38.8% smaller" in size_claim.measured
    assert size_claim.verdict == "About as claimed."
    assert "60.0% faster" in speed_claim.measured
    assert "1 sentence of 128 tokens" in speed_claim.measured
    assert speed_claim.verdict == "About as claimed."
    assert "93.0% (90.0%–94.0%)" in quality_claim.measured
    assert quality_claim.verdict.startswith("Less than 97%")
    gains = [100 * (each.speed_up.value - 1) for each in RESULT.cells]
    assert f"{min(gains):.1f}%–{max(gains):.1f}% in all {len(gains)} settings" in speed_claim.measured
    single = replace(RESULT, cells=RESULT.cells[:1])
    assert "settings" not in claims(single)[1].measured


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(2.0, "More than claimed."), (1.6, "About as claimed."), (1.2, "Less than claimed.")]
)
def test_speed_is_judged_by_its_interval(ratio: float, verdict: str) -> None:
    assert claims(timing_result(ratio=ratio))[1].verdict == verdict


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        (Interval(0.93, 0.941, 0.951), "Less than 97%"),  # below 97% by more than chance, if only just
        (Interval(0.95, 0.96, 0.971), "About 97%"),
        (Interval(0.98, 0.985, 0.99), "More than 97%"),
    ],
)
def test_accuracy_on_tokens_neither_meets_nor_fails_a_claim_about_glue(interval: Interval, verdict: str) -> None:
    judged = claims(RESULT, quality=interval)
    assert judged[2].verdict.startswith(verdict)
    for sentence in (judged[2].verdict, claims_finding(RESULT, judged)):
        assert "GLUE" in sentence
        assert not re.search(r"not 97%|claimed\.$", sentence)


def test_a_wide_interval_gives_no_verdict() -> None:
    vague = replace(RESULT, cells=tuple(replace(each, speed_up=Interval(0.9, 1.6, 3.0)) for each in RESULT.cells))
    assert claims(vague)[1].verdict == "Too uncertain to judge."


def test_quality_that_was_not_measured_is_not_judged() -> None:
    assert claims(RESULT)[2].verdict == "Not measured here."


@pytest.mark.parametrize(("ratio", "quality"), [(1.6123, 0.9478), (2.0, 0.9), (1.2049, 0.9951)])
def test_a_measured_share_has_the_same_digits_wherever_it_stands(ratio: float, quality: float) -> None:
    result, kept_quality = timing_result(ratio=ratio), Interval(quality - 0.01, quality, quality + 0.01)
    judged = claims(result, quality=kept_quality)
    headline = claims_finding(result, judged)
    for claim in judged:
        (measured,) = re.findall(r"^[\d.]+%", claim.figure)
        assert re.search(rf"(?<![\d.]){re.escape(measured)}", claim.measured)
        assert claim.verdict == "Too uncertain to judge." or re.search(rf"(?<![\d.]){re.escape(measured)}", headline)


def test_the_bars_of_the_parts_have_the_digits_of_the_finding() -> None:
    table = part_table(RESULT.cells[0])
    named = set(re.findall(r"[\d.]+ ms", part_finding(RESULT.cells[0], NAMES)))
    assert named
    assert named <= {*table["first_chance"], *table["second_chance"]}


def test_the_headline_of_claims_has_every_measurement_and_names_the_models() -> None:
    low, wide = Interval(0.9, 0.93, 0.94), Interval(0.5, 0.93, 1.2)
    where = f"at {cell_name(judged_cell(RESULT.cells).cell)} tokens"
    finding = claims_finding(RESULT, claims(RESULT, quality=low))
    assert re.search(rf"38\.8% smaller, as claimed.*60\.0% faster {where}, as claimed.*93\.0%.*97%", finding)
    slow, slower, fast = (timing_result(ratio=ratio) for ratio in (1.2, 0.8, 2.0))
    assert f"20.0% faster {where}, not 60%" in claims_finding(slow, claims(slow, quality=low))
    assert f"20.0% slower {where}, not 60%" in claims_finding(slower, claims(slower, quality=low))
    assert f"100.0% faster {where}, not 60%" in claims_finding(fast, claims(fast, quality=low))
    assert "quality was not measured" in claims_finding(RESULT, claims(RESULT))
    assert "quality is too uncertain" in claims_finding(RESULT, claims(RESULT, quality=wide))
    base = replace(RESULT, benchmark=replace(RESULT.benchmark, first=CLAIMED_MODELS[0], second=CLAIMED_MODELS[1]))
    pocket = replace(RESULT, benchmark=replace(RESULT.benchmark, first="pocket-bert", second="pocket-distilbert"))
    whose = "Distilbert base uncased and bert base uncased: "
    assert claims_finding(pocket, claims(pocket, quality=low)).startswith(whose)
    assert not claims_finding(base, claims(base, quality=low)).startswith(whose)


@pytest.mark.parametrize("ratio", [Interval(0.975, 0.999, 1.02), Interval(1.1, 1.2, 1.3)])
def test_a_model_against_itself_is_judged_by_its_interval(ratio: Interval) -> None:
    finding = self_check_finding(SelfCheck(BenchmarkCell(1, 4), ratio, 5, 0.95), "pocket BERT")
    assert f"{ratio.value:.3f}" in finding
    assert ("as it should" in finding) is ratio.contains(1.0)
    assert ("Repeat it" in finding) is not ratio.contains(1.0)


def test_rows_are_named_after_their_models() -> None:
    assert row_names(("pocket BERT", "pocket DistilBERT")) == ("BERT", "DistilBERT")
    assert row_names(("BERT base", "DistilBERT")) == ("BERT base", "DistilBERT")
    assert row_names(("pocket BERT", "pocket BERT (again)")) == ("BERT", "BERT (again)")
    table = speed_table(RESULT.cells, NAMES)
    assert {name.rpartition("  ")[2] for name in table["name"]} == set(row_names(NAMES))


def test_speed_is_judged_in_the_cell_closest_to_the_paper() -> None:
    assert judged_cell(RESULT.cells).cell == BenchmarkCell(1, 128)
    assert judged_cell([cell_result(BenchmarkCell(8, 128)), cell_result(BenchmarkCell(2, 16))]).cell == BenchmarkCell(
        2, 16
    )


def test_claims_about_other_models_say_so() -> None:
    assert claims_note(RESULT) == ""
    other = replace(RESULT, benchmark=replace(RESULT.benchmark, first="pocket-bert"))
    assert "these figures are for" in claims_note(other)


def test_findings_hold_the_numbers() -> None:
    cells = [cell_result(BenchmarkCell(1, 16), ratio=1.5), cell_result(BenchmarkCell(8, 64), ratio=2.5)]
    words = speed_finding(cells, NAMES)
    assert words.startswith(f"{capitalised(DISTILBERT)} is 1.5 times as fast as {BERT}, not twice.")
    assert f"{DISTILBERT} is 1.50 to 2.50 times as fast" in words
    assert "1 sentence of 16 tokens" in words
    assert "2.50 times" in words
    assert "chance" not in words
    assert "overlap" not in words
    near = [replace(each, speed_up=Interval(1.2, value, 2.0)) for each, value in zip(cells, (1.5, 1.6), strict=True)]
    assert "overlap" in speed_finding(near, NAMES)
    assert "may be chance" in speed_finding([cell_result(BenchmarkCell(1, 16), ratio=1.0)], NAMES)


@pytest.mark.parametrize(
    ("ratios", "sentence"),
    [
        ((1.5, 2.5, 2.0), f"{DISTILBERT} is 1.50 to 2.50 times as fast as {BERT}."),
        ((0.5, 0.6, 0.8), f"{DISTILBERT} is 0.50 to 0.80 times as fast as {BERT}."),
        (
            (1.0, 1.0, 1.0),
            f"{DISTILBERT} is 1.00 times as fast as {BERT}, but in all 3 settings the 95% interval includes 1.0, "
            "so this may be chance.",
        ),
        (
            (1.0, 1.4, 1.7),
            f"{DISTILBERT} is 1.40 to 1.70 times as fast as {BERT} in 2 of 3 settings; "
            "in 1 the 95% interval includes 1.0, so there it may be chance.",
        ),
        (
            (1.0, 0.5, 1.7),
            f"{DISTILBERT} is 1.70 times as fast as {BERT} in 1 of 3 settings and 0.50 times as fast in 1; "
            "in 1 the 95% interval includes 1.0, so there it may be chance.",
        ),
        (
            (0.5, 1.5, 0.7),
            f"{DISTILBERT} is 1.50 times as fast as {BERT} in 1 of 3 settings and 0.50 to 0.70 times as fast in 2.",
        ),
    ],
)
def test_the_headline_holds_for_every_interval(ratios: tuple[float, ...], sentence: str) -> None:
    cells = [
        replace(
            cell_result(BenchmarkCell(1, 16 * place)),
            speed_up=Interval(0.9, ratio, 1.2) if ratio == 1.0 else Interval(ratio - 0.05, ratio, ratio + 0.05),
        )
        for place, ratio in enumerate(ratios, 1)
    ]
    answer, _, rest = speed_finding(cells, NAMES).partition(". ")
    assert rest.startswith(f"{sentence} The smallest speed-up is ")
    judged = judged_cell(cells).speed_up
    assert ("cannot be told apart" in answer) is judged.contains(1.0)
    assert (f"{judged.value:.1f} times as fast as {BERT}" in answer) is not judged.contains(1.0)


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        (Interval(1.5, 1.6, 1.7), f"1.6 times as fast as {BERT}, not twice."),
        (Interval(1.7, 1.97, 1.99), f"2.0 times as fast as {BERT}, about twice."),
        (Interval(1.8, 2.1, 2.4), f"2.1 times as fast as {BERT}, about twice."),
        (Interval(2.5, 2.6, 2.7), f"2.6 times as fast as {BERT}, more than twice."),
        (Interval(0.4, 0.5, 0.6), f"is slower: 0.5 times as fast as {BERT}."),
        (Interval(0.96, 0.97, 0.98), f"is slower: 0.97 times as fast as {BERT}."),
        (Interval(0.9, 1.1, 1.2), "cannot be told apart"),
    ],
)
def test_the_answer_says_whether_it_is_twice_as_fast(interval: Interval, words: str) -> None:
    finding = speed_finding([replace(cell_result(BenchmarkCell(1, 128)), speed_up=interval)], NAMES)
    assert words in finding


@pytest.mark.parametrize(
    ("shares", "answer"),
    [
        ((0.05, 0.3, 0.4, 0.2, 0.05), f"Feed-forward takes longest in {BERT}: "),
        ((0.5, 0.2, 0.1, 0.1, 0.1), f"The embeddings take longest in {BERT}: "),
        (
            (0.1, 0.35, 0.35, 0.1, 0.1),
            f"Attention and feed-forward take longest in {BERT}: ",
        ),
    ],
)
def test_the_finding_on_parts_names_the_largest(shares: tuple[float, ...], answer: str) -> None:
    result = cell_result(BenchmarkCell(1, 16))
    parts = PartTimes(1.0, tuple(zip(ModelPart, shares, strict=True)), 5)
    assert part_finding(replace(result, first=replace(result.first, parts=parts)), NAMES).startswith(answer)


@pytest.mark.parametrize(
    ("attention", "feed_forward", "head", "is_halved"),
    [
        (0.5, 0.5, 1.0, True),
        (0.46, 0.54, 0.92, True),
        (0.8, 0.5, 1.0, False),
        (0.5, 0.2, 1.0, False),
        (0.5, 0.5, 0.5, False),
    ],
)
def test_the_second_model_halves_its_layers_only_where_the_times_show_it(
    attention: float, feed_forward: float, head: float, is_halved: bool
) -> None:
    result = cell_result(BenchmarkCell(1, 16))
    first = dict.fromkeys(ModelPart, 0.2)
    ratios = {ModelPart.ATTENTION: attention, ModelPart.FEED_FORWARD: feed_forward, ModelPart.HEAD: head}
    second = {part: 0.2 * ratios.get(part, 1.0) for part in ModelPart}
    latency = result.first.latency
    sides = [
        replace(
            result.first,
            parts=PartTimes(sum(seconds.values()), tuple(seconds.items()), 5),
            latency=replace(latency, p50=sum(seconds.values())),
        )
        for seconds in (first, second)
    ]
    answer = part_finding(replace(result, first=sides[0], second=sides[1]), NAMES).partition(". ")[0]
    assert ("halves" in answer) is is_halved


@pytest.mark.parametrize(("head", "is_said"), [(0.2, True), (0.02, False)])
def test_a_head_that_takes_as_long_in_both_is_named(head: float, is_said: bool) -> None:
    result = cell_result(BenchmarkCell(1, 16))
    shares = ((0.1, 0.3, 0.3, 0.2, 0.1), (0.1, 0.3, 0.5 - head, head, 0.1))
    times = [PartTimes(1.0, tuple(zip(ModelPart, each, strict=True)), 5) for each in shares]
    latency = result.first.latency
    first, second = (replace(result.first, parts=each, latency=latency) for each in times)
    assert bool(head_finding(replace(result, first=first, second=second))) is is_said
    assert head_finding(cell_result(BenchmarkCell(1, 16), compiled=True)) == ""


def test_parts_of_a_compiled_model_cannot_be_timed() -> None:
    assert "cannot be timed" in part_finding(cell_result(BenchmarkCell(1, 16), compiled=True), NAMES)


@pytest.mark.parametrize("holds", [True, False])
def test_a_self_check_says_whether_it_passed(holds: bool) -> None:
    words = self_check_finding(timing_result(holds=holds).self_check, BERT)
    assert ("as it should" in words) is holds
    assert ("disturbed" in words) is not holds


def test_the_load_is_that_of_the_most_disturbed_cell() -> None:
    busy = cell_result(BenchmarkCell(1, 32), load=MachineLoad(2, 1.3, 4.0))
    assert "1.3 of 2 cores" in load_finding([cell_result(BenchmarkCell(1, 16)), busy])
    assert "Times may be longer" in load_finding([busy])
    assert load_finding([cell_result(BenchmarkCell(1, 16))]) == "The machine was otherwise idle."
    assert "1 batch" in load_text(replace(QUIET, visitors=1))
    assert load_text(MachineLoad(2, None, None)) == ""


def test_random_weights_are_named() -> None:
    assert random_weights_note(ready()) == ""
    assert "at full size with random weights" in random_weights_note(ready(random=True))


def test_no_cells_give_no_findings() -> None:
    assert speed_finding([], NAMES) == load_finding([]) == ""
    assert speed_table([], NAMES).empty
