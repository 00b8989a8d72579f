"""Charts of comparisons draw, whatever the numbers."""

import itertools
import math
import re

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.labelled import labelled_bars
from components.charts.pairs import NAME_WIDTH, paired_bars
from components.model.blanks.results import PairWord
from components.tables.pairs import most_likely_words, pair_table

WORDS = (PairWord("bank", False, -0.1, -2.0), PairWord("<b>", False, -9.0, -900.0), PairWord("s", True, -3.0, -1.0))
NAMES = ("first", "second")


def drawn(chart: alt.LayerChart) -> str:
    return str(vl_convert.vegalite_to_svg({"width": 600, **chart.to_dict()}))


@pytest.mark.parametrize("values", [[0.5, 0.0], [1e-200, 1e-4], [0.0], [1.0, 1.0, 1.0]])
def test_every_row_has_its_name_and_figure(values: list[float]) -> None:
    rows = range(1, len(values) + 1)
    table = pd.DataFrame({"row": rows, "p": values, "w": [f"w{r}" for r in rows], "f": [f"f{r}" for r in rows]})
    picture = drawn(labelled_bars(table, value="p", name="w", figure="f"))
    assert all(f">w{row}<" in picture and f">f{row}<" in picture for row in rows)


def test_two_bars_a_word_have_their_figures_and_a_legend() -> None:
    picture = drawn(paired_bars(most_likely_words(pair_table(WORDS), count=2), NAMES))
    assert all(text in picture for text in ("bank", "…s", ">first<", ">second<", "90.5%"))


@pytest.mark.parametrize("width", [350, 900])
def test_figures_of_paired_bars_keep_apart_and_inside(width: int) -> None:
    words = (PairWord("one", False, math.log(0.7), math.log(0.00003)), PairWord("two", False, -12.0, math.log(0.6)))
    spec = paired_bars(most_likely_words(pair_table(words), count=2), NAMES).to_dict()
    picture = vl_convert.vegalite_to_svg({**spec, "width": width, "autosize": {"type": "fit", "contains": "padding"}})
    places = re.findall(r'; figure: ([^"]*)".*?translate\(([\d.]+),([\d.]+)\).*?font-size="(\d+)px"', picture)
    assert len(places) == 4
    heights = sorted(float(y) for _, _, y, _ in places)
    assert min(below - above for above, below in itertools.pairwise(heights)) > 1.15 * float(places[0][3])
    for figure, x, _, size in places:
        assert float(x) + 0.6 * float(size) * len(figure) < width - NAME_WIDTH


def test_long_names_stand_above_bars_and_leave_a_telephone_room_for_them() -> None:
    names = ["pocket DistilBERT correct", "layer 12, head 12"]
    table = pd.DataFrame({"row": [1, 2], "value": [0.8, -0.2], "name": names, "figure": ["80.0%", "−20.0%"]})

    def widest(name_width: int) -> tuple[str, float]:
        chart = labelled_bars(
            table, value="value", name="name", figure="figure", name_width=name_width, figure_width=100
        )
        picture = vl_convert.vegalite_to_svg(
            {**chart.to_dict(), "width": 350, "autosize": {"type": "fit", "contains": "padding"}}
        )
        bars = re.findall(r'<path[^>]*aria-roledescription="bar"[^>]*d="([^"]*)"', picture)
        assert len(bars) == 2
        spans = [[float(x) for x in re.findall(r"(-?[\d.]+),", path)] for path in bars]
        return picture, max(max(span) - min(span) for span in spans)

    (above, wide), (_, narrow) = widest(200), widest(120)
    assert wide > 150 > narrow
    assert all(f">{text}<" in above for text in [*names, "80.0%", "−20.0%"])
