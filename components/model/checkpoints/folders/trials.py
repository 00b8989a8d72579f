"""Opens the operator's models once in a process of its own, so that those that cannot be used leave the list.

``python -m components.model.checkpoints.folders.trials`` is that process. It reads records from standard input and
writes one line for each: why the model cannot be used, or an empty text. A model that ends the process, or takes too
long, is refused.
"""

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from components.model.checkpoints.records import InFolder, ModelRecord

ROOT = Path(__file__).parents[4]
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.model.checkpoints.folders.trials")
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
SECONDS_LIMIT = 120.0  # for one model, the import of the libraries included
LOWER_PRIORITY = 10
KNOWN_LIMIT = 1000
_DIED = "cannot be opened: the process that tried it ended, or took too long. It may need more memory than there is."
_State = tuple[ModelRecord, tuple[tuple[str, int, int], ...]]


class Trials:
    """The results of trials, remembered for as long as a model's files stay the same."""

    def __init__(self, command: Sequence[str] = COMMAND, *, seconds_limit: float = SECONDS_LIMIT) -> None:
        self._command, self._seconds_limit = command, seconds_limit
        self._reasons: dict[_State, str] = {}
        self._lock = threading.Lock()  # held while a process runs

    def reasons(self, records: Iterable[ModelRecord]) -> dict[str, str]:
        """Why models cannot be used, by id; empty for those that can. Waits until all have been tried."""
        states = {record.id: (record, _files(record)) for record in records}
        with self._lock:
            if len(self._reasons) > KNOWN_LIMIT:
                self._reasons.clear()
            while untried := [state for state in states.values() if state not in self._reasons]:
                self._try(untried)
            return {model_id: self._reasons[state] for model_id, state in states.items()}

    def known(self, records: Iterable[ModelRecord]) -> dict[str, str | None]:
        """The same without waiting: None for a model that is being tried. Starts the trials that are needed."""
        states = {record.id: (record, _files(record)) for record in records}
        known = {model_id: self._reasons.get(state) for model_id, state in states.items()}
        if None in known.values() and not self._lock.locked():
            untried = [record for record, _ in states.values()]
            threading.Thread(target=self.reasons, args=(untried,), name="model-trials", daemon=True).start()
        return known

    def _try(self, states: Sequence[_State]) -> None:
        """Try models in one process, which ends at the first one that it does not survive."""
        child: subprocess.Popen[bytes] = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | ENVIRONMENT
        )
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            with child.stdin as requests:
                requests.write(pickle.dumps([record for record, _ in states]))
            for state in states:
                timer = threading.Timer(self._seconds_limit, child.kill)
                timer.start()
                line = child.stdout.readline()
                timer.cancel()
                ended = not line.endswith(b"\n")
                self._reasons[state] = _DIED if ended else json.loads(line)
                if ended:
                    return
        except OSError:  # it ended before it had read its request
            self._reasons[states[0]] = _DIED
        finally:
            child.kill()
            child.wait()
            child.stdout.close()


TRIALS = Trials()


def _files(record: ModelRecord) -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of a model's files; if one of them differs, the model has changed."""
    assert isinstance(record.home, InFolder)
    try:
        states = [(file.name, file.stat()) for file in sorted(record.home.folder.iterdir()) if file.is_file()]
    except OSError:
        return ()
    return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)


def main() -> None:
    """Try the models on standard input."""
    if hasattr(os, "nice"):
        os.nice(LOWER_PRIORITY)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of libraries must not mix with the replies
    records: list[ModelRecord] = pickle.loads(sys.stdin.buffer.read())  # from the server that started this
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.loader import Loader
    from components.model.checkpoints.open_model import Purpose
    from components.model.user_errors import ModelUnavailable

    for record in records:
        reason = ""
        loader = Loader(weights_folder)
        try:
            for purpose in Purpose:
                loader.open(record, purpose)
        except ModelUnavailable as error:
            reason = str(error).removeprefix(f"{record.name} ").removesuffix(" Choose another model.")
        replies.write(json.dumps(reason) + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
