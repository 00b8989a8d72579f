"""One encoder, many heads: every mode says what was computed, code says it again, and bad input gets a sentence."""

import json

import pytest

import cache.shared.heads
import cache.tasks
import cache.teaching
from cache.shipped.first_task import first_task
from components.model.checkpoints.unlisted import SST2_RUN
from components.model.heads.specs import ANSWERS, NAMES, OPINION, REVIEWS, SPAN, SPEECH, SUBJECT, TextPooling
from components.tasks.model.bio import repair_tags
from components.tasks.model.gold import passages
from components.tasks.model.presets import (
    OPINION_TEXT,
    QUESTION,
    SEARCH_QUESTION,
    TASK_PRESETS,
    WORDS_TEXT,
    TaskPreset,
)
from components.tasks.tables.quality import PUBLISHED, quality_finding
from components.teaching.model.plan import SST2_PLAN
from pages.tasks.head_view import encoder_label
from pages.tasks.search import CHOSEN
from tests.pages.conftest import TASKS_PAGE, alternatives, messages, open_page, page_text, run
from tests.pages.notebook import printed_lines
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

LONGEST = 20
SEARCH = {"mode": "Question answering", "passage": str(len(passages()) + 1), "question": SEARCH_QUESTION}


def test_what_ships_is_what_is_computed() -> None:
    stored, computed = first_task().reading, cache.shared.heads.text_reading(REVIEWS, OPINION_TEXT)
    assert stored.tokens == computed.tokens
    (expected,), (pooled,) = stored.poolings, computed.poolings
    assert expected.probabilities == pytest.approx(pooled.probabilities, abs=1e-4)
    assert expected.vector == pytest.approx(pooled.vector, abs=1e-4)
    assert first_task().encoder == encoder_label(cache.shared.heads.encoder_of(REVIEWS))


@pytest.mark.parametrize(
    "preset", first_of_each(TASK_PRESETS, lambda preset: preset.mode, name=lambda preset: preset.name)
)
def test_every_example_opens_with_a_finding(preset: TaskPreset) -> None:
    app = open_page(TASKS_PAGE, mode=preset.mode, **dict(preset.settings))
    assert not messages(app)
    assert app.selectbox(key="example").value == TASK_PRESETS.index(preset)


def test_a_text_is_read_by_the_pooling_that_is_chosen() -> None:
    text = "The heart pumps blood through the arteries."
    app = open_page(TASKS_PAGE, head=SUBJECT, pooling="mean", text=text)
    probabilities = cache.shared.heads.text_reading(SUBJECT, text).with_pooling(TextPooling.MEAN).probabilities
    (line,) = printed_lines(app)
    assert [float(each) for each in line.strip("[]").split(", ")] == pytest.approx(probabilities, abs=1e-5)


@pytest.mark.parametrize("pooling", ["[CLS]", "weighted mean", "pooler"])
def test_the_code_of_every_pooling_says_the_same(pooling: str) -> None:
    app = open_page(TASKS_PAGE, head="opinion, small head", pooling=pooling)
    way = {"[CLS]": TextPooling.CLS, "weighted mean": TextPooling.WEIGHTED, "pooler": TextPooling.POOLER}[pooling]
    (line,) = printed_lines(app)
    expected = cache.shared.heads.text_reading(OPINION, OPINION_TEXT).with_pooling(way).probabilities
    assert [float(each) for each in line.strip("[]").split(", ")] == pytest.approx(expected, abs=1e-5)


def test_film_reviews_have_an_encoder_of_their_own_and_the_code_says_the_same() -> None:
    """The code, the room “Fine-tuning” and this view open one model in three ways."""
    app = open_page(TASKS_PAGE)
    (line,) = printed_lines(app)
    expected = cache.shared.heads.text_reading(REVIEWS, OPINION_TEXT).poolings[0].probabilities
    (tuned,) = cache.teaching.classify(SST2_RUN.id, SST2_PLAN.pooling, (OPINION_TEXT,))
    assert [float(each) for each in line.strip("[]").split(", ")] == pytest.approx(expected, abs=1e-5)
    assert expected == pytest.approx(tuned.probabilities, abs=1e-5)
    assert f"by **{SST2_RUN.name}**" in page_text(app)
    assert "One encoder and its head." in alternatives(app)[0]


def test_the_head_for_film_reviews_has_its_figure_with_an_interval() -> None:
    figure = next(each for each in cache.tasks.figures()["figures"] if each["head"] == REVIEWS)
    low, value, high = figure["interval"]
    text = page_text(open_page(TASKS_PAGE))
    assert f"{round(100 * value)}% ({round(100 * low)}–{round(100 * high)}) of {figure['asked']:,} held-out" in text
    assert low > figure["chance"]


def test_words_are_labelled_and_the_code_labels_them_alike() -> None:
    app = open_page(TASKS_PAGE, mode="Tagging words", tags="parts of speech")
    reading = cache.tasks.words_reading(SPEECH, WORDS_TEXT)
    tags = reading.tags()
    lines = printed_lines(app)
    assert len(lines) == len(tags)
    for line, word, tag in zip(lines, reading.words, tags, strict=True):
        text, number, _ = line.rsplit(" ", 2)
        assert (text, reading.spec.labels[int(number)]) == (word.text, tag)


def test_names_are_found_and_an_impossible_tag_can_be_mended() -> None:
    app = open_page(TASKS_PAGE, mode="Tagging words")
    reading = cache.tasks.words_reading(NAMES, WORDS_TEXT)
    app.selectbox(key="mended").set_value("likeliest possible")
    run(app)
    tags = repair_tags(reading.word_probabilities(), reading.spec.labels).most_likely
    for line, tag in zip(printed_lines(app), tags, strict=True):
        assert line.rsplit(" ", 2)[1] == str(reading.spec.labels.index(tag))


def test_a_span_is_found_and_the_code_finds_it() -> None:
    app = open_page(TASKS_PAGE, mode="Question answering")
    reading = cache.tasks.span_reading(QUESTION, passages()[0].text, LONGEST, lambda _: None)
    (line,) = printed_lines(app)
    text, score, none = line.rsplit(" ", 2)
    assert text == reading.text(reading.spans[0])
    assert (float(score), float(none)) == pytest.approx((reading.spans[0].score, reading.window.no_answer), abs=1e-4)


def test_an_answer_has_to_be_as_far_ahead_as_a_visitor_says() -> None:
    link = {"mode": "Question answering", "question": "When did the savings bank open?"}
    accepted, strict = (open_page(TASKS_PAGE, **link, ahead=ahead) for ahead in ("10.0", "20.0"))
    reading = cache.tasks.span_reading(link["question"], passages()[0].text, LONGEST, lambda _: None)
    assert 10 < reading.margin < 20
    assert "No answer: no part" not in page_text(accepted)
    assert "No answer: no part" in page_text(strict)


def test_a_passage_of_ones_own_is_read_and_the_link_holds_it() -> None:
    app = open_page(TASKS_PAGE, mode="Question answering", passage=str(len(passages())), question="Who built the boat?")
    assert "Paste a passage" in page_text(app)
    app.text_area(key="own-passage").set_value("My uncle Ferdinand built the boat in his garage.")
    run(app)
    assert not messages(app)
    assert "Ferdinand" in page_text(app)
    link = {name: str(value) for name, value in app.query_params.items()}
    assert app.text_area(key="own-passage").value == link["own-passage"]
    again = open_page(TASKS_PAGE, **link)
    assert again.text_area(key="own-passage").value == link["own-passage"]
    hidden = open_page(TASKS_PAGE, **link, hide="controls")
    assert not hidden.text_area
    assert "Ferdinand" in page_text(hidden)


def test_a_passage_that_is_too_long_for_a_link_is_read_in_windows_and_stays_in_the_visit() -> None:
    app = open_page(TASKS_PAGE, mode="Question answering", passage=str(len(passages())), question="Who built the boat?")
    app.text_area(key="own-passage").set_value(" ".join(passage.text for passage in passages()))
    run(app)
    assert "windows" in page_text(app)
    assert "too long for a link" in page_text(app)
    assert "own-passage" not in app.query_params


def test_a_passage_that_ships_is_ones_own_once_it_is_changed() -> None:
    app = open_page(TASKS_PAGE, mode="Question answering")
    app.text_area(key="passage-0").set_value("Seven sailors carried the safe.")
    run(app)
    assert app.text_area(key="own-passage").value == "Seven sailors carried the safe."
    assert app.query_params["passage"] == str(len(passages()))
    app.selectbox(key="passage").set_value(0)
    run(app)
    assert app.text_area(key="passage-0").value == passages()[0].text
    assert "own-passage" not in app.query_params


@pytest.mark.thorough
def test_passages_are_ranked_both_ways_and_the_code_ranks_them_alike() -> None:
    app = open_page(TASKS_PAGE, **SEARCH)
    result, _ = cache.tasks.ranked_passages(SEARCH_QUESTION, CHOSEN)
    for line, match in zip(printed_lines(app, having="passages = "), result.matches, strict=True):
        assert float(line.split()[0]) == pytest.approx(match.cosine, abs=1e-4)
        assert float(line.split()[1]) == pytest.approx(match.answer_probability, abs=1e-4)


def test_two_texts_are_compared_and_the_code_compares_them_alike() -> None:
    app = open_page(TASKS_PAGE, **SEARCH)
    similarities = cache.tasks.text_similarities(
        OPINION, app.text_input(key="one").value, app.text_input(key="other").value
    )
    by = {similarity.pooling: similarity.cosine for similarity in similarities}
    lines = printed_lines(app, having="first_text")
    assert float(lines[0].split()[-1]) == pytest.approx(by[TextPooling.CLS], abs=1e-5)
    assert float(lines[1].split()[-1]) == pytest.approx(by[TextPooling.MEAN], abs=1e-5)
    assert float(lines[2].split()[-1]) == pytest.approx(by[TextPooling.WEIGHTED], abs=1e-5)
    assert float(lines[3].split()[-1]) == pytest.approx(by[TextPooling.POOLER], abs=1e-5)


@pytest.mark.parametrize(
    ("link", "head"),
    [
        ({}, REVIEWS),
        ({"head": "opinion, small head"}, OPINION),
        ({"mode": "Tagging words"}, NAMES),
        ({"mode": "Question answering"}, SPAN),
        (SEARCH, ANSWERS),
    ],
    ids=str,
)
def test_every_view_says_how_good_its_own_head_is(link: dict[str, str], head: str) -> None:
    app = open_page(TASKS_PAGE, **link)
    text, finding = page_text(app), quality_finding(cache.tasks.figures(), head)
    assert finding in text
    assert PUBLISHED[head] in text
    shares = [figure["interval"][1] for figure in cache.tasks.figures()["figures"] if figure["head"] == head]
    lines = [line for line in printed_lines(app, having="evaluation.json") if line.startswith("figures:")]
    assert [float(line.split(": ")[-1].split()[0]) for line in lines] == shares


@pytest.mark.parametrize("old", ["How good are they?", "Whole text"])
def test_an_old_link_to_the_figures_of_heads_opens_the_first_view(old: str) -> None:
    app = open_page(TASKS_PAGE, mode=old, judged=SPAN, quality="true")
    assert not messages(app)
    assert app.button_group(key="chosen-mode").value == app.button_group(key="chosen-mode").options[0]


def test_an_old_link_to_two_texts_compares_them() -> None:
    app = open_page(TASKS_PAGE, mode="Alike?", compare="two texts", one="It rains.", other="It is raining.")
    assert {name: app.query_params[name] for name in SEARCH} == SEARCH
    assert [app.text_input(key=key).value for key in ("one", "other")] == ["It rains.", "It is raining."]


def test_the_passage_is_shown_with_its_answer() -> None:
    app = open_page(TASKS_PAGE, mode="Question answering")
    (drawn,) = [element for element in app.get("bidi_component") if "opens" in element.proto.json]
    reading = cache.tasks.span_reading(QUESTION, passages()[0].text, LONGEST, lambda _: None)
    words = json.loads(drawn.proto.json)["words"]
    answer = "".join(word["gap"] + word["text"] for word in words if word["answer"])
    assert answer.strip() == reading.text(reading.spans[0])


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"text": " "}, "nothing to read"),
        ({"text": "word " * 600}, "is 512"),
        ({"mode": "Tagging words", "words": "\u200b"}, "nothing to read"),
        ({"mode": "Question answering", "question": " "}, "nothing to read"),
        (SEARCH | {"question": "a " * 500}, "is 512"),
    ],
    ids=str,
)
def test_what_cannot_be_read_gets_a_sentence(link: dict[str, str], message: str) -> None:
    assert message in messages(open_page(TASKS_PAGE, **link))


def test_the_list_names_the_example_that_was_chosen_and_the_first_can_be_chosen_again() -> None:
    app = open_page(TASKS_PAGE, text="I like it.")
    assert app.selectbox(key="example").value is None
    for number in (1, 0, 1, 0):
        app.selectbox(key="example").set_value(number)
        run(app)
        assert app.selectbox(key="example").value == number
        assert app.text_input(key="text").value == dict(TASK_PRESETS[number].settings).get("text", OPINION_TEXT)


@pytest.mark.parametrize("old", ["Sentence pairs", "A pair"])
def test_an_old_link_to_pairs_opens_the_search_whose_head_reads_pairs(old: str) -> None:
    app = open_page(TASKS_PAGE, mode=old, relation="what follows", first="It rains.", second="It pours.")
    assert not messages(app)
    assert {name: app.query_params[name] for name in SEARCH} == SEARCH
