"""She or he?: the pronouns that a model puts beside occupations, and what they are compared with."""

from functools import partial

import streamlit as st

import cache.suites
from cache.shipped.first_pronouns import first_pronouns
from components.charts.files import ChartFigure
from components.model.checkpoints.records import ModelRecord
from components.suites.charts.pronouns import PICKED, occupation_dots, template_bars
from components.suites.model.occupations import (
    PRONOUNS,
    CorpusCount,
    corpus_counts,
    fill_template,
    occupations,
)
from components.suites.model.pronoun_results import PronounSuite
from components.suites.tables.pronouns import (
    comparison_finding,
    neutral_finding,
    occupation_finding,
    occupations_table,
    pronoun_finding,
    rarer_pronoun,
    sentence_table,
    share_table,
    telling_occupation,
    template_finding,
    template_table,
    they_finding,
    with_labels,
)
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import draw_chart, draw_settings_in, headline, in_drawer, note, rare_settings, try_this
from pages.parts.long_work import run_with_progress
from pages.parts.presenting import hides_controls
from pages.parts.settings import choice, set_choice
from pages.suites.winobias import winobias_panel

KEY, OCCUPATION, AGAINST = "occupation-dots", "occupation", "against"  # the last two in the link
PUBLISHED, TRAINING_TEXT = "Published shares", "Training text"
_AXES = {PUBLISHED: "women in the occupation (US, 2012)", TRAINING_TEXT: "share of “she” in the training text"}
_COMPARED = {PUBLISHED: "the published share of women", TRAINING_TEXT: "the share of “she” in the training text"}
_WIDTHS = (1.15, 1)  # of the dots and of the sentences


def show(model: ModelRecord) -> Findings:
    """Draw the occupations, and the sentences about one of them.

    Raises:
        UserError: The model has no [MASK] token, or no single tokens for the pronouns.
    """
    suite = first_pronouns().get(model.id)
    if suite is not None:
        return _draw(model, suite, live=False)
    suite = run_with_progress("Reading", cache.suites.pronoun_suite, model.id, unit="sentence", key="pronouns")
    return _draw(model, suite, live=True)


def _draw(model: ModelRecord, suite: PronounSuite, *, live: bool) -> Findings:
    published = share_table(suite, occupations())
    opener = telling_occupation(published)
    words = [opener, *(each.word for each in occupations() if each.word != opener)]
    counts = corpus_counts() if model.pocket else None
    left, right = st.columns(_WIDTHS, gap="medium")
    left, right = left.container(key="occupations"), right.container(key="occupation-sentences")
    against = PUBLISHED
    if counts is not None:
        with draw_settings_in(left.container()):
            against = choice("Compare with", AGAINST, [PUBLISHED, TRAINING_TEXT])
    with rare_settings():
        word = choice("Occupation", OCCUPATION, words, drawn_as="list")
    finding = pronoun_finding(suite, model.name)
    headline(finding)
    table = share_table(suite, occupations(), counts) if against == TRAINING_TEXT else published
    clickable = not hides_controls()
    dots = occupation_dots(
        with_labels(table, word),
        chosen=word,
        compared_title=_AXES[against],
        clickable=clickable,
    )
    sentences = template_table(suite, word)
    bars = template_bars(sentences, word)
    selection = {"on_select": partial(_picked, words), "selection_mode": PICKED} if clickable else {}
    draw_chart(dots, key=KEY, alt=finding, place=left, **selection)
    draw_chart(bars, key="occupation-bars", alt=template_finding(suite, word), place=right)
    rarer = rarer_pronoun(published)
    try_this(f"Click a {rarer} mark: which occupation is it?" if rarer else "Click a dot, and read its sentences.")
    note(comparison_finding(table, _COMPARED[against]), neutral_finding(suite), they_finding(suite))
    _note_occupation(suite, word, counts)
    in_drawer(
        f"All sentences about “{word}”",
        partial(st.dataframe, sentence_table(sentences), hide_index=True, key="occupation-every-sentence"),
    )
    in_drawer(
        "What it is compared with",
        partial(
            st.dataframe, occupations_table(occupations(), corpus_counts()), hide_index=True, key="occupation-table"
        ),
    )
    winobias_panel(model)
    return Findings(
        "pronouns",
        [ChartFigure("occupations", dots, table), ChartFigure(f"sentences-{word}", bars, sentences)],
        suite.conditions,
        {
            "sentences": [fill_template(template, word) for template in suite.templates],
            "pronouns": list(PRONOUNS),
        },
        computed=(Provenance(model, suite.conditions, live=live),),
    )


def _note_occupation(suite: PronounSuite, word: str, counts: dict[str, CorpusCount] | None) -> None:
    occupation = next(each for each in occupations() if each.word == word)
    note(occupation_finding(suite.of(word), occupation, None if counts is None else counts.get(word)))
    if counts is None:
        note("This model’s training text is not fully known to us, so it is not compared with it.")
    elif word not in counts:
        note(f"{word}: not counted in the training text.")


def _picked(words: list[str]) -> None:
    """Open the occupation whose dot is nearest to the click."""
    points = st.session_state[KEY].selection[PICKED]
    if points and points[0].get("word") in words:
        set_choice(OCCUPATION, str(points[0]["word"]))
