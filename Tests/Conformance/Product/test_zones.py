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
        shell.json(["preferences", "set", "--zone", "Asia/Tokyo"], "player")
        school = shell.json(["schools", "add", "--name", "Pine Hill College"], "player")["school"]
        shell.json(
            ["interactions", "add", "--school", school["id"], "--type", "email", "--direction",
             "outbound", "--subject", "Zones", "--at", "2026-02-03T15:00:00Z"], "player")
        yield shell


def shown(shell, *words, **variables):
    """The list of interactions, without TZ unless it is given."""
    other = compass.Compass(shell.environment["COMPASS_HOME"])
    del other.environment["TZ"]
    other.environment.update(variables)
    ran = other.run(["interactions", "list", *words], "player")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_times_are_shown_in_the_zone_of_the_user(shell):
    assert "Feb 4, 2026, 12:00 AM" in shown(shell)
    assert "Feb 3, 2026, 3:00 PM" in shown(shell, TZ="UTC")
    assert "Feb 3, 2026, 10:00 AM" in shown(shell, "--tz", "America/New_York")
    assert "Feb 3, 2026, 9:00 AM" in shown(shell, COMPASS_TZ="America/Chicago")


def test_a_new_zone_counts_from_the_next_command(shell):
    shell.json(["preferences", "set", "--zone", "Pacific/Auckland"], "player")
    assert "Feb 4, 2026, 4:00 AM" in shown(shell)
    shell.json(["preferences", "set", "--zone", "Asia/Tokyo"], "player")
    assert "Feb 4, 2026, 12:00 AM" in shown(shell)


def test_times_are_read_in_the_zone_of_the_user(shell):
    other = compass.Compass(shell.environment["COMPASS_HOME"])
    del other.environment["TZ"]
    logged = other.json(
        ["interactions", "add", "--school", "Pine Hill", "--type", "text", "--direction",
         "inbound", "--at", "2026-02-03 09:00"], "player")["interaction"]
    assert logged["occurred_at"] == "2026-02-03T00:00:00.000Z"


def test_a_new_user_has_the_zone_of_the_machine(shell):
    """Whoever is signed in, a sign-up takes the zone of --tz or of the machine."""
    signed_up = shell.json(
        ["signup", "--email", "new@example.com", "--name", "New Player", "--role", "player",
         "--password-stdin", "--no-login"], "player", people.PASSWORD)["user"]
    assert signed_up["time_zone"] == "UTC"
