"""Downloads that run to their end or are refused, against a server on this machine that speaks the hub's protocol."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from components.model.checkpoints.availability import is_complete
from components.model.checkpoints.download import Download, DownloadManager, DownloadState
from components.model.checkpoints.hub_files import is_complete_safetensors
from components.model.checkpoints.records import OnHub
from components.model.checkpoints.registry import model_record
from components.model.job_queue import Job, JobPhase
from components.model.user_errors import ModelUnavailable
from tests.components.model.checkpoints.small_downloads import MODEL, WHOLE, Setup, ended, run
from tests.hub_server import REPOSITORY, REVISION, SERVED, SHORT, tiny_files


def test_a_model_arrives_whole_and_only_then_is_seen(setup: Setup) -> None:
    setup.hub.hold_after = 200_000
    setup.download.start()
    assert setup.hub.holding.wait(10)
    assert setup.visible is None
    setup.hub.released.set()
    assert ended(setup.download).phase is JobPhase.DONE
    assert setup.visible == setup.root / "river--tiny" / REVISION
    for name, content in tiny_files().items():
        assert (setup.visible / name).read_bytes() == content
    assert [path.name for path in (setup.root / "river--tiny").iterdir()] == [REVISION]


def test_progress_rises_to_the_total(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    visible: list[DownloadState] = []
    report = Download._report

    def note(self: Download, job: Job[DownloadState], change: Callable[[DownloadState], DownloadState]) -> None:
        report(self, job, change)
        visible.append(self.latest)

    monkeypatch.setattr(Download, "_report", note)
    assert run(setup.download).phase is JobPhase.DONE
    done = [state.done for state in visible]
    assert done == sorted(done)
    assert done[-1] == visible[-1].total == sum(map(len, tiny_files().values()))
    assert len(set(done)) > 4
    assert all(state.seconds_left is None or state.seconds_left >= 0 for state in visible)


@pytest.mark.parametrize("switch", ["spoilt", "short"])
def test_damaged_weights_are_thrown_away(setup: Setup, switch: str) -> None:
    setattr(setup.hub, switch, True)
    failed = run(setup.download)
    assert failed.phase is JobPhase.FAILED
    assert "damaged" in failed.message
    assert setup.visible is None
    assert not list(setup.root.rglob("*.part"))
    setattr(setup.hub, switch, False)
    assert run(setup.download).phase is JobPhase.DONE


@pytest.mark.parametrize(
    ("status", "words"), [(401, "signed-in"), (403, "signed-in"), (404, "no longer"), (503, "HTTP 503")]
)
def test_refusals_of_the_hub_are_explained(setup: Setup, status: int, words: str) -> None:
    setup.hub.status = status
    if status == 404:
        setup.hub.files.clear()
        words, setup.hub.status = "no longer has config.json", 200
    failed = run(setup.download)
    assert failed.phase is JobPhase.FAILED
    assert words in failed.message
    assert "http://" not in failed.message


def test_a_hub_that_is_away_is_explained(tmp_path: Path, setup: Setup) -> None:
    away = DownloadManager(tmp_path / "away", endpoint="http://127.0.0.1:9").download(MODEL)
    assert "connection was lost" in run(away).message


@pytest.mark.parametrize("revision", [REVISION, SHORT])
def test_another_revision_is_not_taken(setup: Setup, revision: str) -> None:
    home = OnHub(REPOSITORY, revision, 400_000)
    download = Download(home, folder=setup.root / "other" / revision, endpoint=setup.hub.endpoint)
    setup.hub.commit = "f" * 40
    assert "another version" in run(download).message
    setup.hub.commit = REVISION
    assert run(download).phase is JobPhase.DONE


@pytest.mark.parametrize("missing", ["tokenizer.json", SERVED])
def test_a_model_without_a_needed_file_is_refused(setup: Setup, missing: str) -> None:
    del setup.hub.files[missing]
    assert run(setup.download).phase is JobPhase.FAILED
    assert setup.visible is None


def test_pickles_are_never_asked_for(setup: Setup) -> None:
    setup.hub.files["pytorch_model.bin"] = b"pickle"
    assert run(setup.download).phase is JobPhase.DONE
    assert not any("bin" in request for request in setup.hub.requests)


def test_a_full_disk_is_noticed_before_the_first_byte(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(setup.root)._replace(free=1_000_000)
    monkeypatch.setattr("components.model.checkpoints.download.shutil.disk_usage", lambda path: usage)
    failed = run(setup.download)
    assert failed.message.startswith("The disk is full. Free 63 MB more")
    assert setup.hub.sent == {}


def test_offline_is_respected(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert "switched off" in run(setup.download).message
    assert setup.hub.requests == []


def test_two_visitors_share_one_download(setup: Setup) -> None:
    manager = DownloadManager(setup.root / "shared", endpoint=setup.hub.endpoint)
    downloads = [manager.download(MODEL) for _ in range(8)]
    assert len({id(download) for download in downloads}) == 1
    threads = [threading.Thread(target=download.start) for download in downloads]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended(downloads[0]).phase is JobPhase.DONE
    assert setup.hub.sent[SERVED] == WHOLE


def test_what_is_already_here_is_not_fetched(setup: Setup) -> None:
    run(setup.download)
    request = len(setup.hub.requests)
    assert run(DownloadManager(setup.root, endpoint=setup.hub.endpoint).download(MODEL)).phase is JobPhase.DONE
    assert len(setup.hub.requests) == request


def test_no_token_leaves_this_machine(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    assert run(setup.download).phase is JobPhase.DONE
    assert setup.hub.tokens == []


def test_only_hub_models_can_be_downloaded(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        DownloadManager(tmp_path).download(model_record("pocket-bert"))


@pytest.mark.parametrize("content", [b"", b"\0" * 8, b"\xff" * 100, tiny_files()[SERVED][:-1]])
def test_a_broken_safetensors_file_is_recognised(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / SERVED
    path.write_bytes(content)
    assert not is_complete_safetensors(path)
    assert not is_complete(tmp_path)
