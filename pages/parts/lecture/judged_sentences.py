"""Sentences that a class sent, or a visitor typed, and what the view says of each."""

from collections.abc import Callable, Sequence

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassResult
from components.classroom.outcome import sentence_result
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import model_record
from components.tours.questions import StopQuestion
from pages.parts.lecture.joining import PROMPT_LIMIT
from pages.parts.lecture.tour_stop import CurrentStop

MODEL = model_record(DEFAULT_MODEL)  # of the home page, the only view that labels sentences
Judge = Callable[[Sequence[str]], Sequence[str]]  # a view's label for each sentence; "" if it cannot say


def judge_entries(
    here: CurrentStop,
    question: StopQuestion,
    classroom: Classroom,
    judge: Judge | None,
) -> ClassResult:
    """The outcome of a question for sentences. What was judged once is not judged again by another view."""
    topic = here.question_key
    sent = classroom.entries(None, topic, hidden=True)
    known = next((dict(result.labels) for result in classroom.results if result.about == topic), {})
    with st.spinner("The model reads the sentences…"):
        unread = [entry.text for entry in sent if entry.text not in known]
        labels = known | given_labels(unread, judge, question.options)
    empty = ClassResult(
        topic,
        here.prompt[:PROMPT_LIMIT],
        "",
        here.stop.labelled_answer,
        options=question.options,
        model=MODEL.name,
    )
    return sentence_result(empty, sent, labels)


def given_labels(sentences: Sequence[str], judge: Judge | None, options: Sequence[str]) -> dict[str, str]:
    """The label that the view gives each sentence; "" where that is none of the options."""
    texts = list(dict.fromkeys(filter(None, sentences)))
    given = judge(texts) if judge and texts else [""] * len(texts)
    return {text: label if label in options else "" for text, label in zip(texts, given, strict=True)}
