"""Downloads of models in the background, with progress, cancellation and resumption.

Files are written to ``<revision>.partial``; when all are complete and verified, the folder is renamed to
``<revision>``, where :func:`~components.model.checkpoints.availability.weights_folder` finds it.
"""

import errno
import shutil
import threading
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from components.model.checkpoints.availability import DOWNLOADS_FOLDER, download_folder, is_complete, is_offline
from components.model.checkpoints.hub_files import DownloadStopped, fetch_file, fetched_bytes, remote_files
from components.model.checkpoints.records import ModelRecord, OnHub
from components.model.job_queue import Job, JobPhase, JobQueue, JobState
from components.model.user_errors import ModelUnavailable, UserError

SPARE_BYTES = 64_000_000  # to leave free on the disk


@dataclass(frozen=True, kw_only=True)
class DownloadState(JobState[OnHub]):
    """The state of a download.

    Attributes:
        done: The number of bytes on this machine.
        total: The number of bytes in all; an estimate until the hub has answered.
        resumed_at: The number of bytes that this attempt did not have to fetch; None until the hub has answered.
    """

    done: int = 0
    total: int = 0
    resumed_at: int | None = None

    @property
    def fraction_done(self) -> float:
        """The fraction of the bytes that is on this machine, from 0 to 1."""
        return min(1.0, self.done / max(1, self.total))

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the speed so far; None if unknown."""
        fetched = self.done - (self.done if self.resumed_at is None else self.resumed_at)
        running = self.phase is JobPhase.RUNNING and fetched > 0
        return (self.total - self.done) * self.seconds / fetched if running else None


class Download(JobQueue[DownloadState]):
    """The download of one model, possibly in several attempts.

    An attempt starts when the thread of a stopped one has ended: two writers would corrupt the file.
    """

    jobs_name = "downloads"
    waiting_limit = 1
    kept_limit = 2
    stopped_message = "Stopped. What has arrived is kept."
    failure_message = "The download failed. Try again later."

    def __init__(self, home: OnHub, *, folder: Path, endpoint: str | None = None) -> None:
        """Describe a download without starting it.

        Args:
            home: The repository and the revision.
            folder: The folder of the finished download.
            endpoint: The hub's URL; None is the default of the hub's client.
        """
        super().__init__()
        self._home, self._endpoint = home, endpoint
        self._folder, self._partial = folder, folder.with_name(folder.name + ".partial")
        self._attempt: int | None = None

    @property
    def latest(self) -> DownloadState:
        """The state of the latest attempt."""
        state = None if self._attempt is None else self.state(self._attempt)
        return state or DownloadState(request=self._home, phase=JobPhase.IDLE, total=self._home.download_bytes)

    def start(self) -> None:
        """Start, or resume the last attempt. Does nothing while one is under way."""
        before = replace(self.latest, phase=JobPhase.WAITING, message="", seconds=0.0, resumed_at=None)
        self._attempt = self._submit(before, "")

    def stop_latest(self) -> None:
        """Stop the latest attempt. The thread ends when the next bytes arrive or time out."""
        if self._attempt is not None:
            self.stop(self._attempt)

    def _run(self, job: Job[DownloadState]) -> None:
        try:
            self._fetch_all(job)
        except DownloadStopped:
            return
        except Exception as error:
            raise UserError(error_message(error)) from error
        self._report(job, lambda state: replace(state, phase=JobPhase.DONE, done=state.total))

    def _fetch_all(self, job: Job[DownloadState]) -> None:
        if is_complete(self._folder):
            return
        if is_offline():
            raise ModelUnavailable("Downloads are switched off on this machine (HF_HUB_OFFLINE). Choose another model.")
        files = remote_files(self._home, self._endpoint, job.stop)
        self._partial.mkdir(parents=True, exist_ok=True)
        here = {file.name: fetched_bytes(file, self._partial) for file in files}
        total, resumed_at = sum(file.size for file in files), sum(here.values())
        self._check_space(total - resumed_at)

        def report(name: str, fetched: int) -> None:
            here[name] = fetched
            done = sum(here.values())
            self._report(job, lambda state: replace(state, done=done, total=total, resumed_at=resumed_at))

        for file in files:
            fetch_file(file, self._partial, report=partial(report, file.name), stop=job.stop)
        if not is_complete(self._partial):
            raise ModelUnavailable("The Hugging Face Hub has no tokenizer for this model. Choose another model.")
        if job.stop.is_set():
            raise DownloadStopped
        self._partial.rename(self._folder)

    def _check_space(self, missing: int) -> None:
        free = shutil.disk_usage(self._partial).free
        if free < missing + SPARE_BYTES:
            wanted = missing + SPARE_BYTES - free
            raise ModelUnavailable(f"The disk is full. Free {wanted / 1e6:,.0f} MB more, then try again.")


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


def error_message(error: Exception) -> str:
    """A message of one or two sentences for the error that ended a download."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    if isinstance(error, ModelUnavailable):
        return str(error)
    if isinstance(error, HfHubHTTPError | httpx2.HTTPStatusError):
        return _status_message(error.response.status_code)
    if isinstance(error, httpx2.TimeoutException):
        return "The Hugging Face Hub stopped answering. Try again; the download continues where it stopped."
    if isinstance(error, httpx2.HTTPError | ConnectionError):
        return "The connection was lost. Try again; the download continues where it stopped."
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "The disk is full. Free some space and try again; the download continues where it stopped."
    if isinstance(error, OSError):
        return "The model could not be saved on this machine. Ask whoever runs it to check the folder cache/models."
    return "The download failed. Try again later."


def _status_message(status: int) -> str:
    if status in (401, 403):
        return "The Hugging Face Hub gives this model only to signed-in users. Choose another model."
    if status == 404:
        return "The Hugging Face Hub no longer has this version of the model. Choose another model."
    return f"The Hugging Face Hub cannot answer now (HTTP {status}). Try again later."
