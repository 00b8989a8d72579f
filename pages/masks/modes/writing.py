"""Write on: a decoder continues a beginning, and an encoder tries to, with a [MASK] at the end."""

import streamlit as st

import cache.masks
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.masks.model.writing_results import (
    TEMPERATURE_LIMITS,
    TOP_K_LIMIT,
    WRITTEN_LIMIT,
    Sampling,
    SamplingMethod,
    Writing,
)
from components.masks.tables.writing import (
    ending_note,
    step_finding,
    step_table,
    writing_finding,
    writing_table,
)
from components.model.checkpoints.records import ModelRecord
from components.tables.predictions import candidates_finding
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import headline, note, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import amount, choice, number
from pages.parts.snippets import model_source

COUNT = 12


def show(blanked: BlankContext, decoder: ModelRecord, beginning: str) -> Findings:
    """Draw both texts, and the candidates of one step."""
    with rare_settings():
        sampling = _choose_sampling()
        count = number("Tokens to write", "count", low=1, high=WRITTEN_LIMIT, default=COUNT)
    models = (blanked.model, decoder)
    texts = tried, written = [cache.masks.write_on(model.id, beginning, sampling, count) for model in models]
    names = (blanked.model.name, decoder.name)
    headline(writing_finding(written, tried, (decoder.name, blanked.model.name)))
    step = number("Step", "written", low=1, high=max(len(text.steps) for text in texts), default=1) - 1
    try_this("Move the step, and watch which words it can choose from.")
    figures: list[ChartFigure] = []
    for column, name, text, role in zip(st.columns(2), names, texts, ("encoder", "decoder"), strict=True):
        with column:
            figures += _draw(text, name, role, step)
    if step < len(written.steps):
        note(step_finding(written, step, sampling.method))
    note(*(ending_note(text, name) for text, name in zip(texts, names, strict=True)))
    return Findings(
        "writing",
        figures,
        joint_conditions(texts[0].conditions, texts[1].conditions),
        {
            "decoder": model_source(decoder),
            "encoder": model_source(blanked.model),
            "beginning": beginning,
            "method": sampling.method.value,
            "temperature": sampling.temperature,
            "top_k": sampling.top_k,
            "top_p": sampling.top_p,
            "seed": sampling.seed,
            "count": count,
        },
        computed=tuple(Provenance(model, text.conditions) for model, text in zip(models, texts, strict=True)),
    )


def _draw(text: Writing, name: str, role: str, step: int) -> list[ChartFigure]:
    st.markdown(f"**{escape_markdown(name)}** ({role})")
    with st.container(key=f"shown-{role}"):
        written = text.text.strip()
        st.markdown(f"{escape_markdown(text.beginning)} **{escape_markdown(written)}**" if written else text.beginning)
    figures = [ChartFigure(f"written-{role}", None, writing_table(text))]
    if step >= len(text.steps):
        st.caption(f"The text ended before step {step + 1}.")
        return figures
    table = step_table(text, step)
    chart = candidate_bars(table)
    st.vega_lite_chart(chart, key=f"step-{role}", alt=candidates_finding(table))
    return [*figures, ChartFigure(f"step-{role}", chart, table)]


def _choose_sampling() -> Sampling:
    method = SamplingMethod(choice("Next token", "method", [each.value for each in SamplingMethod]))
    default = Sampling()
    if method is SamplingMethod.GREEDY:
        return default
    low, high = TEMPERATURE_LIMITS
    temperature = amount("Temperature", "heat", low=low, high=high, default=default.temperature, step=0.1)
    top_k, top_p = default.top_k, default.top_p
    if method is SamplingMethod.TOP_K:
        top_k = number("k: tokens to draw from", "top-k", low=1, high=TOP_K_LIMIT, default=default.top_k)
    elif method is SamplingMethod.TOP_P:
        top_p = amount("p: probability to keep", "top-p", low=0.05, high=1.0, default=default.top_p, step=0.05)
    seed = number("Draw", "draw", low=1, high=100, default=default.seed)
    return Sampling(method, temperature, top_k, top_p, seed)
