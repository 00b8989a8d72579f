import altair as alt
import pytest

from components.charts.titles import LINE, TITLE_HEIGHT, with_title

SHORT, LONG = "Confusion matrix", "Accuracy on held-out sentences, with 95% intervals"


def _chart() -> alt.Chart:
    chart: alt.Chart = alt.Chart(alt.InlineData([{"x": 1}])).mark_point().encode(x="x:Q").properties(height=100)
    return chart


@pytest.mark.parametrize("title", [SHORT, LONG])
def test_a_title_has_room_above_its_chart(title: str) -> None:
    assert with_title(_chart(), title).to_dict()["height"] == 100 + TITLE_HEIGHT


def test_a_title_is_one_line_where_it_fits_and_several_on_a_phone_where_it_does_not() -> None:
    assert with_title(_chart(), SHORT).to_dict()["title"]["text"] == SHORT
    text = with_title(_chart(), LONG).to_dict()["title"]["text"]["expr"]
    lines, whole = text.partition(" ? ")[2].split(" : ")
    assert whole == f'"{LONG}"'
    parts = [part.strip('"') for part in lines.strip("[]").split('", "')]
    assert " ".join(parts) == LONG
    assert max(map(len, parts)) <= LINE < len(LONG)
