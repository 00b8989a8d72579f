"""A model whose passes go wrong while a test wants it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from components.model.checkpoints.open_model import OpenModel


@contextmanager
def failing(opened: OpenModel, error: Exception, *, longer_than: int = 0) -> Iterator[None]:
    """A model whose passes fail, those of more than so many rows. PyTorch computes all of them meanwhile."""

    def fail(_module: object, _args: object, kwargs: dict[str, Any]) -> None:
        if len(kwargs["input_ids"]) > longer_than:
            raise error

    hook = opened.model.base_model.register_forward_pre_hook(fail, with_kwargs=True)
    try:
        with patch.object(OpenModel, "compiled", None):
            yield
    finally:
        hook.remove()
