"""Opens exported pages from disk, in a browser without a network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

Opening = Callable[..., Page]


@contextmanager
def offline_pages(chromium: Browser) -> Iterator[Opening]:
    """Gives a function that opens a file; options are those of a browser context.

    At the end it fails if a page asked for anything but itself and its worker, threw, or was refused something.
    """
    faults: list[str] = []
    contexts = []

    def open_page(file: Path, **options: Any) -> Page:
        context = chromium.new_context(**{"offline": True, **options})
        contexts.append(context)
        page, address = context.new_page(), file.as_uri()
        page.on(
            "request",
            lambda request: None if request.url.startswith((address, "blob:")) else faults.append(request.url),
        )
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("console", lambda line: faults.append(line.text))
        page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
