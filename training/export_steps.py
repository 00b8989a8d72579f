"""Export checkpoints of the reference's training with 8-bit weights, after ``python -m training bert``.

``python -m training.export_steps`` writes a file for each of ``EARLIER_STEPS`` to ``cache/pocket/steps/``, and
``steps.json``: the tokens seen at each step, and its held-out figures in full precision and with 8-bit weights. A step
whose loss rises by more than ``LOSS_LIMIT`` nats with 8-bit weights is not written. The last step is the finished
checkpoint itself.
"""

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertForPreTraining

from components.model.checkpoints.int8_weights import dequantize, quantize, write_weights
from components.model.checkpoints.unlisted import EARLIER_FOLDER, EARLIER_STEPS, earlier_weights_file
from training.evaluate import Evaluation, evaluate
from training.member_run import MemberRun, RunFolders
from training.members import REFERENCE, member
from training.memory import keep_freed_memory
from training.recipe import Recipe
from training.saved_steps import TOKENS

LOSS_LIMIT = 0.05  # nats
FIGURES = "steps.json"


def main() -> None:
    """Parse the command line and write the steps."""
    arguments = _parser().parse_args()
    keep_freed_memory()
    places = RunFolders(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)
    finished = MemberRun(member(REFERENCE), Recipe(), places, device=torch.device("cpu"))
    EARLIER_FOLDER.mkdir(exist_ok=True)
    rows = []
    for step, tokens_seen in EARLIER_STEPS.items():
        folder = arguments.runs / REFERENCE / f"step-{step:06d}"
        saved_weights = load_file(folder / "model.safetensors")
        full, small = (
            _evaluate_weights(finished, weights, arguments.segments)
            for weights in (saved_weights, dequantize(quantize(saved_weights)))
        )
        worse = small.loss - full.loss
        print(f"{step}: {full.loss:.4f} nats, in bytes {small.loss:.4f}", flush=True)
        if worse > LOSS_LIMIT:
            raise SystemExit(f"after {step} steps bytes cost {worse:.3f} nats, more than {LOSS_LIMIT}")
        if json.loads((folder / TOKENS).read_text(encoding="utf-8")) != tokens_seen:
            raise SystemExit(f"this run had not seen {tokens_seen:,} pieces after {step} steps: correct EARLIER_STEPS")
        write_weights(saved_weights, earlier_weights_file(step))
        rows.append({"step": step, "tokens": tokens_seen, "in_full": full.as_dict(), "in_bytes": small.as_dict()})
    last = json.loads((places.finished_folder(member(REFERENCE)) / "evaluation.json").read_text(encoding="utf-8"))
    summary = {
        "command": "python -m training.export_steps",
        "last_step": last["steps"],
        "tokens": last["tokens"],
        "rows": rows,
    }
    (EARLIER_FOLDER / FIGURES).write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


def _evaluate_weights(run: MemberRun, weights: dict[str, torch.Tensor], segments: int) -> Evaluation:
    model = BertForPreTraining(run.run.model.config)
    model.load_state_dict(weights, strict=False)  # tied weights are stored once
    return evaluate(model, run.held_out, vocabulary_ids=run.vocabulary_ids, device=run.device, segments=segments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.export_steps", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder with the saved steps")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument(
        "--segments", type=int, default=1024, help="held-out segments that each checkpoint is evaluated on"
    )
    return parser


if __name__ == "__main__":
    main()
