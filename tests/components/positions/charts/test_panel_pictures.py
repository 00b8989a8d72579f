"""A matrix as a picture: one image that holds every cell, in order, and fetches nothing."""

import base64
import re
import struct
import zlib

import numpy as np
import pytest

from components.charts.files import png, svg
from components.positions.charts.panel_pictures import DIVERGING, panel_picture, panel_table
from components.positions.tables.panels import MatrixPanel


def image(panel: MatrixPanel) -> tuple[np.ndarray, list[tuple[int, int, int]]]:
    """The levels of the picture inside the file, and their colours."""
    (address,) = re.findall(rb'href="data:image/png;base64,([^"]+)"', svg(panel_picture(panel)))
    content, index, parts = base64.b64decode(address), 8, {}
    while index < len(content):
        (length,) = struct.unpack(">I", content[index : index + 4])
        parts[content[index + 4 : index + 8]] = content[index + 8 : index + 8 + length]
        index += 12 + length
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)
    palette = np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)
    return lines[:, 1:], [tuple(colour) for colour in palette.tolist()]


@pytest.mark.parametrize("diverging", [True, False])
def test_every_cell_is_in_the_picture_and_more_is_a_higher_level(diverging: bool) -> None:
    values = np.linspace(-0.5, 1, 12).reshape(3, 4)
    levels, colours = image(MatrixPanel("a", values, "position", "dimension", diverging))
    assert levels.shape == (3, 4)
    assert (np.diff(levels.ravel().astype(int)) > 0).all()
    assert levels[2, 3] == 255
    if diverging:
        assert levels[0, 0] == pytest.approx(255 / 4, abs=1)  # -0.5 on a scale from -1 to 1
        assert sum(colours[127]) == pytest.approx(3 * 255, abs=6)  # white in the middle
        assert "#{:02X}{:02X}{:02X}".format(*colours[-1]) == DIVERGING[-1]
        assert colours[64][0] > colours[64][2]  # negative: orange
        assert colours[192][2] > colours[192][0]  # positive: blue
    else:
        assert levels[0, 0] == 0


def test_a_matrix_of_one_number_is_drawn_too() -> None:
    levels, _ = image(MatrixPanel("a", np.zeros((2, 2)), "position", "position", False))
    assert not levels.any()


def test_the_largest_figure_is_one_image_with_its_axes_and_can_be_made_when_asked_for() -> None:
    panel = MatrixPanel("RoPE <b>", np.eye(512), "position", "position", True)
    content = svg(lambda: panel_picture(panel))
    assert content.count(b"<image") == 1
    assert b"<rect" not in content or content.count(b"<rect") < 20
    assert b"RoPE &lt;b&gt;" in content
    assert b"http" not in content.replace(b"http://www.w3.org", b"")
    assert png(lambda: panel_picture(panel)).startswith(b"\x89PNG")


def test_rows_of_a_matrix_are_rows_of_its_table() -> None:
    values = np.arange(6.0).reshape(2, 3)
    table = panel_table(MatrixPanel("a", values, "distance", "pair", True))
    assert list(table.columns) == ["distance", "pair 0", "pair 1", "pair 2"]
    assert table["distance"].tolist() == [0, 1]
    np.testing.assert_array_equal(table.drop(columns="distance"), values)
