"""``python -m training.pack FOLDER``: what a training on another machine needs, in a few folders of a limited size.

Every folder, a parcel, has the code and as much of the data as fits: checkpoints, and text that is encoded and
compressed already. The parcels reach the machine in any order, one after another or together; there
``python -m training.borrowed receive`` puts them together (:mod:`training.borrowed`).

Held-out documents travel in a file of their own and are only used for evaluation. A run that was begun here travels as
well, and continues there.
"""

import argparse
import ast
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import torch
from transformers import BertTokenizer

from training import electra_run, minilm
from training.borrowed import COMPACT, CONTENTS, PARTS, STEPS
from training.compact_text import random_share, write_compact
from training.corpus import documents
from training.dataset import EncodedText, encode_documents, read_encoded
from training.electra_run import ElectraRun, electra_recipe
from training.member_run import MemberRun, RunFolders
from training.members import REFERENCE, member
from training.minilm import FURTHER_RECIPE, MiniLMRun
from training.pieces import MIB, split_file
from training.pretrain import PIECES
from training.recipe import Recipe

ROOT = Path(__file__).parents[1]
OURS = frozenset({"training", "components", "benchmarks", "tests"})
SMALL = 100_000  # bytes: a data file beside a module
PIECE = 4 * MIB  # small enough to fill every parcel
CHECKED = ("bert", "minilm")  # bundled models that the tests on a GPU read


def main(command_line: list[str] | None = None) -> None:
    """Parse the command line and write the parcels."""
    arguments = _parser().parse_args(command_line)
    if arguments.folder.exists() and any(arguments.folder.iterdir()):
        raise SystemExit(f"{arguments.folder} is not empty. Name a new folder.")
    with tempfile.TemporaryDirectory() as scratch:
        content = Path(scratch) / "content"
        for step in arguments.steps:
            _gather(step, content, arguments)
        for parcel in write_parcels(content, arguments.folder, limit=int(arguments.limit * MIB)):
            size = sum(file.stat().st_size for file in parcel.rglob("*") if file.is_file())
            print(f"{parcel}: {size / MIB:.1f} MiB", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.pack", description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder for the parcels")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS), help="what the machine is to do")
    parser.add_argument("--limit", type=float, default=60, help="the largest size of a parcel, in MiB")
    parser.add_argument("--share", type=float, default=1.0, help="of the documents, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="of that choice")
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="encoded text and states of earlier runs")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    return parser


def write_parcels(content: Path, folder: Path, *, limit: int) -> list[Path]:
    """Distribute the files of ``content`` over parcels of at most ``limit`` bytes, each with all of the code.

    Raises:
        ValueError: The code alone is larger than ``limit``.
    """
    code = sorted(code_files())
    # Checkpoints come first, so that checks can run while the text is on its way.
    files = sorted(
        (path for path in content.rglob("*") if path.is_file()), key=lambda file: (file.name == COMPACT, file)
    )
    with tempfile.TemporaryDirectory() as scratch:
        lists, contents, pieces = Path(scratch), {}, []
        for number, file in enumerate(files):
            named = file.rename(file.with_name(f"part-{number:02d}"))
            piece_list = split_file(named, lists, limit=PIECE)
            contents[piece_list.name] = file.relative_to(content).as_posix()
            pieces += sorted(lists.glob(f"{named.name}.[0-9]*"))
        fixed = sum((ROOT / file).stat().st_size for file in code) + sum(f.stat().st_size for f in lists.glob("*.json"))
        room = limit - fixed - 64 * 1024  # and the list of contents
        if room < PIECE:
            raise ValueError(f"a parcel of {limit / MIB:g} MiB has no room: the code takes {fixed / MIB:.1f}")
        groups: list[list[Path]] = [[]]
        for piece in pieces:
            if sum(each.stat().st_size for each in groups[-1]) + piece.stat().st_size > room:
                groups.append([])
            groups[-1].append(piece)
        parcels = []
        for number, group in enumerate(groups, start=1):
            parcel = folder / f"parcel-{number}"
            for file in code:
                _copy(ROOT / file, parcel / file)
            for piece in (*group, *sorted(lists.glob("*.json"))):
                _copy(piece, parcel / PARTS / piece.name)
            (parcel / PARTS / CONTENTS).write_text(json.dumps(contents, indent=1) + "\n", encoding="utf-8")
            parcels.append(parcel)
    return parcels


def code_files() -> set[Path]:
    """Every file of the project that training or the tests on a GPU import, and small data files beside them."""
    entries = [ROOT / "training" / f"{name}.py" for name in ("__main__", "figures", "borrowed")]
    entries += [ROOT / "benchmarks" / "speed.py", *sorted((ROOT / "tests" / "cuda").glob("*.py"))]
    waiting, files = list(entries), set()
    while waiting:
        file = waiting.pop()
        if file in files:
            continue
        files.add(file)
        waiting += [each for each in _imported_files(file) if each not in files]
    folders = {file.parent for file in files if file.parent.relative_to(ROOT).parts[0] != "tests"}
    for folder in folders | {each / "data" for each in folders if (each / "data").is_dir()}:
        files.update(
            each
            for each in folder.iterdir()
            if each.is_file() and each.suffix in (".tsv", ".json", ".md", ".txt") and each.stat().st_size < SMALL
        )
    return {file.relative_to(ROOT) for file in files}


def _imported_files(file: Path) -> Iterator[Path]:
    for parent in file.relative_to(ROOT).parents:
        if (ROOT / parent / "__init__.py").exists():
            yield ROOT / parent / "__init__.py"
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] in OURS:
                path = ROOT.joinpath(*name.split("."))
                yield from (each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists())


def _gather(step: str, content: Path, arguments: argparse.Namespace) -> None:
    """Put what ``step`` needs into ``content``, at the paths that it has on the other machine."""
    places = RunFolders(corpus=arguments.corpus, runs=arguments.runs, pocket=arguments.pocket)
    match step:
        case "minilm":
            _gather_minilm(content, arguments)
        case "electra" | "mixtures":
            twin = MemberRun(member("learned"), Recipe(), places, device=torch.device("cpu"))
            text = arguments.runs / "text"
            _write_text(text / "corpus.npz", content / "runs" / "text" / "corpus", arguments)
            supplement = f"supplement-{Recipe.seed}"
            _write_whole(read_encoded(text / f"{supplement}.npz"), content / "runs" / "text" / supplement)
            held_out = encode_documents((d.paragraphs for d in documents(places.corpus) if d.held_out), twin.tokenizer)
            _write_whole(held_out, content / "runs" / "text" / "held-out")
            _copy_checkpoint(arguments.pocket / REFERENCE, content, weights=False)
            state = arguments.runs / electra_run.NAME / "state.pt"
            if step == "electra" and state.exists():
                begun = ElectraRun(electra_recipe(electra_run.TOKENS, Recipe.seed), places, device=torch.device("cpu"))
                begun.run.save_pieces(content / "runs" / electra_run.NAME / PIECES, limit=PIECE)
        case _:
            for name in CHECKED:
                _copy_checkpoint(arguments.pocket / name, content, weights=True)


def _gather_minilm(content: Path, arguments: argparse.Namespace) -> None:
    start, folder = arguments.pocket / minilm.NAME, arguments.runs / f"{minilm.NAME}-further"
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer, to = BertTokenizer.from_pretrained(start), content / "runs" / folder.name
    for held_out in (False, True):
        minilm.encode_corpus(arguments.corpus, folder, tokenizer, held_out=held_out)
    _write_text(folder / "corpus.npz", to / "corpus", arguments)
    _write_whole(read_encoded(folder / "held-out.npz"), to / "held-out")
    begun = any(folder.glob("*.pt"))
    if begun:
        run = MiniLMRun(arguments.corpus, folder, FURTHER_RECIPE, device=torch.device("cpu"), start=start).run
        run.save_pieces(to / PIECES, limit=PIECE)
    _copy_checkpoint(start, content, weights=not begun)


def _write_text(encoded: Path, to: Path, arguments: argparse.Namespace) -> None:
    text = read_encoded(encoded)
    _write_whole(text if arguments.share >= 1 else random_share(text, arguments.share, arguments.seed), to)


def _write_whole(text: EncodedText, to: Path) -> None:
    if not (to / COMPACT).exists():  # two steps may share a text
        to.mkdir(parents=True)
        write_compact(text, to / COMPACT)


def _copy_checkpoint(folder: Path, content: Path, *, weights: bool) -> None:
    for file in folder.iterdir():
        if file.suffix == ".json" or (weights and file.suffix == ".safetensors"):
            _copy(file, content / "cache" / "pocket" / folder.name / file.name)


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


if __name__ == "__main__":
    main()
