"""The players' answer to the sheet (R11.3): signed with a finger or by PIN, or refused with a reason."""
