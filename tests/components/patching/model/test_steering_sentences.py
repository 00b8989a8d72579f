"""One direction on many sentences: the same numbers as each of them alone."""

import pytest

from components.model.user_errors import UserError
from components.patching.model.presets import PairProbe
from components.patching.model.steering import steer
from components.patching.model.steering_results import SteeringPlace, SteeringSets
from components.patching.model.steering_sentences import steer_sentences
from tests.components.conftest import Opener

SETS = SteeringSets(("the [MASK] of the river",), ("he sat [MASK] here",))
PROBES = [
    PairProbe("p", "she sat on the [MASK] of the river", "", "bank", "river"),
    PairProbe("p", "the [MASK] of france", "", "capital", "river"),
    PairProbe("p", "the [MASK] of france", "", "capital", "xyzzy"),
]


@pytest.mark.parametrize("family", ["bert", "albert", "modernbert"])
@pytest.mark.parametrize("place", list(SteeringPlace))
def test_every_sentence_is_steered_as_alone(opened: Opener, family: str, place: SteeringPlace) -> None:
    model = opened(family)
    calls: list[tuple[int, int]] = []
    steered = steer_sentences(model, PROBES, SETS, 1, place, on_progress=lambda done, of: calls.append((done, of)))
    assert calls == [(0, 3), (1, 3), (2, 3)]
    assert steered.left_out == 1
    for sentence, probe in zip(steered.sentences, PROBES[:2], strict=True):
        tokens = model.tokenizer.tokens(probe.clean)
        alone = steer(model, tokens, (), tokens.typed_masks[0], (probe.second, probe.first), SETS, 1, place)
        assert sentence.words == (probe.second, probe.first)
        assert sentence.log_odds == pytest.approx(alone.log_odds, abs=1e-5)


def test_a_layer_that_does_not_exist_is_refused(opened: Opener) -> None:
    with pytest.raises(UserError, match="2 layers"):
        steer_sentences(opened("bert"), PROBES, SETS, 3, SteeringPlace.ALL, on_progress=lambda done, of: None)
