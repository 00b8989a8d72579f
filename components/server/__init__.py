"""The web server around the pages: middleware, limits, its own routes, metrics, and starting several processes."""
