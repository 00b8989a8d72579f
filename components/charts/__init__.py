"""Tidy tables as Altair charts: pure functions that know no screen."""
