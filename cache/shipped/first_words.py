"""The words of the first example of “Tokens and input”, cut beforehand by ``python -m cache.shipped.first_words``."""

from dataclasses import dataclass

from cache.shipped.shipped import shipped
from components.input.model.cutting import Rule, TokenizedWord
from components.input.model.presets import INPUT_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions


@dataclass(frozen=True)
class FirstWords:
    """The first example, cut by the default model's vocabulary.

    Attributes:
        rule: How the vocabulary cuts words.
        words: The words of the sentence, with every step.
        conditions: Of the model.
    """

    rule: Rule
    words: tuple[TokenizedWord, ...]
    conditions: Conditions


@shipped("first_words.json")
def first_words() -> FirstWords:
    """The words of the first example."""
    from cache.engine import conditions
    from cache.input import rule, tokenize_words

    words = tokenize_words(DEFAULT_MODEL, INPUT_PRESETS[0].sentence)
    return FirstWords(rule(DEFAULT_MODEL), words, conditions(DEFAULT_MODEL))


if __name__ == "__main__":
    first_words.write()
