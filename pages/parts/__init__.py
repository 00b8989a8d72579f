"""Parts that several rooms share: widgets and caches put together."""
