"""“The whole pass” of “Inside a layer” as one HTML file, which needs neither a server nor a network.

With a model inside it reads any sentence, and computes every floor, box and number that somebody opens. Without one it
shows the pass over one sentence as it stands. The picture is the app's own element, which both give its bytes.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from components.takeaway.page import PageParts, accuracy_text, html_page, model_text, sentence_box
from components.takeaway.page.figure import TakenFigure, figure_page
from components.widgets.canvas import CANVAS_STYLE, with_settings
from components.widgets.element_files import ElementFiles, bundled_script

if TYPE_CHECKING:  # it imports torch, which a page without a model does without
    from components.takeaway.packing import PackedModel

_HERE = Path(__file__).parent
_BUILDING = ElementFiles(_HERE.parents[1] / "widgets/layer_building/layer_building", base=CANVAS_STYLE)
_TITLE = "Inside a layer"
# For those who hear it: between the page's heading and those of the picture's parts there is one.
_HEADING = "<h2>The whole pass</h2>"
_STYLE = "h2 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }"
_STILL = {"initial": None, "address": None, "compact": False}
_WITHOUT_BOXES = "Click a word to follow it. The boxes of a layer need the app."


@dataclass(frozen=True)
class MachinePlace:
    """What is open when the page is.

    Attributes:
        floor: 0 for the embeddings, then the layers, then the vocabulary head.
        box: The key of the open box; "" for the first of the floor.
        token: The position of the token; None for the first blank, or the last word if there is none.
        cell: Head and index of the chosen number; None for the largest of the box.
        level: How it is looked at: one of :data:`components.widgets.layer_building.LEVELS`.
    """

    floor: int = 1
    box: str = ""
    token: int | None = None
    cell: tuple[int, int] | None = None
    level: str = "whole"


def machine_page(
    model: "PackedModel",
    plan: Mapping[str, Any],
    sentence: str,
    place: MachinePlace,
    *,
    notes: Sequence[str],
    first: tuple[bytes, str] | None = None,
) -> bytes:
    """The page with a model inside.

    Args:
        model: The model.
        plan: Its floors and boxes: :func:`components.tables.passes.plan.machine_plan`.
        sentence: The sentence that it opens at, with "[MASK]" at every blank.
        place: What is open.
        notes: How to read the picture, a paragraph each.
        first: The pass and the sentence above it until the model is there; None to wait for it.
    """
    settings = {"sentence": sentence, "plan": plan, **vars(place)}
    data: dict[str, object] = {"settings": settings}
    if first is not None:
        payload, settings["finding"] = first
        data["figure-data"] = TakenFigure(_BUILDING, with_settings(_STILL, payload)).stored
    parts = PageParts(
        title=_TITLE,
        markup=sentence_box("Sentence, with [MASK] where a word is hidden")
        + _HEADING
        + TakenFigure(_BUILDING, b"").markup,
        style=_STYLE,
        inner_styles=(_BUILDING.style,),
        script=bundled_script(_HERE / "machine_page.js"),
        data=data,
        why=(model_text(model), *notes, accuracy_text(model.accuracy)),
    )
    return html_page(parts, model, bundled_script(_HERE / "machine_worker.js"))


def machine_figure(payload: bytes, parts: Mapping[str, bytes], *, headline: str, why: Sequence[str]) -> bytes:
    """The page without a model.

    Args:
        payload: The pass with a floor of one token.
        parts: The same floor of the other tokens, by the names under which the app fetches them.
        headline: The sentence above the picture.
        why: The paragraphs of the drawer.
    """
    held = {name: base64.b64encode(part).decode() for name, part in parts.items()}
    figure = TakenFigure(_BUILDING, with_settings({**_STILL, "parts": held, "closed": True}, payload))
    return figure_page(_TITLE, figure, headline=headline, note=_WITHOUT_BOXES, why=why)
