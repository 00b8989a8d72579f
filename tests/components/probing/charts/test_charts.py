"""Charts of probes say what their tables say."""

import re

import vl_convert

from components.probing.charts.probe import probe_lines, progress_lines
from components.probing.charts.stack import centre_chart
from components.probing.model.results import ProbeProgress
from components.probing.tables.probe import probe_table, progress_table
from components.probing.tables.stack import stack_table
from tests.components.probing.scores import probed_task
from tests.components.probing.tables.test_stack import stack_of


def test_the_lines_have_the_series_of_the_table_and_an_axis_of_layers() -> None:
    table = probe_table(probed_task([0.8, 0.9, 0.7], unseen=[0.1, 0.2, 0.3]))
    chart = probe_lines(table).to_dict()
    bands, lines, names = chart["layer"]
    assert bands["mark"]["type"] == "area"
    assert names["encoding"]["text"]["field"] == "series"
    assert set(lines["encoding"]["color"]["scale"]["domain"]) == set(table["series"])
    assert lines["encoding"]["x"]["axis"]["values"] == [0, 1, 2]


def test_layers_trained_so_far_are_on_the_axes_of_the_finished_chart() -> None:
    table = progress_table(ProbeProgress((0.8, 0.9), (0.5, 0.4), 3, 0.3))
    assert table.query("layer == 1")["accuracy"].tolist() == [0.9, 0.4, 0.3]
    chart = progress_lines(table, 2).to_dict()
    finished = probe_lines(probe_table(probed_task([0.8, 0.9, 0.7]))).to_dict()["layer"][1]
    for channel in ("x", "y", "color"):
        assert chart["encoding"][channel] == finished["encoding"][channel]
    empty = progress_lines(progress_table(ProbeProgress((), (), 3, 0.0)), 2).to_dict()
    assert empty["encoding"] == chart["encoding"], "the axes and the legend stand before the first layer is trained"


def test_the_rows_of_the_stack_are_in_the_order_of_the_table_over_all_layers() -> None:
    table = stack_table(stack_of(0.5, 1.0, 2.0))
    chart = centre_chart(table, 6).to_dict()
    bars, points = chart["layer"]
    assert (bars["encoding"]["x"]["field"], bars["encoding"]["x2"]["field"]) == ("low", "high")
    assert points["mark"]["type"] == "tick", "what is wider than a short interval would hide it on a phone"
    assert points["encoding"]["y"]["sort"] == table["task"].tolist()
    assert points["encoding"]["x"]["scale"]["domain"] == [0, 6]


def test_every_layer_has_its_number_on_a_phone_too() -> None:
    table = stack_table(stack_of(0.5, 1.0, 2.0))
    drawn = vl_convert.vegalite_to_svg(centre_chart(table, 6).properties(width=170).to_dict())
    labels = re.search('class="mark-text role-axis-label".*?</g>', drawn, re.DOTALL)
    assert labels is not None
    assert re.findall("<text[^>]*>([^<]*)</text>", labels[0]) == [str(layer) for layer in range(1, 7)]
