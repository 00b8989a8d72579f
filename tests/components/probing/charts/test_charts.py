"""Charts of probes say what their tables say."""

from components.probing.charts.probe import probe_lines
from components.probing.charts.stack import centre_chart
from components.probing.tables.probe import probe_table
from components.probing.tables.stack import stack_table
from tests.components.probing.scores import probed_task
from tests.components.probing.tables.test_stack import stack_of


def test_the_lines_have_the_series_of_the_table_and_an_axis_of_layers() -> None:
    table = probe_table(probed_task([0.8, 0.9, 0.7], unseen=[0.1, 0.2, 0.3]))
    chart = probe_lines(table).to_dict()
    bands, lines = chart["layer"]
    assert bands["mark"]["type"] == "area"
    assert set(lines["encoding"]["color"]["scale"]["domain"]) == set(table["series"])
    assert lines["encoding"]["x"]["axis"]["values"] == [0, 1, 2]


def test_the_rows_of_the_stack_are_in_the_order_of_the_table_over_all_layers() -> None:
    table = stack_table(stack_of(0.5, 1.0, 2.0), added=True)
    chart = centre_chart(table, 6).to_dict()
    _, points = chart["layer"]
    assert points["encoding"]["y"]["sort"] == table["task"].tolist()
    assert points["encoding"]["x"]["scale"]["domain"] == [0, 6]
