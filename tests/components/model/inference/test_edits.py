"""Edited passes: the same as plain hooks on a model of one's own, in every row, thread and architecture."""

import copy
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from operator import itemgetter
from typing import Any

import pytest
import torch
from torch import nn
from transformers import PreTrainedModel

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import ModelRecord
from components.model.inference.edits import ActivationEdit, EditSite, edit_activations, edits_are_active
from components.model.inference.forward import last_hidden_state
from components.model.inference.resumed_pass import RecordedPass, record_pass, resume_pass
from tests.components.conftest import Opener, folder_of
from tests.components.small_models import FAMILIES
from tests.sampling import first_of_each

MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]
CLEAN, CORRUPT = "she sat on the [MASK] of the river", "the capital at france [MASK] here and there"
BLANK, LAYERS, HEAD_DIM = 5, 2, 8
# The parts of a layer by the names that transformers gives them: attention's projection, last of the feed-forward part.
PARTS = {
    "distilbert": ("attention.out_lin", "ffn.lin2"),
    "albert": ("attention.dense", "ffn_output"),
    "modernbert": ("attn.Wo", "mlp.Wo"),
}
Change = Callable[[torch.Tensor], torch.Tensor]


def plain_layers(model: PreTrainedModel) -> nn.ModuleList:
    """The layers of a copy; those of ALBERT, which share their weights, are made separate."""
    base: Any = model.base_model
    if model.config.model_type == "albert":
        base.encoder.albert_layer_groups = nn.ModuleList(
            [copy.deepcopy(base.encoder.albert_layer_groups[0]) for _ in range(LAYERS)]
        )
        model.config.num_hidden_groups = LAYERS
        return nn.ModuleList([group.albert_layers[0] for group in base.encoder.albert_layer_groups])
    if model.config.model_type == "distilbert":
        layers: nn.ModuleList = base.transformer.layer
    else:
        layers = base.layers if model.config.model_type == "modernbert" else base.encoder.layer
    return layers


def hooked(opened: OpenModel, ids: tuple[int, ...], site: EditSite, layer: int, change: Change) -> torch.Tensor:
    """The last hidden states of plain transformers with one plain hook. *Shape:* (token, width)."""
    model = copy.deepcopy(opened.model)
    layers = plain_layers(model)
    projection, feed_forward = PARTS.get(model.config.model_type, ("attention.output.dense", "output.dense"))

    def before(_module: nn.Module, args: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
        return (change(args[0]), *args[1:])

    def after(_module: nn.Module, _args: object, output: Any) -> Any:
        return (change(output[0]), *output[1:]) if isinstance(output, tuple) else change(output)

    if site is EditSite.LAYER:
        if layer == 0:
            layers[0].register_forward_pre_hook(before)
        else:
            layers[layer - 1].register_forward_hook(after)
    elif site is EditSite.HEADS:
        layers[layer - 1].get_submodule(projection).register_forward_pre_hook(before)
    else:
        name = projection if site is EditSite.ATTENTION else feed_forward
        layers[layer - 1].get_submodule(name).register_forward_hook(after)
    with torch.no_grad():
        return model.base_model(input_ids=torch.tensor([ids])).last_hidden_state[0]


def passes(opened: OpenModel) -> tuple[RecordedPass, RecordedPass]:
    clean, corrupt = (record_pass(opened, opened.tokenizer.tokens(text).ids) for text in (CLEAN, CORRUPT))
    return clean, corrupt


def places(site: EditSite) -> list[int]:
    return list(range(0 if site is EditSite.LAYER else 1, LAYERS + 1))


@pytest.mark.parametrize(
    ("family", "purpose"), first_of_each(product(MASKED_FAMILIES, Purpose), itemgetter(0), itemgetter(1))
)
def test_every_cell_is_that_of_a_plain_hook(opened: Opener, family: str, purpose: Purpose) -> None:
    model = opened(family, purpose)
    clean, corrupt = passes(model)
    edits, expected = [], []
    for site in EditSite:
        for layer in places(site):
            for position in (1, BLANK, 8):
                vector = clean.vector(site, layer, position)

                def put(values: torch.Tensor, vector: torch.Tensor = vector, position: int = position) -> torch.Tensor:
                    values = values.clone()
                    values[0, position] = vector
                    return values

                edits.append([clean.edit(site, layer, position)])
                expected.append(hooked(model, corrupt.ids, site, layer, put)[BLANK])
    vectors = resume_pass(model, corrupt, edits, BLANK)
    torch.testing.assert_close(vectors, torch.stack(expected), atol=1e-5, rtol=0)
    plain = last_hidden_state(model, [corrupt.ids])[0, BLANK]
    assert sum(not torch.allclose(vector, plain, atol=1e-4) for vector in vectors) > len(edits) // 3


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_one_head_is_that_of_a_plain_hook(opened: Opener, family: str) -> None:
    model = opened(family)
    clean, corrupt = passes(model)
    for layer, head in ((1, 3), (2, 0)):
        columns = slice(head * HEAD_DIM, (head + 1) * HEAD_DIM)
        vector = clean.vector(EditSite.HEADS, layer, BLANK)[columns]

        def put(values: torch.Tensor, columns: slice = columns, vector: torch.Tensor = vector) -> torch.Tensor:
            values = values.clone()
            values[0, BLANK, columns] = vector
            return values

        edited = resume_pass(model, corrupt, [[clean.edit(EditSite.HEADS, layer, BLANK, head)]], BLANK)[0]
        expected = hooked(model, corrupt.ids, EditSite.HEADS, layer, put)[BLANK]
        torch.testing.assert_close(edited, expected, atol=1e-5, rtol=0)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
@pytest.mark.parametrize("site", list(EditSite))
def test_added_vectors_are_those_of_a_plain_hook(opened: Opener, family: str, site: EditSite) -> None:
    model = opened(family)
    ids = model.tokenizer.tokens(CLEAN).ids
    for layer in places(site):
        added = torch.linspace(-1, 1, 32) * (layer + 1)
        with edit_activations(model, [[ActivationEdit(site, layer, added, adds=True)]]):
            edited = last_hidden_state(model, [ids, ids])
        expected = hooked(model, ids, site, layer, lambda values, added=added: values + added)
        torch.testing.assert_close(edited, torch.stack([expected] * 2), atol=1e-5, rtol=0)
        resumed = resume_pass(model, record_pass(model, ids), [[ActivationEdit(site, layer, added, adds=True)]], BLANK)
        torch.testing.assert_close(resumed[0], expected[BLANK], atol=1e-5, rtol=0)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_all_tokens_patched_is_the_other_run_and_none_is_the_same_run(opened: Opener, family: str) -> None:
    model = opened(family)
    clean, corrupt = passes(model)
    everything = [[clean.edit(EditSite.LAYER, layer, p) for p in range(len(clean.ids))] for layer in range(LAYERS + 1)]
    *patched, untouched = resume_pass(model, corrupt, [*everything, ()], BLANK)
    for vector in patched:
        torch.testing.assert_close(vector, last_hidden_state(model, [clean.ids])[0, BLANK], atol=1e-5, rtol=0)
    torch.testing.assert_close(untouched, last_hidden_state(model, [corrupt.ids])[0, BLANK], atol=1e-5, rtol=0)


def test_patching_twice_is_patching_once(opened: Opener) -> None:
    model = opened()
    clean, corrupt = passes(model)
    for site in EditSite:
        edit = clean.edit(site, 1, 1)
        once, twice = resume_pass(model, corrupt, [[edit], [edit, edit]], BLANK)
        torch.testing.assert_close(twice, once, atol=1e-6, rtol=0)


def test_a_vector_put_back_undoes_an_earlier_edit(opened: Opener) -> None:
    """Such an edit changes nothing on its own, but is not to be left out beside another."""
    model = opened()
    clean, corrupt = passes(model)
    put_back = [corrupt.edit(EditSite.LAYER, 1, position) for position in range(len(corrupt.ids))]
    undone, alone, untouched = resume_pass(
        model, corrupt, [[clean.edit(EditSite.LAYER, 0, 1), *put_back], [clean.edit(EditSite.LAYER, 0, 1)], ()], BLANK
    )
    torch.testing.assert_close(undone, untouched, atol=1e-6, rtol=0)
    assert not torch.allclose(alone, untouched, atol=1e-4)


@pytest.mark.parametrize("family", ["bert", "albert", "modernbert"])
def test_rows_of_a_batch_do_not_touch_each_other(opened: Opener, family: str) -> None:
    model = opened(family)
    clean, corrupt = passes(model)
    rows = [
        [clean.edit(site, layer, position)]
        for site in EditSite
        for layer in reversed(places(site))
        for position in (7, 1)
    ]
    together = resume_pass(model, corrupt, [*rows, ()], BLANK)
    alone = torch.cat([resume_pass(model, corrupt, [row], BLANK) for row in [*rows, ()]])
    torch.testing.assert_close(together, alone, atol=1e-5, rtol=0)


def test_layers_below_an_edit_are_not_computed_again(opened: Opener) -> None:
    model = opened()
    clean, corrupt = passes(model)
    computed: list[int] = []
    watching = [
        block.register_forward_pre_hook(lambda _module, args: computed.append(len(args[0])))
        for block in corrupt.layers.blocks
    ]
    try:
        rows = [[clean.edit(EditSite.LAYER, layer, BLANK - 1)] for layer in range(LAYERS + 1)]
        resume_pass(model, corrupt, rows, BLANK)
        assert computed == [1, 2]  # the row of the embeddings passes both layers, that of layer 1 the second one
        computed.clear()
        resume_pass(model, corrupt, [[corrupt.edit(EditSite.LAYER, 0, p)] for p in range(len(corrupt.ids))], BLANK)
        assert sum(computed) == 0  # such edits put in what is there
    finally:
        for hook in watching:
            hook.remove()


def test_long_work_is_reported_and_can_be_ended(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    model = opened()
    clean, corrupt = passes(model)
    rows = [[clean.edit(EditSite.LAYER, layer, p)] for layer in range(3) for p in range(len(clean.ids))]
    whole = resume_pass(model, corrupt, rows, BLANK)
    monkeypatch.setattr("components.model.inference.resumed_pass.TOKENS_PER_SWEEP", 40)
    reports: list[tuple[int, int]] = []
    parts = resume_pass(model, corrupt, rows, BLANK, on_progress=lambda done, of: reports.append((done, of)))
    torch.testing.assert_close(parts, whole, atol=1e-5, rtol=0)
    assert reports[-1] == (len(rows), len(rows))
    assert len(reports) > 3

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resume_pass(model, corrupt, rows, BLANK, on_progress=stop)
    assert not edits_are_active()


@pytest.mark.parametrize("family", ["bert", "albert"])
def test_visitors_at_once_do_not_meet(originals: dict[str, ModelRecord], family: str) -> None:
    shared = Loader(folder_of).open(originals[family], Purpose.PREDICT)  # no hook of ours is on it yet
    ids = shared.tokenizer.tokens(CORRUPT).ids

    def visit(number: int, together: threading.Barrier) -> list[torch.Tensor]:
        together.wait(timeout=30)
        results = []
        for _ in range(4):
            if number == 0:  # one visitor edits nothing
                results.append(last_hidden_state(shared, [ids])[0, BLANK])
                continue
            clean, corrupt = passes(shared)
            results.append(resume_pass(shared, corrupt, [[clean.edit(EditSite.LAYER, 0, number)]], BLANK)[0])
        return results

    with ThreadPoolExecutor(8) as visitors:
        at_once = list(visitors.map(visit, range(8), [threading.Barrier(8)] * 8))
    for number, results in enumerate(at_once):
        for together, alone in zip(results, visit(number, threading.Barrier(1)), strict=True):
            torch.testing.assert_close(together, alone, atol=1e-6, rtol=0)
    assert not torch.allclose(at_once[0][0], at_once[1][0], atol=1e-4)


@pytest.mark.parametrize(
    ("site", "layer", "head"),
    [
        (EditSite.LAYER, 3, None),
        (EditSite.LAYER, -1, None),
        (EditSite.ATTENTION, 0, None),
        (EditSite.HEADS, 1, 4),
        (EditSite.LAYER, 1, 0),
    ],
)
def test_places_that_do_not_exist_are_errors(opened: Opener, site: EditSite, layer: int, head: int | None) -> None:
    edit = ActivationEdit(site, layer, torch.zeros(32), head=head)
    with pytest.raises(ValueError, match="to edit at"), edit_activations(opened(), [[edit]]):
        pass
