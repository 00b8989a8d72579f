"""Both objectives on one pair: held to transformers."""

import pytest
import torch
from transformers import BertForPreTraining

import cache.pretraining
from components.model.inference.engine import Engine
from components.model.user_errors import NothingMasked

PAIR = ("The film was great", "I loved it")


def test_both_losses_are_those_of_transformers(engine: Engine) -> None:
    losses = cache.pretraining.joint_losses("pocket-bert", *PAIR, (3, 4))
    assert losses is not None
    opened = engine.open_model("pocket-bert")
    folder = engine.weights_folder(opened.record)
    model = BertForPreTraining.from_pretrained(folder, dtype=torch.float32).eval()
    pair = opened.tokenizer.pair(*PAIR)
    ids = torch.tensor([pair.ids])
    labels = torch.full_like(ids, -100)
    labels[0, [3, 4]] = ids[0, [3, 4]]
    ids[0, [3, 4]] = opened.tokenizer.mask_id
    segments = torch.tensor([[token.segment for token in pair.items]])
    for label in (0, 1):
        with torch.inference_mode():
            out = model(ids, token_type_ids=segments, labels=labels, next_sentence_label=torch.tensor([label]))
        total = losses.masked_loss + losses.next_sentence_loss(follows=label == 0)
        assert total == pytest.approx(out.loss.item(), abs=1e-4)
    scores = out.prediction_logits[0, [3, 4]].log_softmax(dim=-1)
    for target, position, row in zip(losses.targets, (3, 4), scores, strict=True):
        token, prediction = pair.items[position], target.prediction
        hidden = (prediction.position, prediction.hidden, prediction.hidden_continues)
        assert hidden == (position, token.text, token.continues)
        assert target.nats == pytest.approx(-row[token.id].item(), abs=1e-4)
        assert prediction.entropy == pytest.approx(-(row.exp() * row).sum().item(), abs=1e-4)
        shares = [candidate.probability for candidate in prediction.candidates]
        assert shares == pytest.approx(row.exp().topk(len(shares)).values.tolist(), abs=1e-5)


def test_a_model_without_the_head_has_none_and_nothing_masked_is_an_error() -> None:
    assert cache.pretraining.joint_losses("pocket-distilbert", *PAIR, (3,)) is None
    with pytest.raises(NothingMasked):
        cache.pretraining.joint_losses("pocket-bert", *PAIR, ())
