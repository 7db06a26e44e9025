"""Saved filters and marked rows in a browser."""

import re

import pytest
from playwright.sync_api import expect

from inspection import DESKTOP
from notices import notice, undo

pytestmark = pytest.mark.stories


@pytest.fixture
def logger(site, family):
    """A family whose player can log: it has a school."""
    family.school = site.school(family.player, family.id, "Duke University")
    return family


def test_a_filter_is_saved_shared_and_removed(readers, site, logger):
    """N-27 to N-29: by its name on the list, also for a parent."""
    for kind, subject in (("email", "Camp dates"), ("phone_call", "A call")):
        site.log(logger.player, logger.id, logger.school, type=kind, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions?type=email")
    page.get_by_role("link", name="Save this filter").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Save this filter")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(
        ["Name must be 1 to 60 characters"])
    page.get_by_label("Name").fill("Mail of coaches")
    page.get_by_text("Share it with all members of the family").click()
    page.get_by_role("button", name="Save").click()
    expect(notice(page)).to_have_text("Saved")
    expect(page.get_by_role("article")).to_have_count(1)
    page.goto("/interactions")
    expect(page.get_by_role("article")).to_have_count(2)
    saved = page.get_by_role("navigation", name="Saved filters")
    saved.get_by_role("link", name="Mail of coaches").click()
    expect(page.get_by_role("article")).to_have_count(1)
    parent = readers.open(logger.parent)
    parent.goto("/interactions")
    parent.get_by_role("link", name="Mail of coaches").click()
    expect(parent.get_by_role("article")).to_have_count(1)
    parent.get_by_role("link", name="All saved filters").click()
    expect(parent.get_by_role("main").get_by_role("button", name="Remove")).to_have_count(0)
    page.get_by_role("link", name="All saved filters").click()
    page.get_by_role("button", name="Remove Mail of coaches").click()
    expect(notice(page)).to_have_text("Removed")
    expect(page.get_by_text("No saved filters")).to_be_visible()


def test_marked_rows_are_deleted_together_and_come_back(readers, site, logger):
    """N-37 to N-39: after a question with their number, and with one undo."""
    for subject in ("First", "Second", "Third"):
        site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions")
    page.get_by_role("button", name="Delete marked").click()
    expect(page.get_by_role("heading", name="Nothing is marked")).to_be_visible()
    page.goto("/interactions")
    for subject in ("First", "Third"):
        page.get_by_label(f"Mark {subject}").check()
    page.get_by_role("button", name="Delete marked").click()
    expect(page.get_by_text("Are you sure you want to delete 2 interactions?")).to_be_visible()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(notice(page)).to_contain_text("Deleted: 2 interactions")
    expect(page.get_by_role("article")).to_have_count(1)
    undo(page, "Everything is back")
    page.goto("/interactions?search=second")
    page.get_by_role("link", name=re.compile("^Delete all")).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("article")).to_have_count(2)


def test_marked_rows_get_a_note(readers, site, logger):
    """N-126, N-127: one note for several, and one undo."""
    for subject in ("First", "Second", "Third"):
        site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions")
    for subject in ("First", "Third"):
        page.get_by_label(f"Mark {subject}").check()
    page.get_by_role("button", name="Add a note to marked").click()
    page.get_by_role("button", name="Add note").click()
    expect(page.get_by_role("heading", name="Add a note")).to_be_visible()
    page.get_by_role("textbox", name="Note").fill("Paid by the club")
    page.get_by_role("button", name="Add note").click()
    expect(notice(page)).to_contain_text("Note added: 2 notes")
    expect(page.get_by_text("Paid by the club")).to_have_count(2)
    undo(page, "Note removed")
    page.goto("/interactions")
    expect(page.get_by_text("Paid by the club")).to_have_count(0)


def test_marked_rows_are_exported(readers, site, logger):
    """N-39"""
    for subject in ("First", "Second"):
        site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions")
    page.get_by_label("Mark Second").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export marked").click()
    with open(download.value.path(), encoding="utf-8") as file:
        text = file.read()
    assert "Second" in text and "First" not in text


def test_keys_mark_rows(readers, site, logger):
    """N-39: x under j and k, and all at once with a box that only scripts show."""
    for subject in ("First", "Second"):
        site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player, DESKTOP, scripts=True)
    page.goto("/interactions")
    boxes = page.get_by_role("checkbox", name=re.compile("^Mark (First|Second)"))
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(boxes.first).to_be_checked()
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(boxes.nth(1)).to_be_checked()
    page.keyboard.press("x")
    expect(boxes.nth(1)).not_to_be_checked()
    # A box that has the focus does not hold the keys back.
    boxes.nth(1).focus()
    page.keyboard.press("k")
    expect(page.get_by_role("article").get_by_role("link").first).to_be_focused()
    every = page.get_by_label("Mark all")
    every.check()
    expect(boxes.first).to_be_checked()
    expect(boxes.nth(1)).to_be_checked()
    every.uncheck()
    expect(boxes.first).not_to_be_checked()
    page = readers.open(logger.player, scripts=False)
    page.goto("/interactions")
    expect(page.get_by_text("Mark all")).to_be_hidden()
