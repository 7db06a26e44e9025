"""What is measured on pages finds planted faults: a measure that finds nothing might be blind."""

import pytest

import inspection

WIDTHS = (inspection.PHONE,)
#: A page without faults.
SOUND = """
<!doctype html><html lang="en"><title>Sound</title>
<style>body { margin: 16px; color: light-dark(#000, #fff); background: light-dark(#fff, #000);
    color-scheme: light dark } button { min-width: 44px; min-height: 44px }
    :focus-visible { outline: 3px solid red }</style>
<main><h1>Sound</h1><p>A line with <a href="#a">a link</a> in it.</p><button>Send</button>FAULT
</main></html>"""


def show(readers, fault=""):
    page = readers.measured()
    page.goto("/sign-in")
    page.set_content(SOUND.replace("FAULT", fault))
    return page


def test_a_sound_page_has_no_findings(readers):
    page = show(readers)
    assert inspection.accessibility(page) == []
    assert inspection.layout(page, WIDTHS) == inspection.targets(page, WIDTHS) == []


@pytest.mark.parametrize("fault, rule", (
    ("<input>", "390, light: label"),
    ("<p style='color: #ccc; background: #fff'>pale</p>", "390, light: color-contrast"),
    ("<p style='color: light-dark(#000, #333)'>pale in the dark</p>", "1280, dark: color-contrast"),
    ("<h4>deep</h4>", "1280, dark: heading-order"),
))
def test_axe_finds_what_is_wrong(readers, fault, rule):
    found = inspection.accessibility(show(readers, fault))
    assert any(each.startswith(f"{rule}:") for each in found), found


@pytest.mark.parametrize("fault, finding", (
    ("<p style='width: 500px'>wide</p>", "390: the page is "),
    ("<p style='width: 80px'>unbreakable" + "x" * 80 + "</p>", "is wider than <p>"),
    ("<p style='height: 9px; overflow: hidden'>low</p>", "is cut by <p>"),
    ("</main><p style='position: absolute; left: -30px'>beside</p>", "is beside the page"),
))
def test_layout_finds_what_does_not_fit(readers, fault, finding):
    found = inspection.layout(show(readers, fault), WIDTHS)
    assert any(finding in each for each in found), found


def test_words_finds_what_is_broken(readers):
    narrow = "<p style='width: 60px; overflow-wrap: anywhere'>"
    page = show(readers, f"{narrow}of Massachusetts</p>")
    (found,) = inspection.words(page, "p", WIDTHS)
    assert found.startswith("390: <p>") and found.endswith("breaks “Massachusetts”")
    # Between words, and within addresses, which nothing else can break.
    page = show(readers, f"{narrow}of it all, to a@athletics.example</p>")
    assert inspection.words(page, "p", WIDTHS) == []


@pytest.mark.parametrize("fault, finding", (
    ("<button style='min-height: 0; height: 40px'>low</button>", "pixels"),
    ("<p><a href='#a'>x</a></p>", "pixels"),
    ("<div><button>low</button></div><p style='margin: -44px 0 0; position: relative;"
     " height: 90px'></p>", "is covered"),
))
def test_targets_finds_what_cannot_be_touched(readers, fault, finding):
    found = inspection.targets(show(readers, fault), WIDTHS)
    assert len(found) == 1 and finding in found[0], found


def test_the_focus_is_missed_where_it_is_not_drawn(readers):
    page = show(readers, "<button id='bare' style='outline: none'>bare</button>")
    for name, is_seen in (("Send", True), ("bare", False)):
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("measure.focusIsSeen()") == is_seen
