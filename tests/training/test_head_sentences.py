"""The second part of the heads' probe set is what the command writes, and partners in it stand far apart."""

from collections import Counter

from components.attention.model.head_probes import FILE, Relation, head_probes
from training.head_sentences import FRAMES, SENTENCES_PER_FRAME, sentences


def test_the_file_ends_with_what_the_command_writes() -> None:
    made = list(sentences())
    assert len(made) == len(FRAMES) * SENTENCES_PER_FRAME
    assert FILE.read_text(encoding="utf-8").splitlines()[-len(made) :] == made


def test_partners_stand_one_to_six_words_apart() -> None:
    written = head_probes()[-len(FRAMES) * SENTENCES_PER_FRAME :]
    apart = {
        relation: Counter(abs(right - left) for probe in written for left, right in probe.pairs[relation])
        for relation in Relation
    }
    assert set(apart[Relation.DETERMINER]) >= {1, 2, 3, 4}
    assert set(apart[Relation.OBJECT]) >= {2, 3, 4, 5, 6}
    assert set(apart[Relation.POSSESSIVE]) >= {2, 3, 4}
    assert set(apart[Relation.SUBJECT]) >= {1, 2, 4, 5, 6}
