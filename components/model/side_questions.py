"""What the room about masks asks about the two sides of a blank: names and strings in, frozen results out."""

from collections.abc import Callable

from components.model.blank_probes import blank_probes
from components.model.evidence import blanks_of
from components.model.next_word import next_word_at_blank
from components.model.place import MASK_TEXT, with_masks_typed
from components.model.reader import Reader
from components.model.side_effects import side_effects
from components.model.sides import sides
from components.model.sides_results import NextWord, SideEffects, Sides


class SideQuestions:
    """Every method raises :class:`~components.model.refusal.Refusal` with words for the visitor if it cannot answer."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def sides(self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int) -> Sides:
        """The blank at ``position`` from both sides, from its left and from its right, with ``answer`` followed."""
        opened = self._reader.opened(model_id)
        return sides(opened, opened.tokenizer.tokens(sentence), masked, position, answer, ask=self._reader.ask)

    def next_word(
        self, causal_id: str, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int
    ) -> NextWord:
        """What ``causal_id`` gives the word that is ``answer`` in ``model_id``, after what stands left of the blank.

        ``masked`` and ``position`` are positions as ``model_id`` reads the sentence.
        """
        tokenizer = self._reader.opened(model_id).tokenizer
        tokens = tokenizer.tokens(sentence)
        blanks = [place for place in blanks_of(tokens, masked, position) if place <= position]
        typed = with_masks_typed(tokens, blanks)
        after = len(tokens.sentence) - tokens.items[position].end
        before = typed[: len(typed) - after].removesuffix(MASK_TEXT)
        return next_word_at_blank(self._reader.opened(causal_id), before, tokenizer.text(answer), ask=self._reader.ask)

    def effects(self, model_id: str, told: Callable[[int, int], None] | None = None) -> SideEffects:
        """What hiding a side does over the probe set; ``told`` hears how many probes of how many are done."""
        return side_effects(self._reader.opened(model_id), blank_probes(), told=told, ask=self._reader.ask)
