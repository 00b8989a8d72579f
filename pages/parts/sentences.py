"""Split a finding into its headline and further sentences."""

import re

LONGEST = 100  # characters of a headline of more than one sentence
_SENTENCE_ENDS = re.compile(r"(?<=[.!?]) +")


def split_headline(text: str) -> tuple[str, str]:
    """The first sentence of a finding, and the rest. Quoted sentences are not split.

    A short finding stays whole.
    """
    if len(text) <= LONGEST and "\n" not in text:
        return text, ""
    return _first(text)


def split_sentences(text: str) -> list[str]:
    """The sentences of a finding."""
    sentences = []
    while text:
        sentence, text = _first(text)
        sentences.append(sentence)
    return sentences


def _first(text: str) -> tuple[str, str]:
    for end in _SENTENCE_ENDS.finditer(text):
        before = text[: end.start()]
        if before.count("“") == before.count("”"):
            return before, text[end.end() :]
    return text, ""
