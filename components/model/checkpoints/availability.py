"""Where a model's weights are now, found out without waiting for a network.

Files on this machine answer at once. Whether the hub can be reached costs a connection, so :class:`HubProbe` makes it
in a thread of its own, and only after somebody asked about a model that is not here. Left to itself, the hub's client
retries for 23 seconds before it says that there is no network.
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
# Any one makes a tokenizer.
TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model")


class Availability(StrEnum):
    """What using a model would take."""

    BUNDLED = "bundled"
    ON_THIS_MACHINE = "on this machine"
    TO_DOWNLOAD = "needs a download"
    UNREACHABLE = "cannot be reached now"


class Reach(StrEnum):
    """What is known of the way to the hub."""

    NOT_CHECKED = "not asked"
    CHECKING = "asking"
    REACHABLE = "reachable"
    UNREACHABLE = "unreachable"


def availability(
    model: ModelRecord, reach: Reach, *, downloads: Path = DOWNLOADS_FOLDER, hub_cache: Path | None = None
) -> Availability:
    """What using ``model`` would take, given what is known of the hub. Reads the disk only."""
    if weights_folder(model, downloads=downloads, hub_cache=hub_cache) is not None:
        return Availability.BUNDLED if isinstance(model.home, Bundled) else Availability.ON_THIS_MACHINE
    if isinstance(model.home, OnHub) and reach is not Reach.UNREACHABLE:
        return Availability.TO_DOWNLOAD
    return Availability.UNREACHABLE


def weights_folder(
    model: ModelRecord, *, downloads: Path = DOWNLOADS_FOLDER, hub_cache: Path | None = None
) -> Path | None:
    """The folder with all files of ``model``, or None where one is missing.

    Args:
        model: The model.
        downloads: Where Riverbank's own downloads are kept.
        hub_cache: The Hugging Face cache; None is the one that the hub's client uses on this machine.
    """
    if isinstance(model.home, Bundled):
        whole = is_complete(model.home.folder) and (model.home.weights is None or model.home.weights.is_file())
        return model.home.folder if whole else None
    if isinstance(model.home, InFolder):
        return model.home.folder if model.home.folder.is_dir() else None
    own = download_folder(model.home, downloads)
    return own if is_complete(own) else _cached_snapshot(model.home, hub_cache)


def download_folder(home: OnHub, downloads: Path) -> Path:
    """Where a finished download is kept. Its unfinished neighbour has ``.partial`` added to the name."""
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
    """Whether the operator forbade connections, by the variables that the hub's client reads as well."""
    value = environment.get("HF_HUB_OFFLINE") or environment.get("TRANSFORMERS_OFFLINE") or ""
    return value.upper() in {"1", "ON", "YES", "TRUE"}


class HubProbe:
    """Whether the hub answers. Reading :attr:`last` never connects; :meth:`ask` may, and never waits or raises."""

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        fresh_seconds: float = 60.0,
        timeout_seconds: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """``endpoint`` is the hub's address; None is the one that the hub's client uses (``HF_ENDPOINT``)."""
        self._endpoint, self._environment = endpoint, environment
        self._fresh_seconds, self._timeout_seconds, self._clock = fresh_seconds, timeout_seconds, clock
        self._lock = threading.Lock()
        self._last, self._asked_at, self._asking = Reach.NOT_CHECKED, 0.0, False

    @property
    def last(self) -> Reach:
        """The last answer."""
        return Reach.UNREACHABLE if is_offline(self._environment) else self._last

    def check(self, *, force: bool = False) -> Reach:
        """The last answer; starts a look at the hub where that answer is old, or where ``force`` says so."""
        if is_offline(self._environment):
            return Reach.UNREACHABLE
        with self._lock:
            old = self._last is Reach.NOT_CHECKED or self._clock() - self._asked_at > self._fresh_seconds
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
        except Exception:  # whatever is wrong with the way to the hub, the answer is the same
            return False
