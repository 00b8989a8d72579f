"""Models with a tokenizer of any kind: pages open, and copied code prints what they show, whatever is typed."""

from pathlib import Path

import pytest

import cache.input
import cache.shared.blanks
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.components.tokenizer_kinds import PLAIN, save_model
from tests.pages.conftest import FILL, INPUT, open_page, page_text
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = pytest.mark.usefixtures("ready")
KINDS = {name: f"kind-{number}" for number, name in enumerate(PLAIN)}


@pytest.fixture
def model_id(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A model with a tokenizer of a kind, in the operator's folder, named as whoever runs the code has it."""
    save_model(request.param, tmp_path / KINDS[request.param])
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    (tmp_path / "cache").symlink_to(Path(cache.__file__).parent)
    monkeypatch.chdir(tmp_path)
    return f"local/{KINDS[request.param]}"


EVERY_KIND = pytest.mark.parametrize("model_id", KINDS, indirect=True)


@EVERY_KIND
@pytest.mark.parametrize(
    "sentence",
    [
        "[CLS] <s> the  bank of [MASK] </s> [SEP] ",
        pytest.param("[E1] tom [/E1] lives in [UNK] <unk> <url> <mask> 日本😀.", marks=pytest.mark.thorough),
    ],
)
def test_copied_code_prints_the_number_of_the_page(model_id: str, sentence: str) -> None:
    lines = printed_lines(open_page(FILL, model=model_id, sentence=sentence))
    (mask,) = cache.shared.blanks.predictions(model_id, sentence, ()).masks
    assert [line.split()[0] for line in lines] == [str(mask.position)] * len(lines)
    assert line_numbers(lines) == pytest.approx(
        [candidate.probability for candidate in mask.candidates[: len(lines)]], abs=1e-4
    )


@EVERY_KIND
def test_every_vocabulary_is_cut_on_its_page(model_id: str) -> None:
    sentence = "The unbelievable bank of 日本 [MASK] [SEP] </s>"
    app = open_page(INPUT, mode="Tokenization", model=model_id, sentence=sentence)
    words = cache.input.tokenize_words(model_id, sentence)
    pieces = [piece for word in words for piece in word.pieces]
    assert f"makes {len(pieces)} token" in page_text(app)
    *_, by_tokenizer = printed_lines(app)
    mask = PLAIN[next(kind for kind, name in KINDS.items() if model_id.endswith(name))].mask_token
    assert by_tokenizer.split(": ", 1)[1].split(" ") == [mask if piece == "[MASK]" else piece for piece in pieces]


@pytest.mark.parametrize("model_id", ["WordLevel", "BPE with ends of words"], indirect=True)
def test_two_vocabularies_may_be_of_any_kind(model_id: str) -> None:
    app = open_page(INPUT, mode="Vocabularies (WordPiece, BPE)", model2=model_id, sentence="The bank of the river.")
    pieces = [piece for word in cache.input.tokenize_words(model_id, "The bank of the river.") for piece in word.pieces]
    assert f"needs {len(pieces)}." in page_text(app)
