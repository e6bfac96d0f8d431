"""The journal: who did what, when and from where. Every service of the other features acts through it."""
