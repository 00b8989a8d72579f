"""She or he?: what a visitor sees, from the first paint to models that cannot be asked."""

import re

import pytest
from streamlit.testing.v1 import AppTest

import cache.suites
from cache.shipped.first_pronouns import first_pronouns
from components.suites.model.occupations import occupations
from components.suites.tables.pronouns import HE, share_table
from pages.suites.inputs import PRONOUN_VIEW
from pages.suites.modes.pronouns import AGAINST, OCCUPATION, TRAINING_TEXT
from tests.pages.conftest import messages, open_page, page_text, run

PAGE = "pages/suites/page.py"


def open_view(**link: str) -> AppTest:
    return open_page(PAGE, mode=PRONOUN_VIEW, **link)


def headline(app: AppTest) -> str:
    return next(line for line in page_text(app).splitlines() if "clearly prefers" in line)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("model", ["minilm", "pocket-bert"])
def test_a_cold_server_shows_the_stored_numbers(model: str) -> None:
    app = open_view(model=model)
    preferred = (share_table(first_pronouns()[model], occupations())["prefers"] == HE).sum()
    assert re.findall(r"\d+", headline(app).partition(". ")[0]) == [str(preferred), "60"]
    assert not messages(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_another_model_and_names_it() -> None:
    assert headline(open_view(model="pocket-rope")).startswith("MiniLM")


@pytest.mark.usefixtures("ready")
def test_an_occupation_is_in_the_link_and_its_numbers_in_the_drawer() -> None:
    app = open_view(**{OCCUPATION: "plumber"})
    assert "plumber: “she”" in page_text(app)
    assert "1.3% women" in page_text(app)
    assert "not fully known to us" in page_text(app)
    assert "nurse: “she”" in page_text(open_view())
    assert "nurse: “she”" in page_text(open_view(**{OCCUPATION: "astronaut"}))


@pytest.mark.usefixtures("ready")
def test_only_a_model_whose_text_is_known_is_compared_with_it() -> None:
    known = open_view(model="pocket-bert", **{AGAINST: TRAINING_TEXT})
    assert "in the training text" in page_text(known)
    assert "sentences with “she”" in page_text(known)
    unknown = open_view(**{AGAINST: TRAINING_TEXT})
    assert not any(AGAINST in str(group.key) for group in unknown.button_group)
    assert "published share" in page_text(unknown)


@pytest.mark.usefixtures("ready")
def test_a_causal_model_is_told_apart_in_words() -> None:
    assert "no [MASK]" in messages(open_view(model="pocket-gpt"))


@pytest.mark.usefixtures("ready")
def test_another_model_is_computed_and_its_progress_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[str] = []

    def compute(model_id: str, on_progress: object) -> object:
        assert callable(on_progress)
        on_progress(0, 732)
        reports.append(model_id)
        return first_pronouns()["pocket-bert"]

    monkeypatch.setattr(cache.suites, "pronoun_suite", compute)
    app = open_view(model="pocket-rope")
    assert reports == ["pocket-rope"]
    assert headline(app).startswith("pocket RoPE")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"present": "1"}, {"hide": "controls"}])
def test_on_a_projector_there_is_nothing_to_type(link: dict[str, str]) -> None:
    app = open_view(winobias="true", **link)
    assert not app.text_input
    assert not app.text_area
    assert not app.file_uploader
    assert not messages(app)
    assert "56 of 60" in headline(app)


@pytest.mark.usefixtures("ready")
def test_a_file_of_winobias_gives_one_line_and_its_criticism() -> None:
    app = open_view(winobias="true")
    lines = b"1 [The nurse] said that [she] left.\n2 The baker saw [the guard] and helped [him].\n"
    app.file_uploader(key="winobias-file").set_value(("pro.txt", lines, "text/plain"))
    text = page_text(run(app))
    assert "of 2 sentences likelier as written" in text
    assert "Blodgett" in text
    app.file_uploader(key="winobias-file").set_value(("x.txt", b"No pronoun.", "text/plain"))
    assert "brackets" in messages(run(app))


@pytest.mark.usefixtures("ready")
def test_the_code_prints_the_share_on_the_screen() -> None:
    from tests.pages.notebook import printed_lines

    app = run(open_view(export="true", **{OCCUPATION: "engineer"}))
    printed = float(printed_lines(app)[-1].split()[-1])
    assert printed == pytest.approx(first_pronouns()["minilm"].of("engineer").share.value, abs=1e-3)
