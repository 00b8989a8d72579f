"""The precomputed river of the home page, written by ``python -m cache.shipped.first_river``.

It has the threads of the sentences that the page offers, so that they are drawn before any model is loaded.
"""

from dataclasses import dataclass

from cache.shipped.shipped import shipped
from components.model.results import Conditions
from components.senses.model.results import WordPoint
from components.senses.model.river_results import River, RiverThread
from components.senses.tables.river_still import river_still


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


@shipped("first_river.json", digits=6)
def first_river() -> FirstRiver:
    """The river of the first word."""
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
    return FirstRiver(river(request, senses), vectors.points, tuple(added), vectors.conditions)


def stored_picture() -> str:
    """Its threads as markup, for a page that has nothing else yet."""
    return river_still(first_river.read().river)


if __name__ == "__main__":
    first_river.write()
