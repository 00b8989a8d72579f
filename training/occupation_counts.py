"""Count in how many sentences of the corpus an occupation and a pronoun stand together.

    python -m training.occupation_counts --corpus FOLDER

A *sentence* is a part of a paragraph that ends after ".", "!" or "?" (and a closing quotation mark or bracket) before
white space, or with the paragraph. A *word* is a run of letters a to z, in lower case. A sentence counts for an
occupation if it has its word, in the singular; for "she" if it also has "she", "her" or "hers"; for "he" if it also has
"he", "him" or "his". A sentence with both counts in both. Nothing says that the pronoun means the person with the
occupation. Held-out documents, and paragraphs that training leaves out, are not counted.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from components.suites.model.occupations import COUNT_FILE, CorpusCount, occupations
from training.common_sense import holds_a_blank
from training.corpus import documents

SHE, HE = frozenset({"she", "her", "hers"}), frozenset({"he", "him", "his"})
_END = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+")
_WORD = re.compile(r"[a-z]+")


def count_pronouns(paragraphs: Iterable[str], words: Sequence[str]) -> list[CorpusCount]:
    """The counts of each of ``words`` in ``paragraphs``, by the rule above."""
    counts = {word: [0, 0, 0] for word in words}
    names = _names(words)
    for paragraph in paragraphs:
        for sentence in filter(names.search, _END.split(paragraph)):
            present = set(_WORD.findall(sentence.lower()))
            has_she, has_he = not SHE.isdisjoint(present), not HE.isdisjoint(present)
            for word in present & counts.keys():
                counts[word][0] += 1
                counts[word][1] += has_she
                counts[word][2] += has_he
    return [CorpusCount(word, *counts[word]) for word in words]


def training_paragraphs(corpus: Path, words: Sequence[str]) -> Iterable[str]:
    """The paragraphs that the pocket family was trained on and that may name one of ``words``.

    Raises:
        FileNotFoundError: The folder is missing or holds no ``.txt`` file.
    """
    names = _names(words)
    for document in documents(corpus):
        if not document.held_out:
            for paragraph in filter(names.search, document.paragraphs):
                if not holds_a_blank(paragraph):
                    yield paragraph


def _names(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of .txt files")
    options = parser.parse_args(arguments)
    words = [each.word for each in occupations()]
    counts = count_pronouns(training_paragraphs(options.corpus, words), words)
    lines = ["word\tsentences\tshe\the", *(f"{c.word}\t{c.sentences}\t{c.she}\t{c.he}" for c in counts)]
    COUNT_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
