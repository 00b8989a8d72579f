"""The engine of a process: it opens models, caches them, and batches the forward passes of its visitors.

It turns model ids and sentences into opened models and tokens; the computations themselves are plain functions of the
rooms and of :mod:`components.model.blanks`.
"""

from collections.abc import Callable
from pathlib import Path

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.compiled.store import GraphStore
from components.model.inference.batching import MicroBatcher, Watch
from components.model.inference.forward import traced_tokens
from components.model.inference.pool import PoolClient
from components.model.results import Tokens


class Engine:
    """The models of a process, shared by all its visitors.

    Attributes:
        weights_folder: Returns the folder of a record's weights, or None if they are not on this machine.
        batcher: Predicts tokens: in this process, with concurrent requests batched, or through a remote pool of models.
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
            ModelUnavailable: The model is not on this machine, or its files cannot be read.
        """
        return self._loader.open(model_record(model_id))

    def open_for_inspection(self, model_id: str) -> OpenModel:
        """A model opened for inspection, which returns its attentions.

        Raises:
            ModelUnavailable: It is not on this machine, or its files cannot be read.
        """
        return self._loader.open(model_record(model_id), Purpose.INSPECT)

    def read(self, model_id: str, sentence: str) -> tuple[OpenModel, Tokens]:
        """A model opened to predict, and a sentence tokenized for it.

        Raises:
            UserError: The sentence is empty or too long.
        """
        opened = self.open_model(model_id)
        return opened, opened.tokenizer.tokens(sentence)

    def inspect(self, model_id: str, sentence: str, second: str = "") -> tuple[OpenModel, Tokens]:
        """A model opened for inspection, and a sentence tokenized for it, or a pair unless ``second`` is empty.

        Raises:
            TooLong: There are more tokens than a trace can have.
        """
        opened = self.open_for_inspection(model_id)
        return opened, traced_tokens(opened, sentence, second)
