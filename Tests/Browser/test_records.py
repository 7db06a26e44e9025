"""Schools, coaches and events in a browser."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from inspection import DESKTOP, PHONE
from notices import notice

pytestmark = pytest.mark.stories


def test_a_school_comes_from_the_catalogue(readers, family):
    page = readers.open(family.player)
    page.goto("/schools")
    page.get_by_role("link", name="Add School").first.click()
    catalogue = page.get_by_role("region", name="National catalogue")
    catalogue.get_by_label("Name, city or state").fill("durham")
    catalogue.get_by_role("button", name="Search").click()
    expect(catalogue.get_by_role("status")).to_contain_text("found")
    catalogue.get_by_role("button", name="Add Duke University").click()
    expect(page.get_by_role("heading", name="Duke University", level=1)).to_be_visible()
    expect(notice(page)).to_contain_text("Added")
    page.goto("/schools")
    expect(page.get_by_text("1 school found")).to_be_visible()


def test_a_coach_is_added_edited_and_deleted_with_what_goes_along(readers, site, family):
    """IA-53, IA-54, D-24: the coach's interactions go and come back together."""
    school = site.school(family.player, family.id, "Duke University")
    page = readers.open(family.player)
    page.goto("/coaches")
    page.get_by_role("link", name="Add Coach").first.click()
    page.get_by_label("First name").fill("Ann")
    page.get_by_label("E-mail address").fill("ann at duke")
    page.get_by_label("School").select_option("Duke University")
    page.get_by_role("button", name="Add Coach").click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("link")).to_have_count(2)
    expect(page.get_by_label("First name")).to_have_value("Ann")
    expect(page.get_by_label("E-mail address")).to_have_value("ann at duke")
    expect(page.get_by_label("School")).to_have_value(school)
    summary.get_by_role("link", name=re.compile("last name")).click()
    expect(page.get_by_label("Last name")).to_be_focused()
    page.get_by_label("Last name").fill("Lee")
    page.get_by_label("E-mail address").fill("ann@duke.example")
    page.get_by_role("button", name="Add Coach").click()
    expect(page.get_by_role("heading", name="Ann Lee", level=1)).to_be_visible()

    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_label("E-mail address")).to_have_value("ann@duke.example")
    page.get_by_label("Last name").fill("Lee-Smith")
    page.get_by_label("E-mail address").fill("")
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_role("heading", name="Ann Lee-Smith", level=1)).to_be_visible()
    expect(notice(page)).to_contain_text("Saved")
    expect(page.get_by_text("ann@duke.example")).to_have_count(0)

    coach = re.search(r"/coaches/([0-9a-f-]+)", page.url).group(1)
    site.log(family.player, family.id, school, coach_id=coach)
    page.get_by_role("link", name="Delete Ann Lee-Smith").click()
    expect(page.get_by_text("1 interaction goes with it.")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No coaches found")).to_be_visible()
    page.goto("/interactions")
    expect(page.get_by_role("article")).to_have_count(0)
    page.goto("/trash")
    page.get_by_role("button", name=re.compile("^Restore ")).click()
    expect(notice(page)).to_have_text("Everything is back")
    page.goto("/coaches")
    expect(page.get_by_role("article")).to_have_count(1)
    page.goto("/interactions")
    expect(page.get_by_role("article")).to_have_count(1)


def test_an_edit_does_not_overwrite_a_newer_one(readers, site, family):
    """Two windows edit the same school; the second one is told."""
    school = site.school(family.player, family.id, "Duke University")
    first, second = readers.open(family.player), readers.open(family.player)
    for page in (first, second):
        page.goto(f"/schools/{school}/edit")
        page.get_by_label("Name", exact=True).fill("Duke")
    first.get_by_role("button", name="Save Changes").click()
    expect(notice(first)).to_contain_text("Saved")
    second.get_by_label("City").fill("Durham")
    second.get_by_role("button", name="Save Changes").click()
    expect(second.get_by_role("alert")).to_be_visible()
    expect(second.get_by_label("City")).to_have_value("Durham")
    second.get_by_role("link", name="Load it again").click()
    expect(second.get_by_label("City")).to_have_value("")


def is_sent_back(page, label, value, button):
    """Sends a form that is refused, and comes back with the field as it was filled in."""
    page.get_by_label(label).fill(value)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label(label)).to_have_value(value)


def test_attendance_contact_metric_and_coach_of_an_event(readers, site, family, setting):
    """EV-10, EV-11, EV-15, EV-16, EV-26, EV-36: marking leads to the quick log; each form comes
    back when it is refused."""
    school = site.school(family.player, family.id, "Duke University")
    site.change("coaches", "coaches.add", {
        "first_name": "Ann", "last_name": "Lee", "school_id": school}, family.player, family.id)
    day = datetime.date.today() - datetime.timedelta(days=2)
    event = site.change("events", "events.add", {
        "name": "Fall Showcase", "type": "showcase", "start_date": day.isoformat(),
        "school_id": school}, family.player, family.id)["event"]["id"]
    page = readers.open(family.player)
    page.goto("/events")
    page.get_by_role("link", name="Fall Showcase").click()
    page.get_by_role("button", name="Mark Attended").click()
    expect(notice(page)).to_contain_text("Marked as attended")
    expect(page.get_by_role("button", name="Mark Attended")).to_have_count(0)

    is_sent_back(page, "Content", "They liked the swing", "Log Interaction")
    page.get_by_label("Direction").select_option("Coach contacted us")
    page.get_by_role("button", name="Log Interaction").click()
    expect(notice(page)).to_contain_text("Interaction logged")

    page.get_by_text("Add Metric").click()
    page.get_by_label("Metric Type").select_option("Exit Velocity")
    if setting.scripts:
        # EV-36: the button waits for a number.
        send = page.get_by_role("button", name="Log Metric")
        expect(send).to_be_disabled()
        page.get_by_label("Value").fill("fast")
        expect(send).to_be_disabled()
        page.get_by_label("Value").fill("92 mph")
        expect(send).to_be_enabled()
    else:
        is_sent_back(page, "Value", "fast", "Log Metric")
    page.get_by_label("Value").fill("92.5")
    page.get_by_role("button", name="Log Metric").click()
    expect(page.get_by_role("article", name=re.compile("Exit Velocity"))).to_contain_text("92.5")

    page.get_by_text("Add Coach").first.click()
    page.get_by_label("Coach", exact=True).select_option(index=1)
    page.get_by_role("button", name="Add Coach").click()
    expect(page.get_by_role("link", name=re.compile("Ann Lee"))).to_be_visible()
    page.get_by_role("button", name="Remove Ann Lee").click()
    expect(page.get_by_role("link", name=re.compile("Ann Lee"))).to_have_count(0)
    notice(page).get_by_role("button", name="Undo").click()
    page.goto(f"/events/{event}")
    expect(page.get_by_role("link", name=re.compile("Ann Lee"))).to_be_visible()
    page.goto("/interactions")
    expect(page.get_by_role("article")).to_have_count(1)


def columns(items):
    """How many different places the items begin at, from left to right."""
    return len({round(item.bounding_box()["x"]) for item in items.all()})


def test_figures_and_cards_stand_beside_each_other_where_there_is_room(readers, filled):
    """SA-39, CO-46: two figures in a row on a phone and four on a desktop; charts and coaches
    beside each other if the width allows."""
    for width, figures, charts, cards in ((PHONE, 2, 1, 1), (DESKTOP, 4, 2, 3)):
        page = readers.open(filled.player, width)
        page.goto("/social/analytics")
        cells = page.locator(".figures > div")
        expect(cells).to_have_count(4)
        assert columns(cells) == figures
        for row in page.locator(".halves").all():
            assert columns(row.locator("> section")) == charts
        page.goto("/coaches")
        expect(page.get_by_role("article")).to_have_count(4)
        assert columns(page.get_by_role("article")) == cards
