"""The pages without a pointer: keys alone, and the focus always seen."""

from playwright.sync_api import expect

import people
import inspection

#: More than any page has controls before the one that is looked for.
STOPS_MAX = 40


def tab_to(page, control):
    """Presses Tab until the control has the focus. Each stop on the way shows where it is."""
    for _ in range(STOPS_MAX):
        page.keyboard.press("Tab")
        stop = page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
        assert page.evaluate("measure.focusIsSeen()"), f"the focus is not seen on {stop}"
        if control.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {control}")


def test_signing_in_and_logging_with_keys_alone(readers, site, family):
    """IA-62, X-37: Tab leads to every control in the order of the page, its focus is seen and not
    covered, and keys alone sign in, skip to the content and log an interaction."""
    site.school(family.player, family.id, "Duke University")
    page = readers.measured()
    page.goto("/")
    tab_to(page, page.get_by_label("Email"))
    page.keyboard.type(family.player.email)
    tab_to(page, page.get_by_label("Password"))
    page.keyboard.type(people.PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Good", level=1)).to_be_visible()

    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    assert skip.bounding_box()["height"] >= inspection.TOUCH
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    tab_to(page, page.get_by_role("main").get_by_role("link", name="Log Interaction"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Log My Interaction", level=1)).to_be_visible()

    tab_to(page, page.get_by_label("School"))
    page.keyboard.type("Duke")
    tab_to(page, page.get_by_label("Type"))
    page.keyboard.type("Phone")
    tab_to(page, page.get_by_label("Outbound"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Inbound")).to_be_checked()
    tab_to(page, page.get_by_label("Subject"))
    page.keyboard.type("A call")
    tab_to(page, page.get_by_label("Sentiment"))
    page.keyboard.type("Positive")
    tab_to(page, page.get_by_role("switch").first)
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Log Interaction"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_have_text("Interaction logged")
    stored = site.read("interactions", "interactions.list", {}, family.player, family.id)
    row = stored["interactions"][0]
    assert (row["type"], row["direction"], row["subject"], row["sentiment"]) == (
        "phone_call", "inbound", "A call", "positive")
    assert row["interest_answers"] == ["schedule"]


def test_fields_and_switches_say_what_they_are(readers, site, family):
    """IA-62: each field has a name and says whether it must be filled; a switch has its question as
    its name, and its state."""
    site.school(family.player, family.id, "Duke University")
    page = readers.open(family.player)
    page.goto("/interactions/new")
    page.get_by_label("Inbound").check(force=True)
    page.get_by_label("Sentiment").select_option("Positive")
    for role, name, required in (
        ("combobox", "School", True), ("combobox", "Coach (optional)", False),
        ("combobox", "Type", True), ("textbox", "Subject (optional)", False),
        ("textbox", "Content (optional)", False), ("combobox", "Sentiment (optional)", False),
    ):
        field = page.get_by_role(role, name=name, exact=True)
        expect(field).to_have_count(1)
        assert (field.get_attribute("aria-required") == "true") == required
    expect(page.get_by_label("Date")).to_have_attribute("aria-required", "true")
    assert page.get_by_label("Time (optional)").get_attribute("aria-required") is None
    expect(page.get_by_role("group", name="Direction").get_by_role("radio")).to_have_count(2)
    switches = page.get_by_role("switch")
    expect(switches).to_have_count(6)
    for switch in switches.all():
        assert switch.evaluate("each => each.labels[0].innerText").endswith("?")
        expect(switch).not_to_be_checked()
        switch.focus()
        page.keyboard.press("Space")
        expect(switch).to_be_checked()


def test_single_keys_can_be_switched_off(readers, family):
    """WCAG 2.2, 2.1.4: for this browser, on the settings page, and on again."""
    page = readers.open(family.player, scripts=True)
    help_dialog = page.get_by_role("dialog", name="Keys")
    for is_on in (False, True):
        page.goto("/settings")
        switch = page.get_by_role("switch", name="Single keys move")
        expect(switch).to_be_checked(checked=not is_on)
        switch.set_checked(is_on, force=True)
        page.goto("/interactions")
        page.keyboard.press("?")
        expect(help_dialog).to_be_visible(visible=is_on)
    # Without the script there are no such keys.
    page = readers.open(family.player)
    page.goto("/settings")
    expect(page.get_by_text("Single keys move")).to_be_hidden()
