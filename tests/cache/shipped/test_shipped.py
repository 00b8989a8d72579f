"""What ships is read as what was computed, and written as it is stored."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cache.shipped.first_answers import stored_predictions
from cache.shipped.first_mistake import first_mistake
from cache.shipped.first_pair import first_pair
from cache.shipped.first_patching import first_patching
from cache.shipped.first_probe import first_probe, first_tree
from cache.shipped.first_pronouns import stored_pronouns
from cache.shipped.first_river import first_river
from cache.shipped.first_suites import stored_suites
from cache.shipped.first_words import first_words
from cache.shipped.learning import first_learning, milestones
from cache.shipped.shipped import Shipped

ALL: tuple[Shipped[Any], ...] = (
    stored_predictions,
    first_mistake,
    first_pair,
    first_patching,
    first_probe,
    stored_pronouns,
    first_river,
    stored_suites,
    first_tree,
    first_words,
    first_learning,
    milestones,
)


@pytest.mark.parametrize("stored", ALL, ids=lambda stored: stored.file.name)
def test_a_stored_result_is_written_byte_for_byte_and_read_once(stored: Shipped[Any], tmp_path: Path) -> None:
    assert stored.read() is stored.read()
    again = replace(stored, file=tmp_path / "again.json", compute=stored.read)
    assert again.write() is stored.read()
    assert again.file.read_bytes() == stored.file.read_bytes()


@pytest.mark.usefixtures("engine")
def test_what_is_computed_now_is_written_as_it_ships(tmp_path: Path) -> None:
    computed = replace(first_words, file=tmp_path / "words.json")
    computed.write()
    assert computed.read() == first_words.read()
