"""Use it: classify the visitor's sentence, show which words matter, and list confident mistakes."""

import json
from functools import partial

import streamlit as st

import cache.teaching
from components.charts.files import ChartFigure
from components.charts.labelled import NAME_WIDTH, labelled_bars
from components.charts.theme import TWO_LABEL_COLOURS
from components.charts.titles import with_title
from components.model.checkpoints.registry import model_record
from components.tables.numbers import probability_text
from components.teaching.model.dataset_lookup import CUSTOM
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.explanations import (
    OPINION_LABELS,
    PAIRS,
    answer_finding,
    answer_table,
    effect_table,
    effects_finding,
    failure_finding,
    failure_table,
    fitting_sentence,
    other_labels_note,
    pairs_table,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.links.address import room_key
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import TEACHING
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.filled import bring_sentence, note_filled, offer_example
from pages.parts.sentence.notes import note_sentence
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.origin import draw_origin
from pages.teaching.weights import link_to_rooms

FIRST = "This movie was absolutely fantastic!"
SENTENCES = ("The acting was fine but the plot was a mess.", "Waste of time.")  # of tutorials, word for word
TEXT = "say"  # in the link
_LIMIT = 2000  # characters
_OPENER = "say-opener"  # in the session: the sentence that the box began with
_PICKED = "say-picked"


def show(context: TeachingContext) -> Findings:
    """Classify a sentence if the weights are on this server; else list the most confident mistakes."""
    model_id = context.trained_id
    draw_origin(context)
    figures: list[ChartFigure] = []
    if model_id is None:
        headline(failure_finding(context.result))
        if not context.awaits_models:
            st.caption("The weights of this recorded run are not included. Press Train to try your own sentences.")
        _draw_failures(context.result, figures)
    else:
        figures += _draw_classification(context, model_id)
        try_this("Add “not”.")
        if not context.live:
            note("The recorded run’s weights answer here, slightly rounded.")
        in_drawer("Pairs that differ in a word or two", partial(_draw_pairs, context, model_id, figures))
        if context.result.plan != SST2_PLAN:  # its sentences do not ship
            in_drawer("Most confident mistakes", partial(_draw_failures, context.result, figures))
    in_drawer("", partial(link_to_rooms, context))
    return run_findings("use", context, figures, code="trainer")


def _draw_failures(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    """The held-out sentences that are classified wrongly, the most confident first."""
    failures = failure_table(result)
    if failures.empty:
        return
    titles = {"sentence": "Held-out sentence", "label": "Correct label", "predicted": "Prediction"}
    shown = failures.assign(Confidence=[probability_text(sure) for sure in failures["sure"]]).drop(columns="sure")
    # Its lines wrap: on a phone, a table that scrolls would show the sentences alone.
    with st.container(key="shown-mistakes"):
        st.table(shown.map(escape_markdown).rename(columns=titles).set_index("Held-out sentence"))
    figures.append(ChartFigure("failures", None, failures))


def _draw_pairs(context: TeachingContext, model_id: str, figures: list[ChartFigure]) -> None:
    """Minimal pairs of opinions."""
    result = context.result
    if set(result.labels) != OPINION_LABELS:
        return
    sentences = tuple(sentence for pair in PAIRS for sentence in pair)
    pairs = pairs_table(cache.teaching.classify(model_id, result.plan.pooling, sentences), result.labels)
    st.dataframe(pairs, hide_index=True, height="content", key="pairs")
    figures.append(ChartFigure("pairs", None, pairs))


def _opener(context: TeachingContext) -> str:
    """The sentence that is classified first: of a film review, or of the list that the classifier was trained on."""
    result = context.result
    if set(result.labels) == OPINION_LABELS and not result.plan.dataset.startswith(CUSTOM):
        return FIRST
    return fitting_sentence(result)[:_LIMIT]


def _pick() -> None:
    """Use the sentence that was clicked."""
    if (picked := st.session_state[_PICKED]) is not None:
        st.session_state[TEXT] = picked


def _draw_classification(context: TeachingContext, model_id: str) -> list[ChartFigure]:
    """Classify the visitor's sentence, and show which words count."""
    labels = context.result.labels
    sentence = _sentence(context)
    classification = cache.teaching.explain(model_id, context.result.plan.pooling, sentence)
    note_sentence(SentenceContext(model_record(model_id), sentence))
    headline(answer_finding(classification, labels))
    if classification.is_truncated:
        note(f"Only the first {classification.tokens_read} tokens of this text are read, as in training.")
    answers, effects = answer_table(classification, labels), effect_table(classification)
    first, *others = labels
    other = f"datum.label === {json.dumps(first)}" if len(others) == 1 else "datum.row > 1"
    bars = labelled_bars(
        answers, value="share", name="label", figure="figure", other=other, scale_max=1.0, figure_width=90
    )
    draw_chart(bars, key="answer", alt=answer_finding(classification, labels))
    figures = [ChartFigure("answer", bars, answers)]
    if not effects.empty:
        # Beside the bars a long word would lose its place to an ellipsis, and look like its twin.
        has_places = effects["place"].ne("").any()
        colours = TWO_LABEL_COLOURS if len(others) == 1 and answers["label"][0] == first else TWO_LABEL_COLOURS[::-1]
        words = labelled_bars(
            effects,
            colour=colours[0],
            other_colour=colours[1],
            value="bar",
            name="word",
            figure="figure",
            name_width=2 * NAME_WIDTH if has_places else NAME_WIDTH,
            figure_width=90,
        )
        is_whole = len(effects) == len(classification.word_effects)
        which = "Which words" if is_whole else f"Which of the {len(effects)} strongest words"
        words = with_title(words, f"{which} made it “{answers['label'][0]}”? (longer: pushes more)")
        draw_chart(words, key="effects", alt=effects_finding(effects))
        figures.append(ChartFigure("words", words, effects))
        note(effects_finding(effects))
    return figures


def _sentence(context: TeachingContext) -> str:
    """The visitor's sentence, from its box."""
    opener = _opener(context)
    bring_sentence(TEACHING, TEXT)
    if hides_controls():
        sentence = st.query_params.get(TEXT, opener)
        st.text(sentence)
        return sentence
    if st.session_state.get(TEXT) == st.session_state.get(_OPENER) != opener:
        st.session_state[TEXT] = opener  # it was the first sentence of another run, and does not fit this one
    st.session_state[_OPENER] = opener
    sentence = st.text_input("Sentence", opener, key=room_key(TEXT), bind="query-params", max_chars=_LIMIT)
    note_filled(sentence or "")
    with st.container(horizontal=True, vertical_alignment="center", key="say-examples"):
        offer_example(TEXT, opener)
        if other := other_labels_note(context.result.labels):
            note(other)
        else:
            st.pills("Sentences of tutorials", SENTENCES, key=_PICKED, on_change=_pick, label_visibility="collapsed")
    return sentence or ""
