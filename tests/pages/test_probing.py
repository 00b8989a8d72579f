"""What each layer knows: what a visitor meets, from the first paint to labels of their own."""

import pytest
from streamlit.testing.v1 import AppTest

import cache.probing
from cache.shipped.probes import recorded_task
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.presets import PROBE, PROBING_PRESETS, STACK
from components.probing.model.tasks import CUSTOM_TASK, TASKS, ProbingTask, probing_task
from components.probing.tables.probe import probe_finding
from pages.probing.modes.probe import EXAMPLE_NAME, SHIPPED, TREEBANK
from pages.probing.modes.stack import WHOLE
from tests.pages.conftest import NASTY, link_notes, messages, open_page, page_text, run

PAGE = "pages/probing/page.py"


def ignore(_text: str) -> None:
    """Do nothing."""


def finding_of(task: str) -> str:
    """The first sentence of the finding of a task that is trained now."""
    probed = cache.probing.probed_task(DEFAULT_MODEL, task, ignore)
    return probe_finding(probed, probing_task(task).name).partition(". ")[0]


def type_labels(app: AppTest, text: str) -> AppTest:
    (box,) = (box for box in app.text_area if box.key == "probing-pasted")
    box.set_value(text)
    return run(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_first_task() -> None:
    app = open_page(PAGE)
    assert "Part of speech can be read best" in page_text(app)
    assert "Precomputed by **MiniLM**" in page_text(app)
    assert "While the model loads, an example" in page_text(open_page(PAGE, task="Tense"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("task", ["part", "sense"])
def test_a_task_is_trained_at_once_and_its_finding_has_its_numbers(task: str) -> None:
    app = open_page(PAGE, task=probing_task(task).name)
    assert finding_of(task) in page_text(app)
    assert not messages(app)
    (chart,) = app.get("vega_lite_chart")
    assert finding_of(task) in chart.proto.alt


@pytest.mark.usefixtures("ready")
def test_recorded_probes_of_real_text_have_their_card() -> None:
    app = open_page(PAGE, sentences=TREEBANK)
    recorded = recorded_task(DEFAULT_MODEL, "part")
    assert recorded is not None
    assert probe_finding(recorded, "Part of speech").partition(". ")[0] in page_text(app)
    assert "CC BY-SA 4.0" in page_text(app)
    assert "Precomputed by **MiniLM**" in page_text(app)
    made_up = open_page(PAGE, sentences=TREEBANK, task="Animacy")
    assert "English Web Treebank" not in page_text(made_up)


@pytest.mark.usefixtures("ready")
def test_an_example_sets_its_task_and_the_list_shows_which() -> None:
    app = open_page(PAGE)
    (examples,) = (box for box in app.selectbox if box.key == "example")
    assert examples.value == 0
    examples.set_value(2)
    run(app)
    assert [box.value for box in app.selectbox if box.key == "task"] == ["Sense of “bank”"]
    assert finding_of("sense") in page_text(app)
    assert all(
        dict(preset.settings).get("task", TASKS[0].name) in [t.name for t in TASKS] for preset in PROBING_PRESETS
    )


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.key)
def test_every_task_is_an_example_with_its_note(task: ProbingTask) -> None:
    app = open_page(PAGE, task=task.name, sentences=TREEBANK)
    (examples,) = (box for box in app.selectbox if box.key == "example")
    assert dict(PROBING_PRESETS[examples.value].settings).get("task", TASKS[0].name) == task.name


@pytest.mark.usefixtures("ready")
def test_labels_of_ones_own_are_probed_and_an_example_stands_there_until_then() -> None:
    app = open_page(PAGE, task=CUSTOM_TASK.name)
    assert "30 test texts, in 5 parts" in page_text(app)
    assert f"{EXAMPLE_NAME} can be read best" in page_text(app)
    words = [(word, "fruit") for word in ["apple", "pear", "plum", "cherry", "grape", "lemon"]]
    words += [(word, "city") for word in ["paris", "london", "rome", "berlin", "madrid", "vienna"]]
    app = type_labels(app, "\n".join(f"{word}\t{label}" for word, label in words))
    assert "12 test texts, in 5 parts" in page_text(app)
    assert EXAMPLE_NAME not in page_text(app)
    assert CUSTOM_TASK.name in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("apple\tfruit\nparis\tcity", "at least 10"),
        ("\n".join(f"word{index}\tsame" for index in range(12)), "at least two different labels"),
        ("\n".join(f"word {index}" for index in range(12)), "has no label"),
        (
            "\n".join(f"word{index}\t{index % 2}" for index in range(10)) + "\ncar, vehicle",
            "Line 11 has no tab, but other",
        ),
        ("\n".join(f"{NASTY} {index}\t{NASTY}" for index in range(12)), "label"),
        ("\n".join(f"word{index}\tlabel{index}" for index in range(600)), "limit is 500"),
    ],
)
def test_labels_that_cannot_be_used_say_what_to_do(typed: str, message: str) -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), typed)
    assert message in messages(app)


@pytest.mark.usefixtures("ready")
def test_the_stack_says_whether_the_order_holds_and_what_is_left_out() -> None:
    app = open_page(PAGE, mode=STACK)
    assert "(surface, syntax, meaning) cannot be confirmed in MiniLM" in page_text(app)
    assert "left out: no layer reliably adds to layer 0" in page_text(app)
    assert "6 of 11 tasks: to the others" in page_text(app)
    whole = open_page(PAGE, mode=STACK, counts=WHOLE)
    assert "left out" not in page_text(whole)
    assert not messages(whole)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("view", [PROBE, STACK])
def test_a_projector_without_settings_reads_the_link(view: str) -> None:
    app = open_page(PAGE, mode=view, hide="controls", task="Tense", sentences=SHIPPED)
    assert not app.selectbox
    assert not messages(app)
    assert not link_notes(app)
    nonsense = open_page(PAGE, mode=view, task="zz", sentences="zz", counts="zz", texts="zz")
    assert not nonsense.exception
