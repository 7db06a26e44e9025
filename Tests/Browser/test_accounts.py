"""Accounts and families in a browser: signing up, joining, signing out."""

import uuid

import pytest
from playwright.sync_api import expect

import people
import programs
import sample
from inspection import DESKTOP

pytestmark = pytest.mark.stories


def sign_up(page, name, role, zone):
    """Creates an account through the form and returns its address."""
    email = f"{uuid.uuid4().hex[:12]}@browser.example"
    page.goto("/")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Who are you?").select_option(role)
    page.get_by_label("Full name").fill(name)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(people.PASSWORD)
    page.get_by_label("Your time zone").select_option(zone)
    page.get_by_role("button", name="Create account").click()
    return email


def sign_in(page, email):
    """Fills in the form of the sign-in."""
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(people.PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_a_family_in_two_time_zones(readers, setting):
    """X-18, IA-57: an athlete in Auckland signs up, creates a family and logs a talk; a parent in
    New York joins by the code and reads it in the time of New York. The browser's own zone does not
    matter."""
    player = readers.open(timezone_id="Europe/Berlin")
    sign_up(player, "Kiri Ngata", "player", "Pacific/Auckland")
    player.get_by_label("Family name").fill("The Ngatas")
    player.get_by_role("button", name="Create family").click()
    expect(player.get_by_role("heading", name="The Ngatas", level=2)).to_be_visible()
    code = player.locator("li", has_text="Code for parents").locator("code").inner_text()

    navigation = player.get_by_role("navigation", name="Main")
    if setting.width < DESKTOP:
        navigation.get_by_role("link", name="More").click()
        player.get_by_role("main").get_by_role("link", name="Schools").click()
    else:
        navigation.get_by_role("link", name="Schools").click()
    player.get_by_role("link", name="Add School").first.click()
    player.get_by_label("Name", exact=True).fill("Duke University")
    player.get_by_role("button", name="Add School").click()
    player.get_by_role("link", name="Log Interaction").click()
    player.get_by_label("Type").select_option("Phone Call")
    player.get_by_label("Date").fill("2026-03-01")
    player.get_by_label("Time (optional)").fill("09:30")
    player.get_by_label("Subject").fill("First talk")
    player.get_by_role("button", name="Log Interaction").click()
    expect(player.get_by_role("heading", name="March 2026")).to_be_visible()
    time = player.get_by_role("article").locator("time")
    expect(time).to_have_text("Mar 1, 2026, 9:30 AM")
    expect(time).to_have_attribute("datetime", "2026-02-28T20:30:00.000Z")

    parent = readers.open(timezone_id="Asia/Tokyo")
    sign_up(parent, "Ana Ngata", "parent", "America/New_York")
    expect(parent.get_by_label("Family name")).to_have_count(0)
    parent.get_by_label("Family code").fill("FAM-000000")
    parent.get_by_role("button", name="Join").click()
    expect(parent.get_by_role("alert")).to_be_visible()
    expect(parent.get_by_label("Family code")).to_have_value("FAM-000000")
    parent.get_by_label("Family code").fill(code)
    parent.get_by_role("button", name="Join").click()
    expect(parent.get_by_role("status").first).to_contain_text("You are in the family")
    expect(parent.get_by_role("heading", name="February 2026")).to_be_visible()
    expect(parent.get_by_role("article").locator("time")).to_have_text("Feb 28, 2026, 3:30 PM")


def test_a_refused_account_keeps_what_was_typed(readers):
    """IA-53: each error is beside its field and in the summary, whose links lead to the fields. A
    password is never sent back."""
    page = readers.open()
    page.goto("/sign-up")
    page.get_by_label("Full name").fill("Sam Rivera")
    page.get_by_label("Email").fill("sam at home")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("heading")).to_have_text("There are 3 problems")
    expect(page.get_by_label("Full name")).to_have_value("Sam Rivera")
    email = page.get_by_label("Email")
    expect(email).to_have_value("sam at home")
    expect(email).to_have_accessible_description("Please enter a valid email address")
    expect(page.get_by_label("Password")).to_have_value("")
    summary.get_by_role("link", name="Please enter a valid email address").click()
    expect(email).to_be_focused()


def test_signing_out_ends_the_session_and_signing_in_leads_back(readers, family):
    """X-10, X-15: an address that needs a sign-in is shown after it."""
    page = readers.open(family.player)
    page.goto("/more")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
    assert page.context.cookies() == []
    page.goto("/coaches?role=head")
    expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
    sign_in(page, family.player.email)
    expect(page.get_by_role("heading", name="Coaches", level=1)).to_be_visible()
    assert page.url.endswith("/coaches?role=head")


def test_signing_out_everywhere_ends_other_windows(readers, family):
    """X-15: the other window is asked to sign in again."""
    pages = []
    for width in (390, DESKTOP):
        page = readers.open(width=width)
        page.goto("/sign-in")
        sign_in(page, family.parent.email)
        expect(page.get_by_role("heading", name="Good", level=1)).to_be_visible()
        pages.append(page)
    pages[0].goto("/more")
    pages[0].get_by_role("button", name="Sign out on all devices").click()
    expect(pages[0].get_by_role("heading", name="Sign in", level=1)).to_be_visible()

    def is_asked():
        pages[1].goto("/interactions")
        return "/sign-in" in pages[1].url
    assert programs.eventually(is_asked, 30)


def test_a_calendar_link_is_shown_once_and_ended(readers, family):
    """N-34: who has the address reads the calendar without a sign-in, until the link is ended."""
    page = readers.open(family.player)
    page.goto("/events")
    page.get_by_role("link", name="Calendar link").click()
    section = page.locator("#calendar")
    expect(section.get_by_role("button", name="End the calendar link")).to_have_count(0)
    section.get_by_role("button", name="Create a calendar link").click()
    expect(page.get_by_role("heading", name="Your calendar link", level=1)).to_be_visible()
    address = page.locator("main code").first.inner_text()
    program = readers.open().context.request
    answer = program.get(address)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert "X-WR-CALNAME:The Riveras: Recruiting Compass" in answer.text()
    page.get_by_role("main").get_by_role("link", name="Done").click()
    expect(section).to_contain_text("You have a calendar link since")
    assert address not in page.content()
    section.get_by_role("button", name="End the calendar link").click()
    expect(page.get_by_role("status").first).to_contain_text("The calendar link has ended")
    expect(section.get_by_role("button", name="Create a calendar link")).to_be_visible()
    assert program.get(address).status == 404


def test_a_member_of_two_families_chooses(readers, site, family):
    """X-06, X-07: after the choice all pages show the other family."""
    other = sample.family(site)
    site.school(other.player, other.id, "Elon University")
    site.join(family.parent, other.codes["parent_code"])
    page = readers.open(family.parent)
    page.goto("/schools")
    expect(page.get_by_text("0 schools found")).to_be_visible()
    page.goto("/more")
    page.get_by_role("button", name="Show").click()
    page.goto("/schools")
    expect(page.get_by_role("link", name="Elon University")).to_be_visible()
