"""The officials' console: what needs a hand now."""
