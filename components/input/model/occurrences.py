"""Sentences of the probe set in which a token occurs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from components.model.blanks.blank_probes import BLANK, blank_probes

if TYPE_CHECKING:  # pages know these results, and are not to wait for what reads text
    from components.model.tokens.tokenization import SentenceTokenizer

OCCURRENCE_LIMIT = 3  # sentences per token


@dataclass(frozen=True)
class Occurrence:
    """A sentence with a token, and the characters where it starts and ends."""

    sentence: str
    start: int
    end: int


def probe_sentences() -> tuple[str, ...]:
    """The sentences of the probe set, with their blanks filled."""
    return tuple(probe.sentence.replace(BLANK, probe.written) for probe in blank_probes())


def find_occurrences(tokenizer: "SentenceTokenizer") -> Mapping[int, tuple[Occurrence, ...]]:
    """The first :data:`OCCURRENCE_LIMIT` sentences with each token, by its id."""
    occurrences: dict[int, list[Occurrence]] = {}
    for sentence in probe_sentences():
        token_ids: set[int] = set()
        for token in tokenizer.tokens_of_any_length(sentence).items:
            if token.special or token.id in token_ids:
                continue
            token_ids.add(token.id)
            some = occurrences.setdefault(token.id, [])
            if len(some) < OCCURRENCE_LIMIT:
                some.append(Occurrence(sentence, token.start, token.end))
    return {token_id: tuple(some) for token_id, some in occurrences.items()}
