"""Lines that have their names at their ends have no legend, and no two names touch."""

import altair as alt
import pandas as pd
import vl_convert

from components.charts.lines import NAME_HEIGHT, end_labels, inline_data, series_encoding

TABLE = pd.DataFrame(
    [("one", 0, 0.0), ("one", 1, 0.50), ("two", 0, 1.0), ("two", 2, 0.51), ("three", 0, 0.2), ("three", 2, 0.9)],
    columns=["of", "x", "y"],
)


def test_each_line_is_named_once_at_its_own_last_point() -> None:
    for above in (False, True):
        names = {row["of"]: row for row in end_labels(TABLE, "of", x="x", y="y", above=above)["data"]["values"]}
        assert {name: row["x"] for name, row in names.items()} == {"one": 1, "two": 2, "three": 2}
        assert names["one"]["y"] == 0.5
        assert names["three"]["y"] == 0.9
        assert names["two"]["y"] == 0.5 + NAME_HEIGHT  # moved away from the one below it


def test_lines_with_names_have_no_legend() -> None:
    colour, dash = series_encoding("of", ["one", "two", "three"], labelled_at_ends=True)
    lines = alt.Chart(TABLE).mark_line().encode(x="x:Q", y="y:Q", color=colour, strokeDash=dash)
    picture = vl_convert.vegalite_to_svg(alt.layer(lines, end_labels(TABLE, "of", x="x", y="y")).to_dict())
    assert "role-legend" not in picture
    assert [picture.count(f">{name}<") for name in ("one", "two", "three")] == [1, 1, 1]


def test_copies_of_a_chart_share_its_rows_and_say_the_same() -> None:
    data = inline_data(TABLE)
    plain = alt.InlineData(values=[dict(row) for row in data["values"]])

    def layered(rows: alt.InlineData) -> alt.LayerChart:
        base = alt.Chart(rows).encode(x="x:Q", y="y:Q")
        return alt.layer(base.mark_line(), base.mark_point()).properties(height=20)

    assert layered(data).copy().data["values"] is data["values"]
    assert layered(data).to_dict() == layered(plain).to_dict()
