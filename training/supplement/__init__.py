"""Training text that is generated from templates and small tables of facts.

The public corpus says little about capitals, seasons or two kinds of bank, and a small model sees it only a few times.
The supplement states such facts in many ways, so that the demonstrations work by generalisation: the sentences of the
probes and of the hundred blanks are excluded, also inside longer sentences (:func:`is_reserved`).
"""

import random
from collections.abc import Iterator

from training.common_sense import holds_a_blank
from training.probes import ORDERED_PROBES, RANKED_PROBES, sentence_pattern
from training.supplement import agreement, facts, pronouns, senses, transformers_talk

_TOPICS = (facts, transformers_talk, agreement, pronouns, senses)
_RESERVED = sentence_pattern(
    [*(probe.sentence for probe in RANKED_PROBES), *(probe.sentence for probe in ORDERED_PROBES)]
)


def is_reserved(sentence: str) -> bool:
    """Whether ``sentence`` contains a probe or a blank of the tests, with any word in its blank."""
    return _RESERVED.search(sentence) is not None or holds_a_blank(sentence)


def sentences(seed: int) -> Iterator[str]:
    """Every distinct sentence of the supplement; deterministic for a ``seed``."""
    written: set[str] = set()
    for topic in _TOPICS:
        for sentence in topic.sentences(random.Random(seed)):
            if sentence not in written and not is_reserved(sentence):
                written.add(sentence)
                yield sentence
