"""Fine-tuning as tutorials do it: the table by epoch, four sentences, maps of [CLS], and ten lines of code."""

import pytest

from components.teaching.model.plan import plan_to_link
from components.teaching.model.presets import TEACHING_PRESETS
from tests.pages.conftest import TEACHING_PAGE, messages, open_page, page_text
from tests.pages.notebook import run_code

pytestmark = pytest.mark.usefixtures("ready")
FOUR = next(preset for preset in TEACHING_PRESETS if preset.name == "Four sentences")


def test_the_run_stands_there_epoch_by_epoch_and_as_a_recipe() -> None:
    app = open_page(TEACHING_PAGE, run=plan_to_link(FOUR.plan))
    table = next(each.value for each in app.dataframe if "Training accuracy" in each.value.columns)
    assert len(table) == FOUR.plan.epochs
    assert table.notna().all().all()
    shown = "\n".join(block.value for block in app.markdown)
    assert all(f"{number}. " in shown for number in range(1, 5))


def test_four_sentences_are_a_recorded_run_that_says_what_it_shows() -> None:
    app = open_page(TEACHING_PAGE, run=plan_to_link(FOUR.plan))
    assert not app.exception
    assert messages(app) == ""
    assert "4 sentences show" in page_text(app)
    assert "This is a recorded run" not in "\n".join(block.value for block in app.caption)


def test_cls_is_drawn_before_and_after() -> None:
    app = open_page(TEACHING_PAGE, mode="Is it any good?", run=plan_to_link(FOUR.plan))
    assert not app.exception
    assert len([chart for chart in app.get("vega_lite_chart") if chart.proto.alt.startswith("[CLS] vectors")]) == 2


def test_a_run_of_many_epochs_says_what_a_dash_means() -> None:
    many = next(preset for preset in TEACHING_PRESETS if preset.name == "Twenty labels")
    app = open_page(TEACHING_PAGE, run=plan_to_link(many.plan))
    assert f"of the {many.plan.epochs} epochs" in page_text(app)


@pytest.mark.thorough
def test_the_ten_lines_train_and_classify() -> None:
    app = open_page(TEACHING_PAGE, export="true")
    (code,) = (
        block.value for block in app.code if "backward" in block.value and "This is a masterpiece!" in block.value
    )
    *steps, answers = run_code(code)
    losses = [float(line.split()[-1]) for line in steps]
    assert losses[-1] < losses[0]
    assert answers.startswith("[[")
