"""The addresses of all pages that a reader can reach, by following what the pages offer."""

import collections
import re
import urllib.parse

#: How many records of a kind are visited. Of forms and filters that differ only in their record or
#: value, one is.
RECORDS = 2
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: What a page leads to: its links, and the second choice of its first filter, or else a search.
_OFFERS = """() => {
    const found = [...document.querySelectorAll('a[href]:not([download])')].map((a) => a.href);
    for (const form of document.querySelectorAll('form[method=get]')) {
        const [select, input] = [form.querySelector('select'), form.querySelector('input')];
        if (select) {
            const items = new URLSearchParams([[select.name, select.options[1].value]]);
            found.push(`${form.action}?${items}`);
        } else if (input) {
            found.push(`${form.action}?${new URLSearchParams([[input.name, 'university']])}`);
        }
        for (const button of form.querySelectorAll('button[name]')) {
            found.push(`${form.action}?${new URLSearchParams([[button.name, button.value]])}`);
        }
    }
    return found;
}"""
#: Addresses whose visit changes something.
_CHANGING = re.compile(r"^/notifications/[^?]")


def shape(address):
    """The address without what tells records or filters of one kind apart."""
    path, _, query = address.partition("?")
    return _ID.sub("ID", path) + ("?" if query else "")


def most(address):
    """How many addresses of this shape are visited."""
    return RECORDS if shape(address).endswith("/ID") else 1


def pages(page, site, look=lambda address: None, start="/"):
    """All addresses of the site that can be reached from `start`, in the order of their finding.

    Calls `look` with the address of each page while it is open.
    """
    seen, counts, found = set(), collections.Counter(), []
    waiting = collections.deque([start])
    while waiting:
        address = waiting.popleft()
        if counts[shape(address)] == most(address):
            continue
        answer = page.goto(address)
        assert answer.status == 200, f"{address} answers {answer.status}"
        final = page.url.removeprefix(site.address)
        offers = page.evaluate(_OFFERS)
        if final not in found:
            counts[shape(final)] += 1
            found.append(final)
            look(final)
        for link in offers:
            parts = urllib.parse.urlsplit(link)
            local = urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))
            is_own = link.startswith(f"{site.address}/")
            if is_own and local not in seen and not _CHANGING.match(local):
                seen.add(local)
                waiting.append(local)
    return found
