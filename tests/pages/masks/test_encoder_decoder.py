"""Encoder against decoder: one blank, a text written on, the drawer, bad input, and code that computes the same."""

import pytest

import cache.masks
import cache.shared.blanks
from components.masks.model.writing_results import Sampling, SamplingMethod
from tests.pages.conftest import MASKS, alternatives, messages, open_page, page_text, run
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = pytest.mark.usefixtures("ready")

CAT = "The cat [MASK] on the mat."
VIEW = {"mode": "Encoder against decoder", "model": "pocket-bert"}
WORKS = ("Write on", "Fill the blank")


@pytest.mark.parametrize("work", WORKS)
def test_every_work_has_its_finding(work: str) -> None:
    app = open_page(MASKS, work=work, **VIEW)
    assert not app.exception
    assert not app.warning
    assert messages(app) == ""
    assert "pocket GPT" in page_text(app)
    assert all(alternatives(app))


def test_old_links_open_the_blank() -> None:
    for work in ("Prompt or fine-tune", "Compared line by line"):
        app = open_page(MASKS, work=work, **VIEW)
        assert not app.exception
        assert "Both sides" in page_text(app)


@pytest.mark.parametrize(("sentence", "count"), [(CAT, 8), ("The cat sat on the mat.", 8), ("I [MASK] [MASK].", 5)])
def test_every_token_is_a_next_one_in_the_drawer(sentence: str, count: int) -> None:
    """A typed blank is filled first: no text has such a word."""
    app = open_page(MASKS, sentence=sentence, mask="2", why="true", **VIEW)
    assert f"all {count} tokens" in page_text(app)
    assert "[MASK]” (" not in page_text(app)


def test_a_decoder_of_the_list_and_the_settings_of_the_link_are_used() -> None:
    link = {
        "work": "Write on",
        "method": "top-p",
        "top-p": "0.5",
        "heat": "1.5",
        "draw": "4",
        "count": "6",
        "written": "2",
    }
    app = open_page(MASKS, sentence=CAT, **link, **VIEW)
    sampling = Sampling(SamplingMethod.TOP_P, 1.5, top_p=0.5, seed=4)
    written = cache.masks.write_on("pocket-gpt", "The cat", sampling, 6)
    assert written.text.strip() in "\n".join(block.value for block in app.markdown)


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("[MASK] sat on the mat.", "beginning"),
        ("", "Type a sentence"),
        ("word " * 20_000, "tokens"),
    ],
)
def test_what_cannot_be_read_gets_a_message(work: str, sentence: str, message: str) -> None:
    app = open_page(MASKS, work=work, **VIEW)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert not app.exception
    assert message in messages(app)


def test_what_has_no_word_to_hide_is_written_on_and_has_nothing_to_fill() -> None:
    app = open_page(MASKS, work="Write on", sentence="The cat sat on the", **VIEW)
    assert "writes" in page_text(app)
    assert "masked yet" in messages(open_page(MASKS, work="Fill the blank", sentence="Of the", **VIEW))


def test_a_decoder_cannot_stand_for_the_encoder() -> None:
    app = open_page(MASKS, work="Write on", mode=VIEW["mode"], model="pocket-gpt")
    assert "cannot stand for the encoder" in messages(app)


@pytest.mark.parametrize(("name", "value"), [("own", "no signs"), ("prompt", "")])
def test_sentences_and_prompts_that_do_not_fit_get_a_message(name: str, value: str) -> None:
    app = open_page(MASKS, sentence=CAT, why="true", **VIEW)
    app.text_input(key=name).set_value(value)
    run(app)
    assert not app.exception
    assert messages(app)


@pytest.mark.thorough
@pytest.mark.parametrize("method", [each.value for each in SamplingMethod])
def test_the_code_writes_what_the_page_shows(method: str) -> None:
    app = open_page(MASKS, work="Write on", sentence=CAT, method=method, count="6", export="true", **VIEW)
    lines = printed_lines(app)
    sampling = Sampling(SamplingMethod(method))
    written = cache.masks.write_on("pocket-gpt", "The cat", sampling, 6)
    decoder = [line for line in lines if line.startswith("AutoModelForCausalLM")]
    assert line_numbers(decoder)[0] == pytest.approx(written.steps[0].probability, abs=1e-5)
    assert any(written.text.strip() in line for line in lines)


@pytest.mark.thorough
def test_the_code_fills_what_the_page_fills() -> None:
    lines = printed_lines(open_page(MASKS, sentence=CAT, **VIEW))
    written = cache.masks.write_on("pocket-gpt", "The cat", Sampling(), 1)
    (mask,) = cache.shared.blanks.predictions("pocket-bert", "The cat [MASK] on the mat.").masks
    wanted = [each.probability for each in (*written.steps[0].candidates, *mask.candidates[:8])]
    assert line_numbers(lines) == pytest.approx(wanted, abs=1e-5)
