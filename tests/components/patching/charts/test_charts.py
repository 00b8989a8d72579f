"""Charts of patching draw every row that they are given."""

from components.patching.charts.paths import part_bars, path_lines
from components.patching.model.results import LayerParts
from components.patching.tables.grid import parts_table
from components.patching.tables.paths import average_table
from tests.components.patching.pairs import BLANK
from tests.components.patching.tables.test_paths import LAYERS, paths


def test_a_line_has_a_point_for_every_layer_and_a_band_around_it() -> None:
    drawn = path_lines(average_table(paths(2, 2, 3))).to_dict()
    rows = max(drawn["datasets"].values(), key=len)
    assert len(rows) == 3 * (LAYERS + 1)
    assert [layer["mark"]["type"] for layer in drawn["layer"]] == ["area", "line", *["text"] * 2]


def test_a_full_bar_is_the_whole_answer() -> None:
    drawn = str(part_bars(parts_table(LayerParts(4, BLANK, (0.1, -0.2), 0.3, 0.2))).to_dict())
    assert "'domain': [-0.2, 1.0]" in drawn
