"""What ships about the two sides of a blank is what the bundled twins say, and others are asked live."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.engine
from cache import blanks, masks
from cache.shipped.side_ablation import FOLDER, TWINS, file_name, main, shipped_side_ablation, side_ablation_entry
from cache.sized_cache import SizedCache
from components.masks.model.side_ablation import side_ablation
from components.masks.tables.side_ablation import effect_table, spread_table, twins_table
from components.model.blanks.blank_probes import blank_probes
from components.model.blanks.sides import COMPARED_SIDES
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError

if TYPE_CHECKING:
    from pathlib import Path

    from components.model.inference.engine import Engine

MASKED, CAUSAL = TWINS
SENTENCE = "She sat on the bank of the river."
PROBES = blank_probes()


def shipped(model_id: str) -> SideAblation:
    ablation = shipped_side_ablation(model_id)
    assert ablation is not None, "run python -m cache.shipped.side_ablation"
    return ablation


@pytest.mark.parametrize(("model_id", "shown"), [(MASKED, COMPARED_SIDES), (CAUSAL, (ContextSide.NEXT,))])
def test_the_twins_ship_with_every_probe(model_id: str, shown: tuple[ContextSide, ...]) -> None:
    actual = shipped(model_id)
    assert actual.probes == PROBES
    assert actual.skipped == ()
    assert actual.sides == shown
    assert actual.bits.shape == actual.ranks.shape == (len(shown), len(PROBES))
    assert (actual.bits <= 0).all()
    assert actual.ranks.min() >= 1
    assert actual.ranks.max() <= actual.vocabulary
    assert actual.conditions.model_id == model_id


@pytest.mark.parametrize("model_id", TWINS)
def test_some_of_what_ships_comes_out_again(model_id: str) -> None:
    opened, remaining = Loader(weights_folder).open(model_record(model_id)), shipped(model_id)
    again = side_ablation(opened, PROBES[::8])
    assert again.vocabulary == remaining.vocabulary
    np.testing.assert_allclose(again.bits, remaining.bits[:, ::8], atol=2e-3)
    # Two words that are all but equally likely may change places on another processor.
    assert (np.abs(again.ranks - remaining.ranks[:, ::8]) <= 1 + 0.01 * remaining.ranks[:, ::8]).all()


@pytest.mark.slow
@pytest.mark.parametrize("model_id", TWINS)
def test_the_committed_file_is_what_the_command_writes(model_id: str, tmp_path: "Path") -> None:
    main([model_id], folder=tmp_path)
    again = json.loads((tmp_path / file_name(model_id)).read_text(encoding="utf-8"))
    entry = side_ablation_entry(shipped(model_id))
    assert again.keys() == entry.keys()
    for part in ("command", "sides", "sentences", "skipped", "vocabulary"):
        assert again[part] == entry[part]
    np.testing.assert_allclose(again["bits"], entry["bits"], atol=2e-3)


def test_the_file_says_how_it_was_made() -> None:
    entry = json.loads((FOLDER / file_name(MASKED)).read_text(encoding="utf-8"))
    assert entry["command"] == "python -m cache.shipped.side_ablation pocket-bert"
    assert entry["conditions"]["revision"] == "bundled"


@pytest.mark.parametrize("model_id", ["", "../pocket-bert", "pocket-bert.json", "side_ablation"])
def test_other_models_have_none(model_id: str) -> None:
    assert shipped_side_ablation(model_id) is None


def test_what_ships_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        shipped(MASKED).bits[0, 0] = 1


def test_what_ships_is_not_asked_again_and_what_does_not_is_asked_once(
    engine: "Engine", monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, int]] = []

    def report(done: int, of: int) -> None:
        heard.append((done, of))

    assert masks.side_ablation(MASKED, report) is shipped(MASKED)
    assert not heard
    monkeypatch.setattr(masks, "shipped_side_ablation", lambda _: None)
    monkeypatch.setattr(masks, "_ABLATIONS", SizedCache(2, lambda _: 1))
    live = masks.side_ablation(CAUSAL, report)
    assert heard[-1] == (len(PROBES), len(PROBES))
    assert masks.side_ablation(CAUSAL, report) is live
    assert heard.count(heard[-1]) == 1
    np.testing.assert_allclose(live.bits, shipped(CAUSAL).bits, atol=2e-3)


def test_one_blank_is_asked_live(engine: "Engine") -> None:
    tokens = cache.engine.tokens(MASKED, SENTENCE)
    blank, answer = 5, tokens.ids[5]
    sides = blanks.sides(MASKED, SENTENCE, (blank,), blank, answer)
    assert sides.answer == "bank"
    beside = blanks.next_word(CAUSAL, MASKED, SENTENCE, (blank,), blank, answer)
    assert (beside.before, beside.word) == ("She sat on the ", "bank")
    typed = blanks.next_word(CAUSAL, MASKED, SENTENCE.replace("bank", "<mask>"), (), blank, answer)
    assert typed.blank == beside.blank
    with pytest.raises(UserError, match="cannot read blanks"):
        blanks.next_word(CAUSAL, MASKED, SENTENCE, (2, blank), blank, answer)
    later = blanks.next_word(CAUSAL, MASKED, SENTENCE, (blank, 8), blank, answer)
    assert later.blank == beside.blank
    with pytest.raises(UserError, match="not masked"):
        blanks.next_word(CAUSAL, MASKED, SENTENCE, (2,), blank, answer)


def test_spreads_are_those_of_the_tables() -> None:
    effects, other = shipped(MASKED), shipped(CAUSAL)
    for side in (ContextSide.LEFT, ContextSide.RIGHT):
        assert masks.effect_spreads(MASKED, side).equals(spread_table(effect_table(effects, side)))
    assert masks.effect_spreads(MASKED, CAUSAL).equals(spread_table(twins_table(effects, other)))
