"""Encoder against decoder: four kinds of work, bad input, and code that computes what the page shows."""

import pytest

import cache.blanks
import cache.masks
from components.masks.model.labelled_text import TUTORIAL_SENTENCES
from components.masks.model.writing_results import Sampling, SamplingMethod
from tests.pages.conftest import MASKS, alternatives, messages, open_page, page_text, run
from tests.pages.notebook import line_numbers, printed_lines, run_code

pytestmark = pytest.mark.usefixtures("ready")

VIEW = {"mode": "Encoder against decoder", "model": "pocket-bert"}
WORKS = ("Write on", "Fill the blank", "Prompt or fine-tune", "Compared line by line")


@pytest.mark.parametrize("work", WORKS)
def test_every_work_has_its_finding(work: str) -> None:
    app = open_page(MASKS, work=work, **VIEW)
    assert not app.exception
    assert not app.warning
    assert messages(app) == ""
    if work != WORKS[3]:
        assert "pocket GPT" in page_text(app)
        assert all(alternatives(app))


def test_every_line_of_the_comparison_is_a_link() -> None:
    app = open_page(MASKS, work=WORKS[3], **VIEW)
    assert len(app.get("page_link")) >= 18


def test_a_decoder_of_the_list_and_the_settings_of_the_link_are_used() -> None:
    link = {"method": "top-p", "top-p": "0.5", "heat": "1.5", "draw": "4", "count": "6", "written": "2"}
    app = open_page(MASKS, sentence="The cat [MASK] on the mat.", **link, **VIEW)
    sampling = Sampling(SamplingMethod.TOP_P, 1.5, top_p=0.5, seed=4)
    written = cache.masks.write_on("pocket-gpt", "The cat", sampling, 6)
    assert written.text.strip() in "\n".join(block.value for block in app.markdown)


@pytest.mark.parametrize("work", WORKS[:2])
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


def test_a_sentence_without_a_blank_is_written_on_and_has_nothing_to_fill() -> None:
    app = open_page(MASKS, work="Write on", sentence="The cat sat on the", **VIEW)
    assert "writes" in page_text(app)
    assert "masked yet" in messages(open_page(MASKS, work="Fill the blank", sentence="The cat sat.", **VIEW))


def test_a_decoder_cannot_stand_for_the_encoder() -> None:
    app = open_page(MASKS, work="Write on", mode=VIEW["mode"], model="pocket-gpt")
    assert "cannot stand for the encoder" in messages(app)


@pytest.mark.parametrize(("name", "value"), [("own", "no signs"), ("prompt", ""), ("word-positive", "negative")])
def test_sentences_and_prompts_that_do_not_fit_get_a_message(name: str, value: str) -> None:
    app = open_page(MASKS, work="Prompt or fine-tune", on="my own", **VIEW)
    app.text_input(key=name).set_value(value)
    run(app)
    assert not app.exception
    assert messages(app)


@pytest.mark.thorough
@pytest.mark.parametrize("method", [each.value for each in SamplingMethod])
def test_the_code_writes_what_the_page_shows(method: str) -> None:
    app = open_page(MASKS, work="Write on", method=method, count="6", export="true", **VIEW)
    lines = printed_lines(app)
    sampling = Sampling(SamplingMethod(method))
    written = cache.masks.write_on("pocket-gpt", "The cat", sampling, 6)
    decoder = [line for line in lines if line.startswith("AutoModelForCausalLM")]
    assert line_numbers(decoder)[0] == pytest.approx(written.steps[0].probability, abs=1e-5)
    assert any(written.text.strip() in line for line in lines)


@pytest.mark.thorough
def test_the_code_fills_what_the_page_fills() -> None:
    lines = printed_lines(open_page(MASKS, work="Fill the blank", **VIEW))
    written = cache.masks.write_on("pocket-gpt", "The cat", Sampling(), 1)
    (mask,) = cache.blanks.predictions("pocket-bert", "The cat [MASK] on the mat.").masks
    wanted = [each.probability for each in (*written.steps[0].candidates, *mask.candidates[:6])]
    assert line_numbers(lines) == pytest.approx(wanted, abs=1e-5)


@pytest.mark.thorough
def test_the_code_counts_what_the_page_counts() -> None:
    app = open_page(MASKS, work="Prompt or fine-tune", on="my own", own=TUTORIAL_SENTENCES, **VIEW)
    prompt, classifier = printed_lines(app, having="AutoModelForCausalLM")
    assert f"with the prompt {prompt.removeprefix('prompt ')}" in page_text(app)
    assert f"labels {classifier.removeprefix('fine-tuned ')} sentences correctly" in page_text(app)


@pytest.mark.thorough
def test_the_code_for_sentence_vectors_runs() -> None:
    app = open_page(MASKS, work="Compared line by line", **VIEW)
    (code,) = (block.value for block in app.code if "AutoModel" in block.value)
    first = run_code(code)[0]
    assert first.startswith("[1.0")
