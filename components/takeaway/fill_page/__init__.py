"""“The blank” of “Masked words” as one HTML file with the model inside, which needs neither a server nor a network."""

import base64
import html
import json
import math
import re
from functools import cache
from pathlib import Path

from components.server.downloads.policy_hash import policy_hash
from components.tables.numbers import fixed
from components.takeaway.accuracy import RoundingAccuracy
from components.takeaway.packing import PackedModel
from components.widgets.custom_element import bundled_script

_HERE = Path(__file__).parent
_WORKER = _HERE.parent / "browser_model" / "worker.js"
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_ENDS_SCRIPT = re.compile(r"</script|<!--", re.IGNORECASE)


def fill_page(model: PackedModel, sentence: str) -> bytes:
    """The page, opened at a sentence that has "[MASK]" at every blank."""
    template, style, script, worker = _files()
    values = {
        "csp": _policy(script, style),
        "model": html.escape(model.name),
        "style": style,
        "why": _why(model),
        # Data in a script element: with "<" escaped, no text in it can end the element.
        "settings": json.dumps({"sentence": sentence}).replace("<", "\\u003c"),
        "worker": worker,
        "packed": base64.b64encode(model.content).decode(),
        "script": script,
    }
    # All places at once, so that a sentence with "{{" in it stays as it is.
    return _PLACE.sub(lambda place: values[place[1]], template).encode()


@cache
def _files() -> tuple[str, str, str, str]:
    """The markup, the style sheet, the page's script and the worker's."""
    template, style = ((_HERE / name).read_text(encoding="utf-8") for name in ("fill_page.html", "fill_page.css"))
    script, worker = bundled_script(_HERE / "fill_page.js"), bundled_script(_WORKER)
    for text in (script, worker):
        if _ENDS_SCRIPT.search(text):
            raise ValueError("a script cannot stand in a page if it has the end of one in it")
    return template, style, script, worker


def _policy(script: str, style: str) -> str:
    """A Content-Security-Policy that allows this script, this style and a worker, and no request."""
    return (
        f"default-src 'none'; script-src {policy_hash(script)}; style-src {policy_hash(style)}; "
        "worker-src blob:; base-uri 'none'; form-action 'none'"
    )


def _why(model: PackedModel) -> str:
    paragraphs = (
        f"Model: {model.name}, with 8-bit weights. It is inside this file and computes in your browser, without a "
        f"network. Licence of the weights: {model.licence}.",
        "The model reads the whole sentence, left and right of the blank. Softmax, at temperature 1, turns its scores "
        f"at the blank into a probability for each of {model.vocabulary_size:,} tokens. The ten likeliest are shown; "
        "“…” marks a token that continues the word before it.",
        accuracy_text(model.accuracy),
        "A high probability reflects the text that the model was trained on. It does not make the sentence true.",
    )
    return "\n".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs)


def accuracy_text(accuracy: RoundingAccuracy) -> str:
    """How far 8-bit weights are from the exact ones, rounded up to tenths of percentage points."""
    return (
        f"The exact weights give slightly different numbers: in {accuracy.same_first} of {accuracy.sentence_count} "
        "test sentences the top guess is the same. A probability differs by up to "
        f"{_points(accuracy.largest_difference)} percentage points, and in half of the sentences by no more than "
        f"{_points(accuracy.median_difference)}."
    )


def _points(share: float) -> str:
    return fixed(math.ceil(1000 * share) / 10, 1)
