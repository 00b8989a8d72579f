"""Example sentences with their trees, both written for this project.

``tree_presets.tsv`` writes an arc as a reader would say it, head first: ``keys>The``. Where a word occurs more than
once, ``the.2`` is its second occurrence; upper and lower case are different words. Heads follow Universal
Dependencies, as those of the treebank do that the probes learned from.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from components.probing.model.parsed_sentences import ROOT, ParsedSentence, heads_to_arcs, split_sentence, tree_nodes

FILE = Path(__file__).with_suffix(".tsv")


@dataclass(frozen=True)
class TreePreset:
    """An example: a sentence whose tree is known.

    Attributes:
        name: What it shows.
        parsed: The sentence and its tree.
        notice: What to notice, as text for visitors.
    """

    name: str
    parsed: ParsedSentence
    notice: str

    @property
    def sentence(self) -> str:
        """The text."""
        return self.parsed.sentence


@cache
def tree_presets() -> tuple[TreePreset, ...]:
    """All examples, in the order of a lecture."""
    with FILE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(TreePreset(row["name"], parse_by_hand(row["sentence"], row["tree"]), row["notice"]) for row in rows)


def known_parse(sentence: str) -> ParsedSentence | None:
    """The tree of a sentence, if it is one of the examples."""
    return next((preset.parsed for preset in tree_presets() if preset.sentence == sentence.strip()), None)


def parse_by_hand(sentence: str, tree: str) -> ParsedSentence:
    """A sentence with the tree that is written beside it.

    Raises:
        ValueError: A word of the tree is not in the sentence, or the arcs are not a tree over its words.
    """
    words = split_sentence(sentence)
    places: dict[str, list[int]] = {}
    for node in tree_nodes(words):
        places.setdefault(words[node].text, []).append(node)
    names = {
        f"{text}.{number}" if len(indices) > 1 else text: index
        for text, indices in places.items()
        for number, index in enumerate(indices, start=1)
    }
    heads = [ROOT] * len(words)
    for arc in tree.split():
        head, _, dependent = arc.partition(">")
        if head not in names or dependent not in names or heads[names[dependent]] != ROOT:
            raise ValueError(f"{sentence!r}: {arc!r} is not an arc of its words")
        heads[names[dependent]] = names[head]
    parsed = ParsedSentence(sentence, words, tuple(heads))
    heads_to_arcs(parsed.node_heads)
    return parsed
