"""The probe set: sentences written for this project, each with one blank and its correct word.

One sentence cannot show how much the right context helps, so models are compared over all of them. Each line of
``blank_probes.tsv`` has a group, a sentence with one "[MASK]", and the word as the sentence writes it: names are
capitalised, for cased models. In lower case it is a single token for the pocket models and for BERT base (uncased). The
group says what a reader needs to find the word, or where that is; it was assigned by hand before any model was run.

The sentences are in no text that a bundled model was trained on.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("blank_probes.tsv")
BLANK = "[MASK]"
COLUMNS = ["group", "sentence", "word"]
EVERY = 9  # every ninth sentence is used to compare layers: about 28 of 250


@dataclass(frozen=True)
class BlankProbe:
    """A sentence with one "[MASK]", its correct word, and the phenomenon (``group``) that it is an example of.

    ``word`` is in lower case; ``written`` is the same word as the sentence writes it.
    """

    group: str
    sentence: str
    word: str
    written: str


@cache
def blank_probes(file: Path = FILE) -> tuple[BlankProbe, ...]:
    """All probes of ``file``, in its order.

    Raises:
        ValueError: The columns are wrong, a sentence does not have exactly one blank, its word is not a single word, or
            a sentence is repeated.
    """
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    if header.split("\t") != COLUMNS:
        raise ValueError(f"the columns of {file.name} are not {COLUMNS}")
    probes = tuple(_probe(line) for line in lines)
    if len({probe.sentence for probe in probes}) < len(probes):
        raise ValueError(f"a sentence comes twice in {file.name}")
    return probes


def similarity_sentences() -> tuple[str, ...]:
    """The default sentences for comparing layers: some probes with their words filled in."""
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
