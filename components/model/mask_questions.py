"""What the room of masks asks of models: names and strings in, frozen results out."""

from components.model.attention_mask import AttentionMask, Bidirectional
from components.model.forward import trace
from components.model.head_modules import attention_layers
from components.model.loader import OpenModel
from components.model.mask_comparison import mask_cell, mask_comparison, own_mask, padded_cell, padded_pair
from components.model.mask_results import MaskCell, MaskComparison, PaddedPair
from components.model.reader import Reader
from components.model.refusal import TooLong
from components.model.results import Tokens, Trace
from components.model.shared_word import shared_word_proof
from components.model.shared_word_results import ProofCurves

MOST_TOKENS = 128  # a side of the grids: more of them are more cells than a screen has room for


class MaskQuestions:
    """Every method raises :class:`~components.model.refusal.Refusal` with words for the visitor where it cannot answer.

    A sentence of more than :data:`MOST_TOKENS` tokens is refused by all of them, and so is an architecture that
    :func:`components.model.head_modules.attention_layers` does not know: some do not obey a mask of four dimensions.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def bidirectional(self, model_id: str, sentence: str) -> Trace:
        """A sentence read with every token seeing every other, whatever the model was trained for."""
        return trace(*self._read(model_id, sentence), Bidirectional())

    def comparison(
        self, model_id: str, sentence: str, mask: AttentionMask, bidirectional: Trace | None = None
    ) -> MaskComparison:
        """The same weights without a mask and under one; ``bidirectional`` is the first of the two if it is there."""
        opened, tokens = self._read(model_id, sentence)
        return mask_comparison(opened, tokens, mask, bidirectional=bidirectional)

    def own_mask(self, model_id: str, layer: int | None) -> AttentionMask:
        """The mask the model was trained under in one layer; None is what any of its layers allows."""
        opened = self._reader.looked_into(model_id)
        attention_layers(opened)
        return own_mask(opened, layer)

    def padded_pair(self, model_id: str, first: str, second: str) -> PaddedPair:
        """Two sentences in a batch, the shorter one with padding."""
        opened, tokens = self._read(model_id, first)
        return padded_pair(opened, tokens, self._read(model_id, second)[1])

    def padded_cell(
        self, model_id: str, first: str, second: str, layer: int, head: int, query: int, key: int
    ) -> MaskCell:
        """How one weight of the shorter sentence comes about in the batch, its padding in sight and hidden."""
        opened, tokens = self._read(model_id, first)
        return padded_cell(opened, tokens, self._read(model_id, second)[1], layer, head, query, key)

    def cell(
        self, model_id: str, sentence: str, mask: AttentionMask, layer: int, head: int, query: int, key: int
    ) -> MaskCell:
        """How one weight comes about without a mask and under one; all count from 0."""
        return mask_cell(*self._read(model_id, sentence), mask, layer, head, query, key)

    def proof(
        self, model_id: str, first: str, second: str, word: str | None = None, position: int | None = None
    ) -> ProofCurves:
        """How far apart a word of the shared beginning of two sentences is in them, under either mask."""
        opened, tokens = self._read(model_id, first)
        return shared_word_proof(opened, tokens, self._read(model_id, second)[1], word=word, position=position)

    def _read(self, model_id: str, sentence: str) -> tuple[OpenModel, Tokens]:
        opened, tokens = self._reader.sentence(model_id, sentence)
        attention_layers(opened)
        if len(tokens) > MOST_TOKENS:
            raise TooLong(
                f"That text makes {len(tokens):,} pieces, and masks are drawn for at most {MOST_TOKENS}. "
                "Please shorten it: nothing is cut off silently."
            )
        return opened, tokens
