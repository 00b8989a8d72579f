"""Forward passes that can be ended in the middle: a large batch on a slow processor takes longer than anybody waits."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from torch import nn


class Cancelled(Exception):
    """Somebody asked for an end."""


def raise_if_cancelled(stop: threading.Event) -> None:
    """Does nothing, unless ``stop`` is set.

    Raises:
        Cancelled: It is.
    """
    if stop.is_set():
        raise Cancelled


@contextmanager
def cancellable(model: nn.Module, stop: threading.Event) -> Iterator[None]:
    """Within, passes of ``model`` look before every layer whether to end, and raise :class:`Cancelled` if so."""

    def look(*_: Any) -> None:
        raise_if_cancelled(stop)

    lists = [module for module in model.modules() if isinstance(module, nn.ModuleList)]
    with ExitStack() as hooks:
        for layer in (layer for each in lists for layer in each):
            hooks.callback(layer.register_forward_pre_hook(look).remove)
        yield
