"""What everyone may see: published tournaments, their rounds, results and standings."""
