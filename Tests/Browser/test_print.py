"""Pages on paper: what is on the record, and nothing that only works on a screen."""

import pytest

import inspection
from test_pages import nothing, over_all

#: The width in pixels that a sheet of paper has between its margins.
PAPER = 700
#: The height of half a sheet: what is taller may be cut, or most of a page stays empty.
HALF = 432
_CONTROLS = """() => [...document.querySelectorAll(
    'nav, .bar, .top, .back, button, .btn, .banner, .skip, form[method=get]')]
    .filter((each) => each.checkVisibility())
    .map((each) => `${each.localName} ${each.textContent.trim().slice(0, 30)} is printed`)"""
_DARK = """() => {
    const [back, ink] = ['backgroundColor', 'color'].map((name) =>
        getComputedStyle(document.body)[name].match(/[0-9.]+/g).map(Number));
    const isClear = back.length === 4 && back[3] === 0 || Math.min(...back) > 250;
    return isClear && Math.max(...ink) < 128 ? [] : [`${ink} on ${back}`];
}"""
_WHOLE = """(most) => [...document.querySelectorAll('main *')]
    .filter((each) => getComputedStyle(each).breakInside.startsWith('avoid')
        && each.getBoundingClientRect().height > most)
    .map((each) => `${each.localName}.${each.className} is not cut`)"""


def findings(page):
    return (
        page.evaluate(_CONTROLS) + page.evaluate(_DARK) + page.evaluate(_WHOLE, HALF)
        + inspection.layout(page, (PAPER,)))


@pytest.mark.parametrize("name", ("player", "parent"))
def test_paper_has_no_controls_and_nothing_cut(readers, cast, addresses, name):
    page = readers.measured(cast[name], color_scheme="dark", width=PAPER)
    page.emulate_media(media="print")
    nothing(over_all(page, addresses(name), findings))


def test_a_folded_table_is_printed_and_a_folded_form_is_not(readers, cast, addresses):
    page = readers.measured(cast["player"], width=PAPER)
    coach = next(each for each in addresses("player") if each.startswith("/coaches/01"))
    page.goto(coach)
    assert not page.locator("details table").first.is_visible()
    page.emulate_media(media="print")
    assert page.locator("details table").first.is_visible()
    event = next(each for each in addresses("player") if each.startswith("/events/01"))
    page.goto(event)
    assert page.locator("details form").count() > 0
    assert not page.locator("details form").first.is_visible()
