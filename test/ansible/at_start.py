"""
What each process of Ansible runs first, in tests. A module brings its sources along in an archive, the same in each, and to compile these again takes a
third of a whole run: what they compile to is kept, by the name in the archive and the source.
"""
import gc
import marshal
import os
import sys
import zipimport
from _imp import source_hash

FOLDER = os.path.join(sys.prefix, 'compiled')
compile_source = zipimport._compile_source


def kept(path, source):
    name = path.rpartition('.zip' + os.sep)[2].replace(os.sep, '.')
    file = os.path.join(FOLDER, f'{name}-{source_hash(0, source).hex()}-{len(source)}')
    try:
        with open(file, 'rb') as there:
            return marshal.load(there)
    except FileNotFoundError:
        pass
    code = compile_source(path, source)
    os.makedirs(FOLDER, exist_ok=True)
    with open(f'{file}.{os.getpid()}', 'wb') as new:
        marshal.dump(code, new)
    os.replace(new.name, file)
    return code


zipimport._compile_source = kept
# Measured with 40 tasks: a twentieth less processor time.
gc.set_threshold(100_000)
