"""Word meanings: what a word means in each sentence, layer by layer."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SENSES
from pages.senses.inputs import EXAMPLES, MAP, choose_models, read_inputs, show_precomputed
from pages.senses.modes import river, sense_map
from pages.senses.reading import with_word_vectors

PAGE = RoomPage(
    SENSES,
    lead=(
        "Each thread is the word in one sentence. Press Play and watch the threads part, layer by layer, by what the "
        "word means."
    ),
    examples=EXAMPLES,
    modes=(
        Mode("The river", with_word_vectors(river.show, show_alone=river.show_nearby), veil=river.veil),
        Mode(MAP, with_word_vectors(sense_map.show, draws_map=True)),
    ),
    choose_models=choose_models,
    read_inputs=read_inputs,
    precomputed=show_precomputed,
)

if __name__ == "__main__":
    PAGE.draw()
