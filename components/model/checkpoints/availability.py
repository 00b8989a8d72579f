"""Where a model's weights are, determined without waiting for the network.

The disk is checked directly. Whether the hub can be reached takes a connection, so :class:`HubProbe` makes it in a
background thread, and only when somebody wants a model that is not on this machine. The hub's own client would retry
for 23 seconds before it reports that there is no network.
"""

import os
import threading
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.records import Bundled, InFolder, ModelRecord, OnHub

DOWNLOADS_FOLDER = POCKET_FOLDER.parent / "models"
WEIGHTS_FILE = "model.safetensors"
FRESH_SECONDS = 60.0  # how long an answer of the hub counts
# Any of these is enough for a tokenizer.
TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model")


class Availability(StrEnum):
    """What it takes to use a model."""

    BUNDLED = "bundled"
    ON_THIS_MACHINE = "on this machine"
    TO_DOWNLOAD = "needs a download"
    UNREACHABLE = "cannot be reached now"


class Reach(StrEnum):
    """What is known about the connection to the hub."""

    NOT_CHECKED = "not asked"
    CHECKING = "asking"
    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"


def availability(
    model: ModelRecord, reach: Reach, *, downloads: Path = DOWNLOADS_FOLDER, hub_cache: Path | None = None
) -> Availability:
    """What it takes to use ``model``, given the state of the connection. Reads the disk only."""
    if weights_folder(model, downloads=downloads, hub_cache=hub_cache) is not None:
        return Availability.BUNDLED if isinstance(model.home, Bundled) else Availability.ON_THIS_MACHINE
    if isinstance(model.home, OnHub) and reach is not Reach.UNREACHABLE:
        return Availability.TO_DOWNLOAD
    return Availability.UNREACHABLE


def weights_folder(
    model: ModelRecord, *, downloads: Path = DOWNLOADS_FOLDER, hub_cache: Path | None = None
) -> Path | None:
    """The folder with all files of ``model``, or None if one is missing.

    Args:
        model: The model.
        downloads: The folder of Riverbank's own downloads.
        hub_cache: The Hugging Face cache; None is the default of the hub's client.
    """
    if isinstance(model.home, Bundled):
        other_files = (model.home.weights, model.home.adapter, model.home.changes)
        whole = is_complete(model.home.folder) and all(file is None or file.is_file() for file in other_files)
        return model.home.folder if whole else None
    if isinstance(model.home, InFolder):
        return model.home.folder if model.home.folder.is_dir() else None
    download = download_folder(model.home, downloads)
    return download if is_complete(download) else _cached_snapshot(model.home, hub_cache)


def download_folder(home: OnHub, downloads: Path) -> Path:
    """The folder of a finished download. While it is unfinished, ``.partial`` is appended to the name."""
    return downloads / home.repository.replace("/", "--") / home.revision


def is_complete(folder: Path) -> bool:
    """Whether ``folder`` holds a configuration, weights and a tokenizer."""
    here = {name: (folder / name).is_file() for name in ("config.json", WEIGHTS_FILE, *TOKENIZER_FILES)}
    return here["config.json"] and here[WEIGHTS_FILE] and any(here[name] for name in TOKENIZER_FILES)


def _cached_snapshot(home: OnHub, hub_cache: Path | None) -> Path | None:
    from huggingface_hub import constants

    cache = hub_cache if hub_cache is not None else Path(constants.HF_HUB_CACHE)
    if not cache.is_dir():  # most machines: spares importing the rest of the client
        return None
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(home.repository, "config.json", cache_dir=cache, revision=home.revision)
    if not isinstance(config, str):
        return None
    snapshot = Path(config).parent
    return snapshot if is_complete(snapshot) else None


def is_offline(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the operator switched connections off, by the variables that the hub's client reads."""
    value = environment.get("HF_HUB_OFFLINE") or environment.get("TRANSFORMERS_OFFLINE") or ""
    return value.upper() in {"1", "ON", "YES", "TRUE"}


class HubProbe:
    """Checks in the background whether the hub answers. Nothing here waits or raises."""

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        timeout_seconds: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Make a probe that has not connected yet.

        Args:
            endpoint: The hub's URL; None is the default of the hub's client (``HF_ENDPOINT``).
            timeout_seconds: How long a connection may take.
            clock: Returns seconds, from any start.
            environment: Says whether connections are switched off.
        """
        self._endpoint, self._environment = endpoint, environment
        self._timeout_seconds, self._clock = timeout_seconds, clock
        self._lock = threading.Lock()
        self._last, self._asked_at, self._asking = Reach.NOT_CHECKED, 0.0, False

    @property
    def last(self) -> Reach:
        """The last answer. Never connects."""
        return Reach.UNREACHABLE if is_offline(self._environment) else self._last

    def check(self, *, force: bool = False) -> Reach:
        """The last answer; starts a new check if it is old, or if ``force`` is set."""
        if is_offline(self._environment):
            return Reach.UNREACHABLE
        with self._lock:
            old = self._last is Reach.NOT_CHECKED or self._clock() - self._asked_at > FRESH_SECONDS
            if (old or force) and not self._asking:
                self._asking, self._asked_at = True, self._clock()
                if force or self._last is Reach.NOT_CHECKED:
                    self._last = Reach.CHECKING
                threading.Thread(target=self._look, name="hub-probe", daemon=True).start()
            return self._last

    def _look(self) -> None:
        answer = Reach.REACHABLE if self._hub_answers() else Reach.UNREACHABLE
        with self._lock:
            self._last, self._asking = answer, False

    def _hub_answers(self) -> bool:
        try:
            from huggingface_hub import constants, get_session

            address = self._endpoint or constants.ENDPOINT
            answer = get_session().head(address, timeout=self._timeout_seconds, follow_redirects=False)
            return answer.status_code < 500
        except Exception:  # any failure means that the hub cannot be reached
            return False
