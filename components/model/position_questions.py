"""What the room about positions asks of models: names and strings in, frozen results out."""

from components.model.position_loss import loss_by_position
from components.model.position_order import order_effect
from components.model.position_order_results import Change, OrderEffect
from components.model.position_results import PositionLoss, Positions, PositionTable
from components.model.position_tables import learned_table, positions_of
from components.model.reader import Reader


class PositionQuestions:
    """Every method raises :class:`~components.model.refusal.Refusal` with words for the visitor if it cannot answer."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def positions(self, model_id: str) -> Positions:
        """How ``model_id`` is told where a token stands, and where that ends."""
        return positions_of(self._reader.looked_into(model_id))

    def table(self, model_id: str) -> PositionTable:
        """The vectors that ``model_id`` adds to its words."""
        return learned_table(self._reader.looked_into(model_id))  # in full precision, as its weights are

    def losses(self, model_id: str, text: str, positions: tuple[int, ...] | None = None) -> tuple[PositionLoss, ...]:
        """What each token of ``text`` costs when it alone is masked, or each of ``positions``."""
        opened = self._reader.opened(model_id)
        return loss_by_position(opened, opened.tokenizer.tokens(text), positions, ask=self._reader.ask)

    def order_effect(
        self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, change: Change
    ) -> OrderEffect:
        """What a change of word order does to a blank, and to attention."""
        opened, tokens = self._reader.sentence(model_id, sentence)
        return order_effect(opened, tokens, masked, position, change, ask=self._reader.ask)
