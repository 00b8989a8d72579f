"""The sentence that a visitor types, clicks and masks."""
