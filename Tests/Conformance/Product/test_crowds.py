"""The pages' server under attack: readers go on, and nothing stays behind."""

import http.client
import os
import resource
import time

import pytest

import crowds
import website

#: How many pages a reader opens during an attack.
PAGES = 40
#: How much more memory the server may have after a second attack of the same kind, and how much
#: more than before the first one, in bytes.
GROWTH_MAX, REST_MAX = 4 * crowds.MEBIBYTE, 24 * crowds.MEBIBYTE
#: How long the server may take to forget its attackers, in seconds: more than it waits for a head.
PATIENCE = 40


@pytest.fixture(scope="module")
def site():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * crowds.CROWD), hard))
    with website.Website() as product:
        yield product
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def reader(site):
    person = site.person("Maya Rivera", "player")
    site.family(person, "The Riveras")
    return person


def port(site):
    return int(site.address.rsplit(":", 1)[1])


def open_page(site, reader):
    """The status and the text of a page, over a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port(site), timeout=60)
    connection.request("GET", "/interactions", headers={"Cookie": f"compass={reader.token}"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def descriptors(site):
    return len(os.listdir(f"/proc/{site.service('web').process.pid}/fd"))


def forgotten(site, before):
    """Waits until the server has closed the attackers' connections."""
    end = time.monotonic() + PATIENCE
    while descriptors(site) > before and time.monotonic() < end:
        time.sleep(0.1)
    return descriptors(site)


@pytest.mark.parametrize("attack", crowds.ATTACKS, ids=lambda each: each.__name__)
def test_readers_go_on_and_nothing_stays(site, reader, attack):
    for _ in range(5):
        open_page(site, reader)
    server = site.service("web")
    begin, open_before = server.resident_bytes(), descriptors(site)
    after = []
    for _ in range(2):
        with crowds.Attack(attack, port(site)) as attackers:
            for _ in range(PAGES):
                status, text = open_page(site, reader)
                assert status == 200 and "My Interactions" in text
        assert forgotten(site, open_before) <= open_before
        after.append(server.resident_bytes())
    print(f"{attack.__name__}: {begin} bytes, then {after}; {attackers.connections} connections")
    assert after[1] <= after[0] + GROWTH_MAX
    assert after[1] <= begin + REST_MAX
