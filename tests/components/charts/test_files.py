"""Charts as pictures: what is drawn is in the file, whatever the words are."""

import json
import struct
import sys
from xml.etree import ElementTree

import altair as alt
import pandas as pd
import pytest

from components.charts import files
from components.charts.candidates import Spec, candidate_bars
from components.charts.files import WIDTH, ChartFigure, letters_without_font, png, svg
from components.charts.render_process import SCALE
from components.charts.rows_beside import ROW_HEIGHT
from components.model.results import Candidate, MaskPrediction
from components.model.user_errors import UserError
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


@pytest.mark.thorough
def test_the_same_chart_can_be_taken_away_again_and_again(chart: Spec) -> None:
    assert svg(chart).count(b"<text") == svg(chart).count(b"<text") == 2 * len(WORDS)
    assert png(chart) == png(chart)


def test_a_chart_that_has_a_width_keeps_it() -> None:
    free = alt.Chart(pd.DataFrame({"x": [1, 2]})).mark_bar().encode(x="x:Q")
    wide, narrow = (struct.unpack(">I", png(chart)[16:20])[0] for chart in (free, free.properties(width=300)))
    assert wide - narrow == pytest.approx((WIDTH - 300) * SCALE, abs=4)


def with_word(word: str) -> dict[str, object]:
    values = [{"word": word, "share": 1}]
    return {
        "data": {"values": values},
        "mark": "bar",
        "encoding": {"y": {"field": "word", "type": "nominal"}, "x": {"field": "share", "type": "quantitative"}},
    }


def test_what_no_picture_can_hold_is_named_in_it() -> None:
    content = svg(with_word("a\u0002b\ufffec\ud800d"))
    texts = [
        element.text for element in ElementTree.fromstring(content.decode()).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "aU+0002bU+FFFEcU+D800d" in texts
    assert png(with_word("a\u0002b\ufffec\ud800d")).startswith(b"\x89PNG")


@pytest.mark.thorough
def test_a_text_that_ends_the_renderer_costs_one_picture_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "name_unprintable", lambda text: text)  # so that it reaches the native code
    for make in (svg, png):
        with pytest.raises(UserError):
            make(with_word("a\u0002b"))
    assert svg(with_word("bank")).startswith(b"<svg")


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_COMMAND", (sys.executable, "-c", "while True: pass"))
    monkeypatch.setattr(files, "SECONDS_LIMIT", 0.1)
    with pytest.raises(UserError):
        svg(with_word("bank"))


def test_letters_without_a_font_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pd.DataFrame({"word": ["bank", "été", "\U0010fffd我行", "한"], "place": range(4)})
    monkeypatch.setattr(files, "_render", lambda kind, letters: json.dumps(letters).encode())
    assert set(letters_without_font(ChartFigure("words", with_word("a"), table))) == {"行", "한"}
    assert letters_without_font(ChartFigure("words", None, table)) == ""
    assert letters_without_font(ChartFigure("words", with_word("a"), table.head(2))) == ""


def test_the_renderer_knows_its_fonts() -> None:
    assert json.loads(files._render("missing", "a\U0010fffd")) == "\U0010fffd"
