"""Ways of looking at positions."""
