"""Malformed input made from a seed, and a witness that shows that other peers are not affected."""

import random

import mdp

#: All random input of the suite comes from this seed. A failing case names its own number.
SEED = 18_02_2026


class Witness:
    """A correct worker and a correct client that talk before, during and after an attack."""

    def __init__(self, endpoint, service):
        self.endpoint = endpoint
        self.service = service
        self.worker = mdp.ServingWorker(
            endpoint, service, lambda body: [[b"part"], [b"echo", *body]])
        self.calls = 0

    def __enter__(self):
        self.worker.__enter__()
        self.client = mdp.Client(self.endpoint)
        self.works()
        return self

    def __exit__(self, *error):
        self.client.close()
        self.worker.__exit__(*error)

    def works(self, times=3):
        """Checks that good calls still succeed on the connection that existed before."""
        for _ in range(times):
            self.calls += 1
            word = b"%d" % self.calls
            answer = self.client.call(self.service, word)
            assert answer == ([[b"part"]], [b"echo", word]), answer
        assert self.worker.registrations == 1, "the good worker was thrown out"
        assert self.worker.failure is None


def was_read(peer):
    """Whether the broker has read everything that `peer` sent: it answers a later request.

    A broker that has closed this peer's connection sends no answer. Another peer that connected
    later must then be asked, because the broker reads its connections in turn.
    """
    peer.send(mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.service", b"assault")
    while (frames := peer.receive(1.0)) is not None:
        if frames[:3] == [mdp.CLIENT, mdp.CLIENT_FINAL, b"mmi.service"]:
            return True
    return False


def random_message(dice):
    """Frames of random bytes, sometimes after a correct beginning."""
    heads = [
        [], [mdp.CLIENT], [mdp.WORKER], [mdp.CLIENT, mdp.CLIENT_REQUEST],
        [mdp.WORKER, bytes([dice.randrange(1, 7)])], [b"MDP"], [b""],
    ]
    frames = list(dice.choice(heads))
    for _ in range(dice.randrange(0, 7)):
        frames.append(dice.randbytes(dice.choice([0, 1, 2, 6, 17, 300])))
    return frames or [dice.randbytes(6)]


def well_formed_messages(service):
    """One message of each kind, for `spoil` to damage."""
    return [
        [mdp.CLIENT, mdp.CLIENT_REQUEST, service, b"body", b"more"],
        [mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.service", service],
        [mdp.CLIENT, mdp.CLIENT_REQUEST, b"mmi.broker", b""],
        [mdp.WORKER, mdp.READY, b"spoilt-worker"],
        [mdp.WORKER, mdp.READY, b"spoilt-worker", b"\x00\x00\x00\x04"],
        [mdp.WORKER, mdp.PARTIAL, b"\x00abcd", b"", b"body"],
        [mdp.WORKER, mdp.FINAL, b"\x00abcd", b"", b"body"],
        [mdp.WORKER, mdp.HEARTBEAT],
        [mdp.WORKER, mdp.HEARTBEAT, b"\x00\x00\x00\x01"],
        [mdp.WORKER, mdp.DISCONNECT],
    ]


def spoil(dice, frames):
    """Damages a message in one place."""
    frames = list(frames)
    index = dice.randrange(len(frames))
    frame = frames[index]
    match dice.randrange(8):
        case 0 if frame:
            position = dice.randrange(len(frame))
            spoilt = frame[position] ^ (1 << dice.randrange(8))
            frames[index] = frame[:position] + bytes([spoilt]) + frame[position + 1:]
        case 1 if frame:
            frames[index] = frame[:dice.randrange(len(frame))]
        case 2:
            frames[index] = frame + dice.randbytes(dice.randrange(1, 9))
        case 3 if len(frames) > 1:
            del frames[index]
        case 4:
            frames.insert(index, frame)
        case 5:
            frames.insert(index, b"")
        case 6:
            frames[index] = dice.randbytes(dice.randrange(0, 2_000))
        case _:
            other = dice.randrange(len(frames))
            frames[index], frames[other] = frames[other], frames[index]
    return frames


def dice_for(case):
    return random.Random(f"{SEED}/{case}")
