"""The pairs show what they are for: the bundled model answers their sentences differently, in a layer it can say."""

from math import log
from typing import TYPE_CHECKING

import pytest

from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.patching.model.paths import phenomenon_paths
from components.patching.model.presets import pair_presets, pair_probes, pairs_of, phenomena
from components.patching.model.results import PairPath, TokenGroup
from components.patching.tables.paths import commonest_layers, path_arrival

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

REQUIRED_GAIN = 1.0  # nats: the answer that fits is at least 2.7 times as likely, against the other, in its sentence


def test_every_phenomenon_has_five_to_ten_pairs_and_opens_on_the_first() -> None:
    assert set(phenomena()) >= {"Number", "Gender", "Negation", "Capital", "Bank", "Tense", "Opposite"}
    assert all(5 <= len(pairs_of(name)) <= 10 for name in phenomena())
    assert len({probe.clean for probe in pair_probes()}) == len(pair_probes())
    assert [preset.sentence for preset in pair_presets()] == [pairs_of(name)[0].clean for name in phenomena()]
    assert all(preset.notice for preset in pair_presets())


@pytest.mark.parametrize(
    "phenomenon",
    [phenomena()[0], *(pytest.param(name, marks=pytest.mark.thorough) for name in phenomena()[1:])],
)
def test_the_bundled_model_tells_every_pair_apart(engine: "Engine", phenomenon: str) -> None:
    model = engine.open_model(DEFAULT_MODEL)
    paths = phenomenon_paths(model, phenomenon, pairs_of(phenomenon))
    assert paths.left_out == 0
    for path in paths.paths:
        assert gain(path) >= REQUIRED_GAIN, path.pair.clean.sentence
        assert path.of(TokenGroup.DIFFERING)[0] == pytest.approx(1, abs=1e-3)
        assert path.of(TokenGroup.BLANK)[-1] == pytest.approx(1, abs=1e-3)
    first = paths.paths[0].words  # the opener's words answer their sentences, each better than the other one
    assert first[0].clean > first[1].clean
    assert first[1].corrupt > first[0].corrupt
    if phenomenon == "Number":
        assert commonest_layers(map(path_arrival, paths.paths)) == ([4], 10)
    assert 1 <= path_arrival(paths.paths[0]) <= 6


def gain(path: PairPath) -> float:
    """The log-odds that the first answer gains in the first sentence, from the probabilities of either."""
    first, second = path.words
    return log(first.clean / second.clean) - log(first.corrupt / second.corrupt)


def test_a_model_that_cannot_be_tested_leaves_pairs_out(engine: "Engine") -> None:
    pocket = phenomenon_paths(engine.open_model("pocket-bert"), "Capital", pairs_of("Capital"))
    assert len(pocket.paths) + pocket.left_out == len(pairs_of("Capital"))


def test_progress_is_reported_for_every_pair(engine: "Engine") -> None:
    reports: list[tuple[int, int]] = []
    phenomenon_paths(
        engine.open_model(DEFAULT_MODEL),
        "Number",
        pairs_of("Number")[:3],
        on_progress=lambda done, of: reports.append((done, of)),
    )
    assert reports == [(0, 3), (1, 3), (2, 3)]
