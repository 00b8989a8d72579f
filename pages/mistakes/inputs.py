"""The inputs of the room: a mistake, a sentence to make it with, and a model."""

from contextlib import AbstractContextManager, nullcontext

import streamlit as st

from cache.shipped.first_mistake import first_mistake
from components.mistakes.model.catalogue import MISTAKES, mistake
from components.mistakes.model.mistake import CAPITAL, Mistake
from components.model.checkpoints.records import ModelRecord
from pages.mistakes.context import MistakesContext
from pages.mistakes.modes import both, spot
from pages.parts.examples import Examples
from pages.parts.findings import Findings, precomputed_findings
from pages.parts.links.parameters import MODE, SENTENCE
from pages.parts.presenting import UNREAD_SENTENCE, hides_controls
from pages.parts.sentence.box import HIDE_A_WORD, SentenceBox
from pages.parts.sentence.filled import offer_example
from pages.parts.sentence.masks import clear_masks
from pages.parts.settings import current_value, linked_choice

MISTAKE = "mistake"  # in the link
WIDTHS = (1.3, 2)  # of the list, whose names are long, and of the sentence


def read_inputs(model: ModelRecord) -> MistakesContext:
    """Draw the list of mistakes, and the sentence, which is hidden where no sentence is read."""
    selected = linked_mistake()
    box: AbstractContextManager[object] = nullcontext()
    if not hides_controls():
        examples, box = st.columns(WIDTHS)
        with examples:
            EXAMPLES.draw_row()
    with box, st.container(gap=None):
        sentence = BOX.draw_alone(model).sentence
        if not selected.sentence or st.query_params.get(MODE) == spot.NAME:
            st.html(UNREAD_SENTENCE)
        else:
            offer_example(SENTENCE, _default_sentence(), clear_masks)
    return MistakesContext(model, selected, sentence)


def show_precomputed(mistakes_context: MistakesContext) -> MistakesContext | Findings:
    """Draw the precomputed first mistake. The quiz needs no model until its line is found."""
    if spot.is_open(mistakes_context.mistake):
        return mistakes_context
    first = MISTAKES[0]
    if mistakes_context.mistake is not first or mistakes_context.sentence != first.sentence:
        st.caption(f"While the model loads, a stored example: {first.name}, with “{first.sentence}”")
    comparison = first_mistake.read()
    both.draw_comparison(first, comparison)
    return precomputed_findings(comparison.conditions)


def linked_mistake() -> Mistake:
    """The mistake in the link, or that of the view."""
    opener = _opener()
    return mistake(linked_choice(MISTAKE, [opener.key, *(other.key for other in MISTAKES if other is not opener)]))


def _opener() -> Mistake:
    """The mistake that the view opens with."""
    return mistake(spot.OPENER) if st.query_params.get(MODE) == spot.NAME else MISTAKES[0]


def link_mistake(chosen: Mistake) -> None:
    """Put a mistake into the link."""
    if chosen is _opener():
        st.query_params.pop(MISTAKE, None)
    else:
        st.query_params[MISTAKE] = chosen.key


def name_of(listed: Mistake) -> str:
    """The name of a mistake, or only its number while the quiz is open, since the name gives it away."""
    return f"Mistake {MISTAKES.index(listed) + 1} of {len(MISTAKES)}" if spot.is_open(listed) else listed.name


def _default_sentence() -> str:
    """The mistake's own sentence, or that of its second part."""
    selected = linked_mistake()
    if selected.key == both.PADDED and current_value(both.PART) == both.GROWING:
        return CAPITAL
    return selected.sentence


BOX = SentenceBox(MISTAKES, clear_selection=clear_masks, label=HIDE_A_WORD, default=_default_sentence)
EXAMPLES = Examples(MISTAKES, use=link_mistake, current=linked_mistake, label_of=name_of)
