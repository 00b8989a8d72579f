"""Pages are made with the model that was asked for, packed once."""

import pytest

import cache.shared.passes
import cache.takeaway
import components.takeaway.packing
from components.model.user_errors import UserError
from components.takeaway.machine_page import MachinePlace
from components.widgets.canvas import header_of


@pytest.mark.usefixtures("engine")
def test_a_page_is_as_large_as_was_said_and_its_model_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.takeaway.fill_page("pocket-bert", "The [MASK] barked.")
    assert len(first) == pytest.approx(1e6 * cache.takeaway.page_megabytes("pocket-bert"), abs=5e5)
    monkeypatch.setattr(components.takeaway.packing, "packed_model", None)
    assert cache.takeaway.fill_page("pocket-bert", "The [MASK] meowed.") != first
    whole = cache.takeaway.machine_page("pocket-bert", "The [MASK] meowed.", MachinePlace(), ())
    assert len(whole) == pytest.approx(len(first), rel=0.02)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("model", ["pocket-gpt", "pocket-rope"])
def test_a_page_without_a_model_has_the_way_of_every_token(model: str) -> None:
    payload, parts = cache.shared.passes.way_parts(model, "The captain was late.", (), 2)
    header = header_of(payload)
    first = header_of(payload[4 + int.from_bytes(payload[:4], "little") :])
    ways = {2: first["way"]} | {int(name.rsplit("/", 1)[1]): header_of(part)["way"] for name, part in parts.items()}
    assert sorted(ways) == list(range(len(header["tokens"])))
    for token, way in ways.items():
        assert way["words"] == [
            guess.nearest.text for guess in cache.shared.passes.word_way(model, "The captain was late.", (), token)[::2]
        ]
        assert all(sum(weights) == pytest.approx(1, abs=0.01) for weights in way["weights"])


@pytest.mark.usefixtures("engine")
def test_a_model_that_no_page_computes_is_refused() -> None:
    with pytest.raises(UserError):
        cache.takeaway.fill_page("pocket-rope", "The [MASK] barked.")
