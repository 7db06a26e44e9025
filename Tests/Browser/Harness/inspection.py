"""What is measured on a page, at the widths of phones, tablets and desktops."""

import json
import pathlib

from axe_playwright_python.base import AXE_SCRIPT

#: Debian's Chromium, built without windows of its own: the pages are the same, in half of the time.
CHROMIUM = "/usr/bin/chromium-headless-shell"

#: Widths and the height of the window, in CSS pixels.
NARROW, PHONE, TABLET, DESKTOP = 320, 390, 768, 1280
HEIGHT = 844
#: The least size of whatever can be touched, in CSS pixels.
TOUCH = 44

MEASURE = (pathlib.Path(__file__).parent / "measure.js").read_text()
#: All rules that are on by themselves, and the size of targets, which is not. Only rules about
#: sounds and an experimental one need what axe would load once more, and no page has a sound.
_AXE = json.dumps({
    "resultTypes": ["violations"], "preload": False, "rules": {"target-size": {"enabled": True}}})


#: The next frame in which the window has its new size.
_RESIZED = """([width, height]) => new Promise((done) => {
    const look = () => {
        if (innerWidth === width && innerHeight === height) done();
        else requestAnimationFrame(look);
    };
    look();
})"""


def resize(page, width, height=HEIGHT):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_RESIZED, [width, height])


def accessibility(page):
    """The violations that axe finds on a phone in light and on a desktop in dark colors.

    The window is as high as the page: axe does not scroll, and takes whatever is just above the
    lower edge for covered by the bar there.
    """
    page.evaluate(AXE_SCRIPT)
    found = []
    for width, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
        page.emulate_media(color_scheme=scheme)
        resize(page, width)
        resize(page, width, page.evaluate("document.documentElement.scrollHeight"))
        for violation in page.evaluate(f"axe.run({_AXE})")["violations"]:
            for node in violation["nodes"]:
                found.append(
                    f"{width}, {scheme}: {violation['id']}: {node['html'][:160]}: "
                    f"{node['failureSummary'][:200]}")
    return found


def layout(page, widths):
    """What scrolls sideways, is cut or leaves its box at these widths."""
    found = []
    for width in widths:
        resize(page, width)
        found += [f"{width}: {each}" for each in page.evaluate("measure.overflow()")]
    return found


def words(page, selector, widths):
    """Words in elements that are broken at these widths."""
    found = []
    for width in widths:
        resize(page, width)
        broken = page.evaluate(f"measure.brokenWords({json.dumps(selector)})")
        found += [f"{width}: {each}" for each in broken]
    return found


def targets(page, widths):
    """What is covered, or too small to be touched, at these widths."""
    found = []
    for width in widths:
        resize(page, width)
        found += [f"{width}: {each}" for each in page.evaluate(f"measure.targets({TOUCH})")]
    return found
