"""How good the heads are on texts that nobody trained them on, with intervals over other draws of such texts.

Everything is asked as the app asks it. *Written* texts are this project's own (:mod:`components.tasks.model.gold`);
*put aside* ones are the held-out part of what :mod:`training.heads.data` writes, labelled as what was learned from.
"""

import json
import random
import re
import string
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.heads.head import Head
from components.model.heads.readings import classify_text
from components.model.heads.specs import (
    ANSWERS,
    NAMES,
    OPINION,
    SPAN,
    SPEECH,
    SUBJECT,
    SUBJECTS,
)  # fmt: skip
from components.model.statistics.bootstrap import Floats64, Interval, interval, mean_interval, resample_indices
from components.tasks.model.bio import entity_f1
from components.tasks.model.gold import (
    LabelledText,
    passages,
    texts_on_subjects,
    texts_with_names,
    texts_with_speech_tags,
    word_labels,
)
from components.tasks.model.readings import tag_words
from components.tasks.model.search import rank_passages
from components.tasks.model.span_results import DEFAULT_THRESHOLD, MAX_ANSWER_LENGTH
from components.tasks.model.spans import answer_question
from training.heads.batches import opinions

HELD_OUT_LIMIT = 400  # records per task
THRESHOLD_PASSAGES = 8  # passages that were used to choose the threshold, and are excluded from its evaluation
GUESSED_NAMES = 0.0  # F1 of the commonest tag for every word: no name at all
TrainedHeads = dict[str, tuple[Head, ...]]


@dataclass(frozen=True)
class HeadFigure:
    """One figure of one head: what was measured, on how many examples, its interval and the chance level."""

    head: str
    what: str
    count: int
    interval: Interval
    chance: float | None

    def as_dict(self) -> dict[str, Any]:
        """The figure as JSON."""
        bounds = [round(each, 4) for each in (self.interval.low, self.interval.value, self.interval.high)]
        return {
            "head": self.head,
            "what": self.what,
            "asked": self.count,
            "interval": bounds,
            "chance": None if self.chance is None else round(self.chance, 4),
        }


def evaluate_heads(opened: OpenModel, heads: TrainedHeads, data: Path) -> list[HeadFigure]:
    """All figures of all heads."""
    return [
        *_text_figures(opened, heads, data),
        *_word_figures(opened, heads, data),
        *_span_figures(opened, heads),
        *_search_figures(opened, heads),
    ]


def token_f1(prediction: str, gold: str) -> float:
    """Token F1 of two answers without articles and punctuation (Rajpurkar et al. 2016)."""
    predicted, expected = (_normalise_answer(text).split() for text in (prediction, gold))
    shared = sum((Counter(predicted) & Counter(expected)).values())
    return 2 * shared / (len(predicted) + len(expected)) if predicted and expected else float(predicted == expected)


def random_span_scores(passage: str, gold: str) -> tuple[float, float]:
    """What a random span of a passage scores on average: the shares that are the answer, and token F1.

    Args:
        passage: The passage; a span is at most as many words long as an answer here may have tokens.
        gold: The right answer.
    """
    words = passage.split()
    spans = [
        " ".join(words[begin:end])
        for begin in range(len(words))
        for end in range(begin + 1, min(begin + MAX_ANSWER_LENGTH, len(words)) + 1)
    ]
    exact = np.mean([_normalise_answer(span) == _normalise_answer(gold) for span in spans])
    return float(exact), float(np.mean([token_f1(span, gold) for span in spans]))


def area_under_curve(answerable: Floats64, unanswerable: Floats64) -> Interval:
    """The area under the ROC curve of the margins of questions with and without an answer; ties count half.

    The two groups are resampled separately. *Shape:* (question,) each.
    """
    wins = np.sign(answerable[:, None] - unanswerable[None, :]) / 2 + 0.5  # (answerable, unanswerable)
    rows, columns = resample_indices(len(answerable)), resample_indices(len(unanswerable))
    draws = np.array([wins[np.ix_(row, column)].mean() for row, column in zip(rows, columns, strict=True)])
    return interval(float(wins.mean()), draws)


def share_figure(head: str, what: str, right: Sequence[float], chance: float | None) -> HeadFigure:
    """The mean of a value for each example, such as whether it was right, with its bootstrap interval."""
    values = np.array(right, dtype=float)
    return HeadFigure(head, what, len(values), mean_interval(values, resample_indices(len(values))), chance)


def _text_figures(opened: OpenModel, heads: TrainedHeads, data: Path) -> list[HeadFigure]:
    figures = []
    opinion_texts = [(each["text"], each["label"]) for each in opinions("test")]
    subject_texts, aside = (
        list(texts_on_subjects()),
        [(each["text"], each["label"]) for each in _held_out_records(data, "subjects")],
    )
    for head, what, texts, chance in (
        (OPINION, "opinions, written", opinion_texts, 0.5),
        (SUBJECT, "a sentence, written", subject_texts, 1 / len(SUBJECTS)),
        (SUBJECT, "a paragraph, put aside", aside, 1 / len(SUBJECTS)),
    ):
        readings = [classify_text(opened, opened.tokenizer.tokens(text), heads[head]) for text, _ in texts]
        for number, pooling in enumerate(each.pooling for each in readings[0].poolings):
            labels = readings[0].spec.labels
            right = [
                r.poolings[number].best == labels.index(label) for r, (_, label) in zip(readings, texts, strict=True)
            ]
            figures.append(share_figure(head, f"{what} ({pooling.value})", right, chance))
    return figures


def _word_figures(opened: OpenModel, heads: TrainedHeads, data: Path) -> list[HeadFigure]:
    speech, names = heads[SPEECH][0], heads[NAMES][0]
    lines = (data / "words.jsonl").read_text(encoding="utf-8").splitlines()
    trained = vocabulary(json.loads(line)["text"] for line in lines)
    records = _held_out_records(data, "words")
    aside = _tag_texts(opened, speech, [_mark_record(record, SPEECH) for record in records], names=False)
    figures = [
        *written_speech_figures(opened, speech, trained),
        share_figure(SPEECH, "words, put aside", _right_tags(*aside[:2]), None),
    ]
    ours, theirs, _ = _tag_texts(opened, names, texts_with_names(), names=True)
    figures.append(share_figure(NAMES, "words, written", _right_tags(ours, theirs), _majority_share(theirs)))
    figures.append(_f1(NAMES, "names whole, written (F1)", ours, theirs))
    ours, theirs, _ = _tag_texts(opened, names, [_mark_record(record, NAMES) for record in records], names=True)
    figures.append(_f1(NAMES, "names whole, put aside (F1)", ours, theirs))
    return figures


def written_speech_figures(opened: OpenModel, head: Head, trained: set[str]) -> list[HeadFigure]:
    """How a head for parts of speech does on written sentences, and on those of their words that are new to it.

    Args:
        opened: The encoder.
        head: The head.
        trained: The words that it learned from; see :func:`vocabulary`.
    """
    ours, theirs, words = _tag_texts(opened, head, texts_with_speech_tags(), names=False)
    right = _right_tags(ours, theirs)
    new = [each for each, word in zip(right, words, strict=True) if word not in trained]
    return [
        share_figure(SPEECH, "words, written", right, _majority_share(theirs)),
        share_figure(SPEECH, "of them, new to the head", new, None),
    ]


def vocabulary(texts: Iterable[str]) -> set[str]:
    """The words of texts, lower-cased."""
    return {word for text in texts for word in re.findall(r"\w+|[^\w\s]", text.lower())}


def _tag_texts(
    opened: OpenModel, head: Head, texts: Sequence[LabelledText], *, names: bool
) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """The tags that a head gives to each text's words, the right ones, and all words, lower-cased."""
    ours, theirs, words = [], [], []
    for text in texts:
        reading = tag_words(opened, opened.tokenizer.tokens(text.text), head)
        ours.append(reading.tags())
        theirs.append(word_labels(text, [word.start for word in reading.words], names=names))
        words += [word.text.lower() for word in reading.words]
    return ours, theirs, words


def _right_tags(ours: list[list[str]], theirs: list[list[str]]) -> list[float]:
    """1 for each word of all texts whose tag is right, else 0."""
    return [float(a == b) for row, other in zip(ours, theirs, strict=True) for a, b in zip(row, other, strict=True)]


def _majority_share(tags: list[list[str]]) -> float:
    counts = Counter(tag for row in tags for tag in row)
    return counts.most_common(1)[0][1] / counts.total()


def _span_figures(opened: OpenModel, heads: TrainedHeads) -> list[HeadFigure]:
    f1, exact, margins = [], [], {True: list[float](), False: list[float]()}
    for number, passage in enumerate(passages()):
        for question in passage.questions:
            reading = answer_question(opened, question.question, passage.text, heads[SPAN][0])
            if number >= THRESHOLD_PASSAGES:
                margins[bool(question.answer)].append(reading.margin)
            if question.answer:
                prediction = reading.text(reading.spans[0])
                f1.append(token_f1(prediction, question.answer))
                exact.append(_normalise_answer(prediction) == _normalise_answer(question.answer))
    decisions = [
        *(margin > DEFAULT_THRESHOLD for margin in margins[True]),
        *(margin <= DEFAULT_THRESHOLD for margin in margins[False]),
    ]
    majority_share = max(map(len, margins.values())) / len(decisions)
    guessed_exact, guessed_f1 = guessed_span_scores()
    return [
        share_figure(SPAN, "answers, word for word", exact, guessed_exact),
        share_figure(SPAN, "answers, words shared (F1)", f1, guessed_f1),
        share_figure(SPAN, "is there an answer?", decisions, majority_share),
        HeadFigure(
            SPAN,
            "is there an answer? (AUC)",
            len(decisions),
            area_under_curve(np.array(margins[True]), np.array(margins[False])),
            0.5,
        ),
    ]


def guessed_span_scores() -> tuple[float, float]:
    """What random spans score for the questions that have an answer, as :func:`random_span_scores`."""
    scores = [
        random_span_scores(passage.text, question.answer)
        for passage in passages()
        for question in passage.questions
        if question.answer
    ]
    exact, f1 = np.mean(scores, axis=0).tolist()
    return exact, f1


def _search_figures(opened: OpenModel, heads: TrainedHeads) -> list[HeadFigure]:
    by_vectors, by_reading = [], []
    read = opened.tokenizer
    texts = [read.tokens(passage.text) for passage in passages()]
    for place, passage in enumerate(passages()):
        for question in passage.questions:
            if question.answer:
                pairs = [read.pair(question.question, each.text) for each in passages()]
                ranking = rank_passages(opened, read.tokens(question.question), texts, pairs, heads[ANSWERS][0])
                by_vectors.append(ranking.best_by_vectors.passage == place)
                by_reading.append(ranking.best_by_reading.passage == place)
    count = len(texts)
    return [
        share_figure(ANSWERS, "right passage first, by pairs", by_reading, 1 / count),
        share_figure(ANSWERS, "right passage first, by vectors", by_vectors, 1 / count),
    ]


def _f1(head: str, what: str, ours: list[list[str]], theirs: list[list[str]]) -> HeadFigure:
    draws = [
        entity_f1([ours[p] for p in drawn], [theirs[p] for p in drawn])
        for drawn in resample_indices(len(ours), resamples=500)
    ]
    return HeadFigure(head, what, len(ours), interval(entity_f1(ours, theirs), np.array(draws)), GUESSED_NAMES)


def _held_out_records(data: Path, name: str) -> list[Any]:
    lines = (data / f"{name}.held-out.jsonl").read_text(encoding="utf-8").splitlines()
    drawn = random.Random(0).sample(lines, k=min(HELD_OUT_LIMIT, len(lines)))
    return [json.loads(line) for line in drawn]


def _mark_record(record: dict[str, Any], head: str) -> LabelledText:
    spans: list[tuple[int, int, str]] = []
    for (begin, end), tag in zip(record["words"], record["speech" if head == SPEECH else "names"], strict=True):
        if head == SPEECH:
            spans.append((begin, end, tag))
        elif tag.startswith("I-") and spans:
            spans[-1] = (spans[-1][0], end, spans[-1][2])
        elif tag != "O":
            spans.append((begin, end, tag[2:]))
    return LabelledText(record["text"], tuple(spans))


def _normalise_answer(text: str) -> str:
    letters = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", letters).split())
