"""Every closed formula is what transformers builds: counted on the meta device, and as published."""

from dataclasses import replace

import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st

from components.family.model.configs import told
from components.family.model.counting import attention_numbers, filling_blanks, multiply_adds, parameters, parts
from components.family.model.members import FAMILY, family_member
from components.family.model.shape import Shape

KEYS = sorted(one.key for one in FAMILY)
PUBLISHED = {
    "bert-base": 109_482_240,
    "bert-large": 335_141_888,
    "distilbert": 66_362_880,
    "roberta": 124_645_632,
    "albert": 11_683_584,
    "electra-small": 13_549_057,
    "deberta-v3": 183_831_552,
    "modernbert": 149_014_272,
    "t5-small": 60_506_624,
    "gpt2": 124_439_808,
    "mobilebert": 24_581_888,
}


def on_the_meta_device(key: str, shape: Shape) -> int:
    """What transformers builds, with shapes and no numbers."""
    asked = told(family_member(key), shape)
    config = transformers.AutoConfig.for_model(asked.model_type, **asked.values)
    with torch.device("meta"):
        return int(getattr(transformers, asked.kind).from_config(config).num_parameters())


def test_all_but_ours_are_published() -> None:
    assert set(KEYS) - set(PUBLISHED) == {"pocket-bert", "electra-generator"}


@pytest.mark.parametrize("key", KEYS)
def test_the_formula_is_what_transformers_builds(key: str) -> None:
    shape = family_member(key).shape
    assert parameters(shape) == on_the_meta_device(key, shape) == PUBLISHED.get(key, parameters(shape))


@given(key=st.sampled_from(KEYS), layers=st.integers(1, 6), heads_wide=st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_it_holds_for_other_sizes_too(key: str, layers: int, heads_wide: int) -> None:
    shape = family_member(key).shape
    if key == "mobilebert":
        changed = replace(shape, layers=layers)  # its width is tied to its bottlenecks
    else:
        changed = shape.resized(layers=layers, width=64 * heads_wide)
        changed = replace(changed, heads=heads_wide)
    assert parameters(changed) == on_the_meta_device(key, changed)


@pytest.mark.parametrize(
    ("key", "count"), [("bert-base", 109_514_298), ("bert-large", 335_174_458), ("pocket-bert", 0)]
)
def test_with_the_head_that_fills_blanks_it_is_what_the_cards_say(key: str, count: int) -> None:
    shape = family_member(key).shape
    asked = told(family_member(key), shape)
    config = transformers.AutoConfig.for_model(asked.model_type, **asked.values)
    with torch.device("meta"):
        built = transformers.AutoModelForMaskedLM.from_config(config).num_parameters()
    assert filling_blanks(shape) == built == (count or built)


def test_albert_saves_memory_and_no_time() -> None:
    bert, albert = (family_member(key).shape for key in ("bert-base", "albert"))
    assert parameters(bert) > 9 * parameters(albert)
    assert multiply_adds(albert, 128) == pytest.approx(multiply_adds(bert, 128), rel=0.01)
    deeper = albert.resized(layers=24, width=albert.width)
    assert parameters(deeper) == parameters(albert)
    assert multiply_adds(deeper, 128) == pytest.approx(2 * multiply_adds(albert, 128), rel=0.01)


def test_two_layers_in_three_of_modernbert_look_nearby_and_save_it_the_square() -> None:
    modern, bert = (family_member(key).shape for key in ("modernbert", "bert-base"))
    grown = {shape: multiply_adds(shape, 8192) / multiply_adds(shape, 4096) for shape in (modern, bert)}
    assert 2 < grown[modern] < grown[bert] < 4
    assert multiply_adds(modern, 100) - 100 * sum(p.count * p.used for p in parts(modern) if p.multiplies) == (
        2 * modern.width * modern.layers * 100**2  # a text shorter than the window
    )


@pytest.mark.parametrize("key", KEYS)
def test_attention_grows_with_the_square_and_parts_add_up(key: str) -> None:
    shape = family_member(key).shape
    assert attention_numbers(shape, 256) == 4 * attention_numbers(shape, 128)
    assert 2 * multiply_adds(shape, 128) < multiply_adds(shape, 256) < 4 * multiply_adds(shape, 128)
    assert sum(part.total for part in parts(shape)) == parameters(shape)
