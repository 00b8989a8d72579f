"""What every result can do: a table of the right size, JSON and back, and a figure in which texts stay texts."""

import html
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

import riverbank
from riverbank.results import NotebookResult

HOSTILE = "</script><script>alert(1)</script> \"><iframe> {{script}} <!-- & ' \u2028 שלום"
LONG_PAIR = ("The keys to the house [MASK] lost.", "The key to the house [MASK] lost.")
SMALL = "pocket-bert"
MAKERS: dict[str, Callable[[str], NotebookResult]] = {
    "fill": lambda text: riverbank.fill(f"{text} [MASK].", model=SMALL),
    "attention": lambda text: riverbank.attention(text, model=SMALL),
    "river": lambda text: riverbank.river(f"{text} bank", "bank", model=SMALL),
    "patch": lambda text: riverbank.patch(f"The keys [MASK] lost. {text}", f"The key [MASK] lost. {text}", model=SMALL),
    "machine": lambda text: riverbank.machine(text, model=SMALL),
}


class Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def frame(result: NotebookResult) -> dict[str, str | None]:
    """The attributes of the only element of a result's HTML."""
    ((tag, attributes),) = Tags(result._repr_html_()).tags
    assert tag == "iframe"
    return attributes


@pytest.mark.parametrize("name", MAKERS)
def test_json_holds_the_whole_result(name: str) -> None:
    result = MAKERS[name]("The cat sat.")
    text = result.to_json()
    json.loads(text)
    again = type(result).from_json(text)
    assert again.to_json() == text
    assert again.to_html() == result.to_html()
    pd.testing.assert_frame_equal(again.table, result.table)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"model": 1}', '{"model": "a", "trace": {"attention": "x"}}'])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        riverbank.AttentionResult.from_json(text)


def test_tables_have_a_row_for_each_number() -> None:
    fill = riverbank.fill("The [MASK] sat on the [MASK].").table
    assert fill["blank"].value_counts().to_dict() == {1: 50, 2: 50}
    assert fill.groupby("blank")["probability"].apply(lambda each: each.is_monotonic_decreasing).all()

    attention = riverbank.attention("The cat sat.")
    layers, heads, count, _ = attention.trace.attention.shape
    assert len(attention.table) == layers * heads * count * count
    row = attention.table.iloc[-count - 1]
    assert row["weight"] == pytest.approx(attention.trace.attention[-1, -1, -2, -1])
    assert (row["layer"], row["head"], row["query"], row["key_token"]) == (layers, heads, count - 2, "[SEP]")
    assert attention.table.groupby(["layer", "head", "query"])["weight"].sum().sub(1).abs().max() < 1e-5

    river = riverbank.river("The bank was wet.", "bank")
    assert len(river.table) == len(river.river.heights) * (len(river.river.points) + 1)

    patch = riverbank.patch(*LONG_PAIR)
    assert len(patch.table) == len(patch.grid.layers) * len(patch.grid.pair.clean)

    machine = riverbank.machine("The [MASK] barked.")
    assert machine.table["layer"].tolist() == sorted([0, *range(1, 7), *range(1, 7)])
    assert machine.table["guess"].iloc[-1] == machine.answers[0].text
    assert machine.table["last"].iloc[-1] == pytest.approx(machine.answers[0].probability, rel=1e-4)


@pytest.mark.thorough
@pytest.mark.parametrize("name", MAKERS)
def test_a_text_stays_a_text(name: str) -> None:
    hostile, tame = MAKERS[name](HOSTILE), MAKERS[name]("The cat sat.")
    attributes = frame(hostile)
    assert attributes["sandbox"] == "allow-scripts"
    assert attributes["srcdoc"] == hostile.to_html()
    pages = [Tags(result.to_html()) for result in (hostile, tame)]
    assert [tag for tag, _ in pages[0].tags] == [tag for tag, _ in pages[1].tags]
    assert "alert(1)</script>" not in hostile.to_html()


@pytest.mark.parametrize("name", MAKERS)
def test_a_figure_makes_no_request(name: str) -> None:
    page = MAKERS[name]("The cat sat.").to_html()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert html.unescape(policy).startswith("default-src 'none'; script-src 'sha256-")
    assert not re.search(r"""(?:src|href)=["'](?!#)""", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))


def test_a_figure_is_saved_as_a_page(tmp_path: Path) -> None:
    result = riverbank.fill("The [MASK] barked.")
    result.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == result.to_html()


def test_sentences_that_answer_alike_have_no_grid() -> None:
    result = riverbank.patch("The cat [MASK] here.", "The cat [MASK] here.")
    assert result.grid.shares is None
    assert result.table.empty
    assert result.finding in html.unescape(result.to_html())


@pytest.mark.parametrize(
    "call",
    [
        lambda: riverbank.fill("No blank."),
        lambda: riverbank.fill("  "),
        lambda: riverbank.fill("[MASK] " * 600),
        lambda: riverbank.attention("word " * 600),
        lambda: riverbank.river([], "mouse"),
        lambda: riverbank.river("No such word.", "bank"),
        lambda: riverbank.river("The bank. " * 30_000, "bank"),
        lambda: riverbank.river(["The bank."] * 21, "bank"),
        lambda: riverbank.river({"animal": ["A mouse ran."], "device": ["A mouse clicked."]}, "mouse"),
        lambda: riverbank.river({"animal": ["A mouse ran.", "The mouse ate."]}, "mouse"),
        lambda: riverbank.river({}, "mouse"),
        lambda: riverbank.river({"animal": ["A cat."] * 2, "device": ["A dog."] * 2}, "mouse"),
        lambda: riverbank.river("A bank.", ""),
        lambda: riverbank.patch("No blank.", "No blank."),
        lambda: riverbank.patch("The keys [MASK] here.", "One [MASK]."),
        lambda: riverbank.patch(*LONG_PAIR, words=("were", "were")),
        lambda: riverbank.patch(*LONG_PAIR, words=("xqzt", "were")),
        lambda: riverbank.patch(*LONG_PAIR, words=("were",)),  # type: ignore[arg-type]
        lambda: riverbank.machine(""),
        lambda: riverbank.machine("The cat.", token=99),
        lambda: riverbank.machine("The cat.", token=-1),
    ],
)
def test_what_cannot_be_done_says_what_to_do(call: Callable[[], NotebookResult]) -> None:
    with pytest.raises(riverbank.UserError, match=r"\w+ \w+ .+"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: riverbank.fill(3),  # type: ignore[arg-type]
        lambda: riverbank.attention("a", None),  # type: ignore[arg-type]
        lambda: riverbank.river([3], "bank"),  # type: ignore[list-item]
        lambda: riverbank.patch(b"a", "b"),  # type: ignore[arg-type]
        lambda: riverbank.machine("The cat.", token="1"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_text_is_a_type_error(call: Callable[[], NotebookResult]) -> None:
    with pytest.raises(TypeError, match="expected"):
        call()


def test_a_dictionary_makes_a_river_of_any_word() -> None:
    animal = ["The mouse ate the cheese.", "A cat chased the mouse.", "Two mice ran away."]
    device = ["She clicked the mouse.", "The mouse has two buttons.", "Plug in the mouse."]
    result = riverbank.river({"animal": animal, "device": device}, "mouse, mice", added="He moved the mouse.")
    assert result.river.senses == ("animal", "device")
    assert len(result.river.points) == 6
    assert [point.text for point, _ in result.threads] == ["mouse"]
    assert result.word == "mouse"
