"""The river's page places a sentence where the app does, and finds the word where the app finds it."""

import base64
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.map import MapView
from components.senses.model.neighbours import lowest_nearest_cosine, neighbour_vote
from components.senses.model.results import WordVectors
from components.senses.model.river import add_thread, compute_river
from components.senses.model.river_results import River, RiverThread
from components.senses.model.word_vectors import word_vectors
from components.senses.river import river_data
from components.senses.tables.river import encode_river, river_finding
from components.senses.tables.taken_river import rounding_note, taken_findings, taken_sentences
from tests.components.takeaway.node_model import NEEDS_NODE, PackedExample, packed_example
from tests.odd_texts import odd_texts

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

pytestmark = NEEDS_NODE
WORD = sense_presets()[0]
SENSES = (WORD.senses[0], WORD.senses[1])
SENTENCES = [
    *(opening.sentence for opening in OPENING_SENTENCES),
    WORD.sentences[0].sentence,  # one of the river's
    WORD.sentences[-1].sentence,
    "Banks by the BANK: the bank’s banks.",
    "The <mask> of the bank is [MASK].",
    "Der Bänker saß in der Bank.",
]
_IMPORTS = """
import { findOccurrences } from "../river_page/occurrences.js";
import { wordVectors } from "../river_page/word_vectors.js";
import { openedSentences, threadOf, withThreads } from "../river_page/thread.js";
import { openedRiver } from "../../senses/river/threads.js";
const bytesOf = (text) => new Uint8Array(Buffer.from(text, "base64"));
"""
_THREADS = """request.sentences.map((sentence) => {
  const bytes = bytesOf(request.bytes);
  const river = openedSentences(request.stored, bytes);
  const { words, error } = wordVectors(bert, { ...request, sentence });
  if (error) return { error };
  const threads = words.map((each) => ({ ...each, ...threadOf(river, sentence, each.vectors) }));
  const { threads: drawn } = openedRiver(withThreads(bytes, sentence, threads));
  return { threads, drawn: { ...drawn, heights: [...drawn.heights] } };
})"""


@pytest.fixture(scope="module", params=["pocket-bert", pytest.param("minilm", marks=pytest.mark.thorough)])
def packed(request: pytest.FixtureRequest, engine: "Engine", tmp_path_factory: pytest.TempPathFactory) -> PackedExample:
    return packed_example(engine.open_model(request.param), tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="module")
def vectors(packed: PackedExample) -> WordVectors:
    return word_vectors(packed.opened, [each.sentence for each in WORD.sentences], WORD.forms)


@pytest.fixture(scope="module")
def labels(vectors: WordVectors) -> list[str | None]:
    """The meaning of each sentence. A few have a third one, and a few have none."""
    senses: list[str | None] = [WORD.sentences[point.sentence_index].sense for point in vectors.points]
    senses[3], senses[50], senses[20] = "third", "third", None
    return senses


@pytest.fixture(scope="module")
def river(vectors: WordVectors, labels: list[str | None]) -> River:
    return compute_river(vectors.vectors, labels, vectors.texts, SENSES)


def _pages_threads(packed: PackedExample, river: River, vectors: WordVectors, labels: Any, **request: Any) -> Any:
    added = [
        (vectors.points[0], RiverThread(tuple(each[0] for each in river.heights), ((0, 1, 2),) * (river.last + 1)))
    ]
    data = river_data(encode_river(river, vectors.points, WORD.word, added), initial=MapView(2))
    question = {"forms": WORD.forms, "pooling": "mean", "limit": 5, "sentences": SENTENCES}
    return packed.evaluate(
        _IMPORTS,
        _THREADS,
        bytes=base64.b64encode(data).decode(),
        stored=taken_sentences(river, vectors, labels),
        **(question | request),
    )


def test_threads_are_the_apps(
    packed: PackedExample, vectors: WordVectors, river: River, labels: list[str | None]
) -> None:
    rounded = replace(packed.opened, model=packed.rounded, compiling=None)
    labelled = [point for point, label in enumerate(labels) if label is not None]
    last = vectors.vectors[:, -1]
    similar_from = lowest_nearest_cosine(last[labelled], [vectors.texts[point] for point in labelled])
    results = _pages_threads(packed, river, vectors, labels)
    for sentence, result in zip(SENTENCES, results, strict=True):
        added = word_vectors(rounded, [sentence], WORD.forms)
        assert len(result["threads"]) == len(added.points)
        for point, new, thread in zip(added.points, added.vectors, result["threads"], strict=True):
            expected = add_thread(river, vectors.vectors, vectors.texts, new, excluded=sentence)
            vote = neighbour_vote(last, labels, new[-1], vectors.texts, excluded=sentence)
            assert (thread["start"], thread["end"]) == (point.start, point.end)
            assert thread["heights"] == pytest.approx(expected.heights, abs=2e-4)
            nearest = [[river.points[place] for place in layer] for layer in thread["nearest"]]
            assert nearest == [list(layer) for layer in expected.nearest]
            assert thread["isFar"] == replace(vote, similar_from=similar_from).is_far
            side = river.side(expected.heights[-1], river.last)
            assert ("", *SENSES)[{0: 0, -1: 1, 1: 2}[thread["side"]]] == side


def test_the_river_is_drawn_with_the_new_threads_in_place_of_the_old(
    packed: PackedExample, vectors: WordVectors, river: River, labels: list[str | None]
) -> None:
    (result,) = _pages_threads(packed, river, vectors, labels, sentences=[SENTENCES[6]])
    drawn, count = result["drawn"], len(river.points)
    assert drawn["texts"][:count] == [vectors.texts[point] for point in river.points]
    assert drawn["texts"][count:] == [SENTENCES[6]] * 4
    heights = np.array(drawn["heights"]).reshape(river.last + 1, count + 4)
    assert heights[:, :count] == pytest.approx(np.array(river.heights), abs=1e-4)
    assert heights[:, count:].T.ravel() == pytest.approx(np.ravel([each["heights"] for each in result["threads"]]))
    assert drawn["nearest"] == [each["nearest"] for each in result["threads"]]
    assert drawn["signs"][count:] == [0] * 4


@pytest.mark.parametrize("pooling", ["first", "last"])
def test_a_word_of_several_tokens_is_pooled_as_the_app_does(packed: PackedExample, pooling: str) -> None:
    from components.senses.model.results import WordPooling

    rounded = replace(packed.opened, model=packed.rounded, compiling=None)
    sentence, forms = "An unbelievably old bank.", ["unbelievably"]
    added = word_vectors(rounded, [sentence], forms, pooling=WordPooling[pooling.upper()])
    assert len(added.points[0].positions) > 1
    (actual,) = packed.evaluate(
        _IMPORTS,
        "wordVectors(bert, request).words.map(({ vectors }) => [...vectors])",
        sentence=sentence,
        forms=forms,
        pooling=pooling,
        limit=5,
    )
    assert actual == pytest.approx(added.vectors[0].ravel().tolist(), abs=1e-3)


@pytest.mark.parametrize(
    ("sentence", "error"),
    [("", "empty"), (" \u200b", "empty"), ("No such word.", "no word"), ("bank " * 600, "too long")],
)
def test_what_has_no_thread_has_an_error(
    packed: PackedExample, vectors: WordVectors, river: River, labels: list[str | None], sentence: str, error: str
) -> None:
    assert _pages_threads(packed, river, vectors, labels, sentences=[sentence, "bank \u0301" + 40 * "\u0301"]) == [
        {"error": error},
        {"error": "marks"},
    ]


def test_words_are_where_the_app_finds_them(packed: PackedExample) -> None:
    forms = ["bank", "banks", "straße", "hot dog", "İstanbul", "don't", "水"]
    dice, texts = random.Random(64), []
    odd = [text.encode("utf-8", "replace").decode() for text in odd_texts(800)]
    written = [
        *forms,
        "BANK",
        "Banks",
        "STRASSE",
        "hot \n dog",
        "istanbul",
        "don’t",
        "ba\u00adnk",
        "bánk",
        "bank_1",
        "水水",
    ]
    for text in odd:
        parts = [
            text[: dice.randint(0, 12)],
            dice.choice(written),
            dice.choice(["", " ", "-", "s", "\u0301"]),
            text[-5:],
        ]
        texts.append("".join(parts))
    spans = packed.evaluate(
        _IMPORTS, "request.texts.map((t) => findOccurrences(t, request.forms))", texts=texts, forms=forms
    )
    compared = 0
    for text, actual in zip(texts, spans, strict=True):
        try:
            expected = find_occurrences(text, forms)
        except UserError:
            continue
        assert actual == [list(span) for span in expected], ascii(text)
        compared += bool(expected)
    assert compared > 200


def test_there_is_a_headline_for_every_outcome(river: River, vectors: WordVectors) -> None:
    findings = taken_findings(river, "bank", "MiniLM", 3)
    assert len(findings) == 1 + 1 + 3 + 9 + 27
    assert findings[""] == river_finding(river, "bank", "MiniLM")
    height = river.margin(river.last) + 0.01
    thread = (vectors.points[0], RiverThread(heights=(0.0, -height), nearest=()))
    assert findings["-1"] == river_finding(river, "bank", "MiniLM", [thread])
    assert findings["far"] != findings["0"]


def test_the_note_about_rounding_counts_sides(river: River, vectors: WordVectors) -> None:
    assert f"{len(river.points)} of {len(river.points)}" in rounding_note(river, vectors, vectors.vectors)
    assert " 0.0%" in rounding_note(river, vectors, vectors.vectors)
    turned = rounding_note(river, vectors, -vectors.vectors)
    assert f"{len(river.points)} of {len(river.points)}" not in turned
