"""Tests that compare a GPU with the processor."""
