"""The Python of a node, which every module of Ansible goes through: one of its calls fails, as a connection does that is lost before anything ran."""
import fcntl
import os
import re
import subprocess
import sys

NODE = os.environ.get('SIM_NODE', '')
PYTHON, ARGUMENTS = sys.argv[1], sys.argv[2:]

if not NODE:
    os.execv(PYTHON, [PYTHON, *ARGUMENTS])

import faults  # noqa: E402  (reads an environment that the control host need not have)

file = next((argument for argument in ARGUMENTS if os.path.exists(argument)), None)
payload = None if file else sys.stdin.buffer.read()
text = (open(file, 'rb').read() if file else payload).decode(errors='replace')
module = re.search(r"ansible_module='([^']*)'", text)
given = re.search(r'"ANSIBLE_MODULE_ARGS": \{(.*)', text)
program = re.match(r'"argv": \["([^"/]+)"', given[1]) if given else None
# A program of the simulation fails itself.
if module and given and not (program and os.path.exists(faults.path('bin/' + program[1]))):
    said = re.sub(r'"_ansible_\w+": (?:"[^"]*"|\[[^]]*\]|\{[^}]*\}|[^,}]*)(?:, )?', '', given[1]).split('}}', 1)[0]
    with open(faults.path('lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fails = faults.fails(f'on {NODE}: {module[1]} {said}')
    if fails:
        sys.exit('the connection to the node was lost')
sys.exit(subprocess.run([PYTHON, *ARGUMENTS], input=payload).returncode)
