"""Workbooks that `compass` and the pages write, opened with openpyxl and imported again."""

import datetime
import io
import urllib.request

import openpyxl
import pytest

import compass
import website

#: Contacts: the time, the subject and the content.
CONTACTS = [
    ("2026-02-03 14:15", "=1+1", "two\nlines, \"quoted\""),
    ("2026-02-04", "Film – “raw”", "@SUM(A1:A9)"),
    ("2026-01", "'=x", "שלום 🥎 <b&amp;"),
]


@pytest.fixture(scope="module")
def product():
    with website.Website() as made:
        yield made


def reader(product, name):
    """A player of a new family, with `compass` for them."""
    player = product.person(name, "player")
    product.family(player)
    command = compass.Compass(product.home)
    command.sign_in(player, player.user_id)
    return player, command


@pytest.fixture(scope="module")
def family(product):
    """A family with contacts and a coach."""
    player, command = reader(product, "Sam Player")
    run = lambda *words: command.json(words, player.user_id)
    run("schools", "add", "Elon University")
    run("coaches", "add", "--first-name", "Pat", "--last-name", "Sample", "--role", "head",
        "--school", "Elon University", "--phone", "919-555-0100", "--notes", "=HYPERLINK(1)")
    for at, subject, content in CONTACTS:
        run("interactions", "add", "--school", "Elon University", "--type", "email", "--direction",
            "outbound", "--at", at, "--subject", subject, "--content", content)
    return player, command


def rows(content):
    """The rows of the only sheet of a workbook."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert len(book.sheetnames) == 1
    return book.active, list(book.active.iter_rows(values_only=True))


def listed(command, who):
    """What the list of interactions has, without ids and times of logging."""
    answer = command.json(["interactions", "list"], who)
    keys = ("occurred_at", "occurred_precision", "school_name", "type", "direction", "subject",
            "content", "sentiment")
    return [[each.get(key) for key in keys] for each in answer["interactions"]]


def test_interactions_are_a_workbook(family, tmp_path):
    player, command = family
    path = tmp_path / "log.xlsx"
    done = command.run(["interactions", "export", "--to", str(path)], player.user_id)
    assert done.returncode == 0, done.stderr
    sheet, found = rows(path.read_bytes())
    assert sheet.title == "Interactions" and sheet.freeze_panes == "A2"
    assert list(found[0])[:3] == ["Date", "Type", "Direction"]
    by_content = {row[6]: row for row in found[1:]}
    assert set(by_content) == {content for _, _, content in CONTACTS}
    dates = [by_content[content][0] for _, _, content in CONTACTS]
    assert dates == [
        datetime.datetime(2026, 2, 3, 14, 15), datetime.datetime(2026, 2, 4), "2026-01"]
    # No cell is a formula, and a text stays one when it is edited.
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            assert cell.data_type in ("s", "d", "n", "inlineStr"), cell.value
            assert not isinstance(cell.value, str) or cell.number_format == "@"


def test_a_workbook_gives_back_the_same_contacts(product, family, tmp_path):
    player, command = family
    for name in ("log.xlsx", "log.csv"):
        path = tmp_path / name
        command.run(["interactions", "export", "--to", str(path)], player.user_id)
        other, their = reader(product, "Kim Player")
        done = their.run(["import", "log", str(path), "--yes"], other.user_id)
        assert done.returncode == 0, done.stderr
        assert listed(their, other.user_id) == listed(command, player.user_id)


def test_the_format_is_said_by_output_too(family):
    player, command = family
    ran = command.run(["interactions", "export", "--output", "json"], player.user_id)
    assert ran.returncode == 0
    ran = command.run(
        ["interactions", "export", "--output", "json", "--to", "x.xlsx"], player.user_id)
    assert ran.returncode == 2 and "workbooks" in ran.stderr
    coaches = command.json(["coaches", "list"], player.user_id)["coaches"]
    assert len(coaches) == 1


def test_the_pages_offer_workbooks(product, family):
    player, _ = family
    for path, title, name in [
            ("interactions/export.xlsx?type=email", "Interactions", "interactions-"),
            ("coaches/export.xlsx", "Coaches", "coaches-")]:
        request = urllib.request.Request(
            f"{product.address}/{path}", headers={"Cookie": f"compass={player.token}"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
            assert name in answer.headers["Content-Disposition"]
            assert "no-store" in answer.headers["Cache-Control"]
            sheet, found = rows(answer.read())
        assert sheet.title == title and len(found) > 1
    assert found[1][10] == "=HYPERLINK(1)" and sheet.cell(2, 11).data_type != "f"


def test_sheets_of_schools_are_imported_together(product, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "READ ME"
    book.active.append(["How to use this"])
    for name, coach in [("Duke", "Pat Sample"), ("Elon", "Lee Park")]:
        sheet = book.create_sheet(name)
        sheet.append(["Date", "Coach", "Notes"])
        sheet.append([datetime.date(2026, 2, 3), coach, f"at {name}"])
    path = tmp_path / "schools.xlsx"
    book.save(path)
    player, command = reader(product, "Lee Player")
    done = command.run(["import", "log", str(path), "--yes"], player.user_id)
    assert done.returncode == 0, done.stderr
    assert sorted(row[2] for row in listed(command, player.user_id)) == [
        "Duke University", "Elon University"]
