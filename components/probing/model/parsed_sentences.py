"""Words of a sentence, and parsed sentences: read from CoNLL-U, or written by hand. Importing this loads no model.

Trees follow Universal Dependencies (https://universaldependencies.org): a content word is the head of the function
words beside it, so in "in the park" both "in" and "the" hang on "park". Punctuation belongs to no tree here, as in
Hewitt and Manning 2019 (https://aclanthology.org/N19-1419).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ROOT = -1  # the head of the root
Arc = tuple[int, int]  # two words, the earlier first
Arcs = frozenset[Arc]
_CLITIC = re.compile(r"(?i)(?<=\w)(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)")
_WORD_SIGNS = frozenset("%&@#")  # punctuation to Unicode, words to a treebank


class SentenceWord(NamedTuple):  # takes a third of the time of a frozen dataclass
    """A word or a punctuation mark of a sentence.

    Attributes:
        text: As written.
        start: Its first code point in the sentence.
        end: The code point after its last one.
        punctuation: Whether it is a punctuation mark.
    """

    text: str
    start: int
    end: int
    punctuation: bool


@dataclass(frozen=True)
class ParsedSentence:
    """A sentence with its tree.

    Attributes:
        sentence: The text.
        words: Its words and punctuation marks.
        heads: For each of them the index of its head, or :data:`ROOT`.
        document: The document that it comes from; empty where that does not matter.
        tags: The part of speech of each word (UPOS); empty where that does not matter.
    """

    sentence: str
    words: tuple[SentenceWord, ...]
    heads: tuple[int, ...]
    document: str = ""
    tags: tuple[str, ...] = ()

    @property
    def nodes(self) -> tuple[int, ...]:
        """The indices of the words that are not punctuation."""
        return tree_nodes(self.words)

    @property
    def arcs(self) -> Arcs:
        """The pairs of a word and its head, by their indices among all words.

        Raises:
            ValueError: The words are not one tree.
        """
        nodes = self.nodes
        return frozenset((nodes[low], nodes[high]) for low, high in heads_to_arcs(self.node_heads))

    @property
    def node_heads(self) -> tuple[int, ...]:
        """For each node the place of its head among the nodes; a head that is punctuation is replaced by its own."""
        nodes = self.nodes
        places = {node: place for place, node in enumerate(nodes)}

        def head_place(word: int) -> int:
            head = self.heads[word]
            for _ in self.words:
                if head == ROOT or head in places:
                    break
                head = self.heads[head]
            return places.get(head, ROOT)

        return tuple(map(head_place, nodes))


def tree_nodes(words: Sequence[SentenceWord]) -> tuple[int, ...]:
    """The indices of the words that are not punctuation."""
    return tuple(index for index, word in enumerate(words) if not word.punctuation)


def split_sentence(sentence: str) -> tuple[SentenceWord, ...]:
    """The words of a sentence as a treebank separates them.

    A word is a run of letters, digits and their marks, or a number such as 3.5. "n't" and "'s" are words of their
    own, and so is every other visible character.
    """
    clitics = {match.start(): match.end() for match in _CLITIC.finditer(sentence)}
    words: list[SentenceWord] = []
    end = 0
    while (start := end) < len(sentence):
        end = clitics.get(start, start + 1)
        kind = unicodedata.category(sentence[start])[0]
        if start not in clitics and _is_letter(sentence[start]):
            while end < len(sentence) and end not in clitics and _continues_word(sentence, end):
                end += 1
        if kind not in "CZ":  # neither a space nor a control character
            text = sentence[start:end]
            words.append(SentenceWord(text, start, end, kind == "P" and all(map(_is_punctuation, text))))
    return tuple(words)


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] == "P" and character not in _WORD_SIGNS


def _continues_word(sentence: str, position: int) -> bool:
    """Whether a character belongs to the word before it: letters, and the point in 3.5."""
    around = sentence[position - 1 : position + 2]
    return _is_letter(sentence[position]) or (around[1] in ".," and around[:1].isdigit() and around[2:].isdigit())


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN" or character == "_"


def heads_to_arcs(heads: Sequence[int]) -> Arcs:
    """The arcs of a tree.

    Raises:
        ValueError: ``heads`` are not those of one tree.
    """
    tree_distances(heads)
    return frozenset((min(word, head), max(word, head)) for word, head in enumerate(heads) if head != ROOT)


def tree_distances(heads: Sequence[int]) -> npt.NDArray[np.int64]:
    """The number of arcs between every two words of a tree. *Shape:* (word, word).

    Args:
        heads: For each word the index of its head; :data:`ROOT` for the root.

    Raises:
        ValueError: ``heads`` are not those of one tree.
    """
    if not heads or sum(head == ROOT for head in heads) != 1:
        raise ValueError(f"a tree has one root: {heads}")
    paths: list[list[int]] = []  # from each word to the root
    for word in range(len(heads)):
        path = [word]
        while heads[path[-1]] != ROOT:
            path.append(heads[path[-1]])
            if len(path) > len(heads):
                raise ValueError(f"a tree has no circle: {heads}")
        paths.append(path)
    distances = np.zeros((len(heads), len(heads)), dtype=np.int64)
    for first, path in enumerate(paths):
        steps = {word: step for step, word in enumerate(path)}
        for second in range(first):
            up, meeting = next((up, word) for up, word in enumerate(paths[second]) if word in steps)
            distances[first, second] = distances[second, first] = up + steps[meeting]
    return distances


def read_conllu(lines: Iterable[str]) -> Iterator[ParsedSentence]:
    """The sentences of a CoNLL-U file (https://universaldependencies.org/format.html).

    A sentence whose words cannot be located in its text, or whose words without punctuation are not one tree, is
    left out.

    Args:
        lines: The lines of the file.
    """
    document, text, rows = "", "", list[list[str]]()
    for line in (*lines, "\n"):
        if line.startswith("# newdoc id = "):
            document = line.split("=", 1)[1].strip()
        elif line.startswith("# text = "):
            text = line.removeprefix("# text = ").rstrip("\n")
        elif line[:1].isdigit():
            cells = line.split("\t")
            if cells[0].isdigit():  # neither a contraction ("3-4") nor an empty node ("8.1")
                rows.append(cells)
        elif not line.strip() and rows:
            if (parsed := _parsed_sentence(text, rows, document)) is not None:
                yield parsed
            text, rows = "", []


def _parsed_sentence(text: str, rows: Sequence[Sequence[str]], document: str) -> ParsedSentence | None:
    words: list[SentenceWord] = []
    position = 0
    for _, form, _, part_of_speech, *_ in rows:
        start = text.find(form, position)
        if start < 0 or text[position:start].strip():
            return None
        position = start + len(form)
        words.append(SentenceWord(form, start, position, part_of_speech == "PUNCT"))
    heads, tags = tuple(int(row[6]) - 1 for row in rows), tuple(row[3] for row in rows)
    parsed = ParsedSentence(text, tuple(words), heads, document, tags)
    try:
        heads_to_arcs(parsed.node_heads)
    except ValueError:
        return None
    return parsed
