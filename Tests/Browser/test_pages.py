"""Every page that a reader can reach, and every page that says what is wrong: nothing that axe
finds, nothing that scrolls sideways, nothing too small to be touched."""

import re

import pytest

import crawl
import inspection
import markup
from inspection import DESKTOP, NARROW, PHONE, TABLET

USUAL = ("player", "parent", "beginner", "reading along", "newcomer", "visitor")
EVERYBODY = (*USUAL, "odd names", "odd parent")
#: Pages without which the crawl has gone wrong.
EXPECTED = {
    "player": {
        "/", "/coaches", "/coaches/ID", "/coaches/ID/delete", "/coaches/ID/edit", "/coaches/new",
        "/coaches/duplicates", "/coaches/ID/merge/ID", "/schools/duplicates",
        "/digest", "/digest?",
        "/coaches/ID/timeline", "/coaches/ID/timeline?", "/schools/ID/timeline",
        "/schools/ID/timeline?",
        "/coaches?", "/events", "/events/ID", "/events/ID/delete", "/events/ID/edit", "/events/new",
        "/events?", "/family/leave", "/family/members/ID/remove", "/family/name", "/history",
        "/history?", "/import", "/import/coaches", "/import/events", "/import/interactions",
        "/import/log", "/import/metrics", "/import/posts", "/import/schools",
        "/events/ID/metrics/ID/delete",
        "/interactions", "/interactions/ID", "/interactions/new", "/interactions/ID/delete",
        "/interactions/delete?", "/interactions/note?", "/views", "/views/new?",
        "/interactions/ID/edit", "/events/ID/metrics/ID/edit",
        "/interactions/new?", "/interactions?", "/join", "/more", "/queue",
        "/notifications", "/notifications?", "/profile", "/profile/edit", "/schools", "/schools/ID",
        "/schools/ID/delete",
        "/schools/ID/edit", "/schools/new", "/schools/new?", "/schools?", "/search", "/search?",
        "/settings", "/settings/password", "/settings/recovery-codes", "/settings/second-factor",
        "/settings/hooks", "/settings/tokens", "/settings/windows",
        "/social", "/social?", "/social/new", "/social/ID/delete", "/social/analytics",
        "/social/analytics?", "/trash"},
    "parent": {
        "/coaches/duplicates", "/schools/duplicates",
        "/", "/digest", "/digest?",
        "/coaches", "/coaches/ID", "/coaches?", "/events", "/events/ID", "/events?",
        "/family/leave", "/family/members/ID/remove", "/family/members/ID/reset", "/history",
        "/history?", "/interactions", "/interactions/ID", "/interactions?", "/join", "/more",
        "/notifications", "/notifications?", "/profile", "/queue", "/schools", "/schools/ID",
        "/schools?",
        "/coaches/ID/timeline", "/coaches/ID/timeline?", "/schools/ID/timeline",
        "/schools/ID/timeline?",
        "/search", "/search?", "/settings", "/settings/password", "/settings/recovery-codes",
        "/settings/hooks", "/settings/second-factor", "/settings/tokens", "/settings/windows",
        "/social", "/social?",
        "/social/analytics", "/views", "/views/new?",
        "/social/analytics?"},
    "newcomer": {"/join"},
    "visitor": {"/reset-password", "/sign-in", "/sign-in?", "/sign-up"},
}


def nothing(found):
    """Fails with each finding and the pages that have it. `found` is a list of (address, text)."""
    pages = {}
    for address, text in found:
        pages.setdefault(text, []).append(address)
    assert not pages, "\n".join(
        f"{text}: {places[0]}" + (f" and {len(places) - 1} more" if places[1:] else "")
        for text, places in pages.items())


def over_all(page, addresses, look):
    """What `look` finds on each of the pages."""
    found = []
    for address in addresses:
        page.goto(address)
        found += [(address, text) for text in look(page)]
    return found


#: The name above each page and both sides of a merge, in which no word is broken.
NAMES = ".brand b, .side th, .side td"


@pytest.mark.parametrize("name", EVERYBODY)
def test_every_page_is_as_it_should_be(readers, site, cast, name):
    """X-37, X-38: axe finds nothing, in light on a phone and in dark on a desktop.
    X-40: nothing scrolls sideways or is cut, from phones to desktops, and no name is broken.
    X-35, CO-46: whatever can be touched has 44 pixels, and nothing covers it. Links in a line of
    text are exempt: its height limits theirs (WCAG 2.2, success criteria 2.5.5 and 2.5.8,
    "Inline").
    """
    page = readers.measured(cast[name], has_touch=True)
    found = []

    def look(address):
        findings = [
            *(inspection.accessibility(page) if name in USUAL else ()),
            *inspection.layout(page, (NARROW, TABLET, DESKTOP)),
            *inspection.words(page, NAMES, (NARROW, PHONE)),
            *inspection.targets(page, (NARROW, PHONE, TABLET))]
        found.extend((address, text) for text in findings)

    reached = {crawl.shape(address) for address in crawl.pages(page, site, look)}
    nothing(found)
    assert reached == EXPECTED.get(name, reached)


@pytest.mark.parametrize("name", ("player", "parent", "visitor"))
def test_text_of_twice_the_size_fits(readers_with_large_text, cast, addresses, name):
    """X-36: with the reader's own setting of 200 % nothing is cut, covered, or beside the page."""
    page = readers_with_large_text.measured(cast[name])
    page.goto(addresses(name)[0])
    # The setting is in effect.
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    widths = (NARROW, TABLET, DESKTOP)
    found = over_all(page, addresses(name), lambda page: [
        *inspection.layout(page, widths), *inspection.targets(page, (PHONE, DESKTOP))])
    nothing(found)


#: The types of fields that are emptied before a form is sent; None is a field of several lines.
TYPED = ("text", "email", "password", "tel", "url", "datetime-local", None)


def everything(page):
    """All that is looked for on a page that a form or a failure has led to."""
    widths = (NARROW, TABLET, DESKTOP)
    return [
        *inspection.accessibility(page), *inspection.layout(page, widths),
        *inspection.targets(page, (NARROW, PHONE))]


@pytest.mark.parametrize("name, address, button", (
    ("visitor", "/sign-in", "Sign in"),
    ("visitor", "/sign-up", "Create account"),
    ("newcomer", "/join", "Join"),
    ("player", "/interactions/new", "Log Interaction"),
    ("player", "/coaches/new", "Add Coach"),
    ("player", "/coaches/{coach}/edit", "Save Changes"),
    ("player", "/schools/new", "Add School"),
    ("player", "/schools/{school}/edit", "Save Changes"),
    ("player", "/events/{camp}?log=true", "Log Interaction"),
    ("player", "/events/{camp}", "Log Metric"),
))
def test_a_refused_form_is_as_good(readers, cast, filled, name, address, button):
    """X-35, X-40: also where a page says what is wrong, beside the fields and above them."""
    page = readers.measured(cast[name])
    page.goto(address.format(**vars(filled)))
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    form = page.locator("form").filter(has=page.get_by_role("button", name=button, exact=True))
    for field in form.locator("input, textarea").all():
        if field.is_editable() and field.is_visible() and field.get_attribute("type") in TYPED:
            field.fill("")
    # As a browser without scripts would: the script disables the button of an incomplete form.
    form.evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    page.wait_for_function("document.title.startsWith('Error: ')")
    assert page.title().startswith("Error: ")
    nothing((page.url, text) for text in everything(page))


#: An id that no record has.
NOWHERE = "00000000-0000-7000-8000-000000000000"


@pytest.mark.parametrize("address, status, title", (
    ("/nowhere", 404, "Page not found"),
    (f"/interactions/{NOWHERE}", 404, "Interaction not found"),
    (f"/coaches/{NOWHERE}", 404, "Coach not found"),
    ("/schools/no-id", 404, "School not found"),
    (f"/events/{NOWHERE}", 404, "Event not found"),
    ("/interactions?search=zzzz", 200, "My Interactions"),
    ("/coaches?search=zzzz", 200, "Coaches"),
    ("/schools?search=zzzz", 200, "Schools"),
    ("/events?search=zzzz", 200, "Events"),
    ("/social?search=zzzz", 200, "Social Feed"),
    ("/interactions?type=telegram", 422, "My Interactions"),
))
def test_a_page_with_nothing_to_show_is_as_good(readers, cast, address, status, title):
    """X-35, X-40: a record that is not there, a list where nothing matches, a refused filter."""
    page = readers.measured(cast["player"])
    assert page.goto(address).status == status
    assert page.get_by_role("heading", level=1).text_content() == title
    nothing((page.url, text) for text in everything(page))


def test_pages_of_a_service_that_is_away_are_as_good(readers, site, cast):
    """X-35, X-40: lists, the start page and the trash, which say what is missing."""
    page = readers.measured(cast["player"])
    found = []
    with site.without("coaches"):
        for address in ("/", "/coaches", "/schools", "/trash", "/interactions/new"):
            page.goto(address)
            found += [(address, text) for text in everything(page)]
    nothing(found)


@pytest.fixture(scope="module")
def hostile(site):
    return markup.family(site)


def test_hostile_texts_are_markup_where_nobody_escapes_them(readers):
    page = readers.measured()
    assert len(markup.VECTORS) > 600
    assert page.evaluate(markup.CARELESS, markup.VECTORS) > 450


@pytest.mark.parametrize("who", ("player", "parent"))
def test_every_page_shows_texts_as_texts(readers, site, hostile, who):
    """The policy of contents, which would stop most of them all the same, is switched off."""
    page = readers.measured(getattr(hostile, who))
    page.add_init_script("window.hits = 0; window.hit = () => { window.hits += 1; };")
    shown = {}

    def look(address):
        made, hits, texts = page.evaluate(markup.SEEN)
        assert (made, hits) == (0, 0), address
        shown[crawl.shape(address)] = texts

    crawl.pages(page, site, look)
    # The lists have all of them, and what they lead to has some.
    for address in ("/coaches", "/schools", "/events", "/interactions", "/coaches/ID", "/events/ID",
                    "/interactions/ID"):
        assert shown[address] > 0, address
    assert shown["/coaches"] > len(markup.VECTORS)
