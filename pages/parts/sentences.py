"""A finding in parts: the sentence that stands over its figure, and the others one by one."""

import re

LONGEST = 100  # characters of a headline that is made of more than one sentence
_SENTENCE_ENDS = re.compile(r"(?<=[.!?]) +")


def split_headline(text: str) -> tuple[str, str]:
    """A finding as its first sentence and the others; sentences inside quotation marks are not parted.

    Two that are short stay together.
    """
    if len(text) <= LONGEST and "\n" not in text:
        return text, ""
    return _first(text)


def split_sentences(text: str) -> list[str]:
    """A finding sentence by sentence."""
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
