"""N-69: commands show and read times in the user's zone, unless TZ or --tz names another."""

import pytest

import compass
import people


@pytest.fixture(scope="module")
def shell():
    with people.Product() as product:
        shell = compass.Compass(product.home)
        player = product.person("Zoë Rivera", "player")
        product.family(player)
        shell.sign_in(player, "player")
        shell.json(["schools", "add", "--name", "Pine Hill College"], "player")
        yield shell


def logged(shell, *words, **variables):
    """When a contact at nine was, read without TZ unless it is given."""
    other = compass.Compass(shell.environment["COMPASS_HOME"])
    del other.environment["TZ"]
    other.environment.update(variables)
    answer = other.json(
        ["interactions", "add", "--school", "Pine Hill", "--type", "text", "--direction",
         "inbound", "--at", "2026-02-03 09:00", *words], "player")
    return answer["interaction"]["occurred_at"][:16]


def test_times_are_those_of_the_users_zone(shell):
    shell.json(["preferences", "set", "--zone", "Asia/Tokyo"], "player")
    assert logged(shell) == "2026-02-03T00:00"
    assert logged(shell, TZ="UTC") == "2026-02-03T09:00"
    assert logged(shell, COMPASS_TZ="America/Chicago") == "2026-02-03T15:00"
    assert logged(shell, "--tz", "America/New_York", TZ="UTC") == "2026-02-03T14:00"


def test_a_new_zone_counts_from_the_next_command(shell):
    for zone, time in (("Pacific/Auckland", "02T20:00"), ("Asia/Tokyo", "03T00:00")):
        shell.json(["preferences", "set", "--zone", zone], "player")
        assert logged(shell) == f"2026-02-{time}"


def test_a_new_user_has_the_zone_of_the_machine(shell):
    """Whoever is signed in, a sign-up takes the zone of --tz or of the machine."""
    for words, zone in (([], "UTC"), (["--tz", "Asia/Seoul"], "Asia/Seoul")):
        user = shell.json(
            ["signup", "--email", f"{len(words)}@example.com", "--name", "New", "--role", "player",
             "--password-stdin", "--no-login", *words], "player", people.PASSWORD)["user"]
        assert user["time_zone"] == zone
