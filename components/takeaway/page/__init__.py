"""A view as one HTML file, which needs neither a server nor a network.

What pages have in common: the frame, the two themes, a Content-Security-Policy that allows no request (of a site: none
to another host), and the drawer.
A page with a model has a box for a sentence; its worker computes in a second thread, and ``asking.js`` brings it the
sentence. The model is inside the page, or in a site, where all pages share it, a file beside them.
"""

import base64
import html
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from components.server.downloads.policy_hash import policy_hash
from components.tables.numbers import fixed

if TYPE_CHECKING:  # both import torch, which a page without a model does without
    from components.takeaway.accuracy import RoundingAccuracy
    from components.takeaway.packing import PackedModel

_HERE = Path(__file__).parent
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_SITE_LINE = (
    '<nav><a href="../">All views</a> <span id="loading"><label for="progress">Loading the model…</label> '
    '<progress id="progress" value="0"></progress></span></nav>'
)
_ENDS_SCRIPT = re.compile(r"</script|<!--", re.IGNORECASE)


@dataclass(frozen=True)
class PageParts:
    """What one page has and others do not.

    Attributes:
        title: Its heading.
        markup: What stands below it, as HTML.
        style: A style sheet for that.
        script: The ES module that runs.
        data: Values for the script, by the id of the element that holds each as JSON.
        why: The paragraphs of the drawer.
        inner_styles: Further style sheets, which stand in ``markup``.
    """

    title: str
    markup: str
    style: str
    script: str
    data: Mapping[str, object]
    why: Sequence[str]
    inner_styles: Sequence[str] = ()


def html_page(parts: PageParts, model: "PackedModel | None" = None, worker: str = "") -> bytes:
    """The page.

    Args:
        parts: What is in it.
        model: A model that computes in it; None for numbers alone.
        worker: The script that runs the model.
    """
    for text in (parts.script, worker):
        if _ENDS_SCRIPT.search(text):
            raise ValueError("a script cannot stand in a page if it has the end of one in it")
    style = "".join((theme_style(), (_HERE / "page.css").read_text(encoding="utf-8"), parts.style))
    texts = [_text_element(name, "application/json", _as_json(value)) for name, value in parts.data.items()]
    if model is not None:
        texts.append(_text_element("worker", "text/plain", worker))
        if model.address:
            weights = {"address": model.address, "size": len(model.content), "name": model.name}
            texts.append(_text_element("weights", "application/json", _as_json(weights)))
        else:
            texts.append(_text_element("model", "text/plain", base64.b64encode(model.content).decode()))
    is_site = model is not None and bool(model.address)
    values = {
        "csp": _policy(parts.script, (style, *parts.inner_styles), has_worker=model is not None, fetches=is_site),
        "place": _SITE_LINE if is_site else "",
        "name": html.escape(parts.title if model is None else f"{parts.title}: {model.name}"),
        "title": html.escape(parts.title),
        "style": style,
        "markup": parts.markup,
        "why": "\n".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in parts.why),
        "texts": "\n".join(texts),
        "script": parts.script,
    }
    template = (_HERE / "page.html").read_text(encoding="utf-8")
    # All places at once, so that a sentence with "{{" in it stays as it is.
    return _PLACE.sub(lambda place: values[place[1]], template).encode()


def theme_style() -> str:
    """The app's two themes as a style sheet: colours and fonts under the names that its custom elements ask for."""
    return (_HERE / "theme.css").read_text(encoding="utf-8")


def headline_markup(text: str) -> str:
    """The markup of the sentence above a figure."""
    return f'<h2 id="message">{html.escape(text)}</h2>'


def sentence_box(label: str, *, message: str = "Loading the model…", examples: Sequence[str] = ()) -> str:
    """The markup of the box for a sentence, with the line below it that says what was read.

    Args:
        label: What to type.
        message: What the line says at first.
        examples: Sentences to click, for the page's script.
    """
    buttons = "".join(f'<button type="button" dir="auto">{html.escape(example)}</button>' for example in examples)
    return (
        f'<form><label for="sentence">{html.escape(label)}</label>'
        '<textarea id="sentence" rows="2" dir="auto" autocomplete="off" autocapitalize="sentences"></textarea></form>'
        + (f'<p class="examples">{buttons}</p>' if buttons else "")
        + f'<p id="message" role="status">{html.escape(message)}</p>'
    )


def model_text(model: "PackedModel") -> str:
    """Which model is in the page, and under which licence."""
    place = (
        f"Your browser downloads it once ({megabytes(len(model.content))}) and runs it. Nothing is sent."
        if model.address
        else "It is inside this file and runs in your browser, without a network."
    )
    return f"Model: {model.name}, with 8-bit weights. {place} Licence of the weights: {model.licence}."


def megabytes(size: int) -> str:
    """A number of bytes as megabytes, from ten on without decimals."""
    return f"{fixed(size / 1e6, 0 if size >= 1e7 else 1)} MB"


def accuracy_text(accuracy: "RoundingAccuracy") -> str:
    """How far 8-bit weights are from the exact ones, rounded up to tenths of percentage points."""
    return (
        f"The exact weights give slightly different numbers: in {accuracy.same_first} of {accuracy.sentence_count} "
        "test sentences the top guess is the same. A probability differs by up to "
        f"{to_points(accuracy.largest_difference)} percentage points, and in half of the sentences by no more than "
        f"{to_points(accuracy.median_difference)}."
    )


def to_points(share: float) -> str:
    """A difference in percentage points, rounded up to tenths."""
    return fixed(math.ceil(1000 * share) / 10, 1)


def _as_json(value: object) -> str:
    """A value as JSON that can stand in a script element: with "<" escaped, no text in it can end the element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _text_element(name: str, kind: str, text: str) -> str:
    return f'<script type="{kind}" id="{name}">{text}</script>'


def _policy(script: str, styles: Sequence[str], *, has_worker: bool, fetches: bool) -> str:
    """A Content-Security-Policy that allows this script, these styles and a worker, and no request to another host."""
    workers = ("worker-src blob:; " if has_worker else "") + ("connect-src 'self'; " if fetches else "")
    return (
        f"default-src 'none'; script-src {policy_hash(script)}; style-src {' '.join(map(policy_hash, styles))}; "
        f"{workers}base-uri 'none'; form-action 'none'"
    )
