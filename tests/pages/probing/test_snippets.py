"""What each layer knows: the code of both views prints the numbers on the screen."""

import re

import pytest

import cache.probing
from cache.shipped.probes import recorded_probes, recorded_task
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.lists.reader import listed_sentences, read_table
from components.probing.model.custom import CUSTOM_LIST, EXAMPLE_LIST, custom_labels
from components.probing.model.tasks import CUSTOM_TASK, probing_task
from pages.probing.modes.probe import TREEBANK
from tests.pages.conftest import open_page
from tests.pages.notebook import printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]
PAGE = "pages/probing/page.py"
NUMBER = re.compile(r"\d\.\d+")


def ignore(_text: str) -> None:
    """Do nothing."""


@pytest.mark.parametrize("model", [DEFAULT_MODEL, "pocket-gpt"])
@pytest.mark.parametrize("task", ["part", "letter", "sense", CUSTOM_TASK.key])
def test_the_code_prints_the_accuracies_of_every_layer(model: str, task: str) -> None:
    custom = custom_labels(listed_sentences(read_table(EXAMPLE_LIST, CUSTOM_LIST))) if task == CUSTOM_TASK.key else ()
    probed = cache.probing.probed_task(model, task, ignore, custom=custom)
    lines = printed_lines(open_page(PAGE, model=model, task=probing_task(task).name))
    assert len(lines) == len(probed.layers)
    for line, score in zip(lines, probed.layers, strict=True):
        accuracy, control = map(float, NUMBER.findall(line))
        # Passes of one sentence and of a batch differ in the last bits, which may turn one word.
        assert accuracy == pytest.approx(score.accuracy.value, abs=0.011)
        assert control == pytest.approx(score.control.value, abs=0.011)


@pytest.mark.parametrize("task", ["part", "letter"])
def test_the_code_of_the_treebank_prints_the_stored_layers(task: str) -> None:
    recorded = recorded_task(DEFAULT_MODEL, task)
    assert recorded is not None
    lines = printed_lines(open_page(PAGE, task=probing_task(task).name, sentences=TREEBANK), having="highest accuracy")
    assert len(lines) == len(recorded.layers) + 1
    for line, score in zip(lines, recorded.layers, strict=False):
        numbers = [score.accuracy.value, score.control.value, score.accuracy.value - score.control.value]
        assert [float(number) for number in re.findall(r"-?\d\.\d+", line)] == pytest.approx(numbers, abs=0.001)
    assert lines[-1] == (
        f"highest accuracy: layer {recorded.best_layer}; largest selectivity: layer {recorded.most_selective_layer}"
    )


def test_the_code_of_the_stack_prints_the_centres() -> None:
    lines = printed_lines(open_page(PAGE, why="true"), having="centre of gravity")
    recorded = recorded_probes(DEFAULT_MODEL)
    assert recorded is not None
    centres = {probed.task: probed.added for probed in recorded.stack.tasks}
    printed = {task: float(number) for task, number in (line.split(": centre of gravity ") for line in lines)}
    assert printed == {
        task: pytest.approx(centre.value, abs=0.02) for task, centre in centres.items() if centre is not None
    }
