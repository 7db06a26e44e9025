"""The specifications' test vectors at their exact limits, entered in `compass` against the whole
system at a fixed time."""

import pytest

import compass
import people

NOW = "2026-02-10T12:00:00.000Z"
SIGNALS = ["schedule", "visit", "academics", "contact", "roster", "personal"]
LEVELS = ["not_set", "low", "medium", "medium", "high", "high", "high"]

#: One character each as people count: letters, accents, emoji of several scalars.
CHARACTERS = {
    "letter": "a", "accented": "é", "combining": "e\u0301", "two accents": "o\u0302\u0323",
    "emoji": "😀", "family": "👨‍👩‍👧‍👦", "flag": "🇺🇸", "skin": "👍🏽", "han": "語", "less": "<",
}


class Scene:
    def __init__(self, product):
        self.shell = compass.Compass(product.home, COMPASS_NOW=NOW)
        player = product.person("Sam Rivera", "player")
        family, codes = product.family(player)
        sibling = product.join(product.person("Ana Rivera", "player"), codes["player_code"])
        parent = product.join(product.person("Kim Rivera", "parent"), codes["parent_code"])
        stranger = product.person("Jo Stranger", "player")
        product.family(stranger, "Others")
        self.family, self.product, self.player = family, product, player
        for who, person in (
                ("player", player), ("sibling", sibling), ("parent", parent),
                ("stranger", stranger)):
            self.shell.sign_in(person, who)
        self.schools = 0

    def school(self):
        """A separate school for each test, so that its list holds nothing else."""
        self.schools += 1
        return self.product.school(self.player, self.family, f"Vector College {self.schools}")

    def add(self, school, *words, who="player"):
        return self.shell.run(
            ["interactions", "add", "--type", "email", "--school", school, "--json", *words], who)

    def added(self, school, *words, who="player"):
        ran = self.add(school, *words, who=who)
        assert ran.returncode == 0, ran.stderr
        return compass.read(ran.stdout)["interaction"]

    def page(self, school, *words, who="player"):
        return self.shell.json(["interactions", "list", "--school", school, *words], who)

    def refused(self, school, exit_code, message, *words, who="player"):
        """The refusal's error. Nothing may be stored."""
        before = self.page(school, who="parent")["analytics"]["total"]
        ran = self.add(school, *words, who=who)
        error = compass.read(ran.stdout)["error"]
        assert (ran.returncode, error["message"]) == (exit_code, message)
        assert ran.stderr.startswith(f"compass: {message}\n")
        assert self.page(school, who="parent")["analytics"]["total"] == before
        return error


@pytest.fixture(scope="module")
def scene():
    with people.Product(COMPASS_NOW=NOW) as product:
        yield Scene(product)


# IA-28, IA-33, IA-34: zero to six signals, any of them.
@pytest.mark.parametrize("count", range(7))
def test_calibration(scene, count):
    school = scene.school()
    inbound = ["--direction", "inbound", "--sentiment", "positive", "--content", "Hi"]
    for chosen in {tuple(SIGNALS[:count]), tuple(SIGNALS[6 - count:])}:
        signals = ["--signals", ",".join(chosen)] if chosen else []
        row = scene.added(school, *inbound, *signals)
        note = f"\n\n[Coach Interest Level: {LEVELS[count].upper()}]" if count else ""
        assert row["content"] == "Hi" + note
        assert (row["interest_level"] or "not_set") == LEVELS[count]
        assert scene.shell.json(["interactions", "show", row["id"]], "parent")["interaction"] == row


# D-11, D-12: the note is added even to the longest content, replaces an empty one, and is never
# added where it does not apply.
def test_the_note_is_literal(scene):
    school = scene.school()
    high = ["--signals", "schedule,visit,academics,contact"]
    inbound = ["--direction", "inbound", "--sentiment", "very_positive", *high]
    note = "\n\n[Coach Interest Level: HIGH]"
    assert scene.added(school, *inbound, "--content", "Hi")["content"] == "Hi" + note
    assert scene.added(school, *inbound)["content"] == note
    longest = "é" * 10_000
    assert scene.added(school, *inbound, "--content", longest)["content"] == longest + note
    for words in (
            ["--direction", "outbound", "--sentiment", "positive"],
            ["--direction", "inbound", "--sentiment", "neutral"],
            ["--direction", "inbound", "--sentiment", "negative"], ["--direction", "inbound"]):
        row = scene.added(school, *words, *high, "--content", "Hi")
        assert (row["content"], row["interest_level"]) == ("Hi", None)


# IA-17, D-14: 500 characters as people count them are accepted, 501 are not.
@pytest.mark.parametrize("name", CHARACTERS)
def test_length_of_a_subject(scene, name):
    school = scene.school()
    full = CHARACTERS[name] * 500
    row = scene.added(school, "--subject", full)
    assert row["subject"] == full
    assert scene.page(school)["interactions"][0]["subject"] == full
    error = scene.refused(
        school, 3, "Subject must be 500 characters or less", "--subject", full + CHARACTERS[name])
    assert error["errors"] == {"subject": "Subject must be 500 characters or less"}


# IA-18, D-14: 10,000 characters are accepted, 10,001 are not.
@pytest.mark.parametrize("name", ["letter", "combining", "emoji", "less"])
def test_length_of_a_content(scene, name):
    school = scene.school()
    full = CHARACTERS[name] * 10_000
    assert scene.added(school, "--content", full)["content"] == full
    error = scene.refused(
        school, 3, "Content must be 10,000 characters or less", "--content",
        full + CHARACTERS[name])
    assert list(error["errors"]) == ["content"]


# IL-11, T-13: exactly seven days ago belongs to this week, one millisecond earlier does not.
def test_this_week_ends_at_the_millisecond(scene):
    school = scene.school()
    edges = [
        ("2026-02-03T11:59:59.999Z", False), ("2026-02-03T12:00:00.000Z", True),
        ("2026-02-10T12:00:00.000Z", True), ("2026-02-10T12:00:00.001Z", True)]
    total = week = 0
    for at, is_inside in edges:
        assert scene.added(school, "--at", at)["occurred_at"] == at
        total, week = total + 1, week + is_inside
        figures = scene.page(school)["analytics"]
        assert (figures["total"], figures["this_week"]) == (total, week), at


# IL-21, T-14: N days back at this time of day, inclusive.
@pytest.mark.parametrize("days, zone, start", [
    (7, "UTC", "2026-02-03T12:00:00.000Z"), (14, "UTC", "2026-01-27T12:00:00.000Z"),
    (30, "UTC", "2026-01-11T12:00:00.000Z"), (90, "UTC", "2025-11-12T12:00:00.000Z"),
    (90, "Pacific/Auckland", "2025-11-12T12:00:00.000Z")])
def test_days_begin_at_the_millisecond(scene, days, zone, start):
    school = scene.school()
    inside = scene.added(school, "--at", start)["id"]
    scene.added(school, "--at", start.replace("12:00:00.000", "11:59:59.999"))
    page = scene.page(school, "--days", str(days), "--tz", zone)
    assert [row["id"] for row in page["interactions"]] == [inside]
    assert page["analytics"]["total"] == 1


# IL-02, D-06, D-07: rows with the same time are ordered by id, in every call and for every reader.
def test_order_of_equal_instants(scene):
    school = scene.school()
    ids = [scene.added(school, "--at", "2026-02-09T08:00:00.000Z")["id"] for _ in range(12)]
    ids += [
        scene.added(school, "--at", "2026-02-09T08:00:00.000Z", who="sibling")["id"]
        for _ in range(3)]
    for _ in range(3):
        listed = [row["id"] for row in scene.page(school, who="parent")["interactions"]]
        assert listed == sorted(ids)
        own = [row["id"] for row in scene.page(school)["interactions"]]
        assert own == sorted(ids[:12])


# U-18, ID-15, ID-17: quotation marks are doubled and formulas guarded, in the files of a record and
# of the list.
def test_csv(scene):
    school = scene.school()
    row = scene.added(school, "--subject", "=1+1", "--content", 'He said "=1+1", ok')["id"]
    guarded, quoted = "'=1+1", '"He said ""=1+1"", ok"'

    def export(*words):
        ran = scene.shell.run(["interactions", "export", *words], "player")
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    record = export(row)
    assert record.split("\n") == [
        "Field,Value", f'"Subject","{guarded}"', '"Type","Email"', '"Direction","Outbound"',
        '"Sentiment","N/A"', f'"School","Vector College {scene.schools}"', '"Coach","N/A"',
        '"Date","Feb 10, 2026, 12:00 PM"', f'"Content",{quoted}', '"Attachments","0"']
    rows = export("--school", school)
    assert rows.endswith(
        f'"Feb 10, 2026, 12:00 PM",Email,Outbound,Vector College {scene.schools},,'
        f"{guarded},{quoted},\n")
    assert '"Subject","=1+1"' in export(row, "--raw")


# who is refused, and with what message.
def test_roles(scene):
    school = scene.school()
    scene.refused(school, 5, "Only players can create interactions", who="parent")
    row = scene.added(school)["id"]

    def refusal(words, who):
        ran = scene.shell.run([*words, "--json"], who)
        return ran.returncode, compass.read(ran.stdout)["error"]["message"]

    missing = "0197f000-0000-7000-8000-000000000000"
    for verb in (["show"], ["delete", "--yes"]):
        expected = (6, "Interaction not found")
        assert refusal(["interactions", *verb, row], "sibling") == expected
        assert refusal(["interactions", *verb, row], "stranger") == expected
        assert refusal(["interactions", *verb, missing], "player") == expected
    assert refusal(["interactions", "delete", "--yes", row], "parent")[0] == 5
    for words in ([row], []):
        assert refusal(["interactions", "export", *words], "parent") == (
            5, "Only players can export interactions")
    assert refusal(["interactions", "export", row], "sibling") == (6, "Interaction not found")
    for who in ("stranger", "player"):
        foreign = scene.family if who == "stranger" else missing
        assert refusal(["interactions", "list", "--family", foreign], who) == (
            6, "Family not found")
    assert scene.page(school)["analytics"]["total"] == 1


# Part 4, IA-37, D-17: 10,485,760 bytes are accepted, one more is not. A file that is too large logs
# nothing.
def test_attachment_size(scene, tmp_path):
    school = scene.school()
    photo = tmp_path / "photo.gif"
    photo.write_bytes(b"GIF89a\x01\x00\x01\x00\x00\x00\x00".ljust(10_485_760, b"\x01"))
    row = scene.added(school, "--attach", str(photo), "--timeout", "60s")
    assert row["attachments"] == [f"interactions/{row['id']}/photo.gif"]
    fetched = scene.shell.run(
        ["attachments", "get", row["id"], "photo.gif", "--to", str(tmp_path / "back.gif")],
        "parent")
    assert fetched.returncode == 0, fetched.stderr
    assert (tmp_path / "back.gif").read_bytes() == photo.read_bytes()
    with photo.open("ab") as more:
        more.write(b"\x01")
    error = scene.refused(
        school, 3, 'File exceeds 10MB limit: "photo.gif" has 10,485,761 bytes', "--attach",
        str(photo))
    assert error["errors"] == {"size": "File exceeds 10MB limit"}
