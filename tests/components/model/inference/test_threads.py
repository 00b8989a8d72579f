"""A small pass keeps to one core, a large one takes all."""

from collections.abc import Iterator

import pytest
import torch

from components.model.checkpoints.device import THREADS
from components.model.inference import threads
from components.model.inference.forward import last_hidden_state
from components.model.inference.threads import ALL_CORES_MULTIPLICATIONS, set_thread_count
from tests.components.conftest import Opener


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """On this machine there may be one."""
    monkeypatch.setattr(threads, "THREADS", 2)
    yield
    torch.set_num_threads(THREADS)


def test_only_what_is_worth_it_takes_all_cores() -> None:
    for multiplications, cores in ((ALL_CORES_MULTIPLICATIONS - 1, 1), (ALL_CORES_MULTIPLICATIONS, 2), (0, 1)):
        set_thread_count(multiplications)
        assert torch.get_num_threads() == cores


def test_a_pass_takes_what_its_batch_is_worth(opened: Opener) -> None:
    model = opened("bert")
    ids = model.tokenizer.tokens("she sat on the bank of the river").ids
    torch.set_num_threads(2)
    last_hidden_state(model, [ids])
    assert torch.get_num_threads() == 1
    rows = 1 + ALL_CORES_MULTIPLICATIONS // (model.parameters * len(ids))
    last_hidden_state(model, [ids] * rows)
    assert torch.get_num_threads() == 2
