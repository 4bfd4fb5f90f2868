"""Compile the translations: every .po beside its .mo. No system gettext is needed."""

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def main() -> None:
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
    LOCALE.mkdir(exist_ok=True)
    (LOCALE / ".ready").touch()


if __name__ == "__main__":
    main()
