"""Encoders that ONNX Runtime runs on the CPU, in about half the time that PyTorch takes for a sentence."""
