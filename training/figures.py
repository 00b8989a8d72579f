"""What the rooms tell of the family, measured: ``python -m training.figures`` after ``python -m training family``.

Written to ``cache/shipped/family/``: ``curves.json``, how each member learned (from the logs in ``--runs``);
``lengths.json``, the loss by position of the twins that differ in their positions; ``shares.json``, what becomes of
models trained with other shares of [MASK] than 80/10/10 (which trains four, each on ``--tokens`` pieces, and keeps them
in a byte a weight in ``cache/pocket/shares/``);
``pairs.json``, which pairs of sentences the next-sentence heads call next. One of them alone: ``python -m
training.figures lengths``. ``table`` writes the family's table, ``README.md`` beside the checkpoints.
"""

import argparse
import dataclasses
import json
from pathlib import Path

import torch

from components.model.checkpoints.int8_weights import load_weights, untied_state_dict, write_weights
from components.model.checkpoints.masking_mixtures import MIXTURES_FOLDER, mixture_weights_file
from training import minilm
from training.curves import curve
from training.lengths import BUCKET, LENGTHS, losses_by_position
from training.masking_ratios import SHARES, answered
from training.member_run import MemberRun, Places
from training.members import MEMBERS, REFERENCE, member
from training.memory import keep_freed_memory
from training.pair_kinds import told_apart
from training.pretrain import train_and_keep
from training.recipe import Recipe
from training.table import family_table

POSITIONS = ("learned", "sinusoidal", "rope", "nopos")
TABLE = "table"
SHARE_TOKENS = 6_000_000
PAIRS = 1000  # of each kind


def main() -> None:
    """Parse the command line and write what is asked for."""
    arguments = _parser().parse_args()
    keep_freed_memory()
    arguments.out.mkdir(parents=True, exist_ok=True)
    makers = {"curves": _curves, "lengths": _lengths, "shares": _shares, "pairs": _pairs}
    for name in arguments.which or [*makers, TABLE]:
        if name == TABLE:
            (arguments.pocket / "README.md").write_text(family_table(arguments.pocket), encoding="utf-8")
            continue
        figures = {"command": f"python -m training.figures {name}", **makers[name](arguments)}
        (arguments.out / f"{name}.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
        print(f"{name}: written", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.figures", description=__doc__)
    parser.add_argument("which", nargs="*", choices=["curves", "lengths", "shares", "pairs", TABLE])
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument("--out", type=Path, default=Path("cache/shipped/family"), help="where the figures go")
    parser.add_argument("--tokens", type=int, default=SHARE_TOKENS, help="what each of the models of shares is given")
    parser.add_argument("--asked", type=int, default=131_072, help="pieces of each length that lengths asks about")
    return parser


def _places(arguments: argparse.Namespace) -> Places:
    return Places(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)


def _curves(arguments: argparse.Namespace) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in MEMBERS:
        for folder in (one.name, f"{one.name}-further"):
            log = arguments.runs / folder / "log.jsonl"
            if log.exists():
                found[folder] = curve(log)
    return {"members": found}


def _lengths(arguments: argparse.Namespace) -> dict[str, object]:
    rows = []
    for name in POSITIONS:
        one = member(name)
        member_run = MemberRun(one, _recipe(one.tokens), _places(arguments), device=_device())
        told = losses_by_position(
            member_run.finished,
            member_run.held_out,
            marks=member_run.marks,
            device=_device(),
            tokens=arguments.asked,
            lengths=LENGTHS,
        )
        rows += [{"member": name, **dataclasses.asdict(at)} for at in told]
        print(f"lengths: {name}", flush=True)
    return {"trained_to": member(POSITIONS[0]).longest, "bucket": BUCKET, "rows": rows}


def _shares(arguments: argparse.Namespace) -> dict[str, object]:
    found, steps = {}, set()
    MIXTURES_FOLDER.mkdir(exist_ok=True)
    for name, corruption in SHARES.items():
        one = dataclasses.replace(member("learned"), name="shares-" + name.replace("/", "-"))
        recipe = dataclasses.replace(_recipe(arguments.tokens), corruption=corruption, warmup_tokens=300_000)
        member_run = MemberRun(one, recipe, _places(arguments), device=_device())
        train_and_keep(member_run.run, member_run.state)
        write_weights(untied_state_dict(member_run.run.model), mixture_weights_file(name))
        load_weights(member_run.run.model, mixture_weights_file(name))  # what ships is what is judged
        asked = answered(member_run.run.model, member_run.held_out, marks=member_run.marks, device=_device())
        found[name] = dataclasses.asdict(asked)
        steps.add(member_run.run.step)
        print(f"shares: {name} {found[name]}", flush=True)
    (each,) = steps  # the same batches, whatever becomes of the pieces chosen in them
    return {"tokens": arguments.tokens, "steps": each, "losses": found}


def _pairs(arguments: argparse.Namespace) -> dict[str, object]:
    folders = {name: arguments.pocket / name for name in (minilm.NAME, REFERENCE)}
    told = {name: told_apart(folder, arguments.corpus, count=PAIRS) for name, folder in folders.items()}
    return {"pairs": PAIRS, "models": told}


def _recipe(tokens: int) -> Recipe:
    return dataclasses.replace(Recipe(), tokens=tokens, longest=member("learned").longest)


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


if __name__ == "__main__":
    main()
