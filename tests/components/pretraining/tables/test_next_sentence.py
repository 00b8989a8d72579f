"""What the next-sentence head says, in a sentence and in a table."""

from dataclasses import replace

import cache.pretraining
from components.model.inference.engine import Engine
from components.pretraining.tables.next_sentence import next_sentence_finding, next_sentence_table
from pages.parts.sentence.box import PAIR_OPENER


def test_answers_are_told_with_their_numbers(engine: Engine) -> None:
    assert engine
    pair = cache.pretraining.predict_next_sentence("minilm", *PAIR_OPENER)
    assert pair is not None
    assert next_sentence_finding(pair).startswith("Your second sentence follows the first")
    assert len(next_sentence_table(pair)) == 4
    for probability, verdict in ((0.2, "does not follow"), (0.52, "undecided"), (0.9, "sentence follows the first")):
        other = replace(pair, readings=(replace(pair.readings[0], probability=probability), *pair.readings[1:]))
        assert verdict in next_sentence_finding(other)
