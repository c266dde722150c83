"""Runs a module of Ansible in this process. What it brings along is the same in each, and to compile that again takes a third of a whole run."""
import hashlib
import marshal
import os
import sys
import zipimport

FOLDER = os.path.join(os.environ['SIM'], 'compiled')


def kept(name, source, compile_source=zipimport._compile_source):
    file = os.path.join(FOLDER, hashlib.sha256(name.rpartition('.zip')[2].encode() + b'\0' + source).hexdigest())
    if os.path.exists(file):
        with open(file, 'rb') as there:
            return marshal.load(there)
    code = compile_source(name, source)
    os.makedirs(FOLDER, exist_ok=True)
    with open(f'{file}.{os.getpid()}', 'wb') as new:
        marshal.dump(code, new)
    os.replace(new.name, file)
    return code


def run(name, source):
    zipimport._compile_source = kept
    sys.argv = [name]
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    main = sys.modules['__main__'].__dict__
    main.clear()
    main.update(__name__='__main__', __builtins__=__builtins__, __file__=name)
    exec(compile(source, name, 'exec'), main)
