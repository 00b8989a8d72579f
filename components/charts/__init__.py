"""Altair charts of tidy tables: pure functions without Streamlit."""
