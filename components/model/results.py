"""What the engine hands out: frozen results of plain Python and numpy, safe to cache and to share between visitors."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
HeadIndex = tuple[int, int]  # layer, head, both from 0


@dataclass(frozen=True)
class Token:
    """One position of a model's input.

    ``text`` is the piece as people read it, without the marks vocabularies put on word beginnings or continuations.
    ``start`` and ``end`` are code points of the token's own sentence, without the space beside a word, which some
    vocabularies count as the word's; both are 0 for tokens the tokenizer added.
    ``segment`` is that sentence: 0, or 1 for the second of a pair. ``typed_special`` says that somebody typed the name
    of a special token other than the mask, as "[SEP]".
    """

    text: str
    id: int
    start: int
    end: int
    continues: bool
    special: bool
    typed_mask: bool
    segment: int = 0
    typed_special: bool = False


@dataclass(frozen=True)
class Tokens:
    """A sentence as a model reads it, or a pair of them, ``second`` being the other."""

    sentence: str
    items: tuple[Token, ...]
    second: str | None = None

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids, one a position."""
        return tuple(token.id for token in self.items)

    @property
    def typed_masks(self) -> tuple[int, ...]:
        """Positions of the masks typed in the sentence."""
        return tuple(position for position, token in enumerate(self.items) if token.typed_mask)

    @property
    def typed_specials(self) -> tuple[str, ...]:
        """The names of special tokens that somebody typed, in the order of the text, each once; masks are none."""
        return tuple(dict.fromkeys(token.text for token in self.items if token.typed_special))

    @property
    def maskable(self) -> tuple[int, ...]:
        """Positions a visitor may mask: all but the tokenizer's own and the masks already typed."""
        return tuple(p for p, token in enumerate(self.items) if not (token.special or token.typed_mask))

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True)
class Candidate:
    """A piece of the vocabulary and its probability at a mask, over the whole vocabulary."""

    text: str
    probability: float
    continues: bool


@dataclass(frozen=True)
class MaskPrediction:
    """What a model predicts at one masked position, every other mask staying a mask.

    ``candidates`` are in falling order of probability; ``entropy`` is of the whole distribution, in nats.
    ``hidden_continues`` says whether the hidden piece goes on with the word before it, as candidates say it.
    """

    position: int
    hidden: str | None
    candidates: tuple[Candidate, ...]
    entropy: float
    hidden_continues: bool = False


@dataclass(frozen=True)
class Predictions:
    """The predictions for every mask of a sentence, and what computed them."""

    tokens: Tokens
    masks: tuple[MaskPrediction, ...]
    conditions: "Conditions"


@dataclass(frozen=True)
class TokenScore:
    """How well a model guesses one token when that token alone is masked.

    ``surprisal`` is minus the logarithm of the token's probability, in nats; ``rank`` 1 is the likeliest piece.
    """

    position: int
    text: str
    probability: float
    surprisal: float
    rank: int
    first_choice: str
    first_continues: bool = False


@dataclass(frozen=True)
class Conditions:
    """What a figure was computed by: enough to compute it again."""

    model_id: str
    revision: str
    device: str
    precision: str
    versions: str
    note: str = ""  # what a visitor should know of the model beside that, in a sentence


@dataclass(frozen=True)
class Trace:
    """Everything one forward pass computed.

    *Shape:* ``attention`` (layer, head, query, key), rows summing to 1; ``hidden`` (layer + 1, token, width), the first
    being the embeddings.
    """

    tokens: Tokens
    attention: Floats
    hidden: Floats
