"""The exported page: what stands in it, and how it writes numbers."""

import json
import random
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from components.server.downloads.policy_hash import policy_hash
from components.tables.numbers import probability_text
from components.takeaway.accuracy import RoundingAccuracy
from components.takeaway.fill_page import fill_page
from components.takeaway.packing import PackedModel
from components.takeaway.page import accuracy_text
from tests.components.takeaway.node_model import NEEDS_NODE

PROBABILITY_TEXT = Path(__file__).parents[3] / "components" / "takeaway" / "page" / "probability_text.js"
ACCURACY = RoundingAccuracy(sentence_count=250, same_first=246, largest_difference=0.0203, median_difference=0.00278)
MODEL = PackedModel("A <b>model</b>", "MIT & others", 30522, ACCURACY, bytes(range(256)))
SENTENCES = [
    "The [MASK] barked.",
    "</script><script>alert(1)</script> {{script}} {{packed}} <!-- \\u003c \" ' & [MASK]",
    "שלום [MASK] \u202e\u2028\u2029",
]


class Elements(HTMLParser):
    """The elements of a page with their attributes and text, in order."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._text: list[str] = []
        self.feed(page.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._text = []
        self.elements.append((tag, dict(attrs), self._text))

    def handle_endtag(self, tag: str) -> None:
        self._text = []

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def texts(self, tag: str, **attributes: str) -> list[str]:
        """The texts of the elements with a tag and some attributes."""
        named = [(actual, parts) for name, actual, parts in self.elements if name == tag]
        return ["".join(parts) for actual, parts in named if attributes.items() <= actual.items()]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_page_has_the_sentence_as_data_and_the_same_elements_whatever_it_is(sentence: str) -> None:
    page = Elements(fill_page(MODEL, sentence))
    assert [tag for tag, _, _ in page.elements] == [tag for tag, _, _ in Elements(fill_page(MODEL, "[MASK]")).elements]
    (settings,) = page.texts("script", id="settings")
    assert json.loads(settings)["sentence"] == sentence


def test_the_policy_allows_the_pages_script_and_style_and_nothing_else() -> None:
    page = Elements(fill_page(MODEL, SENTENCES[0]))
    (policy,) = (attrs["content"] for tag, attrs, _ in page.elements if attrs.get("http-equiv"))
    assert policy is not None
    directives = dict(directive.split(" ", 1) for directive in policy.split("; "))
    assert directives["default-src"] == "'none'"
    (script,) = page.texts("script", type="module")
    (style,) = page.texts("style")
    assert directives["script-src"] == policy_hash(script)
    assert directives["style-src"] == policy_hash(style)
    assert directives["worker-src"] == "blob:"
    assert not re.search(r"https?://(?!arxiv)", policy + style)


def test_no_attribute_leads_out_of_the_file() -> None:
    page = Elements(fill_page(MODEL, SENTENCES[0]))
    assert not [attrs for _, attrs, _ in page.elements if {"src", "href", "action", "style"} & attrs.keys()]


def test_the_accuracy_is_never_better_in_words_than_in_numbers() -> None:
    text = accuracy_text(ACCURACY)
    assert "246 of 250" in text
    assert "2.1 percentage points" in text
    assert "0.3" in text


@NEEDS_NODE
def test_the_page_writes_probabilities_as_the_app_does() -> None:
    dice = random.Random(64)
    probabilities = [10 ** dice.uniform(-20, 0) for _ in range(2000)] + [dice.random() for _ in range(2000)]
    probabilities += [0.0, 1.0, 0.99951, 0.99996, 0.999999, 0.000995, 0.000994, 0.0001, 0.00009, 1e-300, 0.285, 0.0005]
    script = f"import {{ probabilityText }} from {json.dumps(PROBABILITY_TEXT.as_uri())};\n"
    script += f"console.log(JSON.stringify({json.dumps(probabilities)}.map(probabilityText)));"
    done = subprocess.run(
        ["node", "--input-type=module", "-"], input=script, capture_output=True, text=True, check=True, timeout=60
    )
    for probability, text in zip(probabilities, json.loads(done.stdout), strict=True):
        assert text == probability_text(probability), probability
