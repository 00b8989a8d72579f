"""The dice: which pieces are chosen, what stands in their place, and the loss as the sum that it is."""

import streamlit as st

import cache.pretraining
from components.charts.files import Figure
from components.model.user_errors import UserError
from components.pretraining.charts.curves import coverage_curves, settling_curves
from components.pretraining.model.dice import COPIES, covered, expected
from components.pretraining.model.results import Scheme
from components.pretraining.tables.findings import coverage_finding, single_run_note, spelled_finding, throw_finding
from components.pretraining.tables.tables import cost_table, coverage_table, settling_table, thrown_pieces
from components.pretraining.throw import throw
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note
from pages.pretraining.throwing import throw_number

EPOCHS = 40


def show(at: SentenceContext) -> Findings:
    """Throw once, and show what a thousand throws come to."""
    word_tiles(at.tokens)
    if not at.tokens.maskable:
        raise UserError("There is no piece here that could be chosen. Please type a few words.")
    scheme = Scheme(choice("Chosen are", "scheme", [one.value for one in Scheme], drawn_as="list"))
    thrown = throw_number()
    figures, code = _sentinels(at, thrown) if scheme is Scheme.SENTINELS else _thrown(at, scheme, thrown)
    return Findings(
        "dice",
        figures + _many(at),
        at.computed.conditions,
        code,
        about=about(PRETRAINING, "dice"),
        computed=(at.computed,),
    )


def _thrown(at: SentenceContext, scheme: Scheme, thrown: int) -> tuple[list[Figure], str]:
    found = cache.pretraining.throw_loss(at.model.id, at.sentence, scheme, thrown)
    headline(throw_finding(found))
    with st.container(key="throw-place"):
        throw(thrown_pieces(found), key="throw-of-dice")
    terms = " + ".join(f"{one.nats:.2f}" for one in found.costs)
    if found.costs:
        st.text(f"({terms}) / {len(found.costs)} = {found.loss:.2f} nats")
    ids, labels = found.throw.ids(found.tokens.ids), found.throw.labels(len(found.tokens))
    code = snippet(PRETRAINING, "loss", at.model, ids=list(ids), labels=list(labels))
    return [Figure("loss", None, cost_table(found))], code


def _sentinels(at: SentenceContext, thrown: int) -> tuple[list[Figure], str]:
    found = cache.pretraining.spelled(at.model.id, at.sentence, thrown)
    headline(spelled_finding(found, len(at.tokens.maskable)))
    st.caption("What T5 would be given:")
    st.text(" ".join(found.given))
    st.caption("What it would be asked for, word by word:")
    st.text(" ".join(found.asked))
    note("No T5 is asked here: this is how its text is made.", single_run_note(found))
    return [], snippet(PRETRAINING, "dice", at.model, sentence=at.sentence)


def _many(at: SentenceContext) -> list[Figure]:
    """What a thousand throws come to, and how much of a text is asked about in the end."""
    settled = settling_table(cache.pretraining.settled(len(at.tokens.maskable)))
    covers = [[covered(epoch, copies=copies) for epoch in range(1, EPOCHS + 1)] for copies in (None, COPIES)]
    coverage = coverage_table(*covers)
    bars, curves = settling_curves(settled, expected()), coverage_curves(coverage)
    said = coverage_finding(covers[0][-1], covers[1][-1], EPOCHS)
    left, right = st.columns(2)
    with left:
        st.markdown("**A thousand throws** settle at 12, 1.5 and 1.5%:")
        st.altair_chart(bars, key="settling", alt="The shares come to 12, 1.5 and 1.5 percent of all pieces.")
    with right:
        st.markdown("**Thrown anew at every epoch, or ten times and kept:**")
        st.altair_chart(curves, key="coverage", alt=said)
    note(said)
    return [Figure("settling", bars, settled), Figure("coverage", curves, coverage)]
