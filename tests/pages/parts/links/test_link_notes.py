"""A link of which part cannot be used: one note says which part, and what is shown instead."""

import pytest
from streamlit.testing.v1 import AppTest

import cache.engine
from components.senses.model.projection_results import ProjectionMethod
from pages.parts.links.notes import LINE_LIMIT
from tests.pages.conftest import (
    APP,
    ATTENTION,
    DISTILLATION,
    FAMILY_PAGE,
    FILL,
    HOME,
    INPUT,
    MASKS,
    MISTAKES_PAGE,
    POSITIONS,
    PRETRAINING,
    SENSES,
    SPEED,
    TASKS_PAGE,
    TEACHING_PAGE,
    link_notes,
    open_page,
    run,
)
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

ROOMS = (
    HOME,
    FILL,
    ATTENTION,
    MASKS,
    POSITIONS,
    SENSES,
    SPEED,
    INPUT,
    PRETRAINING,
    MISTAKES_PAGE,
    FAMILY_PAGE,
    TEACHING_PAGE,
    TASKS_PAGE,
)
AS_LINKED = pytest.mark.parametrize(
    "settings", [{}, {"hide": "controls"}, pytest.param({"present": "1"}, marks=pytest.mark.thorough)], ids=str
)
GONE = "The link names a model that is not available here (“{}”). {} is shown instead."
SAYS = "The link says {}={}, which does not work here"

# A room, a way of looking there, its parameter, the way shown instead of one that is not there, and a number.
READ = [
    (FILL, "mode", "The blank", {"k": "99"}),
    (ATTENTION, "mode", "Every head", {"layer": "99"}),
    (POSITIONS, "mode", "Does order matter?", {"two": "99"}),
    (SENSES, "mode", "The river", {"layer": "99"}),
]
HOSTILE = (
    "<script>alert(1)</script>",
    "[a](javascript:1) **b** $x$ :red[x]",
    "x" * 10_000,
    "a\0b",
    "\u202eabc\u200b\nשלום",
    "../../etc/passwd",
)
SOUND: list[tuple[str, dict[str, str]]] = [
    *((room, {"utm_source": "mail", "fbclid": "x", "mode": ""}) for room in ROOMS),
    (
        FILL,
        {"sentence": "The cat [MASK] on the mat.", "mask": "2", "k": "12", "temperature": "2.5", "mode": "The blank"},
    ),
    (FILL, {"mode": "Two sentences", "four": "true", "other": "A **cat** sat."}),
    (ATTENTION, {"layer": "2", "head": "3", "from": "2", "to": "4", "model": "pocket-distilbert"}),
    (ATTENTION, {"mode": "Averages", "over": "heads", "layer": "2", "received": "true"}),
    (MASKS, {"masking": "prefix", "size": "3", "layer": "3", "head": "2", "from": "5", "to": "2", "step": "6"}),
    (MASKS, {"mode": "Encoder against decoder", "causal": "pocket-gpt", "work": "Write on", "count": "6"}),
    (POSITIONS, {"positions": "64", "dimensions": "32", "first": "3", "second": "9", "compared": "dot product"}),
    (POSITIONS, {"mode": "Does order matter?", "one": "2", "two": "4", "twins": "true"}),
    (SENSES, {"layer": "2", "point": "3", "method": ProjectionMethod.TSNE.value, "perplexity": "12"}),
    (SENSES, {"mode": "How well separated?", "layer": "2", "groups": "3", "pairs": "true"}),
    (TASKS_PAGE, {"head": "subject", "pooling": "mean", "text": "The heart pumps blood."}),
    (TASKS_PAGE, {"mode": "Tagging words", "tags": "parts of speech", "pieces": "all pieces", "words": "It rains."}),
    (
        TASKS_PAGE,
        {"mode": "Question answering", "question": "What freezes?", "passage": "3", "longest": "5", "ahead": "2.0"},
    ),
    (TASKS_PAGE, {"mode": "Question answering", "question": "Who paid?", "passage": "17"}),
    (DISTILLATION, {"mode": "Soft targets", "T": "2", "student": "pocket-bert"}),
    (INPUT, {"column": "4", "model": "pocket-bert"}),
    (INPUT, {"mode": "Tokenization", "word": "3"}),
    (INPUT, {"mode": "Truncation", "limit": "128", "overlap": "16", "telling": "river"}),
    (INPUT, {"mode": "Tokenization", "model2": "pocket-gpt"}),
    (PRETRAINING, {"checkpoint": "2"}),
    (PRETRAINING, {"mode": "One training step", "mask": "none", "throw": "17", "share": "20"}),
    (PRETRAINING, {"mode": "One training step", "sentence": "The capital of Spain is [MASK].", "word": "berlin"}),
    (MISTAKES_PAGE, {"mistake": "case", "mode": "Spot the mistake"}),
    (MISTAKES_PAGE, {"part": "More and more padding", "pads": "128", "sentence": "The [MASK] sat."}),
    (FAMILY_PAGE, {"one": "gpt2", "other": "t5-small", "properties": "true"}),
    (TEACHING_PAGE, {"run": "rate-0.01~labels-20", "mode": "Is it any good?"}),
    (TEACHING_PAGE, {"run": "sentences-books~epochs-8", "model": "pocket-bert"}),
    (FAMILY_PAGE, {"mode": "The stacks", "layers": "3", "width": "128", "length": "512"}),
    (MASKS, {"over": "x", "k": "99", "T": "77", "point": "999"}),  # elsewhere's
]


@AS_LINKED
@pytest.mark.parametrize(("room", "way", "default", "number"), READ)
def test_a_model_a_way_and_a_number_that_cannot_be(
    room: str, way: str, default: str, number: dict[str, str], settings: dict[str, str]
) -> None:
    app = open_page(room, **{"model": "gone", way: "Nonsense", **number, **settings})
    ((name, value),) = number.items()
    lines = link_notes(app)
    assert len(lines) == 3
    assert GONE.format("gone", "MiniLM") in lines
    assert f"{SAYS.format(way, 'Nonsense')}; “{default}” is shown instead." in lines
    (line,) = (line for line in lines if line.startswith(SAYS.format(name, value)))
    assert line.endswith((" is used instead.", " is shown instead."))
    assert link_notes(run(app)) == []


@AS_LINKED
def test_the_room_of_speed(settings: dict[str, str]) -> None:
    app = open_page(SPEED, mode="Nonsense", **settings)
    assert link_notes(app) == [f"{SAYS.format('mode', 'Nonsense')}; “How fast?” is shown instead."]
    app = open_page(DISTILLATION, mode="Soft targets", T="77", model="gone", student="../..", **settings)
    assert link_notes(app)[:2] == [GONE.format("gone", "pocket BERT"), GONE.format("../..", "pocket DistilBERT")]
    assert link_notes(app)[2:] == [f"{SAYS.format('T', '77')}; “2” is shown instead."]


@AS_LINKED
def test_a_second_model(settings: dict[str, str]) -> None:
    app = open_page(MASKS, mode="Encoder against decoder", causal="gone", **settings)
    assert link_notes(app) == [GONE.format("gone", "pocket GPT")]


@AS_LINKED
@pytest.mark.parametrize(
    ("room", "link", "shown"),
    [
        (FILL, {"temperature": "nan"}, "; 1 is used instead."),
        (ATTENTION, {"from": "99"}, " and is ignored."),
        (ATTENTION, {"from": "9" * 30}, " and is ignored."),
        (MASKS, {"masking": "nonsense"}, "; “causal” is shown instead."),
        (MASKS, {"from": "15"}, " and is ignored."),  # of fourteen
        (POSITIONS, {"second": "3", "first": "999"}, " and is ignored."),
        (POSITIONS, {"compared": "zz"}, "; “cosine” is shown instead."),
        (POSITIONS, {"mode": "Does order matter?", "two": "99"}, " is used instead."),
        (SENSES, {"mode": "The map", "method": "zz"}, "is shown instead."),
        (SENSES, {"point": "-1"}, " and is ignored."),
    ],
)
def test_what_stands_instead(room: str, link: dict[str, str], shown: str, settings: dict[str, str]) -> None:
    name, value = list(link.items())[-1]
    (line,) = link_notes(open_page(room, **link, **settings))
    assert line.startswith(SAYS.format(name, value))
    assert line.endswith(shown)


@pytest.mark.parametrize("value", HOSTILE)
@AS_LINKED
def test_nothing_of_a_link_is_run_and_long_values_are_cut(value: str, settings: dict[str, str]) -> None:
    several = {"mode": "Side by side", "model": value, "layer": value, "head": value, "masking": value}
    for link, count in ((several, 4), ({"mode": value}, 1)):
        app = open_page(MASKS, **link, **settings)
        lines = link_notes(app)
        assert len(lines) == count
        assert all(len(line) < 140 and line.isprintable() for line in lines)
        drawn = (*app.markdown, *app.caption, *app.info, *app.warning, *app.error, *app.get("html"))
        assert not any(value[:20] in str(element.proto) for element in drawn)
        assert not app.error


@pytest.mark.parametrize("value", ["x", *HOSTILE])
def test_a_name_that_no_room_reads_is_reported(value: str) -> None:
    app = open_page(FILL, sentance=value, painted=value, **{"<b>**x**</b>": value, "y" * 10_000: value})
    lines = link_notes(app)
    assert len(lines) == 4
    assert all("is not a setting of this app" in line and len(line) < 140 and line.isprintable() for line in lines)
    assert lines[0].startswith("The link has “sentance”")
    assert [line for line in lines if "Did you mean" in line] == [lines[0]]
    assert "“sentence”" in lines[0]
    assert not any("<b>" in str(element.proto) for element in (*app.markdown, *app.caption, *app.get("html")))
    assert link_notes(run(app)) == []


def test_a_name_that_is_in_the_link_is_not_suggested() -> None:
    (line,) = link_notes(open_page(FILL, sentence="The cat sat.", sentance="x"))
    assert "Did you mean" not in line


def test_many_are_counted() -> None:
    link = dict.fromkeys(("model", "layer", "head", "from", "to", "masking", "step"), "zz")
    lines = link_notes(open_page(MASKS, mode="Side by side", **link))
    assert len(lines) == LINE_LIMIT + 1
    assert lines[-1] == "And 2 more."


@pytest.mark.parametrize(
    ("room", "link"), first_of_each(SOUND, lambda case: "unknown" if "utm_source" in case[1] else case[0])
)
def test_a_sound_link_gets_no_note(room: str, link: dict[str, str]) -> None:
    app = open_page(room, **link)
    assert link_notes(app) == []
    assert link_notes(run(app)) == []


def test_clicking_about_gets_no_note() -> None:
    app = open_page(MASKS, layer="99", masking="nonsense", mode="The proof")
    app.button_group(key="chosen-mode").set_value("Side by side")
    assert link_notes(run(app)) == []
    assert app.selectbox(key="masking").value == "causal"
    app.selectbox(key="layer").set_value(2)
    assert link_notes(run(app)) == []


def test_going_on_to_another_room_gets_none_and_a_bad_link_there_gets_its_own() -> None:
    app = open_page(MASKS, model="gone", hide="controls")
    assert len(link_notes(app)) == 1
    app.query_params.clear()
    assert link_notes(run(app.switch_page(FILL))) == []
    app.switch_page(ATTENTION)
    app.query_params["layer"] = "99"
    assert len(link_notes(run(app))) == 1


def test_a_causal_model_that_was_brought_along_is_none_of_the_link() -> None:
    app = open_page(MASKS, model="pocket-gpt")
    app.query_params.clear()
    assert link_notes(run(app.switch_page(FILL))) == []


def test_the_note_outlives_the_run_that_comes_unasked_when_the_models_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = AppTest.from_file(str(APP), default_timeout=60).run().switch_page(FILL)
    app.query_params.update({"model": "gone", "mode": "Nonsense"})
    stages = iter([cache.engine.EngineStage.COLD])
    monkeypatch.setattr(cache.engine, "engine_stage", lambda: next(stages, cache.engine.EngineStage.READY))
    assert len(link_notes(run(app))) == 2
    assert link_notes(run(app)) == []
