"""Calls of a run, by what they ask: the first that is among those in `failing` fails, and no other of the same run."""
import os
import re

SIM = os.environ['SIM']

# What differs from run to run of a call that asks the same.
DIFFERS = [
    (re.escape(os.path.dirname(SIM)), 'ROOT'),
    (r'\d{4}-\d\d-\d\dT[\d:.]+Z', 'TIME'),
    (r'\d{8}T\d{6}Z', 'TIME'),
    (r'operator/[0-9a-f]{8}', 'OPERATOR'),
    (r'http://127\.0\.0\.1:\d+/', 'http://127.0.0.1:PORT/'),
    (r'/[\w/.-]*ansible[\w/.-]+', 'TEMPORARY'),
    # As Python's tempfile calls it.
    (r'/[\w/.-]+/tmp[a-z0-9_]{8}(?=/)', 'TEMPORARY'),
    (r'("_original_basename": ")\.\w+', r'\1.TEMPORARY'),
]


def path(name):
    return os.path.join(SIM, name)


def lines(name):
    return open(path(name)).read().splitlines() if os.path.exists(path(name)) else []


def append(name, line):
    with open(path(name), 'a') as file:
        file.write(line + '\n')


def fails(call):
    """Whether this call is the one that fails in this run, where one is to fail; the caller holds the lock."""
    if not os.path.exists(path('failing')):
        return False
    for pattern, name in DIFFERS:
        call = re.sub(pattern, name, call)
    # The first time that it is asked of one node is the first time of it on each.
    kind = re.sub(r'ip-\d+-\d+-\d+-\d+', 'NODE', f'{call} #{lines("asked").count(call) + 1}')
    append('asked', call)
    append('kinds', kind)
    failing = lines('failing')
    if kind not in failing or lines('failed'):
        return False
    append('failed', kind)
    append('failed-at', str(len(lines('asked')) - 1))
    with open(path('failing'), 'w') as file:
        file.writelines(other + '\n' for other in failing if other != kind)
    return True
