"""Tokenization, and checks and searches of text."""
