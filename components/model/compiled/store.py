"""Graphs of encoders: those bundled with the app, and those exported on this machine in the background.

The graphs of the bundled checkpoints ship with the app (``python -m cache.shipped.encoder_graphs``). For any other
checkpoint a background process of the lowest priority exports one. PyTorch computes until it is finished, and goes on
if ONNX Runtime is not installed or the encoder cannot be exported.
"""

import importlib.util
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from huggingface_hub.constants import HF_HOME
from transformers import PreTrainedModel

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.compiled.graph import EncoderGraph, architecture_key

if TYPE_CHECKING:
    from components.model.compiled.encoder import CompiledEncoder

VARIABLE, OFF = "RIVERBANK_GRAPHS", "off"
SHIPPED = POCKET_FOLDER / "graphs"
EXPORT_PARAMETER_LIMIT = 400_000_000  # of an encoder to export: the process holds another copy in memory
EXPORT_S = 300.0
ROOT = Path(__file__).parents[3]
COMMAND = (sys.executable, "-W", "ignore", "-m", "components.model.compiled.export_process")
_LOG = logging.getLogger(__name__)


class GraphStore:
    """Compiles encoders, with graphs from two folders.

    Args:
        exported: The folder of graphs exported on this machine; None disables exporting.
        shipped: The folder of bundled graphs.
    """

    def __init__(self, exported: Path | None = None, *, shipped: Path = SHIPPED) -> None:
        self._shipped, self._exported = shipped, exported
        self._export = threading.Lock()  # one at a time

    def compile(self, encoder: PreTrainedModel, folder: Path) -> "Future[CompiledEncoder | None]":
        """Compile an encoder: at once if there is a graph, else in the background. The result may be None.

        Args:
            encoder: The encoder in PyTorch, on the CPU.
            folder: The folder of its configuration.

        Returns:
            A future of the compiled encoder; its result is None if it cannot be compiled.
        """
        result: Future[CompiledEncoder | None] = Future()
        key = architecture_key(encoder)
        if importlib.util.find_spec("onnxruntime") is None:
            result.set_result(None)
        elif (graph := self.find(key)) is not None:
            result.set_result(_compile(encoder, graph))
        elif self._exported is None or encoder.num_parameters() > EXPORT_PARAMETER_LIMIT:
            result.set_result(None)
        else:
            name = f"export {key}"
            threading.Thread(target=self._follow, args=(encoder, folder, key, result), name=name, daemon=True).start()
        return result

    def find(self, key: str) -> EncoderGraph | None:
        """The graph of an architecture; None if there is none."""
        for folder in filter(None, (self._shipped, self._exported)):
            with suppress(OSError, ValueError):
                return EncoderGraph.from_bytes(graph_file(folder, key).read_bytes())
        return None

    def _follow(
        self, encoder: PreTrainedModel, folder: Path, key: str, result: "Future[CompiledEncoder | None]"
    ) -> None:
        try:
            with self._export:
                graph = self.find(key)  # another model of the same architecture may have been first
                if graph is None:
                    graph = self._exported_graph(encoder, folder, key)
            result.set_result(None if graph is None else _compile(encoder, graph))
        except Exception:
            _LOG.exception("An encoder could not be compiled; PyTorch answers.")
            result.set_result(None)

    def _exported_graph(self, encoder: PreTrainedModel, folder: Path, key: str) -> EncoderGraph | None:
        """Export the graph in a separate process; None if that fails."""
        assert self._exported is not None, "called only if exporting is enabled"
        self._exported.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=self._exported, ignore_cleanup_errors=True) as unfinished:
            file = Path(unfinished) / "graph"
            what = [type(encoder).__name__, str(encoder.config._attn_implementation), str(folder), str(file)]
            done = subprocess.run(
                [*COMMAND, *what],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=EXPORT_S,
                check=False,
            )
            if done.returncode or not file.exists():
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
                _LOG.info("%s cannot be exported (%s); PyTorch answers.", type(encoder).__name__, " ".join(last))
                return None
            file.replace(graph_file(self._exported, key))
        return self.find(key)


def exported_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of exported graphs; None if the operator disabled exporting.

    It is next to the hub's cache, unless :data:`VARIABLE` names another folder.
    """
    named = environment.get(VARIABLE, "").strip()
    if named == OFF:
        return None
    return Path(named).expanduser() if named else Path(HF_HOME) / "riverbank-graphs"


def graph_file(folder: Path, key: str) -> Path:
    """The file of an architecture's graph in a folder."""
    return folder / f"{key}.zip"


def _compile(encoder: PreTrainedModel, graph: EncoderGraph) -> "CompiledEncoder | None":
    from components.model.compiled.encoder import CompiledEncoder, GraphMismatch

    try:
        return CompiledEncoder(encoder, graph)
    except GraphMismatch as error:
        _LOG.warning("%s is not compiled, since %s; PyTorch answers.", type(encoder).__name__, error)
    except Exception:  # the runtime's errors have no common class
        _LOG.exception("%s could not be compiled; PyTorch answers.", type(encoder).__name__)
    return None
