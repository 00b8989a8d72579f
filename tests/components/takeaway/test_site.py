"""The static site: relative addresses, one file of weights, and only the stops of tours that it can show."""

import re
from collections.abc import Sequence
from pathlib import Path

from components.takeaway.accuracy import RoundingAccuracy
from components.takeaway.fill_page import fill_page
from components.takeaway.packing import PackedModel
from components.takeaway.page.figure import TakenFigure
from components.takeaway.site import SiteIndex, SiteView, write_site
from components.tours.tour import Stop, Tour
from components.widgets.canvas import CANVAS_STYLE
from components.widgets.element_files import ElementFiles

RIVER = ElementFiles(Path(__file__).parents[3] / "components" / "senses" / "river" / "river", base=CANVAS_STYLE)
INDEX = SiteIndex("About.", TakenFigure(RIVER, b"bytes"), "A headline.", ["Why."])
MODEL = PackedModel("A model", "MIT", 5, RoundingAccuracy(1, 1, 0.0, 0.0), bytes(range(200)))
VIEW = SiteView("words", "Words", "Which?", lambda model: fill_page(model, "A [MASK]."), "fill", "sentence")
EMPTY = SiteView(
    "flow", "Flow", "Where?", lambda model: fill_page(model, "A [MASK]."), "river", "mine", opens_empty=True
)
HOSTILE = '<img src=x> "quoted" & [MASK]'


def _stops(*links: str) -> tuple[Stop, ...]:
    return tuple(Stop(link, question=f"Question {HOSTILE}", answer=f"Answer {HOSTILE}") for link in links)


def _index(folder: Path, tours: Sequence[Tour] = (), model: PackedModel = MODEL) -> str:
    write_site(folder, model, [VIEW, EMPTY], INDEX, tours)
    return (folder / "index.html").read_text(encoding="utf-8")


def test_every_page_has_the_address_of_one_file_of_weights_and_not_the_model(tmp_path: Path) -> None:
    sizes = write_site(tmp_path, MODEL, [VIEW, EMPTY], INDEX, ())
    (weights,) = tmp_path.glob("*.weights")
    assert weights.read_bytes() == MODEL.content
    assert sizes == {path.relative_to(tmp_path).as_posix(): path.stat().st_size for path in tmp_path.rglob("*.*")}
    for folder in ("words", "flow"):
        page = (tmp_path / folder / "index.html").read_text(encoding="utf-8")
        assert f'"address":"../{weights.name}"' in page
        assert 'id="model"' not in page
        assert "connect-src 'self'" in page


def test_a_page_by_itself_may_fetch_nothing() -> None:
    assert "connect-src" not in fill_page(MODEL, "A [MASK].").decode()


def test_another_model_takes_the_place_of_the_old_one_under_another_name(tmp_path: Path) -> None:
    _index(tmp_path)
    (first,) = tmp_path.glob("*.weights")
    _index(tmp_path, model=PackedModel("B", "MIT", 5, MODEL.accuracy, bytes(8)))
    (second,) = tmp_path.glob("*.weights")
    assert first.name != second.name


def test_stops_that_a_view_shows_are_linked_with_their_sentence(tmp_path: Path) -> None:
    links = ("/fill?sentence=A+%5BMASK%5D.", "/river", "/river?mine=The+bank.", "/fill", "/fill?sentence=A&mode=More")
    page = _index(tmp_path, [Tour("Tour <b>", "About it.", _stops(*links))])
    assert re.findall(r'<li><a href="([^"]*[?][^"]*)">', page) == [
        "words/?sentence=A+%5BMASK%5D.",
        "flow/?sentence=",
        "flow/?sentence=The+bank.",
    ]
    assert "<img" not in page
    assert "Tour &lt;b&gt;" in page


def test_a_tour_of_which_most_is_missing_is_left_out(tmp_path: Path) -> None:
    assert "Half of it" in _index(tmp_path, [Tour("Half of it", "", _stops("/fill?sentence=A", "/other"))])
    assert "Less of it" not in _index(
        tmp_path, [Tour("Less of it", "", _stops("/fill?sentence=A", "/other", "/other"))]
    )


def test_every_address_is_relative(tmp_path: Path) -> None:
    page = _index(tmp_path, [Tour("Tour", "", _stops("/fill?sentence=A"))])
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses
    assert not [address for address in addresses if address.startswith(("/", "http"))]
