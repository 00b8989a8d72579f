"""bertviz's three views of a trace, each as one self-contained page (Vig 2019, arXiv:1906.05714).

bertviz writes its pages for notebooks: they fetch require.js, jQuery and d3 from a content network, and set the tokens
into a script as they were typed. Here the same scripts of the installed package draw from the same parameters. What
they would fetch is replaced by ``bertviz_page/stand_ins.js`` and by a copy of d3, of the version that they name (later
ones call their handlers in another way). The parameters lie in the page as data, which a browser never runs;
:func:`page_policy` lets it run those scripts and no other.

bertviz itself is not imported: it would load torch and IPython, and only its files are wanted. So the locks leave
out what it requires.
"""

import html
import json
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from components.server.downloads.policy_hash import policy_hash

Numbers = npt.NDArray[np.floating[Any]]  # a trace is of float32

_HERE = Path(__file__).parent / "bertviz_page"
_ROOT = "bertviz"  # the id that the scripts look for
_DIGITS = 4  # of a weight, which is opacity on the screen
_VECTOR_DIGITS = 3  # of an entry of a query or key, of size 1 and more
_PAIR_FILTERS = {
    "aa": "Sentence A -> Sentence A",
    "bb": "Sentence B -> Sentence B",
    "ab": "Sentence A -> Sentence B",
    "ba": "Sentence B -> Sentence A",
}


class BertVizView(StrEnum):
    """The three views, as bertviz names them."""

    HEAD = "head"
    MODEL = "model"
    NEURON = "neuron"


def head_view_page(
    labels: Sequence[str], attention: Numbers, *, segments: Sequence[int] | None = None, dark: bool = False
) -> str:
    """The head view: one layer at a time, a colour per head, lines from query tokens to key tokens.

    Args:
        labels: The text of every token.
        attention: The weights. *Shape:* (layer, head, query, key)
        segments: For a pair of sentences, the sentence of every token, 0 or 1. The page then offers the four
            directions between the two.
        dark: Whether the page is dark.

    Raises:
        ValueError: The shapes do not fit together.
    """
    params = {
        "attention": _views_of(labels, attention, segments),
        "default_filter": "0",
        "root_div_id": _ROOT,
        "layer": None,
        "heads": None,
        "include_layers": list(range(len(attention))),
    }
    return _page(BertVizView.HEAD, params, (_choice("layer", "Layer"), _pair_choice(params["attention"])), dark=dark)


def model_view_page(
    labels: Sequence[str], attention: Numbers, *, segments: Sequence[int] | None = None, dark: bool = False
) -> str:
    """The model view: a thumbnail of every head; a click enlarges it. Arguments as in :func:`head_view_page`."""
    layers, heads = attention.shape[:2]
    params = {
        "attention": _views_of(labels, attention, segments),
        "default_filter": "0",
        "display_mode": "dark" if dark else "light",
        "root_div_id": _ROOT,
        "include_layers": list(range(layers)),
        "include_heads": list(range(heads)),
        "total_heads": heads,
    }
    return _page(BertVizView.MODEL, params, (_pair_choice(params["attention"]),), dark=dark)


def neuron_view_page(
    labels: Sequence[str],
    attention: Numbers,
    queries: Numbers,
    keys: Numbers,
    *,
    segments: Sequence[int] | None = None,
    causal: bool = False,
    dark: bool = False,
) -> str:
    """The neuron view: one head at a time, with the query of a token and the keys of all tokens.

    Args:
        labels: The tokens as people read them.
        attention: The weights. *Shape:* (layer, head, query, key)
        queries: *Shape:* (layer, head, token, head_width)
        keys: *Shape:* (layer, head, token, head_width)
        segments: As of :func:`head_view_page`.
        causal: Whether attention goes to the left only; the right half is then left out.
        dark: Whether the page is dark.

    Raises:
        ValueError: The shapes do not fit together.
    """
    _check(labels, attention, segments)
    if not queries.shape == keys.shape == (*attention.shape[:3], queries.shape[-1]):
        raise ValueError(f"queries {queries.shape} and keys {keys.shape} do not fit attention {attention.shape}")
    filters = {}
    for name, rows, columns in _filters(len(labels), segments):
        filters[name] = {
            "attn": _rounded(attention[:, :, rows][:, :, :, columns], _DIGITS),
            "left_text": [labels[row] for row in rows],
            "right_text": [labels[column] for column in columns],
            "queries": _rounded(queries[:, :, rows], _VECTOR_DIGITS),
            "keys": _rounded(keys[:, :, columns], _VECTOR_DIGITS),
        }
    params = {
        "attention": filters,
        "default_filter": "all",
        "root_div_id": _ROOT,
        "bidirectional": not causal,
        "display_mode": "dark" if dark else "light",
        "layer": None,
        "head": None,
    }
    directions = _choice("filter", "Attention", {name: _PAIR_FILTERS.get(name, "All") for name in filters})
    choices = (_choice("layer", "Layer"), _choice("att_head", "Head"), directions if len(filters) > 1 else "")
    return _page(BertVizView.NEURON, params, choices, dark=dark)


@cache
def page_policy() -> str:
    """The Content-Security-Policy of every page made here: only these scripts, no network, an opaque origin.

    Which sites may frame it is the server's to say (:mod:`components.server.security_headers`).
    """
    scripts = " ".join(policy_hash(script) for view in BertVizView for script in _scripts(view))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            f"style-src {policy_hash(_style())}",
            "base-uri 'none'",
            "form-action 'none'",
            "sandbox allow-scripts",
        )
    )


def _check(labels: Sequence[str], attention: Numbers, segments: Sequence[int] | None) -> None:
    tokens = len(labels)
    if attention.ndim != 4 or attention.shape[2:] != (tokens, tokens):
        raise ValueError(f"attention has the shape {attention.shape}: it does not fit {tokens} labels")
    if segments is not None and len(segments) != tokens:
        raise ValueError(f"{len(segments)} segments do not fit {tokens} labels")


def _filters(tokens: int, segments: Sequence[int] | None) -> list[tuple[str, list[int], list[int]]]:
    """The directions that a reader can choose: their name, query positions and key positions."""
    everything = list(range(tokens))
    if segments is None or len(set(segments)) < 2:
        return [("all", everything, everything)]
    of = {"a": [p for p in everything if segments[p] == 0], "b": [p for p in everything if segments[p] != 0]}
    return [("all", everything, everything), *((name, of[name[0]], of[name[1]]) for name in _PAIR_FILTERS)]


def _views_of(labels: Sequence[str], attention: Numbers, segments: Sequence[int] | None) -> list[dict[str, Any]]:
    _check(labels, attention, segments)
    filters = _filters(len(labels), segments)
    return [
        {
            "name": None if len(filters) == 1 else _PAIR_FILTERS.get(name, "All"),
            "attn": _rounded(attention[:, :, rows][:, :, :, columns], _DIGITS),
            "left_text": [labels[row] for row in rows],
            "right_text": [labels[column] for column in columns],
        }
        for name, rows, columns in filters
    ]


def _rounded(numbers: Numbers, digits: int) -> Any:
    # In float32 a rounded number would be written with the digits it is off by.
    return numbers.astype(np.float64).round(digits).tolist()


def _choice(name: str, title: str, options: dict[str, str] | None = None) -> str:
    inside = "".join(f'<option value="{value}">{html.escape(text)}</option>' for value, text in (options or {}).items())
    return f'<label>{title}: <select id="{name}">{inside}</select></label>'


def _pair_choice(views: Any) -> str:
    names = {str(number): view["name"] for number, view in enumerate(views) if view["name"]}
    return _choice("filter", "Attention", names) if names else ""


def _page(view: BertVizView, params: dict[str, Any], choices: Sequence[str], *, dark: bool) -> str:
    # Escaped so that no token can end the element it lies in; what is not ASCII is escaped by JSON itself.
    data = json.dumps(params, separators=(",", ":"))
    for character in "<>&":
        data = data.replace(character, f"\\u{ord(character):04x}")
    scripts = "\n".join(f"<script>{script}</script>" for script in _scripts(view))
    return (
        f'<!doctype html>\n<html lang="en" class="{view.value} {"dark" if dark else "light"}">\n'
        f'<head><meta charset="utf-8"><title>bertviz: {view.value} view</title><style>{_style()}</style></head>\n'
        f'<body><div id="{_ROOT}"><div class="choices">{"".join(choices)}</div><div id="vis"></div></div>\n'
        f'<script type="application/json" id="params">{data}</script>\n{scripts}</body></html>\n'
    )


def _scripts(view: BertVizView) -> tuple[str, ...]:
    drawing = _bertviz_file(f"{view.value}_view.js").replace("PYTHON_PARAMS", "window.bertviz_params")
    return (*(_page_file(name) for name in ("d3-5.7.0.min.js", "stand_ins.js")), drawing)


def _style() -> str:
    return _page_file("page.css")


def _page_file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _bertviz_file(name: str) -> str:
    spec = find_spec("bertviz")
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package bertviz is not installed, and its pages need its {name}")
    return (Path(spec.origin).parent / name).read_text(encoding="utf-8")
