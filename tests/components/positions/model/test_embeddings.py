"""A model's own positions: exactly its weights, told by kind, with an end that is where the model breaks."""

import numpy as np
import pytest
import torch

from components.model.checkpoints.open_model import Purpose
from components.model.user_errors import UserError
from components.positions.model.embeddings import position_encoding, position_table
from components.positions.model.results import PositionKind
from tests.components.conftest import Opener
from tests.components.positions.model.changed_positions import with_sines, without_positions
from tests.components.small_models import FAMILIES, ROBERTAS

TURNED = ("modernbert", "roformer")
WITH_TABLE = [family for family in FAMILIES if family not in TURNED]
NAMES = {"gpt2": "transformer.wpe.weight"}


@pytest.mark.parametrize("family", WITH_TABLE)
def test_the_table_is_the_models_own_weights(opened: Opener, family: str) -> None:
    model = opened(family)
    table = position_table(model)
    (name,) = (n for n in model.model.state_dict() if n == NAMES.get(family) or "position_embeddings" in n)
    weights = model.model.state_dict()[name].numpy()
    first = 2 if family in ROBERTAS else 0  # counted from one past its padding, whose id is 1
    np.testing.assert_array_equal(table.values, weights[first : first + 64])
    assert table.values.shape[0] == position_encoding(model).max_positions == 64
    assert table.values.shape[1] == position_encoding(model).width
    assert table.kind is position_encoding(model).kind is PositionKind.LEARNED
    assert table.conditions == model.conditions
    with pytest.raises(ValueError, match="read-only"):
        table.values[0, 0] = 1


@pytest.mark.parametrize("family", WITH_TABLE)
def test_the_first_row_is_what_the_first_token_gets(opened: Opener, family: str) -> None:
    model = opened(family)
    table = position_table(model).values
    visible: list[torch.Tensor] = []
    encoder = model.model.base_model
    module = encoder.wpe if family == "gpt2" else encoder.embeddings.position_embeddings
    hook = module.register_forward_hook(lambda _module, _args, out: visible.append(out))
    ids = torch.tensor([model.tokenizer.tokens("the bank of the river").ids])
    with torch.no_grad():
        encoder(input_ids=ids, attention_mask=torch.ones_like(ids))
    hook.remove()
    np.testing.assert_array_equal(visible[0].reshape(-1, table.shape[1]).numpy(), table[: ids.shape[1]])


@pytest.mark.parametrize("family", TURNED)
def test_models_that_turn_queries_and_keys_have_no_table(opened: Opener, family: str) -> None:
    model = opened(family)
    with pytest.raises(UserError, match="rotates queries and keys"):
        position_table(model)
    encoding = position_encoding(model)
    assert (encoding.kind, encoding.width, encoding.head_width) == (PositionKind.ROTARY, 32, 8)
    assert 10_000.0 in encoding.bases


@pytest.mark.parametrize("family", FAMILIES)
def test_one_token_more_is_an_error_where_it_is_said_to_be(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    encoding = position_encoding(model)

    def read(count: int) -> torch.Tensor:
        ids = torch.full((1, count), 5)
        with torch.no_grad():
            return model.model.base_model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state

    assert read(encoding.max_positions).shape[1] == encoding.max_positions
    past = encoding.max_positions + 1
    if encoding.has_hard_limit:
        with pytest.raises((IndexError, RuntimeError)):
            read(past)
    else:
        assert read(past).isfinite().all()


def test_tables_of_sines_and_of_zeros_are_told_by_their_numbers(opened: Opener) -> None:
    sines, zeros = with_sines(opened()), without_positions(opened())
    table = position_table(sines)
    assert (table.kind, position_encoding(sines).kind) == (PositionKind.SINUSOIDAL, PositionKind.SINUSOIDAL)
    assert table.scale == pytest.approx(0.07, rel=1e-3)
    assert position_table(zeros).kind is PositionKind.NONE
