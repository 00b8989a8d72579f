"""Train on a machine that is lent for some minutes and forgets everything: ``python -m training.borrowed``.

In a folder that :mod:`training.pack` wrote, ``receive`` adds it to a working folder of the machine. Once all parcels
have arrived, each of the other steps runs there for so many minutes at most, and leaves in ``--out`` what is to be
brought back: states in pieces (:mod:`training.pieces`), logs and figures. A step that is called again while the machine
is lent continues where it stopped.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from training.compact_text import read_compact
from training.pieces import DamagedPiece, join_pieces

RECEIVE, STEPS = "receive", ("checks", "minilm", "electra", "mixtures")
PARTS, CONTENTS = "parts", "contents.json"  # the folder of the data in a parcel, and what is in it
COMPACT = "text.safetensors"  # encoded text, as it travels
MINILM_TOKENS, ELECTRA_TOKENS, MIXTURE_TOKENS = 400_000_000, 200_000_000, 40_000_000
MINILM_BATCH, POCKET_BATCH = 49_152, 16_384  # tokens: a large GPU is busy with these, and a smaller model sooner
SAVING_S = 40.0  # time to import, to load, and to write what is brought back


def main(command_line: list[str] | None = None) -> None:
    """Parse the command line and run one step."""
    arguments = _parser().parse_args(command_line)
    begun = time.monotonic()
    work = arguments.work.expanduser().resolve()
    out = arguments.out.resolve()
    if arguments.step == RECEIVE:
        missing = receive(Path.cwd(), work)
        print(f"Still missing: {', '.join(missing)}" if missing else f"Everything is in {work}", flush=True)
        return
    if not (work / "training").is_dir():
        raise SystemExit(f"{work} has no training in it. Receive the parcels first.")
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(work)
    limit_s = 60 * arguments.minutes - SAVING_S - (time.monotonic() - begun)
    minutes = max(limit_s / 60, arguments.minutes / 2)
    if arguments.step == "checks":
        _run_checks(out, minutes)
        return
    command, results = _training_command(arguments, minutes)
    log = out / f"{arguments.step}.txt"
    status = _run([sys.executable, "-m", *command], log)
    if status:
        raise SystemExit(f"{arguments.step} failed: see {log}")
    for file in (each for pattern in results for each in sorted(work.glob(pattern))):
        shutil.copyfile(file, out / file.name)
    print(f"{arguments.step}: {out} is to be brought back", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.borrowed", description=__doc__)
    parser.add_argument("step", choices=[RECEIVE, *STEPS])
    parser.add_argument("--work", type=Path, default=Path("~/riverbank-work"), help="the working folder there")
    parser.add_argument("--out", type=Path, default=Path("out"), help="where results go that are to be brought back")
    parser.add_argument("--minutes", type=float, default=9.0, help="stop after so long")
    parser.add_argument("--tokens", type=float, help="the budget of the run, instead of the step's default")
    parser.add_argument("--batch-tokens", type=int, help="tokens of a batch, instead of the step's default")
    parser.add_argument("--pieces", type=float, default=15.0, help="the largest size of a piece of the state, in MiB")
    return parser


def receive(parcel: Path, work: Path) -> list[str]:
    """Add a parcel to ``work``. Files whose last piece came are put in their places.

    Returns:
        The files that still lack pieces.

    Raises:
        DamagedPiece: A piece is damaged.
    """
    contents = json.loads((parcel / PARTS / CONTENTS).read_text(encoding="utf-8"))
    shutil.copytree(parcel, work, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    missing = []
    for name, target in contents.items():
        to, piece_list = work / target, work / PARTS / name
        if to.exists() or to.with_name("done").exists():
            continue
        pieces = [each["name"] for each in json.loads(piece_list.read_text(encoding="utf-8"))["pieces"]]
        if not all((work / PARTS / piece).exists() for piece in pieces):
            missing.append(target)
            continue
        joined = join_pieces(piece_list, to.parent)
        if to.name == COMPACT:
            # The folder of a compact text has the name that the text has where it is used.
            text = read_compact(joined)
            np.savez(to.parent.with_suffix(".npz"), ids=text.ids, bounds=text.bounds, starts=text.starts)
            joined.unlink()
            to.with_name("done").touch()
        else:
            joined.replace(to)
        for piece in pieces:
            (work / PARTS / piece).unlink()
    return missing


def _training_command(arguments: argparse.Namespace, minutes: float) -> tuple[list[str], tuple[str, ...]]:
    """The command of a step, and patterns of the files that it makes."""
    time_limit = ["--minutes", f"{minutes:.2f}"]
    state = [*time_limit, "--no-export", "--pieces", f"{arguments.pieces:g}"]
    match arguments.step:
        case "minilm":
            tokens, batch = arguments.tokens or MINILM_TOKENS, arguments.batch_tokens or MINILM_BATCH
            command = ["training", "minilm", "--further", f"{tokens:.0f}", *state]
            results = ("runs/minilm-further/pieces/*", "runs/minilm-further/log.jsonl")
        case "electra":
            tokens, batch = arguments.tokens or ELECTRA_TOKENS, arguments.batch_tokens or POCKET_BATCH
            command = ["training", "electra", "--tokens", f"{tokens:.0f}", *state]
            results = ("runs/electra/pieces/*", "runs/electra/log.jsonl")
        case _:
            tokens, batch = arguments.tokens or MIXTURE_TOKENS, arguments.batch_tokens or POCKET_BATCH
            command = ["training.figures", "shares", "--tokens", f"{tokens:.0f}", "--out", "figures", *time_limit]
            results = ("cache/pocket/shares/*.safetensors", "figures/shares.json")
    return [*command, "--batch-tokens", str(batch)], results


def _run_checks(out: Path, minutes: float) -> None:
    """Run the tests for a GPU, then the benchmark of the room “Speed and size”, in the time that there is."""
    begun = time.monotonic()
    # Warnings of other versions of the libraries are no errors there.
    options = ["-q", "-p", "no:cacheprovider", "-W", "default", "-m", "cuda", "tests/cuda"]
    failed = _run([sys.executable, "-m", "pytest", *options], out / "tests.txt", timeout_s=60 * minutes)
    left = 60 * minutes - (time.monotonic() - begun)
    status = _run([sys.executable, "-m", "benchmarks.speed"], out / "speed.txt", timeout_s=left)
    for file in Path("benchmarks/results").glob("speed-*.json"):
        shutil.copyfile(file, out / file.name)
    print(f"tests: {'failed' if failed else 'passed'}; benchmark: {'failed' if status else 'done'}", flush=True)
    if failed or status:
        raise SystemExit(1)


def _run(command: Iterable[str], log: Path, *, timeout_s: float | None = None) -> int:
    """Run a command in a process of its own, so that a crash loses nothing, and save what it prints."""
    with log.open("w", encoding="utf-8") as written:
        process = subprocess.Popen([*command], stdout=written, stderr=subprocess.STDOUT)
        try:
            status = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = 124
    print(log.read_text(encoding="utf-8", errors="replace")[-3000:], flush=True)
    return status


if __name__ == "__main__":
    try:
        main()
    except DamagedPiece as error:
        raise SystemExit(str(error)) from None
