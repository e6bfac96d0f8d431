"""Other programs are told what happens: which addresses, what is waiting for them, and how it is sent and signed."""
