"""A static site: views that compute in the browser, each a page with its own address, for any web host.

All pages share one file with the model's weights. Addresses are relative, so that the folder works wherever it lies.
"""

import hashlib
import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from components.takeaway.page import megabytes
from components.takeaway.page.figure import TakenFigure, figure_page
from components.tours.tour import Stop, Tour

if TYPE_CHECKING:  # imports torch
    from components.takeaway.packing import PackedModel

_STYLE = Path(__file__).with_name("site.css")
_DIGEST_LENGTH = 8  # hexadecimal digits: a changed model has another address, so that no browser takes an old one
_LEAST_SHARE = 0.5  # of a tour's stops that the site has, for the tour to be listed


@dataclass(frozen=True)
class SiteView:
    """A view of the site.

    Attributes:
        folder: The last part of its address.
        title: Its name.
        question: What it answers.
        page: Makes the page with a model.
        room: The path of the same view in the app.
        parameter: The parameter of a link into the app that holds the sentence.
        opens_empty: Whether the app shows this view without a sentence if a link names none.
    """

    folder: str
    title: str
    question: str
    page: Callable[["PackedModel"], bytes]
    room: str
    parameter: str
    opens_empty: bool = False

    def has_stop(self, stop: Stop) -> bool:
        """Whether this view is what a stop of a tour shows: its link names nothing but a sentence."""
        names = stop.parameters.keys()
        return stop.path == self.room and (names == {self.parameter} or (self.opens_empty and not names))

    def link_to(self, stop: Stop) -> str:
        """The address of a stop, relative to the site."""
        return f"{self.folder}/?{urlencode({'sentence': stop.parameters.get(self.parameter, '')})}"


@dataclass(frozen=True)
class SiteIndex:
    """The first page.

    Attributes:
        about: What the site is, in a sentence or two.
        figure: The picture on it.
        headline: The sentence above the picture.
        why: The paragraphs of its drawer.
    """

    about: str
    figure: TakenFigure
    headline: str
    why: Sequence[str]


def write_site(
    folder: Path, model: "PackedModel", views: Sequence[SiteView], index: SiteIndex, tours: Iterable[Tour]
) -> dict[str, int]:
    """Write the site into a folder, over an older one.

    Args:
        folder: The folder.
        model: The model of all pages.
        views: The views.
        index: What the first page has besides links to them.
        tours: Tours, whose stops at these views are listed.

    Returns:
        The files that were written, relative to the folder, with their sizes in bytes.
    """
    digest = hashlib.sha256(model.content).hexdigest()[:_DIGEST_LENGTH]
    weights = f"riverbank-{digest}.weights"
    shared = replace(model, address=f"../{weights}")
    files = {"index.html": _index_page(index, model, views, tours), weights: model.content}
    files |= {f"{view.folder}/index.html": view.page(shared) for view in views}
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("riverbank-*.weights"):
        old.unlink()
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
    return {name: len(content) for name, content in files.items()}


def _index_page(index: SiteIndex, model: "PackedModel", views: Sequence[SiteView], tours: Iterable[Tour]) -> bytes:
    size = megabytes(len(model.content))
    cards = "".join(
        f'<li><a href="{html.escape(view.folder)}/">{html.escape(view.title)}</a>{html.escape(view.question)}</li>'
        for view in views
    )
    below = (
        f"<h2>Views</h2><p>{html.escape(index.about)} The first view that you open fetches the model ({size}).</p>"
        f'<ul class="views">{cards}</ul>'
    )
    lists = "".join(filter(None, (_tour_list(tour, views) for tour in tours)))
    if lists:
        below += f"<h2>Read in this order</h2>{lists}"
    return figure_page(
        "Riverbank: see how BERT reads",
        index.figure,
        headline=index.headline,
        why=index.why,
        below=below,
        style=_STYLE.read_text(encoding="utf-8"),
    )


def _tour_list(tour: Tour, views: Sequence[SiteView]) -> str:
    """The stops of a tour that the site has; empty if they are too few."""
    stops = [(stop, view) for stop in tour.stops for view in views if view.has_stop(stop)]
    if len(stops) < _LEAST_SHARE * len(tour.stops):
        return ""
    items = "".join(
        f'<li><a href="{html.escape(view.link_to(stop))}">{html.escape(stop.question)}</a>'
        f"<details><summary>Answer</summary><p>{html.escape(stop.answer)}</p></details></li>"
        for stop, view in stops
    )
    title, about = html.escape(tour.title), html.escape(tour.about)
    return f'<section><h3>{title}</h3><p>{about}</p><ol class="tour">{items}</ol></section>'
