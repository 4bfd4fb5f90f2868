"""Compile every .po file of the translations to a .mo file, without the gettext tools."""

from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent


def catalogues(root: Path = ROOT) -> list[Path]:
    """Return the translation files of the site and of each game."""
    folders = [root / "locale", *sorted(root.glob("games/titles/*/locale"))]
    return [path for folder in folders for path in sorted(folder.glob("*/LC_MESSAGES/*.po"))]


def main(root: Path = ROOT) -> None:
    for source in catalogues(root):
        polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
    (root / "locale" / ".ready").touch()


if __name__ == "__main__":
    main()
