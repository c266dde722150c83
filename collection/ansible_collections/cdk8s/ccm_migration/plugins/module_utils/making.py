"""The machine that a run has asked for and that has not joined yet, as the lock remembers it: what asks for it again says the same token."""
import hashlib
import re
import secrets
from typing import NamedTuple

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.leases import LOCK, MAKING, note_in_lock
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

# What clouds take for a client token: EC2's has 64 ASCII characters at most
# (docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html).
LONGEST = 64


class Making(NamedTuple):
    """Nodes that were asked for: how many of the side there are to be."""

    group: str
    side: str
    count: int
    attempt: str
    # A machine that was ended is not asked for again: without this, the same token would name it.
    nonce: str

    @property
    def text(self):
        return '/'.join(map(str, self))

    @property
    def what(self):
        return f"node {self.count} of side {self.side} in group {self.group}"


def asked_for(world):
    """What was asked for and has not joined; None: nothing."""
    text = annotations_of(world.get(*LOCK) or {'metadata': {}}).get(MAKING)
    if not text:
        return None
    group, side, count, attempt, nonce = text.split('/')
    return Making(group, side, int(count), attempt, nonce)


def ask_for(world, group, side, count):
    """Remembers what is asked for, before it is: what was asked for already keeps its token."""
    before, attempt = asked_for(world), world.settings['make_attempt'].replace('/', '-')
    if before and (before.group, before.side) != (group, side) and not world.settings['made_is_gone']:
        raise Failed(not_joined(world, before))
    # With fewer, it has joined since.
    if before and (before.group, before.side, before.attempt) == (group, side, attempt) and before.count >= count:
        return before
    asked = Making(group, side, count, attempt, secrets.token_hex(4))
    note_in_lock(world, MAKING, asked.text)
    return asked


def forget(world):
    note_in_lock(world, MAKING, None)


def not_joined(world, asked):
    return (f'{asked.what} was asked for with the token {token_of(world, asked)}, and has not joined: wait until it has, or end its machine and run again '
            'with made_is_gone=true')


def token_of(world, asked):
    """Letters, digits and `-`; what would be longer, or has others, ends with its hash."""
    words = f'{world.plan.id}-{asked.group}-{asked.side}-{asked.count}-{asked.attempt}-{asked.nonce}'
    plain = re.sub('[^A-Za-z0-9-]', '-', words)
    if plain == words and len(words) <= LONGEST:
        return words
    return f'{plain[:LONGEST - 17]}-{hashlib.sha256(words.encode()).hexdigest()[:16]}'
