"""Tables on one device: people who sit together pass it on from turn to turn."""
