"""bertviz's pages: its own parameters and scripts, nothing from elsewhere, and words that stay words."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from bertviz import head_view, model_view
from hypothesis import example, given, settings
from hypothesis import strategies as st

from components.attention.charts.bertviz_pages import (
    BertVizView,
    head_view_page,
    model_view_page,
    neuron_view_page,
    page_policy,
)
from tests.examples import scaled

LABELS = ["[CLS]", "how", "many", "?", "[SEP]", "two", "[SEP]"]
SEGMENTS = [0, 0, 0, 0, 0, 1, 1]
HOSTILE = ["</script><img src=x onerror=alert(1)>", "<!--<script>", "a & b", "\u2028\u2029", "\ud800", '"\\', "עברית"]
Page = Callable[..., str]


def trace_like(layers: int = 2, heads: int = 3, tokens: int = len(LABELS)) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights, queries and keys with the shapes of a trace, the same ones every time."""
    random = np.random.default_rng(0)
    scores = np.exp(2 * random.normal(size=(layers, heads, tokens, tokens)))
    attention = (scores / scores.sum(axis=-1, keepdims=True)).astype(np.float32)
    queries, keys = random.normal(size=(2, layers, heads, tokens, 4)).astype(np.float32)
    return attention, queries, keys


def pages(labels: list[str], **options: Any) -> dict[BertVizView, str]:
    """The three pages of made-up numbers."""
    attention, queries, keys = trace_like(tokens=len(labels))
    return {
        BertVizView.HEAD: head_view_page(labels, attention, **options),
        BertVizView.MODEL: model_view_page(labels, attention, **options),
        BertVizView.NEURON: neuron_view_page(labels, attention, queries, keys, **options),
    }


def parameters(page: str) -> dict[str, Any]:
    """What the page hands to bertviz's script."""
    matches = re.findall(r'<script type="application/json" id="params">(.*?)</script>', page, flags=re.DOTALL)
    assert len(matches) == 1
    params: dict[str, Any] = json.loads(matches[0])
    return params


def scripts(page: str) -> list[str]:
    return re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)


def bertviz_parameters(page: str) -> dict[str, Any]:
    """What bertviz itself writes into the script that it makes."""
    match = re.search(r"const params = (\{.*?\}); // HACK", page, flags=re.DOTALL)
    assert match
    params: dict[str, Any] = json.loads(match[1])
    return params


def flat(nested: Any) -> list[float]:
    return [float(number) for number in np.ravel(np.array(nested))]


# bertviz leaves the files open that it reads.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize(("ours", "bertviz"), [(head_view_page, head_view), (model_view_page, model_view)])
def test_parameters_are_those_that_bertviz_makes(ours: Page, bertviz: Callable[..., Any], pair: bool) -> None:
    attention, _, _ = trace_like()
    batches = [torch.from_numpy(layer)[None] for layer in attention]
    options = {"sentence_b_start": 5} if pair else {}
    if bertviz is model_view:
        options["display_mode"] = "light"
    theirs = bertviz_parameters(bertviz(batches, LABELS, html_action="return", **options).data)
    our_parameters = parameters(ours(LABELS, attention, segments=SEGMENTS if pair else None))
    for our_view, their_view in zip(our_parameters["attention"], theirs["attention"], strict=True):
        np.testing.assert_allclose(flat(our_view.pop("attn")), flat(their_view.pop("attn")), atol=0.51e-4)
    assert len(our_parameters["attention"]) == (5 if pair else 1)
    del our_parameters["root_div_id"], theirs["root_div_id"]  # a random name there, since a notebook may hold several
    assert our_parameters == theirs


@pytest.mark.parametrize("causal", [False, True])
def test_the_neuron_view_has_a_query_and_a_key_for_every_token_of_every_direction(causal: bool) -> None:
    attention, queries, keys = trace_like()
    params = parameters(neuron_view_page(LABELS, attention, queries, keys, segments=SEGMENTS, causal=causal))
    first, second = slice(0, 5), slice(5, 7)
    of = {"all": (slice(None), slice(None)), "aa": (first, first), "bb": (second, second)}
    of |= {"ab": (first, second), "ba": (second, first)}
    assert list(params["attention"]) == list(of)
    for name, (rows, columns) in of.items():
        shown = params["attention"][name]
        np.testing.assert_allclose(shown["attn"], attention[:, :, rows, columns], atol=0.51e-4)
        np.testing.assert_allclose(shown["queries"], queries[:, :, rows], atol=0.51e-3)
        np.testing.assert_allclose(shown["keys"], keys[:, :, columns], atol=0.51e-3)
        assert (shown["left_text"], shown["right_text"]) == (LABELS[rows], LABELS[columns])
    assert params["bidirectional"] is not causal
    assert (params["default_filter"], params["layer"], params["head"]) == ("all", None, None)


def test_numbers_are_short() -> None:
    digits = (re.findall(r"\d\.(\d+)", json.dumps(parameters(page))) for page in pages(LABELS).values())
    assert max(map(len, chain.from_iterable(digits))) == 4


@pytest.mark.parametrize("segments", [None, [0] * 7])
def test_one_sentence_has_no_directions_to_choose(segments: list[int] | None) -> None:
    for page in pages(LABELS, segments=segments).values():
        assert 'id="filter"' not in page
        assert "Sentence A" not in page


def test_directions_of_a_pair_can_be_chosen_by_name() -> None:
    for page in pages(LABELS, segments=SEGMENTS).values():
        choices = re.search(r'<label>Attention: <select id="filter">(.*?)</select></label>', page)
        assert choices
        names = re.findall(r">([^<]+)</option>", choices[1])
        assert names[:2] == ["All", "Sentence A -&gt; Sentence A"]
        assert len(names) == 5


def test_dark_pages_say_so_to_bertviz() -> None:
    light, dark = pages(LABELS), pages(LABELS, dark=True)
    for view in BertVizView:
        assert f'class="{view} light"' in light[view]
        assert f'class="{view} dark"' in dark[view]
    for view in (BertVizView.MODEL, BertVizView.NEURON):
        assert parameters(light[view])["display_mode"] == "light"
        assert parameters(dark[view])["display_mode"] == "dark"


def test_the_same_trace_makes_the_same_page() -> None:
    assert pages(LABELS, segments=SEGMENTS) == pages(LABELS, segments=SEGMENTS)


# What a page may do


def test_no_page_names_an_address_to_load_from() -> None:
    for page in pages(LABELS).values():
        assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=", page)
        assert "@import" not in page
        assert "url(" not in page.split("</style>")[0]


def test_the_policy_lets_these_scripts_and_this_style_run_and_no_other() -> None:
    rules = dict(rule.split(" ", 1) for rule in page_policy().split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["sandbox"] == "allow-scripts"
    assert "unsafe" not in page_policy()
    for page in pages(LABELS, dark=True).values():
        style = re.findall(r"<style>(.*?)</style>", page, flags=re.DOTALL)
        assert len(scripts(page)) == 3
        for rule, texts in (("script-src", scripts(page)), ("style-src", style)):
            for text in texts:
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in rules[rule]


@pytest.mark.parametrize("token", HOSTILE)
def test_what_was_typed_is_data_and_never_markup(token: str) -> None:
    plain, typed = pages(["a", "b"]), pages(["a", token])
    for view in BertVizView:
        assert scripts(typed[view]) == scripts(plain[view])
        assert typed[view].count("<") == plain[view].count("<")
        typed[view].encode("utf-8")
        params = parameters(typed[view])
        shown = params["attention"]["all" if view is BertVizView.NEURON else 0]
        assert shown["left_text"] == shown["right_text"] == ["a", token]


@settings(max_examples=scaled(60))
@given(st.lists(st.text(st.characters(codec=None)), min_size=1, max_size=5))
@example(["</script>"] * 3)
def test_any_text_arrives_as_it_was_typed(labels: list[str]) -> None:
    attention, _, _ = trace_like(1, 1, len(labels))
    assert parameters(head_view_page(labels, attention))["attention"][0]["left_text"] == labels


def test_making_pages_loads_neither_torch_nor_bertviz() -> None:
    code = (
        "import sys\nfrom components.attention.charts.bertviz_pages import page_policy\npage_policy()\n"
        "print(sorted({'torch', 'bertviz', 'IPython'} & set(sys.modules)))"
    )
    root = Path(__file__).parents[4]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    attention, _, _ = trace_like()
    monkeypatch.setattr("components.attention.charts.bertviz_pages.find_spec", lambda _: None)
    with pytest.raises(FileNotFoundError, match="bertviz is not installed"):
        head_view_page(LABELS, attention)


def test_shapes_that_do_not_fit_are_refused() -> None:
    attention, queries, keys = trace_like()
    with pytest.raises(ValueError, match="does not fit 6 labels"):
        head_view_page(LABELS[:6], attention)
    with pytest.raises(ValueError, match="does not fit 7 labels"):
        model_view_page(LABELS, attention[0])
    with pytest.raises(ValueError, match="3 segments do not fit 7 labels"):
        head_view_page(LABELS, attention, segments=[0, 0, 1])
    with pytest.raises(ValueError, match="do not fit attention"):
        neuron_view_page(LABELS, attention, queries[:, :, :5], keys)
    with pytest.raises(ValueError, match="do not fit attention"):
        neuron_view_page(LABELS, attention, queries, keys[..., :2])
