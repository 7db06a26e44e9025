"""Posts and their figures in a browser."""

import re

import pytest
from playwright.sync_api import expect

import sample
from inspection import DESKTOP

pytestmark = pytest.mark.stories


def total(page):
    """The number of posts that the figures count."""
    return page.locator(".figures dd").first


def test_figures_of_a_range_lead_to_the_posts_they_count(readers, site, family, setting):
    """SA-03, SA-04, SA-12, SA-31, SA-37: a parent compares two ranges and reads the posts."""
    sample.fill(site, family)
    site.change("analytics", "posts.add", {
        "school_id": family.school, "platform": "twitter", "post_date": "2021-05-01T12:00:00.000Z",
        "post_content": "Long ago", "is_recruiting_related": True}, family.player, family.id)
    page = readers.open(family.parent)
    page.goto("/social")
    page.locator("main a[href='/social/analytics']").first.click()
    expect(total(page)).to_have_text(str(sample.FEW_POSTS))
    ranges = page.locator("main form button[name=range]")
    expect(ranges).to_have_count(4)
    ranges.last.click()
    expect(page).to_have_url(re.compile("range=all"))
    expect(total(page)).to_have_text(str(sample.FEW_POSTS + 1))
    expect(ranges.last).to_have_attribute("aria-pressed", "true")
    ranges.first.click()
    expect(total(page)).to_have_text(str(sample.FEW_POSTS))
    page.locator("a.back").first.click()
    expect(page.get_by_role("heading", name="Social Feed", level=1)).to_be_visible()
    # Parents add nothing.
    expect(page.get_by_role("link", name="Add Post")).to_have_count(0)

    filters = page.get_by_role("main").get_by_role("search")
    if setting.width < DESKTOP:
        filters.get_by_text("Filters").click()
    filters.get_by_label("Network").select_option("Instagram")
    if not setting.scripts:
        filters.get_by_role("button", name="Apply").click()
    expect(page).to_have_url(re.compile("platform=instagram"))
    expect(page.locator("ul.mini > li")).to_have_count(sample.FEW_POSTS // 2)


def test_a_post_is_added_by_hand_and_counted(readers, site, family):
    """SA-10: a refused form keeps what was typed; the stored post is listed and counted."""
    site.school(family.player, family.id, "Duke University")
    page = readers.open(family.player)
    page.goto("/social")
    page.get_by_role("link", name="Add Post").first.click()
    page.locator("[name=post_content]").fill("Camp is open")
    page.get_by_label("Network").select_option("Twitter")
    page.locator("[name=school_id]").select_option("Duke University")
    page.locator("[name=post_url]").fill("nowhere")
    form = page.locator("form").filter(has=page.locator("[name=post_content]"))
    # As it would go if the browser did not check addresses by itself.
    form.evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    expect(page).to_have_title(re.compile("^Error: "))
    expect(page.locator("[name=post_content]")).to_have_value("Camp is open")
    page.locator("[name=post_url]").fill("https://posts.example/camp")
    page.get_by_role("button", name="Add Post").click()
    expect(page.get_by_role("heading", name="Social Feed", level=1)).to_be_visible()
    expect(page.locator("ul.mini > li")).to_contain_text("Camp is open")
    page.goto("/social/analytics?range=7")
    expect(total(page)).to_have_text("1")
