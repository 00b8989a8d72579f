"""Train the pocket family, or one member of it: ``python -m training family``, ``python -m training bert``.

The same command resumes a run that was stopped; ``family`` skips finished members. ``--tokens`` may be raised until the
learning rate begins to fall.
"""

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

from training import electra_run, minilm
from training.far_positions import train_finished_member
from training.member_run import MemberRun, RunFolders
from training.members import MEMBERS, PocketMember, member
from training.memory import keep_freed_memory
from training.pretrain import SAVE_EVERY_S, StepProgress
from training.recipe import Recipe

FAMILY = "family"
EVALUATE_EVERY_STEPS = 250


def main() -> None:
    """Parse the command line; train, evaluate and export."""
    arguments = _parser().parse_args()
    keep_freed_memory()
    torch.set_num_threads(arguments.threads or torch.get_num_threads())
    if arguments.member == minilm.NAME:
        _train_minilm(arguments)
        return
    places = RunFolders(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)
    if arguments.member == electra_run.NAME:
        _train_electra(places, arguments)
        return
    if arguments.member != FAMILY:
        chosen = member(arguments.member)
        if arguments.far:
            _train_far_positions(chosen, int(arguments.far), places, arguments)
            return
        _train_member(chosen, _recipe(chosen, arguments), places, arguments)
        return
    for each in MEMBERS:
        if (places.finished_folder(each) / "evaluation.json").exists():
            print(f"{each.title}: there already")
            continue
        recipe = _recipe(each, arguments)
        _train_member(each, recipe, places, arguments)
        if each.further_tokens:
            recipe = dataclasses.replace(recipe, seed=recipe.seed + 1)  # draws other batches than before
            _train_member(each, recipe.continued(each.further_tokens), places, arguments)
        if each.far_tokens:
            _train_far_positions(each, each.far_tokens, places, arguments)


def _train_minilm(arguments: argparse.Namespace) -> None:
    finished, device = arguments.pocket / minilm.NAME, torch.device(arguments.device)
    if arguments.further:
        folder = arguments.runs / f"{minilm.NAME}-further"
        recipe = dataclasses.replace(minilm.FURTHER_RECIPE, tokens=int(arguments.further))
        made = minilm.MiniLMRun(arguments.corpus, folder, recipe, device=device, start=finished)
    else:
        recipe = dataclasses.replace(
            minilm.FULL_RECIPE, tokens=int(arguments.tokens or minilm.FULL_RECIPE.tokens), seed=arguments.seed
        )
        made = minilm.MiniLMRun(arguments.corpus, arguments.runs / minilm.NAME, recipe, device=device)
    if not arguments.export:
        _run_training(made)
    made.export(finished)


def _train_electra(places: RunFolders, arguments: argparse.Namespace) -> None:
    recipe = electra_run.electra_recipe(int(arguments.tokens or electra_run.TOKENS), arguments.seed)
    made = electra_run.ElectraRun(recipe, places, device=torch.device(arguments.device))
    if not arguments.export:
        _run_training(made, on_step=made.after_step)
    made.export()


def _recipe(chosen: PocketMember, arguments: argparse.Namespace) -> Recipe:
    tokens = int(arguments.tokens or chosen.tokens)
    recipe = dataclasses.replace(Recipe(), tokens=tokens, seed=arguments.seed, longest=chosen.length_limit)
    return recipe.continued(int(arguments.further)) if arguments.further else recipe


def _train_member(chosen: PocketMember, recipe: Recipe, places: RunFolders, arguments: argparse.Namespace) -> None:
    print(f"{chosen.title}: {chosen.differs}", flush=True)
    member_run = MemberRun(chosen, recipe, places, device=torch.device(arguments.device))
    if not arguments.export:
        _run_training(member_run, on_step=member_run.save_step)
    member_run.export()


def _train_far_positions(chosen: PocketMember, tokens: int, places: RunFolders, arguments: argparse.Namespace) -> None:
    print(f"\n{chosen.title}: far positions", flush=True)
    member_run = MemberRun(chosen, Recipe(), places, device=torch.device(arguments.device))

    def on_progress(tokens_seen: int, loss: float) -> None:
        sys.stdout.write(f"\r{tokens_seen / 1e6:7.2f} of {tokens / 1e6:.0f} M pieces  loss {loss:.3f} ")
        sys.stdout.flush()

    train_finished_member(member_run, tokens=tokens, seed=arguments.seed, on_progress=on_progress)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("member", choices=[FAMILY, minilm.NAME, electra_run.NAME, *(each.name for each in MEMBERS)])
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument("--tokens", type=float, help="number of training tokens, instead of the member's default")
    parser.add_argument("--further", type=float, help="train the finished checkpoint on this many more tokens")
    parser.add_argument("--far", type=float, help="train only the far positions, on this many tokens")
    parser.add_argument("--seed", type=int, default=Recipe.seed)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--export", action="store_true", help="write the current checkpoint without further training")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads; 0 for torch's default")
    return parser


def _run_training(
    member_run: MemberRun | minilm.MiniLMRun | electra_run.ElectraRun, *, on_step: Callable[[], None] = lambda: None
) -> None:
    run, saved = member_run.run, time.perf_counter()

    with member_run.log.open("a", encoding="utf-8") as log:
        on_step()

        def watch(progress: StepProgress) -> None:
            nonlocal saved
            record: dict[str, object] = dataclasses.asdict(progress)
            if progress.step % EVALUATE_EVERY_STEPS == 0:
                record["held_out"] = member_run.evaluate(pairs=256).as_dict()
                print(f"\n{progress.step}: {record['held_out']}", flush=True)
            on_step()
            if progress.step % 20 == 0 or "held_out" in record:
                log.write(json.dumps(record) + "\n")
                log.flush()
                _show_progress(progress, run.recipe.tokens)
            if time.perf_counter() - saved > SAVE_EVERY_S:
                run.save(member_run.state)
                saved = time.perf_counter()

        run.train(watch)
    run.save(member_run.state)


def _show_progress(progress: StepProgress, budget: int) -> None:
    seconds_left = (budget - progress.tokens) * progress.seconds / progress.tokens
    amount = f"{progress.tokens / 1e6:7.2f} of {budget / 1e6:.0f} M pieces"
    sys.stdout.write(f"\r{amount}  loss {progress.loss:.3f}  {seconds_left / 60:5.0f} min left ")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
