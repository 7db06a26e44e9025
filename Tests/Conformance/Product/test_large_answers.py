"""Answers that do not fit one frame, through the real broker and the real service."""

import json

import pytest

import codec
import people
import programs

ROWS = 620
COACHES = 520
CONTENT = "They asked about film, grades and the spring. " * 20
#: docs/protocol.md 3.4: longer answers are sent in slices.
FRAME_LIMIT = 256 * 1024


@pytest.fixture(scope="module")
def product():
    with people.Product() as product:
        yield product


@pytest.fixture(scope="module")
def scene(product):
    player = product.person("Sam Rivera", "player")
    family, codes = product.family(player)
    parent = product.join(product.person("Kim Rivera", "parent"), codes["parent_code"])
    school = product.school(player, family)
    logged = []
    for number in range(ROWS):
        # Each minute has three rows, which are ordered by id.
        at = f"2026-02-{1 + number // 60 % 28:02}T12:{number // 3 % 60:02}:00.000Z"
        logged.append(product.log(
            player, family, school, subject=f"Row {number} ⚾", content=CONTENT, occurred_at=at))
    return player, parent, family, logged


# lists have no pages: 500 and more rows are one complete, ordered answer (IL-01, IL-02).
@pytest.mark.parametrize("reader", ["player", "parent"])
def test_a_long_list_is_one_answer_in_slices(product, scene, reader):
    player, parent, family, logged = scene
    person = player if reader == "player" else parent
    answer = product.answer("interactions", "interactions.list", {}, person, family)
    assert len(answer.raw) > 2 * FRAME_LIMIT
    assert answer.partials == (len(answer.raw) - 1) // FRAME_LIMIT
    page = answer.json()
    expected = sorted(logged, key=lambda row: row["id"])
    expected.sort(key=lambda row: row["occurred_at"], reverse=True)
    assert [row["id"] for row in page["interactions"]] == [row["id"] for row in expected]
    assert page["interactions"] == expected
    assert page["analytics"]["total"] == ROWS


# the command line also joins the slices.
def test_the_command_line_shows_a_long_list_whole(product, scene):
    player, _, family, logged = scene
    environment = {"COMPASS_HOME": str(product.home), "PATH": "/usr/bin:/bin", "TZ": "UTC"}
    signed_in = programs.run(
        "compass", ["login", "--email", player.email, "--password-stdin"], environment,
        people.PASSWORD)
    assert signed_in.returncode == 0, signed_in.stderr
    listed = programs.run("compass", ["interactions", "list", "--json"], environment)
    assert listed.returncode == 0, listed.stderr
    answer = product.answer("interactions", "interactions.list", {}, player, family)
    assert listed.stdout.encode() == answer.raw + b"\n"
    assert {row["id"] for row in json.loads(listed.stdout)["interactions"]} == {
        row["id"] for row in logged}


# X-32, CO-01, CO-09: the same for coaches, in each order, with the last contacts from interactions.
def test_a_long_list_of_coaches_is_one_answer_in_slices(product):
    player = product.person("Cam Rivera", "player")
    family, codes = product.family(player, "Coaches")
    parent = product.join(product.person("Pat Rivera", "parent"), codes["parent_code"])
    school = product.school(player, family, "Zebra College")
    coaches = []
    for number in range(COACHES):
        coaches.append(product.change("coaches", "coaches.add", {
            "first_name": f"First {number}", "last_name": f"Last {number * 389 % COACHES:03}",
            "school_id": school, "role": ("head", "assistant", "recruiting")[number % 3],
            "notes": CONTENT}, player, family)["coach"])
    for number, coach in enumerate(coaches[:5]):
        product.log(
            player, family, school, coach_id=coach["id"],
            occurred_at=f"2026-02-0{1 + number}T12:00:00.000Z")
    by_name = sorted(coaches, key=lambda coach: (coach["last_name"], coach["first_name"]))
    contacted = [coach["id"] for coach in reversed(coaches[:5])]
    orders = {
        "name": [coach["id"] for coach in by_name],
        "role": [coach["id"] for role in ("head", "assistant", "recruiting")
                 for coach in by_name if coach["role"] == role],
        "last_contact": contacted + [
            coach["id"] for coach in by_name if coach["id"] not in contacted]}
    for person in (player, parent):
        for order, expected in orders.items():
            def is_right():
                answer = product.answer(
                    "coaches", "coaches.list", {"sort": order}, person, family)
                assert len(answer.raw) > 2 * FRAME_LIMIT
                assert answer.partials == (len(answer.raw) - 1) // FRAME_LIMIT
                page = answer.json()
                assert page["total"] == COACHES
                return [row["id"] for row in page["coaches"]] == expected
            # Last contacts arrive a moment later.
            assert programs.eventually(is_right), order


# a new record is in the next answer, and a deleted one is not.
def test_nothing_is_answered_from_a_cache(product, scene):
    player, parent, family, _ = scene
    school = product.school(player, family, "Fresh College")
    assert school in [row["id"] for row in product.read(
        "coaches", "schools.list", {}, parent, family)["schools"]]
    for number in range(20):
        row = product.log(player, family, school, subject=f"fresh {number}")
        for person in (player, parent):
            found = product.read(
                "interactions", "interactions.list", {"school_id": school}, person, family)
            assert [each["id"] for each in found["interactions"]] == [row["id"]]
        product.change("interactions", "interactions.delete", {"id": row["id"]}, player, family)
        for person in (player, parent):
            found = product.read(
                "interactions", "interactions.list", {"school_id": school}, person, family)
            assert found["interactions"] == [] and found["analytics"]["total"] == 0


# IA-63: a record is stored once, even if its sender leaves before the answer. D-47: a second try
# with the same key stores nothing more.
def test_an_accepted_record_is_stored_when_its_sender_leaves(product, scene):
    player, _, family, _ = scene
    school = product.school(player, family, "Leaving College")
    for number in range(10):
        key = codec.new_id()
        payload = json.dumps({
            "school_id": school, "type": "text", "direction": "outbound",
            "occurred_at": f"2026-03-01T12:00:{number:02}.000Z"}).encode()
        more = {
            "passport": player.passport, "family_id": people.raw(family),
            "idempotency_key": key, "budget_ms": 10_000}
        with people.leaving(product.endpoint) as caller:
            caller.ask(b"interactions", "interactions.create", [payload], **more)
        found = programs.eventually(lambda: len(product.read(
            "interactions", "interactions.list", {"school_id": school}, player, family
        )["interactions"]) == number + 1)
        assert found, "the record was lost with its sender"
        again = product.caller.call_ours(
            b"interactions", "interactions.create", [payload], **more)
        assert again.status == "OK" and again.envelope.replayed
    listed = product.read(
        "interactions", "interactions.list", {"school_id": school}, player, family)
    assert len(listed["interactions"]) == 10
