"""What a check or a change is given: the plan, the settings, kubectl on this machine, and the node that it is about. Runs on the control host."""
import copy
import json
import subprocess
import time


# Where an object is that is not in the cluster which is served, as a plan says it.
MANAGEMENT = 'management'


class Failed(Exception):
    """A call failed, or what was asked does not hold (yet): says so in a sentence for people."""


class Lost(Failed):
    """The node does not answer any more."""


class World:
    """Asks the cluster and one node. What has to ask a node goes through `ask_node`, so that a lost connection is a failure like any other."""

    def __init__(self, plan, settings, ask_node, node=None, step=None, check_mode=False, seen=None, names=(), function_of=None):
        self.plan = plan
        self.settings = settings
        self.node = node
        self.step = step
        self.check_mode = check_mode
        # What the nodes have said of themselves at the beginning of the run, by name.
        self.seen = seen or {}
        # Of all variables of the task.
        self.names = names
        # Which function carries out an action, by its name: for what asks several.
        self.function_of = function_of
        self._ask_node = ask_node
        # What an attempt leaves for the next one of the same check.
        self.kept = {}
        # Sentences for the operator, shown where the task ends well.
        self.notes = []

    def kubectl(self, *args, stdin=None):
        """Standard output of kubectl; fails where kubectl does."""
        return self.program([*self.settings['kubectl'], *args], stdin)

    def at(self, given):
        """The same, asking the management cluster where what is asked is there: a hosted control plane is in another cluster than the one it serves."""
        if given.get('cluster') != MANAGEMENT:
            return self
        if not self.settings['management_kubectl']:
            raise Failed('this plan is for a control plane in a management cluster, and management_kubectl is not set: say how kubectl reaches that cluster, '
                         'like [kubectl, --kubeconfig, /path/of/its/kubeconfig]')
        there = copy.copy(self)
        there.settings = {**self.settings, 'kubectl': self.settings['management_kubectl']}
        return there

    def get(self, *args):
        """An object, a list, or None where a named object is not there."""
        text = self.kubectl('get', *args, '--ignore-not-found', '-o', 'json')
        return json.loads(text) if text.strip() else None

    def items(self, *args):
        """A list; with --ignore-not-found kubectl would print nothing for an empty one."""
        return json.loads(self.kubectl('get', *args, '-o', 'json'))['items']

    def program(self, argv, stdin=None, statuses=(0,)):
        """Standard output of a program on this machine."""
        return self.ended(argv, stdin, statuses).stdout

    def ended(self, argv, stdin=None, statuses=(0,)):
        try:
            ended = subprocess.run([str(word) for word in argv], input=stdin, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Failed(f'{argv[0]}: {error}') from error
        if ended.returncode not in statuses:
            # etcdctl logs in JSON before it says what is wrong.
            errors = '\n'.join(line for line in ended.stderr.splitlines() if not line.startswith(('{', '[')))
            said = '; '.join(text.strip() for text in (ended.stdout, errors) if text.strip() and not text.lstrip().startswith(('{', '[')))
            raise Failed(f"{' '.join(argv[:4])} ended with {ended.returncode}: {said}")
        return ended

    def ask_node(self, *requests, contents=None):
        """Answers of the node to requests (plugins/modules/node.py), in one round trip."""
        return self._ask_node(list(requests), contents or {})

    def note(self, text):
        self.notes.append(text)


def attempts(settings, within, check_mode):
    """How often something is asked: at least once."""
    longest = min(within, settings['max_seconds']) if settings['max_seconds'] > 0 else within
    return 1 if check_mode else max(1, int(longest / max(settings['poll_seconds'], 0.1)))


# How often a wait says for what, in seconds.
SIGN_OF_LIFE = 60


def eventually(world, within, ask, waits=lambda failure: None):
    """Asks until it holds, or the time is over: then it fails with what was said last. What is waited for is said each minute."""
    left, said = attempts(world.settings, within, world.check_mode), time.monotonic()
    while True:
        try:
            return ask()
        except Failed as failure:
            left -= 1
            if left <= 0:
                raise
            if time.monotonic() - said >= SIGN_OF_LIFE:
                said = time.monotonic()
                waits(failure)
            time.sleep(world.settings['poll_seconds'])
