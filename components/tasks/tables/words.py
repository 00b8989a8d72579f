"""Tables and findings of tagged words."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from components.model.heads.specs import SPECS, HeadSpec
from components.tables.numbers import probability_text
from components.tables.phrases import list_phrase, quoted
from components.tasks.model.bio import NamedEntity, RepairedTags, extract_names
from components.tasks.model.word_results import TokenAggregation, WordsReading

SPEECH_NAMES = {
    "ADJ": "adjective", "ADP": "preposition", "ADV": "adverb", "AUX": "auxiliary", "CCONJ": "conjunction",
    "DET": "determiner", "INTJ": "interjection", "NOUN": "noun", "NUM": "number", "PART": "particle",
    "PRON": "pronoun", "PROPN": "proper noun", "PUNCT": "punctuation", "SCONJ": "subordinator", "SYM": "symbol",
    "VERB": "verb", "X": "other",
}  # fmt: skip
NAME_KINDS = {"PER": "person", "LOC": "place", "ORG": "organisation"}
_SEVERAL = {"PER": "people", "LOC": "places", "ORG": "organisations"}
NOTHING = "no name"


def word_table(reading: WordsReading, tags: Sequence[str], *, aggregation: TokenAggregation) -> pd.DataFrame:
    """One row per word.

    Columns: ``place`` from 0, ``word``, its word ``pieces``, ``split`` (the same, empty for one piece), ``tag``,
    ``label`` (the tag in words), ``kind`` for the colour (empty for words outside names), ``probability`` of the tag
    and ``figure``.
    """
    shares = reading.word_probabilities(aggregation=aggregation)
    rows = []
    for place, (word, tag) in enumerate(zip(reading.words, tags, strict=True)):
        probability = float(shares[place, reading.spec.labels.index(tag)])
        cut = [reading.tokens.items[position].text for position in word.positions]
        rows.append(
            {
                "place": place,
                "word": word.text,
                "pieces": " ##".join(cut),
                "split": " ##".join(cut) if len(cut) > 1 else "",
                "tag": tag,
                "label": label_text(reading.spec, tag),
                "kind": "" if tag == "O" else tag.partition("-")[2] or tag,
                "probability": probability,
                "figure": probability_text(probability),
            }
        )
    return pd.DataFrame(rows)


def label_text(head: HeadSpec, tag: str) -> str:
    """A tag in words; unknown tags are left unchanged."""
    if not head.uses_bio_tags:
        return SPEECH_NAMES.get(tag, tag)
    return NOTHING if tag == "O" else NAME_KINDS.get(tag[2:], tag[2:])


def words_finding(reading: WordsReading, tags: Sequence[str], *, aggregation: TokenAggregation) -> str:
    """The names, or the number of labels, and the word with the least probable tag."""
    table = word_table(reading, tags, aggregation=aggregation)
    weakest = table.sort_values("probability").iloc[0]
    if len(table) == 1:
        return f"{quoted(weakest['word'])} gets the tag {weakest['tag']} ({weakest['figure']})."
    least = f"It is least sure of {quoted(weakest['word'])} ({weakest['figure']})."
    if not reading.spec.uses_bio_tags:
        kinds = "parts of speech" if set(reading.spec.labels) <= set(SPEECH_NAMES) else "labels"
        return f"{len(table)} words get {table['tag'].nunique()} different {kinds}. {least}"
    names = extract_names(tags)
    if not names:
        return f"No names in {len(table)} words. {least}"
    listed = "; ".join(f"{_name_text(reading, name)} ({NAME_KINDS.get(name.kind, name.kind)})" for name in names[:4])
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    kinds = list_phrase([_kind_text(kind, count) for kind, count in Counter(name.kind for name in names).items()])
    return f"It finds {_count_text(len(names))}: {kinds}. They are {listed}{more}. {least}"


def repair_finding(reading: WordsReading, repaired: RepairedTags) -> str:
    """The first invalid tag, and what each repair makes of it."""
    if not any(tag.startswith("I-") for tag in repaired.tags):
        return "There is no I tag, so there is nothing to repair."
    if not repaired.places:
        return "Every I tag continues a name of its kind, so there is nothing to repair."
    place = repaired.places[0]
    tag, as_beginning, most_likely = repaired.tags[place], repaired.as_beginnings[place], repaired.most_likely[place]
    word = reading.words[place].text
    return (
        f"{quoted(word)} is tagged {tag}, but no name of that kind has begun. Treated as a beginning it becomes "
        f"{as_beginning}; the most likely valid sequence makes it {most_likely}."
    )


def cut_finding(reading: WordsReading) -> str:
    """How the longest split word is split; empty if none is."""
    cut = [word for word in reading.words if len(word.positions) > 1]
    if not cut:
        return ""
    longest = max(cut, key=lambda word: len(word.positions))
    pieces = " ##".join(reading.tokens.items[position].text for position in longest.positions)
    cut_up = f"{quoted(longest.text)} is split into {pieces}"
    if reading.spec.name not in SPECS:
        return f"{cut_up}; it is not known here which of them this published head was trained on."
    return f"{cut_up}. Only its first piece was trained to carry the tag."


def _name_text(reading: WordsReading, name: NamedEntity) -> str:
    return reading.tokens.sentence[reading.words[name.first].start : reading.words[name.last].end]


def _kind_text(kind: str, count: int) -> str:
    return f"{count} {(NAME_KINDS if count == 1 else _SEVERAL).get(kind, kind)}"


def _count_text(number: int) -> str:
    return "one name" if number == 1 else f"{number} names"
