"""What the script adds. Each page works without it, which the other tests show."""

import json
import re

import pytest
from playwright.sync_api import expect

from inspection import DESKTOP, PHONE


#: Keeps what a form says while it is on its way; while a page is awaited, nobody else can look.
WATCH = """
addEventListener('submit', event => setTimeout(() => {
  const shown = [...event.target.querySelectorAll('button, .submit a')]
  sessionStorage.setItem('busy', JSON.stringify({
    shown: shown.filter(each => each.checkVisibility()).map(each => each.innerText),
    enabled: [...event.target.elements].filter(each => !each.disabled).length,
  }))
}))
"""


def busy(page):
    """What the form said that led to this page."""
    return json.loads(page.evaluate("sessionStorage.getItem('busy')"))


def sent(page):
    """The addresses of the forms that the page sends from now on."""
    addresses = []
    page.on("request", lambda request: (
        addresses.append(request.url) if request.method == "POST" else None))
    return addresses


def test_an_interaction_is_logged_once_and_says_so_meanwhile(readers, logger, site):
    """IA-19, IA-30, IA-48, IA-49: counters, the level, the button, and what it says."""
    page = readers.open(logger.player, scripts=True)
    page.add_init_script(WATCH)
    page.goto("/interactions/new")
    button = page.get_by_role("button", name="Log Interaction")
    expect(button).to_be_disabled()
    page.get_by_label("School").select_option("Duke University")
    expect(button).to_be_disabled()
    page.get_by_label("Type").select_option("Email")
    expect(button).to_be_enabled()
    subject = page.get_by_label("Subject")
    subject.fill("Camp 🏕️")
    expect(page.locator("#field-subject-count")).to_have_text("6 of 500")
    page.get_by_label("Inbound").check(force=True)
    page.get_by_label("Sentiment").select_option("Very Positive")
    level = page.locator("[data-action=score] > :visible strong")
    expect(level).to_have_text("Not Set")
    answers = page.get_by_role("switch")
    for number, text in ((1, "Low Interest"), (2, "Medium Interest"), (4, "High Interest")):
        for place in range(number):
            answers.nth(place).check(force=True)
        expect(level).to_have_text(text)
    forms = sent(page)
    button.dblclick()
    expect(page.get_by_role("status").first).to_have_text("Interaction logged")
    assert busy(page) == {"shown": ["Logging..."], "enabled": 0} and len(forms) == 1
    stored = site.read("interactions", "interactions.list", {}, logger.player, logger.id)
    assert [row["subject"] for row in stored["interactions"]] == ["Camp 🏕️"]


def test_links_within_a_page_keep_what_was_typed(readers, logger):
    """IA-53: a link of the summary leads to its field, and the skip link to the content; the
    summary can be dismissed, the texts at the fields stay."""
    page = readers.open(logger.player, scripts=True)
    page.goto("/schools/new")
    city = page.get_by_role("textbox", name="City")
    city.fill("Durham")
    page.get_by_role("button", name="Add School").click()
    page.get_by_role("alert").get_by_role("link").first.click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(city).to_have_value("Durham")
    page.get_by_role("link", name="Skip to content").focus()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    expect(city).to_have_value("Durham")
    page.get_by_role("alert").get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(re.compile("name"))


def test_a_draft_stays_until_it_is_logged_or_discarded(readers, logger):
    """IA-52, IA-55: without a connection nothing is sent, and nothing that was typed is lost."""
    page = readers.open(logger.player, scripts=True)
    page.goto("/interactions/new")
    page.get_by_label("School").select_option("Duke University")
    page.get_by_label("Type").select_option("Email")
    page.get_by_label("Content").fill("They asked about the fall schedule")
    button = page.get_by_role("button", name="Log Interaction")
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(button).to_be_disabled()
    page.context.set_offline(False)
    expect(button).to_be_enabled()
    page.goto("/coaches")
    page.goto("/interactions/new")
    expect(page.get_by_text("Your draft is back.")).to_be_visible()
    expect(page.get_by_label("Content")).to_have_value("They asked about the fall schedule")
    expect(button).to_be_enabled()
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("link", name="Cancel").click()
    assert asked == ["Discard changes?"]
    expect(page.get_by_label("Content")).to_have_value("They asked about the fall schedule")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("link", name="Cancel").click()
    expect(page).to_have_url(re.compile("/interactions$"))
    page.goto("/interactions/new")
    expect(page.get_by_label("Content")).to_have_value("")
    # What was logged leaves no draft.
    page.get_by_label("School").select_option("Duke University")
    page.get_by_label("Type").select_option("Email")
    page.get_by_role("button", name="Log Interaction").click()
    expect(page.get_by_role("status").first).to_have_text("Interaction logged")
    page.goto("/interactions/new")
    expect(page.get_by_label("School")).to_have_value("")


def test_a_list_is_filtered_while_typing(readers, site, logger):
    """CO-04: at once, without another page; the address follows, and the focus stays."""
    for name in ("Baker", "Bailey", "Cole"):
        site.change("coaches", "coaches.add", {
            "first_name": "Sam", "last_name": name}, logger.player, logger.id)
    page = readers.open(logger.player, DESKTOP, scripts=True)
    page.goto("/coaches")
    page.evaluate("window.isSame = true")
    search = page.get_by_placeholder("Search coaches...")
    rows = page.locator(".cards > li")
    expect(rows).to_have_count(4)
    search.press_sequentially("bai")
    expect(rows).to_have_count(1)
    expect(search).to_be_focused()
    expect(search).to_have_value("bai")
    expect(page).to_have_url(re.compile(r"/coaches\?search=bai$"))
    page.get_by_role("link", name=re.compile("^Remove filter Search")).click()
    expect(rows).to_have_count(4)
    page.go_back()
    expect(rows).to_have_count(1)
    assert page.evaluate("window.isSame")


@pytest.mark.parametrize("width", (PHONE, DESKTOP))
def test_a_deletion_asks_in_a_dialog(readers, logger, width):
    """CO-30, CO-32, CO-33, ID-28: the Delete key asks too; Escape and Cancel change nothing."""
    page = readers.open(logger.player, width, scripts=True)
    page.add_init_script(WATCH)
    page.goto("/coaches")
    card = page.locator(".cards > li")
    link = card.get_by_role("link", name=re.compile("Delete"))
    link.click()
    dialog = page.get_by_role("dialog", name="Delete Coach?")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(link).to_be_focused()
    card.get_by_role("link").first.focus()
    page.keyboard.press("Delete")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(1)
    page.keyboard.press("Delete")
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status").first).to_contain_text("Coach deleted")
    assert busy(page) == {"shown": ["Deleting..."], "enabled": 0}
    expect(card).to_have_count(0)


def test_an_event_says_that_it_is_being_saved(readers, logger, site):
    """EV-22: "Saving...", with its fields disabled, and sent once."""
    event = site.change("events", "events.add", {
        "name": "Showcase", "type": "showcase", "start_date": "2026-03-01",
    }, logger.player, logger.id)["event"]["id"]
    page = readers.open(logger.player, scripts=True)
    page.add_init_script(WATCH)
    page.goto(f"/events/{event}/edit")
    page.get_by_label("Name", exact=True).fill("Winter Showcase")
    forms = sent(page)
    page.get_by_role("button", name="Save Changes").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter Showcase")
    assert busy(page) == {"shown": ["Saving..."], "enabled": 0} and len(forms) == 1


def test_keys_move_and_are_listed(readers, site, logger):
    for subject in ("First", "Second"):
        site.log(logger.player, logger.id, logger.school, subject=subject)
    page = readers.open(logger.player, DESKTOP, scripts=True)
    page.goto("/interactions")
    page.keyboard.press("/")
    search = page.get_by_role("main").get_by_role("searchbox")
    expect(search).to_be_focused()
    page.keyboard.type("j?")
    expect(search).to_have_value("j?")
    page.goto("/interactions")
    rows = page.get_by_role("article").get_by_role("link")
    page.keyboard.press("j")
    expect(rows.first).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows.first).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text("Log My Interaction")


def test_nothing_is_said_to_the_console(readers, filled, addresses):
    """No page breaks its own policy of contents, and no script fails."""
    page = readers.open(filled.player, scripts=True, workers="allow")
    said = []
    page.on("console", lambda message: said.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    for address in addresses("player"):
        page.goto(address)
    assert said == []


@pytest.mark.parametrize("path", ["/coaches?page=2", "/coaches/1/delete"])
def test_links_to_other_sites_are_left_to_the_browser(readers, logger, path):
    """An address of another site is not taken for one of ours that has the same path."""
    page = readers.open(logger.player, scripts=True)
    page.goto("/coaches")
    taken = page.evaluate("""path => {
        const link = document.createElement('a')
        link.href = `https://elsewhere.example${path}`
        document.querySelector('main').append(link)
        let taken = null
        addEventListener('click', event => {
            taken = event.defaultPrevented
            event.preventDefault()
        }, {once: true})
        link.click()
        return taken
    }""", path)
    assert taken is False
