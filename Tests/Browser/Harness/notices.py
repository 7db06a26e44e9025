"""What pages say was just done, and the button that undoes it."""

from playwright.sync_api import expect


def notice(page):
    """What the page says was just done."""
    return page.get_by_role("status").first


def undo(page, says):
    """Undoes what was just done; the page says this then."""
    notice(page).get_by_role("button", name="Undo").click()
    expect(notice(page)).to_have_text(says)
