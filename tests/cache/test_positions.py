"""Positions as the room asks for them, of the models that ship."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cache import positions as shared
from cache.shipped import family
from cache.shipped.first_answers import FIRST_PANELS, first_positions
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.user_errors import UserError
from components.positions.model.results import FamilyLoss, PositionKind, Shuffle, Swap
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import PanelChoice
from tests.components.positions.tables.test_findings import read

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = "The capital of France is [MASK] ."


@pytest.mark.parametrize(
    ("model_id", "kind"),
    [
        ("pocket-bert", PositionKind.LEARNED),
        ("pocket-distilbert", PositionKind.LEARNED),
        ("pocket-gpt", PositionKind.LEARNED),
        ("pocket-sinusoidal", PositionKind.SINUSOIDAL),
        ("pocket-rope", PositionKind.ROTARY),
        ("pocket-nopos", PositionKind.NONE),
    ],
)
def test_each_twin_is_of_its_kind_and_has_a_figure(engine: "Engine", model_id: str, kind: PositionKind) -> None:
    actual, table = shared.position_encoding(model_id), shared.position_table(model_id)
    assert (actual.kind, actual.max_positions) == (kind, 512)
    assert (table is None) is (kind is PositionKind.ROTARY)
    header, panels = read(shared.position_panels(model_id, SimilarityMeasure.COSINE, 64, 32, choice=PanelChoice.TWO))
    tables = 1 if table is None else 2  # the formula of sines is always there
    compared = 1 if kind in (PositionKind.ROTARY, PositionKind.NONE) else 2  # zeros have no cosine
    shapes = [(64, 32)] * tables + [(64, 64)] * compared
    if kind is PositionKind.ROTARY:
        shapes.insert(0, (64, 64))  # its own method comes first
    assert [panel.shape for panel in panels] == shapes
    assert len(header["panels"]) == len(panels)
    _, squares = read(shared.position_panels(model_id, SimilarityMeasure.COSINE, 64, 32))
    assert {panel.shape for panel in squares} == {(64, 64)}
    assert len(squares) == compared + 2  # with RoPE and ALiBi
    if table is not None:
        np.testing.assert_array_equal(panels[0], table.values[:64, :32])
    methods = shared.position_distances(model_id, SimilarityMeasure.COSINE, 64, 32)
    assert methods["Sinusoidal"].largest_spread < 1e-6 * methods["Sinusoidal"].scale
    rotary = "This model’s RoPE" if kind is PositionKind.ROTARY else "RoPE"
    assert methods[rotary].largest_spread == 0
    if kind is PositionKind.LEARNED:
        assert methods["Learned"].largest_spread > 1e-3


def test_the_sines_that_ship_depend_on_distance_to_half_precision(engine: "Engine") -> None:
    table = shared.position_table("pocket-sinusoidal")
    assert table is not None
    assert table.scale == pytest.approx(0.07, rel=1e-2)
    (custom, *_) = shared.position_distances("pocket-sinusoidal", SimilarityMeasure.COSINE, 512, 256).values()
    assert 0 < custom.largest_spread < 1e-3


def test_a_table_has_waves_and_what_is_none_has_not(engine: "Engine") -> None:
    assert shared.position_spectrum("pocket-bert", 128).power.shape == (256, 65)
    assert shared.position_bias("pocket-bert", 64).mean[4] == -1  # the steepest of four heads falls by a quarter
    with pytest.raises(UserError, match="rotates queries and keys"):
        shared.position_spectrum("pocket-rope", 128)
    with pytest.raises(UserError, match="positions"):
        shared.position_panels("pocket-bert", SimilarityMeasure.COSINE, 513, 32)


def test_the_twin_without_positions_notices_no_shuffle(engine: "Engine") -> None:
    for change in (Shuffle(1), Swap(1, 3)):
        assert shared.order_effect("pocket-nopos", SENTENCE, (), 6, change).divergence < 1e-5
        assert shared.order_effect("pocket-rope", SENTENCE, (), 6, change).divergence > 1e-5


def test_the_familys_losses_are_read_if_they_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(family, "FAMILY_LOSSES_FILE", tmp_path / "lengths.json")
    family.family_losses.clear()
    assert family.family_losses() == ()
    assert shared.family_extrapolations() == ()
    entry = {"member": "rope", "length": 128, "position": 0, "loss": 3.5, "pieces": 100}
    (tmp_path / "lengths.json").write_text(json.dumps({"rows": [{**entry, "spread": 0.1}]}), encoding="utf-8")
    family.family_losses.clear()
    assert family.family_losses() == (FamilyLoss("rope", 128, 0, 3.5, 100),)
    assert shared.family_extrapolations()[0].member == "rope"
    family.family_losses.clear()


def test_the_panels_that_ship_are_what_the_model_has(engine: "Engine") -> None:
    shipped = read(first_positions().payload)
    now = read(shared.position_panels(DEFAULT_MODEL, SimilarityMeasure.COSINE, *FIRST_PANELS))
    assert [panel["title"] for panel in shipped[0]["panels"]] == [panel["title"] for panel in now[0]["panels"]]
    for old, new in zip(shipped[1], now[1], strict=True):
        np.testing.assert_allclose(old, new, atol=1e-5)
    assert len(first_positions().payload) < 200_000
