"""The browser's forward pass is PyTorch's, and its tokenizer is transformers'."""

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from components.model.blanks.blank_probes import blank_probes
from tests.components.takeaway.node_model import MODULES, NEEDS_NODE, PackedExample, packed_example, torch_pass
from tests.odd_texts import odd_texts

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = NEEDS_NODE
TOLERANCE = 1e-3
SENTENCES = [
    "The boat drifted slowly until it reached the [MASK] of the river.",
    "[MASK]",
    "Naïve café owners [MASK] 東京 and Ωmega, don't they?",
    " ".join(["The captain said that the [MASK] was late."] * 8),
]
# What words are made of here: letters with and without accents, marks, other scripts, digits, punctuation, controls.
LETTERS = (
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *"éÈüßñçøåłđıİŞşΣσςΩωЖжйЙёאבגعربيहिन्दीไทย한글가각かなガギ中文字漢龍𠀀𪜀",
    *(
        "\u0301",
        "\u0308",
        "e\u0301",
        "\u0323\u0307",
        "\u20dd",
        "\ufe0f",
        "\u200d",
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u202e",
    ),
    *(
        "😀",
        "👩\u200d🔬",
        "🇫🇷",
        "❤\ufe0f",
        "\u0000",
        "\u0007",
        "\u001f",
        "\u007f",
        "\u0085",
        "\ufffd",
        "\ue000",
        "\U0010fffd",
    ),
    *"0123456789²½Ⅷ٣",
    *".,;:!?'\"()[]{}<>/\\|@#$%^&*_-+=~`«»“”‘’–—…¿¡§¶†‡•·、。「」٪؟।€£¥©®™°±×÷√∞≠",
    *(
        "\u1885",
        "\u08e2",
        "\u0890",
        "\u1abf",
        "\U00011070",
        "\U0001e130",
        "\u2e52",
        "\U00011660",
        "ﬁ",
        "ǅ",
        "ẞ",
        "Å",
        "｡",
        "ﾞ",
    ),
)
NEW_MARKS = "\u1abf\U00011070\U0001e130"
SPACES = (" ", " ", " ", "\t", "\n", "\r\n", "\u00a0", "\u2003", "\u3000", "\u2028", "\u000b", "\u000c", "\u1680")
WHOLE = (
    "[MASK]",
    "[mask]",
    "[SEP]",
    "[CLS]",
    "[PAD]",
    "[UNK]",
    "[MASK",
    "##ing",
    "x" * 99,
    "y" * 100,
    "z" * 101,
    "é" * 60,
)


def odd_sentences(count: int) -> list[str]:
    """So many sentences, always the same: real ones with characters exchanged, and rows of odd words."""
    dice = random.Random(64)
    real = [probe.sentence for probe in blank_probes()]
    sentences = []
    for number in range(count):
        if number % 2:
            characters = [*dice.choice(real)]
            for _ in range(dice.randint(1, 6)):
                characters.insert(dice.randrange(len(characters) + 1), dice.choice((*LETTERS, *SPACES)))
            sentences.append("".join(characters))
            continue
        words = ["".join(dice.choices(LETTERS, k=dice.choice((1, 2, 3, 5, 8, 30)))) for _ in range(dice.randint(1, 9))]
        words += dice.choices((*WHOLE, *dice.choice(real).split()), k=dice.randint(0, 4))
        dice.shuffle(words)
        sentences.append("".join(part for word in words for part in (word, dice.choice((*SPACES, "")))))
    return sentences


@pytest.fixture(scope="module", params=["pocket-bert", pytest.param("minilm", marks=pytest.mark.thorough)])
def packed(request: pytest.FixtureRequest, engine: "Engine", tmp_path_factory: pytest.TempPathFactory) -> PackedExample:
    return packed_example(engine.open_model(request.param), tmp_path_factory.mktemp("packed"))


def test_every_hidden_state_attention_weight_and_logit_is_pytorchs(packed: PackedExample) -> None:
    rows = [list(packed.opened.tokenizer.tokens(sentence).ids) for sentence in SENTENCES]
    for ids, actual in zip(rows, packed.passes(rows), strict=True):
        for ours, theirs in zip(actual, torch_pass(packed.rounded, ids), strict=True):
            assert ours.shape == theirs.shape
            assert np.abs(ours - theirs).max() < TOLERANCE


def test_attention_weights_of_every_row_sum_to_one(packed: PackedExample) -> None:
    ((_, attentions, _),) = packed.passes([list(packed.opened.tokenizer.tokens(SENTENCES[0]).ids)])
    assert attentions.min() >= 0
    assert attentions.sum(axis=-1) == pytest.approx(1, abs=1e-5)


def test_ids_are_those_of_transformers(packed: PackedExample) -> None:
    texts = [text.encode("utf-8", "replace").decode() for text in [*odd_sentences(4000), *odd_texts(2000)]]
    encodings = packed.opened.tokenizer.backend.encode_batch(texts)
    expected = [encoding.ids for encoding in encodings]
    for text, ours, theirs in zip(texts, packed.ids(texts), expected, strict=True):
        assert ours == theirs, ascii(text)


def test_tokens_stand_where_the_tokenizers_library_says(packed: PackedExample) -> None:
    texts = [text.encode("utf-8", "replace").decode() for text in [*odd_sentences(2000), *odd_texts(1000)]]
    # Marks that are newer than that library's Unicode count as letters, and get others' places when they are reordered.
    texts = [text for text in texts if not {*text} & {*NEW_MARKS}]
    assert len(texts) > 2500
    encodings = packed.opened.tokenizer.backend.encode_batch(texts)
    for text, ours, encoding in zip(texts, packed.spans(texts), encodings, strict=True):
        assert ours == [list(span) for span in encoding.offsets[1:-1]], ascii(text)


def test_odd_sentences_have_known_words_and_unknown_ones(packed: PackedExample) -> None:
    unknown = packed.opened.tokenizer.unknown_id
    rows = [encoding.ids for encoding in packed.opened.tokenizer.backend.encode_batch(odd_sentences(500))]
    assert sum(unknown in ids for ids in rows) > 100
    assert sum(len({*ids} - {unknown}) > 5 for ids in rows) > 300


def test_words_for_the_blanks_are_pytorchs(packed: PackedExample) -> None:
    sentences = [*SENTENCES, "The <mask> sat on the [Mask]."]
    for sentence, fill in zip(sentences, packed.fills(sentences, 10), strict=True):
        tokens = packed.opened.tokenizer.tokens(sentence)
        _, _, logits = torch_pass(packed.rounded, list(tokens.ids))
        assert len(fill["blanks"]) == len(tokens.typed_masks)
        for blank, position in zip(fill["blanks"], tokens.typed_masks, strict=True):
            probabilities, ids = torch.tensor(logits[position]).softmax(dim=-1).topk(10)
            raw = [packed.opened.tokenizer.raw_token(int(token_id)) for token_id in ids]
            assert ["##" * word["continues"] + word["text"] for word in blank] == raw
            assert [word["probability"] for word in blank] == pytest.approx(probabilities.tolist(), abs=1e-4)
            assert all(first["probability"] >= second["probability"] for first, second in pairwise(blank))


def test_what_cannot_be_filled_has_an_error(packed: PackedExample) -> None:
    sentences = ["", " \u200b\n", "No blank here.", "[MASK] " * 511, "a" * 100_001 + "[MASK]"]
    errors = [fill["error"] for fill in packed.fills(sentences, 10)]
    assert errors == ["empty", "empty", "no blank", "too long", "too long"]


@pytest.mark.thorough
def test_the_longest_text_is_read(packed: PackedExample) -> None:
    (fill,) = packed.fills(["a " * 509 + "[MASK]"], 1)  # with [CLS] and [SEP] 512 tokens
    assert len(fill["blanks"]) == 1


def test_the_modules_are_short_enough_to_read() -> None:
    assert sum(len(file.read_text("utf-8").splitlines()) for file in MODULES.glob("*.js")) <= 600
