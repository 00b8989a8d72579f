"""The dots stand at their numbers, and a click can pick one only where settings are offered."""

from typing import Any

import pytest
import vl_convert

from components.charts.theme import COLOUR, GREY, SECOND_COLOUR
from components.suites.charts.pronouns import PICKED, SHOWN, occupation_dots, template_bars
from components.suites.model.occupations import occupations
from components.suites.tables.pronouns import EITHER, HE, SHE, share_table, template_table, with_labels
from tests.components.suites.pronouns import made_suite

WORDS = [each.word for each in occupations()]
SHARES = [0.8 if number < 10 else 0.2 if number < 40 else 0.5 for number in range(len(WORDS))]
SUITE = made_suite(SHARES, WORDS, spread=0.05)


def dots(*, clickable: bool, chosen: str = "nurse") -> dict[str, Any]:
    table = with_labels(share_table(SUITE, occupations()), chosen)
    chart = occupation_dots(
        table,
        chosen=chosen,
        compared_title="women",
        clickable=clickable,
    )
    drawn: dict[str, Any] = chart.to_dict()
    return drawn


@pytest.mark.parametrize("clickable", [True, False])
def test_a_click_selects_an_occupation_where_settings_are_offered(clickable: bool) -> None:
    names = [parameter["name"] for parameter in dots(clickable=clickable).get("params", [])]
    assert (PICKED in names) is clickable


def test_the_axes_are_whole_and_the_colours_those_of_the_project() -> None:
    points = dots(clickable=True)["layer"][-1]["encoding"]
    assert points["x"]["scale"]["domain"] == points["y"]["scale"]["domain"] == [0, 1]
    scale = points["color"]["scale"]
    assert dict(zip(scale["domain"], scale["range"], strict=True)) == {SHE: SECOND_COLOUR, HE: COLOUR, EITHER: GREY}
    assert len(set(points["shape"]["scale"]["range"])) == 3  # told apart without colour, too


def test_the_axis_has_the_name_of_what_is_compared() -> None:
    assert "women" in vl_convert.vegalite_to_svg({"width": 400, **dots(clickable=False)})


def test_bars_have_a_row_for_each_of_the_first_sentences() -> None:
    table = template_table(SUITE, "nurse")
    chart = template_bars(table, "nurse").to_dict()
    domain = chart["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert domain == [0, SHOWN]
    assert table["sentence"].iloc[0] in str(chart)
    assert table["sentence"].iloc[-1] not in str(chart)
    few = template_bars(table[table["row"] < 3], "nurse").to_dict()
    assert few["layer"][0]["encoding"]["y"]["scale"]["domain"] == [0, 2]
    assert "nurse" in str(chart["title"])
