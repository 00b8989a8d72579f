"""The transformers configuration of an architecture: model type, values and auto class."""

from dataclasses import dataclass
from typing import Any

from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle
from components.model.family_members import FamilyMember


@dataclass(frozen=True)
class TransformersConfig:
    """What builds a model of a shape: ``getattr(transformers, kind).from_config`` of such a configuration."""

    model_type: str
    values: dict[str, Any]
    kind: str = "AutoModel"


def transformers_config(member: FamilyMember, shape: ArchitectureShape) -> TransformersConfig:
    """The configuration of a member with the numbers of ``shape``."""
    match shape.style:
        case ArchitectureStyle.GPT2:
            sizes = {
                "n_embd": shape.width,
                "n_layer": shape.layers,
                "n_head": shape.heads,
                "n_inner": shape.feed_forward_width,
            }
            return TransformersConfig("gpt2", {"vocab_size": shape.vocabulary, "n_positions": shape.positions, **sizes})
        case ArchitectureStyle.T5:
            sizes = {"d_model": shape.width, "d_ff": shape.feed_forward_width, "num_heads": shape.heads}
            depth = {"num_layers": shape.layers, "num_decoder_layers": shape.decoder_layers}
            return TransformersConfig("t5", {"vocab_size": shape.vocabulary, **sizes, **depth})
        case ArchitectureStyle.DEBERTA:
            return TransformersConfig("deberta-v2", {**_common_values(shape), **_relative_position_values(shape)})
        case ArchitectureStyle.MODERNBERT:
            return TransformersConfig("modernbert", _common_values(shape))
        case _:
            return _bert_config(member, shape)


def _common_values(shape: ArchitectureShape) -> dict[str, Any]:
    return {
        "vocab_size": shape.vocabulary,
        "hidden_size": shape.width,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward_width,
    }


def _relative_position_values(shape: ArchitectureShape) -> dict[str, Any]:
    return {
        "relative_attention": True,
        "position_buckets": shape.relative_positions // 2,
        "norm_rel_ebd": "layer_norm",
        "share_att_key": True,
        "pos_att_type": ["p2c", "c2p"],
        "type_vocab_size": 0,
        "position_biased_input": False,
    }


def _bert_config(member: FamilyMember, shape: ArchitectureShape) -> TransformersConfig:
    if member.key == "distilbert":
        sizes = {
            "dim": shape.width,
            "n_layers": shape.layers,
            "n_heads": shape.heads,
            "hidden_dim": shape.feed_forward_width,
        }
        places = {"max_position_embeddings": shape.positions}
        return TransformersConfig("distilbert", {"vocab_size": shape.vocabulary, **sizes, **places})
    values = {**_common_values(shape), "max_position_embeddings": shape.positions, "type_vocab_size": shape.segments}
    if shape.embedding:
        values["embedding_size"] = shape.embedding
    if shape.style is ArchitectureStyle.MOBILEBERT:
        return TransformersConfig("mobilebert", {**values, "classifier_activation": False})
    if shape.discriminator:
        return TransformersConfig("electra", values, "AutoModelForPreTraining")
    kinds = {"roberta": "roberta", "albert": "albert", "albert-xxlarge": "albert", "electra-generator": "electra"}
    return TransformersConfig(kinds.get(member.key, "bert"), values)
