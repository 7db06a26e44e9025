"""Fixtures: one system and one browser for each process of the tests."""

import dataclasses

import pytest
from playwright.sync_api import expect, sync_playwright

import crawl
import inspection
import sample
import website

#: How long a page or an element may take, in milliseconds, also on a busy machine.
PATIENCE = 60_000


@dataclasses.dataclass(frozen=True)
class Setting:
    """The width of the window, whether scripts run, and the time zone of its readers."""

    width: int = inspection.PHONE
    scripts: bool = False
    zone: str = "America/New_York"


#: The settings of a module with the mark `stories`, by name.
SETTINGS = {
    "narrow": Setting(inspection.NARROW),
    "tablet": Setting(inspection.TABLET, scripts=True, zone="Pacific/Auckland"),
    "desktop": Setting(inspection.DESKTOP, zone="Pacific/Auckland"),
}


def pytest_generate_tests(metafunc):
    """Stories are lived once in each setting."""
    if "setting" in metafunc.fixturenames and metafunc.definition.get_closest_marker("stories"):
        metafunc.parametrize("setting", SETTINGS.values(), ids=SETTINGS.keys(), indirect=True)


@pytest.fixture(scope="session")
def site():
    with website.Website() as product:
        yield product


@pytest.fixture(scope="session")
def _playwright():
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


def _launch(playwright, *more):
    return playwright.chromium.launch(
        executable_path=inspection.CHROMIUM, args=["--no-sandbox", *more], timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium(_playwright):
    browser = _launch(_playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium_with_large_text(_playwright):
    """The reader's own setting: text of 200 %."""
    browser = _launch(_playwright, "--blink-settings=defaultFontSize=32")
    yield browser
    browser.close()


class Readers:
    """Opens windows, each with cookies of its own, and closes them after the test."""

    def __init__(self, chromium, site, setting=Setting()):
        self.chromium = chromium
        self.site = site
        self.setting = setting
        self.contexts = []

    def open(self, person=None, width=None, scripts=None, workers="block", **more):
        """A window of somebody who is signed in or of a visitor; what is not given is as the
        setting says, on a phone and without scripts if the test has none. A service worker would
        answer in the place of a server that is away."""
        context = self.chromium.new_context(
            base_url=self.site.address, locale="en-US",
            java_script_enabled=self.setting.scripts if scripts is None else scripts,
            # Pages do not fade into each other, so that each is measured as it stays.
            reduced_motion="reduce",
            service_workers=workers,
            viewport={
                "width": self.setting.width if width is None else width,
                "height": inspection.HEIGHT},
            **{"timezone_id": self.setting.zone, **more})
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if person:
            context.add_cookies([self.site.cookie(person)])
        return context.new_page()

    def measured(self, person=None, **more):
        """A window for measuring. The pages forbid scripts; what measures them is exempt."""
        page = self.open(person, scripts=True, bypass_csp=True, **more)
        page.add_init_script(inspection.MEASURE)
        return page

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def setting(request):
    return getattr(request, "param", Setting())


@pytest.fixture
def readers(chromium, site, setting):
    made = Readers(chromium, site, setting)
    yield made
    made.close()


@pytest.fixture
def readers_with_large_text(chromium_with_large_text, site):
    made = Readers(chromium_with_large_text, site)
    yield made
    made.close()


@pytest.fixture
def family(site, setting):
    """A family of a player and a parent, for one test, who live where the setting says."""
    made = sample.family(site)
    for person in (made.player, made.parent):
        site.change(
            "identity", "preferences.update", {"time_zone": setting.zone}, person, made.id)
    return made


@pytest.fixture
def logger(site, family):
    """A family with a school and a coach, whose player logs."""
    family.school = site.school(family.player, family.id, "Duke University")
    family.coach = site.change("coaches", "coaches.add", {
        "first_name": "Ann", "last_name": "Lee", "school_id": family.school,
    }, family.player, family.id)["coach"]["id"]
    return family


@pytest.fixture(scope="session")
def filled(site):
    """A family with records of every kind. Tests do not change it."""
    return sample.fill(site, sample.family(site), posts=sample.MANY_POSTS)


@pytest.fixture(scope="session")
def empty(site):
    """A family without records."""
    return sample.family(site)


@pytest.fixture(scope="session")
def odd(site):
    """A family with odd names and very long texts."""
    return sample.fill(site, sample.family(site, sample.ODD), sample.ODD)


@pytest.fixture(scope="session")
def cast(site, filled, empty, odd):
    """Everybody whose pages are looked at. The parent belongs to two families."""
    newcomer = site.person("Nia New", "player")
    site.join(filled.parent, empty.codes["parent_code"])
    return {
        "player": filled.player, "parent": filled.parent, "beginner": empty.player,
        "reading along": empty.parent, "odd names": odd.player, "odd parent": odd.parent,
        "newcomer": newcomer, "visitor": None,
    }


@pytest.fixture(scope="session")
def addresses(chromium, site, cast):
    """A function: the addresses of all pages that somebody can reach."""
    known = {}

    def of(name):
        if name not in known:
            readers = Readers(chromium, site)
            known[name] = crawl.pages(readers.open(cast[name]), site)
            readers.close()
        return known[name]
    return of
