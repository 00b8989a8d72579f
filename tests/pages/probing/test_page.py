"""What each layer knows: what a visitor meets, from the first paint to labels of their own."""

import pytest
from streamlit.testing.v1 import AppTest

from components.probing.model.presets import PROBE, PROBING_PRESETS
from components.probing.model.tasks import CUSTOM_TASK, TASKS, ProbingTask, probing_task
from pages.parts.settings import TEXT_LINK_LIMIT
from pages.parts.visitor_lists import CORRECTIONS
from pages.probing.labels import LABELS
from pages.probing.modes.probe import EXAMPLE_NAME, SHIPPED, TREEBANK
from tests.pages.conftest import NASTY, link_notes, messages, open_page, page_text, run
from tests.sampling import first_of_each

PAGE = "pages/probing/page.py"
PART = "Part of speech"
FRUIT, CITIES = ["apple", "pear", "plum", "cherry", "grape", "lemon"], ["paris", "london", "rome", "berlin", "madrid"]
OWN_LIST = "\n".join([*(f"{word}\tfruit" for word in FRUIT), *(f"{word}\tcity" for word in CITIES)])


def ignore(_text: str) -> None:
    """Do nothing."""


def type_labels(app: AppTest, text: str) -> AppTest:
    (box,) = (box for box in app.text_area if box.key == LABELS)
    box.set_value(text)
    return run(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_first_task() -> None:
    app = open_page(PAGE)
    assert "The sense of “bank” can be read " in page_text(app)
    assert "Precomputed by **MiniLM**" in page_text(app)
    assert "While the model loads, an example" in page_text(open_page(PAGE, task="Tense"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("task", ["part", "sense"])
def test_a_task_is_trained_at_once(task: str) -> None:
    app = open_page(PAGE, task=probing_task(task).name)
    assert f"{probing_task(task).name} can be read " in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_recorded_probes_of_real_text_have_their_card() -> None:
    app = open_page(PAGE, sentences=TREEBANK, task=PART)
    assert "Part of speech can be read " in page_text(app)
    assert "Words of the Universal Dependencies English Web Treebank" in page_text(app)
    assert "Precomputed by **MiniLM**" in page_text(app)
    made_up = open_page(PAGE, sentences=TREEBANK, task="Animacy")
    assert "Words of the Universal Dependencies English Web Treebank" not in page_text(made_up)


@pytest.mark.usefixtures("ready")
def test_an_example_sets_its_task_and_the_list_shows_which() -> None:
    app = open_page(PAGE)
    (examples,) = (box for box in app.selectbox if box.key == "example")
    assert examples.value == 0
    examples.set_value(2)
    run(app)
    assert [box.value for box in app.selectbox if box.key == "task"] == [PART]
    assert f"{PART} can be read " in page_text(app)
    assert all(
        dict(preset.settings).get("task", TASKS[0].name) in [t.name for t in TASKS] for preset in PROBING_PRESETS
    )


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("task", first_of_each(TASKS, lambda task: task.group, name=lambda task: task.key))
def test_every_task_is_an_example_with_its_note(task: ProbingTask) -> None:
    app = open_page(PAGE, task=task.name, sentences=TREEBANK)
    (examples,) = (box for box in app.selectbox if box.key == "example")
    assert dict(PROBING_PRESETS[examples.value].settings).get("task", TASKS[0].name) == task.name


@pytest.mark.usefixtures("ready")
def test_labels_of_ones_own_are_probed_and_an_example_stands_there_until_then() -> None:
    app = open_page(PAGE, task=CUSTOM_TASK.name)
    assert "30 test texts, in 5 parts" in page_text(app)
    assert f"{EXAMPLE_NAME} can be read " in page_text(app)
    app = type_labels(app, OWN_LIST)
    assert "11 test texts, in 5 parts" in page_text(app)
    assert EXAMPLE_NAME not in page_text(app)
    assert CUSTOM_TASK.name in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_the_link_holds_a_short_list_and_a_page_without_settings_reads_it() -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), OWN_LIST)
    link = {name: str(value) for name, value in app.query_params.items()}
    again = open_page(PAGE, **link)
    assert again.text_area(key=LABELS).value == OWN_LIST
    assert "11 test texts, in 5 parts" in page_text(again)
    hidden = open_page(PAGE, **link, hide="controls")
    assert not hidden.text_area
    assert "11 test texts, in 5 parts" in page_text(hidden)
    assert "has no label" in messages(open_page(PAGE, **link | {LABELS: "apple\npear"}, hide="controls"))


@pytest.mark.usefixtures("ready")
def test_another_link_replaces_the_list_and_an_emptied_box_brings_the_example_back() -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), OWN_LIST)
    other = OWN_LIST.replace("city", "town")
    app.query_params[LABELS] = other
    assert run(app).text_area(key=LABELS).value == other
    app = type_labels(app, "")
    assert LABELS not in app.query_params
    assert EXAMPLE_NAME in page_text(app)


@pytest.mark.usefixtures("ready")
def test_another_task_takes_the_list_out_of_the_link_and_it_comes_back() -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), OWN_LIST)
    app.selectbox(key="task").set_value("Tense")
    assert LABELS not in run(app).query_params
    app.selectbox(key="task").set_value(CUSTOM_TASK.name)
    assert run(app).text_area(key=LABELS).value == OWN_LIST
    assert app.query_params[LABELS]


@pytest.mark.usefixtures("ready")
def test_a_list_too_long_for_a_link_says_so_and_is_probed() -> None:
    long = "\n".join(f"{'very ' * 30}old {word}\t{label}" for word, label in map(str.split, OWN_LIST.splitlines()))
    assert len(long) > TEXT_LINK_LIMIT
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), long)
    assert "too long for a link" in page_text(app)
    assert "11 test texts, in 5 parts" in page_text(app)
    assert LABELS not in app.query_params


@pytest.mark.usefixtures("ready")
def test_an_uploaded_list_goes_into_the_box_and_the_link() -> None:
    app = open_page(PAGE, task=CUSTOM_TASK.name)
    app.file_uploader(key="probing-file").upload("list.csv", OWN_LIST.replace("\t", ";").encode(), "text/csv")
    run(app).button(key="probing-use").click()
    app = run(app)
    assert "11 test texts, in 5 parts" in page_text(app)
    assert "apple\tfruit" in app.text_area(key=LABELS).value
    again = open_page(PAGE, task=CUSTOM_TASK.name, **{LABELS: str(app.query_params[LABELS])})
    assert "11 test texts, in 5 parts" in page_text(again)


@pytest.mark.usefixtures("ready")
def test_a_file_that_cannot_be_used_says_so_and_leaves_the_list() -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), OWN_LIST)
    app.file_uploader(key="probing-file").upload("list.txt", bytes(range(256)), "text/plain")
    assert "not text" in messages(run(app))
    assert "11 test texts, in 5 parts" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_columns_that_a_visitor_chose_are_in_the_link() -> None:
    rows = [line.split("\t") for line in OWN_LIST.splitlines()]
    app = open_page(PAGE, task=CUSTOM_TASK.name)
    app = type_labels(app, "\n".join(f"{label};{word};{len(word)}" for word, label in rows))
    for column, place in (("sentence", 1), ("value", 0)):
        (box,) = (box for box in app.selectbox if (box.key or "").endswith(f"-{column}-box"))
        box.set_value(place)
        app = run(app)
    assert "11 test texts, in 5 parts" in page_text(app)
    again = open_page(PAGE, task=CUSTOM_TASK.name, **{LABELS: str(app.query_params[LABELS])})
    assert "11 test texts, in 5 parts" in page_text(again)
    assert not [box for box in again.selectbox if (box.key or "").endswith("-box")]


@pytest.mark.usefixtures("ready")
def test_rubbish_gets_a_message_and_no_open_question_about_columns() -> None:
    app = type_labels(open_page(PAGE, task=CUSTOM_TASK.name), "asdf; qwer\nzx;cv\n;;;")
    assert "has no label" in messages(app)
    (panel,) = (panel for panel in app.expander if panel.label == CORRECTIONS)
    assert not panel.proto.expanded
    assert [box.key for box in app.selectbox if (box.key or "").endswith("-box")] == [
        box.key for box in panel.selectbox
    ]
    kinds = [element.type for element in app.main]
    assert kinds.index("warning") < kinds.index("dataframe"), kinds
    assert app.text_area(key=LABELS).value.startswith("asdf")


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
def test_an_old_link_to_all_tasks_opens_the_order_of_the_layers_in_the_drawer() -> None:
    app = open_page(PAGE, mode="All tasks at once", counts="Layer 0 counts, too")
    assert app.button_group(key="chosen-mode").value == PROBE
    assert "order cannot be confirmed in MiniLM" in page_text(app)
    assert "left out: no layer reliably adds to layer 0" in page_text(app)
    assert "6 of 11 tasks" in page_text(app)
    assert not link_notes(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_a_link_with_the_former_name_of_the_sentences_opens_them() -> None:
    app = open_page(PAGE, sentences="Built-in sentences (probe trained now)", task=PART)
    assert app.selectbox(key="sentences").value == SHIPPED
    assert not link_notes(app)


@pytest.mark.usefixtures("ready")
def test_a_projector_without_settings_reads_the_link() -> None:
    app = open_page(PAGE, hide="controls", task="Tense", sentences=SHIPPED)
    assert not app.selectbox
    assert not messages(app)
    assert not link_notes(app)
    nonsense = open_page(PAGE, task="zz", sentences="zz", counts="zz", texts="zz")
    assert not nonsense.exception
