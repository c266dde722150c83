"""
The Python of all simulated clusters of a test run: modules of Ansible and programs of a cluster are forks of it, so that what takes time to import is
imported once. It listens at the socket that it is given, and ends with its standard input: then it removes the folder of that socket.
"""
import atexit
import importlib
import os
import pkgutil
import select
import shutil
import socket
import sys
import traceback
from types import ModuleType

MODULES = 'command copy file stat'
HERE = os.path.dirname(os.path.abspath(__file__))


def preload():
    import yaml  # noqa: F401
    for name in MODULES.split():
        module = 'ansible.modules.' + name
        importlib.import_module(module)
        del sys.modules[module]  # a module is run as the main program, by its name
    from ansible.module_utils._internal import _ansiballz
    for _, name, _ in pkgutil.iter_modules(_ansiballz.__path__, _ansiballz.__name__ + '.'):
        importlib.import_module(name)


def receive(connection):
    size, files, _, _ = socket.recv_fds(connection, 8, 3)
    left, parts = int.from_bytes(size, 'big'), []
    while left > 0:
        parts.append(connection.recv(min(left, 1 << 16)))
        left -= len(parts[-1])
    folder, umask, count, *rest = b''.join(parts).split(b'\0')
    count = int(count)
    words = [word.decode(errors='surrogateescape') for word in rest[:count]]
    environment = dict(entry.split(b'=', 1) for entry in rest[count:])
    return files, folder, int(umask), words, environment


def become(files, folder, umask, words, environment):
    """What a process has that was started anew."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.umask(umask)
    os.environb.clear()
    os.environb.update(environment)
    sys.argv = words
    sys.modules['__main__'] = main = ModuleType('__main__')
    main.__file__ = os.path.join(HERE, words[0])
    return words[0], main


def status_of(run):
    """As an interpreter ends."""
    try:
        run()
        status = 0
    except SystemExit as exit:
        status = exit.code
        if not isinstance(status, int):
            if status is not None:
                print(status, file=sys.stderr)
            status = 0 if status is None else 1
    except BaseException:
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    return status & 0xff


def work(connection, listener):
    call = receive(connection)
    connection.close()
    listener.close()
    script, main = become(*call)
    os._exit(status_of(lambda: exec(SCRIPTS[script], main.__dict__)))


def attend(connection, listener):
    """Tells the client how its call ended, however that was."""
    worker = os.fork()
    if worker == 0:
        work(connection, listener)
    status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    try:
        connection.send(bytes([status if status >= 0 else 128 - status]))
    except BrokenPipeError:
        pass
    os._exit(0)


def compiled(name):
    file = os.path.join(HERE, name)
    with open(file) as source:
        return compile(source.read(), file, 'exec')


SCRIPTS = {name: compiled(name) for name in ('cluster.py', 'node_python.py')}
preload()
listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listener.bind(sys.argv[1])
listener.listen(128)
while True:
    ready, _, _ = select.select([listener, 0], [], [])
    if 0 in ready and os.read(0, 1) == b'':
        shutil.rmtree(os.path.dirname(sys.argv[1]), ignore_errors=True)
        sys.exit()
    if listener in ready:
        connection, _ = listener.accept()
        if os.fork() == 0:
            attend(connection, listener)
        connection.close()
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass  # none is left
