"""Readers who ask for the costliest figures without pause delay nobody who records something:
each record is acknowledged within the time that a command may take."""

import contextlib
import itertools
import json
import threading
import time

import pytest

import mdp
import ours
import people

#: The posts that the figures are made of.
POSTS = 600
#: How many readers ask, and how many questions each has open at a time.
READERS, OPEN = 4, 8
#: How many records are added meanwhile, of each kind, and how many answers each reader gets: the
#: test goes on until there are as many of both.
RECORDS, ANSWERS = 40, 20
#: How many seconds that may take on a busy machine.
PATIENCE = 60
#: How long a command may take, in seconds (docs/protocol.md; writes have three seconds).
BUDGET = 3.0


@pytest.fixture(scope="module")
def product():
    with people.Product() as product:
        yield product


def post(number):
    return {
        "platform": ("twitter", "instagram")[number % 2], "post_content": f"post {number} camp",
        "post_date": f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T12:00:00.000Z"}


class Reader(threading.Thread):
    """Asks for the figures of different ranges again and again, and searches in all posts."""

    def __init__(self, product, player, family):
        super().__init__(daemon=True)
        self.product, self.player, self.family = product, player, family
        self.stopping = threading.Event()
        self.answered = 0

    def run(self):
        questions = itertools.cycle([
            ("analytics.social", {"range": "all"}), ("posts.list", {"search": "camp"}),
            ("analytics.social", {"range": "90"}), ("posts.list", {"search": "post 1"})])
        with contextlib.closing(ours.Caller(self.product.endpoint)) as caller:
            for _ in range(OPEN):
                self.ask(caller, *next(questions))
            while not self.stopping.is_set():
                with contextlib.suppress(mdp.Timeout):
                    if caller.reply(1).command == mdp.CLIENT_FINAL:
                        self.answered += 1
                        self.ask(caller, *next(questions))

    def ask(self, caller, operation, payload):
        caller.ask(
            b"analytics", operation, [json.dumps(payload).encode()],
            passport=self.player.passport, family_id=people.raw(self.family), budget_ms=10_000)


@contextlib.contextmanager
def readers(product, player, family):
    threads = [Reader(product, player, family) for _ in range(READERS)]
    for each in threads:
        each.start()
    try:
        yield threads
    finally:
        for each in threads:
            each.stopping.set()
        for each in threads:
            each.join()


def test_costly_figures_do_not_hold_up_records(product):
    player = product.person("Maya Rivera", "player")
    family, _ = product.family(player)
    school = product.school(player, family)
    for number in range(POSTS):
        product.change("analytics", "posts.add", post(number), player, family)
    with readers(product, player, family) as threads:
        longest, number, end = {}, 0, time.monotonic() + PATIENCE
        while number < RECORDS or min(each.answered for each in threads) < ANSWERS:
            assert time.monotonic() < end, [each.answered for each in threads]
            for kind, record in (
                    ("contact", lambda: product.log(player, family, school, subject=f"{number}")),
                    ("post", lambda: product.change(
                        "analytics", "posts.add", post(POSTS + number), player, family))):
                began = time.monotonic()
                # Whoever is refused gets an exception here.
                record()
                longest[kind] = max(longest.get(kind, 0), time.monotonic() - began)
            number += 1
    print(f"longest of {number}: {longest}")
    assert max(longest.values()) < BUDGET
    listed = product.read("interactions", "interactions.list", {}, player, family)
    assert len(listed["interactions"]) == number
