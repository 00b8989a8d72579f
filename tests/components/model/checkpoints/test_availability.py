"""Where weights are, without a network and without waiting for one."""

import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from components.model.checkpoints.availability import Availability, HubProbe, Reach, availability, weights_folder
from components.model.checkpoints.records import Bundled, InFolder, OnHub
from components.model.checkpoints.registry import model_record
from tests.components.waiting import until
from tests.hub_server import hub_server, tiny_files

ONLINE: dict[str, str] = {}
HOME = OnHub("river/tiny", "0123456789abcdef0123456789abcdef01234567", 1000)
HUB_MODEL = replace(model_record("bert-base-uncased"), home=HOME)


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub's client reads ``HF_HUB_OFFLINE`` when it is imported, so it is told apart from the environment."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


def _fill(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name, content in tiny_files().items():
        (folder / name).write_bytes(content)
    return folder


def test_bundled_and_local_models_are_here(tmp_path: Path) -> None:
    folder = _fill(tmp_path / "one")
    bundled, local = replace(HUB_MODEL, home=Bundled(folder)), replace(HUB_MODEL, home=InFolder(folder))
    assert weights_folder(bundled) == weights_folder(local) == folder
    assert availability(bundled, Reach.UNREACHABLE) is Availability.BUNDLED
    assert availability(local, Reach.UNREACHABLE) is Availability.ON_THIS_MACHINE


def test_a_bundled_model_without_files_is_said_to_be_unreachable(tmp_path: Path) -> None:
    gone = replace(HUB_MODEL, home=Bundled(tmp_path / "gone"))
    assert availability(gone, Reach.REACHABLE) is Availability.UNREACHABLE


def test_a_finished_download_is_found_and_an_unfinished_one_is_not(tmp_path: Path) -> None:
    finished = tmp_path / "river--tiny" / HOME.revision
    partial = _fill(finished.with_name(HOME.revision + ".partial"))
    assert weights_folder(HUB_MODEL, downloads=tmp_path, hub_cache=tmp_path / "none") is None
    partial.rename(finished)
    assert weights_folder(HUB_MODEL, downloads=tmp_path, hub_cache=tmp_path / "none") == finished


@pytest.mark.parametrize("missing", ["config.json", "tokenizer.json", "model.safetensors"])
def test_the_hubs_cache_is_used_when_the_pinned_snapshot_is_whole(tmp_path: Path, missing: str) -> None:
    cache = tmp_path / "hub"
    snapshot = _fill(cache / "models--river--tiny" / "snapshots" / HOME.revision)
    assert weights_folder(HUB_MODEL, downloads=tmp_path, hub_cache=cache) == snapshot
    (snapshot / missing).unlink()
    assert weights_folder(HUB_MODEL, downloads=tmp_path, hub_cache=cache) is None


def test_another_revision_in_the_hubs_cache_is_not_used(tmp_path: Path) -> None:
    _fill(tmp_path / "models--river--tiny" / "snapshots" / ("f" * 40))
    assert weights_folder(HUB_MODEL, downloads=tmp_path / "own", hub_cache=tmp_path) is None


def test_a_hub_model_would_be_downloaded_until_the_hub_is_known_to_be_away(tmp_path: Path) -> None:
    for reach in (Reach.NOT_CHECKED, Reach.CHECKING, Reach.REACHABLE):
        where = availability(HUB_MODEL, reach, downloads=tmp_path, hub_cache=tmp_path)
        assert where is Availability.TO_DOWNLOAD
    where = availability(HUB_MODEL, Reach.UNREACHABLE, downloads=tmp_path, hub_cache=tmp_path)
    assert where is Availability.UNREACHABLE


def test_the_probe_connects_only_when_asked_and_once_while_fresh() -> None:
    now = [0.0]
    with hub_server() as hub:
        probe = HubProbe(hub.endpoint, environment=ONLINE, clock=lambda: now[0])
        assert probe.last is Reach.NOT_CHECKED
        assert hub.requests == []
        assert probe.check() is Reach.CHECKING
        until(lambda: probe.last is Reach.REACHABLE)
        assert probe.check() is Reach.REACHABLE
        assert len(hub.requests) == 1
        now[0] = 61.0
        assert probe.check() is Reach.REACHABLE  # the last answer at once, and a new look behind it
        until(lambda: len(hub.requests) == 2)


def test_a_hub_that_refuses_connections_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        probe = HubProbe(f"http://127.0.0.1:{taken.getsockname()[1]}", environment=ONLINE)
        probe.check()
        until(lambda: probe.last is Reach.UNREACHABLE)


def test_a_silent_hub_never_holds_the_caller_up() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        probe = HubProbe(address, environment=ONLINE, timeout_seconds=0.3)
        began = time.monotonic()
        assert probe.check() is Reach.CHECKING
        assert time.monotonic() - began < 0.25
        until(lambda: probe.last is Reach.UNREACHABLE)


def test_the_visitor_can_have_it_look_again() -> None:
    with hub_server() as hub:
        hub.status = 503
        probe = HubProbe(hub.endpoint, environment=ONLINE)
        probe.check()
        until(lambda: probe.last is Reach.UNREACHABLE)
        hub.status = 200
        assert probe.check() is Reach.UNREACHABLE
        assert probe.check(force=True) is Reach.CHECKING
        until(lambda: probe.last is Reach.REACHABLE)


def test_a_nonsense_address_is_unreachable() -> None:
    probe = HubProbe("not an address", environment=ONLINE)
    probe.check()
    until(lambda: probe.last is Reach.UNREACHABLE)


def test_offline_means_unreachable_without_a_connection() -> None:
    with hub_server() as hub:
        probe = HubProbe(hub.endpoint, environment={"HF_HUB_OFFLINE": "1"})
        assert probe.last is probe.check(force=True) is Reach.UNREACHABLE
        assert hub.requests == []
