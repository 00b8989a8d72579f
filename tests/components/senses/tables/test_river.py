"""The river as a sentence, a table and bytes: each finding with the opposite numbers."""

import json
from dataclasses import replace

import numpy as np
import pytest

from components.senses.model.results import WordPoint
from components.senses.model.river_results import NearbyWords, River, RiverThread
from components.senses.tables.river import (
    UNDECIDED,
    control_note,
    encode_nearby,
    encode_river,
    nearby_finding,
    nearby_table,
    river_finding,
    river_table,
)

RIVER = River(
    senses=("money", "river"),
    points=(0, 1, 3, 4),
    signs=(-1, -1, 1, 1),
    heights=((0.01, -0.03, -0.01, 0.03), (-0.4, -0.2, 0.2, 0.4)),
    right_counts=(2, 4),
    shuffled=(0.5, 0.5),
    shuffled_low=(0.25, 0.25),
    shuffled_high=(0.75, 0.75),
)
POINTS = tuple(WordPoint(n, f"The bank {n}.", 4, 8, (2,), "bank") for n in range(5))


def thread(*heights: float, is_far: bool = False) -> tuple[WordPoint, RiverThread]:
    point = WordPoint(0, "My own bank.", 7, 11, (3,), "bank")
    return point, RiverThread(heights, tuple((4, 3, 0) for _ in heights), is_far)


@pytest.mark.parametrize(
    ("ends", "named"),
    [((0.3,), ["river"]), ((-0.3,), ["money"]), ((0.3, -0.3), ["river", "money"]), ((0.3, 0.2), ["both", "river"])],
)
def test_the_finding_names_the_sides(ends: tuple[float, ...], named: list[str]) -> None:
    finding = river_finding(RIVER, "bank", "MiniLM", [thread(0.0, end) for end in ends])
    assert all(name in finding for name in named)
    assert ("money" in finding) is any(end < 0 for end in ends)
    assert len(finding.split()) <= 13


def test_what_lies_near_the_middle_is_not_decided() -> None:
    assert RIVER.margin(1) == pytest.approx(0.075)
    undecided = river_finding(RIVER, "bank", "MiniLM", [thread(0.0, 0.07)])
    assert "cannot decide" in undecided
    assert "cannot decide" not in river_finding(RIVER, "bank", "MiniLM", [thread(0.0, 0.08)])
    assert UNDECIDED in river_finding(RIVER, "bank", "MiniLM", [thread(0.0, 0.07), thread(0.0, 0.3)])


def test_a_sentence_that_is_unlike_all_others_gets_no_side() -> None:
    finding = river_finding(RIVER, "bank", "MiniLM", [thread(0.0, 0.3, is_far=True)])
    assert "unlike all 4" in finding
    assert "river" not in finding


def test_without_a_sentence_the_finding_counts_those_on_their_side() -> None:
    assert "4 of 4" in river_finding(RIVER, "bank", "MiniLM")
    note = control_note(RIVER)
    assert all(figure in note for figure in ("50%", "100%", "25–75%"))


def test_the_table_has_a_row_for_each_layer_and_thread() -> None:
    table = river_table(RIVER, POINTS, [thread(0.0, 0.3)])
    assert len(table) == 2 * 5
    assert table["sentence"].tolist()[:5] == [POINTS[n].sentence for n in RIVER.points] + ["My own bank."]
    assert table[table["layer"] == 1]["side"].tolist() == ["money", "money", "river", "river", "river"]
    assert table["nearest"].dropna().tolist() == ["The bank 4."] * 2
    assert table["meaning"].isna().sum() == 2


def header(payload: bytes) -> tuple[dict[str, object], np.ndarray]:
    length = int.from_bytes(payload[:4], "little")
    return json.loads(payload[4 : 4 + length]), np.frombuffer(payload, "<f4", offset=4 + length)


def test_the_bytes_hold_every_height_and_name_threads_by_their_place() -> None:
    fields, heights = header(encode_river(RIVER, POINTS, "bank", [thread(0.0, 0.3)]))
    np.testing.assert_allclose(heights.reshape(2, 5), [[*RIVER.heights[0], 0.0], [*RIVER.heights[1], 0.3]], atol=1e-4)
    assert fields["signs"] == [-1, -1, 1, 1, 0]
    assert fields["nearest"] == [[[3, 2, 0], [3, 2, 0]]]  # points 4, 3 and 0
    assert fields["shares"] == ["50%", "100%"]


def test_equal_rivers_are_equal_bytes_and_lone_surrogates_are_text() -> None:
    rounded = replace(RIVER, heights=tuple(tuple(h + 1e-7 for h in layer) for layer in RIVER.heights))
    assert encode_river(RIVER, POINTS, "bank") == encode_river(rounded, POINTS, "bank")
    odd = WordPoint(0, "\ud83d bank", 2, 6, (1,), "bank")
    assert encode_river(RIVER, POINTS, "bank", [(odd, thread(0.0, 0.3)[1])])


NEARBY = NearbyWords(
    WordPoint(0, "I sat on the bench.", 13, 18, (5,), "bench"),
    (WordPoint(0, "A chair.", 2, 7, (2,), "chair"), WordPoint(1, "The Bench.", 4, 9, (2,), "Bench")),
    ((0.2, 0.9), (0.6, 0.5)),
)


def test_the_nearest_other_words_are_named() -> None:
    finding = nearby_finding(NEARBY, "MiniLM")
    assert "“chair”" in finding
    assert "“Bench”" not in finding
    alone = replace(NEARBY, points=NEARBY.points[1:], cosines=((0.9,), (0.5,)))
    assert "the same word" in nearby_finding(alone, "MiniLM")  # and no other


def test_similarities_are_heights_and_ranks_change_from_layer_to_layer() -> None:
    fields, heights = header(encode_nearby(NEARBY))
    np.testing.assert_allclose(heights.reshape(2, 3), [[0.2, 0.9, 1.0], [0.6, 0.5, 1.0]], atol=1e-4)
    assert fields["nearest"] == [[[1, 0], [0, 1]]]
    assert fields["signs"] == [1, -1, 0]
    assert len(nearby_table(NEARBY)) == 4


def test_a_word_that_is_like_no_other_is_not_said_to_be_like_its_nearest() -> None:
    far, near = (nearby_finding(replace(NEARBY, is_far=is_far), "MiniLM") for is_far in (True, False))
    assert "no word like “bench”" in far
    assert "no word like" not in near
    assert "“chair”" in far
