"""What is offered is fetched by its address and no other, for as long as there is room for it."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from components.server.downloads.large_downloads import DownloadPart, LargeDownloads
from components.server.security_headers import POLICY, SecurityHeaders, connections


def plain(part: str) -> DownloadPart | None:
    return DownloadPart(part.encode(), "text/plain") if part.startswith("part") else None


@pytest.fixture
def parcels() -> LargeDownloads:
    return LargeDownloads(limit=100)


def client(parcels: LargeDownloads) -> TestClient:
    return TestClient(Starlette(routes=[parcels.route], middleware=[Middleware(SecurityHeaders)]))


def test_a_part_is_fetched_and_what_does_not_exist_is_not(parcels: LargeDownloads) -> None:
    address = parcels.offer("a sentence", plain, size=1)
    browser = client(parcels)
    response = browser.get(f"/{address}/part/3/4")
    assert (response.status_code, response.text) == (200, "part/3/4")
    assert response.headers["content-security-policy"] == (
        f"{POLICY}; {connections('testserver')}; frame-ancestors 'self'"
    )
    assert browser.get(f"/{address}/other").status_code == 404
    assert browser.get("/parcel/0123456789abcdef/part").status_code == 404


def test_a_page_in_a_frame_brings_its_own_policy(parcels: LargeDownloads) -> None:
    address = parcels.offer("page", lambda _: DownloadPart(b"<p>", "text/html", policy="default-src 'none'"), size=1)
    assert (
        client(parcels).get(f"/{address}/page").headers["content-security-policy"]
        == "default-src 'none'; frame-ancestors 'self'"
    )


def test_a_name_gives_one_address_in_a_process_and_another_in_the_next(parcels: LargeDownloads) -> None:
    names = ["a", "b", "\ud800", ""]
    addresses = [parcels.offer(name, plain, size=1) for name in names]
    assert len(set(addresses)) == len(names)
    assert addresses == [parcels.offer(name, plain, size=1) for name in names]
    assert LargeDownloads().offer("a", plain, size=1) != addresses[0]


def test_the_oldest_offers_leave_and_one_offered_again_is_young(parcels: LargeDownloads) -> None:
    old, renewed, new = (parcels.offer(name, plain, size=40) for name in ("old", "kept", "kept-too"))
    assert parcels.offer("kept", plain, size=40) == renewed
    newest = parcels.offer("newest", plain, size=40)
    held = [parcels.part(address.rpartition("/")[2], "part") is not None for address in (old, new, renewed, newest)]
    assert held == [False, False, True, True]


def test_one_that_is_larger_than_all_the_room_is_held_alone(parcels: LargeDownloads) -> None:
    address = parcels.offer("huge", plain, size=1000)
    assert parcels.part(address.rpartition("/")[2], "part") is not None
