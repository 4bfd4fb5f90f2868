"""A process of its own that turns one SVG into a PNG: SVG on stdin, PNG on stdout.

resvg holds Python's lock while it draws, a tenth of a second or more; in the server everybody would
wait for that. Run as a file, so that nothing of the site is imported. Arguments: the font files.
"""

from __future__ import annotations

import sys

import resvg_py


def main() -> None:
    svg = sys.stdin.buffer.read().decode()
    picture = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=sys.argv[1:],
        font_family="Inter",
        sans_serif_family="Inter",
        serif_family="Fraunces",
    )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main()
