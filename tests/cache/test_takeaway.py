"""Pages are made with the model that was asked for, packed once."""

import pytest

import cache.takeaway
import components.takeaway.packing
from components.model.user_errors import UserError


@pytest.mark.usefixtures("engine")
def test_a_page_is_as_large_as_was_said_and_its_model_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.takeaway.fill_page("pocket-bert", "The [MASK] barked.")
    assert len(first) == pytest.approx(1e6 * cache.takeaway.page_megabytes("pocket-bert"), abs=5e5)
    monkeypatch.setattr(components.takeaway.packing, "packed_model", None)
    assert cache.takeaway.fill_page("pocket-bert", "The [MASK] meowed.") != first


@pytest.mark.usefixtures("engine")
def test_a_model_that_no_page_computes_is_refused() -> None:
    with pytest.raises(UserError):
        cache.takeaway.fill_page("pocket-rope", "The [MASK] barked.")
