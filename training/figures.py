"""Measure the figures of the family that rooms show: ``python -m training.figures`` after ``… training family``.

Writes to ``cache/shipped/family/``: ``curves.json``, training curves (from the logs in ``--runs``); ``lengths.json``,
losses by position of the twins that differ in their positions; ``shares.json``, losses of models trained with other
shares of [MASK] than 80/10/10 (trains four, each on ``--tokens`` tokens, and saves them with 8-bit weights in
``cache/pocket/shares/``); ``pairs.json``, which pairs of sentences the next-sentence heads call next. ``python -m
training.figures lengths`` writes one of them. ``table`` writes the family's table, ``README.md`` beside the
checkpoints.
"""

import argparse
import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from components.model.checkpoints.int8_weights import load_weights, untied_state_dict, write_weights
from components.model.checkpoints.unlisted import MIXTURES_FOLDER, mixture_weights_file
from training import minilm
from training.family_table import family_table
from training.lengths import BUCKET, LENGTHS, losses_by_position
from training.masking_ratios import SHARES, losses_by_treatment
from training.member_run import MemberRun, RunFolders
from training.members import MEMBERS, REFERENCE, member
from training.memory import keep_freed_memory
from training.pair_kinds import next_sentence_rates
from training.pretrain import add_time_limit, train_and_save
from training.recipe import Recipe

POSITIONS = ("learned", "sinusoidal", "rope", "nopos")
TABLE = "table"
SHARE_TOKENS = 6_000_000
PAIRS = 1000  # of each kind
CURVE_POINTS = 120  # of a curve; more would not be visible on a screen


def main(command_line: Sequence[str] | None = None) -> None:
    """Parse the command line and write the requested figures."""
    arguments = _parser().parse_args(command_line)
    keep_freed_memory()
    arguments.out.mkdir(parents=True, exist_ok=True)
    makers: dict[str, Callable[[argparse.Namespace], dict[str, object] | None]] = {
        "curves": _curves,
        "lengths": _lengths,
        "shares": _shares,
        "pairs": _pairs,
    }
    for name in arguments.which or [*makers, TABLE]:
        if name == TABLE:
            (arguments.pocket / "README.md").write_text(family_table(arguments.pocket), encoding="utf-8")
            continue
        made = makers[name](arguments)
        if made is None:
            print(f"{name}: stopped in time. The same command continues.", flush=True)
            return
        figures = {"command": f"python -m training.figures {name}", **made}
        (arguments.out / f"{name}.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
        print(f"{name}: written", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.figures", description=__doc__)
    parser.add_argument("which", nargs="*", choices=["curves", "lengths", "shares", "pairs", TABLE])
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument("--out", type=Path, default=Path("cache/shipped/family"), help="where the figures go")
    parser.add_argument(
        "--tokens", type=int, default=SHARE_TOKENS, help="training tokens of each model with another share of [MASK]"
    )
    parser.add_argument(
        "--batch-tokens", type=int, default=Recipe.batch_tokens, help="tokens of a batch of these models"
    )
    add_time_limit(parser)
    parser.add_argument("--predicted-tokens", type=int, default=131_072, help="tokens predicted at each length")
    return parser


def _places(arguments: argparse.Namespace) -> RunFolders:
    return RunFolders(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)


def _curves(arguments: argparse.Namespace) -> dict[str, object]:
    curves: dict[str, object] = {}
    for each in MEMBERS:
        for folder in (each.name, f"{each.name}-further"):
            log = arguments.runs / folder / "log.jsonl"
            if log.exists():
                curves[folder] = training_curve(log)
    return {"members": curves}


def _lengths(arguments: argparse.Namespace) -> dict[str, object]:
    rows = []
    for name in POSITIONS:
        twin = member(name)
        member_run = MemberRun(twin, _recipe(twin.tokens), _places(arguments), device=_device())
        losses = losses_by_position(
            member_run.finished,
            member_run.held_out.pairs,
            vocabulary_ids=member_run.vocabulary_ids,
            device=_device(),
            tokens=arguments.predicted_tokens,
            lengths=LENGTHS,
        )
        rows += [{"member": name, **dataclasses.asdict(loss)} for loss in losses]
        print(f"lengths: {name}", flush=True)
    return {"trained_to": member(POSITIONS[0]).length_limit, "bucket": BUCKET, "rows": rows}


def _shares(arguments: argparse.Namespace) -> dict[str, object] | None:
    losses, steps = {}, set()
    MIXTURES_FOLDER.mkdir(exist_ok=True)
    for name, corruption in SHARES.items():
        twin = dataclasses.replace(member("learned"), name="shares-" + name.replace("/", "-"))
        recipe = dataclasses.replace(_recipe(arguments.tokens), corruption=corruption, warmup_tokens=300_000)
        recipe = recipe.with_batch(arguments.batch_tokens)
        member_run = MemberRun(twin, recipe, _places(arguments), device=_device())
        if not train_and_save(member_run.run, member_run.state, until=arguments.until):
            return None
        write_weights(untied_state_dict(member_run.run.model), mixture_weights_file(name))
        load_weights(member_run.run.model, mixture_weights_file(name))  # evaluate the 8-bit weights that ship
        mixture_losses = losses_by_treatment(
            member_run.run.model, member_run.held_out.pairs, vocabulary_ids=member_run.vocabulary_ids, device=_device()
        )
        losses[name] = dataclasses.asdict(mixture_losses)
        steps.add(member_run.run.step)
        print(f"shares: {name} {losses[name]}", flush=True)
    (each,) = steps  # all runs have the same number of steps
    return {"tokens": arguments.tokens, "steps": each, "losses": losses}


def _pairs(arguments: argparse.Namespace) -> dict[str, object]:
    folders = {name: arguments.pocket / name for name in (minilm.NAME, REFERENCE)}
    rates = {name: next_sentence_rates(folder, arguments.corpus, count=PAIRS) for name, folder in folders.items()}
    return {"pairs": PAIRS, "models": rates}


def _recipe(tokens: int) -> Recipe:
    return dataclasses.replace(Recipe(), tokens=tokens, longest=member("learned").length_limit)


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


if __name__ == "__main__":
    main()


def training_curve(log: Path) -> dict[str, list[list[float]]]:
    """The curve of one run.

    Args:
        log: JSON lines as ``python -m training`` writes them. A run that was resumed has logged some steps twice;
            the last record counts.

    Returns:
        ``training``: tokens seen, and the word loss (nats, mean over the logged steps since the previous point);
        ``held_out``: tokens seen, loss and top-1 accuracy on held-out pairs.
    """
    by_step = {record["step"]: record for record in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    records = [by_step[step] for step in sorted(by_step)]
    size = max(1, -(-len(records) // CURVE_POINTS))
    groups = [records[start : start + size] for start in range(0, len(records), size)]
    return {
        "training": [[g[-1]["tokens"], round(sum(r["losses"]["words"] for r in g) / len(g), 4)] for g in groups],
        "held_out": [
            [r["tokens"], round(r["held_out"]["loss"], 4), round(r["held_out"]["top1"], 4)]
            for r in records
            if "held_out" in r
        ],
    }
