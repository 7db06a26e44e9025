"""Whatever peers do, the broker's memory is bounded and returns to its idle level."""

import time

import pytest

import assault
import besieging
import mdp
import programs
import zmtp

MiB = 1024 * 1024
#: Permitted growth above the idle state during an attack, and what may remain after `RECOVERY`.
GROWTH_MAX = 64 * MiB
REST_MAX = 8 * MiB
#: Seconds within which memory must return.
RECOVERY = 5.0
#: Seconds of each attack.
ATTACK = 3.0


@pytest.mark.parametrize("attack", besieging.ATTACKS, ids=lambda each: each.__name__)
def test_memory_under_attack_is_bounded_and_comes_back(own_system, own_peers, service, attack):
    target = service + b"-generous"
    endpoint, broker = own_system.endpoint, own_system.broker
    with assault.Witness(endpoint, service) as witness, besieging.generosity(endpoint, target):
        own_peers.wait_for_worker(target)
        end = time.monotonic() + 1
        quiet = besieging.calls(witness.client, service, lambda: time.monotonic() < end)
        with besieging.Watch(broker) as watch:
            with besieging.Attack(attack, endpoint, target, ATTACK) as attackers:
                busy = besieging.calls(witness.client, service, lambda: attackers.goes_on)
            grown = watch.grown
            begin = time.monotonic()
            programs.eventually(
                lambda: broker.resident_bytes() - watch.idle < REST_MAX, RECOVERY, 0.05)
            recovery = time.monotonic() - begin
            rest = broker.resident_bytes() - watch.idle
        witness.works(5)
    print(
        f"{attack.__name__}: +{grown / MiB:.1f} MiB, {rest / MiB:+.1f} MiB after {recovery:.2f} s; "
        f"good calls p99 {besieging.p99(quiet):.1f} ms before, {besieging.p99(busy):.1f} ms "
        f"meanwhile ({len(busy)})")
    assert grown <= GROWTH_MAX, f"{grown / MiB:.1f} MiB"
    assert rest <= REST_MAX, f"{rest / MiB:.1f} MiB are left"
    # The attackers use processors too, so a time limit would measure the machine. But every good
    # call was answered, during the whole attack.
    assert len(busy) >= 5


def test_worker_that_never_reads_is_cut(own_system, own_peers, service):
    """A worker that reads none of its requests loses only its own registration."""
    endpoint, broker = own_system.endpoint, own_system.broker
    with assault.Witness(endpoint, service) as witness, zmtp.Connection(endpoint) as worker:
        worker.shake_hands()
        worker.send_message(mdp.WORKER, mdp.READY, service + b"-deaf", b"\x00\x00\x04\x00")
        own_peers.wait_for_worker(service + b"-deaf")
        with besieging.Watch(broker) as watch, mdp.Client(endpoint) as client:
            for _ in range(200):
                client.request(service + b"-deaf", *[b"x" * 200_000] * 5)
                witness.works(1)
                try:
                    worker.send_message(mdp.WORKER, mdp.HEARTBEAT)
                except (BrokenPipeError, ConnectionResetError):
                    break
            else:
                raise AssertionError("the worker was never cut")
            assert watch.grown <= GROWTH_MAX
        own_peers.wait_for_no_worker(service + b"-deaf")
