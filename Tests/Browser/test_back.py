"""The Back button after signing out: records of the reader before are not shown again."""

import re

import pytest
from playwright.sync_api import expect

import people
from inspection import DESKTOP, PHONE


@pytest.fixture
def siblings(site, logger):
    """A family whose player has logged something, and a brother who is another player in it."""
    site.log(logger.player, logger.id, logger.school, subject="Only Maya's")
    logger.sibling = site.person("Leo Rivera", "player")
    site.join(logger.sibling, logger.codes["player_code"])
    return logger


def sign_in(page, person):
    page.goto("/sign-in")
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Password").fill(people.PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name=re.compile("^Good "), level=1)).to_be_visible()


def sign_out(page):
    page.goto("/more")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in")


@pytest.mark.parametrize("scripts", (True, False), ids=("scripts", "none"))
@pytest.mark.parametrize("width", (PHONE, DESKTOP))
def test_back_shows_nothing_of_the_reader_before(readers, siblings, width, scripts):
    page = readers.open(None, width, scripts=scripts)
    sign_in(page, siblings.player)
    page.goto("/interactions")
    expect(page.get_by_text("Only Maya's")).to_be_visible()
    sign_out(page)
    for _ in range(3):
        page.go_back()
        expect(page.get_by_label("Password")).to_be_visible()
        assert "Only Maya's" not in page.content()
    sign_in(page, siblings.sibling)
    page.goto("/coaches")
    for _ in range(6):
        page.go_back()
        assert "Only Maya's" not in page.content()


def test_back_after_another_sign_in_shows_the_new_reader_only(readers, siblings):
    """The sibling signs in without a sign-out before."""
    page = readers.open(None, scripts=True)
    sign_in(page, siblings.player)
    page.goto("/interactions")
    expect(page.get_by_text("Only Maya's")).to_be_visible()
    sign_in(page, siblings.sibling)
    for _ in range(3):
        page.go_back()
        page.wait_for_load_state()
        assert "Only Maya's" not in page.content()
