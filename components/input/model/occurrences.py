"""Where else a piece occurs: sentences of the probe set that hold it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from components.model.blanks.blank_probes import BLANK, blank_probes

if TYPE_CHECKING:  # pages know these results, and are not to wait for what reads text
    from components.model.tokens.tokenization import SentenceTokenizer

OCCURRENCE_LIMIT = 3  # sentences a piece


@dataclass(frozen=True)
class Occurrence:
    """A sentence with a piece, and where in it that stands, in characters."""

    sentence: str
    start: int
    end: int


def probe_sentences() -> tuple[str, ...]:
    """The sentences that pieces are looked for in, without blanks."""
    return tuple(probe.sentence.replace(BLANK, probe.written) for probe in blank_probes())


def find_occurrences(tokenizer: "SentenceTokenizer") -> Mapping[int, tuple[Occurrence, ...]]:
    """The first :data:`MOST` sentences with each piece, by its id."""
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
