"""Train a member of the pocket family: ``python -m training bert``.

The same command goes on from where it was stopped. ``--tokens`` may be raised while the learning rate has not begun
to fall.
"""

import argparse
import dataclasses
import json
import sys
import time
from pathlib import Path

import torch

from training.bert import Workshop
from training.memory import keep_freed_memory
from training.pretrain import Progress
from training.recipe import Recipe

SAVE_EVERY_S = 120.0
EVALUATE_EVERY_STEPS = 1000


def main() -> None:
    """Parse the command line, train, evaluate and export."""
    arguments = _parser().parse_args()
    keep_freed_memory()
    torch.set_num_threads(arguments.threads or torch.get_num_threads())
    recipe = dataclasses.replace(Recipe(), tokens=int(arguments.tokens), seed=arguments.seed)
    workshop = Workshop(recipe, corpus=arguments.corpus, folder=arguments.run, device=torch.device(arguments.device))
    if not arguments.export:
        _train(workshop)
    workshop.export(arguments.out)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("member", choices=["bert"])
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--run", type=Path, default=Path("runs/bert"), help="where state and log are kept")
    parser.add_argument("--out", type=Path, default=Path("cache/pocket/bert"), help="where the checkpoint goes")
    parser.add_argument("--tokens", type=float, default=Recipe.tokens, help="the budget, in pieces seen")
    parser.add_argument("--seed", type=int, default=Recipe.seed)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", action="store_true", help="write the checkpoint as it stands and train no further")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads; 0 leaves torch's choice")
    return parser


def _train(workshop: Workshop) -> None:
    run, saved = workshop.run, time.perf_counter()

    with workshop.log.open("a", encoding="utf-8") as log:

        def watch(progress: Progress) -> None:
            nonlocal saved
            record: dict[str, object] = dataclasses.asdict(progress)
            if progress.step % EVALUATE_EVERY_STEPS == 0:
                record["held_out"] = workshop.evaluate(pairs=256).as_dict()
                print(f"\n{progress.step}: {record['held_out']}", flush=True)
            if progress.step % 20 == 0 or "held_out" in record:
                log.write(json.dumps(record) + "\n")
                log.flush()
                _show(progress, run.recipe.tokens)
            if time.perf_counter() - saved > SAVE_EVERY_S:
                run.save(workshop.state)
                saved = time.perf_counter()

        run.train(watch)
    run.save(workshop.state)


def _show(progress: Progress, budget: int) -> None:
    left = (budget - progress.tokens) * progress.seconds / progress.tokens
    seen = f"{progress.tokens / 1e6:7.2f} of {budget / 1e6:.0f} M pieces"
    sys.stdout.write(f"\r{seen}  loss {progress.loss:.3f}  {left / 60:5.0f} min left ")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
