"""Several blanks: independent and joint fills, and the loss of the right words."""

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.fill.model.presets import TUTORIAL_PRESETS
from components.fill.model.results import JointFill
from components.fill.tables.joint_fill import (
    TOGETHER,
    chain_finding,
    factors_note,
    fill_table,
    filled_sentence,
    joint_fill_finding,
    product_text,
    step_table,
)
from components.fill.tables.losses import Target, loss_finding, loss_table
from components.model.user_errors import UserError
from pages.parts.errors import show_errors
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import draw_settings_in, note
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import FILL
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import suggested_text

FIGURE_WIDTH = 175  # pixels, for "0.165% first choice"
TARGETS = {preset.sentence: ", ".join(preset.targets) for preset in TUTORIAL_PRESETS if preset.targets}


def show(context: BlankContext) -> None:
    """Draw both parts; an error in one leaves the other."""
    for part in (draw_losses, draw_joint_fill):
        with draw_settings_in(st.container()), show_errors():
            part(context)


def draw_losses(context: BlankContext) -> None:
    """Draw the loss of the right word at each blank, and its mean."""
    items = [context.tokens.items[blank] for blank in context.blanks]
    hidden = ", ".join(token.text for token in items) if not any(token.typed_mask for token in items) else ""
    default = TARGETS.get(context.sentence, hidden)
    typed = suggested_text("Target words, one for each blank", "targets", default)
    words = tuple(part.strip() for part in typed.split(",")) if typed.strip() else ()
    if not words:
        return
    if len(words) != len(context.blanks) or not all(words):
        raise UserError(
            f"The sentence has {len(context.blanks)} blanks. "
            f"Enter {len(context.blanks)} target words, separated by commas."
        )
    targets = []
    for blank, word in zip(context.blanks, words, strict=True):
        scored = cache.fill.named_words(context.model.id, context.sentence, context.masked, blank, (word,))
        targets.append(Target(word, scored.words[0].log_probability))
    table = loss_table(targets)
    finding = loss_finding(table)
    note(finding)
    st.markdown("**Loss of each target word, in nats**: −ln of its probability; BERT is trained on the mean")
    chart = labelled_bars(table, value="loss", name="label", figure="figure", title="Loss in nats")
    st.altair_chart(chart, key="losses-chart", alt=finding)


def draw_joint_fill(context: BlankContext) -> None:
    """Fill all blanks both ways, and draw the comparison."""
    with st.spinner("Searching for words that fit together…"):
        result = cache.fill.joint_fill(context.model.id, context.sentence, context.masked)
    draw_filled_sentences(result)
    finding = joint_fill_finding(result)
    note(finding)
    st.markdown("**Probability of each word once the blanks before it are filled**: the first choices, then together")
    st.caption(escape_markdown(chain_finding(result)))
    steps = step_table(result)
    chart = labelled_bars(
        steps,
        value="probability",
        name="label",
        figure="figure",
        other=f"datum.filled == '{TOGETHER}'",
        title="Probability in its place",
        figure_width=FIGURE_WIDTH,
    )
    st.altair_chart(chart, key="several-chart", alt=finding)
    st.markdown("**The five best ways to fill in all blanks together**")
    st.dataframe(fill_table(result), hide_index=True, key="several-fills", alt="The five best joint fills, one a row.")
    inputs = {"ids": list(context.tokens.ids), "blanks": list(context.blanks), "width": result.width}
    conclude_part(
        FILL,
        Findings("several", [ChartFigure("several-blanks", chart, steps)], result.conditions, inputs),
    )


def draw_filled_sentences(result: JointFill) -> None:
    """Draw the sentence filled both ways."""
    ways = (("First choice for each blank", result.independent), ("Together", result.joint[0]))
    for number, (column, (name, fill)) in enumerate(zip(st.columns(2), ways, strict=True)):
        with column.container(border=True, key=f"shown-{number}"):
            st.caption(f"{name}: {product_text(fill)}")
            st.text(filled_sentence(result.tokens, result.blanks, fill.candidates))
            st.caption(escape_markdown(factors_note(fill)))
