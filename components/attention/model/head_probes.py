"""The probe set: sentences written for this project, with grammatical relations annotated by hand.

Heads are scored over all of these sentences. Each line of
``head_probes.tsv`` is a sentence and, for four relations, pairs of its words as a reader would say them:
``fisherman>mended`` under "subject". Words are quoted and not numbered, so that a line can be checked by eye; where a
word occurs more than once, ``the.2`` is its second occurrence. Upper and lower case are different words there.

The four relations, and which word stands on the left of the ``>``:

- determiner > noun: "the", "a", "every", "no", "this" and the head of their noun phrase;
- verb > object: a verb and the head of its direct object;
- possessor > possessed: "her", or "Anna's", and the head of what is possessed;
- subject > verb: the head of the subject and its verb, which is the full verb where there is an auxiliary and the
  form of "be" where there is no other verb.

Of words joined by "and" the first is taken. Subjects of the passive, relative pronouns and clauses that are objects are
left out. In one relation a word has one partner at most, so "the most-attended word" can be right in either direction.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

FILE = Path(__file__).with_name("head_probes.tsv")
EDGES = ".,?!;:"  # what is split off the end of a word, each mark a word of its own


class Relation(StrEnum):
    """A grammatical relation between two words; the values are the columns of the file."""

    DETERMINER = "determiner"
    OBJECT = "object"
    POSSESSIVE = "possessive"
    SUBJECT = "subject"


@dataclass(frozen=True)
class ProbeWord:
    """A word or a punctuation mark, and its place in the sentence in code points."""

    text: str
    start: int
    end: int

    @property
    def punctuation(self) -> bool:
        """Whether it is a punctuation mark."""
        return not any(character.isalnum() for character in self.text)


@dataclass(frozen=True)
class Probe:
    """A sentence, its words, and for each relation the pairs of word indices, in the order of the file's ``>``."""

    sentence: str
    words: tuple[ProbeWord, ...]
    pairs: dict[Relation, tuple[tuple[int, int], ...]]


def head_probes(file: Path = FILE) -> tuple[Probe, ...]:
    """All probes of ``file``.

    Raises:
        ValueError: A line has a column too many or too few, or a pair names no word of its sentence or several.
    """
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    columns = [Relation(name) for name in header.split("\t")[1:]]
    return tuple(_probe(line.split("\t"), columns) for line in lines)


def split_words(sentence: str) -> tuple[ProbeWord, ...]:
    """Split at spaces, and split off punctuation at the end of a word; "Anna's" is one word."""
    words: list[ProbeWord] = []
    start = 0
    for chunk in sentence.split(" "):
        core = chunk.rstrip(EDGES)
        if core:
            words.append(ProbeWord(core, start, start + len(core)))
        words += [ProbeWord(chunk[i], start + i, start + i + 1) for i in range(len(core), len(chunk))]
        start += len(chunk) + 1
    return tuple(words)


def _probe(cells: list[str], columns: list[Relation]) -> Probe:
    sentence, *marked = cells
    words = split_words(sentence)
    places: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        places.setdefault(word.text, []).append(index)
    names = {
        f"{text}.{number}" if len(indices) > 1 else text: index
        for text, indices in places.items()
        for number, index in enumerate(indices, start=1)
    }
    try:
        pairs = {
            relation: tuple((names[left], names[right]) for left, right in (pair.split(">") for pair in cell.split()))
            for relation, cell in zip(columns, marked, strict=True)
        }
    except (KeyError, ValueError) as error:
        raise ValueError(f"{sentence!r} is marked wrongly: {error}") from error
    return Probe(sentence, words, pairs)
