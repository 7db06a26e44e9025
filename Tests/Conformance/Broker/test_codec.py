"""Every vector of vectors.json, checked with a codec that shares no code with the services."""

import dataclasses
import json
import pathlib

import pytest

import assault
import codec
import mdp

VECTORS = json.loads((pathlib.Path(__file__).parents[1] / "vectors.json").read_text())
PAGE = (pathlib.Path(__file__).resolve().parents[3] / "docs" / "protocol.md").read_text()
IDS = {"request_id", "idempotency_key", "family_id", "trace_id", "passport"}
ERRORS = {
    "absent": codec.Absent, "version": codec.UnknownVersion, "malformed": codec.Malformed}


def named(group):
    return pytest.mark.parametrize("vector", VECTORS[group], ids=lambda vector: vector["name"])


def described(vector):
    """The envelope that a vector describes, without its extensions."""
    kind = codec.Request if vector["kind"] == "request" else codec.Reply
    values = {}
    for field in dataclasses.fields(kind):
        value = vector.get(field.name)
        if field.name in IDS and value is not None:
            value = bytes.fromhex(value)
        if field.name != "extensions":
            values[field.name] = value
    return kind(**values)


@named("envelopes")
def test_vector_is_decoded(vector):
    decoded = codec.decode(bytes.fromhex(vector["hex"]))
    assert dataclasses.replace(decoded, extensions=()) == described(vector)


@named("envelopes")
def test_vector_is_encoded_byte_for_byte(vector):
    raw = bytes.fromhex(vector["hex"])
    extensions = codec.decode(raw).extensions
    envelope = dataclasses.replace(described(vector), extensions=extensions)
    assert codec.encode(envelope).hex() == vector["hex"]


@named("envelopes")
def test_budget_lies_where_the_broker_lowers_it(vector):
    raw = bytes.fromhex(vector["hex"])
    if vector["kind"] == "request":
        value = raw[codec.BUDGET_OFFSET:codec.BUDGET_OFFSET + 4]
        assert int.from_bytes(value, "big") == vector["budget_ms"]


@named("envelopes")
def test_every_cut_of_a_vector_is_refused(vector):
    raw = bytes.fromhex(vector["hex"])
    for length in range(len(raw)):
        with pytest.raises((codec.Absent, codec.Malformed)):
            codec.decode(raw[:length])


@named("invalid")
def test_invalid_vector_is_refused_for_its_reason(vector):
    with pytest.raises(ERRORS[vector["error"]]):
        codec.decode(bytes.fromhex(vector["hex"]))


@named("messages")
def test_message_vector_is_what_the_rfc_writes(vector):
    frames = [bytes.fromhex(each) for each in vector["frames"]]
    name = vector["name"]
    if frames[0] == mdp.WORKER and name.startswith(("worker-request", "worker-heartbeat-plain")):
        mdp.Command.parse(frames)
    elif frames[0] == mdp.CLIENT and frames[1] != mdp.CLIENT_REQUEST:
        mdp.Reply.parse(frames)
    else:
        assert frames[0] in (mdp.CLIENT, mdp.WORKER) and len(frames[1]) == 1
    for each in frames[2:]:
        if each.startswith(codec.MAGIC):
            assert codec.encode(codec.decode(each)) == each


def test_page_and_file_have_the_same_vectors():
    for group in ("envelopes", "invalid", "messages"):
        for vector in VECTORS[group]:
            line = next(
                line for line in PAGE.splitlines()
                if line.startswith((f"| {vector['name']} |", f"| {vector['name']}:")))
            shown = [vector["hex"]] if group != "messages" else [x for x in vector["frames"] if x]
            for raw in shown:
                assert raw[:60] in line, vector["name"]
    assert len(VECTORS["envelopes"]) >= 16 and len(VECTORS["invalid"]) >= 40


def test_random_bytes_raise_nothing_else():
    """Every input is either an envelope or refused with one of the three errors."""
    dice = assault.dice_for("codec")
    whole = [bytes.fromhex(each["hex"]) for each in VECTORS["envelopes"]]
    accepted = refused = 0
    for _ in range(20_000):
        raw = bytearray(dice.choice(whole))
        for _ in range(dice.randrange(1, 4)):
            raw[dice.randrange(len(raw))] = dice.randrange(256)
        try:
            codec.decode(bytes(raw))
            accepted += 1
        except (codec.Absent, codec.UnknownVersion, codec.Malformed):
            refused += 1
    assert accepted > 100 and refused > 100
