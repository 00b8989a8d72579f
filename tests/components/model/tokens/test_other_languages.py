"""Sentences that are not English are noticed; English ones, with names, jargon or code, are not."""

from functools import cache
from pathlib import Path

import pytest
from transformers import AutoTokenizer

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.tokens.other_languages import counts_if_not_english
from components.model.tokens.tokenization import SentenceTokenizer

TREEBANK = Path(__file__).parents[5] / "shared" / "data" / "ud-ewt" / "train.conllu"
MODELS = ("minilm", "bert", "gpt")
OTHERS = {
    "German": ("Die Katze sitzt auf der Matte und schläft.", "Ich habe gestern ein Buch gekauft."),
    "French": ("Je voudrais un café et un croissant.", "Les enfants jouent dans le jardin."),
    "Spanish": ("El gato duerme en el sofá.", "¿Dónde está la biblioteca?"),
    "Portuguese": ("Minha avó mora em Lisboa.", "Minha avó mora em [MASK]."),
    "Italian": ("Mi piace leggere libri la sera.", "Il gatto dorme sul divano."),
    "Dutch": ("De kat slaapt op de bank.", "Ik heb gisteren een boek gekocht."),
    "Polish": ("Moja babcia mieszka w Krakowie.", "Wczoraj kupiłem książkę."),
    "Turkish": ("Dün bir kitap satın aldım.",),
    "Swedish": ("Jag köpte en bok igår.",),
    "Vietnamese": ("Con mèo ngủ trên ghế sofa.",),
    "Russian": ("Кошка спит на диване.",),
    "Greek": ("Η γάτα κοιμάται στον καναπέ.",),
    "Arabic": ("القطة تنام على الأريكة.",),
    "Hebrew": ("החתול ישן על הספה.",),
    "Hindi": ("बिल्ली सोफे पर सो रही है।",),
    "Chinese": ("猫在沙发上睡觉。",),
    "Japanese": ("猫がソファで寝ている。",),
    "Korean": ("고양이가 소파에서 자고 있다.",),
}
ENGLISH = (
    "Nguyen Phu Trong visited Ulaanbaatar.",
    "Arnold Schwarzenegger met Angela Merkel in Düsseldorf.",
    "Erwin Schrödinger, Kurt Gödel and Paul Erdős",
    "Vincent van Gogh cut off his ear in Arles.",
    "The film La La Land won an Oscar.",
    "Rio de Janeiro and São Paulo",
    "Pâté de foie gras is on the menu.",
    "The café in Zürich serves crème brûlée.",
    "She said “привет” to me.",
    "Acetylcholinesterase hydrolyses acetylcholine.",
    "Twas brillig, and the slithy toves did gyre and gimble in the wabe.",
    "asdfgh qwerty zxcv",
    "α + β = γ",
    "E = mc²",
    "😀 😀 😀",
    "[MASK]",
    "…",
    "def mask(tokens): return [t for t in tokens if t != pad_id]",
    "SELECT name, price FROM books WHERE year > 1999;",
    "https://www.example.com/index.html?id=5",
    "outputs = model(**inputs, output_attentions=True)",
)


@cache
def _tokenizer(model: str) -> SentenceTokenizer:
    return SentenceTokenizer(AutoTokenizer.from_pretrained(POCKET_FOLDER / model), positions=512)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("language", OTHERS)
def test_another_language_is_noticed(model: str, language: str) -> None:
    tokenizer = _tokenizer(model)
    for sentence in OTHERS[language]:
        tokens = tokenizer.tokens(sentence.replace("[MASK]", "Lisboa") if model == "gpt" else sentence)
        counts = counts_if_not_english(tokens)
        assert counts is not None, sentence
        assert counts.tokens == sum(not (token.special or token.typed_mask) for token in tokens.items)
        assert sum(token.continues for token in tokens.items) <= counts.parts + counts.unknown <= counts.tokens


@pytest.mark.parametrize("model", ["minilm", "bert"])
@pytest.mark.parametrize("sentence", ENGLISH)
def test_english_names_jargon_and_code_are_not(model: str, sentence: str) -> None:
    assert counts_if_not_english(_tokenizer(model).tokens(sentence)) is None


def test_parts_and_unknown_tokens_are_counted() -> None:
    tokens = _tokenizer("minilm").tokens("Ich esse Kartoffelsuppe und ⡇⠎⠁ auch.")
    counts = counts_if_not_english(tokens)
    texts = [token.text for token in tokens.items[1:-1]]
    assert counts is not None
    assert counts.unknown == texts.count("[UNK]") == 1
    assert counts.tokens == len(texts)
    assert 2 < counts.parts < len(texts)


@pytest.mark.thorough
@pytest.mark.parametrize("model", MODELS)
def test_no_sentence_of_a_treebank_of_web_english_is_noticed(model: str) -> None:
    if not TREEBANK.is_file():
        pytest.skip("the treebank is not on this machine")
    lines = TREEBANK.read_text(encoding="utf-8").splitlines()
    sentences = [line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")]
    tokenizer = _tokenizer(model)
    noticed = [s for s in sentences if counts_if_not_english(tokenizer.tokens_of_any_length(s)) is not None]
    assert len(sentences) > 12_000
    assert noticed == []
