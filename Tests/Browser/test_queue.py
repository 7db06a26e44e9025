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
