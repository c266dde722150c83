"""The Python of a node, which every module of Ansible goes through: one of its calls fails, as a connection does that is lost before anything ran."""
import ast
import fcntl
import json
import os
import re
import sys
from types import ModuleType

import faults

PYTHON, ARGUMENTS = sys.argv[1], sys.argv[2:]


def fails(node, text):
    module = re.search(r"ansible_module='([^']*)'", text)
    params = re.search(r'^ *params=(.*?),?$', text, re.M)
    if not module or not params:
        return False
    given = json.loads(ast.literal_eval(params[1]))['ANSIBLE_MODULE_ARGS']
    # A program of the simulation fails itself.
    if given.get('argv') and os.path.exists(faults.path('bin/' + given['argv'][0])):
        return False
    said = json.dumps({name: value for name, value in given.items() if not name.startswith('_ansible_')})
    with open(faults.path('lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return faults.fails(f'on {node}: {module[1]} {said}')


def run(name, source):
    """In this process: no other Python has to start."""
    sys.argv = [name]
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sys.modules['__main__'] = main = ModuleType('__main__')
    main.__file__ = name
    exec(compile(source, name, 'exec'), main.__dict__)


file = next((argument for argument in ARGUMENTS if os.path.exists(argument)), None)
if file is None and ARGUMENTS:
    os.execv(PYTHON, [PYTHON, *ARGUMENTS])
text = open(file).read() if file else sys.stdin.read()
if os.environ.get('SIM_NODE') and fails(os.environ['SIM_NODE'], text):
    sys.exit('the connection to the node was lost')
run(file or '<stdin>', text)
