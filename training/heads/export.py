"""Write what the app loads: ``python -m training.heads.export --state … --frozen …``, with figures and cards."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import transformers

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.multitask import HEADS_FOLDER, MULTITASK_MODEL
from components.model.checkpoints.records import Bundled
from components.tasks.model.heads import load_heads
from training.heads.cards import write_cards
from training.heads.judge import judged
from training.heads.model import RANK, Heads


def main() -> None:
    """Export, judge, and write the cards."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.export", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("runs/heads"))
    parser.add_argument("--state", type=Path, default=Path("runs/heads/out"), help="of the run that ships")
    parser.add_argument("--frozen", type=Path, default=Path("runs/heads/frozen"), help="of the run with --rank 0")
    arguments = parser.parse_args()
    told: dict[str, Any] = {
        "frozen": _judged(arguments.frozen, arguments.frozen / "exported", arguments.data, rank=0),
        "figures": _judged(arguments.state, HEADS_FOLDER, arguments.data, rank=RANK),
        "run": _run(arguments.state),
        "frozen_run": _run(arguments.frozen),
        "rank": RANK,
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
    }
    (HEADS_FOLDER / "evaluation.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    write_cards(told, HEADS_FOLDER)


def _judged(run: Path, folder: Path, data: Path, *, rank: int) -> list[dict[str, Any]]:
    model = Heads(POCKET_FOLDER / "minilm", rank=rank)
    model.load_state_dict(torch.load(run / "state.pt", weights_only=True)["model"])
    model.eval().export(folder)
    for file in folder.glob("*.safetensors"):
        file.chmod(0o644)
    home = MULTITASK_MODEL.home
    assert isinstance(home, Bundled)
    asked = replace(MULTITASK_MODEL, home=replace(home, adapter=folder / "adapter.safetensors" if rank else None))
    return [figure.as_dict() for figure in judged(Loader(weights_folder).open(asked), load_heads(folder), data)]


def _run(folder: Path) -> dict[str, Any]:
    kept = torch.load(folder / "state.pt", weights_only=True)
    return {"steps": kept["step"], "minutes": round(kept["seconds"] / 60)}


if __name__ == "__main__":
    main()
