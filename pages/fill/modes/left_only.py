"""The same blank with everything to its right out of sight: what is reading both sides worth?"""

import streamlit as st

import cache
from cache import sides
from components.charts.candidates import candidate_bars
from components.charts.files import Figure
from components.model.evidence_results import PossibleAnswer, View
from components.model.refusal import Refusal
from components.model.registry import record
from components.tables.bits import counted
from components.tables.left_only import right_side_bits, right_side_worth
from components.tables.predictions import candidate_table, finding
from components.tables.sides import next_word_finding
from pages.parts.asked import shown, which_answer, which_blank
from pages.parts.conditions import computed_by
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, take_away

COUNT = 8
TWIN = record("pocket-gpt")  # trained to read from the left
DEFINITION = r"""
**What is hidden:** no token, the blank included, can look at any token to the right of the blank; only the mark for the
end of the text stays in sight. Every token keeps its place, so the model can still tell how long the text is
(`attention_mask` 0 at the hidden positions).

**What the right side is worth:** $\log_2 p_{\text{both sides}}(\text{word}) - \log_2 p_{\text{left side}}(\text{word})$
in bits. One bit: the words to the right make it twice as likely; below zero, they speak against it.

**What this does not show:** what BERT could do had it been trained with one side. It was always shown both ([Devlin et
al. 2019](https://arxiv.org/abs/1810.04805)) and has no practice with one: so what a model trained to read from left to
right says is written beside it. The room “What the mask takes away” asks both over many sentences.
"""
SNIPPET = (
    OPEN_MODEL
    + """\

encoded = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")
encoded["input_ids"][0, $masked] = tokenizer.mask_token_id  # words hidden by a click
left_only = {**encoded, "attention_mask": encoded["attention_mask"].clone()}
left_only["attention_mask"][0, $hidden] = 0
for name, inputs in (("both sides", encoded), ("left side only", left_only)):
    with torch.no_grad():
        log_probabilities = model(**inputs).logits[0, $blank].log_softmax(dim=-1)
    print(name, round(log_probabilities[$answer].item() / 0.693147, 2), "bits")
"""
)


def show(at: Situation) -> None:
    """Ask with both sides and with the left side only."""
    st.subheader("Without the right side", anchor=False)
    st.markdown(
        "BERT reads **both** sides of a blank. Here is what it says when it sees only what stands to the **left**."
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        blank = which_blank(at, key="left")
        answer = which_answer(at, blank, key="left")
    found = cache.left_only(at.model.id, at.sentence, at.masked, blank, answer.id)
    hidden = [p for p, token in enumerate(at.tokens.items) if p > blank and not token.special]
    if not hidden:
        st.info("Nothing stands to the right of this blank, so both views are the same. Choose a blank further left.")
    words, worth = st.columns([3, 1.3], vertical_alignment="center")
    words.text(right_side_worth(found, shown(answer)))
    worth.metric("The right side is worth", counted(right_side_bits(found)))
    most = max(view.prediction.candidates[0].probability for view in (found.full, found.left))
    both, left = st.columns(2)
    with both:
        st.markdown("#### Both sides")
        full_figure = _view(found.full, name="both-sides", most=most)
    with left:
        st.markdown("#### Left side only")
        left_figure = _view(found.left, name="left-side", most=most)
    _next_word(at, blank, answer)
    with st.expander("How this is computed, and what it does not show", key="left-about"):
        st.markdown(DEFINITION)
    conditions = cache.conditions(at.model.id)
    computed_by(at.model, conditions, parameters=cache.parameters(at.model.id), live=True)
    snippet = filled(
        SNIPPET, at.model, sentence=at.written, masked=list(at.masked), hidden=hidden, blank=blank, answer=answer.id
    )
    take_away([full_figure, left_figure], conditions, snippet=snippet, key="left")


def _next_word(at: Situation, blank: int, answer: PossibleAnswer) -> None:
    """What a model says that was trained to read from the left."""
    try:
        said = sides.next_word(TWIN.id, at.model.id, at.sentence, at.masked, blank, answer.id)
    except Refusal as refusal:
        st.text(f"{TWIN.name}, trained to read from the left, is not asked here: {refusal}")
        return
    st.text(next_word_finding(said, causal=TWIN.name))


def _view(view: View, *, name: str, most: float) -> Figure:
    table = candidate_table(view.prediction, count=COUNT)
    chart = candidate_bars(table, most=most)
    st.vega_lite_chart(chart, key=f"left-{name}", alt=finding(table))
    return Figure(name, chart, table)
