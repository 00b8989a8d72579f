"""The precomputed river of the home page, written by ``python -m cache.shipped.first_river``.

It has the threads of the sentences that the page offers, so that they are drawn before any model is loaded.
"""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.model.results import Conditions
from components.model.serialisation import from_json, rounded, to_json, to_plain
from components.senses.model.results import WordPoint
from components.senses.model.river_results import River, RiverThread
from components.senses.tables.river_still import river_still

FILE = Path(__file__).with_name("first_river.json")
_DIGITS = 6


@dataclass(frozen=True)
class FirstRiver:
    """A river with the threads of some sentences.

    Attributes:
        river: The river.
        points: All points of the word.
        added: A thread for each of the sentences.
        conditions: What the numbers were computed under.
    """

    river: River
    points: tuple[WordPoint, ...]
    added: tuple[tuple[WordPoint, RiverThread], ...]
    conditions: Conditions

    def threads_of(self, sentence: str) -> tuple[tuple[WordPoint, RiverThread], ...]:
        """The threads of a sentence; empty if it is not one of those that are stored."""
        return tuple(added for added in self.added if added[0].sentence == sentence)


@st.cache_resource(max_entries=1, show_spinner=False)
def first_river() -> FirstRiver:
    """The river of the first word."""
    return _stored()


def stored_picture() -> str:
    """Its threads as markup, for a page that has nothing else yet."""
    return river_still(_stored().river)


def _stored() -> FirstRiver:
    return from_json(FirstRiver, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write it."""
    from cache.river import default_senses, own_threads, own_vectors, river
    from cache.senses import word_vectors
    from components.model.checkpoints.catalogue import DEFAULT_MODEL
    from components.model.word_senses import OPENING_SENTENCES, sense_presets
    from components.senses.model.request import preset_request

    word = sense_presets()[0]
    request = preset_request(DEFAULT_MODEL, word)
    senses, vectors = default_senses(request), word_vectors(request, lambda _text: None)
    assert senses is not None
    added = [
        thread
        for opening in OPENING_SENTENCES
        for thread in own_threads(request, senses, own_vectors(request, opening.sentence))
    ]
    first = FirstRiver(river(request, senses), vectors.points, tuple(added), vectors.conditions)
    FILE.write_text(to_json(rounded(to_plain(first), _DIGITS)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
