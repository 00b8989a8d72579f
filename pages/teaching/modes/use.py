"""Use it: classify the visitor's sentence, show which words matter, and list confident mistakes."""

import streamlit as st

import cache.teaching
from components.charts.files import ChartFigure
from components.charts.labelled import NAME_WIDTH, labelled_bars
from components.model.checkpoints.registry import model_record
from components.tables.numbers import fixed, probability_text
from components.teaching.model.dataset_lookup import CUSTOM
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
from pages.parts.layout import headline, note
from pages.parts.links.address import room_key
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.notes import note_sentence
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.origin import draw_origin
from pages.teaching.weights import link_to_rooms

FIRST = "The acting was fine but the plot was a mess."
SENTENCES = (  # from well-known tutorials, word for word
    FIRST,
    "This movie was absolutely fantastic!",
    "This film was great",
    "This is a masterpiece!",
    "Completely boring.",
    "I loved this film!",
    "Absolutely terrible.",
    "Best movie ever.",
    "Waste of time.",
)
TEXT = "say"  # in the link
_LIMIT = 2000  # characters
_OPENER = "say-opener"  # in the session: the sentence that the box began with
_PICKED = "say-picked"


def show(context: TeachingContext) -> Findings:
    """Classify a sentence if the weights are on this server, and list the most confident mistakes."""
    model_id = context.trained_id
    draw_origin(context)
    figures: list[ChartFigure] = []
    if model_id is None:
        headline(failure_finding(context.result))
        if not context.awaits_models:
            millions = context.result.parameters / 1e6
            st.caption(
                f"The weights of this recorded run are not included: {fixed(millions, 1)} million numbers. Press "
                "Train above to try your own sentences."
            )
    else:
        figures += _draw_classification(context, model_id)
        if not context.live:
            note("The recorded run’s weights answer here, slightly rounded.")
    failures = failure_table(context.result)
    if not failures.empty:
        st.markdown("**Most confident mistakes**")
        titles = {"sentence": "Held-out sentence", "label": "Correct label", "predicted": "Prediction"}
        shown = failures.assign(Confidence=[probability_text(sure) for sure in failures["sure"]]).drop(columns="sure")
        # Its lines wrap: on a phone, a table that scrolls would show the sentences alone.
        with st.container(key="shown-mistakes"):
            st.table(shown.map(escape_markdown).rename(columns=titles).set_index("Held-out sentence"))
        figures.append(ChartFigure("failures", None, failures))
    return run_findings(
        "use",
        context,
        figures,
        code="trainer",
        onward=lambda: link_to_rooms(context),
    )


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
    """Classify the visitor's sentence, and minimal pairs."""
    pooling, labels = context.result.plan.pooling, context.result.labels
    opener = _opener(context)
    if hides_controls():
        sentence = st.query_params.get(TEXT, opener)
        st.text(sentence)
    else:
        if st.session_state.get(TEXT) == st.session_state.get(_OPENER) != opener:
            st.session_state[TEXT] = opener  # it was the first sentence of another run, and does not fit this one
        st.session_state[_OPENER] = opener
        sentence = st.text_input("Sentence", opener, key=room_key(TEXT), bind="query-params", max_chars=_LIMIT)
        if other := other_labels_note(labels):
            st.caption(escape_markdown(other))
        else:
            st.pills("Sentences of tutorials", SENTENCES, key=_PICKED, on_change=_pick, label_visibility="collapsed")
    classification = cache.teaching.explain(model_id, pooling, sentence)
    note_sentence(SentenceContext(model_record(model_id), sentence))
    headline(answer_finding(classification, labels))
    if classification.is_truncated:
        st.info(f"Only the first {classification.tokens_read} tokens of this text are read, as in training.")
    answers, effects = answer_table(classification, labels), effect_table(classification)
    left, right = st.columns(2, gap="medium")
    with left:
        bars = labelled_bars(answers, value="share", name="label", figure="figure", scale_max=1.0, figure_width=90)
        st.altair_chart(bars, key="answer", alt=answer_finding(classification, labels))
    figures = [ChartFigure("answer", bars, answers)]
    if not effects.empty:
        with right:
            st.caption(
                f"By how much the score of “{escape_markdown(answers['label'][0])}” falls when the word is "
                "masked. A score is a logit, not a percentage."
            )
            # Beside the bars a long word would lose its place to an ellipsis, and look like its twin.
            has_places = effects["place"].ne("").any()
            words = labelled_bars(
                effects,
                value="bar",
                name="word",
                figure="figure",
                name_width=2 * NAME_WIDTH if has_places else NAME_WIDTH,
                figure_width=90,
            )
            st.altair_chart(words, key="effects", alt=effects_finding(effects))
        figures.append(ChartFigure("words", words, effects))
        note(effects_finding(effects))
    if set(labels) == OPINION_LABELS:
        pairs = pairs_table(
            cache.teaching.classify(
                model_id, pooling, tuple(sentence_of_pair for pair in PAIRS for sentence_of_pair in pair)
            ),
            labels,
        )
        st.markdown("**Minimal pairs**")
        st.dataframe(pairs, hide_index=True, height="content", key="pairs")
        figures.append(ChartFigure("pairs", None, pairs))
    return figures
