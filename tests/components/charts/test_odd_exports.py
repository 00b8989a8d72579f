"""Whatever a text holds, every export gives a file or a sentence, and this process lives."""

import json
from xml.etree import ElementTree

import altair as alt
import pandas as pd
import pytest

from components.charts.files import png, svg
from components.model.results import Conditions
from components.tables.files import as_json, csv
from tests.odd_texts import odd_texts

A_CHART = 100  # texts
CONDITIONS = Conditions("pocket-bert", "abc123", "CPU", "float32", "")


@pytest.mark.thorough
@pytest.mark.parametrize("count", [A_CHART, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_000)])])
def test_odd_texts_go_through_every_export(count: int) -> None:
    texts = odd_texts(count)
    for start in range(0, count, A_CHART):
        words = texts[start : start + A_CHART]
        table = pd.DataFrame({"word": pd.Series(words, dtype=object), "place": range(len(words))})
        values = [{"word": word, "place": place} for place, word in enumerate(words)]
        chart = {
            "data": {"values": values},
            "mark": "text",
            "encoding": {"y": {"field": "place", "type": "ordinal"}, "text": {"field": "word", "type": "nominal"}},
        }
        assert len(ElementTree.fromstring(svg(chart).decode())) > 0
        assert png(chart).startswith(b"\x89PNG")
        assert csv(table, CONDITIONS)
        assert len(json.loads(as_json(table, CONDITIONS))["rows"]) == len(words)


@pytest.mark.thorough
def test_an_odd_title_of_a_chart_is_drawn() -> None:
    for word in ("\u0002", "\ufffe", "\ud800"):
        chart = alt.Chart(pd.DataFrame({"x": [1]}), title=word).mark_bar().encode(x="x:Q")
        assert svg(chart).startswith(b"<svg")
