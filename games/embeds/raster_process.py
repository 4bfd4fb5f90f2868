"""A program that turns an SVG on stdin into a PNG on stdout; its arguments are the font files.

resvg holds Python's interpreter lock while it draws, so that in the server every request would
wait for it. Run this module as a file, so that nothing of the site is imported.
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
