"""Makes the pictures of the README, pages of an invented family, and the icon of home screens that
take no SVG, in Chromium.

    .venv/browser/bin/python Tests/Browser/pictures.py        (after make build and make test)
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE / "Harness"), str(HERE.parent / "Conformance")]

from playwright.sync_api import sync_playwright  # noqa: E402

import inspection  # noqa: E402
import sample  # noqa: E402
import website  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
#: The name of each picture, its page, width and height in pixels, and colour scheme.
PICTURES = (
    ("interactions-phone", "/interactions", 390, 844, "light"),
    ("figures-desktop", "/social/analytics?range=all", 1280, 844, "dark"),
)
#: A family's own list, with everything about which its report asks.
LOG = """Date,School,Coach,Who reached out,What happened,Stars
3/4/26,UConn,Ann Poe,us,Sent the film and the schedule for summer,5
3/9/26,Ohio St.,Ray Fell,them,Asked for a transcript and test scores,4
soon,Mizzou,Kim Oh,us,Called about the camp in the last week of June,3
3/15/26,Loyola,Di Wolf,them,Invited to the prospect day in October,4
"""
ASSETS = ROOT / "Shared" / "CAssets"
#: The width and height of the icon in pixels, as iOS has it.
ICON_PIXELS = 180


def draw_icon(browser):
    page = browser.new_page(viewport={"width": ICON_PIXELS, "height": ICON_PIXELS})
    drawing = (ASSETS / "app-icon.svg").read_text()
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
    page.screenshot(path=ASSETS / "app-icon.png")


def draw_import(browser, site, family):
    """The report of a list, for the guide."""
    context = browser.new_context(
        base_url=site.address, viewport={"width": 1280, "height": 844}, locale="en-US",
        reduced_motion="reduce")
    context.add_cookies([site.cookie(family.player)])
    page = context.new_page()
    page.goto("/import/log")
    page.set_input_files("[name=file]", files=[
        {"name": "log.csv", "mimeType": "text/csv", "buffer": LOG.encode()}])
    page.get_by_role("button", name="Check the file").click()
    page.wait_for_url("**/import/log")
    page.screenshot(path=FOLDER / "import-report.png", full_page=True)


def main():
    FOLDER.mkdir(exist_ok=True)
    with website.Website() as site, sync_playwright() as playwright:
        family = sample.fill(site, sample.family(site), posts=sample.MANY_POSTS)
        browser = playwright.chromium.launch(
            executable_path=inspection.CHROMIUM, args=["--no-sandbox"])
        draw_icon(browser)
        for name, address, width, height, scheme in PICTURES:
            context = browser.new_context(
                base_url=site.address, viewport={"width": width, "height": height},
                color_scheme=scheme, locale="en-US", reduced_motion="reduce")
            context.add_cookies([site.cookie(family.player)])
            page = context.new_page()
            page.goto(address)
            page.screenshot(path=FOLDER / f"{name}.png")
        draw_import(browser, site, family)
        browser.close()


if __name__ == "__main__":
    main()
