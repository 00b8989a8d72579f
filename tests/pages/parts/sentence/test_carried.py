"""The sentence and the model go with a visitor from room to room."""

from pathlib import Path

import pytest

import cache.engine
import cache.mistakes
import cache.shared.blanks
from components.attention.model.presets import ATTENTION_PRESETS
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.tables.findings import finding
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.presets import FILL_PRESETS
from pages.parts.sentences import split_headline
from pages.teaching.modes.use import FIRST as REVIEW
from tests.components.small_models import saved
from tests.pages.conftest import (
    ATTENTION,
    FILL,
    HOME,
    INPUT,
    MASKS,
    MISTAKES_PAGE,
    POSITIONS,
    PRETRAINING,
    PROBING,
    SENSES,
    SPEED,
    TASKS_PAGE,
    TEACHING_PAGE,
    AppTest,
    messages,
    open_page,
    page_text,
    run,
)

pytestmark = pytest.mark.usefixtures("ready")

CAT = "The cat sat on the mat."
PATCHING = "pages/patching/page.py"
BLANK = "The capital of France is [MASK]."
DOG = "The dog slept by the door."
ROOMS = [(FILL, ATTENTION), (ATTENTION, FILL)]


def gone_to(app: AppTest, room: str) -> AppTest:
    """The next room, reached by the navigation, which clears the link."""
    app.query_params.clear()
    return run(app.switch_page(room))


def shown(app: AppTest) -> str | None:
    return app.text_input(key="sentence").value


@pytest.mark.parametrize(("room", "next_room"), ROOMS)
def test_a_typed_sentence_goes_along(room: str, next_room: str) -> None:
    app = open_page(room)
    app.text_input(key="sentence").set_value(CAT)
    assert shown(gone_to(run(app), next_room)) == CAT
    app.text_input(key="sentence").set_value(DOG)
    assert shown(gone_to(run(app), room)) == DOG


@pytest.mark.parametrize(("room", "next_room"), ROOMS)
def test_a_sentence_of_a_link_goes_along(room: str, next_room: str) -> None:
    assert shown(gone_to(open_page(room, sentence=CAT), next_room)) == CAT


def test_a_room_of_which_nothing_was_asked_gives_the_next_one_nothing() -> None:
    app = gone_to(open_page(FILL), ATTENTION)
    assert shown(app) == ATTENTION_PRESETS[0].sentence
    assert shown(gone_to(app, FILL)) == FILL_PRESETS[0].sentence


def test_a_sentence_with_a_known_word_is_put_on_the_map_of_its_senses() -> None:
    sentence = "A small bat flew out of the cave."
    app = gone_to(open_page(FILL, sentence=sentence), SENSES)
    assert app.text_input(key="forms").value == "bat, bats"
    assert app.text_input(key="mine").value == sentence
    assert "reads “bat” as animal" in page_text(app)
    app.text_input(key="mine").set_value("")
    assert "“bat” as animal" not in page_text(run(app))  # it is brought once


def test_a_sentence_without_one_and_a_link_leave_the_room_as_it_is() -> None:
    assert gone_to(open_page(FILL, sentence=CAT), SENSES).text_input(key="mine").value == ""
    app = open_page(FILL, sentence="A small bat flew out of the cave.")
    app.query_params.clear()
    app.query_params["forms"] = "spring, springs"
    assert run(app.switch_page(SENSES)).text_input(key="forms").value == "spring, springs"


def test_a_sentence_typed_after_arriving_stays() -> None:
    app = gone_to(open_page(FILL, sentence=CAT), ATTENTION)
    app.text_input(key="sentence").set_value(DOG)
    assert shown(run(run(app))) == DOG


def test_the_model_goes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved("bert", tmp_path / "other")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    app = gone_to(open_page(FILL, model="local/other", sentence="the river bank"), ATTENTION)
    assert app.selectbox(key="model").value == "local/other"
    assert app.query_params["model"] == "local/other"


@pytest.mark.parametrize(
    ("room", "view", "next_room", "next_view"),
    [
        (PROBING, "Probe each layer", SENSES, "The map"),  # a list and a panel have the same name
        *(
            pytest.param(*pair, marks=pytest.mark.thorough)
            for pair in (
                (ATTENTION, "Switch heads off", FILL, "Where from?"),
                (PROBING, "The tree in the vectors", TASKS_PAGE, "Question answering"),
                (ATTENTION, "Every head", PROBING, "The tree in the vectors"),
                (MASKS, "The proof", INPUT, "The sum"),
                (PRETRAINING, "One training step", FILL, "The blank"),
                (TASKS_PAGE, "Question answering", ATTENTION, "Every head"),
            )
        ),
    ],
)
def test_a_setting_of_one_room_is_none_of_the_next(room: str, view: str, next_room: str, next_view: str) -> None:
    app = open_page(room, mode=view)
    app.query_params.clear()
    app.switch_page(next_room)
    app.query_params["mode"] = next_view
    come, fresh = run(app), open_page(next_room, mode=next_view)
    assert {each.key: each.value for each in come.text_input} == {each.key: each.value for each in fresh.text_input}
    assert [panel.label for panel in come.expander if panel.proto.expanded] == [
        panel.label for panel in fresh.expander if panel.proto.expanded
    ]


def test_hidden_words_go_along_through_rooms_that_hide_none() -> None:
    app = open_page(FILL, sentence=CAT, mask="2")
    assert "mask" not in gone_to(app, INPUT).query_params
    assert gone_to(app, POSITIONS).query_params["mask"] == "2"
    app.text_input(key="sentence").set_value(DOG)
    assert "mask" not in gone_to(run(app), FILL).query_params  # they belong to one sentence


def test_hidden_words_go_along_past_a_room_without_a_sentence_and_past_the_start_page() -> None:
    app = gone_to(open_page(FILL, sentence=CAT, mask="2"), SPEED)
    assert gone_to(app, FILL).query_params["mask"] == "2"
    assert gone_to(gone_to(app, HOME), FILL).query_params["mask"] == "2"


def test_what_a_view_hides_itself_does_not_go_along() -> None:
    app = open_page(FILL, sentence=CAT)
    assert any("“mat”" in caption.value for caption in app.caption)
    gone_to(app, PATCHING)
    assert "mask" not in app.query_params
    assert any("“mat”" in caption.value for caption in app.caption)


def test_hidden_words_keep_their_places_where_another_model_cuts_the_sentence_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("roberta", tmp_path / "cut")  # another name than above: results are kept by name
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    sentence = "Unbelievably, the cat sat on the mat."
    words = [token.text for token in cache.engine.tokens(DEFAULT_MODEL, sentence).items]
    app = open_page(FILL, sentence=sentence, mask=str(words.index("cat")))
    app.query_params.clear()
    app.query_params["model"] = "local/cut"
    positions = [int(each) for each in run(app.switch_page(POSITIONS)).query_params["mask"].split("-")]
    tokens = cache.engine.tokens("local/cut", sentence).items
    assert "".join(sentence[tokens[each].start : tokens[each].end] for each in positions) == "cat"
    assert positions != [words.index("cat")]


def filled(sentence: str) -> str:
    """A sentence with the default model's answer in its blank."""
    (mask,) = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence).masks
    return sentence.replace("[MASK]", mask.candidates[0].text)


def says_what_fills(app: AppTest, word: str) -> bool:
    return any(f"“{word}”" in caption.value for caption in app.caption)


def test_a_blank_is_filled_where_a_text_is_classified_and_is_a_blank_again_afterwards() -> None:
    app = gone_to(open_page(FILL, sentence=BLANK), TASKS_PAGE)
    assert (
        app.query_params["text"]
        == app.text_input(key="text").value
        == filled(BLANK)
        == "The capital of France is paris."
    )
    assert says_what_fills(app, "paris")
    app.query_params["mode"] = "Tagging words"
    assert run(app).text_input(key="words").value == filled(BLANK)
    assert says_what_fills(app, "paris")
    app.text_input(key="words").set_value(DOG)
    assert not says_what_fills(run(app), "paris")
    assert shown(gone_to(app, FILL)) == BLANK


def test_a_blank_is_filled_with_a_word_whose_senses_are_known() -> None:
    sentence = FILL_PRESETS[0].sentence  # the default of another room
    app = gone_to(open_page(ATTENTION, sentence=sentence), SENSES)
    assert app.text_input(key="forms").value == "bank, banks"
    assert app.text_input(key="mine").value == filled(sentence)
    assert says_what_fills(app, "bank")


def test_a_sentence_goes_into_the_tree_of_its_words_and_a_text_of_a_link_stays() -> None:
    app = open_page(FILL, sentence=CAT)
    app.query_params.clear()
    app.query_params["mode"] = "The tree in the vectors"
    assert run(app.switch_page(PROBING)).text_input(key="tree").value == CAT
    assert not any("of your sentence" in caption.value for caption in app.caption)
    gone_to(app, FILL)
    app.query_params.clear()
    app.query_params["text"] = DOG
    assert run(app.switch_page(TASKS_PAGE)).text_input(key="text").value == DOG


def says_finding(app: AppTest, key: str, *sentence: str) -> bool:
    """Whether the page says what a mistake costs with its own sentence, or with another."""
    headline, _ = split_headline(finding(key, cache.mistakes.compare(DEFAULT_MODEL, key, *sentence)))
    return headline in page_text(app)


def gone_to_mistake(app: AppTest, key: str) -> AppTest:
    """A mistake of another room, chosen from its list after arriving by the navigation."""
    app = gone_to(app, MISTAKES_PAGE)
    app.selectbox(key="example").select_index([each.key for each in MISTAKES].index(key))
    return run(app)


def test_a_mistake_is_made_with_the_sentence_and_its_example_is_one_click_away() -> None:
    app = gone_to(open_page(FILL, sentence=CAT), MISTAKES_PAGE)
    assert shown(app) == CAT
    assert any("“mat”" in caption.value for caption in app.caption)
    assert says_finding(app, MISTAKES[0].key, "The cat sat on the [MASK].")
    app.button(key="views-example").click()
    assert shown(run(app)) == MISTAKES[0].sentence
    assert says_finding(app, MISTAKES[0].key)
    assert not [button for button in app.button if button.key == "views-example"]
    assert shown(gone_to(app, FILL)) == FILL_PRESETS[0].sentence


def test_a_sentence_stays_from_mistake_to_mistake_and_no_other_is_made_with_it() -> None:
    app = gone_to_mistake(open_page(FILL, sentence=CAT), "case")
    assert shown(app) == CAT
    app.selectbox(key="example").select_index([each.key for each in MISTAKES].index("next_sentence"))
    assert not [button for button in run(app).button if button.key == "views-example"]
    assert says_finding(app, "next_sentence")
    assert shown(gone_to(app, FILL)) == CAT


def test_each_mistake_opens_with_its_own_sentence_as_long_as_none_is_typed() -> None:
    app = gone_to_mistake(open_page(FILL), "half")
    assert shown(app) == mistake("half").sentence
    assert says_finding(app, "half")
    assert not [button for button in app.button if button.key == "views-example"]
    assert shown(gone_to(app, FILL)) == FILL_PRESETS[0].sentence


def test_a_blank_is_filled_for_a_mistake_that_reads_a_text_without_one() -> None:
    app = gone_to_mistake(open_page(FILL, sentence=BLANK), "unmasked")
    assert says_what_fills(app, "paris")
    assert says_finding(app, "unmasked", filled(BLANK))
    assert shown(gone_to(app, FILL)) == BLANK


@pytest.mark.parametrize(
    ("sentence", "key", "answer"),
    [
        ("of the and to", "attention_mask", "Nothing is masked yet"),
        ("cat " * 600, "case", "602 tokens"),
        ("cat " * 300, "unmasked", "302 forward passes"),
        ("😀", "unmasked", "no tokens for this text"),
    ],
)
def test_what_a_mistake_cannot_be_made_with_is_told(sentence: str, key: str, answer: str) -> None:
    app = open_page(MISTAKES_PAGE, mistake=key, sentence=sentence)
    assert answer in messages(app) + page_text(app)
    app.button(key="views-example").click()
    assert not messages(run(app))
    assert shown(app) == mistake(key).sentence


@pytest.mark.parametrize("key", ["attention_mask", "mask_string", "truncation"])
@pytest.mark.parametrize("sentence", ["[MASK] met her in [MASK].", "Кошка спит на [MASK]."])
def test_two_blanks_and_another_alphabet_make_a_mistake_too(sentence: str, key: str) -> None:
    app = open_page(MISTAKES_PAGE, mistake=key, sentence=sentence)
    assert not messages(app)
    assert says_finding(app, key, sentence)
    assert ("Only the first blank is compared." in page_text(app)) == (
        sentence.count("[MASK]") > 1 and key != "mask_string"
    )


def gone_to_classifier(app: AppTest) -> AppTest:
    """The view of the fine-tuning room that classifies a sentence, by the navigation."""
    app = gone_to(app, TEACHING_PAGE)
    app.query_params["mode"] = "Use it"
    return run(app)


def test_a_fine_tuned_model_classifies_the_sentence_and_its_example_is_one_click_away() -> None:
    app = gone_to_classifier(open_page(FILL, sentence=CAT))
    assert app.text_input(key="say").value == app.query_params["say"] == CAT
    app.button(key="views-example").click()
    assert run(app).text_input(key="say").value == REVIEW
    assert not [button for button in app.button if button.key == "views-example"]
    assert shown(gone_to(app, FILL)) == CAT


@pytest.mark.thorough
@pytest.mark.parametrize("sentence", [BLANK, "[MASK] met her in [MASK].", "of the", "Кошка спит на диване."])
def test_a_fine_tuned_model_reads_whatever_comes_with_its_blanks_filled(sentence: str) -> None:
    app = gone_to_classifier(open_page(FILL, sentence=sentence))
    text = app.text_input(key="say").value
    assert text is not None
    assert "[MASK]" not in text
    assert any("of your sentence" in caption.value for caption in app.caption) == ("[MASK]" in sentence)
    assert "The classifier says" in page_text(app)
    assert not messages(app)


@pytest.mark.parametrize("sentence", ["cat " * 400, "cat " * 600])
def test_a_text_that_is_too_long_for_a_fine_tuned_model_is_told_to_be(sentence: str) -> None:
    app = gone_to_classifier(open_page(FILL, sentence=sentence))
    assert "this classifier was trained to read" in messages(app)
    app.button(key="views-example").click()
    assert not messages(run(app))
