"""Two sentences with the same blank (a minimal pair), and four of them."""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.charts.pairs import pair_scatter
from components.model.pair_results import SentencePair
from components.model.presets import FILL_PRESETS
from components.model.refusal import Refusal
from components.tables.bits import bits
from components.tables.named_words import named
from components.tables.pairs import (
    double_difference_finding,
    double_difference_table,
    movers,
    pair_table,
    sentence_finding,
)
from pages.fill.snippets import pair_snippet
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_text
from pages.parts.situation import Situation
from pages.parts.take_away import take_away
from pages.parts.typeset import typeset

OTHERS = {preset.sentence: preset.other for preset in FILL_PRESETS}
FIRST_OTHER = FILL_PRESETS[0].other
THIRD, FOURTH = "He kept his money in the [MASK].", "He kept his boat in the [MASK]."
MOST_MOVED = 12
USUAL_WORDS = 5


def show(at: Situation) -> None:
    """Compare the two sentences."""
    st.subheader("What does one changed word do? (minimal pair)", anchor=False)
    found = cache.sentence_pair(at.model.id, at.sentence, at.masked, second_sentence(at))
    table = pair_table(found.words)
    finding = sentence_finding(found, table)
    st.text(finding)
    most = movers(table, count=MOST_MOVED)
    left, right = st.columns(2)
    with left:
        st.markdown("**Words that moved most**, right: likelier in the second sentence")
        moved = labelled_bars(most, value="change", name="word", figure="change_text", title="Doublings")
        st.altair_chart(moved, key="pair-movers", alt=finding)
    with right:
        st.markdown("**All likely words**; on the dashed line nothing changed")
        names = ("in the first sentence", "in the second sentence")
        scatter = pair_scatter(table, names)
        st.altair_chart(scatter, key="pair-scatter", alt=finding)
    distances(found)
    compare_four(at, found, ", ".join(list(most["word"][~most["word"].str.startswith("…")])[:USUAL_WORDS]))
    computed_by(at.model, found.conditions, parameters=cache.parameters(at.model.id), live=True)
    figures = [Figure("moved-most", moved, most), Figure("all-likely-words", scatter, table)]
    take_away(figures, found.conditions, snippet=pair_snippet(at, found), key="pair")


def second_sentence(at: Situation) -> str:
    """The sentence to compare with; the link holds it."""
    preset = OTHERS.get(at.sentence)
    if controls_hidden():
        linked = st.query_params.get("other", FIRST_OTHER)
        second = preset if preset and linked in OTHERS.values() else linked
        st.text(f"Compared with: {second}")
        return second
    if preset and st.session_state.get("other") in OTHERS.values():
        st.session_state["other"] = preset  # it came with a preset, and goes on with the next one
    box, button = st.columns([3, 1.3], vertical_alignment="bottom")
    typed = box.text_input(
        "The second sentence, with the same blank", preset or FIRST_OTHER, key="other", bind="query-params"
    )
    button.button("Start from the first sentence", key="other-copy", on_click=copy_first, args=(at.sentence,))
    return typed or ""


def compare_four(at: Situation, pair: SentencePair, usual: str) -> None:
    """Four sentences, folded away; where settings are hidden, shown if the link unfolds them."""
    if controls_hidden():
        if st.query_params.get("four") == "true":
            four_sentences(at, pair, usual)
        return
    four = st.expander("Four sentences (difference of differences)", key="four", bind="query-params", on_change="rerun")
    if four.open:
        with four:
            four_sentences(at, pair, usual)


def copy_first(sentence: str) -> None:
    """Begin the second sentence as an edit of the first, one that is known for a preset."""
    st.session_state["other"] = OTHERS.get(sentence, sentence)


def distances(found: SentencePair) -> None:
    """How far the whole distributions are apart, with definitions."""
    columns = st.columns(3)
    columns[0].metric("Jensen–Shannon divergence", f"{bits(found.jsd):.3f} bits")
    columns[1].metric("KL(first ‖ second)", f"{bits(found.kl_first):.2f} bits")
    columns[2].metric("KL(second ‖ first)", f"{bits(found.kl_second):.2f} bits")
    with st.expander("How this is computed, and what it does not show", key="pair-about"):
        st.markdown(
            "Bars and dots: the 20 likeliest pieces of each sentence, together; × 8 means eight times as likely in the "
            "second sentence as in the first. The divergences are over the whole vocabulary:"
        )
        typeset(
            r"\begin{gathered}\mathrm{KL}(p \,\|\, q) = \sum_w p(w) \log_2 \frac{p(w)}{q(w)} \\ "
            r"\mathrm{JSD} = \tfrac12 [\mathrm{KL}(p \,\|\, m) + \mathrm{KL}(q \,\|\, m)], \ m = \tfrac{p+q}{2}"
            r"\end{gathered}"
        )
        st.markdown(
            "**What this does not show:** why the word matters, and whether the same change does the same in another "
            "sentence: try four. If more than one word differs, the change has more than one possible cause. Minimal "
            "pairs: Warstadt et al. 2020, [BLiMP](https://arxiv.org/abs/1912.00582), for models that read from left to "
            "right; for masked ones Salazar et al. 2020, [Masked Language Model "
            "Scoring](https://arxiv.org/abs/1910.14659). The divergence: Lin 1991, [doi:10.1109/18.61115](https://doi.org/10.1109/18.61115)."
        )


def four_sentences(at: Situation, pair: SentencePair, usual: str) -> None:
    """Whether the same change does the same in another pair of sentences."""
    third = linked_text("The third sentence", THIRD, key="third")
    fourth = linked_text("The fourth sentence", FOURTH, key="fourth")
    typed = linked_text("Words, with commas between them (empty: those that moved most)", "", key="four-words")
    words = named(typed) or named(usual)
    readings = [cache.named_words(at.model.id, at.sentence, at.masked, at.blanks[0], words)]
    for sentence in (pair.second.sentence, third, fourth):
        blanks = cache.tokens(at.model.id, sentence).typed_masks
        if len(blanks) != 1:
            raise Refusal("Each of the four sentences needs exactly one blank. Please type [MASK] once in each.")
        readings.append(cache.named_words(at.model.id, sentence, (), blanks[0], words))
    table = double_difference_table(readings)
    finding = double_difference_finding(table)
    st.text(finding)
    chart = labelled_bars(table, value="change", name="word", figure="change_text", title="Bits")
    st.altair_chart(chart, key="four-chart", alt=finding)
    typeset(
        r"\begin{aligned}&[\log_2 p(w \mid 1) - \log_2 p(w \mid 2)]\\ &- [\log_2 p(w \mid 3) - \log_2 p(w \mid 4)]"
        r"\end{aligned}"
    )
    st.caption(
        "Near 0: the change from the second to the first sentence does to this word what the change from the "
        "fourth to the third does."
    )
