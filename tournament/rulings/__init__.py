"""What a referee decides (R8, R9, R10): rulings with their consequence, walkovers, void partidas."""
