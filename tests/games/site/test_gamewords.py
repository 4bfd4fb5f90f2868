"""`manage.py gamewords` collects the words of a game in its own folder, and compiles them."""

from __future__ import annotations

import gettext
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command

from games.site.management.commands import gamewords
from games.site.word_check import count_words, words_of
from games.titles.registry import folder_of, slugs
from tests.helpers.requirements import GETTEXT, require


def words(*arguments: str) -> str:
    out = StringIO()
    call_command("gamewords", "babel", *arguments, stdout=out)
    return out.getvalue()


def test_words_of_game_are_collected_and_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    require(GETTEXT)
    monkeypatch.setattr(gamewords, "folder_of", lambda slug: tmp_path)
    with pytest.raises(CommandError, match="no language yet"):
        words()
    with pytest.raises(CommandError, match="no words"):
        words("-l", "de")
    (tmp_path / "title.py").write_text('pitch = _("Roll high.")\n')
    (tmp_path / "rules.py").write_text('raise IllegalMove("You must bid higher.")\n')
    (tmp_path / "words.py").write_text(
        'pgettext("a die", "Five")\nfields.refuse(not dice, "Roll first.")\n'
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "_board.html").write_text(
        "{% load i18n %}{% translate 'Dice' %}", "utf-8"
    )
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po"
    assert f"de  0 of 5 translated  {path}" in words("-l", "de")
    catalogue = polib.pofile(str(path))
    collected = {(entry.msgctxt or "", entry.msgid) for entry in catalogue}
    # The template is not on the path of this site's templates, so only the other words are counted.
    counted = {(word.context, word.text) for word in words_of(tmp_path)}
    assert collected == {*counted, ("", "Dice")}
    refusals = {("", "You must bid higher."), ("", "Roll first.")}
    assert counted == {("", "Roll high."), ("a die", "Five"), *refusals}
    next(entry for entry in catalogue if entry.msgid == "Dice").msgstr = "Würfel"
    catalogue.save()
    assert "de  1 of 5 translated" in words()
    with path.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Dice") == "Würfel"


@pytest.mark.parametrize("slug", slugs())
def test_all_words_of_games_of_this_site_are_counted_and_translated(slug: str) -> None:
    folder = folder_of(slug)
    for path in folder.glob("locale/*/LC_MESSAGES/django.po"):
        catalogue, counted = polib.pofile(str(path)), count_words(folder, path.parts[-3])
        assert counted.words == counted.translated == len(catalogue), path
        assert len(catalogue.translated_entries()) == len(catalogue), path


def test_unknown_game_and_language_are_refused() -> None:
    with pytest.raises(CommandError, match="no game"):
        call_command("gamewords", "chess")
    with pytest.raises(CommandError, match="invalid choice"):
        words("-l", "tlh")
