"""Markup stands on the page before its script comes, and is read aloud then, too."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "components").glob("**/*.html"))
NAMED_BY_AN_ATTRIBUTE = ("aria-label", "aria-labelledby", "title", "alt")
VOID = {"br", "hr", "img", "input", "link", "meta"}


class _Names(HTMLParser):
    """Collects buttons, inputs and images that nobody can name.

    Attributes:
        nameless: The start tags of these elements.
    """

    def __init__(self, labelled: set[str]) -> None:
        super().__init__()
        self.nameless: list[str] = []
        self._labelled = labelled  # ids that labels name
        self._open: list[tuple[str, dict[str, str | None], str]] = []
        self._waiting: list[tuple[int, str]] = []  # how deep an element stands, and its start tag

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes, start = dict(attrs), self.get_starttag_text() or tag
        if self._needs_name(tag, attributes):
            if tag == "button":
                self._waiting.append((len(self._open), start))
            elif not self._is_in_label():
                self.nameless.append(start)
        if tag not in VOID:
            self._open.append((tag, attributes, start))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._needs_name(tag, dict(attrs)) and not self._is_in_label():
            self.nameless.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._is_hidden({}):
            self._waiting.clear()

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            closed, _, _ = self._open.pop()
            if closed == tag:
                break
        self.nameless += [start for depth, start in self._waiting if depth >= len(self._open)]
        self._waiting = [(depth, start) for depth, start in self._waiting if depth < len(self._open)]

    def _needs_name(self, tag: str, attributes: dict[str, str | None]) -> bool:
        is_named = any(attributes.get(name) for name in NAMED_BY_AN_ATTRIBUTE) or attributes.get("id") in self._labelled
        is_asked = tag in ("button", "input", "select", "textarea", "img") or attributes.get("role") == "img"
        return is_asked and not is_named and not self._is_hidden(attributes)

    def _is_hidden(self, attributes: dict[str, str | None]) -> bool:
        every = [*(attributes for _, attributes, _ in self._open), attributes]
        return any("hidden" in each or each.get("aria-hidden") == "true" for each in every)

    def _is_in_label(self) -> bool:
        return any(tag == "label" for tag, _, _ in self._open)


def _nameless(markup: str) -> list[str]:
    parser = _Names(set(re.findall(r'<label[^>]* for="([^"]+)"', markup)))
    parser.feed(markup)
    return parser.nameless


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_can_be_used_or_looked_at_has_a_name_before_the_script_comes(file: Path) -> None:
    assert _nameless(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "markup",
    [
        '<svg role="img"></svg>',
        '<p><button type="button"></button> after</p>',
        "<button><svg aria-hidden='true'><text>x</text></svg></button>",
        '<input type="range" />',
        "<label>Layer</label><select></select>",
    ],
)
def test_what_has_none_is_found(markup: str) -> None:
    assert len(_nameless(markup)) == 1


@pytest.mark.parametrize(
    "markup",
    [
        '<svg role="img" aria-label="A tree"></svg>',
        "<button><span>Play</span></button>",
        "<button hidden></button>",
        '<label for="code">Code</label><input id="code">',
        '<label><span>Layer</span><input type="range"></label>',
    ],
)
def test_what_has_one_is_not(markup: str) -> None:
    assert _nameless(markup) == []
