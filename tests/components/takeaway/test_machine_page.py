"""The page of the whole pass: every number that its worker writes is the app's, from the same weights."""

import base64
import json
import re
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from components.model.checkpoints.open_model import OpenModel
from components.model.passes.numbers import number_anatomy
from components.model.passes.residual import word_way
from components.model.passes.results import FloorBoxes
from components.model.passes.traced_pass import floor_boxes, trace_pass
from components.model.results import Candidate
from components.server.downloads.policy_hash import policy_hash
from components.tables.passes.payload import answer_finding, floor_bytes, largest_number, number_text, pass_bytes
from components.tables.passes.plan import machine_plan
from components.tables.phrases import word_label
from components.takeaway.accuracy import RoundingAccuracy
from components.takeaway.machine_page import MachinePlace, machine_figure, machine_page
from components.takeaway.packing import PackedModel
from components.widgets.canvas import header_of
from tests.components.takeaway.node_model import MODULES, NEEDS_NODE, PackedExample, packed_example

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

TOLERANCE = 1e-3
SENTENCES = [
    "The boat drifted slowly until it reached the [MASK] of the river.",
    "“Naïve” café owners, unbelievably: 東京!",
    "שלום עולם",
]
ACCURACY = RoundingAccuracy(sentence_count=250, same_first=246, largest_difference=0.0203, median_difference=0.00278)
MODEL = PackedModel("A <b>model</b>", "MIT & others", 30522, ACCURACY, bytes(range(256)))
HOSTILE = '</script><script>alert(1)</script> {{script}} <!-- <b> & "'
_PASSES = f"""
import {{ MachinePass }} from "{(MODULES.parent / "machine_page" / "machine_pass.js").as_uri()}";
import {{ partBytes, passBytes, passFinding }} from "{(MODULES.parent / "machine_page" / "pass_bytes.js").as_uri()}";
const text = (bytes) => Buffer.from(bytes).toString("base64");
const pass = new MachinePass(bert, request.ids);
const [floors, numbers] = [request.floors, request.numbers].map((parts) =>
  parts.map((part) => text(partBytes(pass, request.plan, part))),
);
const wholes = request.places.map((place) => text(passBytes(pass, request.plan, {{}}, place)));
const findings = request.ids.map((_, token) => passFinding(pass, token));
console.log(JSON.stringify({{ floors, numbers, wholes, findings }}));
"""


class AppPass:
    """A pass as the app computes it."""

    def __init__(self, opened: OpenModel, sentence: str) -> None:
        self.opened = opened
        self.traced = trace_pass(opened, opened.tokenizer.tokens(sentence))
        self.floor = cache(self._floor)
        self.way = cache(partial(word_way, opened, self.traced))

    @property
    def tokens(self) -> list[int]:
        """The tokens that are compared."""
        count = len(self.traced.ids)
        return [0, count // 2, count - 1]

    def _floor(self, floor: int, token: int) -> FloorBoxes:
        return floor_boxes(self.opened, self.traced, floor, token)

    def answers(self, token: int) -> tuple[Candidate, ...]:
        return self.candidates(self.floor(self.traced.floors - 1, token))

    def candidates(self, boxes: FloorBoxes) -> tuple[Candidate, ...]:
        if not boxes.kept_ids:
            return ()
        shares = boxes["probabilities"].values[0].tolist()
        return tuple(self.opened.tokenizer.candidate(i, p) for i, p in zip(boxes.kept_ids, shares, strict=True))

    def floor_part(self, floor: int, token: int) -> bytes:
        boxes = self.floor(floor, token)
        return floor_bytes(self.traced, boxes, token, self.candidates(boxes), self.answers(token), self.way(token))

    def number_part(self, floor: int, token: int, key: str, head: int, index: int) -> str:
        boxes = self.floor(floor, token)
        anatomy = number_anatomy(self.opened, self.traced, boxes, key, token, index, head)
        names = [word_label(candidate) for candidate in self.candidates(boxes)]
        return number_text(self.traced, boxes, anatomy, token, index, head, names)

    def floor_places(self) -> list[tuple[int, int]]:
        return [(floor, token) for floor in range(self.traced.floors) for token in self.tokens]

    def number_places(self) -> list[tuple[int, int, str, int, int]]:
        """The largest number of every box of a token, and the first."""
        token, places = self.tokens[1], []
        for floor in range(self.traced.floors):
            boxes = self.floor(floor, token)
            for box in boxes.boxes:
                head, index = largest_number(box, boxes.row(token))
                places += [(floor, token, box.key, head, index), (floor, token, box.key, 0, 0)]
        return places

    def pass_part(self, floor: int, token: int, key: str) -> bytes:
        boxes = self.floor(floor, token)
        number = self.number_part(floor, token, key, *largest_number(boxes[key], boxes.row(token)))
        return pass_bytes(self.traced, (), self.floor_part(floor, token), floor=floor, token=token, number=number)


@dataclass(frozen=True)
class Compared:
    """A pass as the app and as the page's worker computes it: its floors, its numbers, the whole, and its findings."""

    app: AppPass
    floors: list[bytes]
    numbers: list[dict[str, Any]]
    wholes: list[bytes]
    findings: list[str]


@pytest.fixture(scope="module", params=["pocket-bert", pytest.param("minilm", marks=pytest.mark.thorough)])
def packed(request: pytest.FixtureRequest, engine: "Engine", tmp_path_factory: pytest.TempPathFactory) -> PackedExample:
    return packed_example(engine.open_model(request.param), tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="module", params=SENTENCES)
def compared(request: pytest.FixtureRequest, packed: PackedExample) -> Compared:
    app = AppPass(replace(packed.opened, model=packed.rounded), request.param)
    given = {
        "ids": list(app.traced.ids),
        "plan": machine_plan(app.opened),
        "floors": ["floor/" + "/".join(map(str, place)) for place in app.floor_places()],
        "numbers": ["number/" + "/".join(map(str, place)) for place in app.number_places()],
        "places": [{"floor": floor, "token": 1, "box": keys[-1]} for floor, keys in enumerate(app.traced.box_keys)],
    }
    result = json.loads(packed.run(_PASSES, **given))
    parts = {name: [base64.b64decode(part) for part in result[name]] for name in ("floors", "numbers", "wholes")}
    return Compared(
        app, parts["floors"], [json.loads(part) for part in parts["numbers"]], parts["wholes"], result["findings"]
    )


def expect_floor(ours: bytes, theirs: bytes) -> None:
    """A floor part has the same header and the same numbers."""
    expect_value(header_of(ours), header_of(theirs))
    numbers = [np.frombuffer(after_header(part), dtype="<f4") for part in (ours, theirs)]
    assert numbers[0].shape == numbers[1].shape
    np.testing.assert_allclose(numbers[0], numbers[1], rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("sentence", ["[MASK]", HOSTILE])
def test_the_page_has_the_sentence_and_the_place_as_data(sentence: str) -> None:
    plan = {"floors": [HOSTILE], "differences": [], "boxes": []}
    place = MachinePlace(2, "query", 3, (1, 5), level="numbers")
    page = machine_page(MODEL, plan, sentence, place, notes=(HOSTILE,)).decode()
    (settings,) = re.findall(r'<script type="application/json" id="settings">(.*?)</script>', page)
    expected = {"floor": 2, "box": "query", "token": 3, "cell": [1, 5], "level": "numbers"}
    assert json.loads(settings) == {"sentence": sentence, "plan": plan, **expected}
    assert "alert(1)</script>" not in page
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0]
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert f"script-src {policy_hash(script)};" in policy
    for style in re.findall(r"<style>(.*?)</style>", page, re.DOTALL):
        assert policy_hash(style) in policy


def test_a_page_without_a_model_holds_the_parts_that_it_shows() -> None:
    page = machine_figure(b"payload", {"floor/0/1": b"part"}, headline=HOSTILE, why=(HOSTILE,)).decode()
    (data,) = re.findall(r'<script type="application/json" id="figure-data">(.*?)</script>', page)
    settings = header_of(base64.b64decode(json.loads(data)["bytes"]))
    assert {name: base64.b64decode(part) for name, part in settings["parts"].items()} == {"floor/0/1": b"part"}
    assert "alert(1)</script>" not in page
    assert "worker-src" not in page


def expect_value(ours: Any, theirs: Any) -> None:
    """Equal JSON, with numbers within the tolerance; a text's numbers within a step of what is written."""
    assert isinstance(ours, (int, float)) or type(ours) is type(theirs)
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            expect_value(ours[key], theirs[key])
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for pair in zip(ours, theirs, strict=True):
            expect_value(*pair)
    elif isinstance(theirs, str):
        number = r"\d[\d,]*(?:\.\d+)?"
        assert re.sub(number, "0", ours).replace("−0", "0") == re.sub(number, "0", theirs).replace("−0", "0")
        for pair in zip(re.findall(number, ours), re.findall(number, theirs), strict=True):
            actual, expected = (text.replace(",", "") for text in pair)
            step = 10.0 ** -len(expected.partition(".")[2]) if "." in expected else 0
            close = pytest.approx(float(expected), abs=1.01 * step + TOLERANCE * (step > 0), rel=TOLERANCE)
            assert float(actual) == close
    else:
        assert ours == pytest.approx(theirs, abs=1.01 * TOLERANCE)


def after_header(payload: bytes) -> bytes:
    return payload[4 + int.from_bytes(payload[:4], "little") :]


@NEEDS_NODE
def test_every_floor_is_the_apps(compared: Compared) -> None:
    for place, part in zip(compared.app.floor_places(), compared.floors, strict=True):
        expect_floor(part, compared.app.floor_part(*place))


@NEEDS_NODE
def test_every_calculation_has_the_apps_words_and_numbers(compared: Compared) -> None:
    for place, ours in zip(compared.app.number_places(), compared.numbers, strict=True):
        theirs = json.loads(compared.app.number_part(*place))
        # Products that are nearly as large may change places: each is compared by its label.
        for calculation in (ours, theirs):
            calculation["lines"].sort(key=lambda line: line[0])
        expect_value(ours, theirs)


@NEEDS_NODE
def test_the_lines_of_a_sum_add_up_exactly(compared: Compared) -> None:
    places = compared.app.number_places()
    sums = [
        n for place, n in zip(places, compared.numbers, strict=True) if place[2] in ("query", "mixed", "up", "down")
    ]
    assert len(sums) >= 32
    for calculation in sums:
        units = [int(line[2].replace("−", "-").replace(".", "")) for line in calculation["lines"]]
        assert sum(units) == int(calculation["value"].replace("−", "-").replace(".", ""))


@NEEDS_NODE
def test_the_pass_has_the_apps_header_and_one_floor(compared: Compared) -> None:
    for floor, (whole, keys) in enumerate(zip(compared.wholes, compared.app.traced.box_keys, strict=True)):
        assert header_of(whole) == {"initial": {"floor": floor, "token": 1, "box": keys[-1], "cell": None}}
        ours, theirs = after_header(whole), compared.app.pass_part(floor, 1, keys[-1])
        headers = [header_of(part) | {"trace": ""} for part in (ours, theirs)]
        expect_value(*headers)
        expect_floor(after_header(ours), after_header(theirs))


@NEEDS_NODE
def test_the_finding_is_the_apps_at_every_token(compared: Compared) -> None:
    for token, finding in enumerate(compared.findings):
        bare = finding.replace("\u2068", "").replace("\u2069", "")  # around each word, whatever its direction
        top = compared.app.answers(token)[0]
        expect_value(bare, answer_finding(compared.app.traced, token, top))
