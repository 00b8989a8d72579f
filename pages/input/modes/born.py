"""How a vocabulary is made: the merges behind a word, and what BPE and WordPiece would merge next."""

import streamlit as st

import cache.input
from cache.engine import conditions
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.input.cutting import cutting
from components.input.model.cutting import LONGEST_WORD
from components.input.model.merges import NextMerges
from components.input.tables.answers import ranked_table
from components.input.tables.cutting import shown_merges
from components.input.tables.findings import merges_finding
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import INPUT
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import number, option
from pages.parts.snippets import repository_path, snippet

MERGED, DONE = "merged", "merges"
USUAL, STEP = 100, 20
WIDTH = 130  # pixels for "##tion ##al"


def show(at: SentenceContext) -> Findings:
    """Play the merges of a word, and rank the next ones."""
    word_tiles(at.tokens)
    reads = dict.fromkeys(word.read for word in cache.input.pocket_words(at.sentence))
    words = [read for read in reads if read.isalpha() and 1 < len(read) <= LONGEST_WORD]
    if not words:
        raise UserError(f"This needs a word of 2 to {LONGEST_WORD} letters. Type one.")
    longest = max(range(len(words)), key=lambda place: len(words[place]))
    word = words[option("Word", MERGED, words, default=longest)]
    merges = cache.input.merges_of(word)
    most = len(cache.input.pocket_merges())
    done = number("Merges so far", DONE, low=0, high=most - most % STEP, default=USUAL, step=STEP)
    found = cache.input.next_merges(done)
    headline(merges_finding(word, merges, found))
    with st.container(key="cutting-place"):
        cutting(shown_merges(word, merges), key="merged-word")
    figures = _next(found)
    model = model_record(REFERENCE)
    if at.model.id != REFERENCE:
        note(f"This is {model.name}’s vocabulary: of {at.model.name}’s, neither the text nor the merges are known.")
    code = snippet(INPUT, "born", model, word=word, done=done, counts=repository_path(cache.input.COUNTS))
    return Findings(
        "born",
        figures,
        conditions(REFERENCE),
        code,
        about=room_prose(INPUT, "born"),
        computed=(Provenance(model, conditions(REFERENCE)),),
    )


def _next(found: NextMerges) -> list[ChartFigure]:
    """The pairs that either rule puts first."""
    figures = []
    ranked = {"count": ("BPE (most frequent pair)", found.by_count), "gain": ("WordPiece (likelihood)", found.by_gain)}
    for column, (by, (title, pairs)) in zip(st.columns(2), ranked.items(), strict=True):
        table = ranked_table(pairs, by=by)
        chart = labelled_bars(table, value=by, name="pair", figure="figure", title=title, name_width=WIDTH)
        with column:
            st.markdown(f"**{title}:** next merge after {found.done:,} merges")
            st.altair_chart(chart, key=f"next-{by}", alt=f"{title}: " + ", ".join(table["pair"]))
        figures.append(ChartFigure(f"next-by-{by}", chart, table))
    return figures
