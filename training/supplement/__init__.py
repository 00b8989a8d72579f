"""Text that this repository writes by itself, from templates and small tables of facts.

The public corpus says little about capitals, seasons or two kinds of bank, and a small model sees it only a few times.
The supplement says such things in many ways, so that the demonstrations work by learning them and not by look-up: the
sentences the tests ask for and the hundred blanks are kept out of it, also inside a longer sentence (:func:`reserved`).
"""

import random
from collections.abc import Iterator

from training.common_sense import holds_a_blank
from training.probes import ORDERED_PROBES, RANKED_PROBES, with_any_word
from training.supplement import agreement, facts, pronouns, senses, transformers_talk

_TOPICS = (facts, transformers_talk, agreement, pronouns, senses)
_RESERVED = with_any_word([*(one.sentence for one in RANKED_PROBES), *(one.sentence for one in ORDERED_PROBES)])


def reserved(sentence: str) -> bool:
    """Whether ``sentence`` holds a sentence that is asked, with any word in its blank."""
    return _RESERVED.search(sentence) is not None or holds_a_blank(sentence)


def sentences(seed: int) -> Iterator[str]:
    """Every distinct sentence of the supplement, the same ones in the same order for the same ``seed``."""
    seen: set[str] = set()
    for topic in _TOPICS:
        for sentence in topic.sentences(random.Random(seed)):
            if sentence not in seen and not reserved(sentence):
                seen.add(sentence)
                yield sentence
