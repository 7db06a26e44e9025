"""`compass-pdf` from outside: its output is read with Poppler's tools."""

import json
import subprocess

import pytest

import programs

COLUMNS = [
    {"title": "Date", "share": 15, "is_numeric": False, "lines_max": 1},
    {"title": "Value", "share": 10, "is_numeric": True, "lines_max": 1},
    {"title": "Notes", "share": 40, "is_numeric": False, "lines_max": 2},
]


def document(rows, **changes):
    """A document with one table of the given number of rows."""
    whole = {
        "sheet": "letter", "title": "Été Showcase – Łódź", "subtitle": "Showcase", "author": "Zoë",
        "subject": "Metrics", "footer": "Printed with Recruiting Compass",
        "created_at": "2026-04-20T12:00:00.000Z",
        "facts": [{"label": "Place", "value": "Raleigh, NC"}],
        "tables": [{
            "title": "Metrics", "columns": COLUMNS, "empty_text": "No metrics recorded",
            "rows": [["Apr 15, 2026", f"{80 + i}.5", f"note {i}"] for i in range(rows)]}]}
    whole.update(changes)
    return whole


def start(text, **environment):
    """Runs the program with an input."""
    return subprocess.run(
        [programs.program("compass-pdf")], input=text.encode(), capture_output=True, timeout=60,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment})


def printed(whole, tmp_path):
    """The PDF file of a document."""
    done = start(json.dumps(whole))
    assert done.returncode == 0, done.stderr
    path = tmp_path / "printed.pdf"
    path.write_bytes(done.stdout)
    return path


def tool(*words):
    """The output of one of Poppler's tools, which would warn about a malformed file."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    return done.stdout


def test_particulars_and_text_read_back(tmp_path):
    path = printed(document(3), tmp_path)
    about = tool("pdfinfo", path)
    for line in ("Été Showcase – Łódź", "Zoë", "Recruiting Compass", "612 x 792 pts (letter)"):
        assert line in about
    text = tool("pdftotext", "-layout", path, "-")
    for words in ("Été Showcase – Łódź", "Raleigh, NC", "82.5", "note 2", "Page 1 of 1"):
        assert words in text


@pytest.mark.parametrize("rows", [0, 1, 100])
def test_every_row_is_on_a_page_once(rows, tmp_path):
    path = printed(document(rows), tmp_path)
    text = tool("pdftotext", "-layout", path, "-")
    for row in range(rows):
        assert text.count(f"note {row}\n") == 1
    pages = text.split("\f")[:-1]
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "Notes" in page or rows == 0
    assert ("No metrics recorded" in text) == (rows == 0)
    assert (len(pages) > 1) == (rows == 100)


def test_nothing_is_drawn_into_the_margins(tmp_path):
    endless = "endless " * 400
    path = printed(
        document(40, title=endless, footer=endless, facts=[{"label": endless, "value": endless}]),
        tmp_path)
    # After the header, a grey image has one byte for each point. 255 is white paper.
    tool("pdftoppm", "-r", "72", "-gray", path, tmp_path / "page")
    pictures = sorted(tmp_path.glob("page*.pgm"))
    assert len(pictures) > 1
    for picture in pictures:
        kind, width, height, rest = picture.read_bytes().split(maxsplit=3)
        width, height = int(width), int(height)
        dots = rest[rest.index(b"\n") + 1:] if rest[:4] == b"255\n" else rest[4:]
        assert kind == b"P5" and len(dots) == width * height
        rows = [dots[y * width:(y + 1) * width] for y in range(height)]
        assert any(min(row) < 100 for row in rows)
        for y, row in enumerate(rows):
            edge = row if y < 46 or y > height - 46 else row[:46] + row[-46:]
            assert min(edge) == 255, (picture.name, y)


def test_letters_without_a_font_are_told_of(tmp_path):
    whole = document(1, title="x\U0010fffd")
    done = start(json.dumps(whole))
    assert done.returncode == 0
    assert "No font here has U+10FFFD" in done.stderr.decode()
    path = tmp_path / "printed.pdf"
    path.write_bytes(done.stdout)
    assert "x\ufffd" in tool("pdftotext", path, "-")


def test_a_machine_without_fonts_is_told_of(tmp_path):
    settings = tmp_path / "fonts.conf"
    settings.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
    done = start(json.dumps(document(1)), FONTCONFIG_FILE=str(settings))
    assert (done.returncode, done.stdout) == (1, b"")
    assert "no font to print with" in done.stderr.decode()


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"title": 5}', json.dumps(
    document(0, tables=[{"title": "", "columns": COLUMNS, "rows": [["x"]], "empty_text": ""}]))])
def test_what_is_no_document_is_refused(text):
    done = start(text)
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.decode().strip()
    assert "Fatal" not in done.stderr.decode()
