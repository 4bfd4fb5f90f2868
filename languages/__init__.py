"""What a language needs besides a catalogue: particles that hang on the word before them."""
