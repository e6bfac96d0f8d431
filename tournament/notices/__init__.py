"""What people are told: a draw, by e-mail and Telegram; an invitation."""
