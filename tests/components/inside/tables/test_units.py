"""Sentences about units are true for the numbers, whatever they are."""

import json
import math

from components.inside.charts.units import ablation_bars, unit_bars
from components.inside.model.results import UnitAblation, UnitActivity, UnitPeak
from components.inside.tables.units import ablation_finding, peak_table, unit_finding, unit_pair_table, unit_table
from components.model.blanks.results import PairWord


def ablation(**words: tuple[float, float]) -> UnitAblation:
    return UnitAblation(
        tuple(PairWord(word, False, math.log(first), math.log(second)) for word, (first, second) in words.items())
    )


def test_what_becomes_of_the_top_word_is_said() -> None:
    falls = unit_pair_table(ablation(bank=(0.5, 0.25), shore=(0.25, 0.5)))
    assert "“bank” falls from 50.0% to 25.0%" in ablation_finding(falls, 6)
    assert "now “shore”" in ablation_finding(falls, 6)
    assert "unit 7" in ablation_finding(falls, 6)
    rises = unit_pair_table(ablation(bank=(0.5, 0.75), shore=(0.25, 0.125)))
    assert "“bank” rises from 50.0% to 75.0%" in ablation_finding(rises, 6)
    assert "now" not in ablation_finding(rises, 6)
    same = unit_pair_table(ablation(bank=(0.5, 0.5001), shore=(0.25, 0.25)))
    assert "stays at 50.0%" in ablation_finding(same, 6)
    assert ablation_bars(falls).to_dict()["layer"]


def test_a_unit_is_named_with_what_it_writes() -> None:
    units = (UnitActivity(1535, -0.17, 2.0, ("bank", "s", "loan")), UnitActivity(3, 1.0, 1.0, ()))
    finding = unit_finding(units[0], layer=5, word="[MASK]")
    assert "layer 6, unit 1,536" in finding
    assert "−0.17" in finding
    assert "“bank”, “s” and “loan”" in finding
    assert "towards" not in unit_finding(units[1], layer=0, word="x")
    table = unit_table(units)
    assert list(table["unit"]) == ["Unit 1,536", "Unit 4"]
    chart = json.dumps(unit_bars(table).to_dict())
    assert all(f'"{text}"' in chart for text in ("Unit 1,536: bank, s, loan", "Unit 4", "2.0", "1.0"))


def test_peaks_keep_their_order() -> None:
    table = peak_table((UnitPeak("a b .", "b", 3.0), UnitPeak("c .", "c", 2.0)))
    assert list(table["Token"]) == ["b", "c"]
    assert list(table["Activation"]) == ["3.00", "2.00"]
