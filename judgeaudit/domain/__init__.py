"""The shapes that everything else is made of: frozen, typed, without pandas and without I/O."""
