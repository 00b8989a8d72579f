"""The last room's sentence in a room whose text has no blank: the model's first answers fill the blanks.

A line below the text box says so, as long as the box holds that text. A button brings the room's own example back.
"""

from collections.abc import Callable

import streamlit as st

import cache.engine
import cache.shared.blanks
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.records import Role
from components.model.checkpoints.registry import model_record
from components.model.results import Predictions
from components.model.tokens.typed_masks import has_typed_mask, replace_typed_masks
from components.model.user_errors import UserError
from components.tables.phrases import by_count, list_phrase, quoted
from pages.parts.links.address import room_key
from pages.parts.links.carried_over import carried_model, carried_sentence
from pages.parts.links.parameters import TOUR
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import Room

_FILLED = "filled-sentence"  # the text and the words that filled its blanks


def filled_sentence(sentence: str, predictions: Predictions) -> str:
    """``sentence`` with the model's first choice in every blank."""
    text = replace_typed_masks(sentence)
    for mask in predictions.masks:
        text = text.replace("[MASK]", mask.candidates[0].text, 1)
    return text


def bring_sentence(room: Room, box: str, others: Callable[[str], dict[str, str] | None] = lambda _: {}) -> None:
    """Put the last room's sentence, without blanks, into a text box of this room. Call this before it is drawn.

    Args:
        room: The room.
        box: The name of the text box in the link. A link that has it, or one of ``others``, has its own text.
        others: Returns the values of other text boxes for the sentence; None if the room cannot show it.
    """
    if {TOUR, box} & set(st.query_params):  # a stop is what its link says
        return
    sentence = _carried_without_blanks(room, box)
    further = None if sentence is None else others(sentence)
    if sentence is None or further is None or set(further) & set(st.query_params):
        return
    for name, value in {**further, box: sentence}.items():
        st.query_params[name] = value
        if not hides_controls():
            st.session_state[room_key(name)] = value


def without_blanks(sentence: str, model_id: str) -> str:
    """``sentence`` with the model's first choice in every blank; :func:`note_filled` says which words these are.

    Raises:
        UserError: The model cannot read it.
    """
    if not has_typed_mask(sentence):
        return sentence
    predictions = cache.shared.blanks.predictions(model_id, sentence)
    filled = filled_sentence(sentence, predictions)
    st.session_state[_FILLED] = (filled, tuple(mask.candidates[0].text for mask in predictions.masks))
    return filled


def offer_example(box: str, example: str, on_use: Callable[[], object] = lambda: None) -> None:
    """Draw a button that puts the view's example back into a text box, if that holds another text.

    Args:
        box: The name of the text box in the link.
        example: The example.
        on_use: Called after the click: removes from the link what was about the other text.
    """
    if hides_controls() or TOUR in st.query_params or st.session_state.get(box, example) == example:
        return

    def use() -> None:
        st.session_state[box] = example
        on_use()

    st.button("This view’s example", icon=":material/replay:", key="views-example", type="tertiary", on_click=use)


def note_filled(sentence: str) -> None:
    """Write which words fill the blanks of ``sentence``, if the app has filled them."""
    text, words = st.session_state.get(_FILLED, ("", ()))
    if words and sentence == text and not hides_controls():
        names = list_phrase([quoted(escape_markdown(word)) for word in words])
        blanks = by_count(len(words), "the blank", "the blanks")
        st.caption(f"{names} {by_count(len(words), 'fills', 'fill')} {blanks} of your sentence.")


def _carried_without_blanks(room: Room, box: str) -> str | None:
    """The last room's sentence with its blanks filled; None if there is none, or no model to fill them."""
    sentence = carried_sentence(room.path, box)
    if sentence is None or not has_typed_mask(sentence):
        return sentence
    if cache.engine.engine_stage() is not cache.engine.EngineStage.READY:
        return None
    try:
        return without_blanks(sentence, _masked_model())
    except UserError:
        return None  # the last room has shown the error


def _masked_model() -> str:
    """The id of the last room's model, if it predicts masked words, else of the default model."""
    model = model_record(carried_model() or DEFAULT_MODEL)
    return model.id if model.role is Role.MASKED else DEFAULT_MODEL
