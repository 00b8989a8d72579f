"""The reference while it learned, in a byte a weight: ``python -m training.steps`` after ``python -m training bert``.

Writes a file for each of ``EARLIER_STEPS`` to ``cache/pocket/steps/``, and beside them ``steps.json``: what each step
has seen, and its figures on held-out documents in the precision it was trained in and in bytes. A step that bytes make
worse by more than ``MOST_WORSE`` nats is not written. The last step is the finished checkpoint itself.
"""

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertForPreTraining

from components.model.checkpoints.earlier import EARLIER_FOLDER, EARLIER_STEPS, earlier_weights_file
from components.model.checkpoints.int8_weights import dequantize, quantize, write_weights
from training.evaluate import Evaluation, evaluate
from training.member_run import MemberRun, Places
from training.members import REFERENCE, member
from training.memory import keep_freed_memory
from training.recipe import Recipe
from training.steps_kept import TOKENS

MOST_WORSE = 0.05  # nats
FIGURES = "steps.json"


def main() -> None:
    """Parse the command line, and write the steps."""
    arguments = _parser().parse_args()
    keep_freed_memory()
    places = Places(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)
    finished = MemberRun(member(REFERENCE), Recipe(), places, device=torch.device("cpu"))
    EARLIER_FOLDER.mkdir(exist_ok=True)
    rows = []
    for step, seen in EARLIER_STEPS.items():
        folder = arguments.runs / REFERENCE / f"step-{step:06d}"
        kept = load_file(folder / "model.safetensors")
        full, small = (_judged(finished, weights, arguments.pairs) for weights in (kept, dequantize(quantize(kept))))
        worse = small.loss - full.loss
        print(f"{step}: {full.loss:.4f} nats, in bytes {small.loss:.4f}", flush=True)
        if worse > MOST_WORSE:
            raise SystemExit(f"after {step} steps bytes cost {worse:.3f} nats, more than {MOST_WORSE}")
        if json.loads((folder / TOKENS).read_text(encoding="utf-8")) != seen:
            raise SystemExit(f"this run had not seen {seen:,} pieces after {step} steps: correct EARLIER_STEPS")
        write_weights(kept, earlier_weights_file(step))
        rows.append({"step": step, "tokens": seen, "in_full": full.as_dict(), "in_bytes": small.as_dict()})
    last = json.loads((places.finished(member(REFERENCE)) / "evaluation.json").read_text(encoding="utf-8"))
    told = {"command": "python -m training.steps", "last_step": last["steps"], "tokens": last["tokens"], "rows": rows}
    (EARLIER_FOLDER / FIGURES).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _judged(run: MemberRun, weights: dict[str, torch.Tensor], pairs: int) -> Evaluation:
    model = BertForPreTraining(run.run.model.config)
    model.load_state_dict(weights, strict=False)  # what is tied is kept once
    return evaluate(model, run.held_out, marks=run.marks, device=run.device, pairs=pairs)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.steps", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where the steps were kept")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument("--pairs", type=int, default=1024, help="held-out pairs that each step is asked about")
    return parser


if __name__ == "__main__":
    main()
