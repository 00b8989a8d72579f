"""What a mask does to prediction: one blank with either side hidden, and a causal model for comparison."""

from typing import Any

import streamlit as st

import cache.blanks
import cache.engine
import cache.masks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.masks.charts.sides import view_bars
from components.masks.tables.next_tokens import next_token_finding, next_token_table
from components.model.blanks.sides_results import ContextSide, NextWordPrediction, SidePredictions
from components.model.checkpoints.records import ModelRecord, Role
from components.model.user_errors import NothingMasked, UserError
from components.tables.sides import sides_finding, view_table
from pages.masks.inputs import example_word_position
from pages.masks.modes import left_only, over_many
from pages.parts.errors import show_error
from pages.parts.findings import Findings, Provenance
from pages.parts.foot import conclude_part
from pages.parts.layout import headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.markdown import escape_markdown
from pages.parts.model_choice import choose_model
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import MASKS
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import model_source

EACH_SIDE, LEFT_ONLY, LEFT_TO_RIGHT = "Each side hidden", "Left side only", "Left to right"


def show(context: SentenceContext) -> Findings | None:
    """Draw one blank under three views and the probe set, or its likeliest words, or every token as the next word."""
    model, sentence = context.model, context.sentence
    part = choice("What to show", "part", [EACH_SIDE, LEFT_ONLY, LEFT_TO_RIGHT])
    if part == LEFT_TO_RIGHT:
        causal = _choose_causal_model()
        return None if causal is None else _draw_next_words(causal, sentence)
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
        show_error(NothingMasked())
        return None if part == LEFT_ONLY else over_many.show(model, _choose_causal_model())
    blank = choose_blank(blanked, key="sides")
    if not _may_show_answer(blanked, blank):
        return None
    answer = choose_answer(blanked, blank, key="sides", hidden_first=True)
    beside = _choose_causal_model()
    next_word = None if beside is None else _predict_next_word(beside, blanked, blank, answer.id)
    if part == LEFT_ONLY:
        return left_only.show(blanked, blank, answer, beside, next_word)
    sides = cache.blanks.sides(model.id, sentence, blanked.masked, blank, answer.id)
    name = "" if beside is None else beside.name
    table, finding = view_table(sides, next_word, causal=name), sides_finding(sides, next_word, causal=name)
    headline(finding)
    chart = view_bars(table)
    st.markdown("**Probability of the word with each side hidden**")
    st.altair_chart(chart, key="sides-views", alt=finding)
    computed = [Provenance(model, sides.conditions)]
    if next_word is not None and beside is not None:
        computed.append(Provenance(beside, next_word.conditions))
    inputs = {"answer": answer.id, **_snippet_values(blanked, sides, beside, next_word)}
    conclude_part(
        MASKS,
        Findings("sides", [ChartFigure("sides", chart, table)], sides.conditions, inputs, computed=tuple(computed)),
    )
    return over_many.show(model, beside)


def _snippet_values(
    context: BlankContext, sides: SidePredictions, beside: ModelRecord | None, next_word: NextWordPrediction | None
) -> dict[str, Any]:
    """The views of the blank, and the causal model's input, as inputs of the code to copy."""
    special, blank = [token.special for token in context.tokens.items], sides.position
    views = [
        ("both sides", [1] * len(special)),
        ("left side only", [int(place <= blank or is_special) for place, is_special in enumerate(special)]),
        ("right side only", [int(place >= blank or is_special) for place, is_special in enumerate(special)]),
    ]
    values: dict[str, Any] = {
        "ids": list(context.tokens.ids),
        "blanks": list(context.blanks),
        "views": views,
        "blank": blank,
    }
    if beside is not None and next_word is not None:
        values |= {"causal": model_source(beside), "before": next_word.before, "word": next_word.word}
    return values


def _choose_causal_model() -> ModelRecord | None:
    label = "Compare with a left-to-right model"
    return choose_model(Role.CAUSAL, key="causal", label=label)


def _predict_next_word(
    causal: ModelRecord, context: BlankContext, blank: int, answer: int
) -> NextWordPrediction | None:
    try:
        return cache.blanks.next_word(causal.id, context.model.id, context.sentence, context.masked, blank, answer)
    except UserError as error:
        st.info(escape_markdown(str(error)), icon=":material/info:")
        return None


def _draw_next_words(causal: ModelRecord, sentence: str) -> Findings:
    """Draw a causal model's loss at each token."""
    result = cache.masks.next_token_losses(causal.id, sentence)
    word_tiles(result.tokens)
    finding = next_token_finding(result)
    headline(finding)
    note(f"{causal.name} sees only the tokens to the left of each target.")
    table = next_token_table(result)
    chart = labelled_bars(table, value="nats", name="token", figure="figure", title="Loss in nats")
    st.markdown("**Loss at each token, in nats**; on the right, the model’s first choice")
    st.altair_chart(chart, key="next-tokens", alt=finding)
    figure = ChartFigure("next-tokens", chart, table)
    return Findings("left_to_right", [figure], result.conditions, {"ids": list(result.tokens.ids)})


def _may_show_answer(context: BlankContext, position: int) -> bool:
    """Whether the answer may be shown: guessing is off, or the visitor has guessed."""
    if not asks_for_guess():
        return True
    answer = cache.blanks.possible_answers(context.model.id, context.sentence, context.masked, position)[0]
    sides = cache.blanks.sides(context.model.id, context.sentence, context.masked, position, answer.id)
    left = context.sentence[: context.tokens.items[position].start].strip()
    blank = f"the blank after “{left}”, with the left side only" if left else "a blank with nothing before it"
    question = f"{context.model.id} {context.masked} {position} left side only {context.sentence}"
    answer_from_left = sides.from_side(ContextSide.LEFT).prediction
    return guess_then_reveal(question, answer_from_left, key="sides", blank=blank, is_word=True)
