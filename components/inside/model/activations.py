"""Which activation function a model has, decided by what it computes.

Names in configurations do not decide it: several of them compute the same function, and some take further parameters.
"""

from functools import partial

import torch
import torch.nn.functional as F

from components.inside.model.weights import Function

# By the names of transformers. GELU: Hendrycks and Gimpel 2016, https://arxiv.org/abs/1606.08415.
_KNOWN: dict[str, Function] = {
    "gelu": F.gelu,
    "gelu_new": partial(F.gelu, approximate="tanh"),
    "relu": F.relu,
    "silu": F.silu,
}
_TOLERANCE = 1e-5  # GELU and its approximation differ by up to 5e-4


def activation_name(function: Function, device: torch.device) -> str:
    """The name of an activation function: "gelu", "gelu_new", "relu" or "silu", else that of its class.

    ``device`` is the model's: a function may have weights.
    """
    inputs = torch.linspace(-12, 12, 193, device=device)
    with torch.inference_mode():
        outputs = function(inputs)
        for name, known in _KNOWN.items():
            if torch.allclose(outputs, known(inputs), rtol=0, atol=_TOLERANCE):
                return name
    return type(function).__name__.removesuffix("Activation")
