"""Same Deal: four patience games a day, the same for everybody, one go each that counts."""
