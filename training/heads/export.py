"""Export the heads for the app, with figures and cards: ``python -m training.heads.export --state … --frozen …``."""

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
from components.model.checkpoints.records import Bundled
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.model.heads.heads import load_heads
from training.heads.cards import write_cards
from training.heads.evaluation import evaluate_heads
from training.heads.model import RANK, MultiHeadEncoder


def main() -> None:
    """Export, evaluate, and write the cards."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.export", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("runs/heads"))
    parser.add_argument("--state", type=Path, default=Path("runs/heads/out"), help="folder of the run that is included")
    parser.add_argument(
        "--frozen", type=Path, default=Path("runs/heads/frozen"), help="folder of the run with --rank 0"
    )
    arguments = parser.parse_args()
    evaluation: dict[str, Any] = {
        "frozen": _export_and_evaluate(arguments.frozen, arguments.frozen / "exported", arguments.data, rank=0),
        "figures": _export_and_evaluate(arguments.state, HEADS_FOLDER, arguments.data, rank=RANK),
        "run": _run_summary(arguments.state),
        "frozen_run": _run_summary(arguments.frozen),
        "rank": RANK,
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
    }
    (HEADS_FOLDER / "evaluation.json").write_text(json.dumps(evaluation, indent=1) + "\n", encoding="utf-8")
    write_cards(evaluation, HEADS_FOLDER)


def _export_and_evaluate(run: Path, folder: Path, data: Path, *, rank: int) -> list[dict[str, Any]]:
    model = MultiHeadEncoder(POCKET_FOLDER / "minilm", rank=rank)
    model.load_state_dict(torch.load(run / "state.pt", weights_only=True)["model"])
    model.eval().export(folder)
    for file in folder.glob("*.safetensors"):
        file.chmod(0o644)
    home = MULTITASK_MODEL.home
    assert isinstance(home, Bundled)
    record = replace(MULTITASK_MODEL, home=replace(home, adapter=folder / "adapter.safetensors" if rank else None))
    return [
        figure.as_dict() for figure in evaluate_heads(Loader(weights_folder).open(record), load_heads(folder), data)
    ]


def _run_summary(folder: Path) -> dict[str, Any]:
    state = torch.load(folder / "state.pt", weights_only=True)
    return {"steps": state["step"], "minutes": round(state["seconds"] / 60)}


if __name__ == "__main__":
    main()
