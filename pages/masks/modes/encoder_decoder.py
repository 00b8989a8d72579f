"""Encoder against decoder: one blank read from both sides and from the left alone, or a text that both write on."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

import cache.engine
import cache.masks
import cache.shared.blanks
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.charts.theme import COLOUR, SECOND_COLOUR
from components.masks.charts.halves import halves_drawing
from components.masks.charts.sight import sight_drawing
from components.masks.model.writing_results import Sampling
from components.masks.tables.halves import (
    DECODER,
    ENCODER,
    LINK,
    halves_finding,
    halves_table,
    nearby_tokens,
    words_table,
)
from components.masks.tables.sight import sight_lines, sight_words
from components.masks.tables.writing import filling_finding, step_table
from components.model.checkpoints.records import ModelRecord, Role
from components.model.family_members import family_member
from components.model.presets import FILL_PRESETS
from components.model.tokens.typed_masks import MASK_TEXT
from components.model.user_errors import NothingMasked, UserError
from components.tables.predictions import candidate_table, candidates_finding
from pages.masks.inputs import example_word_position
from pages.masks.modes import writing
from pages.masks.modes.every_token import draw_losses
from pages.masks.modes.prompting import draw_labels
from pages.parts.findings import Findings, Provenance, joint_conditions
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.markdown import escape_markdown
from pages.parts.model_choice import choose_model
from pages.parts.presenting import shows_one_picture
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import choice
from pages.parts.snippets import model_source

OPENER = FILL_PRESETS[0].sentence  # all that says which word is on the right
FILL, WRITE = "Fill the blank", "Write on"
COUNT, COUNT_ALONE = 5, 8  # words, below the drawing of what is seen and without it
ROW, ROW_ALONE = 52, 36  # pixels: the bars fill the page
HALVES = {  # above the drawing in the drawer; the second on a phone
    ENCODER: ("Encoder: BERT takes this half", "BERT takes this"),
    LINK: ("Transformer: T5 takes both", "T5: both"),
    DECODER: ("Decoder: GPT takes this half", "GPT takes this"),
}


def show(context: SentenceContext) -> Findings | None:
    """Draw both models at the same blank, or both texts."""
    with rare_settings():
        work = choice("Task", "work", [FILL, WRITE])
    encoder = context.model
    if encoder.role is not Role.MASKED:
        raise UserError(
            f"{encoder.name} fills no blanks, so it cannot stand for the encoder. Choose a masked model above."
        )
    with rare_settings():
        decoder = choose_model(Role.CAUSAL, key="causal", label="Decoder")
    if decoder is None:
        return None
    tokens = cache.engine.tokens(encoder.id, context.sentence)
    word = example_word_position(tokens)
    default = () if word is None else (word,)
    blanked = BlankContext(encoder, tokens, masks_from_link(tokens, default, needs_blank=work == FILL))
    mask_strip(tokens, blanked.masked, key="work-strip")
    beginning = _beginning(blanked)
    findings = writing.show(blanked, decoder, beginning) if work == WRITE else _show_blank(blanked, decoder, beginning)
    in_drawer("Every token as the next one: its loss, and the first choice", partial(draw_losses, decoder, blanked))
    in_drawer("Prompt or fine-tune", partial(draw_labels, decoder))
    return findings


def _show_blank(blanked: BlankContext, decoder: ModelRecord, beginning: str) -> Findings:
    """Draw the likeliest words of both for the first blank.

    Raises:
        NothingMasked: The sentence has no blank.
    """
    if not blanked.blanks:
        raise NothingMasked
    encoder = blanked.model
    predictions = cache.shared.blanks.predictions(encoder.id, blanked.sentence, blanked.masked)
    mask = next(each for each in predictions.masks if each.position == blanked.blanks[0])
    left = cache.masks.write_on(decoder.id, beginning, Sampling(), 1)
    headline(filling_finding(left, mask.candidates))
    has_drawing = not shows_one_picture()
    figures: list[ChartFigure] = []
    row = ROW if has_drawing else ROW_ALONE
    words = _nearby_words(blanked)
    # `was_there` marks the word that was written; here nothing was.
    count = COUNT if has_drawing else COUNT_ALONE
    tables = (candidate_table(mask, count=count), step_table(left, 0).assign(was_there=False).head(count))
    longest = max(float(table["probability"].iloc[0]) for table in tables)
    titles = (
        f"Encoder: {encoder.name} sees both sides",
        f"Decoder: {decoder.name} sees only the left: “{beginning}”",
    )
    for column, (role, colour), table, title in zip(
        st.columns(2), ((ENCODER, COLOUR), (DECODER, SECOND_COLOUR)), tables, titles, strict=True
    ):
        with column:
            st.markdown(f"**{escape_markdown(title)}**")
            if has_drawing:
                _draw_sight(*words, role=role, colour=colour, alt=title)
            chart = candidate_bars(table, scale_max=longest, colour=colour, row_height=row)
            draw_chart(chart, key=f"filled-{role}", alt=candidates_finding(table))
        figures.append(ChartFigure(f"filled-{role}", chart, table))
    figures.append(_halves(*words))
    try_this("Change a word after the blank: the list on the right does not change.")
    note(f"Whatever follows the blank, {decoder.name} predicts the same: its causal mask hides the text on the right.")
    return Findings(
        "filling",
        figures,
        joint_conditions(left.conditions, predictions.conditions),
        {
            "decoder": model_source(decoder),
            "encoder": model_source(encoder),
            "left": beginning,
            "ids": list(blanked.tokens.ids),
            "blanks": list(blanked.blanks),
        },
        computed=(Provenance(decoder, left.conditions), Provenance(encoder, predictions.conditions)),
    )


def _nearby_words(blanked: BlankContext) -> tuple[Sequence[str], int]:
    """The words around the first blank, as many as can be drawn, and its place among them."""
    items = blanked.tokens.items
    places = [place for place, item in enumerate(items) if place in blanked.blanks or not item.special]
    texts = [MASK_TEXT if place in blanked.blanks else items[place].text for place in places]
    return nearby_tokens(texts, places.index(blanked.blanks[0]))


def _draw_sight(texts: Sequence[str], blank: int, *, role: str, colour: str, alt: str) -> None:
    """Draw which of the words one of the models sees."""
    words = sight_words(texts, blank, both_sides=role == ENCODER)
    draw_chart(sight_drawing(words, sight_lines(words), colour), key=f"seen-{role}", alt=alt)


def _halves(texts: Sequence[str], blank: int) -> ChartFigure:
    """Draw the two halves of T5 above the words, one of which is BERT, in the drawer."""
    whole = family_member("t5-small")
    finding = halves_finding(whole, family_member("bert-base"), family_member("gpt2"))
    table = halves_table(whole, len(texts), blank)
    chart = halves_drawing(table, words_table(texts, blank), HALVES)
    note(finding)
    in_drawer("Both halves in one model", partial(st.altair_chart, chart, key="halves", alt=finding))
    return ChartFigure("halves", chart, table)


def _beginning(blanked: BlankContext) -> str:
    """The text to the left of the first blank; without one, the whole sentence.

    Raises:
        UserError: There is no text before the blank.
    """
    sentence = blanked.sentence
    if blanked.blanks:
        sentence = sentence[: blanked.tokens.items[blanked.blanks[0]].start]
    if not sentence.strip():
        raise UserError("A decoder needs a beginning. Put a word before the blank.")
    return sentence.strip()
