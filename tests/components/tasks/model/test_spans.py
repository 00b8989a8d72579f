"""Spans: the best of all beginnings and ends, windows, and the characters that come back."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.unlisted import MULTITASK_MODEL
from components.model.heads.head import Head
from components.model.heads.heads import load_heads
from components.model.heads.specs import SPAN
from components.model.user_errors import TooLong, UserError
from components.tasks.model.gold import passages
from components.tasks.model.span_results import SpanReading, span_scores
from components.tasks.model.spans import PASSAGE_LIMIT, answer_question, split_windows
from components.tasks.tables.spans import answer_table


@pytest.fixture(scope="module")
def opened() -> OpenModel:
    return Loader(weights_folder).open(MULTITASK_MODEL)


@pytest.fixture(scope="module")
def head() -> Head:
    return load_heads()[SPAN][0]


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 10_000))
@settings(deadline=None)
def test_the_best_span_is_the_best_of_all(count: int, max_answer_length: int, seed: int) -> None:
    begins, ends = np.random.default_rng(seed).normal(size=(2, count)).astype(np.float32)
    scores = span_scores(begins, ends, max_answer_length)
    every = {(i, j): begins[i] + ends[j] for i in range(count) for j in range(i, min(count, i + max_answer_length))}
    assert np.unravel_index(scores.argmax(), scores.shape) == max(every, key=lambda span: every[span])
    assert np.isfinite(scores).sum() == len(every)


@given(st.integers(1, 900), st.integers(2, 300), st.data())
def test_windows_hold_every_piece_and_share_what_they_should(count: int, size: int, data: st.DataObject) -> None:
    stride = data.draw(st.integers(0, size // 2))
    windows = split_windows(count, size, stride)
    assert windows[0][0] == 0
    assert windows[-1][1] == count
    assert all(end - begin <= size for begin, end in windows)
    for (_, end), (begin, _) in pairwise(windows):
        assert end - begin == stride


def ask(opened: OpenModel, head: Head, question: str, passage: str) -> SpanReading:
    return answer_question(opened, question, passage, head)


def test_an_answer_is_the_characters_that_were_typed(opened: OpenModel, head: Head) -> None:
    passage = "At the café 😀 in Zürich, naïve Zoë O’Hara-Müller paid 3.50 € for a crème brûlée."
    reading = ask(opened, head, "Who paid?", passage)
    for span in reading.spans:
        assert reading.text(span) == passage[span.start : span.end]
        assert reading.text(span).strip() == reading.text(span)
        first, last = reading.tokens[span.first], reading.tokens[span.last]
        assert (first.start, last.end) == (span.start, span.end)


def test_probabilities_are_shares_of_all_spans_and_no_answer(opened: OpenModel, head: Head) -> None:
    reading = ask(opened, head, "What freezes?", "Ice is water that froze.")
    window = reading.window
    scores = span_scores(window.start_scores, window.end_scores, reading.max_answer_length).astype(np.float64)
    every = np.append(scores[np.isfinite(scores)], window.no_answer)
    listed = answer_table(reading)
    shares = np.exp(listed["score"].to_numpy()) / np.exp(every).sum()
    assert listed["probability"].tolist() == pytest.approx(shares.tolist(), rel=1e-4)
    assert reading.margin == pytest.approx(reading.spans[0].score - window.no_answer)


def test_a_long_passage_is_read_in_windows_and_the_answer_is_found_wherever_it_stands(
    opened: OpenModel, head: Head
) -> None:
    question = passages()[0].questions[0]
    filler = " ".join(passage.text for passage in passages()[1:12])
    progress: list[float] = []
    for passage in (f"{passages()[0].text} {filler}", f"{filler} {passages()[0].text}"):
        reading = answer_question(opened, question.question, passage, head, on_progress=progress.append)
        assert len(reading.windows) > 1
        assert reading.text(reading.spans[0]) == question.answer
    assert progress[-1] == 1.0


def test_what_cannot_be_read_is_told(opened: OpenModel, head: Head) -> None:
    with pytest.raises(UserError):
        ask(opened, head, " ", "A passage.")
    with pytest.raises(UserError):
        ask(opened, head, "A question?", " \u200b ")
    with pytest.raises(TooLong, match="leaves no room"):
        ask(opened, head, "why " * 490, "A passage.")
    with pytest.raises(TooLong, match="100,000"):
        ask(opened, head, "Why?", "word " * (PASSAGE_LIMIT + 1))


def test_what_is_written_like_a_mark_is_text(opened: OpenModel, head: Head) -> None:
    passage = "The sign said [SEP] and <script>alert(1)</script> in red."
    reading = ask(opened, head, "What did the sign say?", passage)
    assert not any(token.special for token in reading.tokens)
    assert passage[reading.spans[0].start : reading.spans[0].end] == reading.text(reading.spans[0])
