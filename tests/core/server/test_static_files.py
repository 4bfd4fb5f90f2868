"""Our scripts and stylesheets are served without comments."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import cast

import pytest
from django.core.files.base import ContentFile
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseFileResponse

from core.server.security import Headers
from core.server.static_files import LeanStaticFilesStorage, StaticFiles, lean

ROOT = Path(__file__).resolve().parents[3]
OWN = [
    path
    for folder in (ROOT / "static" / "js", ROOT / "static" / "css", ROOT / "games" / "titles")
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".js", ".css")
]
STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_file_loses_only_comments_and_indentation(path: Path) -> None:
    text = path.read_text("utf-8")
    left = lean(text, path.suffix).splitlines()
    assert left
    if path.suffix == ".js":
        code = [line.strip() for line in text.splitlines()]
        assert [line.rstrip() for line in left] == [
            line for line in code if line and not line.startswith("//")
        ]
        # A text over several lines would lose what belongs to it.
        assert all(line.count("`") % 2 == 0 for line in left)
    else:
        assert "/*" not in "".join(left)
        for sign in "{};":
            remarks = text.count(sign) - "".join(left).count(sign)
            assert remarks == sum(part.split("*/")[0].count(sign) for part in text.split("/*")[1:])
        # A text with such a sign could lose a space.
        assert not any(set("{};") & set(quoted) for quoted in STRINGS.findall("".join(left)))


def test_hashed_files_are_lean(tmp_path: Path) -> None:
    storage = LeanStaticFilesStorage(location=tmp_path, base_url="/static/")
    storage.save("css/one.css", ContentFile(b"/* why */\n  a { color: red; }\n" * 50))
    storage.save("js/one.js", ContentFile(b"// why\n  call();\n" * 50))
    paths = {name: (storage, name) for name in ("css/one.css", "js/one.js")}
    for _name, _hashed, done in storage.post_process(paths):
        assert done is True or done is False, done
    for name, text in (("css/one.css", "a{color: red;}" * 50), ("js/one.js", "call();\n" * 50)):
        hashed = tmp_path / storage.stored_name(name)
        assert hashed.name != Path(name).name
        assert hashed.read_text() == text
        packed = hashed.with_name(f"{hashed.name}.gz")
        assert gzip.decompress(packed.read_bytes()) == hashed.read_bytes()


def test_built_files_are_stored_unchanged(tmp_path: Path) -> None:
    storage = LeanStaticFilesStorage(location=tmp_path, base_url="/static/")
    text = b"// licence\n  call();\n"
    for name in ("js/own.js", "built/theirs.js"):
        storage.save(name, ContentFile(text))
    assert (tmp_path / "js" / "own.js").read_bytes() == b"call();\n"
    assert (tmp_path / "built" / "theirs.js").read_bytes() == text


def answer_with(response: HttpResponse, **headers: str) -> HttpResponse:
    for name, value in headers.items():
        response[name.replace("_", "-")] = value
    response["Cross-Origin-Opener-Policy"] = response["Referrer-Policy"] = "same-origin"
    response["X-Content-Type-Options"] = "nosniff"
    return Headers(lambda _request: response)(HttpRequest())


def test_static_file_has_only_needed_headers() -> None:
    for_ever = "max-age=315360000, public, immutable"
    file = answer_with(WhiteNoiseFileResponse(), Cache_Control=for_ever, ETag="x", Last_Modified="")
    assert {*file.headers} == {"Content-Type", "Cache-Control", "X-Content-Type-Options"}
    # Without a hash in its name it is asked about again, and need not be sent again.
    file = answer_with(WhiteNoiseFileResponse(), Cache_Control="max-age=60, public", ETag="x")
    assert file["ETag"] == "x"
    page = answer_with(HttpResponse(), ETag="x")
    assert page["ETag"] == "x"
    assert page["Cross-Origin-Opener-Policy"] == page["Referrer-Policy"] == "same-origin"


def test_changed_file_is_served_whole(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path, False
    file = tmp_path / "one.css"
    file.write_text("a {}")
    files = StaticFiles(lambda request: HttpResponse(status=404))
    request = RequestFactory().get("/static/one.css")
    for text in ("a {}", "a { color: red; }", ""):
        file.write_text(text)
        answer = files(request)
        content = b"".join(cast(FileResponse, answer))
        stream = cast(FileResponse, answer).file_to_stream
        assert stream is not None
        stream.close()
        assert (answer.status_code, content.decode()) == (200, text)
        assert answer["Content-Length"] == str(len(text))
    file.unlink()
    assert files(request).status_code == 404
