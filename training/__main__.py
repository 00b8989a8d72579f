"""Train the pocket family, or one member of it: ``python -m training family``, ``python -m training bert``.

The same command resumes a run that was stopped; ``family`` skips finished members. ``--tokens`` may be raised until the
learning rate begins to fall. ``--minutes`` stops a run in time, and ``--pieces`` also writes its state in pieces that
travel to another machine, where the same command continues from them.
"""

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from training import electra_run, minilm
from training.evaluate import SEGMENTS
from training.far_positions import train_finished_member
from training.finished import evaluate_finished
from training.gpu import compile_layers
from training.member_run import MemberRun, RunFolders
from training.members import MEMBERS, PocketMember, member
from training.memory import keep_freed_memory
from training.pieces import MIB
from training.portable_state import OptimizerMoments
from training.pretrain import PIECES, SAVE_EVERY_S, StepProgress, add_time_limit
from training.recipe import Recipe

FAMILY = "family"
EVALUATE_EVERY_STEPS = 250


def main(command_line: Sequence[str] | None = None) -> None:
    """Parse the command line; train, evaluate and export."""
    arguments = _parser().parse_args(command_line)
    keep_freed_memory()
    torch.set_num_threads(arguments.threads or torch.get_num_threads())
    places = RunFolders(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)
    if arguments.evaluate:
        shipped = [each.name for each in MEMBERS if each.shipped]
        for name in shipped if arguments.member == FAMILY else [arguments.member]:
            evaluate_finished(name, places, device=torch.device(arguments.device), segments=arguments.segments)
            print(f"{name}: evaluated", flush=True)
        return
    if arguments.member == minilm.NAME:
        _train_minilm(arguments)
        return
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
        if not _train_member(each, recipe, places, arguments):
            return
        if each.further_tokens:
            recipe = dataclasses.replace(recipe, seed=recipe.seed + 1)  # draws other batches than before
            if not _train_member(each, recipe.continued(each.further_tokens), places, arguments):
                return
        if each.far_tokens:
            _train_far_positions(each, each.far_tokens, places, arguments)


def _train_minilm(arguments: argparse.Namespace) -> None:
    finished, device = arguments.pocket / minilm.NAME, torch.device(arguments.device)
    if arguments.further:
        folder = arguments.runs / f"{minilm.NAME}-further"
        recipe = _adapt(dataclasses.replace(minilm.FURTHER_RECIPE, tokens=int(arguments.further)), arguments)
        made = minilm.MiniLMRun(arguments.corpus, folder, recipe, device=device, start=finished)
    else:
        recipe = dataclasses.replace(
            minilm.FULL_RECIPE, tokens=int(arguments.tokens or minilm.FULL_RECIPE.tokens), seed=arguments.seed
        )
        recipe = _adapt(recipe, arguments)
        made = minilm.MiniLMRun(arguments.corpus, arguments.runs / minilm.NAME, recipe, device=device)
    if _is_to_export(made, arguments):
        made.export(finished)


def _train_electra(places: RunFolders, arguments: argparse.Namespace) -> None:
    recipe = electra_run.electra_recipe(int(arguments.tokens or electra_run.TOKENS), arguments.seed)
    made = electra_run.ElectraRun(_adapt(recipe, arguments), places, device=torch.device(arguments.device))
    if _is_to_export(made, arguments, on_step=made.after_step):
        made.export()


def _recipe(chosen: PocketMember, arguments: argparse.Namespace) -> Recipe:
    tokens = int(arguments.tokens or chosen.tokens)
    recipe = dataclasses.replace(Recipe(), tokens=tokens, seed=arguments.seed, longest=chosen.length_limit)
    return _adapt(recipe.continued(int(arguments.further)) if arguments.further else recipe, arguments)


def _adapt(recipe: Recipe, arguments: argparse.Namespace) -> Recipe:
    """The recipe with the batch of the command line."""
    return recipe.with_batch(arguments.batch_tokens) if arguments.batch_tokens else recipe


def _train_member(chosen: PocketMember, recipe: Recipe, places: RunFolders, arguments: argparse.Namespace) -> bool:
    """Train one member and export it. Returns False if it was too late to finish."""
    print(f"{chosen.title}: {chosen.differs}", flush=True)
    member_run = MemberRun(chosen, recipe, places, device=torch.device(arguments.device))
    finished = _is_to_export(member_run, arguments, on_step=member_run.save_step)
    if finished:
        member_run.export()
    return finished


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
    parser.add_argument("--no-export", action="store_true", help="only train: another machine evaluates and exports")
    parser.add_argument(
        "--evaluate", action="store_true", help="evaluate the finished checkpoint again, without any training"
    )
    parser.add_argument("--segments", type=int, default=SEGMENTS, help="held-out segments to evaluate on")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads; 0 for torch's default")
    add_time_limit(parser)
    parser.add_argument("--pieces", type=float, help="write the state for another machine, in pieces of so many MiB")
    parser.add_argument(
        "--moments",
        type=OptimizerMoments,
        choices=list(OptimizerMoments),
        default=OptimizerMoments.NONE,
        help="in the pieces",
    )
    parser.add_argument("--batch-tokens", type=int, help="tokens of a batch, such as 65536 for a large GPU")
    parser.add_argument("--compile", action="store_true", help="compile the layers; pays in runs of many minutes")
    return parser


Trained = MemberRun | minilm.MiniLMRun | electra_run.ElectraRun


def _is_to_export(
    trained: Trained, arguments: argparse.Namespace, *, on_step: Callable[[], None] = lambda: None
) -> bool:
    """Train unless ``--export`` is set. Returns whether the run is to be exported now."""
    if arguments.export:
        return True
    run = trained.run
    if arguments.compile:
        compile_layers(run.model)
    _run_training(trained, on_step=on_step, until=arguments.until)
    if arguments.pieces:
        limit = int(arguments.pieces * MIB)
        run.save_pieces(trained.log.with_name(PIECES), limit=limit, moments=arguments.moments)
    if not run.finished:
        print(f"\nStopped at {run.tokens:,} of {run.recipe.tokens:,} tokens. The same command continues.", flush=True)
    return run.finished and not arguments.no_export


def _run_training(member_run: Trained, *, on_step: Callable[[], None], until: float) -> None:
    run, saved = member_run.run, time.perf_counter()

    with member_run.log.open("a", encoding="utf-8") as log:
        on_step()

        def watch(progress: StepProgress) -> None:
            nonlocal saved
            record: dict[str, object] = {}
            if progress.step % EVALUATE_EVERY_STEPS == 0:
                record["held_out"] = member_run.evaluate(segments=256).as_dict()
                print(f"\n{progress.step}: {record['held_out']}", flush=True)
            on_step()
            if progress.step % 20 == 0 or "held_out" in record:
                log.write(json.dumps({**progress.as_dict(), **record}) + "\n")
                log.flush()
                _show_progress(progress, run.recipe.tokens)
            if time.perf_counter() - saved > SAVE_EVERY_S:
                run.save(member_run.state)
                saved = time.perf_counter()

        run.train(watch, until=until)
    run.save(member_run.state)


def _show_progress(progress: StepProgress, budget: int) -> None:
    seconds_left = (budget - progress.tokens) * progress.seconds / progress.tokens
    amount = f"{progress.tokens / 1e6:7.2f} of {budget / 1e6:.0f} M pieces"
    sys.stdout.write(f"\r{amount}  loss {progress.loss:.3f}  {seconds_left / 60:5.0f} min left ")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
