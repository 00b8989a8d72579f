"""Charts as pictures: what is drawn is in the file, whatever the words are."""

import struct
from xml.etree import ElementTree

import altair as alt
import pandas as pd
import pytest

from components.charts.candidates import Spec, candidate_bars
from components.charts.files import SCALE, WIDTH, png, svg
from components.charts.rows_beside import ROW_HEIGHT
from components.model.results import Candidate, MaskPrediction
from components.tables.predictions import candidate_table

WORDS = ("bank", "…shore", "<script>alert(1)</script>", "a & b", "שלום")


@pytest.fixture(scope="module")
def chart() -> Spec:
    candidates = tuple(Candidate(word, 1 / (rank + 2), False) for rank, word in enumerate(WORDS))
    return candidate_bars(candidate_table(MaskPrediction(1, None, candidates, 1.0), count=len(WORDS)))


def test_svg_holds_the_words_and_the_figures_as_text(chart: Spec) -> None:
    content = svg(chart)
    assert content.startswith(b"<svg")
    root = ElementTree.fromstring(content.decode())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"bank", "…shore", "a & b", "שלום", "50.0%", "33.3%"} <= set(texts)
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))


def test_svg_fetches_nothing(chart: Spec) -> None:
    content = svg(chart)
    assert b"href" not in content
    assert b"@import" not in content
    assert b"url(http" not in content


def test_png_is_a_png_as_wide_as_a_column_and_as_high_as_its_rows(chart: Spec) -> None:
    content = png(chart)
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    assert width >= WIDTH * SCALE
    assert ROW_HEIGHT * len(WORDS) * SCALE <= height <= ROW_HEIGHT * len(WORDS) * SCALE + 100


def test_the_same_chart_can_be_taken_away_again_and_again(chart: Spec) -> None:
    assert svg(chart).count(b"<text") == svg(chart).count(b"<text") == 2 * len(WORDS)
    assert png(chart) == png(chart)


def test_a_chart_that_has_a_width_keeps_it() -> None:
    free = alt.Chart(pd.DataFrame({"x": [1, 2]})).mark_bar().encode(x="x:Q")
    wide, narrow = (struct.unpack(">I", png(chart)[16:20])[0] for chart in (free, free.properties(width=300)))
    assert wide - narrow == pytest.approx((WIDTH - 300) * SCALE, abs=4)
