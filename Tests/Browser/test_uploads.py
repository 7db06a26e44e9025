"""Files that the script sends in parts; without it they go with the form, as other tests show. And
files that are imported."""

import re

import pytest
from playwright.sync_api import expect

from notices import notice

#: A text of four parts.
LONG = {"name": "long.txt", "mimeType": "text/plain", "buffer": b"x" * 600_000}
PART_BYTES = 184_320
SHORT = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"Camp dates"}


@pytest.fixture
def logger(site, family):
    """A family with a school, whose player logs."""
    family.school = site.school(family.player, family.id, "Duke University")
    return family


class Parts:
    """The parts that a page sends, and the connection that breaks under some of them."""

    def __init__(self, page, broken=()):
        self.offsets = []
        self.broken = broken
        page.route("**/uploads", self.answer)

    def answer(self, route):
        self.offsets.append(int(
            re.search(rb'name="offset"\r\n\r\n(\d+)', route.request.post_data_buffer)[1]))
        if len(self.offsets) in self.broken:
            route.abort("connectionreset")
        else:
            route.continue_()


def log(page, files):
    """Logs an interaction with files."""
    page.goto("/interactions/new")
    page.get_by_label("School").select_option("Duke University")
    page.get_by_label("Type").select_option("Email")
    page.get_by_label("Subject").fill("With files")
    page.get_by_label("Files to attach").set_input_files(files)
    page.get_by_role("button", name="Log Interaction").click()


def stored(site, family):
    """The names of the files of each interaction."""
    interactions = site.read(
        "interactions", "interactions.list", {}, family.player, family.id)["interactions"]
    return [
        [file["name"] for file in site.read(
            "interactions", "attachments.list", {"interaction_id": each["id"]},
            family.player, family.id)["attachments"]]
        for each in interactions]


def test_an_upload_goes_on_after_its_connection_broke(readers, logger, site):
    """IA-35, IA-51: a break costs one part."""
    page = readers.open(logger.player, scripts=True)
    parts = Parts(page, broken=(2, 3))
    log(page, [LONG, SHORT])
    expect(page.get_by_role("status").filter(has_text="Sending long.txt")).to_be_visible()
    expect(page.get_by_role("status").first).to_have_text("Interaction logged", timeout=20_000)
    assert parts.offsets == [0, *[PART_BYTES] * 3, 2 * PART_BYTES, 3 * PART_BYTES, 0]
    assert stored(site, logger) == [["long.txt", "note.txt"]]
    # The draft is stored.
    page.goto("/interactions/new")
    expect(page.get_by_label("Subject")).to_have_value("")


def test_an_upload_goes_on_after_its_page_was_left(readers, logger, site):
    """IA-35: the same file, chosen again on the interaction's page, goes on where it stopped."""
    page = readers.open(logger.player, scripts=True)
    Parts(page, broken=range(3, 100))
    log(page, [LONG])
    expect(page.locator("progress")).to_have_js_property("value", 2 * PART_BYTES / 600_000)
    expect(page.get_by_role("status").filter(has_text="Waiting")).to_be_visible()
    page.goto("/interactions")
    page.unroute("**/uploads")
    page.get_by_role("link", name=re.compile("With files")).click()
    parts = Parts(page)
    page.get_by_text("Attach files").click()
    page.get_by_label("Files to attach").set_input_files([LONG])
    page.get_by_role("button", name="Attach", exact=True).click()
    expect(page.get_by_role("status").first).to_have_text("Attached")
    assert parts.offsets == [0, 2 * PART_BYTES, 3 * PART_BYTES]
    assert stored(site, logger) == [["long.txt"]]


def test_files_that_are_refused_are_named(readers, logger, site):
    """IA-36 to IA-38: nothing is logged; later, the other files are attached."""
    page = readers.open(logger.player, scripts=True)
    program = {"name": "program.exe", "mimeType": "text/plain", "buffer": b"MZ"}
    log(page, [SHORT, program])
    problems = page.get_by_role("alert")
    expect(problems).to_be_focused()
    expect(problems).to_contain_text("File type of \"program.exe\" is not accepted")
    expect(page.get_by_label("Subject")).to_have_value("With files")
    assert stored(site, logger) == []
    page.get_by_label("Files to attach").set_input_files([SHORT])
    page.get_by_role("button", name="Log Interaction").click()
    expect(page.get_by_role("status").first).to_have_text("Interaction logged")
    assert stored(site, logger) == [["note.txt"]]

    page.get_by_role("link", name=re.compile("With files")).click()
    page.get_by_text("Attach files").click()
    page.get_by_label("Files to attach").set_input_files(
        [program, {**SHORT, "name": "other.txt", "buffer": b"Other dates"}])
    button = page.get_by_role("button", name="Attach", exact=True)
    button.click()
    expect(page.locator("form .banner")).to_contain_text("program.exe")
    expect(button).to_be_enabled()
    assert stored(site, logger) == [["note.txt", "other.txt"]]


SCHOOLS = (
    "Name,State,Notes\nElon University,NC,\nX,NC,\nWofford,SC,Small, warm, far\nFurman,SC,\n")


def check(page, kind, text):
    """Checks a file."""
    page.goto(f"/import/{kind}")
    page.set_input_files("#field-file", files=[
        {"name": f"{kind}.csv", "mimeType": "text/csv", "buffer": text}])
    page.get_by_role("button", name="Check the file").click()


def row_of(page, line):
    return page.locator(".mend li").filter(has=page.get_by_text(f"Line {line}", exact=True))


@pytest.mark.stories
def test_rows_are_mended_in_the_report(readers, family):
    """The ready rows, a cell that is written anew, and a text that lacks its quotes are
    one operation."""
    page = readers.open(family.player)
    check(page, "schools", SCHOOLS.encode())
    expect(page.get_by_text("2 rows need you.")).to_be_visible()
    expect(page.get_by_text("2 of 4 rows are ready.")).to_be_visible()
    expect(page.get_by_role("button", name="Import the 2 ready rows")).to_be_visible()
    # What is written anew and still wrong is shown again.
    row_of(page, 3).get_by_label("Name").fill("Y")
    page.get_by_role("button", name="Import the 2 ready rows").click()
    expect(page.get_by_text("2 rows need you.")).to_be_visible()
    row_of(page, 3).get_by_label("Name").fill("Catawba")
    row_of(page, 4).get_by_label("Read the rest as one text, Notes: “Small, warm, far”").check()
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("4 rows ready")).to_be_visible()
    page.get_by_role("button", name="Import 4 rows").click()
    expect(notice(page)).to_contain_text("Imported: 4 schools")


@pytest.mark.stories
def test_rows_are_left_out(readers, family):
    page = readers.open(family.player)
    check(page, "schools", SCHOOLS.encode())
    page.get_by_role("button", name="Import the 2 ready rows").click()
    expect(notice(page)).to_contain_text("Imported without the rows that need you: 2 schools")


@pytest.mark.stories
def test_the_encoding_is_shown(readers, family):
    """A word with a letter beyond ASCII shows whether the file was read right."""
    page = readers.open(family.player)
    check(page, "schools", "Name,State\nUniversité Laval,NC\nX,NC\n".encode("cp1252"))
    expect(page.get_by_text("Read as Windows-1252: “Université”")).to_be_visible()


@pytest.mark.stories
def test_no_row_is_ready(readers, family):
    page = readers.open(family.player)
    check(page, "schools", b"Name,State\nX,NC\n")
    expect(page.get_by_text("1 of 1 rows cannot be imported")).to_be_visible()
    expect(page.get_by_role("button", name="Import the")).to_have_count(0)
