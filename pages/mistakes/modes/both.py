"""Right and wrong: the two versions of a line, both run on the chosen model.

A mistake that reads one sentence reads the visitor's, with a word hidden or with its blanks filled. The forgotten
attention mask has a second part: that sentence with more and more padding.
"""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

import cache.mistakes
from components.charts.files import ChartFigure
from components.mistakes.charts.sides import outcome_bars
from components.mistakes.model.catalogue import MISTAKES
from components.mistakes.model.catalogue import mistake as cataloged
from components.mistakes.model.mistake import PROBABILITY, Mistake
from components.mistakes.model.results import Comparison, Outcome
from components.mistakes.tables.findings import finding, measure_text, shows_mistake
from components.mistakes.tables.sides import RIGHT, WRONG, comparison_table, number_text, outcome_table
from components.model.tokens.typed_masks import MASK_TEXT
from components.model.user_errors import NothingMasked
from pages.mistakes.code import code_of, wrong_line
from pages.mistakes.context import MistakesContext
from pages.mistakes.modes import padding
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, note, rare_settings, try_this
from pages.parts.links.parameters import MODE, SHOW
from pages.parts.long_work import confirm_long_run, show_progress
from pages.parts.presenting import hides_controls, is_presenting
from pages.parts.rooms import TEACHING
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.filled import note_filled, without_blanks
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice

PART = "part"  # in the link
BATCH, GROWING = "In one batch", "More and more padding"
PADDED = "attention_mask"  # the mistake with both parts
NAMED = {RIGHT: ":material/check_circle: Right", WRONG: ":material/cancel: Wrong"}
# Where the numbers do not show which version is better, only what is usually said of them.
ADVISED = {RIGHT: ":material/menu_book: Usually advised", WRONG: ":material/menu_book: Usually advised against"}


def show(selected: MistakesContext) -> Findings | None:
    """Run both versions, or show the effect of padding for the forgotten attention mask."""
    context, is_growing = selected, False
    if selected.mistake.key == PADDED:
        with rare_settings():
            is_growing = choice("Padding", PART, [BATCH, GROWING]) == GROWING
    if MASK_TEXT in selected.mistake.sentence:
        blanks = SentenceContext(selected.model, selected.sentence).blank_context(needs_blank=True)
        if is_growing:
            return padding.show(blanks)
        context = _with_blank(selected, blanks)
    elif selected.mistake.sentence:
        word_tiles(SentenceContext(selected.model, selected.sentence).tokens)
        text = without_blanks(selected.sentence, selected.model.id)
        note_filled(text)
        passes = len(SentenceContext(selected.model, text).tokens.items)
        if not confirm_long_run(passes, f"{selected.model.id} {selected.mistake.key} {text}", key="mistake"):
            return None
        context = replace(selected, mistake=selected.mistake.with_sentence(text))
    other = () if context.mistake == selected.mistake else (context.mistake.sentence,)
    with show_progress(context.mistake.name, f"{context.model.id} {context.mistake.key}", key="both") as on_progress:
        if context.mistake.trains:
            on_progress("training two copies of the model")
        comparison = cache.mistakes.compare(context.model.id, context.mistake.key, *other)
    differs = bool(context.mistake.notice_without_positions)
    figures = draw_comparison(
        context.mistake, comparison, has_positions=not differs or cache.mistakes.has_positions(context.model.id)
    )
    is_worse = shows_mistake(context.mistake.key, comparison)
    return Findings(
        "both",
        figures,
        comparison.conditions,
        code_of(context, comparison),
        onward=_onward(context.mistake),
        code_note=(
            f"The {'right' if is_worse else 'usually advised'} version, for a notebook. "
            f"For the {'wrong' if is_worse else 'other'} one, use: {wrong_line(context.mistake)}"
        ),
    )


def _with_blank(selected: MistakesContext, blanks: BlankContext) -> MistakesContext:
    """The mistake with the sentence on the page, of whose blanks the first counts.

    Raises:
        NothingMasked: It has no blank, and no word to hide.
    """
    if not blanks.blanks:
        raise NothingMasked
    if len(blanks.blanks) > 1 and not selected.mistake.column_titles:
        st.caption("Only the first blank is compared.")
    return replace(selected, mistake=selected.mistake.with_sentence(blanks.masked_sentence))


def _onward(mistake: Mistake) -> Callable[[], None] | None:
    """What draws a link to a view of another room that shows more of a mistake."""
    return link_to_training if mistake.trains else None


def link_to_training() -> None:
    """Draw a link to the grid of learning rates in the fine-tuning room."""
    if not hides_controls():
        link = {MODE: "Is it any good?", "why": "true", SHOW: "rates"}
        st.page_link(TEACHING.file, label="Learning rates and warm-up", icon=TEACHING.icon, query_params=link)


def draw_comparison(mistake: Mistake, comparison: Comparison, *, has_positions: bool = True) -> list[ChartFigure]:
    """Draw the two columns: the line, its number, and its outcome.

    Args:
        mistake: The mistake.
        comparison: Its outcome, right and wrong.
        has_positions: Whether the model encodes positions.
    """
    sentence = finding(mistake.key, comparison)
    headline(sentence)
    if mistake.description and not (mistake.sentence and is_presenting()):  # the height is the picture's
        st.text(f"The sentence is read {mistake.description}." if mistake.sentence else mistake.description)
    following = MISTAKES[(MISTAKES.index(cataloged(mistake.key)) + 1) % len(MISTAKES)]
    try_this(f"Choose “{following.name}”: is it worse?")
    scale_max = max((row.value for side in (comparison.right, comparison.wrong) for row in side.rows), default=1.0)
    sides = ((RIGHT, mistake.right, comparison.right), (WRONG, mistake.wrong, comparison.wrong))
    followed = ""  # the word whose probability is compared
    if mistake.measure == PROBABILITY and comparison.followed is not None:
        followed = comparison.followed[1]
    names = NAMED if shows_mistake(mistake.key, comparison) else ADVISED
    for column, (way, line, side) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            st.markdown(f"**{names[way]}**")
            st.code(line, language=None, wrap_lines=True)
            _draw_outcome(mistake, side, way, followed=followed, scale_max=scale_max)
    note(f"What is compared: {measure_text(mistake, comparison)}.")
    note(mistake.notice_for(has_positions=has_positions), mistake.version_note)
    return [ChartFigure(mistake.key, None, comparison_table(comparison))]


def _draw_outcome(mistake: Mistake, side: Outcome, way: str, *, followed: str, scale_max: float) -> None:
    """Draw the compared number, unless a bar says it, and the details: bars, or a table."""
    table, number = outcome_table(side, followed=followed), number_text(mistake, side)
    if number not in set(table["figure"]):
        with st.container(key=f"number-{way}"):
            st.subheader(number, anchor=False)
    if table.empty:
        return
    description = ", ".join(f"{row.name} {row.figure}" for row in table.itertuples())
    if mistake.column_titles:
        columns = {"name": mistake.column_titles[0], "figure": mistake.column_titles[1]}
        shown = table.rename(columns=columns)[[*columns.values()]]
        st.dataframe(shown, hide_index=True, key=f"rows-{way}", alt=description)
        return
    draw_chart(outcome_bars(table, scale_max=scale_max, followed=followed), key=f"rows-{way}", alt=description)
