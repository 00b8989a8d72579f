"""Charts as SVG and PNG files."""

import json
import logging
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd

from components.charts.candidates import Spec
from components.charts.picture_links import png_with_link, svg_with_link
from components.model.tokens.unprintable import name_unprintable
from components.model.user_errors import Busy, UserError

WIDTH = 900  # pixels, of charts that fill their column on the screen
SECONDS_LIMIT = 30.0  # for one file, and for waiting for others
_COMMAND = (sys.executable, "-m", "components.charts.render_process")
_ROOT = Path(__file__).parents[2]
_FAILED = "This picture could not be made. Shorten the text, or take the CSV file: it has the numbers."
_BUSY = "Many pictures are being made right now. Try again in a moment."
_PROCESSES = threading.BoundedSemaphore(2)  # at a time: each needs some 100 MB and a second of a core
_LATIN_END = "\u024f"  # every renderer has the letters before it
_LOG = logging.getLogger(__name__)

Chart = alt.TopLevelMixin | Spec | Callable[[], alt.TopLevelMixin | Spec]


@dataclass(frozen=True)
class ChartFigure:
    """A chart and the table behind it, for export.

    Attributes:
        name: Part of the files' names.
        chart: The chart, or a function that makes it; None to export the table only.
        table: The table, or a function that makes it. Functions are called on download.
    """

    name: str
    chart: Chart | None
    table: pd.DataFrame | Callable[[], pd.DataFrame]

    @property
    def rows(self) -> pd.DataFrame:
        """The table, made if necessary."""
        return self.table if isinstance(self.table, pd.DataFrame) else self.table()


def svg(chart: Chart, *, link: str = "") -> bytes:
    """The chart as an SVG file with a white background.

    Args:
        chart: The chart.
        link: The link to its view, written into the file's metadata; "" for none.

    Raises:
        UserError: It cannot be rendered.
    """
    content = _render("svg", _with_size(chart))
    return svg_with_link(content, link) if link else content


def png(chart: Chart, *, link: str = "") -> bytes:
    """The chart as a PNG file with a white background.

    Args:
        chart: The chart.
        link: The link to its view, written into the file's metadata; "" for none.

    Raises:
        UserError: It cannot be rendered.
    """
    content = _render("png", _with_size(chart))
    return png_with_link(content, link) if link else content


def letters_without_font(figure: ChartFigure) -> str:
    """A letter of each script of a figure's table for which this machine has no font: a PNG shows boxes instead."""
    if figure.chart is None:
        return ""
    texts = figure.rows.select_dtypes(exclude=["number", "bool", "datetime"])
    characters = sorted({c for _, column in texts.items() for value in column for c in str(value) if c > _LATIN_END})
    by_script = {
        unicodedata.name(c, "").partition(" ")[0]: c
        for c in characters
        if c.isalpha() or unicodedata.category(c) == "So"
    }
    return _without_font("".join(by_script.values())) if by_script else ""


@lru_cache(100)
def _without_font(letters: str) -> str:
    return str(json.loads(_render("missing", letters)))


def _with_size(chart: Chart) -> Spec:
    if not isinstance(chart, (dict, alt.TopLevelMixin)):
        chart = chart()
    spec: Spec = chart if isinstance(chart, dict) else chart.to_dict()
    return {"width": WIDTH, "background": "white", **spec}


def _render(kind: str, content: object) -> bytes:
    """What a process of its own makes of the content: the renderer's native code ends its process at some texts."""
    text = json.dumps(_printable(content))
    if not _PROCESSES.acquire(timeout=SECONDS_LIMIT):
        raise Busy(_BUSY)
    try:
        done = subprocess.run(
            [*_COMMAND, kind], input=text.encode(), capture_output=True, timeout=SECONDS_LIMIT, cwd=_ROOT, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        _LOG.warning("A picture could not be rendered: %s", error)
        raise UserError(_FAILED) from error
    finally:
        _PROCESSES.release()
    return done.stdout


def _printable(content: Any) -> Any:
    """JSON in which characters that no picture can hold have names."""
    match content:
        case str():
            return name_unprintable(content)
        case dict():
            return {name_unprintable(str(name)): _printable(value) for name, value in content.items()}
        case list() | tuple():
            return [_printable(value) for value in content]
    return content
