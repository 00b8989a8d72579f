"""Word meanings: what a word means in each sentence, layer by layer."""

from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import SENSES
from pages.senses.inputs import COLOUR, EXAMPLES, METHOD, SENTENCE, choose_models, read_inputs, show_precomputed
from pages.senses.modes import class_map, river, sense_map, separated
from pages.senses.reading import with_word_vectors

PAGE = RoomPage(
    SENSES,
    lead=(
        "Each thread is the word in one sentence. Press Play and watch the threads part, layer by layer, by what the "
        "word means."
    ),
    examples=EXAMPLES,
    modes=(
        Mode("The river", with_word_vectors(river.show, draws=(SENTENCE,), show_alone=river.show_nearby)),
        Mode("The map", with_word_vectors(sense_map.show, draws=(SENTENCE, METHOD, COLOUR))),
        Mode("How well separated?", with_word_vectors(separated.show)),
        Mode("The class", with_word_vectors(class_map.show), shows_notice=False),
    ),
    choose_models=choose_models,
    read_inputs=read_inputs,
    precomputed=show_precomputed,
)

if __name__ == "__main__":
    PAGE.draw()
