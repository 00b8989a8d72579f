"""The engine: what one process has of models. It opens them, keeps some, and shares their passes between visitors.

What is asked of an opened model are plain functions of the rooms and of :mod:`components.model.blanks`; the names
that rooms use for models and sentences are turned into opened models and tokens here.
"""

from collections.abc import Callable
from pathlib import Path

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.compiled.store import GraphStore
from components.model.inference.batching import MicroBatcher, Watch
from components.model.inference.forward import TRACE_TOKEN_LIMIT
from components.model.inference.pool import PoolClient
from components.model.results import Tokens
from components.model.tokens.visually_empty import is_visually_empty
from components.model.user_errors import TooLong


class Engine:
    """The models of a process, shared by all its visitors.

    Attributes:
        folder_of: Where a record's weights are, or None where they are not.
        batcher: Answers what is asked about blanks: it runs forward passes of visitors who come at once as one batch,
            or asks a pool of models elsewhere.
    """

    def __init__(
        self,
        weights_folder: Callable[[ModelRecord], Path | None],
        *,
        watch: Watch | None = None,
        pool: PoolClient | None = None,
        graphs: GraphStore | None = None,
    ) -> None:
        self.weights_folder = weights_folder
        self.batcher = pool or MicroBatcher(watch=watch)
        self._loader = Loader(weights_folder, predictor=self.batcher, graphs=graphs)

    def open_model(self, model_id: str) -> OpenModel:
        """A model opened to predict.

        Raises:
            ModelUnavailable: It is not on this machine, or its files cannot be read.
        """
        return self._loader.open(model_record(model_id))

    def open_for_inspection(self, model_id: str) -> OpenModel:
        """A model opened to look inside: one that gives its attentions.

        Raises:
            ModelUnavailable: It is not on this machine, or its files cannot be read.
        """
        return self._loader.open(model_record(model_id), Purpose.INSPECT)

    def read(self, model_id: str, sentence: str) -> tuple[OpenModel, Tokens]:
        """A model opened to predict, and a sentence as it reads it.

        Raises:
            UserError: There is nothing to read, or the text is too long.
        """
        opened = self.open_model(model_id)
        return opened, opened.tokenizer.tokens(sentence)

    def inspect(self, model_id: str, sentence: str, second: str = "") -> tuple[OpenModel, Tokens]:
        """A model opened to look inside, and a sentence, or a pair if the second shows something, as it reads them.

        Raises:
            TooLong: It makes more than :data:`MOST_TRACED` pieces.
        """
        opened = self.open_for_inspection(model_id)
        tokenizer = opened.tokenizer
        tokens = tokenizer.tokens(sentence) if is_visually_empty(second) else tokenizer.pair(sentence, second)
        if len(tokens) > TRACE_TOKEN_LIMIT:
            raise TooLong(
                f"This text has {len(tokens):,} tokens; the limit for attention is {TRACE_TOKEN_LIMIT}. "
                "Shorten it: Riverbank does not truncate it for you."
            )
        return opened, tokens
