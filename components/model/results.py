"""Results of the engine: frozen dataclasses of plain Python and numpy, safe to cache and to share between visitors."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
HeadIndex = tuple[int, int]  # layer, head, both from 0


@dataclass(frozen=True)
class Token:
    """One position of a model's input.

    Attributes:
        text: The token for people, without the vocabulary's marks of word beginnings or continuations.
        id: Its id in the vocabulary.
        start: Its first code point in its sentence, without the space that some vocabularies include; 0 for tokens
            that the tokenizer added.
        end: The code point after its last one, or 0 likewise.
        continues: Whether it continues the word of the token before.
        special: Whether the tokenizer added it.
        typed_mask: Whether it is a mask that is typed in the sentence.
        segment: Its sentence: 0, or 1 for the second of a pair.
        typed_special: Whether the name of a special token other than the mask was typed, such as "[SEP]".
        unknown: Whether it stands for a text that the vocabulary cannot write, such as an emoji.
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
    unknown: bool = False


@dataclass(frozen=True)
class Tokens:
    """A tokenized sentence, or a pair of them; ``second`` is the second sentence of a pair."""

    sentence: str
    items: tuple[Token, ...]
    second: str | None = None

    @property
    def ids(self) -> tuple[int, ...]:
        """The token ids, one per position."""
        return tuple(token.id for token in self.items)

    @property
    def typed_masks(self) -> tuple[int, ...]:
        """The positions of the masks that are typed in the sentence."""
        return tuple(position for position, token in enumerate(self.items) if token.typed_mask)

    @property
    def typed_specials(self) -> tuple[str, ...]:
        """The names of the special tokens other than masks that are typed in the text, in its order, each once."""
        return tuple(dict.fromkeys(token.text for token in self.items if token.typed_special))

    @property
    def unknown_texts(self) -> dict[str, str]:
        """What the vocabulary cannot write, as typed, in the order of the text, with the token in its place."""
        texts = (self.sentence, self.second or "")
        covered = {texts[token.segment][token.start : token.end]: token.text for token in self.items if token.unknown}
        return {text: token for text, token in covered.items() if text.strip()}

    @property
    def maskable(self) -> tuple[int, ...]:
        """The positions that can be masked: all but special tokens and typed masks."""
        return tuple(p for p, token in enumerate(self.items) if not (token.special or token.typed_mask))

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True)
class Candidate:
    """A token of the vocabulary and its probability at a mask, over the whole vocabulary.

    ``continues`` says whether it continues the word before it.
    """

    text: str
    probability: float
    continues: bool


@dataclass(frozen=True)
class MaskPrediction:
    """What a model predicts at one masked position, with every other mask in place.

    Attributes:
        position: The position.
        hidden: The text of the masked token; None for a typed mask.
        candidates: The most likely tokens, by descending probability.
        entropy: Of the whole distribution, in nats.
        hidden_continues: Whether the masked token continues the word before it.
    """

    position: int
    hidden: str | None
    candidates: tuple[Candidate, ...]
    entropy: float
    hidden_continues: bool = False


@dataclass(frozen=True)
class Predictions:
    """The predictions for every mask of a sentence."""

    tokens: Tokens
    masks: tuple[MaskPrediction, ...]
    conditions: "Conditions"


@dataclass(frozen=True)
class TokenScore:
    """How well a model predicts one token when only that token is masked.

    Attributes:
        position: The position.
        text: The text of the token.
        probability: Its probability.
        surprisal: The negative logarithm of the probability, in nats.
        rank: Its rank in the vocabulary, from 1.
        first_choice: The text of the most likely token.
        first_continues: Whether that token continues the word before it.
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
    """The conditions under which a figure was computed, enough to reproduce it."""

    model_id: str
    revision: str
    device: str
    precision: str
    versions: str
    note: str = ""  # sentences for visitors on what else to know about the model


@dataclass(frozen=True)
class Trace:
    """The attention weights and hidden states of one forward pass.

    *Shape:* ``attention`` (layer, head, query, key), rows sum to 1; ``hidden`` (layer + 1, token, width), where the
    first are the embeddings.
    """

    tokens: Tokens
    attention: Floats
    hidden: Floats
