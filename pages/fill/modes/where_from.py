"""Where an answer comes from: which words it leans on, and in which layer it appears."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.rows import layer_bars, occlusion_bars
from components.model.evidence_results import PossibleAnswer
from components.tables.layers import emergence, layer_table
from components.tables.occlusion import leaning, occlusion_table
from pages.parts.asked import shown, which_answer, which_blank
from pages.parts.conditions import computed_by
from pages.parts.long_work import agreed, in_parts
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, take_away

OCCLUSION = r"""
Each row: $\log_2 p(\text{answer}) - \log_2 p(\text{answer} \mid \text{this token masked as well})$, in bits: one bit
lost is half the probability ([Li et al. 2016](https://arxiv.org/abs/1612.08220)).

**What this does not show:** the whole truth. It is a test: tokens can stand in for each other, and then masking either
one alone costs little although the answer needs one of them.
"""
LENS = r"""
The vector of the blank after each layer, read by the model's own vocabulary head: the **logit lens**
([nostalgebraist 2020](https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens)), or an early
exit. “Before” is the embedding of [MASK], which has looked at no other word yet.

**What this does not show:** what a layer “believes”. Only the last layer was trained to be read this way; an earlier
one may know more than this head can read there.
"""
SNIPPET = (
    OPEN_MODEL
    + """\

ids = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
ids[0, $masked] = tokenizer.mask_token_id  # words hidden by a click


def log2_probability(ids):
    with torch.no_grad():
        return model(ids).logits[0, $blank].log_softmax(dim=-1)[$answer].item() / 0.693147


whole = log2_probability(ids)
for position in $others:
    occluded = ids.clone()
    occluded[0, position] = tokenizer.mask_token_id
    print(tokenizer.decode(ids[0, position]), round(whole - log2_probability(occluded), 2), "bits")
"""
)


def show(at: Situation) -> None:
    """Test one answer now."""
    st.subheader("Where did that come from?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        blank = which_blank(at, key="where")
        answer = which_answer(at, blank, key="where")
    by_word = _words(at, blank, answer)
    by_layer = _layers(at, blank, answer)
    conditions = cache.conditions(at.model.id)
    computed_by(at.model, conditions, parameters=cache.parameters(at.model.id), live=True)
    others = [position for position in at.tokens.maskable if position not in at.blanks]
    snippet = filled(
        SNIPPET, at.model, sentence=at.written, masked=list(at.masked), blank=blank, answer=answer.id, others=others
    )
    take_away([*by_word, by_layer], conditions, snippet=snippet, key="where")


def _words(at: Situation, blank: int, answer: PossibleAnswer) -> list[Figure]:
    """Which of the other words the answer leans on (occlusion)."""
    st.markdown("#### Which words it leans on (occlusion)")
    others = tuple(position for position in at.tokens.maskable if position not in at.blanks)
    if not others:
        st.info("There is no other word in this sentence to mask.")
        return []
    if not agreed(len(others), f"{at.model.id} {at.blanks} {blank} {answer.id} {at.sentence}", key="where"):
        return []
    found = in_parts(others, lambda part: cache.occlusions(at.model.id, at.sentence, at.masked, blank, answer.id, part))
    table = occlusion_table(at.tokens, found, blanks=at.blanks)
    chart, finding = occlusion_bars(table), leaning(table, shown(answer))
    st.text(finding)
    st.caption("Bits the answer loses when this word is masked as well. To the left of the line: it gains.")
    st.altair_chart(chart, key="where-words", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="where-words-about"):
        st.markdown(OCCLUSION)
    return [Figure("occlusion", chart, table)]


def _layers(at: Situation, blank: int, answer: PossibleAnswer) -> Figure:
    """In which layer the answer appears."""
    st.markdown("#### In which layer it appears (logit lens)")
    table = layer_table(cache.layer_readout(at.model.id, at.sentence, at.masked, blank, answer.id))
    chart, finding = layer_bars(table), emergence(table, shown(answer))
    st.text(finding)
    st.caption("Bars: the probability of the answer, from 0 to 100 %. On the right: what the layer puts first.")
    st.altair_chart(chart, key="where-layers", alt=finding)
    with st.expander("How this is computed, and what it does not show", key="where-layers-about"):
        st.markdown(LENS)
    return Figure("layers", chart, table)
