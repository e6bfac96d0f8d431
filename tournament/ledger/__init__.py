"""What the rulings of a tournament come to (R10): escalation is computed from the whole ledger, never stored."""
