"""The pages as an app on a home screen, and without a connection."""

import json
import socket

import pytest
from playwright.sync_api import expect

import sample
import website


@pytest.fixture(scope="module")
def own_site():
    """A product whose pages have the same address after a start."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with website.Website(COMPASS_WEB_PORT=str(port)) as product:
        yield product


@pytest.fixture
def page(chromium, own_site):
    """A player's page, in charge of which is the service worker."""
    family = sample.family(own_site)
    own_site.school(family.player, family.id, "Duke University")
    context = chromium.new_context(base_url=own_site.address)
    context.add_cookies([own_site.cookie(family.player)])
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    yield page
    context.close()


def test_the_pages_can_be_installed(page, own_site):
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.evaluate("async address => (await fetch(address)).text()", address))
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        kind = page.evaluate(
            "async address => (await fetch(address)).headers.get('content-type')", icon["src"])
        assert kind == icon["type"] == "image/svg+xml"


def test_without_a_server_the_draft_is_shown(page, own_site):
    """IA-55: the page says that there is no connection, and nothing that was typed is lost."""
    page.goto("/interactions/new")
    page.get_by_label("Subject").fill("Spoke with Coach Lee")
    with own_site.without("web"):
        page.goto("/interactions")
        expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
        expect(page.get_by_text("Spoke with Coach Lee")).to_be_visible()
        # Nothing of anybody's records is kept.
        kept = page.evaluate("""async () => {
            const found = []
            for (const name of await caches.keys()) {
                for (const request of await (await caches.open(name)).keys()) {
                    found.push(new URL(request.url).pathname)
                }
            }
            return found
        }""")
        assert kept and all(each == "/offline" or each.startswith("/assets/") for each in kept)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("You are offline")
    page.goto("/interactions/new")
    expect(page.get_by_label("Subject")).to_have_value("Spoke with Coach Lee")
