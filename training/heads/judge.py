"""How good the heads are on texts that nobody trained them on, with intervals over other draws of such texts.

Everything is asked as the app asks it. *Written* texts are this project's own (:mod:`components.tasks.model.gold`);
*put aside* ones are the held-out part of what :mod:`training.heads.made` writes, labelled as what was learned from.
"""

import json
import random
import re
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from components.model.checkpoints.open_model import OpenModel
from components.model.statistics.bootstrap import Floats64, Interval, interval, mean_interval, resample_indices
from components.tasks.model.bio import entity_f1
from components.tasks.model.gold import (
    LabelledText,
    labelled_pairs,
    passages,
    texts_on_subjects,
    texts_with_names,
    texts_with_speech_tags,
    word_labels,
)
from components.tasks.model.head import Head
from components.tasks.model.heads import encode_texts
from components.tasks.model.search import rank_passages
from components.tasks.model.span_results import DEFAULT_THRESHOLD
from components.tasks.model.spans import answer_question
from components.tasks.model.specs import (
    ANSWERS,
    NAMES,
    NEIGHBOUR,
    OPINION,
    RELATION,
    SPAN,
    SPEECH,
    SUBJECT,
    SUBJECTS,
)  # fmt: skip
from components.tasks.model.text import classify_text
from components.tasks.model.words import tag_words
from training.heads.batches import opinions

PUT_ASIDE = 400  # of each kind
FOR_THRESHOLD = 8  # passages by which the threshold was chosen, and which say nothing about how good it is
Heads = dict[str, tuple[Head, ...]]


@dataclass(frozen=True)
class Figure:
    """How good one head is at one thing."""

    head: str
    what: str
    asked: int
    interval: Interval
    chance: float | None

    def as_dict(self) -> dict[str, Any]:
        """As it is kept."""
        told = [round(each, 4) for each in (self.interval.low, self.interval.value, self.interval.high)]
        return {
            "head": self.head,
            "what": self.what,
            "asked": self.asked,
            "interval": told,
            "chance": None if self.chance is None else round(self.chance, 4),
        }


def judged(opened: OpenModel, heads: Heads, data: Path) -> list[Figure]:
    """Every figure of every head."""
    return [
        *_texts(opened, heads, data),
        *_words(opened, heads, data),
        *_spans(opened, heads),
        *_pairs(opened, heads, data),
        *_search(opened, heads),
    ]


def token_f1(said: str, gold: str) -> float:
    """How much of two answers is the same words, articles and punctuation aside (Rajpurkar et al. 2016)."""
    one, other = (_bare(text).split() for text in (said, gold))
    shared = sum((Counter(one) & Counter(other)).values())
    return 2 * shared / (len(one) + len(other)) if one and other else float(one == other)


def area_under_curve(answerable: Floats64, unanswerable: Floats64) -> Interval:
    """The share of pairs of questions in which the one with an answer has the larger margin (AUC), a tie as half.

    Questions with and without an answer are resampled apart. *Shape:* (question,) each.
    """
    wins = np.sign(answerable[:, None] - unanswerable[None, :]) / 2 + 0.5  # (answerable, unanswerable)
    rows, columns = resample_indices(len(answerable)), resample_indices(len(unanswerable))
    draws = np.array([wins[np.ix_(row, column)].mean() for row, column in zip(rows, columns, strict=True)])
    return interval(float(wins.mean()), draws)


def _texts(opened: OpenModel, heads: Heads, data: Path) -> list[Figure]:
    found = []
    asked = [(one["text"], one["label"]) for one in opinions("test")]
    own, aside = list(texts_on_subjects()), [(one["text"], one["label"]) for one in _aside(data, "subjects")]
    for head, what, texts, chance in (
        (OPINION, "opinions, written", asked, 0.5),
        (SUBJECT, "a sentence, written", own, 1 / len(SUBJECTS)),
        (SUBJECT, "a paragraph, put aside", aside, 1 / len(SUBJECTS)),
    ):
        readings = [classify_text(opened, opened.tokenizer.tokens(text), heads[head]) for text, _ in texts]
        for number, pooling in enumerate(one.pooling for one in readings[0].poolings):
            labels = readings[0].spec.labels
            right = [
                r.poolings[number].best == labels.index(label) for r, (_, label) in zip(readings, texts, strict=True)
            ]
            found.append(_share(head, f"{what} ({pooling.value})", right, chance))
    return found


def _words(opened: OpenModel, heads: Heads, data: Path) -> list[Figure]:
    found = []
    trained = _words_trained_on(data)
    for head, written in ((SPEECH, texts_with_speech_tags()), (NAMES, texts_with_names())):
        ours, theirs, unseen = _tagged(opened, heads[head][0], written, trained, names=head == NAMES)
        right = [a == b for one, other in zip(ours, theirs, strict=True) for a, b in zip(one, other, strict=True)]
        most = Counter(tag for one in theirs for tag in one).most_common(1)[0][1] / len(right)
        found.append(_share(head, "words, written", right, most))
        if head == SPEECH:
            new = [each for each, is_new in zip(right, unseen, strict=True) if is_new]
            found.append(_share(head, "of them, never seen in training", new, None))
        else:
            found.append(_f1(head, "names whole, written (F1)", ours, theirs))
        aside = [_marked(one, head) for one in _aside(data, "words")]
        ours, theirs, _ = _tagged(opened, heads[head][0], aside, trained, names=head == NAMES)
        if head == SPEECH:
            right = [a == b for one, other in zip(ours, theirs, strict=True) for a, b in zip(one, other, strict=True)]
            found.append(_share(head, "words, put aside", right, None))
        else:
            found.append(_f1(head, "names whole, put aside (F1)", ours, theirs))
    return found


def _tagged(
    opened: OpenModel, head: Head, texts: Sequence[LabelledText], trained: set[str], *, names: bool
) -> tuple[list[list[str]], list[list[str]], list[bool]]:
    ours, theirs, unseen = [], [], []
    for one in texts:
        reading = tag_words(opened, opened.tokenizer.tokens(one.text), head)
        ours.append(reading.tags())
        theirs.append(word_labels(one, [word.start for word in reading.words], names=names))
        unseen += [word.text.lower() not in trained for word in reading.words]
    return ours, theirs, unseen


def _spans(opened: OpenModel, heads: Heads) -> list[Figure]:
    f1, exact, margins = [], [], {True: list[float](), False: list[float]()}
    for number, passage in enumerate(passages()):
        for asked in passage.questions:
            reading = answer_question(opened, asked.question, passage.text, heads[SPAN][0])
            if number >= FOR_THRESHOLD:
                margins[bool(asked.answer)].append(reading.margin)
            if asked.answer:
                said = reading.text(reading.spans[0])
                f1.append(token_f1(said, asked.answer))
                exact.append(_bare(said) == _bare(asked.answer))
    told = [
        *(margin > DEFAULT_THRESHOLD for margin in margins[True]),
        *(margin <= DEFAULT_THRESHOLD for margin in margins[False]),
    ]
    most = max(map(len, margins.values())) / len(told)
    return [
        _share(SPAN, "answers, word for word", exact, None),
        _share(SPAN, "answers, words shared (F1)", f1, None),
        _share(SPAN, "is there an answer?", told, most),
        Figure(
            SPAN,
            "is there an answer? (AUC)",
            len(told),
            area_under_curve(np.array(margins[True]), np.array(margins[False])),
            0.5,
        ),
    ]


def _pairs(opened: OpenModel, heads: Heads, data: Path) -> list[Figure]:
    written = [{"first": one.first, "second": one.second, "label": one.label} for one in labelled_pairs()]
    found = []
    for head, what, pairs in (
        (RELATION, "pairs, written", written),
        (RELATION, "pairs, put aside", _aside(data, "relations")),
        (NEIGHBOUR, "neighbours, put aside", _aside(data, "neighbours")),
    ):
        labels = heads[head][0].spec.labels
        right = [
            _best(opened, heads[head][0], one["first"], one["second"]) == labels.index(one["label"]) for one in pairs
        ]
        found.append(_share(head, what, right, 1 / 3))
    return found


def _search(opened: OpenModel, heads: Heads) -> list[Figure]:
    by_vectors, by_reading = [], []
    read = opened.tokenizer
    texts = [read.tokens(passage.text) for passage in passages()]
    for place, passage in enumerate(passages()):
        for asked in passage.questions:
            if asked.answer:
                pairs = [read.pair(asked.question, each.text) for each in passages()]
                found = rank_passages(opened, read.tokens(asked.question), texts, pairs, heads[ANSWERS][0])
                by_vectors.append(found.best_by_vectors.passage == place)
                by_reading.append(found.best_by_reading.passage == place)
    count = len(texts)
    return [
        _share(ANSWERS, "right passage first, by pairs", by_reading, 1 / count),
        _share(ANSWERS, "right passage first, by vectors", by_vectors, 1 / count),
    ]


def _best(opened: OpenModel, head: Head, first: str, second: str) -> int:
    (vectors,) = encode_texts(opened, [opened.tokenizer.pair(first, second)])
    return int(head.scores(vectors[0]).argmax())


def _share(head: str, what: str, right: Sequence[float], chance: float | None) -> Figure:
    values = np.array(right, dtype=float)
    return Figure(head, what, len(values), mean_interval(values, resample_indices(len(values))), chance)


def _f1(head: str, what: str, ours: list[list[str]], theirs: list[list[str]]) -> Figure:
    draws = [
        entity_f1([ours[p] for p in drawn], [theirs[p] for p in drawn])
        for drawn in resample_indices(len(ours), resamples=500)
    ]
    return Figure(head, what, len(ours), interval(entity_f1(ours, theirs), np.array(draws)), None)


def _aside(data: Path, name: str) -> list[Any]:
    lines = (data / f"{name}.held-out.jsonl").read_text(encoding="utf-8").splitlines()
    drawn = random.Random(0).sample(lines, k=min(PUT_ASIDE, len(lines)))
    return [json.loads(line) for line in drawn]


def _marked(one: dict[str, Any], head: str) -> LabelledText:
    spans: list[tuple[int, int, str]] = []
    for (begin, end), tag in zip(one["words"], one["speech" if head == SPEECH else "names"], strict=True):
        if head == SPEECH:
            spans.append((begin, end, tag))
        elif tag.startswith("I-") and spans:
            spans[-1] = (spans[-1][0], end, spans[-1][2])
        elif tag != "O":
            spans.append((begin, end, tag[2:]))
    return LabelledText(one["text"], tuple(spans))


def _words_trained_on(data: Path) -> set[str]:
    seen: set[str] = set()
    with (data / "words.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            seen.update(re.findall(r"\w+|[^\w\s]", json.loads(line)["text"].lower()))
    return seen


def _bare(text: str) -> str:
    kept = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", kept).split())
