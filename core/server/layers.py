"""The event that channel layers send themselves."""

LAYER_BACK = "layer.back"
"""The type of the event that tells every socket to read the newest state."""
