"""A download that stops, breaks off or runs out of disk says so, shows nothing half done, and can be resumed."""

import errno
import time

import pytest

from components.model.checkpoints import hub_files
from components.model.checkpoints.download import DownloadManager
from components.model.job_queue import JobPhase
from tests.components.model.checkpoints.small_downloads import MODEL, WHOLE, Setup, ended, run
from tests.components.waiting import until
from tests.hub_server import SERVED, tiny_files


def test_it_stops_within_a_second_even_when_the_server_hangs(setup: Setup) -> None:
    setup.hub.hold_after = 100_000
    setup.download.start()
    assert setup.hub.holding.wait(10)
    began = time.monotonic()
    setup.download.stop_latest()
    assert ended(setup.download).phase is JobPhase.STOPPED
    assert time.monotonic() - began < 1
    assert setup.visible is None


def test_a_retry_fetches_only_what_is_missing(setup: Setup) -> None:
    setup.hub.hold_after = 300_000
    setup.download.start()
    assert setup.hub.holding.wait(10)
    until(lambda: setup.download.latest.done > 250_000)
    attempt = setup.download._queue.served
    assert attempt is not None
    setup.download.stop_latest()
    setup.hub.released.set()
    setup.hub.hold_after = None
    assert attempt.ended.wait(10)
    sent = setup.hub.sent[SERVED]
    assert run(setup.download).phase is JobPhase.DONE
    assert setup.visible is not None
    assert setup.hub.sent[SERVED] - sent < WHOLE - 250_000
    assert (setup.visible / SERVED).read_bytes() == tiny_files()[SERVED]


def test_a_restart_of_the_server_resumes_too(setup: Setup) -> None:
    setup.hub.cut_after = 200_000
    assert run(setup.download).phase is JobPhase.FAILED
    setup.hub.cut_after, sent = None, setup.hub.sent[SERVED]
    again = DownloadManager(setup.root, endpoint=setup.hub.endpoint).download(MODEL)
    assert run(again).phase is JobPhase.DONE
    assert setup.hub.sent[SERVED] - sent <= WHOLE - 190_000


def test_a_cut_connection_is_said_and_survived(setup: Setup) -> None:
    setup.hub.cut_after = 100_000
    failed = run(setup.download)
    assert failed.phase is JobPhase.FAILED
    assert "connection was lost" in failed.message
    assert setup.visible is None
    setup.hub.cut_after = None
    done = run(setup.download)
    assert (done.phase, done.done, done.total, done.message) == (JobPhase.DONE, failed.total, failed.total, "")
    assert setup.visible is not None


def test_a_server_without_ranges_starts_the_file_again(setup: Setup) -> None:
    setup.hub.cut_after = 100_000
    run(setup.download)
    setup.hub.cut_after, setup.hub.ranges = None, False
    assert run(setup.download).phase is JobPhase.DONE
    assert setup.visible is not None
    assert (setup.visible / SERVED).read_bytes() == tiny_files()[SERVED]


def test_a_silent_server_is_given_up(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_files, "SILENCE_SECONDS", 0.2)
    setup.hub.hold_after = 100_000
    assert "stopped answering" in run(setup.download).message


def test_a_disk_that_fills_up_on_the_way_is_survived(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("components.model.checkpoints.hub_files.os.fsync", full)
        failed = run(setup.download)
    assert failed.phase is JobPhase.FAILED
    assert failed.message.startswith("The disk is full")
    assert setup.visible is None
    assert run(setup.download).phase is JobPhase.DONE


def test_weights_kept_on_another_host_arrive_and_resume(setup: Setup) -> None:
    setup.hub.elsewhere, setup.hub.cut_after = True, 200_000
    assert run(setup.download).phase is JobPhase.FAILED
    setup.hub.cut_after, sent = None, setup.hub.sent[SERVED]
    assert run(setup.download).phase is JobPhase.DONE
    assert setup.hub.sent[SERVED] - sent <= WHOLE - 190_000
