"""One token's vector on its way through the layers: its length, what each part adds to it, and the nearest token.

The nearest token is what the vocabulary head reads from the vector as it is at that stop, the logit lens. Its source is
nostalgebraist 2020, https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens. The head was
trained on the last layer only. A tuned lens learns a translation for each layer first, and often reads another word
(Belrose et al. 2023, https://arxiv.org/abs/2303.08112).
"""

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.memory import reports_out_of_memory
from components.model.passes.results import StreamPart, StreamStop, TracedPass
from components.model.passes.steps import run_floor
from components.model.passes.traced_pass import stream_tensor
from components.model.passes.weights import ModelWeights, model_weights
from components.model.results import Candidate


@reports_out_of_memory
@torch.inference_mode()
def word_way(opened: OpenModel, traced: TracedPass, token: int) -> tuple[StreamStop, ...]:
    """Every stop of one token's vector: the embeddings, and each layer's attention and feed-forward layer."""
    weights = model_weights(opened)
    first = run_floor(weights, 0, torch.tensor([traced.ids], device=opened.device.torch_device))
    added = first.get("embedding_sum", first["word"])[0, token]
    labels: list[tuple[int, StreamPart]] = [(0, "embeddings")]
    vectors = [stream_tensor(opened, traced, 0)[token]]
    written, cosines = [float(added.norm())], [0.0]
    weights_of_layers: list[tuple[float, ...]] = []
    for layer in range(1, len(weights.layers) + 1):
        given = stream_tensor(opened, traced, layer - 1)[None]
        computed = run_floor(weights, layer, given)
        weights_of_layers.append(tuple(computed["weights"][0, :, token].mean(dim=0).tolist()))
        boxes = {key: box[0, token] for key, box in computed.items() if box.ndim == 3}
        middle = boxes["attention_sum" if weights.is_pre_norm else "attention_norm"]
        sublayers: list[tuple[StreamPart, torch.Tensor, torch.Tensor, torch.Tensor]] = [
            ("attention", boxes["input"], boxes["attention_output"], middle),
            ("feed-forward", middle, boxes["down"], boxes["layer_output"]),
        ]
        for part, before, added, after in sublayers:
            labels.append((layer, part))
            vectors.append(after)
            written.append(float(added.norm()))
            cosines.append(float(torch.cosine_similarity(before, added, dim=0)))
    nearest = _nearest(opened, weights, torch.stack(vectors))
    return tuple(
        StreamStop(
            *(layer, part, float(vector.norm()), length, cosine, *read),
            weights=weights_of_layers[layer - 1] if part == "attention" else (),
        )
        for (layer, part), vector, length, cosine, read in zip(labels, vectors, written, cosines, nearest, strict=True)
    )


def _nearest(opened: OpenModel, weights: ModelWeights, vectors: torch.Tensor) -> list[tuple[Candidate | None, float]]:
    """What the vocabulary head reads from each vector, and how likely what it reads from the last one is there.

    *Shape:* ``vectors`` (stop, width)
    """
    if weights.head is None:
        return [(None, 0.0)] * len(vectors)
    probabilities = run_floor(weights, len(weights.layers) + 1, vectors[None])["probabilities"][0]
    likeliest = probabilities.max(dim=-1)
    last = probabilities[:, likeliest.indices[-1]]
    rows = zip(likeliest.indices.tolist(), likeliest.values.tolist(), last.tolist(), strict=True)
    return [(opened.tokenizer.candidate(token, probability), of_last) for token, probability, of_last in rows]
