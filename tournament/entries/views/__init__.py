"""The desk's pages about entries, one file for each part of the work."""
