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
from components.input.tables.cutting import displayed_merges
from components.input.tables.findings import merges_finding
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.tables.phrases import possessive
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import number, option
from pages.parts.snippets import repository_path

MERGED, DONE = "merged", "merges"
DEFAULT, STEP = 100, 20
WIDTH = 130  # pixels for "##tion ##al"


def show(context: SentenceContext) -> Findings:
    """Play the merges of a word, and rank the next ones."""
    word_tiles(context.tokens)
    reads = dict.fromkeys(word.normalized for word in cache.input.pocket_words(context.sentence))
    words = [read for read in reads if read.isalpha() and 1 < len(read) <= LONGEST_WORD]
    if not words:
        raise UserError(f"This needs a word of 2 to {LONGEST_WORD} letters. Type one.")
    longest = max(range(len(words)), key=lambda place: len(words[place]))
    word = words[option("Word", MERGED, words, default=longest)]
    merges = cache.input.word_merges(word)
    merge_count = len(cache.input.pocket_merges())
    done = number("Merges so far", DONE, low=0, high=merge_count - merge_count % STEP, default=DEFAULT, step=STEP)
    next_merges = cache.input.next_merges(done)
    headline(merges_finding(word, merges, next_merges))
    with st.container(key="cutting-place"):
        cutting(displayed_merges(word, merges), key="merged-word")
    figures = _next(next_merges)
    model = model_record(REFERENCE)
    if context.model.id != REFERENCE:
        note(
            f"This is {possessive(model.name)} vocabulary: of {possessive(context.model.name)}, neither the text "
            "nor the merges are known."
        )
    inputs = {"word": word, "done": done, "counts": repository_path(cache.input.COUNTS)}
    return Findings("born", figures, conditions(REFERENCE), inputs)


def _next(next_merges: NextMerges) -> list[ChartFigure]:
    """The pairs that either rule puts first."""
    figures = []
    ranked = {
        "count": ("BPE (most frequent pair)", next_merges.by_count),
        "gain": ("WordPiece (likelihood)", next_merges.by_gain),
    }
    for column, (by, (title, pairs)) in zip(st.columns(2), ranked.items(), strict=True):
        table = ranked_table(pairs, by=by)
        chart = labelled_bars(table, value=by, name="pair", figure="figure", title=title, name_width=WIDTH)
        with column:
            st.markdown(f"**{title}:** next merge after {next_merges.done:,} merges")
            st.altair_chart(chart, key=f"next-{by}", alt=f"{title}: " + ", ".join(table["pair"]))
        figures.append(ChartFigure(f"next-by-{by}", chart, table))
    return figures
