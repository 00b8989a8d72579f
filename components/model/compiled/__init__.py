"""Encoders compiled for ONNX Runtime, which takes about half of PyTorch's time for a sentence on the CPU."""
