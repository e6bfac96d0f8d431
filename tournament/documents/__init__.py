"""Papers: protocols and standings as sealed PDF files that anyone can check (R11.1)."""
