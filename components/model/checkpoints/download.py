"""Downloads of models in the background, with progress, cancellation and resumption.

Files are written to ``<revision>.partial``; when all are complete and verified, the folder is renamed to
``<revision>``, where :func:`~components.model.checkpoints.availability.weights_folder` finds it.
"""

import shutil
import threading
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from components.model.checkpoints.availability import DOWNLOADS_FOLDER, download_folder, is_complete, is_offline
from components.model.checkpoints.hub_errors import error_message
from components.model.checkpoints.hub_files import DownloadStopped, RemoteFile, fetch_file, fetched_bytes, remote_files
from components.model.checkpoints.records import ModelRecord, OnHub
from components.model.user_errors import ModelUnavailable

SPARE_BYTES = 64_000_000  # to leave free on the disk


class DownloadPhase(StrEnum):
    """The phase of a download."""

    IDLE = "idle"
    STARTING = "starting"
    RUNNING = "running"
    STOPPED = "stopped"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True)
class DownloadState:
    """The state of a download.

    Attributes:
        phase: Its phase.
        done: The number of bytes on this machine.
        total: The number of bytes in all; an estimate until the hub has answered.
        message: A plain-text message for the visitor; empty if there is none.
        seconds_left: An estimate from the speed so far, or None.
    """

    phase: DownloadPhase
    done: int
    total: int
    message: str = ""
    seconds_left: float | None = None

    @property
    def active(self) -> bool:
        """Whether the download is under way and can be stopped."""
        return self.phase in (DownloadPhase.STARTING, DownloadPhase.RUNNING)


class Download:
    """The download of one model, possibly in several attempts."""

    def __init__(self, home: OnHub, *, folder: Path, endpoint: str | None = None) -> None:
        """Describe a download without starting it.

        Args:
            home: The repository and the revision.
            folder: The folder of the finished download.
            endpoint: The hub's URL; None is the default of the hub's client.
        """
        self._home, self._endpoint = home, endpoint
        self._folder, self._partial = folder, folder.with_name(folder.name + ".partial")
        self._lock = threading.Lock()
        self._state = DownloadState(DownloadPhase.IDLE, 0, home.download_bytes)
        self._stop, self._thread = threading.Event(), threading.Thread()

    @property
    def state(self) -> DownloadState:
        """The current state."""
        return self._state

    def start(self) -> None:
        """Start, or resume the last attempt. Does nothing while one is under way."""
        with self._lock:
            if self._state.active:
                return
            before = self._thread
            self._stop = threading.Event()
            self._state = replace(self._state, phase=DownloadPhase.STARTING, message="", seconds_left=None)
            self._thread = threading.Thread(
                target=self._attempt,
                args=(self._stop, before),
                name=f"download-{self._folder.parent.name}",
                daemon=True,
            )
            self._thread.start()

    def stop(self) -> None:
        """Stop. The state changes at once; the thread ends when the next bytes arrive or time out."""
        with self._lock:
            if self._state.active:
                self._stop.set()
                message = "Stopped. What has arrived is kept."
                self._state = replace(self._state, phase=DownloadPhase.STOPPED, message=message, seconds_left=None)

    def _say(self, stop: threading.Event, state: DownloadState) -> None:
        with self._lock:
            if not stop.is_set() and stop is self._stop:  # a stopped attempt must not change the state
                self._state = state

    def _report(self, stop: threading.Event, progress: "_Progress", name: str, here: int) -> None:
        self._say(stop, progress.state(name, here))

    def _attempt(self, stop: threading.Event, before: threading.Thread) -> None:
        if before.ident is not None:
            before.join()  # two writers would corrupt the file; the older one ends within its timeouts
        try:
            self._fetch_all(stop)
        except DownloadStopped:
            pass
        except Exception as error:
            self._say(
                stop, replace(self._state, phase=DownloadPhase.FAILED, message=error_message(error), seconds_left=None)
            )
        else:
            self._say(stop, DownloadState(DownloadPhase.DONE, self._state.total, self._state.total))

    def _fetch_all(self, stop: threading.Event) -> None:
        if is_complete(self._folder):
            return
        if is_offline():
            raise ModelUnavailable("Downloads are switched off on this machine (HF_HUB_OFFLINE). Choose another model.")
        files = remote_files(self._home, self._endpoint, stop)
        self._partial.mkdir(parents=True, exist_ok=True)
        self._check_space(files)
        progress = _Progress(files, self._partial)
        for file in files:
            fetch_file(file, self._partial, report=partial(self._report, stop, progress, file.name), stop=stop)
        if not is_complete(self._partial):
            raise ModelUnavailable("The Hugging Face Hub has no tokenizer for this model. Choose another model.")
        if stop.is_set():
            raise DownloadStopped
        self._partial.rename(self._folder)

    def _check_space(self, files: tuple[RemoteFile, ...]) -> None:
        missing = sum(file.size - fetched_bytes(file, self._partial) for file in files)
        free = shutil.disk_usage(self._partial).free
        if free < missing + SPARE_BYTES:
            wanted = missing + SPARE_BYTES - free
            raise ModelUnavailable(f"The disk is full. Free {wanted / 1e6:,.0f} MB more, then try again.")


class _Progress:
    """Counts the bytes of all files and estimates the remaining time."""

    def __init__(self, files: tuple[RemoteFile, ...], folder: Path) -> None:
        self._here = {file.name: fetched_bytes(file, folder) for file in files}
        self._total = sum(file.size for file in files)
        self._began_with, self._began = sum(self._here.values()), time.monotonic()

    def state(self, name: str, here: int) -> DownloadState:
        self._here[name] = here
        done = sum(self._here.values())
        speed = (done - self._began_with) / max(time.monotonic() - self._began, 1e-3)
        left = (self._total - done) / speed if speed > 0 else None
        return DownloadState(DownloadPhase.RUNNING, done, self._total, seconds_left=left)


class DownloadManager:
    """The downloads of this process: one per model, shared by all visitors."""

    def __init__(self, folder: Path = DOWNLOADS_FOLDER, *, endpoint: str | None = None) -> None:
        """``folder`` holds all downloads; ``endpoint`` is the hub's URL, None the default of the hub's client."""
        self.folder, self._endpoint = folder, endpoint
        self._lock, self._downloads = threading.Lock(), dict[str, Download]()

    def download(self, model: ModelRecord) -> Download:
        """The download of ``model``; this does not start it.

        Raises:
            ModelUnavailable: The model is not on the hub.
        """
        if not isinstance(model.home, OnHub):
            raise ModelUnavailable(f"{model.name} cannot be downloaded. Choose another model.")
        with self._lock:
            if model.id not in self._downloads:
                folder = download_folder(model.home, self.folder)
                self._downloads[model.id] = Download(model.home, folder=folder, endpoint=self._endpoint)
            return self._downloads[model.id]
