"""Tests of language: pairs of a good and a bad sentence, and which of them a model prefers."""

from functools import partial

from components.model.checkpoints.records import Role
from pages.parts.frame import RoomPage
from pages.parts.model_choice import choose_model
from pages.parts.modes import Mode
from pages.parts.rooms import SUITES
from pages.suites.inputs import EXAMPLES, PAIRS, PRONOUN_VIEW, read_inputs
from pages.suites.modes import pairs, pronouns
from pages.suites.precomputed import stored_model

PAGE = RoomPage(
    SUITES,
    lead="Two sentences differ in one word, and one of them is wrong. A model knows the rule if it prefers the other.",
    examples=EXAMPLES,
    modes=(Mode(PAIRS, pairs.show), Mode(PRONOUN_VIEW, pronouns.show, shows_notice=False)),
    choose_models=partial(choose_model, Role.MASKED, Role.CAUSAL),
    read_inputs=read_inputs,
    precomputed=stored_model,
)

if __name__ == "__main__":
    PAGE.draw()
