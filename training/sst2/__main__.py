"""Fine-tune MiniLM on all of SST-2 as tutorials do it: ``python -m training.sst2``.

The same command resumes a run that was stopped or killed. ``--start random`` makes the run from random weights that
the recorded run is compared with, in a folder of its own.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import torch

from components.teaching.model.plan import SST2_PLAN, Start
from components.teaching.model.sst2 import KEY, load_all_of_sst2
from training.memory import keep_freed_memory
from training.pretrain import add_time_limit
from training.sst2.run import TutorialRun


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m training.sst2", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="a folder with sst2/train.tsv")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--start", type=Start, choices=(Start.PRETRAINED, Start.RANDOM), default=Start.PRETRAINED)
    parser.add_argument("--threads", type=int, default=1, help="CPU threads; more pay only on free cores")
    add_time_limit(parser)
    arguments = parser.parse_args()
    keep_freed_memory()
    torch.set_num_threads(arguments.threads)
    dataset = load_all_of_sst2(arguments.data / KEY)
    plan = replace(SST2_PLAN, train_size=len(dataset.train), start=arguments.start)
    run = TutorialRun(plan, dataset, arguments.runs / KEY / plan.start)
    print(f"{len(dataset.train):,} phrases, {plan.steps:,} steps; {run.steps_done:,} are done", flush=True)
    run.train(until=arguments.until)
    print("finished" if run.finished else "stopped; the same command continues", flush=True)


if __name__ == "__main__":
    main()
