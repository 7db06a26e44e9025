"""Memory of the real services over thousands of requests."""

import pytest

import people

#: Requests before the first measurement, which fill caches, pools and thread stacks.
WARMING = 1_500
#: Requests between two measurements, and how many measurements follow.
ROUND = 1_500
ROUNDS = 3
#: Permitted growth in one round. A leak of 200 bytes per request would exceed it.
GROWTH_BYTES_MAX = 256 * 1024


@pytest.fixture(scope="module")
def product():
    with people.Product() as product:
        yield product


class Visitor:
    """Reads the same pages again and again, and sometimes something that does not exist."""

    def __init__(self, product):
        self.product = product
        self.player = product.person("Sam Rivera", "player")
        self.family, codes = product.family(self.player)
        self.parent = product.join(product.person("Kim Rivera", "parent"), codes["parent_code"])
        self.school = product.school(self.player, self.family)
        self.rows = [
            product.log(self.player, self.family, self.school, subject=f"Row {number}",
                        content="Notes. " * 20)["id"]
            for number in range(40)]

    def ask(self, service, operation, payload, person):
        try:
            self.product.read(service, operation, payload, person, self.family)
        except people.Refused:
            pass

    def requests(self, count):
        """Sends `count` requests, in turn for every page and from every person."""
        row, school = self.rows[7], self.school
        round_trip = [
            ("interactions", "interactions.list", {}),
            ("interactions", "interactions.list", {"search": "row 1", "days": 30}),
            ("interactions", "interactions.show", {"id": row}),
            ("interactions", "interactions.show", {"id": school}),
            ("interactions", "interactions.list", {"type": "nonsense"}),
            ("coaches", "schools.list", {}),
            ("coaches", "schools.search", {"search": "north carolina", "limit": 20}),
            ("coaches", "coaches.list", {}),
            ("coaches", "schools.show", {"id": school}),
            ("coaches", "coaches.show", {"id": row}),
            ("identity", "users.whoAmI", {}),
            ("identity", "families.show", {}),
            ("notifications", "notifications.list", {"limit": 20}),
            ("notifications", "notifications.counts", {}),
            ("analytics", "analytics.social", {"range": "all"}),
            ("notifications", "notifications.list", {"limit": 0}),
            ("identity", "no.such.operation", {}),
        ]
        for number in range(count):
            person = (self.player, self.parent, None)[number % 5 % 3]
            self.ask(*round_trip[number % len(round_trip)], person)


# anonymous memory stays flat over many requests, in every process.
def test_memory_stays_flat_over_thousands_of_requests(product):
    processes = [product.broker, *product.services]
    visitor = Visitor(product)
    visitor.requests(WARMING)
    looks = [[each.resident_bytes() for each in processes]]
    for _ in range(ROUNDS):
        visitor.requests(ROUND)
        looks.append([each.resident_bytes() for each in processes])
    for each, series in zip(processes, zip(*looks)):
        # A leak grows in every round. A single increase that depends on timing does not.
        growth = min(after - before for before, after in zip(series, series[1:]))
        assert growth < GROWTH_BYTES_MAX, f"{each.name}: {series}"
        assert series[-1] - series[0] < ROUNDS * GROWTH_BYTES_MAX, f"{each.name}: {series}"
