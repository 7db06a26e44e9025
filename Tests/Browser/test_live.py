"""What others do shows on an open page without a reload."""

import http.client
import re
import time
import urllib.parse

import pytest
from playwright.sync_api import expect


@pytest.fixture
def school(site, family):
    return site.school(family.player, family.id, "Duke University")


def test_what_others_log_is_offered_and_the_bell_counts_up(readers, family, site, school):
    """IL-28: the parent's list offers the player's rows; a click shows them with their number."""
    site.log(family.player, family.id, school, subject="Before")
    page = readers.open(family.parent, scripts=True)
    page.goto("/interactions")
    offer = page.locator("p[role=status] button")
    bell = page.locator("a.bell[href='/notifications']")
    expect(bell).to_have_attribute("aria-label", "Notifications")
    expect(offer).to_have_count(0)
    site.log(family.player, family.id, school, subject="First", direction="inbound")
    expect(offer).to_have_text("1 new interaction")
    expect(bell).to_have_attribute("aria-label", "Notifications, 1 unread")
    expect(bell.locator(".count")).to_have_text("1")
    site.log(family.player, family.id, school, subject="Second")
    expect(offer).to_have_text("2 new interactions")
    expect(page.locator("article")).to_have_count(1)
    offer.click()
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator("p[role=status]")).to_have_text("3 interactions found")
    # The number of notifications goes down again where they are read on another device.
    site.change(
        "notifications", "notifications.markRead", {"all": True}, family.parent, family.id)
    expect(bell).to_have_attribute("aria-label", "Notifications")
    expect(bell.locator(".count")).to_have_count(0)


def test_only_what_the_filters_select_is_offered(readers, family, site, school):
    page = readers.open(family.parent, scripts=True)
    page.goto("/interactions?search=camp")
    page.wait_for_function("performance.getEntriesByType('resource').length > 0")
    site.log(family.player, family.id, school, subject="Other")
    site.log(family.player, family.id, school, subject="Camp")
    expect(page.locator("p[role=status] button")).to_have_text("1 new interaction")


@pytest.mark.parametrize("path, noun, service, operation, fields", (
    ("/coaches", "coach", "coaches", "coaches.add", {"first_name": "Ann", "last_name": "Lee"}),
    ("/schools", "school", "coaches", "schools.add", {"name": "Stanford University"}),
    ("/events", "event", "events", "events.add",
     {"name": "Showcase", "type": "showcase", "start_date": "2026-03-01"}),
    ("/social", "post", "analytics", "posts.add",
     {"platform": "twitter", "post_content": "We won.", "post_date": "2026-01-02T12:00:00.000Z",
      "author_name": "Ann Lee"}),
))
def test_every_list_is_live(
        readers, family, site, school, path, noun, service, operation, fields):
    page = readers.open(family.player, scripts=True)
    page.goto(path)
    expect(page.locator("main")).to_have_attribute("data-name", noun)
    if operation == "coaches.add":
        fields = {**fields, "school_id": school}
    site.change(service, operation, fields, family.player, family.id)
    expect(page.locator("p[role=status] button")).to_have_text(f"1 new {noun}")


class Stream:
    """An event stream, read as a browser reads it."""

    def __init__(self, site, person, headers=(), **query):
        address = urllib.parse.urlsplit(site.address)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
        self.connection.request(
            "GET", "/live?" + urllib.parse.urlencode(query),
            headers={"Cookie": f"compass={person.token}", **dict(headers)})
        self.answer = self.connection.getresponse()

    def event(self, name):
        """The id and the content of the next event of this name."""
        while True:
            fields = {}
            while line := self.answer.readline().decode().rstrip("\n"):
                key, _, value = line.partition(": ")
                fields[key] = value
            if fields.get("event") == name:
                return fields.get("id"), fields["data"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answer.close()
        self.connection.close()


def test_a_broken_stream_resumes(family, site, school):
    """`Last-Event-ID`: what happened meanwhile is told at once."""
    site.log(family.player, family.id, school, subject="Before")
    past, future = "2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"
    # A page that is older than the newest row.
    with Stream(site, family.parent, since=past, record="interactions") as stream:
        assert stream.answer.status == 200
        assert stream.answer.headers["Content-Type"] == "text/event-stream"
        assert stream.answer.headers["Cache-Control"] == "no-store"
        first, record = stream.event("change")
        assert record == "interactions"
    site.log(family.player, family.id, school, subject="Meanwhile")
    with Stream(
            site, family.parent, [("Last-Event-ID", first)], since=future,
            record="interactions") as stream:
        second, _ = stream.event("change")
        assert second != first
        site.log(family.player, family.id, school, subject="Afterwards")
        third, _ = stream.event("change")
        assert third not in (first, second)


def test_a_player_is_not_told_what_a_sibling_logs(family, site, school):
    """Not even that there is something."""
    sibling = site.join(site.person("Ana Rivera", "player"), family.codes["player_code"])
    since = "2020-01-01T00:00:00.000Z"
    with Stream(site, sibling, since=since, record="interactions") as stream:
        assert stream.event("unread")[1] == "0"
        site.log(family.player, family.id, school, subject="Of the player")
        own = site.log(sibling, family.id, school, subject="Of the sibling")
        # The first change that the sibling hears of is the own one.
        told, _ = stream.event("change")
    entry, = site.read("interactions", "changes.history", {}, sibling, family.id)["entries"]
    assert (entry["id"], entry["record_id"]) == (told, own["id"])


@pytest.mark.parametrize("leaving", ("signs out", "leaves the family"))
def test_a_stream_ends_with_the_rights_of_its_reader(family, site, leaving):
    guest = site.join(site.person("Gus Guest", "parent"), family.codes["parent_code"])
    with Stream(site, guest, record="interactions") as stream:
        assert stream.answer.status == 200
        stream.event("unread")
        if leaving == "signs out":
            site.change("identity", "sessions.logout", {"everywhere": True}, guest)
        else:
            site.change("identity", "families.leave", {}, guest, family.id)
        began = time.monotonic()
        stream.answer.read()
        # Without a revocation it would go on for good, and each wait lasts 25 seconds.
        assert time.monotonic() - began < 20
    with Stream(site, guest, record="interactions") as again:
        assert again.answer.status == 303
        assert re.match("/(sign-in|join)", again.answer.headers["Location"])


def test_a_hidden_page_has_no_stream(readers, family):
    """So that the pages in the background leave the browser's few connections to the others."""
    page = readers.open(family.parent, scripts=True)
    page.add_init_script("""
        window.streams = []
        const Native = EventSource
        window.EventSource = class extends Native {
          constructor(address) { super(address); window.streams.push(this) }
        }
    """)
    page.goto("/interactions")
    opened = "window.streams.filter(each => each.readyState !== 2).length"
    assert page.evaluate(opened) == 1
    page.evaluate("""
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
    """)
    assert page.evaluate(opened) == 0
    page.evaluate("""
        Object.defineProperty(document, 'hidden', { value: false, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
    """)
    assert page.evaluate(opened) == 1
