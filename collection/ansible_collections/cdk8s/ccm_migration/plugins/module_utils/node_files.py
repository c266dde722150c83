"""
Files of a node, and the copies of them that a plan keeps below its backup folder. Runs on the node: Python 3.8, nothing besides.

The copy of a state is made when a plan leaves the state, and is used up when the state is entered again: `.used` beside it says so, and the next plan
that leaves the state makes a new one in its place. `.absent` beside it says that there was no file. A file with the sum that a step gives it is that
step's, put by a run that was killed: it is never copied in place of what was there before. Copies are outside the static pod path, where a kubelet
would run them.

A run may be killed between any two lines, and the next one finishes what it began: a copy is there before its file changes, a file changes by one
rename, and the note that a copy was given back is written last.
"""
import base64
import collections
import contextlib
import grp
import hashlib
import os
import pwd
import stat

STATIC_PODS = '/etc/kubernetes/manifests'

# `contents` has the bytes of files to put, as base64, by their sums.
Node = collections.namedtuple('Node', 'root backup_dir keep_owner check diff contents')

# An owner of -1 is left as it is; `mtime` (in nanoseconds) is set where it is known.
File = collections.namedtuple('File', 'data mode uid gid mtime', defaults=(0o600, -1, -1, None))


class Refused(Exception):
    """A request cannot be answered: says why in a sentence for people."""


def sum_of(file):
    return hashlib.sha256(file.data).hexdigest() if file else '-'


def read_file(path):
    """A file with all that a copy keeps of it, or None; of a link, what it points to."""
    try:
        with open(path, 'rb') as opened:
            seen = os.fstat(opened.fileno())
            return File(opened.read(), stat.S_IMODE(seen.st_mode), seen.st_uid, seen.st_gid, seen.st_mtime_ns)
    except FileNotFoundError:
        return None


# What is asked.

def stat_paths(node, request):
    """Sum, times, mode and owner of each path; what is there and is no file has the sum 'no file'."""
    return [_stat(node.root + path) for path in request['paths']]


def read_paths(node, request):
    """The text of each file, or None."""
    files = [read_file(node.root + path) for path in request['paths']]
    return [file and file.data.decode(errors='replace') for file in files]


def copies(node, request):
    """Of each path, the sum of its copy, whether it is known not to have been there, and when the copy was given back."""
    return [{
        'sum': sum_of(read_file(copy)), 'absent': os.path.exists(copy + '.absent'), 'used': _stat(copy + '.used')['mtime'],
    } for copy in (_copy_of(node, request['state'], path) for path in request['paths'])]


# What is changed.

def save(node, request):
    """Keeps copies of files, where no copy says yet what was there before the step."""
    return _answer([file['path'] for file in request['files'] if _save(node, request['state'], file)])


def put(node, request):
    """Puts files, and keeps copies of what is there, unless an earlier step did (`kept`): it removed them, or another program was to write them."""
    files = [(file['path'], _wanted(node, file), file.get('secret')) for file in request['files']]
    saved = save(node, {'state': request['state'], 'files': [file for file in request['files'] if not file.get('kept')]})
    return _put(node, files, saved['paths'])


def write(node, request):
    """Writes a file of which no copy is kept."""
    wanted = File(request['text'].encode(), int(request.get('mode', '0600'), 8))
    return _put(node, [(request['path'], wanted, request.get('secret'))])


def remove(node, request):
    """Removes files, and keeps copies of them, whatever is there: nothing that a run before has put."""
    saved = save(node, {'state': request['state'], 'files': [{'path': path, 'sha256': '-'} for path in request['paths']]})
    return _answer(saved['paths'] + _remove(node, request['paths']))


def delete(node, request):
    """Removes files of which no copy is kept."""
    return _answer(_remove(node, request['paths'], folders_stay=True))


def restore(node, request):
    """Gives files back; on the way back of a step (`left`) only those with a copy that was not given back: the step changed no others yet."""
    paths, left = request['paths'], request.get('left')
    if left is not None:
        paths = [path for path in paths if _is_known(_copy_of(node, request['state'], path))]
    # The copies of the state that is left are needed again.
    again = [path for path in paths if left is not None and _unlink(node, _copy_of(node, left, path) + '.used')]
    return _give_back(node, request, paths, again)


def take_back(node, request):
    """Gives back what this plan wrote or removed, and nothing else: a file that it did not touch stays as it is."""
    rows = {file['path']: file for file in request['files']}
    _forget_staged(node, rows)
    is_of = {path: _taken_back_as(node, _copy_of(node, request['state'], path), file) for path, file in rows.items()}
    # Bytes that no plan knows are nowhere else.
    found = [path for path in rows if is_of[path] == 'another'
             and _keep_aside(node, node.root + path, _copy_of(node, request['state'], path) + '.found')]
    back = _give_back(node, request, [path for path in rows if is_of[path]], found)
    # A run that was killed may have made a folder and put nothing there.
    _remove(node, [path for path in rows if not os.path.lexists(node.root + path)])
    return back


def _taken_back_as(node, copy, row):
    """What a file is that is to be given back: of the 'step', of 'another' program that wrote it otherwise than planned, 'begun' by a killed run."""
    lies, copied, before = read_file(node.root + row['path']), read_file(copy), row.get('before', [])
    if sum_of(lies) == row['sum']:
        return 'step'
    # Its copy is of before, and was not given back: so the step was begun, and its file is neither that nor what was planned.
    if sum_of(lies) not in before and sum_of(copied) in before and not os.path.exists(copy + '.used'):
        return 'another'
    return 'begun' if os.path.exists(copy + '.begun') and (lies and lies[:4]) == (copied and copied[:4]) else None


def _save(node, state, row):
    copy, lies, before = _copy_of(node, state, row['path']), read_file(node.root + row['path']), row.get('before')
    has = sum_of(lies)
    # What another program is to write is not known beforehand, but what was there before it is.
    is_of_step = has not in before if before else has == row.get('sha256', has)
    if _is_known(copy) and is_of_step:
        return False
    if not node.check:
        _make_folder(os.path.dirname(copy), 0o700)
        _keep_aside(node, copy, copy + '.earlier', unless=lies)
        _unlink(node, copy + '.absent' if lies else copy)
        _write(copy if lies else copy + '.absent', lies or File(b''))
        # A copy that was given back is of an earlier time; this one is not.
        _unlink(node, copy + '.used')
    return True


def _put(node, files, saved=()):
    _forget_staged(node, [path for path, _, _ in files])
    _make_folders(node, [path for path, _, _ in files])
    diff, changed = [], list(saved)
    for path, wanted, secret in files:
        lies = read_file(node.root + path)
        if _bring(node, path, wanted):
            changed.append(path)
            # With a password in it, it would stand in the log of the operator.
            diff += [_diff(path, lies, wanted)] if node.diff and not secret else []
    return _answer(changed, diff)


def _give_back(node, request, paths, marked):
    """Of the request, these paths; those that are `marked` changed already. The texts of files that may be `shown` are."""
    state, shown = request['state'], request.get('shown', ()) if node.diff else ()
    copied = {path: _copy_of(node, state, path) for path in paths}
    for path, copy in copied.items():
        if not os.path.exists(copy) and not os.path.exists(copy + '.absent'):
            below = f'{node.root}{node.backup_dir}/{state}'
            raise Refused(f'there is no copy of {path} below {below}; put the file back from where you keep it')
    # A file that was given back is no longer what the step wrote: without this, a second run would take it for one that the plan did not touch.
    for copy in () if node.check else copied.values():
        _write(copy + '.begun', File(b''))
    back = {path: read_file(copy) for path, copy in copied.items() if os.path.exists(copy)}
    before = {path: read_file(node.root + path) for path in paths if path in shown}
    _make_folders(node, back)
    changed = [path for path, file in back.items() if _bring(node, path, file)]
    changed += _remove(node, [path for path in paths if path not in back], request.get('folders_stay', False))
    diff = [_diff(path, before[path], back.get(path)) for path in changed if path in before]
    # In check mode only what a file is counts: that its copy is used up, it does not show.
    noted = [path for path, copy in copied.items() if not node.check and not os.path.exists(copy + '.used')]
    # A copy is of the time when its state was left last. The note is never older than the file.
    for copy in () if node.check else copied.values():
        os.utime(copy + '.begun')
        os.replace(copy + '.begun', copy + '.used')
        _sync(os.path.dirname(copy))
    return _answer([*marked, *changed, *noted], diff)


def _bring(node, path, wanted):
    """Whether a file is not as wanted, and makes it so. One that has the bytes is not put again: a process would seem to be older than it."""
    target = node.root + path
    lies = None if os.path.islink(target) else read_file(target)
    if lies is None or lies.data != wanted.data:
        if not node.check:
            _write(target, wanted, _staged(node, path))
        return True
    differs = lies.mode != wanted.mode or wanted.uid not in (-1, lies.uid) or wanted.gid not in (-1, lies.gid)
    if differs and not node.check:
        os.chown(target, wanted.uid, wanted.gid)
        os.chmod(target, wanted.mode)
    return differs


def _remove(node, paths, folders_stay=False):
    changed = [path for path in paths if _unlink(node, node.root + path)]
    if not folders_stay and not node.check:
        for folder in dict.fromkeys(map(os.path.dirname, paths)):
            _remove_folder(node.root + folder, _mark_of(node, folder))
    return changed


def _keep_aside(node, path, aside, unless=None):
    """Keeps bytes that are about to go, unless they come again, under a name that has no others yet."""
    lies, name, number = read_file(path), aside, 0
    if lies is None or node.check or (unless and unless.data == lies.data):
        return False
    while os.path.exists(name) and read_file(name).data != lies.data:
        number += 1
        name = f'{aside}.{number}'
    if not os.path.exists(name):
        _write(name, lies)
    return True


def _make_folders(node, paths):
    """Makes the folders of files. Those of the node are remembered, so that a folder goes with the last file in it."""
    for folder in dict.fromkeys(map(os.path.dirname, paths)):
        is_ours = (folder + '/').startswith(node.backup_dir + '/')
        if not node.check and not os.path.exists(node.root + folder):
            if not is_ours:
                _make_folder(_mark_of(node, folder), 0o700)
            _make_folder(node.root + folder, 0o700 if is_ours else 0o755)


def _make_folder(folder, mode):
    """With those above it; the mode does not depend on the umask."""
    if not os.path.isdir(folder):
        _make_folder(os.path.dirname(folder), mode)
        os.mkdir(folder, mode)
        os.chmod(folder, mode)


def _remove_folder(folder, mark):
    """Removes a folder that a plan made, unless something is in it."""
    if os.path.isdir(mark):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
        if not os.path.exists(folder):
            os.rmdir(mark)


def _write(path, file, staged=None):
    """By a rename in the same file system, from a name that a kubelet does not run; until then only its owner may read it."""
    staged = staged or os.path.join(os.path.dirname(path), _new(path))
    if os.path.lexists(staged):
        os.unlink(staged)
    with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), 'wb') as opened:
        opened.write(file.data)
        opened.flush()
        os.fchown(opened.fileno(), file.uid, file.gid)
        os.fchmod(opened.fileno(), file.mode)
        if file.mtime is not None:
            os.utime(opened.fileno(), ns=(file.mtime, file.mtime))
        os.fsync(opened.fileno())
    os.replace(staged, path)
    _sync(os.path.dirname(path))


def _sync(folder):
    opened = os.open(folder, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)


def _unlink(node, path):
    is_there = os.path.lexists(path)
    if is_there and not node.check:
        os.unlink(path)
    return is_there


def _forget_staged(node, paths):
    """A run that was killed may have left a private key under such a name."""
    for path in paths:
        _unlink(node, _staged(node, path))


def _staged(node, path):
    folder = os.path.dirname(path)
    return f'{node.root}{os.path.dirname(folder) if folder == STATIC_PODS else folder}/{_new(path)}'


def _new(path):
    return '.ccm-migration-new-' + os.path.basename(path)


def _copy_of(node, state, path):
    return f'{node.root}{node.backup_dir}/{state}{path}'


def _mark_of(node, folder):
    return f'{node.root}{node.backup_dir}/folders{folder}.made'


def _is_known(copy):
    """Whether a copy says what there was before, and was not given back since."""
    return (os.path.exists(copy) or os.path.exists(copy + '.absent')) and not os.path.exists(copy + '.used')


def _stat(path):
    try:
        seen = os.stat(path)
    except FileNotFoundError:
        return {'sum': '-', 'ctime': None, 'mtime': None, 'mode': None, 'uid': None, 'gid': None, 'executable': False}
    is_file = stat.S_ISREG(seen.st_mode)
    return {
        'sum': _sum_at(path) if is_file else 'no file', 'ctime': seen.st_ctime, 'mtime': seen.st_mtime,
        'mode': f'{stat.S_IMODE(seen.st_mode):04o}', 'uid': seen.st_uid, 'gid': seen.st_gid, 'executable': is_file and os.access(path, os.X_OK),
    }


def _sum_at(path):
    """Of a file that may be a large program."""
    digest = hashlib.sha256()
    with open(path, 'rb') as opened:
        for part in iter(lambda: opened.read(1 << 20), b''):
            digest.update(part)
    return digest.hexdigest()


def _wanted(node, row):
    user, group = row['owner'].split(':')
    try:
        owner = (pwd.getpwnam(user).pw_uid, grp.getgrnam(group).gr_gid) if node.keep_owner else (-1, -1)
    except KeyError as error:
        raise Refused(f"{row['path']} is to belong to {row['owner']}, which this node does not know") from error
    return File(base64.b64decode(node.contents[row['sha256']]), int(row['mode'], 8), *owner)


def _diff(path, lies, wanted):
    before, after = (file.data.decode(errors='replace') if file else '' for file in (lies, wanted))
    return {'before_header': path, 'after_header': path, 'before': before, 'after': after}


def _answer(paths, diff=()):
    """What of a node was changed, or would be."""
    return {'changed': bool(paths), 'paths': list(dict.fromkeys(paths)), 'diff': list(diff)}


OPS = {
    'stat': stat_paths, 'read': read_paths, 'copies': copies, 'save': save, 'put': put, 'write': write, 'remove': remove, 'delete': delete,
    'restore': restore, 'take-back': take_back,
}
