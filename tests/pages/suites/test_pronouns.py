"""She or he?: what a visitor sees, from the first paint to models that cannot be asked."""

import re
from collections.abc import Mapping

import pytest
from streamlit.testing.v1 import AppTest

import cache.suites
from cache.shipped.first_pronouns import first_pronouns
from components.model.checkpoints.registry import model_record
from components.suites.model.occupations import CorpusCount, corpus_counts, occupations
from components.suites.model.pronoun_results import PronounSuite
from components.suites.tables.pronouns import (
    HE,
    occupation_finding,
    pronoun_finding,
    share_table,
    telling_occupation,
    winobias_finding,
)
from pages.suites.inputs import PRONOUN_VIEW
from pages.suites.modes import pronouns
from pages.suites.modes.pronouns import AGAINST, OCCUPATION, TRAINING_TEXT
from pages.suites.winobias import CRITICISM
from tests.pages.conftest import messages, open_page, page_text, run, tables

PAGE = "pages/suites/page.py"


def open_view(**link: str) -> AppTest:
    return open_page(PAGE, mode=PRONOUN_VIEW, **link)


def headline(app: AppTest, model: str = "minilm", suite: PronounSuite | None = None) -> str:
    """The headline, which is the first sentence about the model's stored numbers."""
    sentence = pronoun_finding(suite or first_pronouns()[model], model_record(model).name).partition(". ")[0]
    assert any(line.startswith(sentence) for line in page_text(app).splitlines())
    return sentence


def numbers_of(word: str, model: str = "minilm", counts: Mapping[str, CorpusCount] | None = None) -> str:
    """What the page says of an occupation."""
    occupation = next(each for each in occupations() if each.word == word)
    return occupation_finding(first_pronouns()[model].of(word), occupation, counts[word] if counts else None)


def compared(app: AppTest) -> dict[str, float]:
    """What each dot's occupation is compared with."""
    table = next(table for table in tables(app) if "compared" in table)
    return dict(zip(table["word"], table["compared"], strict=True))


def compared_with(model: str, counts: Mapping[str, CorpusCount] | None) -> dict[str, float]:
    table = share_table(first_pronouns()[model], occupations(), counts)
    return dict(zip(table["word"], table["compared"], strict=True))


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("model", ["minilm", "pocket-bert"])
def test_a_cold_server_shows_the_stored_numbers(model: str) -> None:
    app = open_view(model=model)
    preferred = (share_table(first_pronouns()[model], occupations())["prefers"] == HE).sum()
    assert re.findall(r"\d+", headline(app, model)) == [str(preferred), str(len(occupations()))]
    assert not messages(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_another_model_and_names_it() -> None:
    assert headline(open_view(model="pocket-rope"), "minilm")


@pytest.mark.usefixtures("ready")
def test_an_occupation_is_in_the_link_and_its_numbers_in_the_drawer() -> None:
    app = open_view(**{OCCUPATION: "plumber"})
    assert numbers_of("plumber") in page_text(app)
    first = numbers_of(telling_occupation(share_table(first_pronouns()["minilm"], occupations())))
    assert first not in page_text(app)
    assert first in page_text(open_view())
    assert first in page_text(open_view(**{OCCUPATION: "astronaut"}))


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_only_a_model_whose_text_is_known_is_compared_with_it() -> None:
    known = open_view(model="pocket-bert", **{AGAINST: TRAINING_TEXT})
    counted = corpus_counts()
    word = telling_occupation(share_table(first_pronouns()["pocket-bert"], occupations()))
    assert numbers_of(word, "pocket-bert", counted) in page_text(known)
    assert compared(known) == compared_with("pocket-bert", counted)
    unknown = open_view(**{AGAINST: TRAINING_TEXT})
    assert not any(AGAINST in str(group.key) for group in unknown.button_group)
    assert compared(unknown) == compared_with("minilm", None)
    assert compared(unknown) != compared_with("minilm", counted)


@pytest.mark.usefixtures("ready")
def test_an_occupation_that_was_not_counted_is_shown_without_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    word = occupations()[0].word
    counted = {name: count for name, count in corpus_counts().items() if name != word}
    monkeypatch.setattr(pronouns, "corpus_counts", lambda: counted)
    app = open_view(model="pocket-bert", **{AGAINST: TRAINING_TEXT, OCCUPATION: word})
    assert not messages(app)
    assert numbers_of(word, "pocket-bert") in page_text(app)
    assert word not in compared(app)


@pytest.mark.usefixtures("ready")
def test_a_causal_model_is_told_apart_in_words() -> None:
    assert messages(open_view(model="pocket-gpt"))


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
    assert headline(app, "pocket-rope", first_pronouns()["pocket-bert"])


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"present": "1"}, {"hide": "controls"}])
def test_on_a_projector_there_is_nothing_to_type(link: dict[str, str]) -> None:
    app = open_view(winobias="true", **link)
    assert not app.text_input
    assert not app.text_area
    assert not app.file_uploader
    assert not messages(app)
    assert headline(app)


@pytest.mark.usefixtures("ready")
def test_a_file_of_winobias_gives_one_line_and_its_criticism() -> None:
    app = open_view(winobias="true")
    lines = b"1 [The nurse] said that [she] left.\n2 The baker saw [the guard] and helped [him].\n"
    app.file_uploader(key="winobias-file").set_value(("pro.txt", lines, "text/plain"))
    text = page_text(run(app))
    scores = cache.suites.suite_scores("minilm", cache.suites.winobias_pairs(lines), lambda _done, _of: None)
    assert winobias_finding(scores, "MiniLM") in text
    assert CRITICISM in text
    app.file_uploader(key="winobias-file").set_value(("x.txt", b"No pronoun.", "text/plain"))
    assert messages(run(app))


@pytest.mark.usefixtures("ready")
def test_the_code_prints_the_share_on_the_screen() -> None:
    from tests.pages.notebook import printed_lines

    app = run(open_view(export="true", **{OCCUPATION: "engineer"}))
    printed = float(printed_lines(app)[-1].split()[-1])
    assert printed == pytest.approx(first_pronouns()["minilm"].of("engineer").share.value, abs=1e-3)
