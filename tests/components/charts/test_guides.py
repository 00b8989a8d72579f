"""Axes and legends: settings override common ones, and legends show lines as lines."""

import re
from itertools import pairwise

import altair as alt
import pandas as pd
import pytest
import vl_convert

from components.charts.guides import axis, cell_axis, layer_axis, legend
from components.charts.lines import series_encoding

TABLE = pd.DataFrame({"x": [0, 1, 0, 1], "y": [0, 1, 1, 2], "of": ["a", "a", "b", "b"]})


def legend_symbols(picture: str) -> list[str]:
    """The symbols of all legends of an SVG picture, as its elements."""
    return re.findall(r'role-legend-symbol"[^>]*>(<path [^>]*>)', picture)


def strokes_in_legend(picture: str) -> list[str]:
    """The dashes of legends in which all symbols are straight lines."""
    strokes = [
        re.search(r' d="M-[\d.]+,0L[\d.]+,0".* stroke-dasharray="([\d,]+)"', symbol)
        for symbol in legend_symbols(picture)
    ]
    assert None not in strokes, picture
    return [stroke[1] for stroke in strokes if stroke]


def outlines_in_legend(picture: str) -> list[float]:
    """How wide the outlines of the symbols of all legends are."""
    return [float(width) for symbol in legend_symbols(picture) for width in re.findall(r'stroke-width="(.+?)"', symbol)]


def drawn(*layers: alt.Chart, background: str = "white") -> str:
    spec = alt.LayerChart(layer=list(layers)).to_dict(validate=True)
    # The theme of the page makes outlines in legends four pixels wide.
    return str(
        vl_convert.vegalite_to_svg(
            {"background": background, **spec, "config": {"legend": {"symbolStrokeWidth": 4}}},
        )
    )


@pytest.mark.parametrize("guide", [axis, cell_axis, legend])
def test_settings_override_what_is_common(guide) -> None:
    common = guide("Title").to_dict()
    assert common["title"] == "Title"
    other = guide(None, labelFontSize=9, titleFontWeight=700).to_dict()
    assert other == {**common, "title": None, "labelFontSize": 9, "titleFontWeight": 700}


@pytest.mark.parametrize(("background", "ink"), [("#FCFBF8", "#1D2A33"), ("#10191F", "#E8EEF0")])
def test_guides_are_written_in_ink_on_light_and_dark_pages(background: str, ink: str) -> None:
    points = alt.Chart(TABLE).mark_point(filled=True)
    points = points.encode(
        x=alt.X("x:Q", axis=axis("Across")),
        y=alt.Y("y:O", axis=cell_axis("Up")),
        color=alt.Color("of:N", legend=legend("Colours")),
    )
    texts = re.findall(r'fill="(#\w+)"[^>]*>([^<]+)</text>', drawn(points, background=background))
    assert {"Across", "Up", "Colours", "a", "b"} <= {text for _, text in texts}
    assert {colour for colour, _ in texts} == {ink}


def test_lines_with_dots_are_lines_in_the_legend() -> None:
    colour, dash = series_encoding("of", ["a", "b"])
    base = alt.Chart(TABLE).encode(x="x:Q", y="y:Q", color=colour)
    picture = drawn(base.mark_line().encode(strokeDash=dash), base.mark_point(filled=True))
    assert strokes_in_legend(picture) == ["1,0", "8,4"]


def test_outlines_of_marks_are_not_in_the_legend() -> None:
    base = alt.Chart(TABLE).encode(x="x:Q", y="y:Q", color=alt.Color("of:N", legend=legend(None)))
    picture = drawn(base.mark_bar(stroke="black"), base.mark_rule(strokeDash=[6, 4]))
    assert outlines_in_legend(picture) == [0, 0]


@pytest.mark.parametrize(
    ("width", "last", "kind", "shown"),
    [
        (240, 12, "Q", [1, 3, 5, 7, 9, 12]),  # "before" would touch 1
        (240, 12, "O", [1, 3, 5, 7, 9, 12]),
        (240, 24, "Q", [1, 4, 7, 10, 13, 16, 19, 24]),
        (240, 4, "Q", [0, 1, 2, 3, 4]),
        (700, 12, "Q", list(range(13))),
    ],
)
def test_layer_1_and_the_last_one_are_labelled_in_a_narrow_chart(width, last, kind, shown) -> None:
    layers = list(range(last + 1))
    across = alt.X(f"layer:{kind}", axis=layer_axis(layers))
    chart = alt.Chart(pd.DataFrame({"layer": layers, "y": layers})).mark_line().encode(x=across, y="y:Q")
    fit = alt.AutoSizeParams(type="fit-x", contains="padding")
    picture = vl_convert.vegalite_to_svg(chart.properties(width=width, autosize=fit).to_dict())
    labels = picture[picture.index("X-axis titled") :].partition("role-axis-label")[2].partition("</g>")[0]
    texts = re.findall(r">(before|\d+)</text>", labels)
    assert [0 if text == "before" else int(text) for text in texts] == shown
    places = [float(place) for place in re.findall(r"translate\(([\d.]+),\d+\)[^>]*>\d+</text>", labels)]
    assert min(b - a for a, b in pairwise(places)) > 12  # pixels: no label touches the next
