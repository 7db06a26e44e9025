"""What the script shows of a page that takes longer than a moment, and nothing else."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from inspection import DESKTOP, PHONE


@pytest.fixture
def records(site, family):
    """The family with records that have pages of their own."""
    school = site.school(family.player, family.id, "Duke University")
    family.coach = site.change("coaches", "coaches.add", {
        "first_name": "Ann", "last_name": "Lee", "school_id": school,
    }, family.player, family.id)["coach"]["id"]
    family.row = site.log(family.player, family.id, school, subject="Camp")["id"]
    family.event = site.change("events", "events.add", {
        "name": "Showcase", "type": "showcase", "start_date": "2026-03-01",
    }, family.player, family.id)["event"]["id"]
    return family


#: How long the pages are held back, in seconds: longer than the outline takes to appear.
HOLD = 0.8
#: Keeps what the outline says; while a page is awaited, nobody else can look.
WATCH = """
new MutationObserver(() => {
  const outline = document.querySelector('.outline [role=status]')
  if (outline?.textContent) sessionStorage.setItem('outline', JSON.stringify({
    says: outline.textContent,
    busy: document.querySelector('main').getAttribute('aria-busy'),
    visible: [...document.querySelector('main').children].filter(
      each => each.checkVisibility()).length,
  }))
}).observe(document, { childList: true, subtree: true, characterData: true })
"""


def hold(page, pattern):
    """Delays the answers to the addresses that match."""
    def delayed(route):
        time.sleep(HOLD)
        route.continue_()
    page.route(pattern, delayed)


def seen(page):
    """What the outline said; None if there was none."""
    return json.loads(page.evaluate("sessionStorage.getItem('outline')") or "null")


#: The page, the link on it, the address that is awaited, and what is said meanwhile.
AWAITED = (
    # ID-27
    ("/interactions", "article a", r".*/interactions/[0-9a-f-]+$", "Loading interaction..."),
    # IL-40
    ("/", "nav a[href='/interactions']", r".*/interactions$", "Loading interactions..."),
    # CO-34
    ("/", "nav a[href='/coaches']", r".*/coaches$", "Loading coaches..."),
    # IA-59: the pickers of the form among the rest.
    ("/interactions", "main .head a.main", r".*/interactions/new$", "Loading..."),
    # EV-47
    ("/events", "main a[href^='/events/0']", r".*/events/[0-9a-f-]+$", "Loading..."),
    # SA-38
    ("/social", "main a[href='/social/analytics']", r".*/social/analytics$", "Loading..."),
)


@pytest.mark.parametrize("start,link,address,words", AWAITED)
def test_a_slow_page_has_an_outline(readers, records, start, link, address, words):
    """X-29, IA-59, ID-27, CO-34, EV-47, SA-38: only while nothing of the page is there."""
    page = readers.open(records.player, DESKTOP, scripts=True)
    page.add_init_script(WATCH)
    page.goto(start)
    hold(page, re.compile(address))
    page.locator(link).first.click()
    expect(page).to_have_url(re.compile(address))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert seen(page) == {"says": words, "busy": "true", "visible": 1}
    expect(page.locator(".outline")).to_have_count(0)


def test_a_quick_page_has_none(readers, records):
    page = readers.open(records.player, DESKTOP, scripts=True)
    # Nothing takes a moment if the timer does not go on.
    page.add_init_script("window.setTimeout = () => 0;" + WATCH)
    page.goto("/interactions")
    page.locator("article a").first.click()
    expect(page).to_have_url(re.compile(r".*/interactions/[0-9a-f-]+$"))
    assert seen(page) is None


def test_a_download_leaves_the_page_as_it_is(readers, records):
    page = readers.open(records.player, DESKTOP, scripts=True)
    page.add_init_script(WATCH)
    page.goto("/interactions")
    hold(page, re.compile(r".*/interactions/export.*"))
    with page.expect_download():
        page.get_by_role("link", name="Export CSV").click()
    assert seen(page) is None


def test_the_figures_of_another_range_fade_in(readers, records):
    """SA-38, SA-42: for half a second, and not for readers who want no motion; nothing but the
    figures is fetched."""
    for motion, seconds in (("no-preference", "0.5s"), ("reduce", "0s")):
        page = readers.open(records.player, DESKTOP, scripts=True)
        page.emulate_media(reduced_motion=motion)
        page.goto("/social/analytics")
        fetched = []
        page.on("request", lambda request: fetched.append(request.url))
        page.get_by_role("button", name="90").click()
        expect(page).to_have_url(re.compile("range=90$"))
        expect(page.locator("button[aria-pressed=true]")).to_have_attribute("value", "90")
        assert page.locator("main.fresh").evaluate(
            "main => getComputedStyle(main).animationDuration") == seconds
        assert [url for url in fetched if "/social" in url] == [page.url]
        assert not any(url.endswith((".css", ".js")) for url in fetched)


def test_typing_goes_on_while_a_list_is_loaded(readers, records):
    """X-29: the rows change under the reader, who has gone on to another field."""
    page = readers.open(records.player, DESKTOP, scripts=True)
    page.goto("/interactions")
    held = []
    page.route(
        re.compile(r".*/interactions\?type=.*"),
        lambda route: route.continue_() if held else held.append(route))
    filters = page.get_by_role("main").get_by_role("search")
    filters.get_by_label("Type").select_option("Email")
    filters.get_by_label("Search").focus()
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.get_by_role("region", name="Active filters")).to_be_visible()
    expect(filters.get_by_label("Search")).to_be_focused()
    page.keyboard.type("camp")
    expect(page).to_have_url(re.compile(r".*search=camp.*"))


def test_an_edit_is_closed_by_its_cross(readers, records):
    """EV-23: "Edit Event", "Save Changes", "Cancel" and a cross."""
    page = readers.open(records.player, PHONE)
    page.goto(f"/events/{records.event}/edit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit Event")
    expect(page.get_by_role("button", name="Save Changes")).to_be_visible()
    expect(page.get_by_role("link", name="Cancel", exact=True)).to_be_visible()
    page.get_by_role("link", name="Close", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Showcase")
