"""What is packed in parcels trains in an empty folder, and what it brings back continues here."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.training.small_text import numbered
from training import pack
from training.borrowed import COMPACT, receive
from training.compact_text import random_share, read_compact, write_compact
from training.corpus import documents
from training.dataset import EncodedText
from training.electra_run import ElectraRun, electra_recipe
from training.member_run import RunFolders
from training.pieces import DamagedPiece
from training.recipe import Recipe

# MiB a parcel: the code, and room for half of the data.
LIMIT = (sum((pack.ROOT / file).stat().st_size for file in pack.code_files()) + 64 * 1024 + 150_000) / 2**20


def assert_same_text(a: EncodedText, b: EncodedText) -> None:
    for name in EncodedText.__dataclass_fields__:
        assert getattr(a, name).dtype == getattr(b, name).dtype
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=8), block=st.integers(1, 90))
def test_compact_text_is_read_as_it_was(tmp_path_factory: pytest.TempPathFactory, sizes: list[int], block: int) -> None:
    text, file = numbered(*sizes), tmp_path_factory.mktemp("text") / COMPACT
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("training.compact_text.BLOCK_TOKENS", block)
        write_compact(text, file)
    assert_same_text(read_compact(file), text)


@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=12), share=st.floats(0.1, 1), seed=st.integers(0, 99))
def test_a_random_share_is_of_whole_documents(sizes: list[int], share: float, seed: int) -> None:
    text = numbered(*sizes)
    part = random_share(text, share, seed)
    assert len(part.bounds) - 1 == max(1, round(share * len(sizes)))
    whole = {tuple(each) for each in np.split(text.ids, text.bounds[1:-1])}
    assert {tuple(each) for each in np.split(part.ids, part.bounds[1:-1])} <= whole
    begins = set(text.ids[text.starts])
    assert set(part.ids[part.starts]) == begins & set(part.ids)  # tokens of this text never repeat


@pytest.fixture
def parcels(places: RunFolders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setattr(pack, "PIECE", 20_000)
    every_length = (" ".join(["the king sees"] * count) + "." for count in range(1, 11))
    (places.corpus / "lengths.txt").write_text("\n".join([*every_length] * 60), encoding="utf-8")
    monkeypatch.setattr(  # singles of the supplement, of every length as well
        "training.supplement.sentences", lambda _: (" ".join(["the sea"] * count) + "." for count in range(1, 15))
    )
    options = ["--corpus", places.corpus, "--runs", places.runs, "--pocket", places.pocket, "--limit", LIMIT]
    pack.main([str(each) for each in (tmp_path / "parcels", "--steps", "electra", "mixtures", *options)])
    return sorted((tmp_path / "parcels").iterdir())


def test_parcels_are_small_arrive_in_any_order_and_keep_held_out_text_apart(
    parcels: list[Path], places: RunFolders, tmp_path: Path
) -> None:
    assert len(parcels) > 1
    for parcel in parcels:
        assert sum(file.stat().st_size for file in parcel.rglob("*") if file.is_file()) <= LIMIT * 2**20
        assert not [file for file in parcel.rglob("*") if file.suffix in (".pt", ".pkl", ".npz", ".pyc")]
    work = tmp_path / "work"
    missing = [receive(parcel, work) for parcel in reversed(parcels)]
    assert missing[0]
    assert missing[-1] == []
    assert receive(parcels[0], work) == []  # once more changes nothing
    for name in ("corpus", f"supplement-{Recipe.seed}"):
        with (
            np.load(work / "runs" / "text" / f"{name}.npz") as ours,
            np.load(places.runs / "text" / f"{name}.npz") as a,
        ):
            assert_same_text(EncodedText(**ours), EncodedText(**a))
    tokenizer = ElectraRun(electra_recipe(1000, 0), places, device=torch.device("cpu"))._twin.tokenizer
    for name, held_out in (("corpus", False), ("held-out", True)):
        with np.load(work / "runs" / "text" / f"{name}.npz") as arrays:
            split = [each.tolist() for each in np.split(arrays["ids"], arrays["bounds"][1:-1])]
        texts = [d.paragraphs for d in documents(places.corpus) if d.held_out == held_out]
        assert len(split) == len(texts)
        assert split[0] == [i for p in texts[0] for i in tokenizer(p, add_special_tokens=False)["input_ids"]]


def test_a_damaged_parcel_is_refused(parcels: list[Path], tmp_path: Path) -> None:
    for parcel in parcels:
        for piece in (parcel / "parts").glob("part-*.01"):
            piece.write_bytes(piece.read_bytes()[:-1] + b"?")
    with pytest.raises(DamagedPiece, match="Copy it again"):
        [receive(parcel, tmp_path / "work") for parcel in parcels]


def borrowed(*arguments: object, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "training.borrowed", *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(900)
def test_the_pair_trains_in_an_empty_folder_twice_and_is_exported_here(
    parcels: list[Path], places: RunFolders, tmp_path: Path
) -> None:
    work, out = tmp_path / "machine" / "work", tmp_path / "machine" / "out"
    for parcel in parcels:
        machine = shutil.copytree(parcel, tmp_path / "machine" / parcel.name)
        output = borrowed("receive", "--work", work, cwd=machine)
    assert "Everything is in" in output
    assert work.joinpath("training").is_dir()
    counted = []
    for tokens in (2_000, 4_000):
        # More minutes than it needs on the busiest machine: it ends when the tokens are spent.
        options = ("--tokens", tokens, "--batch-tokens", 512, "--minutes", 30, "--pieces", 5)
        borrowed("electra", "--work", work, "--out", out, *options, cwd=machine)
        pieces = [file for file in out.iterdir() if file.name.startswith("state.safetensors.0")]
        assert len(pieces) > 1
        assert all(file.stat().st_size <= 5 * 2**20 for file in pieces)
        folder = places.runs / "electra" / "pieces"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in out.glob("state.safetensors.*"):
            shutil.copyfile(file, folder / file.name)
        recipe = electra_recipe(tokens, 0).with_batch(512)
        counted.append(ElectraRun(recipe, places, device=torch.device("cpu")).run.tokens)
    assert 2_000 <= counted[0] < 4_000 <= counted[1] < 4_600
    ElectraRun(recipe, places, device=torch.device("cpu")).export(segments=32)
    figures = json.loads((places.pocket / "electra" / "evaluation.json").read_text(encoding="utf-8"))
    assert figures["tokens"] == counted[1]
    assert "--batch-tokens 512" in figures["command"]


def test_a_step_before_the_parcels_says_what_to_do(tmp_path: Path) -> None:
    from training.borrowed import main

    with pytest.raises(SystemExit, match="Receive the parcels first"):
        main(["electra", "--work", str(tmp_path / "none"), "--out", str(tmp_path / "out")])


def test_parcels_are_not_mixed_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(SystemExit, match="is not empty"):
        pack.main([str(tmp_path), "--steps", "checks"])
