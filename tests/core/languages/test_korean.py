"""Korean particles suit the word before them in every filled-in sentence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polib
import pytest
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy
from pytest_django import Settings

from core.fastpath.template_runtime import translated
from core.languages.korean import Sentence, with_particles
from core.languages.local_time import moment_words
from core.refusals.words import refusal_text
from games.boards.lines import PlainLine
from games.engine.refusals import BadMove

CATALOGUE = {
    "{who} takes {what}.": "{who}이(가) {what}을(를) 가져갑니다.",
    "{n} of {what}.": "{n}과(와) {what}(으)로.",
    "%(n)s for {what}.": "%(n)s은(는) {what}은(는).",
    "<b>%(who)s</b> goes to %(there)s.": "<b>%(who)s</b>이(가) %(there)s(으)로 갑니다.",
    "Fruit": "사과을(를)",
}
PLURAL = ("{n} card for {what}", "{n} cards for {what}", "{what}은(는) {n}을(를)")


@pytest.fixture
def korean(tmp_path: Path, settings: Settings) -> Iterator[None]:
    """Activate Korean with a catalogue of a few test sentences."""
    po = polib.POFile()
    po.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=1; plural=0;",
    }
    po.extend(polib.POEntry(msgid=key, msgstr=text) for key, text in CATALOGUE.items())
    one, many, text = PLURAL
    po.append(polib.POEntry(msgid=one, msgid_plural=many, msgstr_plural={0: text}))
    folder = tmp_path / "ko" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    po.save_as_mofile(str(folder / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path]
    with translation.override("ko"):
        yield


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("드래곤", "드래곤을 드래곤이 드래곤은 드래곤과 드래곤으로 드래곤이나"),
        ("카드", "카드를 카드가 카드는 카드와 카드로 카드나"),
        ("마을", "마을을 마을이 마을은 마을과 마을로 마을이나"),
        ("Anna", "Anna를 Anna가 Anna는 Anna와 Anna로 Anna나"),
        ("Ben", "Ben을 Ben이 Ben은 Ben과 Ben으로 Ben이나"),
        ("Karl", "Karl을 Karl이 Karl은 Karl과 Karl로 Karl이나"),
        ("ID", "ID를 ID가 ID는 ID와 ID로 ID나"),
        ("M", "M을 M이 M은 M과 M으로 M이나"),
    ],
)
def test_particle_depends_on_last_sound(word: str, expected: str) -> None:
    markers = ("을(를)", "이(가)", "은(는)", "과(와)", "(으)로", "(이)나")
    assert " ".join(with_particles(word + marker) for marker in markers) == expected
    turned = ("를(을)", "가(이)", "는(은)", "와(과)", "(으)로", "(이)나")
    assert " ".join(with_particles(word + marker) for marker in turned) == expected


@pytest.mark.parametrize(
    ("numbers", "particle"),
    [
        ("0 3 6 10 100 1000 10,000 30 16 3.50 100000000", "으로"),
        ("1 2 4 5 7 8 9 21 104 1.5 9½ 1000000000000 50%", "로"),
    ],
)
def test_numbers_are_read_aloud(numbers: str, particle: str) -> None:
    for number in numbers.split():
        assert with_particles(f"{number}(으)로") == number + particle


@pytest.mark.parametrize(
    "text", ["<b>벤</b>", '<a href="/x/">벤</a>', "“벤”", "벤(3장)", "벤&#x27;", "벤 ", "「벤」"]
)
def test_unread_characters_are_skipped(text: str) -> None:
    assert with_particles(f"{text}을(를)") == f"{text}을"


@pytest.mark.parametrize(
    ("text", "expected"), [("1", "1이에요"), ("2", "2예요"), ("벤", "벤이에요")]
)
def test_copula_suits_the_word_before_it(text: str, expected: str) -> None:
    assert with_particles(f"{text}이에요(예요)") == expected


@pytest.mark.parametrize("name", ["🂡", "Иван", "はな"])
def test_name_whose_end_is_unknown_never_shows_both_particles(name: str) -> None:
    assert with_particles(f"{name}을(를) {name}(으)로") == f"{name}를 {name}로"


def test_marker_without_a_word_stays() -> None:
    assert with_particles("을(를) {who}") == "을(를) {who}"


def test_translated_sentences_choose_particles_when_filled(korean: None) -> None:
    assert gettext("{who} takes {what}.").format(who="드래곤", what="카드") == (
        "드래곤이 카드를 가져갑니다."
    )
    lazy = gettext_lazy("{n} of {what}.")
    assert lazy.format(n=3, what="서울") == "3과 서울로."
    assert str(lazy).format(n=2, what="신전") == "2와 신전으로."
    assert format_html(gettext("{who} takes {what}."), who="<", what="카드").startswith("&lt;")
    many = ngettext_lazy(*PLURAL[:2], "n")
    assert many.format(n=6, what="카드") == "카드는 6을"


def test_sentence_filled_in_two_steps_chooses_all_particles(korean: None) -> None:
    text = gettext("%(n)s for {what}.") % {"n": 2}
    assert isinstance(text, Sentence)
    assert text.format(what="곰") == "2는 곰은."
    line = PlainLine(lambda facts, _names: facts, ngettext_lazy(*PLURAL[:2], "n"))
    assert line({"n": 1, "what": "말"}, ()).text == "말은 1을"


def test_templates_and_refusals_choose_particles(korean: None) -> None:
    page = Template(
        "{% load i18n %}{% blocktranslate %}<b>{{ who }}</b> goes to {{ there }}."
        "{% endblocktranslate %}"
    )
    drawn = page.render(Context({"who": "<Ben>", "there": "서울"}))
    assert drawn == "<b>&lt;Ben&gt;</b>이 서울로 갑니다."
    compiled = translated(
        "<b>%(who)s</b> goes to %(there)s.", None, None, {"who": "Anna", "there": "8"}
    )
    assert compiled == "<b>Anna</b>가 8로 갑니다."
    refusal = BadMove("{who} takes {what}.", who="말", what=8)
    assert refusal_text(refusal) == "말이 8을 가져갑니다."


@pytest.mark.parametrize(
    ("seconds", "ago", "ahead"),
    [
        (50, "50초 전", "50초 뒤"),
        (61, "1분 전", "1분 뒤"),
        (7205, "2시간 전", "2시간 뒤"),
        (9 * 86400 + 5, "1주 2일 전", "1주 2일 뒤"),
    ],
)
def test_spans_of_time_have_no_gap_after_the_number(seconds: int, ago: str, ahead: str) -> None:
    now, span, little = timezone.now(), timedelta(seconds=seconds), timedelta(milliseconds=900)
    with translation.override("ko"):
        at = (naturaltime(now - span), naturaltime(now + span + little))
    assert [text.replace("\xa0", " ") for text in at] == [ago, ahead]


def test_dates_have_the_korean_order() -> None:
    at = datetime(2026, 11, 27, 17, 5, tzinfo=UTC)
    with translation.override("ko"):
        assert moment_words(at) == "2026년 11월 27일 오후 5:05 UTC"
        assert moment_words(at, "SHORT_DATETIME_FORMAT") == "2026. 11. 27. 오후 5:05 UTC"
        assert moment_words(at, "SHORT_DATE_FORMAT") == "2026. 11. 27."


def test_sentence_without_placeholders_stays_unchanged(korean: None) -> None:
    assert gettext("Fruit") == "사과을(를)"
    with translation.override("en"):
        assert type(gettext("{who} takes {what}.")) is str
