"""Files of one revision on the Hugging Face hub: their metadata, and downloads that can be resumed and are verified.

``huggingface_hub`` provides the URLs, the session and the metadata. The bytes are read here, because
``hf_hub_download`` (2.4) restarts after an interruption, reports progress every 10 MB, and cannot be stopped.
"""

import hashlib
import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from components.model.checkpoints.availability import TOKENIZER_FILES, WEIGHTS_FILE
from components.model.checkpoints.folders.folder_errors import UnusableFolder
from components.model.checkpoints.folders.weight_headers import header_shapes
from components.model.checkpoints.records import OnHub
from components.model.user_errors import ModelUnavailable

REQUIRED_FILES = ("config.json", WEIGHTS_FILE)
OPTIONAL_FILES = (*TOKENIZER_FILES, "tokenizer_config.json", "merges.txt", "special_tokens_map.json")
CONNECT_SECONDS = 5.0
SILENCE_SECONDS = 10.0  # read timeout
BLOCK_BYTES = 1 << 20


class DownloadStopped(Exception):
    """The visitor stopped the download."""


@dataclass(frozen=True)
class RemoteFile:
    """A file on the hub. ``etag`` is its SHA-256 or, for a small file, its git blob id."""

    name: str
    url: str
    size: int
    etag: str


def remote_files(home: OnHub, endpoint: str | None, stop: threading.Event) -> tuple[RemoteFile, ...]:
    """The files to download, small ones first.

    Raises:
        DownloadStopped: ``stop`` was set.
        ModelUnavailable: A required file is missing, or the hub serves another revision.
    """
    from huggingface_hub.errors import RemoteEntryNotFoundError

    files = []
    for name in ("config.json", *OPTIONAL_FILES, WEIGHTS_FILE):
        if stop.is_set():
            raise DownloadStopped
        try:
            files.append(_described(home, name, endpoint))
        except RemoteEntryNotFoundError:
            if name in REQUIRED_FILES:
                raise ModelUnavailable(
                    f"The Hugging Face Hub no longer has {name} for this model. Choose another model."
                ) from None
    return tuple(files)


def _described(home: OnHub, name: str, endpoint: str | None) -> RemoteFile:
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    url = hf_hub_url(home.repository, name, revision=home.revision, endpoint=endpoint)
    # The listed models are public, so no token from this machine is sent.
    about = get_hf_file_metadata(url, token=False, timeout=CONNECT_SECONDS, endpoint=endpoint)
    same = about.commit_hash is not None and about.commit_hash.startswith(home.revision)
    if not same or about.etag is None or about.size is None:
        raise ModelUnavailable("The Hugging Face Hub sent another version of this model. Try again later.")
    return RemoteFile(name, url, about.size, about.etag)


def fetched_bytes(file: RemoteFile, folder: Path) -> int:
    """The number of bytes of ``file`` that are in ``folder`` already."""
    for path in (folder / file.name, _part(file, folder)):
        if path.is_file():
            return path.stat().st_size
    return 0


def fetch_file(file: RemoteFile, folder: Path, *, report: Callable[[int], None], stop: threading.Event) -> None:
    """Download ``file`` into ``folder``, resuming an earlier attempt.

    A file gets its name only when it is complete and verified.

    Args:
        file: The file.
        folder: The folder.
        report: Called with the number of bytes on this machine.
        stop: Stops the download when set.

    Raises:
        DownloadStopped: ``stop`` was set. The bytes stay for the next attempt.
        ModelUnavailable: The file differs from the hub's description; it is deleted.
        httpx2.HTTPError, OSError: The connection or the disk failed. The bytes stay.
    """
    if (folder / file.name).is_file():
        report(file.size)
        return
    part = _part(file, folder)
    if fetched_bytes(file, folder) > file.size:
        part.unlink()
    if fetched_bytes(file, folder) < file.size:
        _append(file, part, report=report, stop=stop)
    try:
        _check(file, part, stop)
    except ModelUnavailable:
        part.unlink(missing_ok=True)
        raise
    part.replace(folder / file.name)


def _part(file: RemoteFile, folder: Path) -> Path:
    return folder / f"{file.name}.part"


def _append(file: RemoteFile, part: Path, *, report: Callable[[int], None], stop: threading.Event) -> None:
    import httpx2  # what huggingface_hub's session is made of
    from huggingface_hub import get_session

    here = part.stat().st_size if part.is_file() else 0
    headers = {"Accept-Encoding": "identity"}
    if here:
        headers["Range"] = f"bytes={here}-"
    patience = httpx2.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
    with get_session().stream("GET", file.url, headers=headers, timeout=patience) as response:
        response.raise_for_status()
        resumed = response.headers.get("Content-Range", "").startswith(f"bytes {here}-")
        if not resumed:
            here = 0
        with part.open("ab" if resumed else "wb") as sink:
            for chunk in response.iter_raw():
                if stop.is_set():
                    raise DownloadStopped
                here += len(chunk)
                if here > file.size:
                    break  # the check says what is wrong
                sink.write(chunk)
                report(here)
            sink.flush()
            os.fsync(sink.fileno())  # a power cut must not leave a whole name on half a file


def _check(file: RemoteFile, path: Path, stop: threading.Event) -> None:
    damaged = ModelUnavailable(f"{file.name} arrived damaged and was deleted. Download it again.")
    size = path.stat().st_size
    if size != file.size:
        raise damaged
    digest = _digest(file, size)
    if digest is not None:
        with path.open("rb") as source:
            while block := source.read(BLOCK_BYTES):
                if stop.is_set():
                    raise DownloadStopped
                digest.update(block)
        if digest.hexdigest() != file.etag:
            raise damaged
    if file.name == WEIGHTS_FILE and not is_complete_safetensors(path):
        raise damaged


def _digest(file: RemoteFile, size: int) -> "hashlib._Hash | None":
    if re.fullmatch(r"[0-9a-f]{64}", file.etag):
        return hashlib.sha256()
    if re.fullmatch(r"[0-9a-f]{40}", file.etag):
        return hashlib.sha1(f"blob {size}\0".encode(), usedforsecurity=False)  # as git names a blob
    return None  # a mirror with other etags: only the size and the header can be checked


def is_complete_safetensors(path: Path) -> bool:
    """Whether a safetensors file has a valid header and its tensors end where the file ends."""
    try:
        return bool(header_shapes(path))
    except (UnusableFolder, OSError):
        return False
