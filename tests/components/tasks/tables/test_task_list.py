"""The list of tasks names views that exist, and says truly what opens here."""

from dataclasses import replace

from components.model.heads.specs import NAME_TAGS, PARTS_OF_SPEECH
from components.tasks.model import presets
from components.tasks.model.task_list import TASKS
from components.tasks.tables.task_list import NOT_HERE, task_finding, task_table


def test_every_line_names_a_view_and_the_tasks_of_tutorials_are_there() -> None:
    views = {presets.TEXT, presets.WORDS, presets.SPAN}
    assert {line.view for line in TASKS} == views
    names = " ".join(line.name for line in TASKS)
    for word in ("Paraphrase", "Similarity", "Toxicity", "Chunking", "Slots"):
        assert word in names


def test_the_numbers_of_tags_are_those_of_the_heads() -> None:
    outputs = {line.name: line.outputs for line in TASKS}
    assert outputs["Names (CoNLL-2003)"].startswith(f"{len(NAME_TAGS)} ")
    assert outputs["Parts of speech"].startswith(f"{len(PARTS_OF_SPEECH)} ")


def test_what_is_missing_is_named_and_only_that() -> None:
    assert "toxicity" in task_finding(TASKS)
    assert f"{len(TASKS)} tasks need 3 kinds of head" in task_finding(TASKS)
    assert "chunking" in task_finding(TASKS)
    assert "names" not in task_finding(TASKS)
    assert "No head" not in task_finding([replace(line, here="bundled head") for line in TASKS])
    table = task_table(TASKS).set_index("task")["here"]
    assert table["Toxicity (Jigsaw)"] == NOT_HERE
    assert table["Opinion (SST-2)"] != NOT_HERE
