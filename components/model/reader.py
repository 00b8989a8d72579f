"""Names and strings in, opened models and tokens out: what every question asked of a model begins with."""

from collections.abc import Callable
from pathlib import Path

from components.model.batching import MicroBatcher
from components.model.loader import Loader, OpenModel, Purpose
from components.model.records import ModelRecord
from components.model.refusal import TooLong
from components.model.registry import record
from components.model.results import Tokens
from components.model.tokenization import shows_nothing

MOST_TRACED = 512  # tokens: weights grow with their square, to 151 MB at BERT-base


class Reader:
    """The loader and the micro-batcher of a process.

    Attributes:
        ask: Runs forward passes of visitors who come at once as one batch.
    """

    def __init__(self, folder_of: Callable[[ModelRecord], Path | None]) -> None:
        self._loader = Loader(folder_of)
        self.ask = MicroBatcher()

    def opened(self, model_id: str) -> OpenModel:
        """A model opened to predict."""
        return self._loader.open(record(model_id))

    def looked_into(self, model_id: str) -> OpenModel:
        """A model opened to look inside: one that gives its attentions."""
        return self._loader.open(record(model_id), Purpose.LOOK_INSIDE)

    def sentence(self, model_id: str, sentence: str, second: str | None = None) -> tuple[OpenModel, Tokens]:
        """A model opened to look inside, and a sentence, or a pair if the second shows something, as it reads them.

        Raises:
            TooLong: It makes more than :data:`MOST_TRACED` pieces.
        """
        opened = self.looked_into(model_id)
        tokenizer = opened.tokenizer
        alone = second is None or shows_nothing(second)
        tokens = tokenizer.tokens(sentence) if alone else tokenizer.pair(sentence, second or "")
        if len(tokens) > MOST_TRACED:
            raise TooLong(
                f"That text makes {len(tokens):,} pieces, and attention is shown for at most {MOST_TRACED}. "
                "Please shorten it: nothing is cut off silently."
            )
        return opened, tokens
