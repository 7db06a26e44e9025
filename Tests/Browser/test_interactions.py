"""Interactions in a browser: logging, filters, deletion, alerts."""

import re

import pytest
from playwright.sync_api import expect

import programs
import sample
from inspection import DESKTOP
from notices import notice, undo

pytestmark = pytest.mark.stories


def send_incomplete(page, setting):
    """Sends the form although fields are missing. The script disables its button until they are
    filled; with it, the form goes as it would while the script has not arrived."""
    button = page.get_by_role("button", name="Log Interaction")
    if setting.scripts:
        expect(button).to_be_disabled()
        button.evaluate("each => HTMLFormElement.prototype.submit.call(each.form)")
    else:
        button.click()


def test_a_refused_interaction_keeps_everything_and_leads_to_its_fields(
        readers, logger, setting):
    """IA-51, IA-53, IA-54."""
    page = readers.open(logger.player)
    page.goto("/interactions")
    page.get_by_role("main").get_by_role("link", name="Log Interaction").first.click()
    page.get_by_label("Date").fill("2026-02-03")
    page.get_by_label("Time (optional)").fill("14:15")
    page.get_by_label("Subject").fill("Camp <b>dates</b> & more")
    page.get_by_label("Content").fill("First line\nsecond line")
    page.get_by_label("Inbound").check(force=True)
    page.get_by_label("Sentiment").select_option("Positive")
    page.get_by_role("switch", name="Did they ask about your schedule").check(force=True)
    send_incomplete(page, setting)

    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(page).to_have_title(re.compile("^Error: "))
    expect(summary.get_by_role("link")).to_have_text(
        ["Please select a school", "Please select an interaction type"])
    expect(page.get_by_label("Subject")).to_have_value("Camp <b>dates</b> & more")
    expect(page.get_by_label("Content")).to_have_value("First line\nsecond line")
    expect(page.get_by_label("Date")).to_have_value("2026-02-03")
    expect(page.get_by_label("Time (optional)")).to_have_value("14:15")
    expect(page.get_by_label("Inbound")).to_be_checked()
    expect(page.get_by_label("Sentiment")).to_have_value("positive")
    expect(page.get_by_role("switch", name="Did they ask about your schedule")).to_be_checked()
    school = page.get_by_label("School")
    expect(school).to_have_attribute("aria-invalid", "true")
    expect(school).to_have_accessible_description("Please select a school")
    summary.get_by_role("link", name="Please select a school").click()
    expect(school).to_be_focused()
    expect(school).to_be_in_viewport()

    school.select_option("Duke University")
    page.get_by_label("Coach", exact=False).first.select_option("Ann Lee")
    page.get_by_label("Type").select_option("Email")
    page.get_by_role("button", name="Log Interaction").click()
    expect(notice(page)).to_have_text("Interaction logged")
    page.get_by_role("article").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Camp dates & more")
    expect(page.get_by_text("First line\nsecond line")).to_be_visible()


def test_the_questions_about_interest_appear_for_inbound_and_positive(readers, logger):
    """IA-25: by style alone."""
    page = readers.open(logger.player)
    page.goto("/interactions/new")
    questions = page.get_by_role("region", name="Coach Interest Level")
    expect(questions).to_be_hidden()
    page.get_by_label("Inbound").check(force=True)
    expect(questions).to_be_hidden()
    page.get_by_label("Sentiment").select_option("Very Positive")
    expect(questions).to_be_visible()
    page.get_by_label("Sentiment").select_option("Negative")
    expect(questions).to_be_hidden()


def test_filters_are_in_the_address_and_chips_take_them_out(readers, site, logger, setting):
    """IL-25, IL-26, IL-42, X-34."""
    for kind, subject in (("email", "Camp dates"), ("phone_call", "A call"), ("email", "Hello")):
        site.log(logger.player, logger.id, logger.school, type=kind, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions")
    rows = page.get_by_role("article")
    expect(rows).to_have_count(3)
    filters = page.get_by_role("main").get_by_role("search")
    if setting.width < DESKTOP:
        filters.get_by_text("Filters").click()
    filters.get_by_label("Type").select_option("Email")
    filters.get_by_role("button", name="Apply").click()
    expect(rows).to_have_count(2)
    assert "type=email" in page.url
    filters.get_by_label("Search").fill("camp")
    filters.get_by_label("Search").press("Enter")
    expect(rows).to_have_count(1)
    expect(page.get_by_text("1 interaction found")).to_be_visible()
    filters.get_by_label("Search").fill("nobody wrote this")
    filters.get_by_label("Search").press("Enter")
    expect(rows).to_have_count(0)
    chips = page.get_by_role("region", name="Active filters")
    chips.get_by_role("link", name=re.compile("^Remove filter Search")).click()
    expect(rows).to_have_count(2)
    chips.get_by_role("link", name="Remove filter Type: Email").click()
    expect(rows).to_have_count(3)
    expect(chips).to_have_count(0)
    page.goto("/interactions?type=email")
    page.goto("/interactions")
    expect(rows).to_have_count(3)


def test_a_wrong_filter_is_named_and_can_be_left_out(readers, logger):
    """N-148."""
    page = readers.open(logger.player)
    page.goto("/interactions?type=foo&direction=inbound")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Not valid: type=foo")
    expect(alert).to_contain_text("Type must be one or more of email, ")
    page.get_by_role("link", name="Leave it out").click()
    page.wait_for_url("**/interactions?direction=inbound")
    expect(alert).to_have_count(0)


def opened(readers, site, logger, subject):
    """The page of an interaction that the player has logged, opened from the list."""
    site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player)
    page.goto("/interactions")
    page.get_by_role("article").get_by_role("link", name=subject).click()
    return page


def test_an_interaction_is_edited(readers, site, logger, setting):
    """N-04, N-08: a typing mistake is mended, the figures follow, and the history shows both."""
    page = opened(readers, site, logger, "Camp datse")
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit Interaction")
    expect(page.get_by_label("Subject")).to_have_value("Camp datse")
    page.get_by_label("Subject").fill("Camp dates")
    page.get_by_label("Inbound").check(force=True)
    page.get_by_label("School").select_option("Choose a school")
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(["Please select a school"])
    expect(page.get_by_label("Subject")).to_have_value("Camp dates")
    page.get_by_label("School").select_option("Duke University")
    page.get_by_role("button", name="Save Changes").click()
    expect(notice(page)).to_have_text("Saved")
    expect(page.get_by_role("heading", level=1)).to_have_text("Camp dates")
    page.get_by_role("link", name="What happened to it").click()
    expect(page.get_by_text("Camp datse → Camp dates")).to_be_visible()
    expect(page.get_by_text("outbound → inbound")).to_be_visible()


def test_a_deletion_asks_first_and_can_be_undone(readers, site, logger, setting):
    """ID-22, X-24: on a page of its own, or in a dialog with scripts."""
    page = opened(readers, site, logger, "Camp dates")
    page.get_by_role("link", name="Delete").click()
    expect(page.get_by_role("heading", name="Delete Interaction?")).to_be_visible()
    cancel = page.get_by_role("button" if setting.scripts else "link", name="Cancel")
    cancel.click()
    expect(cancel).to_have_count(0)
    expect(page.get_by_role("heading", name="Camp dates", level=1)).to_be_visible()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(notice(page)).to_contain_text('Deleted: Interaction "Camp dates"')
    expect(page.get_by_role("article")).to_have_count(0)
    undo(page, "Everything is back")
    page.goto("/interactions")
    expect(page.get_by_role("article")).to_have_count(1)


def test_a_parent_follows_an_alert(readers, site, logger):
    """X-20, D-46: following it marks it as read; a button marks all others."""
    for subject in ("Camp dates", "Visit"):
        site.log(logger.player, logger.id, logger.school, direction="inbound", subject=subject)
    page = readers.open(logger.parent)

    def has_both():
        page.goto("/")
        return page.get_by_role("link", name="Notifications, 2 unread").count() > 0
    assert programs.eventually(has_both, 30)
    page.get_by_role("link", name="Notifications, 2 unread").first.click()
    expect(page.get_by_text("2 unread")).to_be_visible()
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(2)
    rows.first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Camp dates|Visit"))
    # Parents change nothing.
    expect(page.get_by_role("link", name="Delete")).to_have_count(0)
    page.goto("/notifications")
    page.get_by_role("button", name="Unread").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Mark all as read").click()
    expect(notice(page)).to_have_text("All notifications are marked as read")
    expect(page.get_by_text("0 unread")).to_be_visible()
    page.get_by_role("button", name="Unread").click()
    expect(rows).to_have_count(0)


def test_odd_texts_arrive_as_they_were_typed(readers, site, logger, setting):
    """CO-39, IA-54: emoji, long words and Arabic, also in a form that comes back. A mark of the
    writing direction, which nobody sees, stays in the form and is not stored."""
    visible = f"{sample.ODD.subject[:400]}!"
    subject = f"{visible[:-1]}\u200f!"
    page = readers.open(logger.player)
    page.goto("/interactions/new")
    page.get_by_label("School").select_option("Duke University")
    page.get_by_label("Subject").fill(subject)
    page.get_by_label("Content").fill(sample.ODD.content)
    send_incomplete(page, setting)
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Subject")).to_have_value(subject)
    expect(page.get_by_label("Content")).to_have_value(sample.ODD.content)
    page.get_by_label("Type").select_option("Text")
    page.get_by_role("button", name="Log Interaction").click()
    expect(notice(page)).to_have_text("Interaction logged")
    stored = site.read("interactions", "interactions.list", {}, logger.player, logger.id)
    assert [row["subject"] for row in stored["interactions"]] == [visible]
    assert [row["content"] for row in stored["interactions"]] == [sample.ODD.content]
