"""Figures in a notebook: a whole page in a sandboxed frame, so that it needs no server and reaches nothing outside.

A frame with ``srcdoc`` works wherever a cell's output is HTML. The sandbox lets the page's script run and nothing else:
it has no origin, and its Content-Security-Policy allows no request.
"""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import components
from components.model.results import Conditions
from components.takeaway.page import PageParts, headline_markup, html_page
from components.takeaway.page.figure import TakenFigure, figure_page
from components.widgets.canvas import CANVAS_STYLE, STAGE_STYLE
from components.widgets.element_files import ElementFiles

_COMPONENTS = Path(components.__file__).parent


@dataclass(frozen=True)
class FigureKind:
    """A custom element of the app that a result is drawn with.

    Attributes:
        title: The heading of its page.
        files: Its files.
    """

    title: str
    files: ElementFiles


ATLAS = FigureKind(
    "Every head", ElementFiles(_COMPONENTS / "attention" / "atlas" / "attention_atlas", base=CANVAS_STYLE)
)
RIVER = FigureKind("Word meanings", ElementFiles(_COMPONENTS / "senses" / "river" / "river", base=CANVAS_STYLE))
BUILDING = FigureKind(
    "Inside a layer", ElementFiles(_COMPONENTS / "widgets/layer_building/layer_building", base=CANVAS_STYLE)
)
PATCH_GRID = FigureKind(
    "Change its mind", ElementFiles(_COMPONENTS / "patching" / "grid" / "patch_grid", base=STAGE_STYLE)
)


def iframe(page: str, *, title: str, height: int) -> str:
    """A page as the HTML of a cell's output.

    Args:
        page: The page.
        title: What screen readers call it.
        height: In CSS pixels.
    """
    return (
        f'<iframe srcdoc="{html.escape(page)}" title="{html.escape(title)}" sandbox="allow-scripts" '
        f'width="100%" height="{height}" style="border: 0; display: block"></iframe>'
    )


def element_page(kind: FigureKind, data: bytes | Mapping[str, object], *, headline: str, why: Sequence[str]) -> str:
    """A figure as a page.

    Args:
        kind: What draws it.
        data: What its script is given.
        headline: The sentence above it.
        why: The paragraphs of the drawer.
    """
    return figure_page(kind.title, TakenFigure(kind.files, data), headline=headline, why=why).decode()


def text_page(title: str, *, headline: str, why: Sequence[str]) -> str:
    """A page that says why there is no figure."""
    return html_page(PageParts(title, headline_markup(headline), "", "", {}, why)).decode()


def drawer(model: str, conditions: Conditions) -> tuple[str, ...]:
    """The paragraphs of the drawer: what the numbers were computed with."""
    computed = (
        f"Model: {model} ({conditions.model_id}, {conditions.revision}). Computed with {conditions.versions}, in "
        f"{conditions.precision}, on {conditions.device}."
    )
    return (computed, conditions.note) if conditions.note else (computed,)
