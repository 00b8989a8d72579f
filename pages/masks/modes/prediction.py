"""What a mask does to prediction: one blank with either side hidden, and a model that reads left to right."""

from typing import Any

import streamlit as st

import cache.blanks
import cache.engine
from components.charts.files import ChartFigure
from components.masks.charts.sides import view_bars
from components.model.blanks.sides_results import NextWordPrediction, SidePredictions
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import UserError
from components.tables.sides import sides_finding, view_table
from pages.masks.guess import may_show_answer
from pages.masks.inputs import example_word_position
from pages.masks.modes import left_only, left_to_right, over_many
from pages.parts.findings import Findings, Provenance, conclude_part, room_prose
from pages.parts.layout import headline
from pages.parts.markdown import escape_markdown
from pages.parts.model_choice import choose_model
from pages.parts.rooms import MASKS
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import choice
from pages.parts.snippets import model_source, snippet

EACH_SIDE, LEFT_ONLY, LEFT_TO_RIGHT = "Each side hidden", "Left side only", "Left to right"


def show(at: SentenceContext) -> Findings | None:
    """One blank under three views and the probe set; or its likeliest words; or every token as the next word."""
    model, sentence = at.model, at.sentence
    part = choice("What to show", "part", [EACH_SIDE, LEFT_ONLY, LEFT_TO_RIGHT])
    if part == LEFT_TO_RIGHT:
        causal = _beside()
        return None if causal is None else left_to_right.show(causal, sentence)
    if model.role is Role.CAUSAL:
        raise UserError(
            f"{model.name} reads from left to right and never sees the right side. Choose a "
            "masked model above; this one can be the comparison."
        )
    tokens = cache.engine.tokens(model.id, sentence)
    word = example_word_position(tokens)
    blanked = BlankContext(model, tokens, masks_from_link(tokens, default=() if word is None else (word,)))
    mask_strip(tokens, blanked.masked, key="sides-strip", link_when_empty=word is not None)
    if not blanked.blanks:
        st.info(
            "Nothing is masked yet. Click a word above, or type [MASK] in the sentence.", icon=":material/touch_app:"
        )
        return None if part == LEFT_ONLY else over_many.show(model, _beside())
    blank = choose_blank(blanked, key="sides")
    if not may_show_answer(blanked, blank):
        return None
    answer = choose_answer(blanked, blank, key="sides", hidden_first=True)
    beside = _beside()
    said = None if beside is None else _next_word(beside, blanked, blank, answer.id)
    if part == LEFT_ONLY:
        return left_only.show(blanked, blank, answer, beside, said)
    found = cache.blanks.sides(model.id, sentence, blanked.masked, blank, answer.id)
    name = "" if beside is None else beside.name
    table, finding = view_table(found, said, causal=name), sides_finding(found, said, causal=name)
    headline(finding)
    chart = view_bars(table)
    st.markdown("**Probability of the word with each side hidden**")
    st.altair_chart(chart, key="sides-views", alt=finding)
    computed = [Provenance(model, found.conditions)]
    if said is not None and beside is not None:
        computed.append(Provenance(beside, said.conditions))
    code = snippet(MASKS, "sides", model, answer=answer.id, **_asked(blanked, found, beside, said))
    conclude_part(
        Findings(
            "sides",
            [ChartFigure("sides", chart, table)],
            found.conditions,
            code,
            about=room_prose(MASKS, "sides"),
            computed=tuple(computed),
        )
    )
    return over_many.show(model, beside)


def _asked(
    at: BlankContext, found: SidePredictions, beside: ModelRecord | None, said: NextWordPrediction | None
) -> dict[str, Any]:
    """The views of the blank, and the other model's question, as the code takes them."""
    special, blank = [token.special for token in at.tokens.items], found.position
    views = [
        ("both sides", [1] * len(special)),
        ("left side only", [int(place <= blank or own) for place, own in enumerate(special)]),
        ("right side only", [int(place >= blank or own) for place, own in enumerate(special)]),
    ]
    asked: dict[str, Any] = {"ids": list(at.tokens.ids), "blanks": list(at.blanks), "views": views, "blank": blank}
    if beside is not None and said is not None:
        asked |= {"causal": model_source(beside), "before": said.before, "word": said.word}
    return asked


def _beside() -> ModelRecord | None:
    label = "Compare with a left-to-right model"
    return choose_model(Role.CAUSAL, key="causal", label=label)


def _next_word(causal: ModelRecord, at: BlankContext, blank: int, answer: int) -> NextWordPrediction | None:
    try:
        return cache.blanks.next_word(causal.id, at.model.id, at.sentence, at.masked, blank, answer)
    except UserError as error:
        st.info(escape_markdown(str(error)), icon=":material/info:")
        return None
