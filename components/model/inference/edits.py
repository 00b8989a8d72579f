"""Edits of a model's activations during a forward pass, for each row of a batch on its own.

An open model is shared between visitors, so it is never changed from call to call. Every layer gets permanent hooks,
which do nothing unless a context variable holds edits: torch calls hooks on the thread of the forward pass, and each
thread has its own value. The same hooks record activations (:mod:`components.model.inference.resumed_pass`).

Layers are counted as transformers counts hidden states: 0 is the embeddings, ``n`` the output of the n-th layer.
Sources: for patching Vig et al. 2020, https://arxiv.org/abs/2004.12265; for switching heads off Michel, Levy & Neubig
2019, https://arxiv.org/abs/1905.10650.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import torch
from torch import nn

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import AttentionLayers, attention_layers


class EditSite(Enum):
    """Where in a layer an activation is edited.

    Attributes:
        LAYER: The vector after the layer, or after the embeddings for layer 0.
        ATTENTION: The vector that the attention adds to the residual stream, after its output projection.
        FEED_FORWARD: The vector that the feed-forward part adds to the residual stream.
        HEADS: The concatenated outputs of the heads, before the output projection.
    """

    LAYER = "layer"
    ATTENTION = "attention"
    FEED_FORWARD = "feed-forward"
    HEADS = "heads"


@dataclass(frozen=True, eq=False)
class ActivationEdit:
    """One edit in one row of a batch.

    Attributes:
        site: Where in the layer.
        layer: From 1, or 0 for the embeddings, which have only ``EditSite.LAYER``.
        vector: What the activation is replaced by. *Shape:* (width,) or (position, width); of one head (head_dim,) or
            (position, head_dim)
        positions: The tokens that are edited; None for all.
        head: For ``EditSite.HEADS`` the head that is edited, from 0; None for all of them.
        adds: Whether ``vector`` is added to the activation instead of replacing it.
    """

    site: EditSite
    layer: int
    vector: torch.Tensor
    positions: tuple[int, ...] | None = None
    head: int | None = None
    adds: bool = False

    @property
    def first_layer(self) -> int:
        """The hidden state from which a pass with this edit has to be computed."""
        return self.layer if self.site is EditSite.LAYER else self.layer - 1


RowEdits = Sequence[Sequence[ActivationEdit]]
LayerCall = tuple[tuple[Any, ...], dict[str, Any]]  # positional and named arguments of a layer
_Row = int | slice


@dataclass
class ActivePass:
    """The edits of the passes of one thread, and what is recorded of them.

    Attributes:
        layers: The modules of the model.
        edits: Row and edit, by site and layer; a slice stands for all rows of the batch.
        calls: How often the modules of each kind have been called. They are counted, since a module that several layers
            share does not know which layer it is.
        calls_before: Where counting starts.
        records: Whether activations are recorded.
        arguments: The recorded calls of the layers.
        activations: What was recorded, by site, layer after layer. *Shape:* (batch, token, width)
    """

    layers: AttentionLayers
    edits: dict[tuple[EditSite, int], list[tuple[_Row, ActivationEdit]]] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    calls_before: int = 0
    records: bool = False
    arguments: list[LayerCall] = field(default_factory=list)
    activations: dict[EditSite, list[torch.Tensor]] = field(default_factory=lambda: {site: [] for site in EditSite})

    def count(self, kind: str) -> int:
        """Count a call of one kind of module; returns the number of its layer, from 1."""
        calls = self.calls.get(kind, self.calls_before)
        self.calls[kind] = calls + 1
        return calls % len(self.layers) + 1

    def set_layer(self, layer: int) -> None:
        """Say which layer is called next, from 1, when layers are called one by one."""
        self.calls_before = layer - 1
        self.calls.clear()

    def pass_on(self, site: EditSite, layer: int, values: torch.Tensor) -> torch.Tensor:
        """Record ``values`` if activations are recorded; returns them with their edits applied."""
        edits = self.edits.get((site, layer))
        if edits:
            values = values.clone()
            for row, edit in edits:
                apply_edit(edit, values, row, self.layers.head_dim)
        if self.records:
            self.activations[site].append(values)
        return values


def apply_edit(edit: ActivationEdit, values: torch.Tensor, row: _Row, head_dim: int) -> None:
    """Apply an edit to one row of ``values`` in place. *Shape:* (batch, token, width)."""
    tokens: Any = slice(None) if edit.positions is None else list(edit.positions)
    columns = slice(None) if edit.head is None else slice(edit.head * head_dim, (edit.head + 1) * head_dim)
    vector = edit.vector.to(values)
    values[row, tokens, columns] = values[row, tokens, columns] + vector if edit.adds else vector


_ACTIVE: ContextVar[ActivePass | None] = ContextVar("the edited pass", default=None)
_INSTALLING = threading.Lock()


def edits_are_active() -> bool:
    """Whether passes of this thread are being edited or recorded; PyTorch must then compute them."""
    return _ACTIVE.get() is not None


@contextmanager
def edit_activations(opened: OpenModel, rows: RowEdits, *, records: bool = False) -> Iterator[ActivePass]:
    """Edit activations in forward passes that ``opened`` makes inside this context, on this thread.

    This holds for direct calls of the model, not for work that is handed to another thread: a micro-batcher computes on
    its own thread, without edits. Positions count from the row's first token.

    Args:
        opened: Any model whose layers are known, for whichever purpose it was opened.
        rows: The edits of every row of a batch; a single entry holds for all rows.
        records: Whether the pass's activations are recorded.

    Yields:
        The pass, with what it records.

    Raises:
        UserError: The architecture is not known.
        ValueError: An edit is of a layer or head that does not exist.
    """
    active = ActivePass(attention_layers(opened), records=records)
    for number, edits in enumerate(rows):
        for edit in edits:
            _check(edit, active.layers)
            row = slice(None) if len(rows) == 1 else number
            active.edits.setdefault((edit.site, edit.layer), []).append((row, edit))
    _install_hooks(active.layers)
    before = _ACTIVE.set(active)
    try:
        yield active
    finally:
        _ACTIVE.reset(before)


def _check(edit: ActivationEdit, layers: AttentionLayers) -> None:
    lowest = 0 if edit.site is EditSite.LAYER else 1
    if not lowest <= edit.layer <= len(layers):
        raise ValueError(f"no layer {edit.layer} to edit at {edit.site.value}: there are {len(layers)}")
    if edit.head is not None and (edit.site is not EditSite.HEADS or not 0 <= edit.head < layers.num_heads):
        raise ValueError(f"no head {edit.head} to edit at {edit.site.value}: there are {layers.num_heads}")


def _install_hooks(layers: AttentionLayers) -> None:
    """Install the hooks on every module that has none yet: layers may share modules, and copied models have them."""
    with _INSTALLING:
        for block in layers.blocks:
            if _enter_block not in block._forward_pre_hooks.values():
                block.register_forward_pre_hook(_enter_block, with_kwargs=True)
                block.register_forward_hook(_leave_block)
        for projection in layers.projections:
            if _enter_projection not in projection._forward_pre_hooks.values():
                projection.register_forward_pre_hook(_enter_projection)
                projection.register_forward_hook(_leave_projection)
        for feed_forward in layers.feed_forwards:
            if _leave_feed_forward not in feed_forward._forward_hooks.values():
                feed_forward.register_forward_hook(_leave_feed_forward)


def _active_with(modules: Callable[[AttentionLayers], tuple[nn.Module, ...]], module: nn.Module) -> ActivePass | None:
    """The edited pass of this thread, if ``module`` belongs to its model."""
    active = _ACTIVE.get()
    return active if active is not None and module in modules(active.layers) else None


def _enter_block(block: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None) -> LayerCall | None:
    """A layer's pre-hook. While it is being registered, another thread may run it without keyword arguments."""
    active = _active_with(lambda layers: layers.blocks, block)
    if active is None or kwargs is None:
        return None
    layer = active.count("entered")
    if active.records:
        active.arguments.append((args, kwargs))
    if layer > 1:
        return None
    return with_hidden(args, kwargs, active.pass_on(EditSite.LAYER, 0, args[0] if args else kwargs["hidden_states"]))


def _leave_block(block: nn.Module, _args: tuple[Any, ...], output: Any) -> Any:
    active = _active_with(lambda layers: layers.blocks, block)
    if active is None:
        return None
    values = active.pass_on(EditSite.LAYER, active.count("left"), hidden_of(output))
    return (values, *output[1:]) if isinstance(output, tuple) else values


def _enter_projection(projection: nn.Module, args: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor] | None:
    active = _active_with(lambda layers: layers.projections, projection)
    return None if active is None else (active.pass_on(EditSite.HEADS, active.count("heads"), args[0]),)


def _leave_projection(projection: nn.Module, _args: tuple[Any, ...], output: torch.Tensor) -> torch.Tensor | None:
    active = _active_with(lambda layers: layers.projections, projection)
    return None if active is None else active.pass_on(EditSite.ATTENTION, active.count("attention"), output)


def _leave_feed_forward(module: nn.Module, _args: tuple[Any, ...], output: torch.Tensor) -> torch.Tensor | None:
    active = _active_with(lambda layers: layers.feed_forwards, module)
    return None if active is None else active.pass_on(EditSite.FEED_FORWARD, active.count("feed-forward"), output)


def with_hidden(args: tuple[Any, ...], kwargs: dict[str, Any], hidden: torch.Tensor) -> LayerCall:
    """A layer's arguments with other vectors."""
    return ((hidden, *args[1:]), kwargs) if args else (args, {**kwargs, "hidden_states": hidden})


def hidden_of(output: Any) -> torch.Tensor:
    """The vectors in what a layer returns. *Shape:* (batch, token, width)."""
    hidden: torch.Tensor = output[0] if isinstance(output, tuple) else output
    return hidden
