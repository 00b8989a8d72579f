"""The room by a teacher's link: large, without settings, or with a guess before the answer; and what is taken away."""

import contextlib
import io
import json
import shutil
import threading
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import cache.shared.blanks
import cache.shipped.first_answers
from cache.classes.guesses import tally
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from pages.fill.modes.blank import PROJECTOR_COUNT
from pages.parts.lecture import joining
from tests.pages.conftest import FILL, alternatives, bars, messages, open_page, page_text, run, words

pytestmark = pytest.mark.usefixtures("ready")

CAT = "The cat sat on the mat."
SETTINGS = {"Examples", "Model", "Views", "Words shown (top k)"}


def _settings(app: AppTest) -> list[str]:
    """What a visitor could set beside the sentence."""
    return [widget.label for widget in (*app.slider, *app.selectbox, *app.button_group)]


def _answers(app: AppTest) -> list[str]:
    """The charts with the model's words."""
    return [alt for alt in alternatives(app) if alt.startswith("Most likely words")]


def _prose(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def _guess(app: AppTest, typed: str) -> AppTest:
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value(typed)
    next(button for button in app.button if button.label == "Show the answer").click()
    return run(app)


def test_a_visitor_without_a_teachers_link_has_settings_and_prose() -> None:
    app = open_page(FILL)
    assert set(_settings(app)) >= SETTINGS
    assert app.title
    assert "font-size: clamp(" not in _html(app)


def _html(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def test_presenting_shows_the_matter_alone_in_large_type() -> None:
    on_screen, app = open_page(FILL), open_page(FILL, present="1")
    assert _settings(app) == []
    assert not app.title
    assert FILL_PRESETS[0].notice in _prose(on_screen)
    assert FILL_PRESETS[0].notice not in _prose(app)
    assert "font-size: clamp(" in _html(app)
    assert words(app) == [words(on_screen)[0][:PROJECTOR_COUNT]]
    assert "Computed now by **MiniLM**" in page_text(on_screen)
    assert "Computed" not in page_text(app)


def test_an_audience_reads_whose_answers_it_sees() -> None:
    lines = [text.value for text in open_page(FILL, present="1").text]
    assert any("MiniLM, 23 million weights" in line and "BERT base: 110" in line for line in lines)
    lines = [text.value for text in open_page(FILL, present="1", model="pocket-bert").text]
    assert any("pocket BERT, 6 million weights" in line for line in lines)


def test_hidden_controls_leave_what_the_link_says() -> None:
    app = open_page(FILL, hide="controls", sentence=CAT, mask="2", k="3")
    assert _settings(app) == []
    assert app.title
    assert [len(shown) for shown in words(app)] == [3]
    assert app.query_params["k"] == "3"
    assert "Computed now by **MiniLM**" in page_text(app)
    other = open_page(FILL, hide="controls", mode="Every position", sentence=CAT)
    assert words(other) == []
    assert _settings(other) == []


def test_hidden_controls_keep_the_linked_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(cache.__file__).parent / "pocket" / "bert", tmp_path / "other")
    monkeypatch.setenv("RIVERBANK_MODELS", str(tmp_path))
    app = open_page(FILL, hide="controls", model="local/other")
    assert "Computed now by **other**" in page_text(app)
    assert app.query_params["model"] == "local/other"


@pytest.mark.parametrize(
    "link",
    [
        {"present": "2", "hide": "everything", "guess": "yes"},
        {"present": "", "hide": "", "guess": ""},
        {"present": "\0", "hide": "<script>", "guess": "11"},
    ],
    ids=["others", "empty", "odd"],
)
def test_bad_values_do_nothing(link: dict[str, str]) -> None:
    app = open_page(FILL, **link)
    assert set(_settings(app)) >= SETTINGS
    assert app.title
    assert len(_answers(app)) == 1
    assert "font-size: clamp(" not in _html(app)


@pytest.mark.parametrize("link", [{"k": "abc"}, {"k": "-1"}, {"k": "9" * 20}, {"mode": "No such mode"}])
def test_a_bad_setting_in_a_link_that_hides_it_is_the_usual_one(link: dict[str, str]) -> None:
    assert [len(shown) for shown in words(open_page(FILL, hide="controls", **link))] == [10]


def test_the_panel_asks_for_guesses_and_opens_the_projector() -> None:
    app = open_page(FILL)
    app.toggle(key="fill-guess").set_value(True)
    run(app)
    assert _answers(app) == []
    app.toggle(key="fill-guess").set_value(False)
    run(app)
    assert len(_answers(app)) == 1
    app.button(key="fill-show").click()
    run(app)
    assert "font-size: clamp(" in _html(app)


def test_a_guess_comes_before_the_answer_and_everybodys_after_it() -> None:
    sentence = FILL_PRESETS[1].sentence
    question = f"{DEFAULT_MODEL} () {sentence}"
    first = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence, ()).masks[0].candidates[0].text
    first_visitor, second_visitor = (open_page(FILL, guess="1", sentence=sentence) for _ in range(2))
    for app in (first_visitor, second_visitor):
        assert alternatives(app) == []
        assert "is the top guess" not in page_text(app)
        assert first not in page_text(app).split()
    before = dict(tally().counts(question))
    _guess(first_visitor, f"  {first.upper()} ")
    assert f"You said “{first}”: the model’s number 1" in page_text(first_visitor)
    assert len(_answers(first_visitor)) == 1
    assert not any("(yours)" in alt for alt in alternatives(first_visitor)), "one guess of one is nothing to compare"
    _guess(second_visitor, "xyzzy<b>")
    assert "You said “xyzzy<b>”: not among" in page_text(second_visitor)
    counts = dict(tally().counts(question))
    assert counts[first] == before.get(first, 0) + 1
    assert counts["xyzzy<b>"] == before.get("xyzzy<b>", 0) + 1
    assert any("xyzzy<b> 1 of 2 (yours)" in alt for alt in alternatives(second_visitor))
    again = alternatives(run(first_visitor))  # which sees how the other did, and not what they typed
    assert any(f"{first} 1 of 2 (yours)" in alt and "another word 1 of 2" in alt for alt in again)
    assert not any("xyzzy" in alt for alt in again)


def test_no_guess_is_no_answer_and_another_sentence_is_another_question() -> None:
    app = open_page(FILL, guess="1", sentence=FILL_PRESETS[2].sentence)
    assert alternatives(_guess(app, "  ")) == []
    assert alternatives(_guess(app, "the capital city")) == []
    assert "one word" in messages(app)
    assert _answers(_guess(app, "france"))
    app.text_input(key="sentence").set_value(FILL_PRESETS[3].sentence)
    assert alternatives(run(app)) == []


@pytest.mark.parametrize(
    "link", [{}, {"sentence": CAT, "mask": "2-3"}, {"sentence": 'A \'<mask>\' in """ $k {x} \\n the [MASK].'}]
)
def test_the_snippet_prints_what_the_page_shows(link: dict[str, str]) -> None:
    app = open_page(FILL, **link, k="5", temperature="2.0")
    snippet, *_ = (block.value for block in app.code if "AutoModelForMaskedLM" in block.value)
    printed = io.StringIO()

    def notebook() -> None:
        exec(compile(snippet, "snippet", "exec"), {})

    with contextlib.redirect_stdout(printed):
        thread = threading.Thread(target=notebook)  # as a notebook: with nothing of the app around it
        thread.start()
        thread.join()
    lines = [line.split() for line in printed.getvalue().splitlines()]
    shown = [
        (word, share) for table in bars(app) for word, share in zip(table["word"], table["probability"], strict=True)
    ]
    assert [line[1].removeprefix("##") for line in lines] == [word.removeprefix("…") for word, _ in shown]
    assert [float(line[2]) for line in lines] == pytest.approx([share for _, share in shown], abs=1e-3)


def test_on_a_projector_an_audience_joins_is_counted_and_its_guesses_are_shown_with_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joining, "join_address", lambda: "http://192.168.1.20:8501/fill-the-blank?guess=1")
    parameters = {"sentence": "They tied the boat to the [MASK] yesterday.", "guess": "1"}
    phone, projector = open_page(FILL, **parameters), open_page(FILL, **parameters, present="1")
    assert [count.value.split()[0] for count in projector.subheader] == ["0"]
    assert "192.168.1.20:8501/fill-the-blank" in page_text(projector)
    assert len(projector.get("image")) == 1
    assert not projector.get("form")
    assert not words(projector)
    _guess(phone, "pier")
    assert [count.value.split()[0] for count in run(projector).subheader] == ["1"]
    assert "pier" not in page_text(projector)
    projector.session_state["guess-shown"] = {projector.session_state["guess-asked"]}
    assert "What the audience guessed:" in page_text(run(projector))
    assert len(words(projector)) == 2
    guesses, model = (json.loads(chart.proto.spec)["layer"][0] for chart in projector.get("vega_lite_chart")[:2])
    assert guesses["encoding"]["x"]["scale"]["domain"] == [0, 1], "half of the guesses are a bar of half the width"
    assert model["encoding"]["x"]["scale"]["domain"][1] < 1
    headings = [caption.value for caption in projector.caption if caption.value.endswith(":")]
    assert len(headings) == 2, "each of the two charts has one"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_no_code_leads_to_the_lecturers_own_computer(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "join_address", lambda: f"http://{host}:8501/fill-the-blank?guess=1")
    app = open_page(FILL, guess="1", present="1")
    assert not app.get("image")
    assert "Phones can’t join" in page_text(app)
