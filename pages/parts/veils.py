"""What of a figure stands below the question of a stop: bars without lengths, grey cells, axes without a line.

A veil has the shape of the figure that takes its place when the answer is shown. It is drawn from the names of what is
compared and from stored results of the page's example, so that it is there at once and holds nothing of the answer.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from cache.shipped.first_river import first_river
from components.model.word_senses import sense_presets
from components.senses.map import MapView
from components.senses.river import river_picture
from components.senses.tables.river import encode_river
from components.tables.layers import layer_name

Picture = Callable[[str], None]  # draws below a question; it is given the topic of the class's answers
Link = Mapping[str, str]  # the parameters of a stop
Veil = Callable[[Link], Picture | None]  # None where the figure itself would be the answer
Names = Callable[[], Sequence[str]]

BARS = 5
RIVER_HEIGHT = 0.36  # as a share of the window’s
_STYLE = Path(__file__).with_name("veils.css").read_text(encoding="utf-8")


def no_veil(_link: Link) -> None:
    """The question stands alone."""


def veiled_bars(*titles: str, names: Names = lambda: ("?",) * BARS) -> Veil:
    """Bars of unknown length below each title; ``names`` returns their labels."""

    def draw(_topic: str) -> None:
        rows = "".join(f"<span><b>{escape(name)}</b><i></i></span>" for name in names())
        _draw("bars", "".join(f"<div>{title and f'<strong>{escape(title)}</strong>'}{rows}</div>" for title in titles))

    return lambda _: draw


def veiled_stacks(*titles: str, names: Callable[[], Sequence[Sequence[str]]]) -> Veil:
    """Stacks of layers below their titles, standing on one line; ``names`` returns those of each, bottom to top."""

    def draw(_topic: str) -> None:
        stacks = names()
        highest = max(map(len, stacks))
        body = ""
        for title, floors in zip(titles, stacks, strict=True):
            missing = "<span><b></b><em></em></span>" * (highest - len(floors))
            rows = "".join(f"<span><b>{escape(name)}</b><i></i></span>" for name in reversed(floors))
            body += f"<div><strong>{escape(title)}</strong>{missing}{rows}</div>"
        _draw("stacks", body)

    return lambda _: draw


def veiled_cells(rows: Names, columns: Names, *, sentence: str = "") -> Veil:
    """Grey cells; ``rows`` and ``columns`` return their names.

    Args:
        rows: Called when the veil is drawn.
        columns: Called when the veil is drawn.
        sentence: The only one that has these columns; "" if all have.
    """

    def draw(_topic: str) -> None:
        across = columns()
        head = _labels("", *across)
        _draw("cells", head + "".join(_labels(name) + "<i></i>" * len(across) for name in rows()), len(across))

    return lambda link: draw if link.get("sentence", sentence) == sentence or not sentence else None


def veiled_curve(up: str, along: str, marks: Names) -> Veil:
    """Axes without a line: what they show, and the labels along the horizontal one."""

    def draw(_topic: str) -> None:
        _draw("curve", f"<strong>{escape(up)}</strong><i>?</i><p>{_labels(*marks())}</p><small>{escape(along)}</small>")

    return lambda _: draw


def veiled_words(sentence: str) -> Veil:
    """The words of the stop's sentence, or else of this one."""
    return lambda link: partial(_draw_words, re.findall(r"\w+|[^\w\s]", link.get("sentence", sentence)))


def layer_names() -> list[str]:
    """The names of the default model's layers, layer 0 included."""
    return [layer_name(layer) for layer in range(first_river.read().river.last + 1)]


def _draw_words(words: Sequence[str], _topic: str) -> None:
    _draw("words", _labels(*words))


def _labels(*names: str) -> str:
    return "".join(f"<b>{escape(name)}</b>" for name in names)


def _draw(kind: str, inside: str, columns: int = 1) -> None:
    st.html(
        f"<style>{_STYLE}</style>"
        f'<div role="img" aria-label="The figure without its answer" class="veil {kind}" style="--columns: {columns}">'
        f"{inside}</div>"
    )


def draw_veiled_river(_topic: str, *, until: int | None = None) -> None:
    """Draw the stored river of the first word, which the page draws with a sentence's thread when it shows the answer.

    Args:
        until: The layer at which its threads end; None for the last.
    """
    first = first_river.read()
    payload = encode_river(first.river, first.points, sense_presets()[0].word, has_shares=False)
    layer = first.river.last if until is None else until
    river_picture(payload, key="veiled-river", initial=MapView(layer), height=RIVER_HEIGHT, until=until)
