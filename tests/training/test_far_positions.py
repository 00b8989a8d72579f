"""Far positions are learned alone: their loss falls, and what short texts give stays number for number."""

import dataclasses
import json

import pytest
import torch

from tests.training.small_text import CPU, TINY
from training.far_positions import NEAR, position_table, train_finished_member
from training.member_run import MemberRun, RunFolders
from training.members import member
from training.recipe import Architecture

SMALL = dataclasses.replace(
    TINY, architecture=Architecture(layers=2, width=32, heads=2, positions=NEAR + 64), tokens=40_000
)


@pytest.mark.parametrize("name", ["scratch", "gpt"])
def test_far_positions_are_learned_and_nothing_else_is(
    name: str, places: RunFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.far_positions.PAIRS", 32)
    member_run = MemberRun(member(name), dataclasses.replace(SMALL, longest=NEAR), places, device=CPU)
    member_run.run.train(lambda _: None)
    member_run.export(segments=64)
    folder = places.pocket / name
    spoilt = member_run.finished
    with torch.no_grad():  # in so small a model it hardly matters where a piece stands
        position_table(spoilt)[NEAR:] = 3 * torch.randn(64, 32)
    spoilt.half().save_pretrained(folder)
    first = {key: value.clone() for key, value in member_run.finished.state_dict().items()}
    token_counts: list[int] = []
    for seed in (1, 2):  # the second time it tells of itself alone
        train_finished_member(
            member_run, tokens=20_000, seed=seed, on_progress=lambda pieces, _: token_counts.append(pieces)
        )
    taught = member_run.finished
    table = position_table(taught)
    for key, value in taught.state_dict().items():
        if value.shape == table.shape and torch.equal(value, table):
            assert torch.equal(value[:NEAR], first[key][:NEAR])
            assert not torch.equal(value[NEAR:], first[key][NEAR:])
        else:
            assert torch.equal(value, first[key])
    figures = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    far, card = figures["far"], (folder / "README.md").read_text(encoding="utf-8")
    assert far["loss"] < far["before"]
    assert far["tokens"] == token_counts[-1] == far["steps"] * 8 * (NEAR + 64)
    assert figures["command"].count("--far") == card.count("--far") == 1
    assert figures["command"].endswith(far["command"])
    assert f"the loss is {far['loss']:.3f} nats per token; before, it was {far['before']:.3f}" in card
    assert card.index("## Far positions") < card.index("## Figures")
