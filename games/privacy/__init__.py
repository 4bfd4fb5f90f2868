"""Personal data: download, deletion and retention."""
