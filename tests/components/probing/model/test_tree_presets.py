"""The examples' trees are trees over their words, and only their sentences have one."""

import pytest

from components.probing.model.tree_presets import known_parse, parse_by_hand, tree_presets


def test_every_example_has_a_whole_tree_and_a_name_of_its_own() -> None:
    presets = tree_presets()
    assert 8 <= len(presets) <= 12
    assert len({preset.name for preset in presets}) == len({preset.sentence for preset in presets}) == len(presets)
    for preset in presets:
        assert len(preset.parsed.arcs) == len(preset.parsed.nodes) - 1
        assert preset.notice.endswith((".", "?"))


def test_attachment_differs_between_the_spoon_and_the_noodles() -> None:
    heads = {}
    for last in ("spoon", "noodles"):
        parsed = next(preset.parsed for preset in tree_presets() if last in preset.sentence)
        texts = [word.text for word in parsed.words]
        heads[last] = texts[parsed.heads[texts.index(last)]]
    assert heads == {"spoon": "ate", "noodles": "soup"}


def test_only_an_example_as_it_is_has_a_known_parse() -> None:
    preset = tree_presets()[0]
    assert known_parse(preset.sentence) is preset.parsed
    assert known_parse(preset.sentence.upper()) is None
    assert known_parse("") is None


@pytest.mark.parametrize(
    "tree", ["fell>It It>fell", "fell>it", "fell>It fell>It", "fell>It fell>down fell>.", "fell>It"]
)
def test_a_line_that_is_no_tree_is_an_error(tree: str) -> None:
    with pytest.raises(ValueError, match=r"arc|tree"):
        parse_by_hand("It fell down.", tree)
