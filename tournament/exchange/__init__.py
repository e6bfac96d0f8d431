"""The tournament file: one JSON document that carries a whole tournament, in and out."""
