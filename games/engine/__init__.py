"""What every game has in common: the contract, chance, records. Pure Python, without Django."""
