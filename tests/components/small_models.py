"""Small models of every architecture the registry holds, built from a configuration and saved like a download."""

import dataclasses
from pathlib import Path

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import (
    AlbertConfig,
    AlbertForMaskedLM,
    BertConfig,
    BertForMaskedLM,
    BertTokenizer,
    CamembertConfig,
    CamembertForMaskedLM,
    DistilBertConfig,
    DistilBertForMaskedLM,
    ElectraConfig,
    ElectraForMaskedLM,
    ErnieConfig,
    ErnieForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    ModernBertConfig,
    ModernBertForMaskedLM,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
    RoFormerConfig,
    RoFormerForMaskedLM,
    XLMRobertaConfig,
    XLMRobertaForMaskedLM,
)

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import InFolder, ModelRecord, Role
from components.model.inference.batching import MicroBatcher

TEXT = [
    "the capital of france is paris .",
    "she sat on the bank of the river and he went to the bank .",
    "attention looks at every word of a sentence , here and there ; it is unbelievable !",
]
WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    *sorted({w for t in TEXT for w in t.split()}),
    "##s",
    "un",
    "##believable",
]
SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
FAMILIES = (
    "bert",
    "distilbert",
    "roberta",
    "xlm-roberta",
    "camembert",
    "ernie",
    "albert",
    "electra",
    "modernbert",
    "roformer",
    "gpt2",
)
ROBERTAS = {
    "roberta": (RobertaForMaskedLM, RobertaConfig),
    "xlm-roberta": (XLMRobertaForMaskedLM, XLMRobertaConfig),
    "camembert": (CamembertForMaskedLM, CamembertConfig),
}


def word_piece() -> BertTokenizer:
    """A lower-case WordPiece tokenizer of a few words."""
    return BertTokenizer(vocab={word: number for number, word in enumerate(WORDS)}, do_lower_case=True)


def byte_pairs(mask: str | None) -> PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer as RoBERTa's (with a mask) or GPT-2's (without)."""
    specials = ["<s>", "<pad>", "</s>", mask] if mask else ["<|endoftext|>"]
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=specials, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    raw.train_from_iterator(TEXT, trainer)
    if mask is None:
        return PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|endoftext|>")
    raw.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    fast = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="<pad>", cls_token="<s>", sep_token="</s>")
    # As RoBERTa's own: its mask takes the space before it.
    fast.add_special_tokens({"mask_token": AddedToken(mask, lstrip=True, special=True)})
    return fast


def small(family: str) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """A model with random weights, the same ones every time, and a tokenizer for it."""
    torch.manual_seed(0)
    tokenizer = byte_pairs("<mask>") if family in ROBERTAS else byte_pairs(None) if family == "gpt2" else word_piece()
    size = {"vocab_size": len(tokenizer), "pad_token_id": 0}
    match family:
        case "bert":
            model = BertForMaskedLM(BertConfig(**SIZES, **size, max_position_embeddings=64))
        case "distilbert":
            model = DistilBertForMaskedLM(
                DistilBertConfig(**size, dim=32, n_layers=2, n_heads=4, hidden_dim=64, max_position_embeddings=64)
            )
        case "roberta" | "xlm-roberta" | "camembert":
            kind, configured = ROBERTAS[family]
            size |= {"pad_token_id": 1}  # as theirs: they count positions from after it
            model = kind(configured(**SIZES, **size, max_position_embeddings=66))
        case "ernie":
            model = ErnieForMaskedLM(ErnieConfig(**SIZES, **size, max_position_embeddings=64))
        case "albert":
            model = AlbertForMaskedLM(AlbertConfig(**SIZES, **size, embedding_size=16, max_position_embeddings=64))
        case "electra":
            model = ElectraForMaskedLM(ElectraConfig(**SIZES, **size, embedding_size=16, max_position_embeddings=64))
        case "modernbert":
            model = ModernBertForMaskedLM(
                ModernBertConfig(**SIZES, **size, max_position_embeddings=64, bos_token_id=2, eos_token_id=3)
            )
        case "roformer":
            model = RoFormerForMaskedLM._from_config(
                RoFormerConfig(**SIZES, **size, embedding_size=32, max_position_embeddings=64),
                attn_implementation="eager",
            )
        case _:
            model = GPT2LMHeadModel(
                GPT2Config(
                    vocab_size=len(tokenizer),
                    n_embd=32,
                    n_layer=2,
                    n_head=4,
                    n_positions=64,
                    bos_token_id=0,
                    eos_token_id=0,
                )
            )
    return model.eval(), tokenizer


def saved(family: str, folder: Path) -> ModelRecord:
    """A small model written to ``folder``, and its record."""
    model, tokenizer = small(family)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return ModelRecord(
        id=f"local/{family}",
        name=f"small {family}",
        family=family,
        role=Role.CAUSAL if family == "gpt2" else Role.MASKED,
        home=InFolder(folder),
        parameters=None,
        licence="none",
        about="random weights",
    )


def sharing(opened: OpenModel) -> OpenModel:
    """The same model, its passes shared between those who ask at once, as in a server."""
    return dataclasses.replace(opened, predictor=MicroBatcher())
