"""What every view with a head shares: the diagram at its top, the list of other tasks, and its links."""

from collections.abc import Sequence

import streamlit as st

from cache.tasks import encoder_parameters
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL_ID
from components.model.heads.specs import HeadSpec
from components.model.results import Floats, Token
from components.tasks.charts.encoder import encoder_chart
from components.tasks.model import presets
from components.tasks.model.task_list import TASKS
from components.tasks.tables.encoder import encoder_diagram, encoder_text, size_text
from components.tasks.tables.task_list import task_finding, task_table
from pages.parts.layout import in_drawer
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.rooms import TEACHING
from pages.parts.snippets import repository_path
from pages.tasks.context import TasksContext

ADDED = repository_path(HEADS_FOLDER)  # of the bundled heads, for the copied code
PLACES = {TaskHead.TEXT: presets.TEXT, TaskHead.WORDS: presets.WORDS, TaskHead.SPAN: presets.SPAN}
LABELS = {
    TaskHead.TEXT: "classifies a whole text",
    TaskHead.WORDS: "tags every word",
    TaskHead.SPAN: "answers questions with a span of text",
}


def check_head(context: TasksContext, *kinds: TaskHead) -> bool:
    """Whether the model has a head for the mode; if not, show which mode its head is for."""
    published = context.model.task_head
    if published is None or published in kinds:
        return True
    st.info(f"{context.model.name} has one head, which {LABELS[published]}.", icon=":material/account_tree:")
    st.button(f"Open “{PLACES[published]}”", key="where-the-head-is", on_click=go_to_mode, args=(PLACES[published],))
    return False


def encoder_label(model_id: str = MULTITASK_MODEL_ID) -> str:
    """The text on the encoder."""
    return encoder_text(encoder_parameters(model_id))


def draw_encoder(
    tokens: Sequence[Token], shares: Floats, head: HeadSpec, width: int, encoder: str, *, joined: str = ""
) -> ChartFigure:
    """Draw the diagram; each token is as dark as its share in what the head reads."""
    shown = encoder_diagram(tokens, shares, head, width, encoder, joined=joined)
    chart = encoder_chart(shown)
    heads = "four heads" if len(shown.heads) > 1 else "its head"
    st.altair_chart(
        chart,
        key="encoder-and-heads",
        alt=f"One encoder and {heads}. The highlighted head has {size_text(head, width)}.",
    )
    return ChartFigure("encoder-and-heads", chart, shown.tokens)


def draw_other_tasks() -> None:
    """Draw, in the drawer, every task as a row of input, head and outputs."""
    in_drawer("Other tasks: what input and head would be", _draw_tasks)


def _draw_tasks() -> None:
    finding = task_finding(TASKS)
    st.text(finding)
    titles = {
        "task": "Task",
        "input": "Input",
        "head_reads": "The head reads",
        "outputs": "Outputs",
        "here": "Opens here",
        "view": "View of this kind",
    }
    st.dataframe(
        task_table(TASKS).rename(columns=titles), hide_index=True, height="content", key="task-list", alt=finding
    )
    st.caption(
        "A checkpoint with such a head opens here from the operator’s folder of models (RIVERBANK_MODELS), if it "
        "predicts labels."
    )


def link_to_fine_tuning() -> None:
    """Show a link to the room “Fine-tuning”."""
    if not hides_controls():
        st.page_link(TEACHING.file, label="Fine-tune a head yourself", icon=TEACHING.icon, query_params={})
