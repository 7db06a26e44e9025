"""Good calls beside attacks, as they are while the same attackers besiege another broker.

The attackers take processors wherever they are, so what a good call takes meanwhile is compared
with what it takes while they attack a second broker on the same machine. `make bench` runs this
against release programs; the rounds of each comparison alternate.
"""

import statistics

import pytest

import assault
import besieging
import judging
import programs

#: How many times as long the 99th percentile of good calls may be.
RATIO_MAX = 2.0
#: Rounds of each kind, and seconds of one.
ROUNDS = 9
SECONDS = 2.0


@pytest.fixture
def other_system():
    with programs.System() as system:
        yield system


def p99_beside(attack, endpoint, target, client, service):
    """The 99th percentile of good calls, in milliseconds, while a broker is attacked."""
    with besieging.Attack(attack, endpoint, target, SECONDS) as attackers:
        return besieging.p99(besieging.calls(client, service, lambda: attackers.goes_on))


@pytest.mark.parametrize("attack", besieging.ATTACKS, ids=lambda each: each.__name__)
def test_good_calls_keep_their_p99(own_system, other_system, own_peers, service, attack):
    here, elsewhere = own_system.endpoint, other_system.endpoint
    target = service + b"-generous"
    with assault.Witness(here, service) as witness, besieging.generosity(here, target), \
            besieging.generosity(elsewhere, target):
        own_peers.wait_for_worker(target)
        times = {here: [], elsewhere: []}
        for _ in range(ROUNDS):
            for endpoint in (elsewhere, here):
                times[endpoint].append(
                    p99_beside(attack, endpoint, target, witness.client, service))
        witness.works(5)
    attacked, otherwise = statistics.median(times[here]), statistics.median(times[elsewhere])
    print(
        f"\n{attack.__name__}: p99 of good calls {attacked:.1f} ms, {otherwise:.1f} ms while "
        f"another broker is attacked: {attacked / otherwise:.2f} <= {RATIO_MAX}")
    judging.keep(attacked / otherwise, RATIO_MAX)
