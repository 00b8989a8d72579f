"""What nobody should wait for twice.

The only home of ``st.cache_resource`` and ``st.cache_data``: one module a room, and what they share. Everything is
cached by names and strings, never by model object, and every cache has an end. The engine itself is started in the
background by :mod:`cache.engine`: importing this package imports neither torch nor transformers.
"""
