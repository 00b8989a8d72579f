"""Past the end: what becomes of a text longer than a model has positions for, or than it was trained on."""

import time

import streamlit as st

import cache
from cache.positions import FAMILY_CONDITIONS, TRAINED, family_extrapolations, family_losses, position_losses
from components.charts.files import Figure
from components.charts.position_losses import family_curves, length_curves, loss_curve
from components.model.position_results import PositionLoss, spread_out
from components.model.records import Role
from components.model.refusal import Refusal
from components.tables.position_losses import (
    extrapolation_claim,
    extrapolation_finding,
    extrapolation_table,
    family_table,
    loss_finding,
    loss_table,
)
from components.tables.positions import end_of_positions
from pages.parts.conditions import computed_by
from pages.parts.long_work import PART, telling
from pages.parts.take_away import files_of, take_away
from pages.parts.typeset import typeset
from pages.positions.sentence import notice, preset_of
from pages.positions.settings import one_of_many
from pages.positions.situation import Here
from pages.positions.snippets import end_snippet, loss_snippet

MOST_SCORED = 96  # tokens of a visitor's text, spread out over it
WINDOW = 9  # tokens that the running mean is taken over
SHORT_TWINS = frozenset({"pocket-sinusoidal", "pocket-rope", "pocket-nopos"})  # trained on up to TRAINED pieces only
FORMULA = r"\text{loss}_t = -\log_2 p(x_t \mid \text{all others})\ \text{bits}"
ABOUT = f"""
Each token is masked alone and guessed from all the others ([Salazar et al. 2020](https://arxiv.org/abs/1910.14659)); of
a long text {MOST_SCORED} tokens, spread out evenly. The family is measured on held-out texts of each length, 15 % of
their pieces masked. A length counts as worse where the loss of the places past {TRAINED} is above that of texts of
{TRAINED} pieces by more than three standard errors, there and at every longer length. That models fail at longer texts
than those of their training, and differ in how, is from [Press et al. 2022](https://arxiv.org/abs/2108.12409).

**What this does not show:** larger models, trained for longer. The twins are small, and every one was trained once:
another run would give somewhat other figures. In a text of your own each place holds another word, some harder than
others, so one text proves nothing about places.
"""


def show(here: Here) -> None:
    """Say what happens at the end, show the family past its training length, and score the text on the screen."""
    st.subheader("What happens past the last position?", anchor=False)
    st.text(end_of_positions(here.found, here.model.name))
    if here.about_far:
        st.text(here.about_far)
    _family()
    st.markdown("#### Your own text")
    conditions, figures, snippet = here.found.conditions, [], end_snippet(here)
    if here.model.role is Role.MASKED:
        try:
            scored = _scored(here)
            figures, snippet = _drawn(here, scored), loss_snippet(here, [one.position for one in scored])
        except Refusal as refusal:
            st.warning(str(refusal), icon=":material/info:")
    else:
        st.text(f"{here.model.name} fills no blanks, so its tokens are not masked in turn: choose a masked model.")
    with st.expander("How this is computed, and what it does not show", key="end-about"):
        typeset(FORMULA)
        st.markdown(ABOUT)
    computed_by(here.model, conditions, parameters=cache.parameters(here.model.id), live=True)
    take_away(figures, conditions, snippet=snippet, key="end")
    preset = preset_of(here.sentence)
    if preset is not None and preset.long:
        notice(here.sentence)


def _family() -> None:
    """The twins trained to 128 pieces, at lengths they have never seen."""
    st.markdown(f"#### The twins, trained on at most {TRAINED} pieces")
    losses, found = family_losses(), family_extrapolations()
    if not losses:
        st.info(f"The figures of the family have not been made for this copy yet: {FAMILY_CONDITIONS.made_by}")
        return
    table, claims = family_table(losses), extrapolation_table(found)
    st.text(extrapolation_claim(TRAINED))
    findings = [extrapolation_finding(one) for one in found]
    for finding in findings:
        st.text(finding)
    left, right = st.columns(2)
    with left:
        st.markdown("**How much more a piece costs**, by length; filled squares are worse beyond chance")
        curves = length_curves(claims, trained=TRAINED)
        st.altair_chart(curves, key="end-lengths", alt=" ".join(findings))
    with right:
        lengths = [str(length) for length in sorted(set(table["length"]), reverse=True)]
        length = int(one_of_many("Texts of so many pieces", "length", lengths))
        by_place = family_curves(table, length=length, trained=TRAINED)
        st.altair_chart(by_place, key="end-family", alt=f"Loss by position in texts of {length} pieces. {findings[0]}")
    st.caption(f"Computed beforehand, on held-out texts, by {FAMILY_CONDITIONS.made_by}.")
    with st.expander("Take away the figures of the twins", key="end-family-files"):
        figures = [Figure("loss-by-length", curves, claims), Figure("loss-by-position-of-twins", by_place, table)]
        files_of(figures, FAMILY_CONDITIONS, key="end-family")


def _scored(here: Here) -> list[PositionLoss]:
    """Tokens of the text, each masked alone: with progress, time left and a way to stop where there are many."""
    asked = spread_out(here.tokens.maskable, MOST_SCORED)
    if not asked:
        raise Refusal("There is no word to mask in turn: type some beside the blank.")
    if len(asked) < len(here.tokens.maskable):
        st.caption(f"{len(asked)} tokens of {len(here.tokens.maskable)}, evenly spread, are masked in turn.")
    scored: list[PositionLoss] = []
    begun = time.monotonic()
    with telling("Masking one token after another", f"{here.model.id} {here.sentence}", key="end") as told:
        for start in range(0, len(asked), PART):
            if start:
                left = (time.monotonic() - begun) / start * (len(asked) - start)
                told(f"{start} of {len(asked)}" + (f", about {left:.0f} s left" if left > 1 else ""))
            scored += position_losses(here.model.id, here.sentence, asked[start : start + PART])
    return scored


def _drawn(here: Here, scored: list[PositionLoss]) -> list[Figure]:
    table = loss_table(scored, window=WINDOW)
    finding = loss_finding(table, TRAINED)
    st.text(finding)
    chart = loss_curve(table, trained=TRAINED if here.model.id in SHORT_TWINS else None)
    st.altair_chart(chart, key="end-text", alt=finding)
    return [Figure("loss-by-position", chart, table)]
