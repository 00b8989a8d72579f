"""The search over the whole app: what is in its catalogue, and that every entry opens what it says."""

import json
import shutil
import subprocess
from collections import Counter
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from components.tours.shipped import shipped_tours
from components.widgets import search_box
from components.widgets.search_box import SearchEntry
from pages.parts.lecture.tour_stop import PATHS, STOP, TOUR
from pages.parts.links.parameters import MODE
from pages.parts.modes import LIMIT
from pages.parts.navigation import OTHER_PAGES, OtherPage
from pages.parts.rooms import PAGES, ROOMS
from pages.parts.search.catalogue import read_catalogue
from pages.parts.search.entries import TUTORIALS, search_entries, view_address
from pages.parts.search.examples import room_presets
from pages.tutorials.contents import tutorials
from tests.pages.conftest import open_page, page_text
from tests.rooms import VIEWS
from tests.sampling import first_of_each

BY_PATH = {room.path: room for room in ROOMS}
# Words that students bring from a course, and what they look for.
LOOKED_FOR = {
    "cosine 0.9": "what-each-layer-knows",
    "NSP": "how-it-learned",
    "WordPiece": "what-does-it-read",
    "513": "where-am-i",
    "GELU": "the-family",
    "temperature": "what-a-small-one-keeps",
    "t-SNE": "which-bank",
    "80/10/10": "how-it-learned",
    "logit lens": "fill-the-blank",
    "KL divergence": "what-a-small-one-keeps",
    "NER": "one-encoder-many-heads",
    "causal mask": "what-the-mask-takes-away",
    "RoPE": "where-am-i",
    "ELECTRA": "how-it-learned",
    "learning rate": "teach-it-something",
    "capital of France": "fill-the-blank",
    "scientist": "fill-the-blank",
}
TABLES = "The tables and their similarity"
MASKING = ("how-it-learned", {"mode": "Masking 80/10/10"})
NEXT_SENTENCE = ("how-it-learned", {"mode": "Next sentence (NSP)"})
TOKENIZATION = ("what-does-it-read", {"mode": "Tokenization"})
PAIR = ("what-does-it-read", {"sentence": "The film was great", "beside": "I loved it"})
LEARNING_RATE = ("teach-it-something", {"mode": "Learning rate and labels"})
ANSWERS = ("one-encoder-many-heads", {"mode": "Question answering"})
SOFT_TARGETS = ("what-a-small-one-keeps", {"mode": "Soft targets and losses"})
NEIGHBOURS = ("which-bank", {"mode": "How well separated?"})
# What Enter opens: the path and the parameters of its link. The first view of a room needs no name.
ENTER_OPENS: dict[str, tuple[str, dict[str, str]]] = {
    "which bank": ("which-bank", {}),
    "Which bank?": ("which-bank", {}),
    "word piece": TOKENIZATION,
    "wordpiece": TOKENIZATION,
    "word pieces": TOKENIZATION,
    "tokenisation": TOKENIZATION,
    "tokenization": TOKENIZATION,
    "tokenis": TOKENIZATION,
    "positional encoding": ("where-am-i", {"mode": TABLES}),
    "positional encodings": ("where-am-i", {"mode": TABLES}),
    "position encoding": ("where-am-i", {"mode": TABLES}),
    "sinusoidal": ("where-am-i", {"mode": TABLES}),
    "attention visualisation": ("who-looks-at-whom", {}),
    "attention visualization": ("who-looks-at-whom", {}),
    "span": ANSWERS,
    "sentence A B": PAIR,
    "token type ids": PAIR,
    "token_type_ids": PAIR,
    "segment embedding": PAIR,
    "segment embeddings": PAIR,
    "lr": LEARNING_RATE,
    "80% 10% 10%": MASKING,
    "80 10 10": MASKING,
    "80/10/10": MASKING,
    "masking 80/10/10": MASKING,
    "causal mask": ("what-the-mask-takes-away", {"mode": "Side by side"}),
    "distilbert speed": ("half-the-layers", {}),
    "next sentence prediction": NEXT_SENTENCE,
    "nsp": NEXT_SENTENCE,
    "attention head": ("who-looks-at-whom", {}),
    "rope": ("where-am-i", {"mode": "RoPE by hand"}),
    "learning rate": LEARNING_RATE,
    "distillation": ("what-a-small-one-keeps", {}),
    "temperature": SOFT_TARGETS,
    "question answering": ANSWERS,
    "nearest neighbor": NEIGHBOURS,
    "nearest neighbours": NEIGHBOURS,
    "bank": ("which-bank", {}),  # a room comes before its example of the same name
    "tours": ("tours", {}),
}
ONE_WEIGHT = ("who-looks-at-whom", {"mode": "Inside one weight"})
ILLUSTRATED = ("from-your-tutorial", {"tutorial": "Illustrated posts"})
ENCODER_DECODER = ("the-family", {"one": "bert-base", "other": "t5-small", "mode": "Two side by side"})
IS_IT_GOOD = ("teach-it-something", {"mode": "Is it any good?"})
TASK_TABLE = ("one-encoder-many-heads", {"tasks": "true"})
TAGGING = ("one-encoder-many-heads", {"mode": "Tagging words"})
ARRAYS = ("what-does-it-read", {"arrays": "true"})
PROMPTING = ("what-the-mask-takes-away", {"work": "Prompt or fine-tune", "mode": "Encoder against decoder"})
WRITING = ("what-the-mask-takes-away", {"mode": "Encoder against decoder"})
TWO_MASKS = ("what-the-mask-takes-away", {"mode": "Side by side"})
OCCLUSION = ("fill-the-blank", {"where-explanation": "Occlusion", "mode": "Where from?"})
SCHEDULE = ("what-goes-wrong", {"mistake": "warmup"})
RESIDUAL = ("inside-a-layer", {})
FIRST_TASK, FIRST_RUN, FIRST_BLANK = ("one-encoder-many-heads", {}), ("teach-it-something", {}), ("fill-the-blank", {})
# Terms of tutorials and textbooks, and what Enter opens for them.
TUTORIAL_TERMS: dict[str, tuple[str, dict[str, str]]] = {
    "illustrated": ILLUSTRATED,
    "Alammar": ILLUSTRATED,
    "illustrated transformer": ILLUSTRATED,
    "the illustrated BERT": ILLUSTRATED,
    "visual guide": ILLUSTRATED,
    "sticky notes": ("from-your-tutorial", {"tutorial": "Long read with code"}),
    "feature extraction": IS_IT_GOOD,
    "feature-based": IS_IT_GOOD,
    "logistic regression": IS_IT_GOOD,
    "confusion matrix": IS_IT_GOOD,
    "calibration": IS_IT_GOOD,
    "spam": FIRST_TASK,
    "spam detection": FIRST_TASK,
    "sentence classification": FIRST_TASK,
    "linear layer": FIRST_TASK,
    "pooler": FIRST_TASK,
    "BertForSequenceClassification": FIRST_TASK,
    "toxicity": TASK_TABLE,
    "paraphrase": TASK_TABLE,
    "slot filling": TASK_TABLE,
    "NER": TAGGING,
    "CRF": TAGGING,
    "BIO tags": TAGGING,
    "SQuAD": ANSWERS,
    "start and end logits": ANSWERS,
    "entailment": ("one-encoder-many-heads", {"mode": "Sentence pairs"}),
    "reranking": ("one-encoder-many-heads", {"mode": "Sentence pairs"}),
    "semantic search": ("one-encoder-many-heads", {"mode": "Search"}),
    "vector database": ("one-encoder-many-heads", {"mode": "Search"}),
    "sentence embedding": ("one-encoder-many-heads", {"compare": "two texts", "mode": "Search"}),
    "SentenceTransformer": ("one-encoder-many-heads", {"compare": "two texts", "mode": "Search"}),
    "query key value": ONE_WEIGHT,
    "scaled dot product": ONE_WEIGHT,
    "attention is all you need": ONE_WEIGHT,
    "multi-head attention": ("who-looks-at-whom", {}),
    "output_attentions": ("who-looks-at-whom", {}),
    "anaphora": ("who-looks-at-whom", {}),
    "bertviz": ("who-looks-at-whom", {"bertviz": "true"}),
    "cross-attention": ENCODER_DECODER,
    "encoder-decoder": ENCODER_DECODER,
    "T5": ENCODER_DECODER,
    "seq2seq": ENCODER_DECODER,
    "machine translation": ("the-family", {"need": "A text made of a text", "mode": "One table"}),
    "GLUE": ("the-family", {"sources": "true", "mode": "One table"}),
    "RoBERTa": ("the-family", {"one": "bert-base", "other": "roberta", "mode": "Two side by side"}),
    "hidden size": ("the-family", {"one": "bert-base", "other": "bert-large", "mode": "Two side by side"}),
    "look-ahead mask": TWO_MASKS,
    "LLM": TWO_MASKS,
    "Longformer": ("what-the-mask-takes-away", {"masking": "sliding window", "mode": "Side by side"}),
    "beam search": WRITING,
    "in-context learning": PROMPTING,
    "few-shot": PROMPTING,
    "residual": RESIDUAL,
    "skip connection": RESIDUAL,
    "vanishing gradients": RESIDUAL,
    "layer normalization": RESIDUAL,
    "feed forward": ("inside-a-layer", {"mode": "Inside the feed-forward layer"}),
    "softmax": FIRST_BLANK,
    "logits": FIRST_BLANK,
    "masked language model": FIRST_BLANK,
    "top-k": FIRST_BLANK,
    "LIME": OCCLUSION,
    "explainability": OCCLUSION,
    "logit lens": OCCLUSION,
    "perplexity": FIRST_BLANK,
    "probing": ("what-each-layer-knows", {}),
    "anisotropy": ("what-each-layer-knows", {"mode": "What is a high cosine?"}),
    "ELMo": ("which-bank", {}),
    "word2vec": ("which-bank", {}),
    "homonym": ("which-bank", {}),
    "t-SNE": ("which-bank", {"method": "neighbourhoods (t-SNE)"}),
    "subword": TOKENIZATION,
    "OOV": TOKENIZATION,
    "out of vocabulary": TOKENIZATION,
    "BPE": ("what-does-it-read", {"part": "How one is made", "mode": "Vocabularies (WordPiece, BPE)"}),
    "last_hidden_state": ARRAYS,
    "input ids": ARRAYS,
    "AutoModel": ARRAYS,
    "truncation": ("what-does-it-read", {"mode": "Truncation (512 tokens)"}),
    "warmup": LEARNING_RATE,
    "learning rate schedule": SCHEDULE,
    "catastrophic forgetting": LEARNING_RATE,
    "overfitting": FIRST_RUN,
    "SST-2": FIRST_RUN,
    "IMDb": FIRST_RUN,
    "weight decay": FIRST_RUN,
    "transfer learning": FIRST_RUN,
    "hugging face": ("teach-it-something", {"export": "true"}),
    "gradient clipping": ("teach-it-something", {"export": "true"}),
    "backpropagation": ("how-it-learned", {"mode": "One training step"}),
    "sentence order prediction": NEXT_SENTENCE,
    "cross entropy": MASKING,
    "teacher": ("what-a-small-one-keeps", {}),
    "dark knowledge": SOFT_TARGETS,
    "soft labels": SOFT_TARGETS,
    "KL divergence": SOFT_TARGETS,
    "dropout": ("what-goes-wrong", {"mistake": "dropout"}),
    "lowercase": ("what-goes-wrong", {"mistake": "case"}),
    "mixed precision": ("what-goes-wrong", {"mistake": "half"}),
    "latency": ("half-the-layers", {}),
}
NODE = shutil.which("node")
# Examples whose links are made in different ways: the name of each, by the key of its room.
OPENED_EXAMPLES = {
    "fill": "Capital of France",
    "senses": "spring",
    "attention": "Question and answer",
    "positions": "Long text",
    "teaching": "Twenty labels",
    "tasks": "A cook will cook",
    "speed": "A model against itself",
    "family": "Trained longer",
    "mistakes": "Padded on the left",
}


def _views() -> dict[str, tuple[str, str]]:
    """The room and the view that terms with settings lead to, by address."""
    targets = {}
    for term in read_catalogue().terms:
        room = BY_PATH[term.room]
        targets[view_address(room, term.view, term.settings)] = (room.key, term.view)
    plain = {view_address(room, view) for room in ROOMS for view in read_catalogue().views[room.path]}
    return {address: target for address, target in targets.items() if address not in plain}


def _open(entry: SearchEntry) -> AppTest:
    """The page that an entry leads to."""
    address = urlsplit(entry.href)
    path = address.path.strip("/")
    files = {room.path: room.file for room in ROOMS} | {page.path: page.file for page in OTHER_PAGES}
    return open_page(str(files[path].relative_to(PAGES.parent)), **dict(parse_qsl(address.query)))


def test_every_view_of_every_room_is_in_the_catalogue() -> None:
    assert read_catalogue().views == VIEWS


def test_entries_of_views_lead_to_them() -> None:
    addresses = {view_address(room, view): (room.path, view) for room in ROOMS for view in VIEWS[room.path]}
    hrefs = [entry.href for entry in search_entries() if entry.kind == "View"]
    assert sorted(hrefs) == sorted(addresses)
    for href, (path, view) in addresses.items():
        assert where(href) == (path, {} if view == VIEWS[path][0] else {MODE: view})


def test_terms_name_views_that_there_are() -> None:
    named = {(term.room, term.view) for term in read_catalogue().terms}
    assert named <= {(path, view) for path, views in VIEWS.items() for view in views}


def test_every_example_of_every_room_can_be_found() -> None:
    searched = {presets.room.key: tuple(presets.presets) for presets in room_presets()}
    offered = {}
    for room in ROOMS:
        inputs = import_module(f"pages.{room.key}.inputs")
        offered[room.key] = tuple(inputs.BOX.presets if hasattr(inputs, "BOX") else inputs.EXAMPLES.presets)
    assert searched == offered


def test_no_room_has_more_views_than_one_line_holds() -> None:
    assert {path: views for path, views in read_catalogue().views.items() if len(views) > LIMIT} == {}


def test_every_room_page_and_stop_can_be_found_and_no_name_twice() -> None:
    entries = search_entries()
    assert {entry.title for entry in entries if entry.kind == "Room"} == {room.title for room in ROOMS}
    assert {entry.href.strip("/") for entry in entries if entry.kind == "Page"} == {page.path for page in OTHER_PAGES}
    names = Counter((entry.kind, entry.title, entry.place) for entry in entries)
    assert [name for name, count in names.items() if count > 1] == []
    assert {urlsplit(entry.href).path.strip("/") for entry in entries} == {*PATHS, *(page.path for page in OTHER_PAGES)}


@pytest.mark.parametrize(("word", "path"), LOOKED_FOR.items())
def test_words_of_a_course_are_in_the_catalogue(word: str, path: str) -> None:
    fitting = [entry for entry in search_entries() if _holds(entry, word)]
    assert path in {urlsplit(entry.href).path.strip("/") for entry in fitting}


def _holds(entry: SearchEntry, word: str) -> bool:
    return word.lower() in f"{entry.title} {entry.synonyms}".lower()


def where(href: str) -> tuple[str, dict[str, str]]:
    """The path and the parameters of an address."""
    address = urlsplit(href)
    return address.path.strip("/"), dict(parse_qsl(address.query))


@pytest.fixture(scope="module")
def results() -> dict[str, list[SearchEntry]]:
    """All hits of the queries, best first, as the browser's own script orders them."""
    if NODE is None:
        pytest.skip("there is no node here")
    matching = (Path(search_box.__file__).parent / "matching.js").as_uri()
    entries = [asdict(entry) for entry in search_entries()]
    script = f"import {{ matches, prepared }} from {json.dumps(matching)};\n"
    script += f"const candidates = prepared({json.dumps(entries)});\n"
    queries = json.dumps([*ENTER_OPENS, *TUTORIAL_TERMS])
    script += f"const hits = {queries}.map((query) => [query, matches(candidates, query)]);\n"
    script += "console.log(JSON.stringify(hits));"
    done = subprocess.run(
        [NODE, "--input-type=module"], input=script, capture_output=True, text=True, check=True, timeout=60
    )
    return {query: [SearchEntry(**hit) for hit in hits] for query, hits in json.loads(done.stdout)}


@pytest.mark.parametrize(("query", "target"), [*ENTER_OPENS.items(), *TUTORIAL_TERMS.items()])
def test_enter_opens_what_was_looked_for(
    results: dict[str, list[SearchEntry]], query: str, target: tuple[str, dict[str, str]]
) -> None:
    assert where(results[query][0].href) == target


def test_the_search_knows_every_kind_of_tutorial_by_its_name() -> None:
    assert [name for name, _ in TUTORIALS] == [tutorial.title for tutorial in tutorials()]


def test_weak_hits_are_dropped_where_there_are_strong_ones(results: dict[str, list[SearchEntry]]) -> None:
    assert {entry.title for entry in results["causal mask"]} == {"Causal mask", "Attention masks"}
    assert {entry.title for entry in results["attention visualisation"]} == {"Attention heads", "bertviz"}


def test_examples_and_stops_of_tours_come_after_rooms_terms_and_views(results: dict[str, list[SearchEntry]]) -> None:
    kinds = [entry.kind for entry in results["attention head"]]
    assert {*kinds} == {"Term", "Room", "View", "Tour stop"}
    named = [kind for kind in kinds if kind != "View"]  # views are also found by the name of their room
    assert named == sorted(named, key=lambda kind: kind == "Tour stop")


def test_either_spelling_and_number_find_the_same(results: dict[str, list[SearchEntry]]) -> None:
    for spelling, other in (
        ("tokenisation", "tokenization"),
        ("attention visualisation", "attention visualization"),
        ("nearest neighbor", "nearest neighbours"),
        ("segment embedding", "segment embeddings"),
    ):
        assert results[spelling] == results[other]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(("address", "target"), first_of_each(_views().items(), lambda case: case[1][0]))
def test_an_entry_opens_the_view_that_it_names(address: str, target: tuple[str, str]) -> None:
    key, view = target
    app = open_page(f"pages/{key}/page.py", **dict(parse_qsl(urlsplit(address).query)))
    assert app.session_state["chosen-mode"] == view
    assert app.title[0].value.startswith(next(room.title for room in ROOMS if room.key == key))
    assert "The link says" not in page_text(app), "part of the link could not be used"


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(("key", "name"), OPENED_EXAMPLES.items())
def test_an_entry_opens_the_example_that_it_names(key: str, name: str) -> None:
    presets = next(presets for presets in room_presets() if presets.room.key == key)
    entry = next(
        entry
        for entry in search_entries()
        if (entry.kind, entry.title) == ("Example", name) and entry.place.startswith(presets.room.title)
    )
    app = _open(entry)
    names = [preset.name for preset in presets.presets]
    assert app.title[0].value.startswith(presets.room.title)
    assert app.selectbox(key="example").value == names.index(name)
    link = dict(presets.link(presets.presets[names.index(name)]))
    assert app.session_state["chosen-mode"] == link.get(MODE, VIEWS[presets.room.path][0])
    assert "The link says" not in page_text(app), "part of the link could not be used"


def test_entries_of_stops_lead_to_every_stop_of_every_tour() -> None:
    stops = [
        (stop.path, {**stop.parameters, TOUR: name, STOP: str(number)})
        for name, tour in shipped_tours(PATHS).items()
        for number, stop in enumerate(tour.stops, 1)
    ]
    addresses = [urlsplit(entry.href) for entry in search_entries() if entry.kind == "Tour stop"]
    assert [(address.path.strip("/"), dict(parse_qsl(address.query))) for address in addresses] == stops


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("page", OTHER_PAGES[1:], ids=lambda page: page.title)
def test_an_entry_opens_the_page_that_it_names(page: OtherPage) -> None:
    entry = next(entry for entry in search_entries() if (entry.kind, entry.title) == ("Page", page.title))
    heading = _open(entry).title[0].value.partition(" :")[0]
    assert heading.lower() in f"{entry.title}, {entry.synonyms}".lower()
