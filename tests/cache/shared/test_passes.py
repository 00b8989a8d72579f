"""What the room's visitors share: passes, floors and numbers, fetched in parts."""

import json
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import cache.shared.passes
from cache.shipped.first_answers import first_pass
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from components.server.downloads.large_downloads import LARGE_DOWNLOADS
from components.tables.passes.payload import pass_finding
from components.widgets.canvas import header_of

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = FILL_PRESETS[0].sentence
QUESTION = (DEFAULT_MODEL, SENTENCE, ())


def fetch(name: str) -> bytes | None:
    key = cache.shared.passes.pass_address(*QUESTION).rpartition("/")[2]
    part = LARGE_DOWNLOADS.part(key, name)
    return None if part is None else part.content


def first_floor(payload: bytes) -> dict[str, Any]:
    """The header of the floor that comes with a pass."""
    return header_of(payload[4 + int.from_bytes(payload[:4], "little") :])


def test_the_pass_that_ships_is_what_the_model_computes_now(engine: "Engine") -> None:
    shipped = first_pass().payload
    token = header_of(shipped)["first"][1]
    now = cache.shared.passes.pass_payload(*QUESTION, 1, token, "query", None)
    assert len(shipped) < 60_000
    old, new = header_of(shipped), header_of(now)
    assert {name: old[name] for name in old if name not in ("trace", "number")} == {
        name: new[name] for name in new if name not in ("trace", "number")
    }
    drawn, again = first_floor(shipped), first_floor(now)
    assert drawn["boxes"] == again["boxes"]
    assert drawn["way"]["words"] == again["way"]["words"]
    for numbers in ("weights", "added"):
        np.testing.assert_allclose(drawn["way"][numbers], again["way"][numbers], atol=0.003)
    finding = pass_finding(
        cache.shared.passes.traced_pass(*QUESTION), token, cache.shared.passes.answers(*QUESTION, token)
    )
    assert first_pass().finding == finding


def test_floors_and_numbers_are_fetched(engine: "Engine") -> None:
    floor = fetch("floor/3/4")
    assert floor is not None
    header = header_of(floor)
    assert (header["floor"], header["token"]) == (3, 4)
    number = fetch("number/3/4/up/0/17")
    assert number is not None
    read = json.loads(number)
    terms = [line[2] for line in read["lines"]]
    total = sum(float(term.replace("−", "-").replace(",", "")) for term in terms)
    assert total == pytest.approx(float(read["value"].replace("−", "-")), abs=1e-9)


@pytest.mark.parametrize(
    "name", ["", "floor/99/0", "floor/1/999", "floor/1", "number/1/0/nothing/0/0", "number/1/0/up/0/9999", "../x"]
)
def test_parts_that_do_not_exist_are_not_there(engine: "Engine", name: str) -> None:
    assert fetch(name) is None


@pytest.mark.slow
def test_a_changed_word_is_answered_at_once(engine: "Engine") -> None:
    """A hundred milliseconds for 16 tokens of MiniLM, on one core; the best of several, as others use the machine."""
    times = []
    for word in ("bank", "river", "church", "garden", "mother", "father"):
        sentence = f"The man went to the [MASK] to get some money for his {word} ."
        start = time.perf_counter()
        cache.shared.passes.pass_payload(DEFAULT_MODEL, sentence, (), 1, 6, "query", None)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.1
