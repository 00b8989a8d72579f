"""What each layer knows: what can be read from the vectors of every layer."""

from components.probing.model.presets import PROBE, TREE
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_any_model
from pages.parts.modes import Mode
from pages.parts.rooms import PROBING
from pages.probing.inputs import EXAMPLES, show_examples
from pages.probing.modes import probe, tree
from pages.probing.precomputed import show_precomputed

PAGE = RoomPage(
    PROBING,
    lead=(
        "A probe is a small classifier that reads one thing from a vector: part of speech, position, meaning. Train "
        "one for every layer, and see where it reads best."
    ),
    examples=EXAMPLES,
    modes=(
        Mode(PROBE, probe.show),
        Mode(TREE, tree.show),
    ),
    choose_models=choose_any_model,
    read_inputs=show_examples,
    precomputed=show_precomputed,
)

if __name__ == "__main__":
    PAGE.draw()
