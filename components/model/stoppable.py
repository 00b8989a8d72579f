"""Forward passes that can be ended in the middle: a large batch on a slow processor takes longer than anybody waits."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from torch import nn


class Stopped(Exception):
    """Somebody asked for an end."""


def go_on(stop: threading.Event) -> None:
    """Does nothing, unless ``stop`` is set.

    Raises:
        Stopped: It is.
    """
    if stop.is_set():
        raise Stopped


@contextmanager
def stoppable(model: nn.Module, stop: threading.Event) -> Iterator[None]:
    """Within, passes of ``model`` look before every layer whether they are to end, and raise :class:`Stopped` if so."""

    def look(*_: Any) -> None:
        go_on(stop)

    lists = [module for module in model.modules() if isinstance(module, nn.ModuleList)]
    with ExitStack() as hooks:
        for layer in (layer for each in lists for layer in each):
            hooks.callback(layer.register_forward_pre_hook(look).remove)
        yield
