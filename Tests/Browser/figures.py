"""Measures what pages cost a phone on a slow connection, and prints the table of docs/web.md.

    COMPASS_BROKER_PROGRAM=.build/release/compass-broker \\
        .venv/browser/bin/python Tests/Browser/figures.py

Chromium throttles itself: 150 ms for each round trip, 1.6 Mbit/s, and a processor four times as
slow. Each page is opened in a browser without a cache.
"""

import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE / "Harness"), str(HERE.parent / "Conformance")]

from playwright.sync_api import sync_playwright  # noqa: E402

import inspection  # noqa: E402
import sample  # noqa: E402
import website  # noqa: E402

ROUNDS = 5
ROUND_TRIP_MS = 150
DOWN_BYTES_PER_SECOND = 1_600_000 / 8
UP_BYTES_PER_SECOND = 750_000 / 8
SLOWDOWN = 4
#: How many rows the long list has.
MANY_ROWS = 500
FILTER_CHANGES = 40

#: Collects from the beginning of a page.
OBSERVE = """
window.figures = { lcp: 0, shift: 0, blocking: 0 }
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) figures.lcp = entry.startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) figures.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) figures.blocking += Math.max(0, entry.duration - 50)
}).observe({ type: 'longtask', buffered: true })
"""
#: What the page has loaded and shown.
READ = """() => {
  const files = [
    performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource'),
  ].filter(each => each.initiatorType !== 'other' && !each.name.includes('/live'))
  return {
    ...figures, fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    bytes: files.reduce((sum, each) => sum + each.transferSize, 0), requests: files.length,
  }
}"""
#: Types into the search and waits until the list has changed.
FILTER = """text => new Promise(done => {
  const field = document.querySelector('.find input'), began = performance.now()
  new MutationObserver((_, observer) => {
    observer.disconnect()
    requestAnimationFrame(() => done(performance.now() - began))
  }).observe(document.body, { childList: true })
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
})"""


def window(browser, site, person):
    context = browser.new_context(
        base_url=site.address, viewport={"width": 390, "height": 844}, locale="en-US",
        service_workers="block", bypass_csp=True)
    context.add_cookies([site.cookie(person)])
    return context, context.new_page()


def measure(browser, site, person, path):
    """The medians of a page's figures."""
    rounds = []
    for _ in range(ROUNDS):
        context, page = window(browser, site, person)
        page.add_init_script(OBSERVE)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": ROUND_TRIP_MS,
            "downloadThroughput": DOWN_BYTES_PER_SECOND, "uploadThroughput": UP_BYTES_PER_SECOND})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(path, wait_until="load")
        page.wait_for_timeout(500)
        rounds.append(page.evaluate(READ))
        context.close()
    return {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}


def filter_times(browser, site, person):
    """The times from a letter in the search to the list that has it, in milliseconds."""
    context, page = window(browser, site, person)
    page.goto("/interactions")
    times = [
        page.evaluate(FILTER, "camp"[:1 + place % 4]) for place in range(FILTER_CHANGES)]
    context.close()
    return sorted(times)


def main():
    with website.Website() as site, sync_playwright() as playwright:
        made = sample.fill(site, sample.family(site), posts=sample.MANY_POSTS)
        large = sample.family(site)
        school = site.school(large.player, large.id)
        for number in range(MANY_ROWS):
            site.log(
                large.player, large.id, school, subject=f"Camp dates {number}",
                content="She asked which camp suits us. We answer by Friday.")
        browser = playwright.chromium.launch(
            executable_path=inspection.CHROMIUM, args=["--no-sandbox"])
        print("| page | FCP | LCP | blocked | shift | transfer | requests |")
        print("|---|---|---|---|---|---|---|")
        for name, person, path in (
                ("Today", made.player, "/"),
                ("Interactions, 11 rows", made.player, "/interactions"),
                ("Interactions, 500 rows", large.player, "/interactions"),
                ("One interaction", made.player, f"/interactions/{made.interaction}"),
                ("Log an interaction", made.player, "/interactions/new"),
                ("Social analytics", made.player, "/social/analytics?range=all")):
            figures = measure(browser, site, person, path)
            print(
                f"| {name} | {figures['fcp'] / 1_000:.2f} s | {figures['lcp'] / 1_000:.2f} s | "
                f"{figures['blocking']:.0f} ms | {figures['shift']:.3f} | "
                f"{figures['bytes'] / 1_000:.0f} kB | {figures['requests']} |")
        times = filter_times(browser, site, made.player)
        print(
            f"\nA letter in the search shows in {statistics.median(times):.0f} ms, "
            f"p95 {times[int(len(times) * 0.95)]:.0f} ms (neither throttled).")
        browser.close()


if __name__ == "__main__":
    main()
