"""
Members of a real etcd come and go as control-plane nodes do: what the actions of a plan say of them, and which they remove. Only the nodes are made of
dicts (replaced_world.py). Run by real-etcd.tools.test.ts: each test starts one to five processes.
"""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from replaced_world import Cluster

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import leaving, members
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World, eventually

CP, N, PLUS = {'group': 'cp'}, {'group': 'cp', 'side': 'n'}, {'group': 'cp', 'side': 'n-plus-1'}


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(('127.0.0.1', 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class RealEtcd(Cluster):
    """Nodes of dicts, and members that are processes of this machine."""

    def __init__(self):
        super().__init__(etcdctl=['etcdctl'], poll_seconds=0.2)
        self.folder = tempfile.mkdtemp(prefix='ccm-etcd-')
        self.processes, self.urls = {}, {}

    def start(self, name, cluster, state):
        client, peer = self.urls[name]
        with open(os.path.join(self.folder, f'{name}.log'), 'ab') as log:
            self.processes[name] = subprocess.Popen([
                'etcd', '--name', name, '--data-dir', os.path.join(self.folder, name), '--listen-client-urls', client, '--advertise-client-urls', client,
                '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', cluster, '--initial-cluster-state', state,
            ], stdout=log, stderr=log)

    def begin(self, *names):
        """A new etcd, with a node for each member."""
        self.reserve(*names)
        cluster = ','.join(f'{name}={self.urls[name][1]}' for name in names)
        for name in names:
            self.add(name)
            self.start(name, cluster, 'new')
        self.settings['etcdctl_flags'] = [f'--endpoints={self.urls[names[0]][0]}', '--dial-timeout=1s', '--command-timeout=2s']
        self.healthy(*names)

    def reserve(self, *names):
        for name in names:
            self.urls[name] = [f'http://127.0.0.1:{port}' for port in free_ports(2)]

    def member_added(self, name, *flags):
        """As `kubeadm join` does it before etcd of the node is started."""
        self.reserve(name)
        # Etcd takes it once its members have been connected for some seconds.
        said = eventually(self, 30, lambda: self.etcdctl('member', 'add', name, f'--peer-urls={self.urls[name][1]}', *flags))
        return next(line for line in said.splitlines() if line.startswith('ETCD_INITIAL_CLUSTER=')).split('"')[1]

    def joined(self, name, *flags, side='n-plus-1'):
        self.start(name, self.member_added(name, *flags), 'existing')
        self.add(name, side)
        if not flags:
            self.healthy(name)

    def etcdctl(self, *words):
        return self.program(['etcdctl', *self.settings['etcdctl_flags'], *words])

    def healthy(self, *names):
        def ask():
            known = {one.name for one in members.members_of(self) if one.is_healthy}
            if not known >= set(names):
                raise Failed(f'{names} are not healthy: {known}')
        eventually(self, 30, ask)

    def listed(self):
        return sorted(one.name for one in members.members_of(self))

    def die(self, name, ending=signal.SIGKILL):
        self.processes[name].send_signal(ending)
        if ending == signal.SIGKILL:
            self.processes.pop(name).wait()

    def ask_by(self, name):
        self.settings['etcdctl_flags'][0] = f'--endpoints={self.urls[name][0]}'

    def ended(self, argv, stdin=None, statuses=(0,)):
        return (World if argv[0] == 'etcdctl' else Cluster).ended(self, argv, stdin, statuses)

    def end(self):
        for process in self.processes.values():
            process.kill()
            process.wait()
        shutil.rmtree(self.folder)


class Members(unittest.TestCase):
    def setUp(self):
        self.etcd = RealEtcd()
        self.addCleanup(self.etcd.end)

    def fails(self, message, function, given):
        with self.assertRaises(Failed) as failed:
            function(self.etcd, given)
        self.assertIn(message, str(failed.exception))

    def test_one_joins_and_one_leaves_three_times_over(self):
        self.etcd.begin('a', 'b', 'c')
        members.etcd_members_are(self.etcd, CP)
        for old, new in zip('abc', 'xyz'):
            self.etcd.joined(new)
            members.etcd_members_are(self.etcd, CP)
            self.etcd.mark(old)
            # That of the node that leaves is asked for nothing any more.
            self.etcd.ask_by(new)
            self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})
            self.assertEqual(members.remove_member(self.etcd, N), {'changed': False})
            # It ends its process itself.
            self.etcd.processes.pop(old).wait(30)
            # The one that led may be the one that went.
            eventually(self.etcd, 10, lambda: members.etcd_members_are(self.etcd, CP))
            leaving.end_node(self.etcd, N)
        self.assertEqual(self.etcd.listed(), ['x', 'y', 'z'])

    def test_none_is_removed_while_another_one_is_dead(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.joined('x')
        self.etcd.mark('a')
        self.etcd.ask_by('x')
        self.etcd.die('c')
        self.fails('a (', members.remove_member, N)
        self.fails('of the 3 members that are left, c (', members.remove_member, N)
        self.fails('is not healthy, was never started, or is a learner, and 2 are a quorum; mend it first', members.remove_member, N)
        self.fails('is not healthy. One that is left', members.etcd_members_are, CP)
        self.assertEqual(self.etcd.listed(), ['a', 'b', 'c', 'x'])
        self.etcd.start('c', '', 'existing')
        self.etcd.healthy('c')
        self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})
        self.assertEqual(self.etcd.listed(), ['b', 'c', 'x'])

    # Its connections stay open.
    def test_none_is_removed_while_another_one_hangs(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.mark('a')
        self.etcd.ask_by('b')
        self.etcd.die('c', signal.SIGSTOP)
        self.fails('of the 2 members that are left, c (', members.remove_member, N)
        self.etcd.die('c', signal.SIGCONT)
        self.etcd.healthy('c')
        self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})

    def test_the_dead_one_of_a_node_that_was_lost_is_removed(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.joined('x')
        self.etcd.lose('x')
        self.etcd.die('x')
        self.fails('x (', members.etcd_members_are, CP)
        self.etcd.settings['lost_nodes'] = ['x']
        members.etcd_members_are(self.etcd, CP)
        self.assertEqual(leaving.finish_leaving(self.etcd, PLUS), {'changed': True})
        self.assertEqual((self.etcd.listed(), sorted(self.etcd.nodes)), (['a', 'b', 'c'], ['a', 'b', 'c']))
        members.etcd_members_are(self.etcd, CP)

    def test_two_are_one_and_the_last_one_stays(self):
        self.etcd.begin('a')
        self.etcd.joined('x')
        self.etcd.mark('a')
        self.etcd.ask_by('x')
        self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})
        self.etcd.processes.pop('a').wait(30)
        leaving.end_node(self.etcd, N)
        eventually(self.etcd, 10, lambda: members.etcd_members_are(self.etcd, CP))
        self.etcd.mark('x')
        self.fails('is the last member of etcd, and is not removed', members.remove_member, PLUS)
        self.assertEqual(self.etcd.listed(), ['x'])

    def test_one_that_was_never_started_is_told(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.member_added('x')
        said = f"members of etcd: {self.etcd.urls['x'][1]} ("
        self.fails(said, members.etcd_members_are, CP)
        self.fails(') was never started. One that is left of a node that is gone is removed by: etcdctl member remove <id>', members.etcd_members_are, CP)
        self.etcd.mark('a')
        self.etcd.ask_by('b')
        self.fails('was never started, or is a learner, and 2 are a quorum', members.remove_member, N)
        # By the id that was told.
        [unstarted] = [one for one in members.members_of(self.etcd) if not one.name]
        self.etcd.etcdctl('member', 'remove', unstarted.id)
        self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})

    def test_one_whose_name_is_no_node_is_told(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.joined('stray')
        del self.etcd.nodes['stray']
        self.fails('stray (', members.etcd_members_are, CP)
        self.fails('is of no control-plane node', members.etcd_members_are, CP)
        self.etcd.add('x', 'n-plus-1')
        self.fails('members of etcd: x is a node without a member of its name; stray (', members.etcd_members_are, CP)

    def test_a_learner_is_told_and_counts_for_no_quorum(self):
        self.etcd.begin('a', 'b', 'c')
        self.etcd.joined('x', '--learner')

        def promoted():
            [learner] = [one for one in members.members_of(self.etcd) if one.is_learner]
            self.etcd.etcdctl('member', 'promote', learner.id)

        def started():
            if 'x' not in self.etcd.listed():
                raise Failed('x was not started')
        eventually(self.etcd, 30, started)
        self.fails('is a learner still', members.etcd_members_are, CP)
        self.etcd.mark('a')
        self.etcd.ask_by('b')
        self.fails('of the 3 members that are left, x (', members.remove_member, N)
        self.assertEqual(self.etcd.listed(), ['a', 'b', 'c', 'x'])
        eventually(self.etcd, 30, promoted)
        self.etcd.healthy('x')
        members.etcd_members_are(self.etcd, CP)
        self.assertEqual(members.remove_member(self.etcd, N), {'changed': True})


if __name__ == '__main__':
    unittest.main()
