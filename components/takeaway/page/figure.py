"""A custom element of the app in a page without a server: as it stands, or redrawn by a model in the page.

The element stands in a shadow root, as in the app, so that its style sheet and the page's do not meet.
"""

import base64
import html
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.takeaway.page import PageParts, headline_markup, html_page
from components.widgets.element_files import ElementFiles, bundled_script

_HERE = Path(__file__).parent
_FRAME_SIZE = 6000  # bytes of a page's frame, themes and words
APP_NOTE = (
    "This is the figure as it stood in the app, with all that it can show by itself. Other sentences and settings, and "
    "what opens further figures, need the app."
)
_SCRIPT = """import mountFigure from "{element}";
import {{ showFigure, storedData }} from "./figure.js";

showFigure(mountFigure, storedData());
"""


@dataclass(frozen=True)
class TakenFigure:
    """A custom element with what it is given.

    Attributes:
        files: Its files.
        data: What its script is given as ``data``: bytes, or values as JSON has them.
    """

    files: ElementFiles
    data: bytes | Mapping[str, object]

    @property
    def markup(self) -> str:
        """The element's markup and style in a shadow root."""
        return (
            '<div id="figure"><template shadowrootmode="open">'
            f"<style>{self.files.style}</style>{self.files.markup}</template></div>"
        )

    @property
    def script(self) -> str:
        """The ES module that draws the element as it stands."""
        element = Path(os.path.relpath(self.files.script, _HERE)).as_posix()
        return bundled_script(_HERE / "figure_page.js", _SCRIPT.format(element=element))

    @property
    def page_size(self) -> int:
        """About how many bytes a page with this figure has."""
        data = len(self.data) * 4 // 3 if isinstance(self.data, bytes) else len(json.dumps(self.data))
        return data + len(self.script) + len(self.markup) + _FRAME_SIZE

    @property
    def stored(self) -> dict[str, object]:
        """The data as ``figure.js`` reads it from the page."""
        if isinstance(self.data, bytes):
            return {"bytes": base64.b64encode(self.data).decode()}
        return {"value": dict(self.data)}


def figure_page(
    title: str,
    figure: TakenFigure,
    *,
    headline: str = "",
    note: str = "",
    why: Sequence[str],
    below: str = "",
    style: str = "",
) -> bytes:
    """A figure as it stands, as a page without a model.

    Args:
        title: The heading.
        figure: The figure.
        headline: The sentence above it.
        note: The sentence below it.
        why: The paragraphs of the drawer.
        below: What stands below the figure, as HTML.
        style: A style sheet for that.
    """
    parts = PageParts(
        title=title,
        markup="".join(
            (
                headline_markup(headline) if headline else "",
                figure.markup,
                f'<p class="note">{html.escape(note)}</p>' if note else "",
                below,
            )
        ),
        style=style,
        inner_styles=(figure.files.style,),
        script=figure.script,
        data={"figure-data": figure.stored},
        why=why,
    )
    return html_page(parts)
