"""An architecture as transformers is told of it: which class, which kind of configuration, and its values."""

from dataclasses import dataclass
from typing import Any

from components.family.model.members import Member
from components.family.model.shape import Shape, Style


@dataclass(frozen=True)
class Told:
    """What builds a model of a shape: ``getattr(transformers, kind).from_config`` of such a configuration."""

    model_type: str
    values: dict[str, Any]
    kind: str = "AutoModel"


def told(member: Member, shape: Shape) -> Told:
    """What transformers is told of a member, with the numbers of ``shape``."""
    match shape.style:
        case Style.GPT2:
            sizes = {"n_embd": shape.width, "n_layer": shape.layers, "n_head": shape.heads, "n_inner": shape.inner}
            return Told("gpt2", {"vocab_size": shape.vocabulary, "n_positions": shape.positions, **sizes})
        case Style.T5:
            sizes = {"d_model": shape.width, "d_ff": shape.inner, "num_heads": shape.heads}
            depth = {"num_layers": shape.layers, "num_decoder_layers": shape.decoder_layers}
            return Told("t5", {"vocab_size": shape.vocabulary, **sizes, **depth})
        case Style.DEBERTA:
            return Told("deberta-v2", {**_common(shape), **_relative(shape)})
        case Style.MODERNBERT:
            return Told("modernbert", _common(shape))
        case _:
            return _bert(member, shape)


def _common(shape: Shape) -> dict[str, Any]:
    return {
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.width,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.inner,
    }


def _relative(shape: Shape) -> dict[str, Any]:
    return {
        "relative_attention": True,
        "position_buckets": shape.relative // 2,
        "norm_rel_ebd": "layer_norm",
        "share_att_key": True,
        "pos_att_type": ["p2c", "c2p"],
        "type_vocab_size": 0,
        "position_biased_input": False,
    }


def _bert(member: Member, shape: Shape) -> Told:
    if member.key == "distilbert":
        sizes = {"dim": shape.width, "n_layers": shape.layers, "n_heads": shape.heads, "hidden_dim": shape.inner}
        places = {"max_position_embeddings": shape.positions}
        return Told("distilbert", {"vocab_size": shape.vocabulary, **sizes, **places})
    values = {**_common(shape), "max_position_embeddings": shape.positions, "type_vocab_size": shape.segments}
    if shape.embedding:
        values["embedding_size"] = shape.embedding
    if shape.style is Style.MOBILEBERT:
        return Told("mobilebert", {**values, "classifier_activation": False})
    if shape.discriminator:
        return Told("electra", values, "AutoModelForPreTraining")
    kinds = {"roberta": "roberta", "albert": "albert", "electra-generator": "electra"}
    return Told(kinds.get(member.key, "bert"), values)
