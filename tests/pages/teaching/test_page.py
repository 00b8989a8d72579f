"""Teach it something: what ships stands there at once, a run of one's own takes its place, and code does it again."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from streamlit.testing.v1 import AppTest
from transformers import BertConfig, BertForMaskedLM

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE, model_record
from components.model.job_queue import JobPhase
from components.model.lists.datasets import shipped_dataset
from components.teaching.model.plan import ClassifierPooling, FineTuningRequest, Plan, Start, plan_to_link
from components.teaching.model.presets import DEFAULT_PLAN, SHORT_RUNS, TEACHING_PRESETS, TeachingPreset
from components.teaching.model.run import evaluation_steps
from components.teaching.model.run import fine_tune as finetune
from components.teaching.model.training_queue import TrainingQueue
from pages.parts.snippets import CLONE
from pages.teaching.code import code_of
from pages.teaching.context import UPLOADED_LIST
from pages.teaching.inputs import plan_of
from pages.teaching.settings import RUN
from pages.teaching.weights import zip_folder
from tests.components import waiting
from tests.components.small_models import SIZES, word_piece
from tests.pages.conftest import (
    APP,
    COLD_LINKS,
    TEACHING_PAGE,
    alternatives,
    messages,
    open_page,
    page_text,
    run,
)
from tests.pages.notebook import run_code
from tests.pages.teaching.room import DEFAULT_RUN, put_on_page, stored

pytestmark = pytest.mark.timeout(400)  # a run is niced: beside a busy machine it takes minutes

WAYS = (
    "Watch it learn",
    "Is it any good?",
    "Use it",
)
SMALL = replace(DEFAULT_PLAN, model_id="pocket-bert", train_size=10, epochs=1, batch_size=8)
LINK = {"model": "pocket-bert", RUN: plan_to_link(SMALL)}


@pytest.fixture(scope="module")
def trained() -> Iterator[TrainingQueue]:
    """A desk where a small run has been done."""
    desk = TrainingQueue()
    number = desk.submit(FineTuningRequest(SMALL))
    until = time.monotonic() + 300
    while (state := desk.state(number)) is not None and state.active and time.monotonic() < until:
        time.sleep(0.05)  # another process trains meanwhile
    assert state is not None
    assert state.phase is JobPhase.DONE, state.message
    yield desk
    desk.close()


@pytest.fixture
def trained_on_page(trained: TrainingQueue, monkeypatch: pytest.MonkeyPatch) -> TrainingQueue:
    """The same desk, on the page."""
    put_on_page(trained, monkeypatch)
    return trained


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("link", COLD_LINKS, ids=str)
def test_every_mode_is_there_before_there_is_a_model(way: str, link: dict[str, str]) -> None:
    app = open_page(TEACHING_PAGE, mode=way, **link)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{}, DEFAULT_RUN], ids=["all of SST-2", "300 labels"])
def test_a_recorded_run_classifies_at_once_and_others_say_that_their_weights_are_not_here(link: dict[str, str]) -> None:
    app = open_page(TEACHING_PAGE, mode="Use it", say="Waste of time.", **link)
    assert not messages(app)
    assert "The classifier says “negative”" in page_text(app)
    assert "not included" not in page_text(app)
    assert "slightly rounded" in page_text(app)
    other = open_page(TEACHING_PAGE, mode="Use it", **{RUN: plan_to_link(SHORT_RUNS[2].plan)})
    assert "not included" in page_text(other)
    assert "The classifier says" not in page_text(other)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("preset", TEACHING_PRESETS, ids=lambda preset: preset.name)
def test_every_example_shows_its_own_run(preset: TeachingPreset) -> None:
    app = open_page(TEACHING_PAGE, **{RUN: plan_to_link(preset.plan)})
    shown = stored(preset.plan)
    assert f"It gets {sum(shown.correct(shown.history))} of {len(shown.correct(shown.history)):,} " in page_text(app)
    assert app.selectbox(key="example").value == TEACHING_PRESETS.index(preset)


@pytest.mark.usefixtures("cold")
def test_a_setting_is_in_the_link_and_another_run_is_said_to_be_another() -> None:
    app = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    app.select_slider(key="run-rate").set_value(5e-4)
    run(app)
    assert app.query_params[RUN] in ("rate-0.0005", ["rate-0.0005"])
    assert "recorded run (“Good or bad?”)" in page_text(app)
    app.select_slider(key="run-rate").set_value(DEFAULT_PLAN.learning_rate)
    run(app)
    assert app.query_params[RUN] in (DEFAULT_RUN[RUN], [DEFAULT_RUN[RUN]])


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    "value", ["gone", "rate-7", "labels--3", "<b>x</b>", "x" * 5000, "~~~", "frozen-12", "labels-1"]
)
def test_a_link_that_does_not_fit_is_read_as_far_as_it_goes(value: str) -> None:
    app = open_page(TEACHING_PAGE, **{RUN: value})
    assert not app.exception
    assert "It gets 145 of 200 " in page_text(app)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("one line", "no label"),
        ("", "empty"),
        ("a\tb\n" * 6000, "6,000"),
        ("<b>x</b>\ty\n", "at least 4"),
    ],
)
def test_a_list_that_cannot_be_used_is_told_and_kept(text: str, answer: str) -> None:
    app = open_page(TEACHING_PAGE, **{RUN: "sentences-own"})
    app.text_area(key="own-list-pasted").set_value(text)
    app.button(key="own-list-use").click()
    run(app)
    assert answer in messages(app)
    assert app.text_area(key="own-list-pasted").value == text


@pytest.mark.usefixtures("cold")
def test_a_list_of_ones_own_is_what_would_be_learned() -> None:
    app = open_page(TEACHING_PAGE, **{RUN: "sentences-own"})
    lines = "".join(f"sentence {n} **b** $x$\t{'yes' if n % 2 else 'no'}\n" for n in range(40))
    app.text_area(key="own-list-pasted").set_value(lines)
    app.button(key="own-list-use").click()
    run(app)
    assert not messages(app)
    assert "Your list is in use: 30 sentences to train on, 10 held out." in [each.value for each in app.success]


@pytest.mark.usefixtures("cold")
def test_a_file_of_a_spreadsheet_with_its_label_first_is_shown_and_used() -> None:
    app = open_page(TEACHING_PAGE, **{RUN: "sentences-own"})
    rows = "".join(f"{'schön' if n % 2 else 'öde'};Das Stück {n} war lang.\r\n" for n in range(24))
    app.file_uploader(key="own-list-file").upload("list.csv", rows.encode("cp1252"), "text/csv")
    run(app)
    boxes = {(box.key or "").split("-")[-2]: box.value for box in app.selectbox if "own-list-" in (box.key or "")}
    assert boxes == {"sentence": 1, "value": 0, "separator": ";", "header": False, "encoding": "cp1252"}
    app.button(key="own-list-use").click()
    run(app)
    assert not messages(app)
    labelled = app.session_state[UPLOADED_LIST]
    labels = {each.text: labelled.labels[each.label] for each in (*labelled.train, *labelled.test)}
    assert labels == {f"Das Stück {n} war lang.": "schön" if n % 2 else "öde" for n in range(24)}


@pytest.mark.thorough
@pytest.mark.usefixtures("ready", "trained_on_page")
@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_was_done_here_takes_the_place_of_what_ships(way: str) -> None:
    app = open_page(TEACHING_PAGE, mode=way, **LINK)
    assert not messages(app)
    assert app.button(key="teaching-start").disabled
    assert "recorded run" not in page_text(app)


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_a_sentence_is_read_by_what_was_trained(trained_on_page: TrainingQueue) -> None:
    app = open_page(TEACHING_PAGE, mode="Use it", **LINK)
    assert "The classifier says" in page_text(app)
    app.text_input(key="say").set_value("<script>alert(1)</script> **b** [SEP] שלום 😀")
    run(app)
    assert "The classifier says" in page_text(app)
    assert not messages(app)
    app.text_input(key="say").set_value("\u200b \u00a0")
    run(app)
    assert messages(app)
    state = trained_on_page.finished_run(SMALL.key)
    assert state is not None
    assert state.folder is not None
    assert len(zip_folder(state.folder)) > 10_000_000


@pytest.mark.thorough
@pytest.mark.usefixtures("ready", "trained_on_page")
def test_a_run_begins_by_its_button_and_is_watched_and_stopped(trained_on_page: TrainingQueue) -> None:
    app = open_page(TEACHING_PAGE, model="pocket-bert", **{RUN: plan_to_link(replace(SMALL, seed=7, epochs=30))})
    app.button(key="teaching-start").click()
    run(app)
    waiting.until(lambda: trained_on_page.running is not None)
    number = trained_on_page.running
    assert number is not None
    assert "pocket BERT is being trained" in page_text(app)
    shares = open_page(TEACHING_PAGE, model="pocket-bert", **{RUN: plan_to_link(replace(SMALL, seed=7, epochs=30))})
    shares.button(key="teaching-start").click()
    run(shares)
    assert "pocket BERT is being trained" in page_text(shares)
    assert not [button for button in shares.button if button.key == "teaching-stop"], "who shares it cannot stop it"
    app.button(key="teaching-stop").click()
    app.run()
    state = trained_on_page.state(number)
    assert state is not None
    assert state.phase is JobPhase.STOPPED


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("name", ["by_hand", "trainer"])
@pytest.mark.parametrize("pooling", [ClassifierPooling.MEAN, ClassifierPooling.POOLER])
def test_the_code_comes_to_the_same_count(
    name: str, pooling: ClassifierPooling, trained_on_page: TrainingQueue
) -> None:
    done = trained_on_page.finished_run(SMALL.key)
    assert done is not None
    assert done.result is not None
    if pooling is ClassifierPooling.MEAN:
        right = sum(done.result.correct(done.result.history))
        assert run_code(code_of(name, done.result))[-1] == f"{right} of 200"
    else:
        other = replace(done.result, plan=replace(SMALL, pooling=pooling))
        assert run_code(code_of(name, other))[-1].endswith("of 200")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["by_hand", "trainer"])
def test_the_code_reads_as_much_as_a_model_with_few_positions_can(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = word_piece()
    torch.manual_seed(0)
    sizes = BertConfig(**SIZES, vocab_size=len(pieces), max_position_embeddings=8)
    BertForMaskedLM(sizes).save_pretrained(tmp_path / "short")
    pieces.save_pretrained(tmp_path / "short")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "components").symlink_to(CLONE / "components")
    monkeypatch.chdir(tmp_path)
    known = model_record("local/short")

    def opens(_: Start) -> tuple[OpenModel, Path]:
        return Loader(weights_folder).open(known), tmp_path / "short"

    plan = Plan(model_id="local/short", train_size=16, epochs=1, learning_rate=1e-3)
    ran = finetune(plan, shipped_dataset("opinions"), opens, None, lambda _: None).result
    assert ran.truncated_count > 0
    code = code_of(name, ran).replace("/path/to", str(tmp_path))  # whoever runs it fills in where the folder is
    assert run_code(code)[-1] == f"{sum(ran.correct(ran.history))} of 200"


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_the_code_finds_the_same_layers_moved(trained_on_page: TrainingQueue) -> None:
    done = trained_on_page.finished_run(SMALL.key)
    assert done is not None
    assert done.result is not None
    lines = run_code(code_of("inside", done.result))
    moved = [float(line.split()[1].rstrip("%")) / 100 for line in lines]
    assert moved == pytest.approx([each.weight_change for each in done.result.layer_changes], abs=2e-4)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_answer_where_a_teacher_wants_it() -> None:
    app = open_page(TEACHING_PAGE, mode="Is it any good?", guess="1")
    assert not alternatives(app)
    (box,) = (text_input for text_input in app.text_input if text_input.label.startswith("Your guess"))
    box.set_value("word counts")
    next(text_input for text_input in app.button if text_input.label == "Show the answer").click()
    run(app)
    assert "it is “Fine-tuned”." in page_text(app)
    assert alternatives(app)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    "old", ["How many labels?", "Learning rates", "Learning rate and labels", "What changed inside"]
)
def test_an_old_link_opens_the_drawer_where_its_content_is(old: str) -> None:
    app = open_page(TEACHING_PAGE, mode=old, vary="number of labels", drawn="PCA")
    assert not messages(app)
    assert app.query_params["mode"] == "Is it any good?"
    assert app.query_params["why"] == "true"
    assert len(alternatives(app)) >= 8  # the figure, and those of the drawer


@pytest.mark.usefixtures("cold")
def test_an_old_link_to_the_loop_opens_the_export_panel_with_it() -> None:
    app = AppTest.from_file(str(APP), default_timeout=60).run()
    app.switch_page(TEACHING_PAGE)
    app.query_params["mode"] = "Trainer and loop"
    app.query_params[RUN] = DEFAULT_RUN[RUN]
    run(app)
    assert app.query_params["export"] in ("true", ["true"])
    shown = {element.value.strip() for element in app.code}
    assert {code_of(name, stored()).strip() for name in ("trainer", "short", "by_hand")} <= shown
    assert "four digits" in page_text(app)


def test_the_tutorials_settings_are_an_example_on_film_reviews_where_there_are_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    preset = next(each for each in TEACHING_PRESETS if each.name == "As in the tutorial")
    assert (preset.plan.epochs, preset.plan.batch_size, preset.plan.learning_rate, preset.plan.weight_decay) == (
        3,
        16,
        2e-5,
        0.01,
    )
    ends = {preset.plan.steps_per_epoch * (epoch + 1) for epoch in range(preset.plan.epochs)}
    assert ends <= set(evaluation_steps(preset.plan))  # it is evaluated after every epoch
    assert plan_of(preset) == preset.plan
    monkeypatch.setattr("pages.teaching.inputs.has_film_reviews", lambda: True)
    assert (plan_of(preset).dataset, plan_of(preset).train_size) == ("sst2", 1000)
    assert plan_of(SHORT_RUNS[0]) == DEFAULT_PLAN


@pytest.mark.thorough
def test_the_short_code_trains_and_is_evaluated() -> None:
    small = replace(stored(), plan=replace(DEFAULT_PLAN, train_size=16, epochs=1))
    assert 0.3 <= float(run_code(code_of("short", small))[-1]) <= 1.0


@pytest.mark.thorough
@pytest.mark.usefixtures("ready", "trained_on_page")
def test_a_sentence_of_a_tutorial_is_read_by_a_click() -> None:
    app = open_page(TEACHING_PAGE, mode="Use it", **LINK)
    app.button_group(key="say-picked").set_value("Waste of time.")
    run(app)
    assert app.text_input(key="say").value == "Waste of time."


def test_the_code_of_a_list_of_ones_own_says_what_file_it_wants() -> None:
    result = replace(stored(), plan=replace(DEFAULT_PLAN, dataset="own-0123456789ab"))
    code = code_of("trainer", result)
    assert "# The list is a tab-separated file" in code
    assert "file = 'your-list.tsv'" in code
    compile(code, "code", "exec")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("sentence", "has_place"), [("awful awful", True), ("awful", False)])
def test_equal_words_are_told_apart_at_the_figure(sentence: str, has_place: bool) -> None:
    app = open_page(TEACHING_PAGE, mode="Use it", say=sentence)
    assert not messages(app)
    assert ("“awful” (word" in page_text(app)) is has_place
