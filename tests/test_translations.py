"""Every message is translated into every language, and shown on the pages."""

from __future__ import annotations

import gettext
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.engine.contract import Effect
from games.titles.glossary import PLACEHOLDER, translated
from games.titles.registry import title_of
from tests.helpers.matches import mover, people, person, signed_in, started, user_at
from tests.helpers.pages import assert_clean_page
from tests.helpers.requirements import GETTEXT, require
from tests.helpers.values import not_none

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = [path.name for path in sorted((ROOT / "locale").iterdir()) if path.is_dir()]
KNOWN_FORMS = {"de": 2, "ko": 1}
"""The number of plural forms of nouns; other languages state it in their catalogue."""
QUOTES = {"de": ("„", "“"), "fr": ("«", "»"), "ko": ("‘", "’")}
"""Opening and closing quotation marks; other languages are not checked."""
ATTRIBUTES = re.compile(r"<[^>]*>")
SOURCES = (*("accounts", "bench", "config", "core", "games", "templates"),)
NAME = re.compile(r"[a-z]+_[a-z_]+")
"""A name in code or in the API, which is the same in every language."""
TAG = re.compile(r"</?\w+>")
HEADER = {
    *("Project-Id-Version", "Language", "Plural-Forms"),
    *("MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
}

spec = importlib.util.spec_from_file_location(
    "compile_messages", ROOT / "tools" / "compile_messages.py"
)
assert spec
assert spec.loader
compile_messages = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compile_messages)


def catalogues_of(language: str, root: Path = ROOT) -> list[polib.POFile]:
    """Return the catalogues of a language, of the site and of each game."""
    return [
        polib.pofile(str(path))
        for path in compile_messages.catalogues(root)
        if path.parts[-3] == language
    ]


def messages_of(language: str, root: Path = ROOT) -> list[polib.POEntry]:
    return [entry for po in catalogues_of(language, root) for entry in po]


def key(entry: polib.POEntry) -> tuple[str, ...]:
    return (entry.msgctxt or "", entry.msgid, entry.msgid_plural)


def marks(text: str) -> list[str]:
    """Return the parts of a text that a translation must keep, in any order."""
    return sorted(PLACEHOLDER.findall(text) + NAME.findall(text) + TAG.findall(text))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the translations into a temporary folder."""
    root = tmp_path_factory.mktemp("compiled")
    for source in compile_messages.catalogues():
        target = root / source.relative_to(ROOT)
        target.parent.mkdir(parents=True)
        shutil.copy(source, target)
        for forms in source.parents[1].glob("forms.toml"):
            shutil.copy(forms, target.parents[1])
    compile_messages.main(root)
    return root


def forms_of(language: str) -> int:
    (forms,) = {
        not_none(re.search(r"nplurals=(\d+);", po.metadata["Plural-Forms"]))[1]
        for po in catalogues_of(language)
    }
    return int(forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_translated_and_keep_placeholders(language: str) -> None:
    for po in catalogues_of(language):
        assert set(po.metadata) == HEADER
        assert po.metadata["Language"] == language
        assert not [e.msgid for e in po if e.fuzzy or e.obsolete or "fuzzy" in e.flags]
        assert not [e.msgid for e in po.untranslated_entries()]
    forms = forms_of(language)
    assert forms == KNOWN_FORMS.get(language, forms)
    for entry in messages_of(language):
        assert not entry.msgid_plural or len(entry.msgstr_plural) == forms, entry.msgid
        for original, said in translated(entry):
            assert marks(said) == marks(original), said
            assert said == said.strip(), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    opening, closing = QUOTES.get(language, ("", ""))
    foreign = set('„“”«»"') - {opening, closing}
    for entry in messages_of(language):
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            said = ATTRIBUTES.sub("", text)
            assert not opening or not foreign.intersection(said), said
            assert said.count(opening) == said.count(closing), said


def test_all_languages_have_same_messages() -> None:
    first, *others = (set(map(key, messages_of(language))) for language in LANGUAGES)
    assert all(other == first for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_compile_without_gettext(language: str, compiled: Path) -> None:
    for source in compile_messages.catalogues(compiled):
        if source.parts[-3] != language:
            continue
        catalog = gettext.translation("django", str(source.parents[2]), [language])
        for entry in polib.pofile(str(source)):
            if not entry.msgid_plural and not entry.msgctxt:
                assert catalog.gettext(entry.msgid) == entry.msgstr
    site = gettext.translation("django", str(compiled / "locale"), [language])
    assert site.ngettext("%(n)s match", "%(n)s matches", 2) != "%(n)s matches"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "welcome", "mine", "question"),
    [
        ("de", "Setz dich dazu.", "Meine Tische", "Wähle die Stadt, um die gekämpft wird"),
        ("fr", "Prends place.", "Mes tables", "Choisis la ville à disputer"),
        ("ko", "이리 와 앉으세요.", "내 테이블", "싸울 도시를 고르거나"),
    ],
)
def test_pages_are_shown_in_language(
    language: str, welcome: str, mine: str, question: str, compiled: Path, settings: Settings
) -> None:
    settings.LOCALE_PATHS = [*compiled.glob("**/locale")]
    stranger = Client(headers={"accept-language": f"{language},en;q=0.5"})
    lobby = stranger.get("/")
    assert assert_clean_page(lobby).language == language
    assert welcome in lobby.content.decode()

    match = started(*people("Anna", "Berta"))
    first = signed_in(user_at(match, mover(match)))
    first.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert mine in first.get("/").content.decode()
    table = first.get(f"/matches/{match.id}/")
    assert assert_clean_page(table).language == language
    assert question in table.content.decode()


@pytest.mark.django_db
def test_refusal_is_shown_in_requested_language(compiled: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [*compiled.glob("**/locale")]
    carla = signed_in(person("Carla"))
    refused = carla.get("/matches/nowhere/", headers={"accept-language": "de"})
    assert "Diesen Tisch gibt es nicht." in refused.content.decode()


def test_catalogues_contain_all_messages(tmp_path: Path) -> None:
    """`make messages` in a copy of the sources adds and removes no message."""
    require(GETTEXT)
    unneeded = shutil.ignore_patterns("__pycache__", "*.html.py", "*.txt.py")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unneeded)
    for file in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path)
    (tmp_path / "locale").mkdir()
    for old in tmp_path.glob("games/titles/*/locale/*/LC_MESSAGES/*"):
        old.unlink()
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "de"],
        cwd=tmp_path,
        env={**os.environ, "TAVOLA_VAR": str(tmp_path / "var")},
        check=True,
        capture_output=True,
        timeout=1200,
    )
    found = set(map(key, messages_of("de", tmp_path)))
    known = set(map(key, messages_of("de")))
    assert sorted(found - known) == [], "not translated; `make messages` adds them"
    assert sorted(known - found) == [], "unused; `make messages` removes them"


def test_line_of_match_log_has_suitable_particles(compiled: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [*compiled.glob("**/locale")]
    board = not_none(title_of("kabale").board)()
    facts: dict[str, Any] = {"winner": 0, "steps": [{"kind": "sum", "by": []}], "column": 1}
    with translation.override("ko"):
        heard = [
            board.describe(Effect("awarded", {**facts, **more}), ("Anna", "Ben"))[0].text
            for more in (
                {"goal": ["music", 3], "sums": {"0": 20, "1": 8}},
                {"goal": ["trade", 4], "sums": {"0": 16, "1": 10}},
                {"goal": ["farming", 1], "sums": {"0": 7}},
            )
        ]
    assert heard == [
        "Anna 님이 20 대 8로 음악 3을 가져갔어요.",
        "Anna 님이 16 대 10으로 상업 4를 가져갔어요.",
        "Anna 님이 7로 경쟁 없이 농업 1을 가져갔어요.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_button_that_sends_a_move_now_is_no_label_for_present_state(language: str) -> None:
    with translation.override(language):
        assert translation.pgettext("send a move", "Now") != translation.gettext("Now")
