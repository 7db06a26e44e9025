"""The follow-ups in a browser."""

import pytest
from playwright.sync_api import expect

from notices import notice

pytestmark = pytest.mark.stories


def due(site, family, first="Ann", direction="outbound"):
    """A coach whom the player contacted long ago, or who wrote then."""
    coach = site.change(
        "coaches", "coaches.add", {"first_name": first, "last_name": "Lee"}, family.player,
        family.id)["coach"]["id"]
    site.change(
        "interactions", "interactions.create",
        {"coach_id": coach, "type": "email", "direction": direction,
         "occurred_at": "2026-02-10T12:00:00.000Z"}, family.player, family.id)
    return coach


def test_the_queue_is_worked_off(readers, site, family):
    """N-14, N-15: each press leads back to the queue, which then has one coach less."""
    due(site, family, "Ann")
    due(site, family, "Bo", "inbound")
    due(site, family, "Cy")
    page = readers.open(family.player)
    page.goto("/queue")
    overdue = page.locator("section").filter(
        has=page.get_by_role("heading", name="Overdue"))
    expect(overdue.get_by_role("listitem")).to_have_count(3)
    page.get_by_role("button", name="Done: Ann Lee").click()
    expect(notice(page)).to_contain_text("Done.")
    expect(overdue.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Skip: Cy Lee").click()
    expect(notice(page)).to_contain_text("Skipped")
    page.get_by_role("button", name="In a week: Bo Lee").click()
    expect(notice(page)).to_contain_text("Put off for a week")
    expect(page.get_by_role("heading", name="Overdue")).to_have_count(0)
    expect(page.get_by_text("Snoozed until")).to_be_visible()


def test_a_coach_gets_a_cadence_and_a_day(readers, site, family):
    """N-13, N-14, N-16: also what is refused comes back; a parent reads it."""
    coach = due(site, family)
    page = readers.open(family.player)
    page.goto(f"/coaches/{coach}")
    page.get_by_label("Days between contacts").fill("often")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Please enter a number of days")).to_be_visible()
    expect(page.get_by_label("Days between contacts")).to_have_value("often")
    page.get_by_label("Days between contacts").fill("14")
    page.get_by_role("button", name="Save").click()
    expect(notice(page)).to_contain_text("Saved")
    expect(page.get_by_text("Every 14 days.")).to_be_visible()
    parent = readers.open(family.parent)
    parent.goto(f"/coaches/{coach}")
    expect(parent.get_by_text("Every 14 days.")).to_be_visible()
    expect(parent.get_by_role("button", name="Save")).to_have_count(0)


def wrote(site, family, school, name=None):
    """A contact of somebody who is none of the family's coaches, of long ago."""
    form = {"school_id": school, "type": "email", "direction": "inbound",
            "occurred_at": "2026-02-10T12:00:00.000Z"}
    if name:
        form["other_coach_name"] = name
    return site.change(
        "interactions", "interactions.create", form, family.player, family.id
    )["interaction"]["id"]


def test_somebody_who_is_no_coach_waits(readers, site, family):
    """N-11, N-15: by school or by the typed name, until it is done or has a coach."""
    school = site.change(
        "coaches", "schools.add", {"name": "Texas A&M"}, family.player, family.id)["school"]["id"]
    unnamed = wrote(site, family, school)
    wrote(site, family, school, "Mike Ash")
    page = readers.open(family.player)
    page.goto("/queue")
    overdue = page.locator("section").filter(
        has=page.get_by_role("heading", name="Overdue"))
    expect(overdue.get_by_role("listitem")).to_have_count(2)
    expect(overdue).to_contain_text("since they wrote")
    expect(overdue.get_by_role("link", name="A coach at Texas A&M")).to_have_attribute(
        "href", f"/interactions/{unnamed}")
    page.get_by_role("button", name="Done: Mike Ash").click()
    expect(notice(page)).to_contain_text("waits for an answer no longer")
    expect(overdue.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="In a week: A coach at Texas A&M").click()
    expect(notice(page)).to_contain_text("Put off for a week")
    expect(page.get_by_text("Snoozed until")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="A coach at Texas A&M")).to_be_visible()
