"""Pages for readers while the server is attacked, compared with pages without an attack.

`make bench` runs this against release programs; rounds with and without the attack alternate.
"""

import http.client
import statistics
import time

import pytest

import crowds
import judging
import website

#: How many times as long the 99th percentile of a page may be.
RATIO_MAX = 5.0
#: Rounds of each kind, and seconds of one.
ROUNDS = 3
SECONDS = 3.0


@pytest.fixture(scope="module")
def site():
    with website.Website() as product:
        yield product


@pytest.fixture(scope="module")
def reader(site):
    person = site.person("Maya Rivera", "player")
    site.family(person, "The Riveras")
    return person


def p99(site, reader):
    """The 99th percentile of opening a page over a connection of its own, in milliseconds."""
    times, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        began = time.monotonic()
        connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=60)
        connection.request("GET", "/interactions", headers={"Cookie": f"compass={reader.token}"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 200
        times.append((time.monotonic() - began) * 1_000)
    return statistics.quantiles(times, n=100)[98]


@pytest.mark.parametrize("attack", crowds.ATTACKS, ids=lambda each: each.__name__)
def test_readers_keep_their_p99(site, reader, attack):
    port = int(site.address.rsplit(":", 1)[1])
    calm, attacked = [], []
    for _ in range(ROUNDS):
        calm.append(p99(site, reader))
        with crowds.Attack(attack, port):
            attacked.append(p99(site, reader))
    ratio = statistics.median(attacked) / statistics.median(calm)
    print(
        f"\n{attack.__name__}: p99 of a page {statistics.median(attacked):.1f} ms, "
        f"{statistics.median(calm):.1f} ms without the attack: {ratio:.2f} <= {RATIO_MAX}")
    judging.keep(ratio, RATIO_MAX)
