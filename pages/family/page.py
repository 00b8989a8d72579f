"""The model family: BERT and its relatives, drawn to scale from their configurations, and counted."""

from pages.family.inputs import EXAMPLES, choose_models, read_inputs
from pages.family.modes import stacks
from pages.parts.frame import RoomPage
from pages.parts.modes import Mode
from pages.parts.rooms import FAMILY

PAGE = RoomPage(
    FAMILY,
    lead="BERT and its relatives from 2018 to today, drawn to one scale from their published configurations.",
    examples=EXAMPLES,
    modes=(Mode("The stacks", stacks.show),),
    choose_models=choose_models,
    read_inputs=read_inputs,
)

if __name__ == "__main__":
    PAGE.draw()
