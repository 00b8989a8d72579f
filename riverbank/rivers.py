"""The river of a word: on which side of two meanings it lies in every sentence, layer by layer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Conditions
from components.model.tokens.occurrences import SentenceWithSense, parse_word_forms
from components.model.user_errors import UserError
from components.model.word_senses import sense_presets
from components.senses.model.neighbours import lowest_labelled_cosine
from components.senses.model.request import SENTENCES_PER_PART
from components.senses.model.results import WordPoint, WordVectors, concatenate_vectors, point_senses
from components.senses.model.river import added_threads, check_river, compute_river, nearest_senses
from components.senses.model.river_results import River, RiverThread
from components.senses.model.word_vectors import word_vectors
from components.senses.tables.river import encode_river, river_finding, river_table
from components.widgets.canvas import with_settings
from riverbank.arguments import sentence_text
from riverbank.figures import RIVER, FigureKind, drawer
from riverbank.models import open_model
from riverbank.results import DrawnResult

ADDED_LIMIT = 20  # sentences: more threads could not be told apart


@dataclass(frozen=True, repr=False)
class RiverResult(DrawnResult):
    """A river, with a thread for each added sentence.

    Attributes:
        model: The name of the model.
        word: The word.
        river: The heights of the labelled sentences in every layer, and the control with shuffled meanings.
        points: Every occurrence of the word in the labelled sentences; the river has some of them.
        threads: Each added sentence's occurrence of the word and its thread.
        conditions: What the numbers were computed under.
    """

    model: str
    word: str
    river: River
    points: tuple[WordPoint, ...]
    threads: tuple[tuple[WordPoint, RiverThread], ...]
    conditions: Conditions

    @property
    def table(self) -> pd.DataFrame:
        """One row for each layer and thread.

        Columns: ``layer`` from 0, the embeddings; ``thread`` from 1, added sentences last; ``sentence``; ``meaning``,
        missing for an added sentence; ``height``; ``side``, the meaning on whose side it lies, or "undecided";
        ``nearest``, of an added sentence the nearest other one.
        """
        return river_table(self.river, self.points, self.threads)

    @property
    def finding(self) -> str:
        """How the model reads the word in the added sentences; without any, how many sentences it reads right."""
        return river_finding(self.river, self.word, self.model, self.threads)

    @property
    def height(self) -> int:
        """The height of the figure in CSS pixels."""
        return 760

    def drawn(self) -> tuple[FigureKind, bytes | Mapping[str, Any]]:
        """The threads on a canvas."""
        settings = {
            "initial": {"layer": self.river.last, "point": None},
            "plays": False,
            "height": 0.56,
            "until": None,
            "tells": True,
        }
        payload = encode_river(self.river, self.points, self.word, self.threads)
        return RIVER, with_settings(settings, payload)

    @property
    def why(self) -> Sequence[str]:
        """What the numbers were computed with."""
        return drawer(self.model, self.conditions)


def river(
    sentences: str | Iterable[str] | Mapping[str, Iterable[str]],
    word: str,
    *,
    added: str | Iterable[str] = (),
    model: object = DEFAULT_MODEL,
) -> RiverResult:
    """Place sentences between two meanings of a word, in every layer.

    Args:
        sentences: Sentences with a word that the app has labelled sentences for, such as "bank": they are added to its
            river. For any other word a dictionary from each meaning to its sentences, two or more each.
        word: The word; further forms after commas, such as "mouse, mice". The included words have their forms already.
        added: With a dictionary, the sentences to place in its river.
        model: See :func:`riverbank.models.open_model`.

    Raises:
        UserError: There are no labelled sentences of the word, too few of a meaning, or a sentence does not have the
            word, or the model cannot be used.
        TypeError: A sentence is not a string.

    Examples:
        >>> riverbank.river(["The bank was covered with mud."], "bank").finding  # doctest: +SKIP
        'MiniLM reads “bank” as river.'
    """
    forms = parse_word_forms(sentence_text(word, "word"))
    if isinstance(sentences, Mapping):
        labelled = tuple(
            SentenceWithSense(text, sentence_text(meaning, "a meaning"))
            for meaning, texts in sentences.items()
            for text in _texts(texts)
        )
        new = _texts(added)
    else:
        forms, labelled = _included(forms)
        new = (*_texts(sentences), *_texts(added))
    if len(new) > ADDED_LIMIT:
        raise UserError(f"These are {len(new)} sentences; up to {ADDED_LIMIT} can be told apart. Use fewer.")
    return _river(open_model(model), forms, labelled, new)


def _river(
    opened: OpenModel, forms: tuple[str, ...], labelled: tuple[SentenceWithSense, ...], new: tuple[str, ...]
) -> RiverResult:
    vectors = _vectors(opened, tuple(each.sentence for each in labelled), forms)
    labels = point_senses(vectors.points, labelled)
    of_new = [_new_vectors(opened, text, forms) for text in new]
    senses = _two_senses(tuple(dict.fromkeys(each.sense for each in labelled if each.sense)), vectors, labels, of_new)
    check_river(labels, vectors.texts, senses)
    drawn = compute_river(vectors.vectors, labels, vectors.texts, senses)
    similar_from = lowest_labelled_cosine(vectors.vectors[:, drawn.last], labels, vectors.texts)
    threads = tuple(thread for each in of_new for thread in added_threads(drawn, vectors, labels, each, similar_from))
    return RiverResult(opened.record.name, forms[0], drawn, vectors.points, threads, vectors.conditions)


def _texts(sentences: str | Iterable[str]) -> tuple[str, ...]:
    return tuple(
        sentence_text(text, "a sentence") for text in ([sentences] if isinstance(sentences, str) else sentences)
    )


def _included(forms: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[SentenceWithSense, ...]]:
    """Forms and labelled sentences of a word that ships with its meanings.

    Raises:
        UserError: It does not.
    """
    presets = sense_presets()
    for preset in presets:
        if preset.word == forms[0].casefold():
            labelled = tuple(SentenceWithSense(example.sentence, example.sense) for example in preset.sentences)
            return preset.forms, labelled
    names = ", ".join(f"“{preset.word}”" for preset in presets)
    raise UserError(
        f"There are no labelled sentences of “{forms[0]}” here, only of {names}. Give a dictionary from each meaning "
        "to its sentences."
    )


def _vectors(opened: OpenModel, texts: tuple[str, ...], forms: tuple[str, ...]) -> WordVectors:
    starts = range(0, len(texts), SENTENCES_PER_PART)
    parts = [word_vectors(opened, texts[start : start + SENTENCES_PER_PART], forms) for start in starts]
    if not parts:
        raise UserError("There are no sentences. Give two or more for each of two meanings.")
    return concatenate_vectors(parts)


def _new_vectors(opened: OpenModel, text: str, forms: tuple[str, ...]) -> WordVectors:
    vectors = word_vectors(opened, [text], forms)
    if vectors.unreadable:
        raise UserError(vectors.unreadable[0][1])
    if not vectors.points:
        raise UserError(f"“{text}” does not have the word “{forms[0]}”. Add it, or leave the sentence out.")
    return vectors


def _two_senses(
    names: tuple[str, ...],
    vectors: WordVectors,
    labels: tuple[str | None, ...],
    of_new: list[WordVectors],
) -> tuple[str, str]:
    """The two meanings that the river runs between: of more than two those nearest to the first added sentence."""
    if len(names) < 2:
        raise UserError("The river runs between two meanings. Give sentences of two.")
    if len(names) == 2 or not of_new:
        return names[0], names[1]
    return nearest_senses(vectors.vectors[:, -1], [label or None for label in labels], of_new[0].vectors[0, -1])
