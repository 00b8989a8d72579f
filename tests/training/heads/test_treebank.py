"""Words of a treebank as the head for parts of speech sees them, and its figure."""

from typing import Any

import numpy as np

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.unlisted import MULTITASK_MODEL
from components.model.heads.specs import PARTS_OF_SPEECH, SPEECH
from components.probing.model.parsed_sentences import read_conllu
from training.heads.treebank import LabelledWords, fit_head, treebank_figure, treebank_words, with_figure

SENTENCE = """# newdoc id = a
# text = They don’t sing.
1\tThey\tthey\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdon’t\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\t_
3\tn’t\tnot\tPART\t_\t_\t4\tadvmod\t_\t_
4\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_
5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_
"""


def test_words_that_begin_where_the_treebank_has_one_get_its_tag() -> None:
    (parsed,) = read_conllu(SENTENCE.splitlines(keepends=True))
    assert parsed.tags == ("PRON", "AUX", "PART", "VERB", "PUNCT")
    words = treebank_words(Loader(weights_folder).open(MULTITASK_MODEL), [parsed])
    tags = [PARTS_OF_SPEECH[label] for label in words.labels]
    assert tags == ["PRON", "AUX", "VERB", "PUNCT"]  # BERT's words “’” and “t” begin where no word of the treebank does
    assert len(words.vectors) == len(tags)


def test_a_fitted_head_separates_what_can_be_separated() -> None:
    labels = np.arange(60) % 3
    vectors = np.random.default_rng(0).normal(scale=0.1, size=(60, 8)).astype(np.float32)
    vectors[np.arange(60), labels] += 3
    words = LabelledWords(vectors, labels)
    figure = treebank_figure(fit_head(words), words)
    assert figure.interval.value == 1
    assert figure.chance == 1 / 3


def test_a_figure_stands_once_after_the_others_of_its_head() -> None:
    words = LabelledWords(np.eye(3, dtype=np.float32), np.arange(3))
    figure = treebank_figure(fit_head(words), words)
    others: list[dict[str, Any]] = [{"head": SPEECH, "what": "words, written"}, {"head": "names", "what": "words"}]
    once = with_figure({"figures": others, "rank": 32}, figure)
    assert once["figures"] == [others[0], figure.as_dict(), others[1]]
    assert with_figure(once, figure) == once
