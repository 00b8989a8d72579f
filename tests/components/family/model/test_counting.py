"""Every closed formula is what transformers builds: counted on the meta device, and as published."""

from dataclasses import replace
from itertools import product
from operator import itemgetter

import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.utils.flop_counter import FlopCounterMode

from components.family.model.configs import transformers_config
from components.family.model.counting import (
    LOCAL_WINDOW,
    attention_numbers,
    is_global_layer,
    masked_language_model_parameters,
    multiply_adds,
    parameters,
    parts,
    pooler_parameters,
    vocabulary_head_parameters,
)
from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle
from components.model.family_members import FAMILY, family_member
from tests.examples import scaled
from tests.sampling import first_of_each

KEYS = sorted(member.key for member in FAMILY)


def style_of(case: tuple[str, int]) -> ArchitectureStyle:
    """How the member of a case counts."""
    return family_member(case[0]).shape.style


PUBLISHED = {
    "bert-base": 109_482_240,
    "bert-large": 335_141_888,
    "distilbert": 66_362_880,
    "roberta": 124_645_632,
    "albert": 11_683_584,
    "albert-xxlarge": 222_595_584,
    "electra-small": 13_549_057,
    "deberta-v3": 183_831_552,
    "modernbert": 149_014_272,
    "t5-small": 60_506_624,
    "gpt2": 124_439_808,
    "mobilebert": 24_581_888,
}


def on_the_meta_device(key: str, shape: ArchitectureShape) -> int:
    """What transformers builds, with shapes and no numbers."""
    config_spec = transformers_config(family_member(key), shape)
    config = transformers.AutoConfig.for_model(config_spec.model_type, **config_spec.values)
    with torch.device("meta"):
        return int(getattr(transformers, config_spec.kind).from_config(config).num_parameters())


def test_all_but_ours_are_published() -> None:
    assert set(KEYS) - set(PUBLISHED) == {"pocket-bert", "electra-generator"}


@pytest.mark.parametrize("key", KEYS)
def test_the_formula_is_what_transformers_builds(key: str) -> None:
    shape = family_member(key).shape
    assert parameters(shape) == on_the_meta_device(key, shape) == PUBLISHED.get(key, parameters(shape))


@given(key=st.sampled_from(KEYS), layers=st.integers(1, 6), heads_wide=st.integers(1, 6))
@settings(max_examples=scaled(40), deadline=None)
def test_it_holds_for_other_sizes_too(key: str, layers: int, heads_wide: int) -> None:
    shape = family_member(key).shape
    if key == "mobilebert":
        changed = replace(shape, layers=layers)  # its width is tied to its bottlenecks
    else:
        changed = shape.resized(layers=layers, width=64 * heads_wide)
    assert parameters(changed) == on_the_meta_device(key, changed)


@pytest.mark.parametrize(
    ("key", "count"), [("bert-base", 109_514_298), ("bert-large", 335_174_458), ("pocket-bert", 0)]
)
def test_with_the_head_that_fills_blanks_it_is_what_the_cards_say(key: str, count: int) -> None:
    shape = family_member(key).shape
    config_spec = transformers_config(family_member(key), shape)
    config = transformers.AutoConfig.for_model(config_spec.model_type, **config_spec.values)
    with torch.device("meta"):
        built = transformers.AutoModelForMaskedLM.from_config(config).num_parameters()
    assert masked_language_model_parameters(shape) == built == (count or built)
    # The pre-training class has both: the pooler, and a sentence classifier of two rows and two biases beside the head.
    with torch.device("meta"):
        both = transformers.AutoModelForPreTraining.from_config(config).num_parameters()
    assert parameters(shape) + vocabulary_head_parameters(shape) == both - 2 * shape.width - 2
    assert vocabulary_head_parameters(shape) - pooler_parameters(shape) == built - parameters(shape)


def counted_multiply_adds(key: str, shape: ArchitectureShape, length: int) -> int:
    """Multiply-adds of a real pass, by torch, whose plain attention shows every product; the pooler left out."""
    config_spec = transformers_config(family_member(key), shape)
    config = transformers.AutoConfig.for_model(config_spec.model_type, **config_spec.values)
    config.pad_token_id = 0  # ModernBERT's is a row of its large vocabulary
    kind = getattr(transformers, config_spec.kind)
    model = kind.from_config(config, attn_implementation="eager").eval()
    ids = torch.ones(1, length, dtype=torch.long)
    both = {"decoder_input_ids": ids} if shape.decoder_layers else {}
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        model(input_ids=ids, attention_mask=torch.ones_like(ids), **both)
    pooler = shape.width**2 if shape.pooler else 0
    return int(counter.get_total_flops()) // 2 - pooler


@pytest.mark.parametrize(("key", "length"), first_of_each(product(KEYS, [16, 100]), style_of, itemgetter(1)))
def test_multiply_adds_are_those_that_torch_counts(key: str, length: int) -> None:
    shape = replace(family_member(key).shape, vocabulary=50, layers=2)
    shape = replace(shape, decoder_layers=2 if shape.decoder_layers else 0)
    assert multiply_adds(shape, length) == counted_multiply_adds(key, shape, length)


def test_deberta_multiplies_more_than_bert_in_layers_of_the_same_size() -> None:
    bert, deberta = (family_member(key).shape for key in ("bert-base", "deberta-v3"))
    in_layers = [sum(part.total for part in parts(shape) if part.multiplies) for shape in (bert, deberta)]
    assert in_layers[0] == in_layers[1]
    assert multiply_adds(deberta, 128) / multiply_adds(bert, 128) == pytest.approx(1.76, abs=0.005)


@pytest.mark.parametrize(("key", "width"), first_of_each(product(KEYS, [64, 1024]), style_of, itemgetter(1)))
def test_every_width_that_is_offered_can_be_built(key: str, width: int) -> None:
    original = family_member(key).shape
    if original.style is ArchitectureStyle.MOBILEBERT:  # whose width is tied to its bottlenecks, and not offered
        return
    shape = original.resized(layers=1, width=width)
    assert shape.head_width == original.head_width
    assert parameters(shape) == on_the_meta_device(key, shape)
    small = replace(shape, vocabulary=50, decoder_layers=1 if original.decoder_layers else 0)
    assert multiply_adds(small, 8) == counted_multiply_adds(key, small, 8)


def test_a_width_that_heads_do_not_divide_is_refused() -> None:
    with pytest.raises(ValueError, match="no multiple"):
        family_member("bert-base").shape.resized(layers=12, width=1000)


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
    assert multiply_adds(modern, 100) - 100 * sum(p.multiply_adds for p in parts(modern)) == (
        2 * modern.width * modern.layers * 100**2  # a text shorter than the window
    )


def test_the_layers_of_modernbert_that_look_everywhere_are_those_of_transformers() -> None:
    config = transformers.ModernBertConfig()
    layers = range(family_member("modernbert").shape.layers)
    assert [is_global_layer(layer) for layer in layers] == [kind == "full_attention" for kind in config.layer_types]
    assert config.local_attention + 1 == LOCAL_WINDOW  # what is counted to either side, and the token itself


@pytest.mark.parametrize("key", KEYS)
def test_attention_grows_with_the_square_and_parts_add_up(key: str) -> None:
    shape = family_member(key).shape
    assert attention_numbers(shape, 256) == 4 * attention_numbers(shape, 128)
    # Less what is computed once, whatever the length, time grows faster than the length.
    lengths = [multiply_adds(shape, length) - multiply_adds(shape, 0) for length in (128, 256)]
    assert 2 * lengths[0] < lengths[1] < 4 * lengths[0]
    assert sum(part.total for part in parts(shape)) == parameters(shape)
