"""Sentences about a token's path are true for the numbers, whatever they are."""

from components.inside.charts.way import guess_bars, written_bars
from components.inside.tables.way import guess_table, way_finding, way_table
from components.model.passes.results import StreamStop
from components.model.results import Candidate


def stops(*words: str | None, written: tuple[float, ...] = (1, 2, 9), cosine: float = 0.1) -> list[StreamStop]:
    """The stops of a model that reads these words between its layers; one layer has its own lengths."""
    made = [StreamStop(0, "embeddings", 5.0, written[0], cosine, _read(words[0]), 0.1)]
    for layer, word in enumerate(words[1:], 1):
        made.append(StreamStop(layer, "attention", 5.0, written[1], cosine, _read(word and "between"), 0.2))
        made.append(StreamStop(layer, "feed-forward", 5.0, written[2], cosine, _read(word), 0.4))
    return made


def _read(word: str | None) -> Candidate | None:
    return None if word is None else Candidate(word, 0.4, False)


def test_the_layer_from_which_the_last_word_stays_is_named() -> None:
    assert way_finding(stops("a", "b", "b"), "x").startswith("From layer 1 on, the guess is “b”.")
    assert "last layer, 2, decides" in way_finding(stops("c", "a", "b"), "x")
    again = way_finding(stops("b", "a", "b", "b"), "x")
    assert again.startswith("From layer 2 on, the guess is “b”. It was the top guess before layer 1, too.")
    assert "top guess before layer 1 and after layer 2, too" in way_finding(stops("b", "a", "b", "a", "b"), "x")
    assert "From the start" in way_finding(stops("b", "b", "b"), "x")
    assert "guess" not in way_finding(stops(None, None, None), "x")


def test_the_part_that_writes_most_is_named_with_its_direction() -> None:
    assert "the feed-forward part of layer 1" in way_finding(stops("a", "a"), "x")
    assert "the attention part of layer 1" in way_finding(stops("a", "a", written=(99, 9, 2)), "x")
    assert "previous vector is −0.90" in way_finding(stops("a", "a", cosine=-0.9), "x")
    assert "previous vector is 0.90" in way_finding(stops("a", "a", cosine=0.9), "x")


def test_charts_of_a_way_have_a_row_a_stop_or_a_layer() -> None:
    path = stops("a", "b", "b")
    read = guess_table(path)
    assert list(read["figure"]) == ["“b” 10%", "“b” 40%", "“b” 40%"]
    assert list(read["probability"]) == [0.1, 0.4, 0.4]
    assert list(way_table(path)["stop"])[:3] == ["before layer 1", "1 · attention", "1 · FFN"]
    for chart in (guess_bars(read), written_bars(way_table(path))):
        assert chart.to_dict()["layer"]
