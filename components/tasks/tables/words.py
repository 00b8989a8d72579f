"""Tables of a label for every word."""

from collections.abc import Sequence

import pandas as pd

from components.tasks.model.bio import Mended, Name, names_in
from components.tasks.model.specs import SPECS, HeadSpec
from components.tasks.model.word_results import Answering, WordsReading
from components.tasks.tables.text import percent

SPEECH_NAMES = {
    "ADJ": "adjective", "ADP": "preposition", "ADV": "adverb", "AUX": "auxiliary", "CCONJ": "conjunction",
    "DET": "determiner", "INTJ": "interjection", "NOUN": "noun", "NUM": "number", "PART": "particle",
    "PRON": "pronoun", "PROPN": "proper noun", "PUNCT": "punctuation", "SCONJ": "subordinator", "SYM": "symbol",
    "VERB": "verb", "X": "other",
}  # fmt: skip
NAME_KINDS = {"PER": "person", "LOC": "place", "ORG": "organisation"}
NOTHING = "–"


def word_table(reading: WordsReading, tags: Sequence[str], *, answering: Answering) -> pd.DataFrame:
    """A row a word.

    Columns: ``place`` from 0, ``word``, ``pieces`` as they were cut, ``tag``, ``label`` as people read it, ``kind`` for
    a colour (empty for words that are no name), ``probability`` of the tag and ``figure``.
    """
    shares = reading.of_words(answering=answering)
    rows = []
    for place, (word, tag) in enumerate(zip(reading.words, tags, strict=True)):
        probability = float(shares[place, reading.spec.labels.index(tag)])
        cut = [reading.tokens.items[position].text for position in word.positions]
        rows.append(
            {
                "place": place,
                "word": word.text,
                "pieces": " ##".join(cut),
                "tag": tag,
                "label": label_text(reading.spec, tag),
                "kind": "" if tag == "O" else tag.partition("-")[2] or tag,
                "probability": probability,
                "figure": percent(probability),
            }
        )
    return pd.DataFrame(rows)


def label_text(head: HeadSpec, tag: str) -> str:
    """A tag as people read it; one that nobody here knows stays as it is."""
    if not head.begins_and_goes_on:
        return SPEECH_NAMES.get(tag, tag)
    return NOTHING if tag == "O" else f"{tag[:1]} {NAME_KINDS.get(tag[2:], tag[2:])}"


def words_finding(reading: WordsReading, tags: Sequence[str], *, answering: Answering) -> str:
    """What was found, and the word that the head is least sure of."""
    table = word_table(reading, tags, answering=answering)
    weakest = table.sort_values("probability").iloc[0]
    least = f"It is least sure of “{weakest['word']}” ({weakest['figure']})."
    if not reading.spec.begins_and_goes_on:
        kinds = "parts of speech" if set(reading.spec.labels) <= set(SPEECH_NAMES) else "labels"
        return f"{len(table)} words get {table['tag'].nunique()} different {kinds}. {least}"
    found = names_in(tags)
    if not found:
        return f"No names in {len(table)} words. {least}"
    listed = "; ".join(f"{_text(reading, name)} ({NAME_KINDS.get(name.kind, name.kind)})" for name in found[:4])
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return f"{_count(len(found))}: {listed}{more}. {least}"


def mended_finding(reading: WordsReading, found: Mended) -> str:
    """Which tag cannot be where it is, and what each way of mending makes of it."""
    if not found.places:
        return "Every I tag continues a name of its kind, so there is nothing to repair."
    place = found.places[0]
    said, one, other = found.tags[place], found.begun[place], found.likeliest[place]
    word = reading.words[place].text
    return (
        f"“{word}” is tagged {said}, but no name of that kind has begun. Treated as a beginning it becomes {one}; the "
        f"most likely valid sequence makes it {other}."
    )


def cut_finding(reading: WordsReading) -> str:
    """What becomes of words that were cut."""
    cut = [word for word in reading.words if len(word.positions) > 1]
    if not cut:
        return ""
    longest = max(cut, key=lambda word: len(word.positions))
    pieces = " ##".join(reading.tokens.items[position].text for position in longest.positions)
    cut_up = f"“{longest.text}” is split into {pieces}"
    if reading.spec.name not in SPECS:
        return f"{cut_up}; it is not known here which of them this published head was trained on."
    return f"{cut_up}. Only its first piece was trained to carry the tag."


def _text(reading: WordsReading, name: Name) -> str:
    return reading.tokens.sentence[reading.words[name.first].start : reading.words[name.last].end]


def _count(number: int) -> str:
    return "One name" if number == 1 else f"{number} names"
