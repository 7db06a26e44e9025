"""State that the demo keeps between runs: sign-ins, the shift of time, finished steps."""

import hashlib
import hmac
import json
import os
import secrets
import uuid


class State:
    """COMPASS_HOME/demo/state.json, mode 0600, written as a whole after each change."""

    def __init__(self, home):
        self.folder = os.path.join(home, "demo")
        self.path = os.path.join(self.folder, "state.json")
        self.values = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.values = json.load(file)
        self.is_new = not self.values

    def get(self, name, make):
        """The value stored under a name; created and stored on first use."""
        if name not in self.values:
            self.set(name, make())
        return self.values[name]

    def set(self, name, value):
        self.values[name] = value
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        new = self.path + ".new"
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump(self.values, file, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)

    def done(self, name):
        """Whether a step was finished in this run or an earlier one."""
        return name in self.values

    def key(self, label):
        """The idempotency key of an addition, derived from the home's seed."""
        seed = bytes.fromhex(self.get("seed", lambda: secrets.token_hex(32)))
        return str(uuid.UUID(bytes=hmac.digest(seed, label.encode(), hashlib.sha256)[:16]))
