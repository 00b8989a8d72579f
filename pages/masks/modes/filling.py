"""Fill the blank: an encoder reads both sides of it, a decoder only the left one."""

import streamlit as st

import cache.blanks
import cache.masks
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.masks.model.writing_results import Sampling
from components.masks.tables.writing import filling_finding, step_table
from components.model.checkpoints.records import ModelRecord
from components.model.user_errors import NothingMasked
from components.tables.predictions import candidate_table, candidates_finding
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.context import BlankContext
from pages.parts.snippets import model_source

COUNT = 6


def show(blanked: BlankContext, decoder: ModelRecord, beginning: str) -> Findings:
    """Draw the likeliest words of both for the first blank, and the sentence that each of them makes.

    Raises:
        NothingMasked: The sentence has no blank.
    """
    if not blanked.blanks:
        raise NothingMasked
    predictions = cache.blanks.predictions(blanked.model.id, blanked.sentence, blanked.masked)
    mask = next(each for each in predictions.masks if each.position == blanked.blanks[0])
    left = cache.masks.write_on(decoder.id, beginning, Sampling(), 1)
    names = (decoder.name, blanked.model.name)
    finding = filling_finding(left, mask.candidates, names)
    headline(finding)
    token = blanked.tokens.items[blanked.blanks[0]]
    after = blanked.masked_sentence[blanked.masked_sentence.index("[MASK]") + len("[MASK]") :]
    before = blanked.sentence[: token.start]
    tables = (step_table(left, 0), candidate_table(mask, count=COUNT))
    # `was_there` marks the word that was written; here nothing was.
    tables[0]["was_there"] = False
    longest = max(float(table["probability"].iloc[0]) for table in tables)
    figures = []
    sees = (f"sees “{before.strip()}”", "sees both sides")
    for column, role, name, table, side in zip(st.columns(2), ("decoder", "encoder"), names, tables, sees, strict=True):
        word = str(table["word"].iloc[0])
        with column:
            st.markdown(f"**{escape_markdown(name)}** ({role}), {escape_markdown(side)}")
            gaps = (" " if before.endswith(" ") else "", " " if after.startswith(" ") else "")
            st.markdown(
                f"{escape_markdown(before)}{gaps[0]}**{escape_markdown(word)}**{gaps[1]}{escape_markdown(after)}"
            )
            chart = candidate_bars(table, scale_max=longest)
            st.vega_lite_chart(chart, key=f"filled-{role}", alt=candidates_finding(table))
        figures.append(ChartFigure(f"filled-{role}", chart, table))
    note(
        f"Whatever follows the blank, {names[0]} predicts the same: text on the right is hidden by its causal mask.",
        "Change the words after the blank and compare.",
    )
    return Findings(
        "filling",
        figures,
        joint_conditions(left.conditions, predictions.conditions),
        {
            "decoder": model_source(decoder),
            "encoder": model_source(blanked.model),
            "left": beginning,
            "ids": list(blanked.tokens.ids),
            "blanks": list(blanked.blanks),
        },
        computed=(Provenance(decoder, left.conditions), Provenance(blanked.model, predictions.conditions)),
    )
