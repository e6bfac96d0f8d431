"""The photo of the sheet that was written by hand: taken with the phone, seen by the tournament's officials."""
