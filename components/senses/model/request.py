"""A request for the vectors of a word in sentences."""

import hashlib
from dataclasses import dataclass

from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import SensePreset
from components.senses.model.results import WordPooling

SENTENCES_PER_PART = 64  # sentences that are read between two updates of a progress bar


@dataclass(frozen=True)
class SensesRequest:
    """A word in sentences, read by a model.

    Attributes:
        model_id: The registry's id of the model.
        forms: The forms of the word to search for, the word itself first.
        sentences: The sentences, some of them labelled with the sense of the word.
        pooling: How a word of several tokens is reduced to one vector.
    """

    model_id: str
    forms: tuple[str, ...]
    sentences: tuple[SentenceWithSense, ...]
    pooling: WordPooling = WordPooling.MEAN

    @property
    def key(self) -> str:
        """Hash of everything that vectors depend on, which excludes the labels of sentences."""
        parts = [self.model_id, self.forms, self.pooling.value, [sentence.sentence for sentence in self.sentences]]
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def preset_request(model_id: str, preset: SensePreset) -> SensesRequest:
    """The request for a word in its included sentences."""
    sentences = tuple(SentenceWithSense(example.sentence, example.sense) for example in preset.sentences)
    return SensesRequest(model_id, preset.forms, sentences)
