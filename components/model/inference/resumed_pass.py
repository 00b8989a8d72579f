"""A recorded forward pass that can be resumed from any layer, with edits.

Below the lowest edit a pass is what it was without edits, so it is not computed again. Many edits of one sentence are
computed in one sweep over the layers: each row joins the batch at the layer of its first edit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import AttentionLayers
from components.model.inference.edits import (
    ActivationEdit,
    EditSite,
    LayerCall,
    RowEdits,
    apply_edit,
    edit_activations,
    hidden_of,
    with_hidden,
)
from components.model.inference.forward import encode, pad
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.threads import set_thread_count

TOKENS_PER_SWEEP = 1024  # of all rows: what is computed between two reports of progress
Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class RecordedPass:
    """The activations of one sentence, and how its layers were called.

    Attributes:
        ids: The token ids.
        layers: The modules of the model.
        calls: The arguments of each layer.
        activations: Tensors of every layer, by site; for ``EditSite.LAYER`` the embeddings come first.
            *Shape:* (1, token, width)
    """

    ids: tuple[int, ...]
    layers: AttentionLayers
    calls: tuple[LayerCall, ...]
    activations: dict[EditSite, tuple[torch.Tensor, ...]]

    def vector(self, site: EditSite, layer: int, position: int, head: int | None = None) -> torch.Tensor:
        """One token's activation, of all heads or of one. *Shape:* (width,) or (head_dim,)."""
        index = layer if site is EditSite.LAYER else layer - 1
        vector = self.activations[site][index][0, position]
        if head is None:
            return vector
        return vector[head * self.layers.head_dim : (head + 1) * self.layers.head_dim]

    def edit(self, site: EditSite, layer: int, position: int, head: int | None = None) -> ActivationEdit:
        """The edit that puts a token's activation of this pass into another one of as many tokens."""
        return ActivationEdit(site, layer, self.vector(site, layer, position, head), (position,), head)

    def has(self, edit: ActivationEdit) -> bool:
        """Whether an edit of one token puts in the very vector that is there, and so changes nothing."""
        if edit.adds or edit.positions is None or len(edit.positions) > 1:
            return False
        return torch.equal(edit.vector, self.vector(edit.site, edit.layer, edit.positions[0], edit.head))


@torch.inference_mode()
def record_pass(opened: OpenModel, ids: Sequence[int]) -> RecordedPass:
    """Run a masked model on one sentence and record it.

    Raises:
        UserError: The architecture is not known.
        OutOfMemory: Memory runs out.
    """
    tensors = pad([ids], opened.device.torch_device)
    with edit_activations(opened, (), records=True) as recorded:
        encode(opened, *tensors)
    activations = {site: tuple(tensors) for site, tensors in recorded.activations.items()}
    return RecordedPass(tuple(ids), recorded.layers, tuple(recorded.arguments), activations)


def ignore_progress(done: int, of: int) -> None:
    """Do nothing."""


@reports_out_of_memory
@torch.inference_mode()
def resume_pass(
    opened: OpenModel,
    recorded: RecordedPass,
    rows: RowEdits,
    position: int | None,
    *,
    on_progress: Progress = ignore_progress,
) -> torch.Tensor:
    """The last vectors of one token or of all, for every row the recorded pass with the row's edits.

    Args:
        opened: The model of the recorded pass.
        recorded: The pass that is edited.
        rows: The edits of each row; a row without edits is the pass itself.
        position: The token whose vectors are returned; None for all tokens.
        on_progress: Called with the number of rows done and their total. An error that it raises ends the computation.

    Returns:
        *Shape:* (row, width)

    Raises:
        OutOfMemory: Memory runs out.
    """
    rows = [() if all(map(recorded.has, row)) else row for row in rows]
    first = [min((edit.first_layer for edit in row), default=len(recorded.layers)) for row in rows]
    order = sorted(range(len(rows)), key=first.__getitem__)
    size = max(1, TOKENS_PER_SWEEP // len(recorded.ids))
    vectors: list[torch.Tensor] = []
    for start in range(0, len(order), size):
        part = order[start : start + size]
        hidden = _sweep(opened, recorded, [rows[row] for row in part], [first[row] for row in part])
        vectors.append(hidden if position is None else hidden[:, position])
        on_progress(start + len(part), len(order))
    back = torch.argsort(torch.tensor(order))
    return torch.cat(vectors)[back.to(vectors[0].device)]


def _sweep(opened: OpenModel, recorded: RecordedPass, rows: RowEdits, first: Sequence[int]) -> torch.Tensor:
    """The last hidden states of rows that are sorted by their first edited layer. *Shape:* (row, token, width)."""
    states, layers = recorded.activations[EditSite.LAYER], recorded.layers
    set_thread_count(opened.parameters * len(rows) * len(recorded.ids))
    hidden = states[0][:0]
    later = [[edit for edit in row if not _is_at(state, edit)] for row, state in zip(rows, first, strict=True)]
    with edit_activations(opened, later) as active:
        for state in range(len(layers) + 1):
            if len(hidden):
                active.set_layer(state)
                args, kwargs = with_hidden(*recorded.calls[state - 1], hidden)
                hidden = hidden_of(layers.blocks[state - 1](*args, **kwargs))
            joining = rows[len(hidden) : len(hidden) + first.count(state)]
            joined = states[state].repeat(len(joining), 1, 1)
            for row, edits in enumerate(joining):
                for edit in edits:
                    if _is_at(state, edit):
                        apply_edit(edit, joined, row, layers.head_dim)
            hidden = torch.cat([hidden, joined])
    normalise = getattr(opened.model.base_model, "final_norm", None)  # ModernBERT's
    return hidden if normalise is None else normalise(hidden)


def _is_at(state: int, edit: ActivationEdit) -> bool:
    """Whether an edit is of the hidden state at which its row joins the batch."""
    return edit.site is EditSite.LAYER and edit.layer == state
