"""Files of a node, in a folder that stands for its root; each change is also killed at every call that changes something, and run again."""
import base64
import contextlib
import hashlib
import io
import json
import os
import shutil
import stat
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import node_files
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.node_files import OPS, Node, Refused

try:
    from ansible.module_utils.testing import patch_module_args
    from ansible_collections.cdk8s.ccm_migration.plugins.modules import node as module
except ImportError:  # with the oldest Python of a node, without Ansible
    module = None

KCM = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
OWN = '/etc/kubernetes/own/first'
BACKUP = '/var/lib/ccm-migration/backup'
OURS = 'kind: Pod # ours\n'
CHANGES = ('open', 'replace', 'unlink', 'mkdir', 'rmdir', 'chmod', 'chown', 'utime', 'fsync')


class Killed(BaseException):
    """Ends a run as SIGKILL does: nothing catches it."""


def sum_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


class OnNode(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.lay('/etc/hostname', 'a\n')
        self.lay('/etc/kubernetes/admin.conf', '')
        self.lay('/etc/kubernetes/manifests/etcd.yaml', '')
        self.lay('/var/lib/kubelet/config.yaml', '')

    def place(self, path):
        return self.root + path

    def copy(self, path=KCM, state='n'):
        return f'{BACKUP}/{state}{path}'

    def lay(self, path, text, mode=0o640):
        os.makedirs(os.path.dirname(self.place(path)), exist_ok=True)
        with open(self.place(path), 'w', encoding='utf-8') as opened:
            opened.write(text)
        os.chmod(self.place(path), mode)

    def has(self, path):
        file = node_files.read_file(self.place(path))
        return file and file.data.decode()

    def there(self, path):
        return os.path.exists(self.place(path))

    def mode(self, path):
        return stat.S_IMODE(os.stat(self.place(path)).st_mode)

    def ask(self, op, check=False, diff=False, contents=(OURS,), **request):
        encoded = {sum_of(text): base64.b64encode(text.encode()).decode() for text in contents}
        return OPS[op](Node(self.root, BACKUP, False, check, diff, encoded), {'op': op, **request})

    def put(self, path=KCM, text=OURS, op='put', check=False, diff=False, **more):
        file = {'path': path, 'sha256': sum_of(text), 'mode': '0600', 'owner': 'root:root', **more}
        return self.ask(op, check, diff, contents=(text,), state='n', files=[file])

    def remove(self, path=KCM, **more):
        return self.ask('remove', state='n', paths=[path], **more)

    def back(self, path=KCM, wanted=sum_of(OURS), check=False, **more):
        return self.ask('take-back', check, state='n', files=[{'path': path, 'sum': wanted, **more}])

    def tree(self, without=()):
        """What lies below the root: names, kinds, modes and bytes."""
        seen = {}
        for folder, folders, files in os.walk(self.root):
            for name in folders + files:
                path = os.path.join(folder, name)
                inner = path[len(self.root):]
                if not inner.startswith(tuple(without)):
                    is_file = os.path.isfile(path)
                    seen[inner] = (self.mode(inner), self.has(inner)) if is_file else (self.mode(inner), 'folder')
        return seen


class ComeBack(OnNode):
    def test_with_their_mode_and_time_and_never_under_a_name_that_a_kubelet_would_run(self):
        self.lay(KCM, 'mine\n')
        os.utime(self.place(KCM), (1000, 1000))
        seen, replace, fchmod = [], os.replace, os.fchmod

        def still_private(opened, mode):
            self.assertEqual(stat.S_IMODE(os.fstat(opened).st_mode), 0o600)
            fchmod(opened, mode)

        def watched(staged, path):
            if path == self.place(KCM):
                seen.append((os.path.relpath(staged, self.root), stat.S_IMODE(os.stat(staged).st_mode)))
            replace(staged, path)
        with mock.patch.object(os, 'replace', watched), mock.patch.object(os, 'fchmod', still_private):
            self.put()
            self.back()
        self.assertEqual(seen, [('etc/kubernetes/.ccm-migration-new-kube-controller-manager.yaml', mode) for mode in (0o600, 0o640)])
        self.assertEqual((self.has(KCM), self.mode(KCM), os.stat(self.place(KCM)).st_mtime), ('mine\n', 0o640, 1000))
        self.assertEqual(sorted(os.listdir(self.place('/etc/kubernetes/manifests'))), ['etcd.yaml', 'kube-controller-manager.yaml'])

    def test_as_they_were_when_the_state_was_left_last(self):
        for first, second in (('first\n', 'second\n'), (None, 'second\n'), ('first\n', None)):
            with self.subTest(first=first, second=second):
                shutil.rmtree(self.place(BACKUP), ignore_errors=True)
                for text, runs in ((first, 1), (second, 2)):
                    if self.there(KCM):
                        os.unlink(self.place(KCM))
                    if text is not None:
                        self.lay(KCM, text)
                    for _ in range(runs):
                        self.put()
                    self.assertEqual(self.has(KCM), OURS)
                    self.back()
                    self.assertEqual(self.has(KCM), text)

    def test_where_the_last_run_was_never_taken_back(self):
        self.lay(KCM, 'first\n')
        self.put()
        self.lay(KCM, 'second\n')
        self.put()
        self.back()
        self.assertEqual(self.has(KCM), 'second\n')
        self.assertEqual(self.has(self.copy() + '.earlier'), 'first\n')

    def test_where_they_were_removed(self):
        for text in ('first\n', 'second\n'):
            self.lay(KCM, text)
            self.remove()
            self.remove()
            self.assertFalse(self.there(KCM))
            self.back(wanted='-')
            self.assertEqual(self.has(KCM), text)

    def test_where_one_step_removes_and_a_later_one_puts_anew(self):
        self.lay(KCM, 'of n\n')
        for _ in range(2):
            self.remove()
            self.put(kept=True)
            self.put(kept=True)
            self.assertEqual(self.has(KCM), OURS)
            self.back()
            self.back(wanted='-')
            self.assertEqual(self.has(KCM), 'of n\n')

    def test_only_where_the_step_touched_them(self):
        self.lay(self.copy(), 'first\n')
        self.lay(KCM, 'second\n')
        self.assertFalse(self.back()['changed'])
        self.assertEqual(self.has(KCM), 'second\n')

    def test_only_from_a_copy(self):
        self.lay(KCM, OURS)
        for check in (False, True):
            below = f'{self.root}{BACKUP}/n'
            with self.assertRaisesRegex(Refused, f'^there is no copy of {KCM} below {below}; put the file back from where you keep it$'):
                self.ask('restore', check, state='n', paths=[KCM])
        self.assertEqual(self.has(KCM), OURS)

    @unittest.skipIf(os.getuid() != 0, 'only root may give a file away')
    def test_with_their_owner(self):
        self.lay(KCM, 'mine\n')
        os.chown(self.place(KCM), 1234, 1235)
        self.put()
        self.assertEqual(os.stat(self.place(self.copy())).st_uid, 1234)
        self.back()
        now = os.stat(self.place(KCM))
        self.assertEqual((self.has(KCM), now.st_uid, now.st_gid), ('mine\n', 1234, 1235))
        os.chown(self.place(KCM), 1, 1)
        self.ask('restore', state='n', paths=[KCM])
        now = os.stat(self.place(KCM))
        self.assertEqual((now.st_uid, now.st_gid), (1234, 1235))

    def test_on_the_way_back_of_a_step_only_where_it_was_begun(self):
        def undo():
            return self.ask('restore', state='n', left='n-plus-1', paths=[KCM])
        self.lay(KCM, 'mine\n')
        self.assertFalse(undo()['changed'])
        self.lay(self.copy(), 'before\n')
        self.lay(self.copy(state='n-plus-1') + '.used', '')
        self.assertTrue(undo()['changed'])
        self.assertEqual((self.has(KCM), self.there(self.copy(state='n-plus-1') + '.used')), ('before\n', False))
        self.lay(KCM, 'mine\n')
        self.assertFalse(undo()['changed'])
        self.assertEqual(self.has(KCM), 'mine\n')

    def test_that_kubeadm_wrote_otherwise_and_those_that_the_operator_changed_stay(self):
        def undo():
            return self.back(before=[sum_of('before\n')])
        self.lay(self.copy(), 'of an earlier time\n')
        self.lay(KCM, 'other\n')
        undo()
        self.assertEqual(self.has(KCM), 'other\n')
        for text in ('other\n', 'again\n', 'other\n'):
            self.lay(self.copy(), 'before\n')
            self.lay(KCM, text)
            undo()
            self.assertEqual(self.has(KCM), 'before\n')
            self.lay(KCM, text)
            undo()
            self.assertEqual(self.has(KCM), text)
            os.unlink(self.place(self.copy() + '.used'))
        found = {name: self.has(os.path.dirname(self.copy()) + '/' + name) for name in os.listdir(self.place(os.path.dirname(self.copy())))}
        self.assertEqual({name: text for name, text in found.items() if '.found' in name},
                         {os.path.basename(KCM) + '.found': 'other\n', os.path.basename(KCM) + '.found.1': 'again\n'})

    def test_and_go_with_the_folders_made_for_them(self):
        second = os.path.dirname(OWN) + '/second'
        self.put(OWN)
        self.put(second)
        self.back(OWN)
        self.assertEqual(os.listdir(self.place(os.path.dirname(OWN))), ['second'])
        self.back(second)
        self.assertFalse(self.there(os.path.dirname(OWN)))
        self.assertEqual(os.listdir(self.place(f'{BACKUP}/folders/etc/kubernetes')), [])
        os.mkdir(self.place(os.path.dirname(OWN)))
        self.put(OWN)
        self.back(OWN)
        self.assertEqual(os.listdir(self.place(os.path.dirname(OWN))), [])

    def test_and_leave_their_folders_where_those_are_to_stay(self):
        self.put(OWN)
        self.ask('restore', state='n', paths=[OWN], folders_stay=True)
        self.assertEqual(os.listdir(self.place(os.path.dirname(OWN))), [])

    def test_with_folders_that_are_gone_by_then(self):
        self.addCleanup(os.umask, os.umask(0o077))
        self.lay(OWN, 'mine\n')
        self.remove(OWN)
        os.rmdir(self.place(os.path.dirname(OWN)))
        self.back(OWN, '-')
        self.assertEqual((self.has(OWN), self.mode(os.path.dirname(OWN))), ('mine\n', 0o755))


class AreCopied(OnNode):
    def test_before_another_program_writes_over_them_and_not_after(self):
        self.lay(KCM, 'mine\n')
        for text in ('mine\n', 'mine\n', OURS, 'of kubeadm\n'):
            self.lay(KCM, text)
            self.ask('save', state='n', files=[{'path': KCM, 'sha256': sum_of(OURS), 'before': [sum_of('mine\n')]}])
            self.assertEqual(self.has(self.copy()), 'mine\n')

    def test_as_they_are_where_no_sum_is_known_of_what_comes(self):
        for text in ('mine\n', 'of kubeadm\n'):
            self.lay(KCM, text)
            self.ask('save', state='n', files=[{'path': KCM}])
        self.assertEqual(self.has(self.copy()), 'mine\n')

    def test_below_folders_that_only_root_reads(self):
        self.lay(KCM, 'mine\n')
        self.put()
        for folder in (BACKUP, BACKUP + '/n', os.path.dirname(self.copy())):
            self.assertEqual(self.mode(folder), 0o700)

    def test_by_what_a_link_points_to(self):
        self.lay('/etc/real', 'mine\n')
        os.symlink(self.place('/etc/real'), self.place(KCM))
        self.put()
        self.assertEqual((os.path.islink(self.place(KCM)), self.has(KCM), self.has('/etc/real')), (False, OURS, 'mine\n'))
        self.back()
        self.assertEqual(self.has(KCM), 'mine\n')

    def test_and_a_link_becomes_a_file_even_where_it_has_the_bytes(self):
        self.lay('/etc/real', OURS, 0o600)
        os.symlink(self.place('/etc/real'), self.place(KCM))
        self.assertTrue(self.put()['changed'])
        self.assertFalse(os.path.islink(self.place(KCM)))

    def test_and_it_is_said_which(self):
        self.lay(KCM, 'mine\n')
        self.put()
        self.put(OWN)
        self.back(OWN)
        seen, absent, unknown = self.ask('copies', state='n', paths=[KCM, OWN, '/etc/hostname'])
        self.assertEqual(seen, {'sum': sum_of('mine\n'), 'absent': False, 'used': None})
        self.assertEqual((absent['sum'], absent['absent'], abs(absent['used'] - time.time()) < 60), ('-', True, True))
        self.assertEqual(unknown, {'sum': '-', 'absent': False, 'used': None})

    def test_with_a_note_that_is_not_older_than_the_file(self):
        self.lay(KCM, 'mine\n')
        for _ in range(2):
            self.put()
            self.back()
            self.assertGreaterEqual(os.stat(self.place(self.copy() + '.used')).st_mtime, os.stat(self.place(KCM)).st_ctime)


class AreLeftAlone(OnNode):
    def ctime(self):
        return os.stat(self.place(KCM)).st_ctime_ns

    def test_where_they_are_as_they_are_to_be(self):
        self.lay(KCM, OURS, 0o600)
        self.put()
        before = self.ctime()
        self.assertFalse(self.put()['changed'])
        self.ask('restore', state='n', paths=[KCM])
        self.assertFalse(self.ask('restore', state='n', paths=[KCM])['changed'])
        self.assertEqual(self.ctime(), before)

    def test_but_for_their_mode(self):
        self.lay(KCM, OURS, 0o644)
        inode = os.stat(self.place(KCM)).st_ino
        self.assertTrue(self.put()['changed'])
        self.assertEqual((self.mode(KCM), os.stat(self.place(KCM)).st_ino), (0o600, inode))
        self.ask('restore', state='n', paths=[KCM])
        self.assertEqual((self.mode(KCM), os.stat(self.place(KCM)).st_ino), (0o644, inode))

    def test_in_check_mode(self):
        self.lay(KCM, 'mine\n')
        self.lay(self.copy('/etc/hostname'), 'b\n')
        before = self.tree()
        for changed in (
            self.put(check=True), self.remove(check=True), self.put(op='save', check=True), self.put(OWN, check=True),
            self.ask('write', True, path=OWN, text='x', mode='0600'), self.ask('delete', True, paths=[KCM]),
            self.ask('restore', True, state='n', left='n-plus-1', paths=['/etc/hostname']),
            self.back('/etc/hostname', sum_of('a\n'), check=True), self.back('/etc/hostname', sum_of('-'), check=True, before=[sum_of('b\n')]),
        ):
            self.assertTrue(changed['changed'])
            self.assertEqual(self.tree(), before)
        self.put()
        self.assertFalse(self.put(check=True)['changed'])
        self.assertFalse(self.ask('delete', True, paths=[OWN])['changed'])


class AreShown(OnNode):
    def test_in_a_diff_but_for_secrets(self):
        self.lay(KCM, 'mine\n')
        wanted = [{'before_header': KCM, 'after_header': KCM, 'before': 'mine\n', 'after': OURS}]
        self.assertEqual(self.put(check=True, diff=True)['diff'], wanted)
        self.assertEqual(self.put(check=True, diff=True, secret=True)['diff'], [])
        self.assertEqual(self.put(check=True)['diff'], [])
        self.assertEqual(self.put(diff=True)['diff'], wanted)
        self.assertEqual(self.put(diff=True)['diff'], [])

    def test_on_the_way_back_where_they_may_be(self):
        self.lay(KCM, 'mine\n')
        self.put()
        self.put(OWN)
        rows = [{'path': path, 'sum': sum_of(OURS)} for path in (KCM, OWN)]

        def back(**more):
            return self.ask('take-back', True, state='n', files=rows, **more)
        there, gone = ({'before_header': path, 'after_header': path, 'before': OURS, 'after': after} for path, after in ((KCM, 'mine\n'), (OWN, '')))
        self.assertEqual(back(diff=True, shown=[KCM, OWN]), {'changed': True, 'paths': [KCM, OWN], 'diff': [there, gone]})
        self.assertEqual([back(diff=True, shown=[KCM])['diff'], back(diff=True)['diff'], back(shown=[KCM])['diff']], [[there], [], []])

    # kubeadm may have changed it, or was left out.
    def test_on_the_way_back_only_where_they_change(self):
        path = '/var/lib/kubelet/config.yaml'
        self.lay(path, 'mine\n')
        self.put(path, op='save')
        given = {'state': 'n', 'left': 'n-plus-1', 'paths': [path], 'shown': [path]}
        self.assertEqual(self.ask('restore', True, diff=True, **given), {'changed': False, 'paths': [], 'diff': []})
        self.lay(path, 'of kubeadm\n')
        said = self.ask('restore', True, diff=True, **given)
        self.assertEqual((said['paths'], said['diff'][0]['after']), ([path], 'mine\n'))
        self.assertTrue(self.ask('restore', **given)['changed'])
        self.assertEqual(self.has(path), 'mine\n')

    def test_as_they_are(self):
        self.lay('/usr/bin/kubelet', 'x', 0o755)
        program, gone, folder = self.ask('stat', paths=['/usr/bin/kubelet', KCM, '/etc'])
        self.assertEqual((program['sum'], program['mode'], program['uid'], program['executable']), (sum_of('x'), '0755', os.getuid(), True))
        self.assertEqual(program['ctime'], os.stat(self.place('/usr/bin/kubelet')).st_ctime)
        self.assertEqual(gone, {'sum': '-', 'ctime': None, 'mtime': None, 'mode': None, 'uid': None, 'gid': None, 'executable': False})
        self.assertEqual((folder['sum'], folder['executable'], folder['mode'] is None), ('no file', False, False))
        self.assertEqual(self.ask('read', paths=['/etc/hostname', KCM]), ['a\n', None])

    def test_after_they_were_written_and_deleted(self):
        for changed in (True, False):
            self.assertIs(self.ask('write', path=OWN, text='x', mode='0644')['changed'], changed)
        self.assertEqual((self.has(OWN), self.mode(OWN), self.there(f'{BACKUP}/folders{os.path.dirname(OWN)}.made')), ('x', 0o644, True))
        shutil.rmtree(self.place(BACKUP))
        self.ask('write', path=f'{BACKUP}/kubeadm-config.yaml', text='y', mode='0600')
        self.assertEqual((self.mode(BACKUP), sorted(os.listdir(self.place(BACKUP)))), (0o700, ['kubeadm-config.yaml']))
        for changed in (True, False):
            self.assertIs(self.ask('delete', paths=[OWN])['changed'], changed)

    def test_by_an_owner_that_the_node_knows(self):
        with self.assertRaisesRegex(Refused, f'{KCM} is to belong to nobody-of-these:root, which this node does not know'):
            node_files.put(Node(self.root, BACKUP, True, False, False, {}), {'state': 'n', 'files': [
                {'path': KCM, 'sha256': sum_of(OURS), 'mode': '0600', 'owner': 'nobody-of-these:root'},
            ]})
        self.assertFalse(self.there(BACKUP))


class AreSafeFromKills(OnNode):
    """Every call that changes something is where the run ends once: before it is made, and after."""

    def begin(self):
        for name in os.listdir(self.root):
            shutil.rmtree(self.place('/' + name))
        OnNode.setUp(self)
        self.lay(KCM, 'mine\n')

    def killed_at(self, number, before, change):
        """Whether there is such a call."""
        left = [number]

        def ending(real):
            def call(*args, **named):
                left[0] -= 1
                if left[0] == 0 and before:
                    raise Killed
                said = real(*args, **named)
                if left[0] == 0:
                    raise Killed
                return said
            return call
        with contextlib.ExitStack() as patches:
            for name in CHANGES:
                patches.enter_context(mock.patch.object(os, name, ending(getattr(os, name))))
            try:
                change()
                return False
            except Killed:
                return True

    def each_kill(self, prepare, change, finish, without=('/var/lib/ccm-migration',)):
        """After a kill in `change`, `finish` makes of it what it makes without one."""
        self.begin()
        prepare()
        change()
        finish()
        wanted = self.tree(without)
        for before in (True, False):
            number = 0
            while True:
                self.begin()
                prepare()
                number += 1
                if not self.killed_at(number, before, change):
                    break
                finish()
                self.assertEqual(self.tree(without), wanted, f'killed {"before" if before else "after"} call {number}')
            self.assertGreater(number, 5)

    def put_both(self):
        self.put()
        self.put(OWN)

    def back_both(self):
        self.back()
        self.back(OWN)

    def test_put_and_put_again(self):
        self.each_kill(lambda: None, self.put_both, self.put_both, without=())

    def test_put_and_put_again_where_an_earlier_copy_was_given_back(self):
        def prepare():
            self.put_both()
            self.back_both()
            self.lay(KCM, 'mine by now\n')
        self.each_kill(prepare, self.put_both, self.put_both, without=())

    def test_saved_and_saved_again_where_no_sum_is_known_of_what_comes(self):
        def save():
            self.ask('save', state='n', files=[{'path': KCM}, {'path': OWN}])

        def prepare():
            self.put_both()
            self.back_both()
            self.lay(KCM, 'mine by now\n')
            self.lay(OWN, 'mine by now\n')
        self.each_kill(prepare, save, save, without=())

    def test_put_and_taken_back(self):
        def finish():
            self.back_both()
            self.assertEqual((self.has(KCM), self.there(os.path.dirname(OWN))), ('mine\n', False))
        self.each_kill(lambda: None, self.put_both, finish)

    def test_put_and_put_again_and_taken_back(self):
        def finish():
            self.put_both()
            self.back_both()
        self.each_kill(lambda: None, self.put_both, finish, without=())

    def test_removed_and_removed_again_and_taken_back(self):
        def finish():
            self.remove()
            self.assertFalse(self.there(KCM))
            self.back(wanted='-')
            self.assertEqual(self.has(KCM), 'mine\n')
        self.each_kill(lambda: None, self.remove, finish, without=())

    def test_taken_back_and_taken_back_again(self):
        self.each_kill(self.put_both, self.back_both, self.back_both, without=())

    def test_taken_back_and_put_again(self):
        self.each_kill(self.put_both, self.back_both, self.put_both)

    def test_taken_back_and_put_again_and_taken_back(self):
        def finish():
            self.put_both()
            self.back_both()
        self.each_kill(self.put_both, self.back_both, finish)

    def test_taken_back_from_what_kubeadm_wrote(self):
        def prepare():
            self.put()
            self.lay(KCM, 'of kubeadm\n')

        def undo():
            self.back(before=[sum_of('mine\n')])
        self.each_kill(prepare, undo, undo, without=())
        self.assertEqual(self.has(KCM), 'mine\n')

    def test_restored_on_the_way_back(self):
        def undo():
            self.ask('restore', state='n', left='n-plus-1', paths=[KCM, OWN])

        def prepare():
            self.put_both()
            self.lay(self.copy(state='n-plus-1') + '.used', '')
        self.each_kill(prepare, undo, undo, without=())

    def test_and_what_the_operator_changed_after_a_kill_stays(self):
        self.begin()
        self.put()
        self.assertTrue(self.killed_at(3, False, self.back))
        self.lay(KCM, 'mine by now\n')
        self.back()
        self.assertEqual(self.has(KCM), 'mine by now\n')


class OfServer(BaseHTTPRequestHandler):
    def do_GET(self):  # pylint: disable=invalid-name
        self.send_response(403 if self.path == '/metrics' else 200)
        self.end_headers()
        self.wfile.write(b'ok')

    def log_message(self, *_args):
        """Says nothing."""


@unittest.skipIf(module is None, 'no Ansible')
class Module(OnNode):
    def answer(self, *requests, contents=None, **more):
        given = {'requests': list(requests), 'contents': contents or {}, 'root': self.root, 'backup_dir': BACKUP, 'keep_owner': False, **more}
        with patch_module_args(given), contextlib.redirect_stdout(io.StringIO()) as said, self.assertRaises(SystemExit):
            module.main()
        return json.loads(said.getvalue())

    def test_answers_in_order(self):
        encoded = base64.b64encode(OURS.encode()).decode()
        file = {'path': KCM, 'sha256': sum_of(OURS), 'mode': '0600', 'owner': 'root:root'}
        said = self.answer({'op': 'read', 'paths': ['/etc/hostname']}, {'op': 'put', 'state': 'n', 'files': [file]}, {'op': 'stat', 'paths': [KCM]},
                           contents={sum_of(OURS): encoded}, _ansible_diff=True)
        self.assertEqual((said['answers'][0], said['changed'], said['answers'][2][0]['sum']), (['a\n'], True, sum_of(OURS)))
        self.assertEqual(said['diff'], [{'before_header': KCM, 'after_header': KCM, 'before': '', 'after': OURS}])
        self.assertNotIn(encoded, json.dumps(said))

    def test_says_what_it_cannot_do(self):
        said = self.answer({'op': 'restore', 'state': 'n', 'paths': [KCM]})
        self.assertTrue(said['failed'] and said['msg'].startswith(f'there is no copy of {KCM} below '))

    def test_runs_programs(self):
        status, = self.answer({'op': 'run', 'argv': ['sh', '-c', 'echo "$0 $1"; echo no >&2; exit 3', '$HOME', 'é'], 'reads': True})['answers']
        self.assertEqual(status, {'status': 3, 'stdout': '$HOME é\n', 'stderr': 'no\n', 'changed': False})
        self.assertEqual(self.answer({'op': 'run', 'argv': ['not-there-at-all']})['answers'][0]['status'], 127)
        run = {'op': 'run', 'argv': ['sh', '-c', f'touch {self.place("/touched")}']}
        self.assertTrue(self.answer(run, _ansible_check_mode=True)['answers'][0]['skipped'])
        self.assertFalse(self.there('/touched'))
        self.assertTrue(self.answer(run)['changed'])
        self.assertTrue(self.there('/touched'))

    def test_waits_for_no_process_that_a_program_leaves(self):
        begun = time.monotonic()
        self.answer({'op': 'run', 'argv': ['sh', '-c', 'sleep 30 & echo $!']})
        self.assertLess(time.monotonic() - begun, 10)

    def test_reads_processes(self):
        own, = [row for row in self.answer({'op': 'processes'})['answers'][0] if row['args'].startswith('ps -eo lstart=,args= -ww')]
        self.assertLess(abs(own['start'] - time.time()), 5)
        self.assertEqual(module.process('Mar', '1', '02', '03', '04', '2024', 'x y'), {'start': 1709258584, 'args': 'x y'})

    def test_asks_servers(self):
        server = HTTPServer(('127.0.0.1', 0), OfServer)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        url = f'http://127.0.0.1:{server.server_port}'
        with mock.patch.dict(os.environ, {'http_proxy': 'http://127.0.0.1:9'}):
            well, forbidden, nothing, no_key = self.answer(
                {'op': 'http', 'url': url + '/healthz', 'timeout': 5}, {'op': 'http', 'url': url + '/metrics', 'timeout': 5},
                {'op': 'http', 'url': 'https://127.0.0.1:9/', 'timeout': 5},
                {'op': 'http', 'url': url, 'client_cert': '/etc/none.crt', 'client_key': '/etc/none.key', 'timeout': 5})['answers']
        self.assertEqual(well, {'status': 200, 'content': 'ok', 'error': ''})
        self.assertEqual((forbidden['status'], forbidden['content']), (403, 'ok'))
        self.assertEqual((nothing['status'], no_key['status']), (0, 0))
        self.assertIn('refused', nothing['error'])


if __name__ == '__main__':
    unittest.main()
