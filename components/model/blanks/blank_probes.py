"""The probe set of blanks: sentences written for this project, each with one blank and the word that stood there.

What a word to the right is worth cannot be told from one sentence, so the views of a blank are compared over all of
these. Each line of ``blank_probes.tsv`` is a group, a sentence with one "[MASK]", and its word as it was written there:
a name has its capital, for the models that tell it from a small letter. In small letters it is one piece of the
vocabularies of the pocket models and of BERT base (uncased). The group says what a reader needs to find the word, or
where that stands; it was given by hand, before any model was asked.

Sentences are the project's own and stand in no text that a bundled model was trained on.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("blank_probes.tsv")
BLANK = "[MASK]"
COLUMNS = ["group", "sentence", "word"]
EVERY = 9  # of how many sentences one is used to compare layers: some 28 of 250


@dataclass(frozen=True)
class BlankProbe:
    """A sentence with one "[MASK]", the word that stood there, and the phenomenon it is an example of.

    ``word`` is in small letters; ``written`` is the same word as the sentence writes it.
    """

    group: str
    sentence: str
    word: str
    written: str


@cache
def blank_probes(file: Path = FILE) -> tuple[BlankProbe, ...]:
    """All probes of ``file``, in its order.

    Raises:
        ValueError: The columns are others, a sentence has not one blank, its word is not one word, or a
            sentence comes twice.
    """
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    if header.split("\t") != COLUMNS:
        raise ValueError(f"the columns of {file.name} are not {COLUMNS}")
    probes = tuple(_probe(line) for line in lines)
    if len({probe.sentence for probe in probes}) < len(probes):
        raise ValueError(f"a sentence comes twice in {file.name}")
    return probes


def similarity_sentences() -> tuple[str, ...]:
    """The sentences that layers are compared over where a visitor gives none: some of the set, words in place."""
    return tuple(probe.sentence.replace(BLANK, probe.written) for probe in blank_probes()[::EVERY])


def _probe(line: str) -> BlankProbe:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS) or not all(cells):
        raise ValueError(f"{line!r} does not have {len(COLUMNS)} columns")
    group, sentence, written = cells
    if sentence.count(BLANK) != 1:
        raise ValueError(f"{sentence!r} does not have one {BLANK}")
    if not written.isalpha():
        raise ValueError(f"{written!r} is not one word")
    return BlankProbe(group, sentence, written.lower(), written)
