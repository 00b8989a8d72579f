"""Exported pages, opened from disk in a browser without a network; ``conftest.py`` has the fixtures from here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from components.model.checkpoints.open_model import OpenModel
from components.takeaway.packing import PackedModel, packed_model

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

OpenFile = Callable[..., Page]


@pytest.fixture(scope="session")
def pocket_bert(engine: "Engine") -> OpenModel:
    return engine.open_model("pocket-bert")


@pytest.fixture(scope="session")
def packed(pocket_bert: OpenModel) -> PackedModel:
    return packed_model(pocket_bert)


@pytest.fixture
def open_file(chromium: Browser) -> Iterator[OpenFile]:
    """Opens a page from disk in a browser without a network, or one of a site (``below``, the site's address).

    The test fails if the page asks for anything but itself, its worker and what lies below the site's address, throws,
    or is refused something.
    """
    faults: list[str] = []
    contexts = []

    def open_page(file: Path | str, *, below: str = "", **options: Any) -> Page:
        context = chromium.new_context(**{"offline": not below, **options})
        contexts.append(context)
        page, address = context.new_page(), file if isinstance(file, str) else file.as_uri()
        allowed = (below or address, "blob:")
        page.on("request", lambda request: None if request.url.startswith(allowed) else faults.append(request.url))
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("console", lambda line: faults.append(line.text))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
