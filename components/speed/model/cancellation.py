"""Forward passes that can be cancelled between layers, since a large batch may take very long on a slow processor."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from torch import nn


class Cancelled(Exception):
    """The benchmark was stopped."""


def raise_if_cancelled(stop: threading.Event) -> None:
    """Raise an error if ``stop`` is set.

    Raises:
        Cancelled: ``stop`` is set.
    """
    if stop.is_set():
        raise Cancelled


@contextmanager
def cancellable(model: nn.Module, stop: threading.Event) -> Iterator[None]:
    """Within the context, passes of ``model`` raise :class:`Cancelled` before the next layer once ``stop`` is set."""

    def check(*_: Any) -> None:
        raise_if_cancelled(stop)

    layer_lists = [module for module in model.modules() if isinstance(module, nn.ModuleList)]
    with ExitStack() as hooks:
        for layer in (layer for layers in layer_lists for layer in layers):
            hooks.callback(layer.register_forward_pre_hook(check).remove)
        yield
