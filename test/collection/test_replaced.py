"""Nodes of a group that come and leave: each action does it, says why it does not, and does nothing when it is taken again."""
import hashlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from unittest import mock

from replaced_world import DATA, LABEL, Cluster, control_plane, workers

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import (
    cloud, cluster_nodes, etcd, group_components, groups, join_endpoint, joining, kubeadm, leaving, leases, look, making, members, replaced_workers, run,
    workloads,
)
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

CP, N, PLUS = {'group': 'cp'}, {'group': 'cp', 'side': 'n'}, {'group': 'cp', 'side': 'n-plus-1'}
CCM = {'namespace': 'kube-system', 'selector': 'app=ccm'}
FLAGS = {'app': 'ccm'}


UNITS = {
    'kube-apiserver': {'unit': 'apiserver', 'port': '6443', 'path': 'readyz'},
    'kube-controller-manager': {'unit': 'kcm', 'port': '10257', 'path': 'healthz'},
    'kube-scheduler': {'unit': 'scheduler', 'port': '10259', 'path': 'healthz'},
}


def of_units():
    """A control plane whose components are units."""
    group = DATA['groups']['cp']
    sides = {side: {**row, 'units': UNITS} for side, row in group['sides'].items()}
    return {'groups': {**DATA['groups'], 'cp': {**group, 'sides': sides}}}


def unit_lines(release, state='active', health='ok', flags=('--a=1', '--b=2')):
    """What a node says of all its units."""
    words = {'apiserver': ['--cloud-provider=external'], 'kcm': flags, 'scheduler': []}
    says = [f'says Kubernetes v{release}'] if release else []
    return {unit: [f'state {state}', f'word /usr/bin/{unit}', *(f'word {word}' for word in own), *says, f'health {health}'] for unit, own in words.items()}


class Case(unittest.TestCase):
    def setUp(self):
        self.slept = []
        self.enterContext(mock.patch.object(time, 'sleep', self.slept.append))

    def fails(self, message, function, world, **given):
        with self.assertRaises(Failed) as failed:
            function(world, given)
        self.assertIn(message, str(failed.exception))

    def quiet(self, function, world, **given):
        """Nothing is changed."""
        before = len(world.calls)
        function(world, given)
        self.assertEqual([call for call in world.calls[before:] if ' get ' not in call and ' list' not in call and ' health ' not in call
                          and not call.startswith('on ')], [])


class Groups(Case):
    def test_have_sides_by_the_release_of_their_kubelets(self):
        world = control_plane(1, 1)
        world.add('e', '1.26.15-eks-3')
        self.assertEqual([(one.name, one.side) for one in groups.nodes_of(world, 'cp')], [('a', 'n'), ('e', 'n'), ('x', 'n-plus-1')])
        world.add('s', '1.25.3')
        self.fails('nodes of group cp that run neither 1.26.15 nor 1.27.16 of this plan: s runs v1.25.3', lambda one, given: groups.nodes_of(one, 'cp'), world)
        del world.nodes['s']
        world.add('s', '1.26.150')
        self.fails('s runs v1.26.150', lambda one, given: groups.nodes_of(one, 'cp'), world)
        world.nodes['s']['status']['nodeInfo'] = {}
        self.fails('s runs an unknown version', lambda one, given: groups.nodes_of(one, 'cp'), world)

    def test_of_workers_may_be_older_and_have_no_control_plane(self):
        world = workers(1, 1)
        world.add('old', '1.25.3', 'general').add('both', 'n', 'general')
        world.nodes['both']['metadata']['labels'][LABEL] = ''
        self.assertEqual([(one.name, one.side) for one in groups.nodes_of(world, 'general')], [('o1', 'n'), ('old', 'n'), ('p1', 'n-plus-1')])
        world.add('new', '1.28.1', 'general')
        self.fails('new runs v1.28.1', lambda one, given: groups.nodes_of(one, 'general'), world)

    def test_that_are_well(self):
        world = control_plane(2, 1)
        self.quiet(group_components.group_well, world, **CP)
        world.pods['kube-scheduler-b']['status']['containerStatuses'] = [{'ready': False}]
        del world.pods['kube-apiserver-x']
        self.fails('pod kube-scheduler-b is not there, or not ready; pod kube-apiserver-x is not', group_components.group_well, world, **CP)
        world.lose('b')
        self.fails('b is not Ready; pod kube-apiserver-b is not', group_components.group_well, world, **CP)
        self.fails('name a node whose machine is lost in lost_nodes', group_components.group_well, world, **CP)

    def test_without_those_that_leave_or_are_lost(self):
        world = control_plane(2, 1)
        world.lose('b')
        world.mark('b')
        self.quiet(group_components.group_well, world, **CP)
        lost = control_plane(2, 1, lost_nodes=['b', 'a'])
        lost.lose('b')
        self.quiet(group_components.group_well, lost, **CP)
        # A node that is Ready is not lost, whatever a setting says that was left there.
        self.assertEqual([one.name for one in groups.nodes_of(lost, 'cp') if one.leaves], ['b'])

    def test_of_workers_are_well_without_static_pods(self):
        world = workers(2)
        self.quiet(group_components.group_well, world, group='general')
        world.lose('o2')
        self.fails('o2 is not Ready', group_components.group_well, world, group='general')

    def test_that_fit(self):
        for n, plus in ((3, 0), (3, 1), (2, 2), (0, 3)):
            self.quiet(groups.groups_fit, control_plane(n, plus), **CP)
        self.fails('group cp has 2 nodes (a, b), but the plan is for 3, and for one more while', groups.groups_fit, control_plane(2), **CP)
        self.fails('group cp has 5 nodes (a, b, c, x, y)', groups.groups_fit, control_plane(3, 2), **CP)
        self.fails('group cp has 0 nodes (none), but', groups.groups_fit, control_plane(0), **CP)
        self.quiet(groups.groups_fit, workers(1), group='general')
        self.fails('group general has no node: none has the label pool=general', groups.groups_fit, control_plane(), group='general')


class Joining(Case):
    def test_a_node_is_made_by_the_command_of_the_operator(self):
        world = control_plane()
        self.assertEqual(joining.make_node(world, {**PLUS, 'until': 1}), {'changed': True})
        [call] = world.said('make ')
        self.assertRegex(call, r'^make cp n-plus-1 1\.27\.16 control-plane /app/nodes/n-plus-1 1 p-1-cp-n-plus-1-1-1-[0-9a-f]{8}$')
        self.assertRegex(world.making, r'^cp/n-plus-1/1/1/[0-9a-f]{8}$')
        self.quiet(joining.make_node, world, **PLUS, until=1)
        joining.node_joined(world, {**PLUS, 'until': 1})
        self.assertIsNone(world.making)
        self.quiet(joining.node_joined, world, **PLUS, until=1)
        self.assertEqual(joining.make_node(world, {**PLUS, 'until': 1}), {'changed': False})

    def test_that_one_has_joined_says_nothing_of_another(self):
        world = control_plane()
        world.joins = False
        joining.make_node(world, {**N, 'until': 4})
        self.quiet(joining.node_joined, world, **PLUS, until=0)
        self.assertTrue(world.making.startswith('cp/n/4/'))
        world.lock = None
        self.assertIsNone(making.asked_for(world))

    def test_the_same_token_is_said_again_until_it_has_joined(self):
        world = control_plane()
        world.joins = False
        for _ in range(2):
            joining.make_node(world, {**PLUS, 'until': 1})
        world.settings['make_attempt'] = '2'
        joining.make_node(world, {**PLUS, 'until': 1})
        first, again, other = [call.split()[-1] for call in world.said('make ')]
        self.assertEqual(first, again)
        self.assertRegex(other, '^p-1-cp-n-plus-1-1-2-')
        self.assertEqual(len(world.machines), 2)

    # A run that was killed between the command and what follows.
    def test_noted_before_it_is_made(self):
        world = control_plane()
        world.kill = 'make '
        with self.assertRaises(KeyboardInterrupt):
            joining.make_node(world, {**PLUS, 'until': 1})
        noted = world.making
        joining.make_node(world, {**PLUS, 'until': 1})
        self.assertEqual(world.making, noted)
        self.assertTrue(world.said('make ')[0].endswith(noted.split('/')[-1]))

    def test_a_machine_that_was_ended_has_another_token_than_the_next_one(self):
        world = control_plane()
        for _ in range(2):
            joining.make_node(world, {**PLUS, 'until': 1})
            joining.node_joined(world, {**PLUS, 'until': 1})
            world.nodes.pop(world.side('n-plus-1')[0])
        self.assertEqual(len(world.machines), 2)
        # It joined, and the run was killed before that was noted.
        joining.make_node(world, {**PLUS, 'until': 1})
        joining.make_node(world, {**PLUS, 'until': 2})
        self.assertEqual(len(world.machines), 4)
        self.assertEqual(len(world.side('n-plus-1')), 2)

    def test_several_are_made_one_after_the_other(self):
        world = control_plane(1, 1)
        joining.make_node(world, {**PLUS, 'until': 3})
        self.assertEqual([call.split()[6] for call in world.said('make ')], ['2', '3'])
        slow = control_plane(1, 1)
        slow.joins = False
        self.fails('1 of 2 nodes of group cp are Ready', joining.make_node, slow, **PLUS, until=3)
        self.assertEqual((len(slow.said('make ')), self.slept), (1, [1, 1]))

    def test_nothing_is_made_in_check_mode(self):
        world = control_plane(check_mode=True)
        self.assertEqual(joining.make_node(world, {**PLUS, 'until': 2}), {'changed': True})
        self.assertEqual((world.said('make '), world.said('patch')), ([], []))

    def test_nor_while_another_one_was_asked_for(self):
        world = control_plane()
        world.joins = False
        joining.make_node(world, {**N, 'until': 4})
        self.fails('node 4 of side n in group cp was asked for with the token p-1-cp-n-4-1-', joining.make_node, world, **PLUS, until=1)
        world.settings['made_is_gone'] = True
        joining.make_node(world, {**PLUS, 'until': 1})
        self.assertEqual(len(world.said('make ')), 2)

    # The lock is the other run's.
    def test_nor_by_a_run_that_was_taken_over(self):
        world = control_plane()
        world.lock['spec']['holderIdentity'] = 'other'
        self.fails('the test failed', joining.make_node, world, **PLUS, until=1)
        self.assertEqual(world.said('make '), [])

    def test_tokens_are_such_as_clouds_take(self):
        world = Cluster(data={'id': 'p' * 60})
        long, other = (making.token_of(world, making.Making('cp', 'n', 1, '1', nonce)) for nonce in ('a', 'b'))
        for token in (long, other):
            self.assertRegex(token, '^[A-Za-z0-9-]{64}$')
        self.assertNotEqual(long, other)
        exact = Cluster(data={'id': 'p' * 53})
        self.assertEqual(making.token_of(exact, making.Making('cp', 'n', 1, '1', 'a')), 'p' * 53 + '-cp-n-1-1-a')
        dots, dashes = (making.token_of(Cluster(), making.Making(group, 'n', 1, '1', 'a')) for group in ('a.b', 'a-b'))
        self.assertEqual(dashes, 'p-1-a-b-n-1-1-a')
        self.assertRegex(dots, '^p-1-a-b-n-1-1-a-[0-9a-f]{16}$')

    def test_a_node_that_never_joins_is_told(self):
        world = control_plane(3, 1)
        world.lose('x')
        world.add('stranger', 'n-plus-1', 'other')
        world.joins = False
        joining.make_node(world, {**PLUS, 'until': 2})
        for said in (
            '0 of 2 nodes of group cp are Ready with 1.27.16; not Ready: x; nodes of no group of this plan: stranger; its token is p-1-cp-n-plus-1-2-1-',
            'make_attempt=2 asks for another machine',
        ):
            self.fails(said, joining.node_joined, world, **PLUS, until=2)
        self.assertIsNotNone(world.making)
        world.settings['make_attempt'] = 'mine'
        joining.make_node(world, {**PLUS, 'until': 2})
        self.fails('make_attempt=mine-2 asks', joining.node_joined, world, **PLUS, until=2)
        with self.assertRaisesRegex(Failed, '0 of 1 nodes of group cp are Ready with 1.27.16; not Ready: none; nodes of no group of this plan: none$'):
            joining.node_joined(control_plane(), {**PLUS, 'until': 1})
        one = control_plane(3, 2)
        one.lose('x')
        self.fails('1 of 2 nodes of group cp are Ready with 1.27.16; not Ready: x; nodes', joining.node_joined, one, **PLUS, until=2)

    def test_flags_are_those_of_the_plan(self):
        world = control_plane(2, 1)
        self.quiet(joining.joined_as_planned, world, **PLUS)
        world.pod('kube-controller-manager-x', 'x', ['--a', '1', '--b=2'])
        self.quiet(joining.joined_as_planned, world, **PLUS)
        for flags, said in (
            (['--b=2'], 'kube-controller-manager of x lacks --a=1'),
            (['--a=1', '--b=2', '--cloud-provider=external'], 'kube-controller-manager of x has --cloud-provider'),
            (['--a=1', '--b=2', '--c', '1'], 'kube-controller-manager of x has --c=1; make'),
            (['--a=1', '--b=2', '--d=1'], 'kube-controller-manager of x has beyond the plan --d=1; make the node with the files of nodes/n-plus-1'),
        ):
            world.pod('kube-controller-manager-x', 'x', flags)
            self.fails(said, joining.joined_as_planned, world, **PLUS)
        world.pod('kube-controller-manager-x', 'x', ['--a=1', '--b=2', '--c=1=2'])
        with self.assertRaisesRegex(Failed, '^kube-controller-manager of x has beyond the plan --c=1=2; make'):
            joining.joined_as_planned(world, PLUS)
        # Each node says its own address.
        world.pod('kube-controller-manager-x', 'x', ['--a=1', '--b=2'])
        world.pod('kube-apiserver-x', 'x', ['--cloud-provider=external', '--advertise-address=1'])
        self.quiet(joining.joined_as_planned, world, **PLUS)
        del world.pods['kube-scheduler-x']
        self.fails('pod kube-scheduler-x is not there', joining.joined_as_planned, world, **PLUS)
        world.mark('x')
        self.quiet(joining.joined_as_planned, world, **PLUS)

    def test_components_are_of_the_release_that_the_kubelet_is_of(self):
        world = control_plane(2, 1)
        container = world.pods['kube-apiserver-x']['spec']['containers'][0]
        for image in ('r:5000/kube-apiserver:v1.27.16', 'r/kube-apiserver:v1.27.16-eks-1', 'r/kube-apiserver:1.27.16@sha256:0', 'r:5000/a@sha256:0'):
            container['image'] = image
            self.quiet(joining.joined_as_planned, world, **PLUS)
        for image in ('r:5000/kube-apiserver:v1.26.15', 'r/kube-apiserver:v1.27.1'):
            container['image'] = image
            self.fails(f'kube-apiserver of x is {image}, not of 1.27.16; make the node with', joining.joined_as_planned, world, **PLUS)

    def test_units_are_asked_of_the_node_itself(self):
        world = control_plane(2, 1, data=of_units())
        world.pods = {}
        world.units = {name: unit_lines('1.27.16' if name == 'x' else '1.26.15') for name in world.nodes}
        for function, given in ((joining.joined_as_planned, PLUS), (group_components.group_well, CP)):
            self.quiet(function, world, **given)
        self.fails('kube-controller-manager of x is Kubernetes v1.27.16, not ready at 1.26.15', group_components.all_on_release, world, release='1.26.15')
        kcm = 'kube-controller-manager of x'
        for lines, said in (
            (unit_lines('1.27.16', flags=['--b=2']), f'{kcm} lacks --a=1'),
            (unit_lines('1.27.16', flags=['--a', '1', '--b=2', '--cloud-provider', 'aws']), f'{kcm} has --cloud-provider'),
            (unit_lines('1.26.15'), 'kube-apiserver of x is Kubernetes v1.26.15, not of 1.27.16'),
            # Packages have brought another one meanwhile.
            (unit_lines(None), 'kube-apiserver of x is of another program than the one that is there now, not of 1.27.16'),
            ({}, 'unit apiserver of x runs nothing: it is not known to systemd'),
            ({'apiserver': ['state failed']}, 'unit apiserver of x runs nothing: it is failed; unit kcm of x'),
        ):
            world.units['x'] = lines
            self.fails(said, joining.joined_as_planned, world, **PLUS)
        self.fails('on_node is not set, and nothing else knows the units of', group_components.group_well, control_plane(2, data=of_units(), on_node=[]), **CP)
        # What leaves is not asked: its machine may be gone.
        world.mark('x')
        self.quiet(joining.joined_as_planned, world, **PLUS)
        asked = len(world.said('on x'))
        self.quiet(group_components.group_well, world, **CP)
        self.assertEqual(len(world.said('on x')), asked)

    def test_units_that_are_not_well(self):
        world = control_plane(2, data=of_units())
        for lines, said in (
            (unit_lines('1.26.15', state='activating'), 'unit apiserver of b is activating, and https://127.0.0.1:6443/readyz answers ok'),
            (unit_lines('1.26.15', health='[-]etcd failed'), 'unit apiserver of b is active, and https://127.0.0.1:6443/readyz answers [-]etcd failed'),
            (unit_lines('1.26.15', health=''), 'answers nothing'),
        ):
            world.units = {'a': unit_lines('1.26.15'), 'b': lines}
            self.fails(said, group_components.group_well, world, **CP)

    def test_the_script_says_what_a_process_is(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, 'sleep')
            shutil.copy(shutil.which('sleep'), program)
            with subprocess.Popen([program, '30', '7']) as process:
                pathlib.Path(folder, 'systemctl').write_text(f'#!/bin/sh\ncase $1 in show) echo {process.pid} ;; *) echo active ;; esac\n')
                os.chmod(os.path.join(folder, 'systemctl'), 0o755)

                def asked():
                    ended = subprocess.run(['sh', '-s', 'my unit=https://127.0.0.1:1/healthz'], input=group_components.ASK, capture_output=True, text=True,
                                           check=True, env={**os.environ, 'PATH': f"{folder}:{os.environ['PATH']}"})
                    return group_components.told_by(ended.stdout)['my unit']

                first = asked()
                os.rename(program, program + '.old')
                shutil.copy(program + '.old', program)
                second = asked()
                process.kill()
        self.assertEqual((first['state'], first['word']), (['active'], [program, '30', '7']))
        self.assertRegex(first['says'][0], '^sleep ')
        self.assertRegex(first['health'][0], 'curl: .*127.0.0.1')
        # Another one lies there now, though it says the same.
        self.assertEqual((second['word'], 'says' in second), (first['word'], False))

    def test_under_a_wrong_name_it_is_not_found_in_the_cloud(self):
        world = control_plane(3, 1)
        self.quiet(joining.joined_initialized, world, **PLUS)
        for spec in ({}, {'providerID': 'aws://'}, {'providerID': 'gce://x'},
                     {'providerID': 'aws:///z/i', 'taints': [{'key': 'node.cloudprovider.kubernetes.io/uninitialized'}]}):
            world.nodes['x']['spec'] = spec
            self.fails('x: no provider ID aws://..., or the taint node.cloudprovider.kubernetes.io/uninitialized still; the cloud-controller-manager finds no '
                       'instance of that name', joining.joined_initialized, world, **PLUS)
        self.quiet(joining.joined_initialized, world, **N)
        world.plan.data['cloud'] = 'gce'
        self.fails('gce://..., or the taint', joining.joined_initialized, world, **PLUS)

    def test_labels(self):
        world = control_plane(1, 2)
        world.nodes['x']['metadata']['labels']['side'] = 'n-plus-1'
        self.assertEqual(joining.label_joined(world, CP), {'changed': True})
        self.assertEqual(world.said(' label '), ['kubectl label node y side=n-plus-1 --overwrite'])
        self.assertEqual(joining.label_joined(world, CP), {'changed': False})
        self.assertEqual(joining.unlabel_group(world, CP), {'changed': True})
        self.assertEqual(world.said(' label ')[1:], ['kubectl label node x side-', 'kubectl label node y side-'])
        self.assertEqual(joining.unlabel_group(world, CP), {'changed': False})

    def test_cloud_controller_managers(self):
        world = control_plane(2, 2)
        self.fails('no cloud-controller-manager is ready on x, y', joining.ccm_on_joined, world, **CP, **CCM)
        world.pod('ccm-a', 'a', labels=FLAGS)
        world.pod('ccm-x', 'x', labels=FLAGS)
        self.quiet(joining.ccm_on_joined, world, **CP, **CCM)
        self.fails('or more than one is there, on y', joining.ccm_on_joined, world, **CP, **CCM, onEach=True)
        world.pod('ccm-y', 'y', labels=FLAGS)
        self.quiet(joining.ccm_on_joined, world, **CP, **CCM, onEach=True)
        world.pod('ccm-y2', 'y', labels=FLAGS)
        self.fails('or more than one is there, on y', joining.ccm_on_joined, world, **CP, **CCM, onEach=True)
        world.mark('y')
        world.pod('ccm-x', 'x', labels=FLAGS, ready=False)
        self.fails('or more than one is there, on x', joining.ccm_on_joined, world, **CP, **CCM, onEach=True)
        self.fails('no cloud-controller-manager is ready on x', joining.ccm_on_joined, world, **CP, **CCM)
        self.fails('a node of N+1, of which there is none', joining.ccm_on_joined, control_plane(2), **CP, **CCM, onEach=True)

    def test_what_was_asked_for_is_settled(self):
        world = control_plane()
        self.quiet(joining.settle_made, world, **PLUS, until=1)
        world.joins = False
        joining.make_node(world, {**PLUS, 'until': 1})
        self.quiet(joining.settle_made, world, **N, until=3)
        self.fails('and has not joined: wait until it has, or end its machine and run again with made_is_gone=true', joining.settle_made, world, **PLUS, until=1)
        world.add('x', 'n-plus-1', ready=False)
        joining.settle_made(world, {**PLUS, 'until': 1})
        self.assertIsNone(world.making)
        gone = control_plane()
        gone.joins = False
        joining.make_node(gone, {**PLUS, 'until': 1})
        gone.settings['made_is_gone'] = True
        joining.settle_made(gone, {**PLUS, 'until': 1})
        self.assertIsNone(gone.making)

    # Another run has to know what was asked for.
    def test_the_next_run_keeps_what_is_noted_in_the_lock(self):
        world = control_plane()
        with mock.patch.object(leases, 'change') as change:
            for notes, kept in (({'ccm-migration/making': 'x', 'other': 'y'}, {'ccm-migration/making': 'x'}), ({}, {})):
                leases.take_lock(world, {'run_id': 'r', 'lock': {'metadata': {'resourceVersion': '1', 'annotations': notes}}})
                written = change.call_args.kwargs['value']['metadata']['annotations']
                self.assertEqual(written, {'ccm-migration/plan': 'p-1', 'ccm-migration/state': 'before its first step', **kept})


class CanJoin(Case):
    ENDPOINT = {'groups': {'cp': {**DATA['groups']['cp'], 'endpoint': 'api.example:6443'}}}

    def world(self, resolved=(), data=ENDPOINT, **settings):
        self.enterContext(mock.patch.object(socket, 'getaddrinfo', return_value=[(0, 0, 0, '', (one, 0)) for one in resolved]))
        world = control_plane(2, 1, data=data)
        world.settings.update(settings)
        return world

    def asked(self, world):
        join_endpoint.can_join(world, CP)
        return world.said('/version')

    def test_where_the_endpoint_answers_under_its_name(self):
        self.assertEqual(self.asked(self.world()), ['kubectl --server=https://api.example:6443 --tls-server-name=api.example --request-timeout=20s get --raw /version'])
        self.assertEqual(self.asked(self.world(endpoint_from_here='127.0.0.1:1')),
                         ['kubectl --server=https://127.0.0.1:1 --tls-server-name=api.example --request-timeout=20s get --raw /version'])
        six = {'groups': {'cp': {**DATA['groups']['cp'], 'endpoint': '[fd00::1]:6443'}}}
        self.assertEqual(self.asked(self.world(data=six)),
                         ['kubectl --server=https://[fd00::1]:6443 --tls-server-name=fd00::1 --request-timeout=20s get --raw /version'])

    def test_not_where_it_does_not(self):
        world = self.world()
        world.broken = '--server='
        self.fails('nodes join by api.example:6443, where this machine got no answer under that name: kubectl --server=', join_endpoint.can_join, world, **CP)

    def test_not_by_the_address_of_a_node(self):
        self.fails('api.example:6443, which nodes join by, is the address of b, and each node of group cp leaves', join_endpoint.can_join,
                   self.world(['10.9.9.9', 'ip-b']), **CP)
        literal = {'groups': {'cp': {**DATA['groups']['cp'], 'endpoint': 'ip-a:6443'}}}
        self.fails('is the address of a, and', join_endpoint.can_join, self.world(data=literal, endpoint_from_here='127.0.0.1:1'), **CP)
        # The name is not asked of a resolver that may not know it.
        self.quiet(join_endpoint.can_join, self.world(['ip-b'], endpoint_from_here='127.0.0.1:1'), **CP)

    def test_where_no_resolver_knows_the_name(self):
        world = self.world()
        with mock.patch.object(socket, 'getaddrinfo', side_effect=OSError('no such name')):
            self.assertEqual(len(self.asked(world)), 1)

    def test_without_an_endpoint_that_the_input_shows(self):
        self.assertEqual(self.asked(self.world(data={})), [])

    def test_what_the_api_server_reads_is_in_the_image(self):
        data = {'groups': {'cp': {**DATA['groups']['cp'], 'needs': ['--encryption-provider-config=/etc/enc.yaml', '--audit-policy-file=/etc/audit.yaml']}}}
        self.fails('kube-apiserver of a new node reads /etc/enc.yaml (--encryption-provider-config), which its user data does not bring; where its image has it, '
                   'name it in image_has; kube-apiserver of a new node reads /etc/audit.yaml', join_endpoint.can_join, self.world(data=data), **CP)
        self.quiet(join_endpoint.can_join, self.world(data=data, image_has=['/etc/enc.yaml', '/etc/audit.yaml']), **CP)


class Leaving(Case):
    def leaves(self, world, given=N, until=2):
        leaving.choose_leaving(world, {**given, 'until': until})
        return [one.name for one in groups.nodes_of(world, 'cp') if one.leaves]

    def test_one_is_chosen_once(self):
        world = control_plane()
        self.assertEqual(self.leaves(world), ['a'])
        self.assertEqual(world.notes, ['a leaves'])
        self.assertEqual(world.said('annotate'), ['kubectl annotate node a ccm-migration/leaving=p-1 --overwrite'])
        self.quiet(leaving.choose_leaving, world, **N, until=1)
        self.quiet(leaving.choose_leaving, control_plane(2), **N, until=2)

    def test_one_that_is_not_ready_first_then_one_that_leads_nothing(self):
        world = control_plane()
        world.leases = {'main': 'a_1', 'migration': 'b.example_2', 'other': 'c_3'}
        self.assertEqual(self.leaves(world), ['c'])
        world = control_plane()
        world.leases = {'main': 'b_1'}
        world.lose('b')
        self.assertEqual(self.leaves(world), ['b'])
        lost = control_plane(lost_nodes=['c'])
        lost.lose('c')
        self.quiet(leaving.choose_leaving, lost, **N, until=2)

    def test_all_its_steps(self):
        world = control_plane(3, 1)
        world.mark('b')
        world.nodes['b']['metadata']['labels']['side'] = 'n-plus-1'
        for step in (leaving.drain_leaving, leaving.unlabel_leaving, members.remove_member, leaving.end_node):
            self.assertEqual(step(world, N), {'changed': True})
        self.assertEqual(world.said(' drain '), ['kubectl drain b --ds'])
        self.assertEqual(world.said(' label '), ['kubectl label node b side-'])
        self.assertEqual(world.said('annotate'), ['kubectl annotate node b ccm-migration/leaving=ended --overwrite'])
        self.assertEqual(world.said('end '), ['end b cp n 1.26.15 control-plane aws:///z/i-b ip-b'])
        self.assertEqual((sorted(world.nodes), sorted(world.members)), (['a', 'c', 'x'], ['a', 'c', 'x']))
        self.quiet(leaving.left, world, **N, until=2)
        for step in (leaving.drain_leaving, leaving.unlabel_leaving, members.remove_member, leaving.end_node, leaving.finish_leaving):
            self.quiet(step, world, **N)
            self.assertEqual(step(world, N), {'changed': False})

    def test_of_one_that_is_not_ready_no_pod_is_waited_for(self):
        world = control_plane(3, 1)
        world.mark('b')
        world.pod('ccm-b', 'b', labels=FLAGS)
        self.fails('pods of the cloud-controller-manager are left: ccm-b', leaving.no_ccm_on_leaving, world, **N, **CCM)
        world.lose('b')
        self.quiet(leaving.no_ccm_on_leaving, world, **N, **CCM)
        self.assertEqual(world.notes, ['b is not Ready: its pods cannot be seen to end, they end with its machine'])
        self.assertEqual(leaving.unlabel_leaving(world, N), {'changed': False})
        leaving.drain_leaving(world, N)
        self.assertEqual(world.said(' drain '), ['kubectl drain b --ds --skip-wait-for-delete-timeout=30'])
        self.quiet(leaving.no_ccm_on_leaving, control_plane(3), **N, **CCM)

    def test_what_has_no_address_is_ended_all_the_same(self):
        world = control_plane(3)
        world.mark('a')
        world.nodes['a']['spec'], world.nodes['a']['status']['addresses'] = {}, []
        leaving.end_node(world, N)
        self.assertEqual(world.said('end '), ['end a cp n 1.26.15 control-plane  '])

    # The first call after its member was removed may meet its API server, which has no etcd.
    def test_the_node_is_ended_once_the_api_answers_again(self):
        world = control_plane(3)
        world.mark('a')
        world.broken = 'leaving=ended'
        self.fails('leaving=ended --overwrite ended with 1', leaving.end_node, world, **N)
        self.assertEqual((len(self.slept), world.said('end a'), sorted(world.nodes)), (59, [], ['a', 'b', 'c']))
        world.broken = ''
        leaving.end_node(world, N)
        self.assertEqual(sorted(world.nodes), ['b', 'c'])

    # The first call after a machine was ended may meet its API server.
    def test_the_node_is_deleted_once_the_api_answers_again(self):
        world = control_plane(3)
        world.mark('a')
        world.broken = 'delete node'
        self.fails('kubectl delete node a --ignore-not-found --wait=false ended with 1', leaving.end_node, world, **N)
        self.assertEqual(len(self.slept), 59)
        world.broken = ''
        leaving.end_node(world, N)
        self.assertEqual(sorted(world.nodes), ['b', 'c'])

    def test_left(self):
        world = control_plane(3)
        self.fails('group cp has 3 nodes of side n, not 2: a, b, c; on its way out: none', leaving.left, world, **N, until=2)
        world.mark('a')
        self.fails('on its way out: a', leaving.left, world, **N, until=3)

    def test_nothing_leaves_in_check_mode(self):
        world = control_plane(3, 1, check_mode=True)
        world.mark('b')
        world.nodes['b']['metadata']['labels']['side'] = 'n-plus-1'
        self.assertEqual(leaving.finish_leaving(world, N), {'changed': True})
        self.quiet(leaving.finish_leaving, world, **N)

    # A run of the other way was killed in the middle of it: its member may be gone already.
    def test_what_was_begun_is_finished(self):
        for kill in ('drain', 'label', 'member remove', 'end ', 'delete node'):
            world = control_plane(3, 1)
            world.mark('x')
            world.nodes['x']['metadata']['labels']['side'] = 'n-plus-1'
            world.kill = kill
            with self.assertRaises(KeyboardInterrupt):
                leaving.finish_leaving(world, PLUS)
            leaving.finish_leaving(world, PLUS)
            self.assertEqual((sorted(world.nodes), sorted(world.members)), (['a', 'b', 'c'], ['a', 'b', 'c']))

    def test_what_was_lost_is_taken_out_and_made_anew(self):
        world = control_plane(3, 1, lost_nodes=['x'])
        world.lose('x')
        leaving.finish_leaving(world, PLUS)
        joining.make_node(world, {**PLUS, 'until': 1})
        self.quiet(members.etcd_members_are, world, **CP)
        self.assertEqual((len(world.nodes), 'x' in world.nodes), (4, False))


class Members(Case):
    def test_are_those_of_the_nodes(self):
        world = control_plane(3, 1)
        self.quiet(members.etcd_members_are, world, **CP)
        self.assertIn('kubectl exec etcd-a -- etcdctl --cacert=x member list --write-out=json', world.calls)
        del world.members['b']
        self.fails('members of etcd: b is a node without a member of its name', members.etcd_members_are, world, **CP)
        world.mark('b')
        self.quiet(members.etcd_members_are, world, **CP)
        world.members['gone'] = {**world.members['a'], 'name': 'gone'}
        self.fails('gone (a000000000000001) is of no control-plane node. One that is left', members.etcd_members_are, world, **CP)

    def test_are_started_healthy_and_no_learners(self):
        world = control_plane(3, 1)
        world.members['x']['isLearner'] = True
        self.fails('x (a000000000000004) is a learner still', members.etcd_members_are, world, **CP)
        world.members['x'] = {'ID': 255, 'peerURLs': ['p-x']}
        self.fails('members of etcd: p-x (ff) was never started; x is a node without a member of its name. One', members.etcd_members_are, world, **CP)
        world = control_plane(3)
        world.members['c']['down'] = True
        self.fails('c (a000000000000003) is not healthy', members.etcd_members_are, world, **CP)
        world.mark('c')
        self.quiet(members.etcd_members_are, world, **CP)
        world.alarms = 'memberID:1 alarm:NOSPACE\n'
        self.fails('memberID:1 alarm:NOSPACE is an alarm', members.etcd_members_are, world, **CP)

    def test_are_not_known_where_etcdctl_writes_nothing(self):
        world, said = control_plane(3), "etcdctl endpoint health --cluster wrote no JSON but '', so nothing is known of what it was asked"
        world.mark('a')
        world.silent = 1
        self.fails(said, members.etcd_members_are, world, **CP)
        self.quiet(members.etcd_members_are, world, **CP)
        # It is asked again before a member is removed, and none is where it stays so.
        world.silent = 1
        self.assertEqual(members.remove_member(world, N), {'changed': True})
        world = control_plane(3)
        world.mark('a')
        world.silent = 1_000
        self.fails(said, members.remove_member, world, **N)
        self.assertEqual(world.said('member remove'), [])

    def test_elsewhere_are_not_of_the_nodes(self):
        world = control_plane(3, data={'groups': {'cp': {**control_plane().plan.groups['cp'], 'etcd': 'external'}}})
        world.mark('a')
        del world.members['b']
        self.quiet(members.etcd_members_are, world, **CP)
        self.quiet(members.remove_member, world, **N)

    def test_are_removed_only_where_all_others_are_healthy(self):
        world = control_plane(3, 1)
        world.mark('a')
        world.members['c']['down'] = True
        self.fails('a (a000000000000001) is not removed from etcd: of the 3 members that are left, c (a000000000000003) is not healthy, was never started, or is '
                   'a learner, and 2 are a quorum', members.remove_member, world, **N)
        self.assertEqual(len(world.members), 4)
        del world.members['c']['down']
        world.members['c']['isLearner'] = True
        self.fails('c (a000000000000003) is not healthy, was never started, or is a learner, and 2 are a quorum', members.remove_member, world, **N)
        del world.members['c']['isLearner']
        members.remove_member(world, N)
        self.assertEqual(sorted(world.members), ['b', 'c', 'x'])

    def test_of_five_three_are_a_quorum(self):
        world = control_plane(4, 1)
        world.mark('a')
        world.members['c']['down'] = True
        self.fails('of the 4 members that are left, c (a000000000000003) is not healthy, was never started, or is a learner, and 3 are a quorum',
                   members.remove_member, world, **N)

    def test_none_is_removed_in_check_mode(self):
        world = control_plane(3, 1, check_mode=True)
        world.mark('a')
        self.assertEqual(members.remove_member(world, N), {'changed': True})
        self.assertEqual((world.said('member remove'), len(world.members)), ([], 4))

    def test_the_last_one_is_not_removed(self):
        world = control_plane(1, 1)
        world.mark('a')
        del world.members['x']
        self.fails('a (a000000000000001) is the last member of etcd, and is not removed', members.remove_member, world, **N)
        two = control_plane(1, 1)
        two.mark('a')
        members.remove_member(two, N)
        self.assertEqual(list(two.members), ['x'])

    def test_are_asked_on_a_node_that_is_well_and_stays(self):
        world = control_plane(3)
        world.mark('a')
        world.pods['etcd-b']['status']['containerStatuses'] = [{'ready': False}]
        etcd.etcd_members_well(world, {})
        self.assertTrue(world.said('etcd-c -- etcdctl --cacert=x member list'))
        # What its pod was when its kubelet was heard last says nothing; of workers nothing is asked.
        world.nodes['c']['status']['conditions'] = []
        world.add('w', '1.28.1', 'general')
        self.fails('no control-plane node that is Ready and stays has a pod of etcd', etcd.etcd_members_well, world)
        world.settings['etcdctl'] = ['kubectl', 'exec', 'x', '--', 'etcdctl']
        etcd.etcd_members_well(world, {})

    def test_are_asked_on_another_machine(self):
        for status, refused in ((0, False), (1, False), (2, True)):
            world = control_plane(1, etcdctl=['etcdctl'], etcdctl_host='h')
            with mock.patch.object(world, 'ask_node', lambda request, status=status: [{'status': status, 'stdout': '[]', 'stderr': 'why'}]):
                if refused:
                    self.fails('etcdctl --cacert=x endpoint health on h ended with 2: [] why',
                               lambda one, given: etcd.etcdctl(one, 'endpoint', 'health', statuses=(0, 1)), world)
                else:
                    self.assertEqual(etcd.etcdctl(world, 'endpoint', 'health', statuses=(0, 1)), '[]')


class Workers(Case):
    ROUND = {'group': 'general', 'side': 'n-plus-1'}

    def replace(self, world, rounds=2, first=1, **given):
        for number in range(first, rounds + 1):
            replaced_workers.replace_workers(world, {**self.ROUND, **given, 'round': number, 'rounds': rounds})

    def test_are_replaced_share_by_share(self):
        world = workers(4)
        self.replace(world)
        self.assertEqual([call.split()[6] for call in world.said('make ')], ['2', '4'])
        self.assertEqual([call.split()[1] for call in world.said('end ')], ['o1', 'o2', 'o3', 'o4'])
        self.assertEqual((world.side('n'), len(world.side('n-plus-1')), world.making), ([], 4, None))
        before = dict(world.nodes)
        self.quiet(replaced_workers.replace_workers, world, **self.ROUND, round=1, rounds=2)
        self.assertEqual(world.nodes, before)

    def test_there_and_back(self):
        world = workers(3)
        self.replace(world, 3)
        self.replace(world, 3, side='n')
        self.assertEqual((len(world.side('n')), world.side('n-plus-1')), (3, []))

    def test_joined_before_any_leaves(self):
        world = workers(2)
        world.joins = False
        self.fails('0 of 1 nodes of group general are Ready', self.replace_one, world)
        self.assertEqual((world.said('drain'), world.said('end ')), ([], []))

    def replace_one(self, world, given):
        self.replace(world)

    def test_killed_anywhere_it_goes_on_with_what_was_begun(self):
        for kill in ('patch', 'annotate', 'make ', 'drain', 'end ', 'delete node'):
            world = workers(4)
            world.kill = kill
            with self.assertRaises(KeyboardInterrupt):
                self.replace(world)
            self.replace(world)
            self.assertEqual((kill, world.side('n'), len(world.side('n-plus-1')), world.making), (kill, [], 4, None))

    def killed(self, kill, count=4, **settings):
        world = workers(count, **settings)
        world.kill = kill
        with self.assertRaises(KeyboardInterrupt):
            self.replace(world)
        return world

    def test_killed_and_taken_back(self):
        for kill in ('annotate', 'make ', 'drain', 'leaving=ended', 'end ', 'delete node'):
            world = self.killed(kill, made_is_gone=True)
            self.replace(world, side='n')
            self.assertEqual((kill, world.side('n-plus-1'), len(world.side('n')), world.making), (kill, [], 4, None))
            self.assertEqual([name for name, one in world.nodes.items() if one['metadata']['annotations'] or 'unschedulable' in one['spec']], [])
            # What was not ended is kept, and nothing is made for it; a machine that may be half ended is no node to keep.
            is_ended = kill in ('end ', 'delete node')
            self.assertEqual((kill, bool(world.said('general/n/'))), (kill, is_ended))
            self.assertEqual((kill, len(world.said('make general n ')), 'o1' in world.nodes), (kill, int(is_ended), not is_ended))
        self.assertEqual(replaced_workers.replace_workers(world, {**self.ROUND, 'side': 'n', 'round': 1, 'rounds': 1}), {'changed': False})
        world.mark(world.side('n')[0])
        self.assertEqual(replaced_workers.replace_workers(world, {**self.ROUND, 'side': 'n', 'round': 1, 'rounds': 1}), {'changed': True})

    def test_of_those_that_were_to_leave_one_that_was_lost_is_not_kept(self):
        world = self.killed('leaving=ended')
        world.lose('o1')
        self.replace(world, side='n')
        self.assertEqual(('o1' in world.nodes, len(world.side('n'))), (False, 4))

    def test_asked_for_once(self):
        world = workers(4)
        world.joins = False
        self.fails('0 of 2', self.replace_one, world)
        for name in ('late1', 'late2'):
            world.add(name, 'n-plus-1', 'general')
        replaced_workers.replace_workers(world, {**self.ROUND, 'round': 1, 'rounds': 2})
        self.assertEqual((len(world.machines), world.side('n')), (1, ['o3', 'o4']))

    def test_not_while_another_group_waits(self):
        world = workers(2)
        world.joins = False
        joining.make_node(world, {**PLUS, 'until': 1})
        self.fails('node 1 of side n-plus-1 in group cp was asked for', self.replace_one, world)
        self.assertEqual(world.said('annotate'), [])
        world.lock['metadata']['annotations']['ccm-migration/making'] = 'cp/n-plus-1/7/1/x'
        world.settings['made_is_gone'] = world.joins = True
        self.replace(world)
        self.assertEqual([call.split()[6] for call in world.said('make general')], ['1', '2'])

    def test_none_leaves_for_one_that_the_cloud_does_not_find(self):
        world = workers(2)
        world.nameless = True
        self.fails('no provider ID aws://', self.replace_one, world)
        self.assertEqual((world.said('drain'), world.said('end ')), ([], []))

    def test_gone_before_the_next_share(self):
        world = workers(2)
        world.stuck = True
        self.fails('nodes of group general that were ended are still there: o1', self.replace_one, world)

    def test_that_were_cordoned_before_stay_so(self):
        world = workers(2)
        world.nodes['o1']['spec']['unschedulable'] = True
        world.kill = 'drain'
        with self.assertRaises(KeyboardInterrupt):
            self.replace(world, 1)
        self.replace(world, 1, side='n')
        self.assertEqual([name for name in world.side('n') if world.nodes[name]['spec'].get('unschedulable')], ['o1'])

    def test_one_that_comes_up_later_is_waited_for_on_the_way_back(self):
        world = workers(2)
        world.joins = False
        self.fails('0 of 1', self.replace_one, world)
        self.fails('node 1 of side n-plus-1 in group general was asked for', lambda one, given: self.replace(one, side='n'), world)

    def test_what_an_autoscaler_adds_is_replaced_too(self):
        world = workers(4)
        replaced_workers.replace_workers(world, {**self.ROUND, 'round': 1, 'rounds': 2})
        world.add('o9', 'n', 'general')
        replaced_workers.replace_workers(world, {**self.ROUND, 'round': 2, 'rounds': 2})
        self.assertEqual((world.side('n'), len(world.side('n-plus-1'))), ([], 5))

    def test_so_many_may_fail(self):
        world = workers(4)
        world.broken = 'drain o1'
        self.fails('not drained: o1: kubectl drain o1 --ds ended with 1; worker_max_fail_percentage says how many', self.replace_one, world)
        self.assertEqual(world.side('n'), ['o1', 'o2', 'o3', 'o4'])
        world = workers(4, worker_max_fail_percentage=50)
        world.broken = 'drain o1'
        replaced_workers.replace_workers(world, {**self.ROUND, 'round': 1, 'rounds': 2})
        self.assertEqual((world.side('n'), len(world.notes)), (['o1', 'o3', 'o4'], 1))
        world.broken = ''
        replaced_workers.replace_workers(world, {**self.ROUND, 'round': 1, 'rounds': 2})
        self.assertEqual(world.side('n'), ['o3', 'o4'])

    def test_nothing_is_replaced_in_check_mode(self):
        world = workers(2, check_mode=True)
        self.assertEqual(replaced_workers.replace_workers(world, {**self.ROUND, 'round': 1, 'rounds': 1}), {'changed': True})
        self.quiet(replaced_workers.replace_workers, world, **self.ROUND, round=1, rounds=1)


def kind(**more):
    return {'from': 'n', 'to': 'mixed', 'title': 'Do', 'files': [], 'before': [], 'run': [], 'proof': [], 'undo': [], 'programs': [], 'lastsSeconds': 1,
            'atMostSeconds': 0, **more}


class Plans(Case):
    KINDS = {
        'join': kind(title='Join', run=[{'do': 'make-node', **PLUS, 'until': 'i'}], undo=[{'do': 'left', **PLUS, 'until': 'i-1'}]),
        'leave': kind(title='Leave', run=[{'do': 'choose-leaving', **N, 'until': 'left'}],
                      undo=[{'do': 'make-node', **N, 'until': 'left+1'}]),
    }
    START = {'nodes': {}, 'objects': [], 'groups': {'cp': {'n': [3], 'n-plus-1': [0]}, 'general': {'n': [], 'n-plus-1': []}}}

    def world(self, n, plus, **more):
        actions = {verb: {'says': verb, 'on': 'operator'} for verb in ('make-node', 'choose-leaving', 'left')}
        data = {'kinds': self.KINDS, 'steps': [{'kind': 'join', 'i': 1}, {'kind': 'leave', 'i': 1}], 'start': self.START, 'actions': actions, 'aws': None, 'images': []}
        world = control_plane(n, plus, data={**data, **more})
        world.lock['metadata']['annotations']['ccm-migration/plan'] = 'p-1'
        world.settings['go_on'] = False
        world.seen = {'lost': [], 'labelled': [], 'there': [], **self.counted(world)}
        return world

    def counted(self, world):
        return look.look_cluster(world, {})['seen']

    def reached(self, n, plus, **more):
        world = self.world(n, plus, **more)
        return run.position(world, {'looked': {}, 'inventory': []}, [], world.lock)

    def test_stand_where_the_counts_are(self):
        self.assertEqual([self.reached(3, 0), self.reached(3, 1), self.reached(2, 1)], [0, 1, 2])
        # Where counts are not known when it begins, nothing follows from them.
        unknown = {**self.START, 'groups': {'cp': {'n': [], 'n-plus-1': []}}}
        self.assertEqual(self.reached(2, 1, start=unknown), 0)

    def test_numbers_of_the_steps_and_counts_of_the_groups_say_how_many(self):
        steps = [{'kind': kind, 'i': ordinal} for ordinal in (1, 2, 3) for kind in ('join', 'leave')]
        plan = self.world(3, 0, steps=steps).plan
        self.assertEqual(plan.titles, [f'{title} ({ordinal} of 3)' for ordinal in (1, 2, 3) for title in ('Join', 'Leave')])
        self.assertEqual([plan.actions(number, part)[0]['until'] for number in (3, 4) for part in ('run', 'undo')], [2, 1, 1, 2])
        self.assertEqual([self.reached(3, 0, steps=steps), self.reached(2, 2, steps=steps), self.reached(0, 3, steps=steps)], [0, 3, 6])

    def test_shares_of_workers_say_which_one(self):
        share = {'do': 'replace-workers', 'group': 'general', 'side': 'n', 'rounds': 4}
        rounds = kind(run=[{**share, 'round': 'i'}], undo=[{**share, 'round': 'left+1'}])
        world = self.world(3, 0, kinds={'workers': rounds}, steps=[{'kind': 'workers', 'i': 3}], actions={'replace-workers': {'says': 'x', 'on': 'operator'}})
        self.assertEqual(world.plan.titles, ['Do (3 of 4)'])
        self.assertEqual([world.plan.actions(1, part)[0]['round'] for part in ('run', 'undo')], [3, 2])

    def test_words_mean_nodes_of_groups_too(self):
        check = kind(proof=[{'do': 'provider-ids', 'nodes': 'all'}, {'do': 'provider-ids', 'nodes': 'workers'}, {'do': 'provider-ids', 'nodes': ['z']}])
        plan = self.world(1, 0, kinds={'check': check}, steps=[{'kind': 'check'}], actions={'provider-ids': {'says': 'x', 'on': 'operator'}}).plan
        self.assertEqual([one['groups'] for one in plan.actions(1, 'proof')], [['cp', 'general'], ['general'], []])
        world = self.world(1, 1)
        world.nodes['x']['spec']['providerID'] = ''
        self.fails('have no provider ID aws://...: x', cluster_nodes.provider_ids, world, nodes=[], groups=['cp'])
        world.mark('x')
        self.quiet(cluster_nodes.provider_ids, world, nodes=[], groups=['cp'])

    def test_releases_are_asked_of_groups_too(self):
        world = self.world(1, 1)
        for name in ('a', 'x'):
            world.pods[f'kube-controller-manager-{name}']['spec']['containers'][0]['image'] = 'k8s/kcm:v1.27.16'
        self.quiet(group_components.all_on_release, world, release='1.27.16')
        world.pods['kube-controller-manager-a']['spec']['containers'][0]['image'] = 'k8s/kcm:v1.26.15'
        self.fails('kube-controller-manager of a is k8s/kcm:v1.26.15', group_components.all_on_release, world, release='1.27.16')

    def test_the_configuration_of_kubeadm_is_put_without_a_node(self):
        text = b'kind: ClusterConfiguration\n'
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'c.yaml'), 'wb') as file:
                file.write(text)
            world = self.world(3, 0)
            world.settings['app_dir'] = folder
            given = {'source': 'c.yaml', 'sha256': hashlib.sha256(text).hexdigest()}
            with mock.patch.object(world, 'kubectl') as kubectl:
                self.assertEqual(kubeadm.put_kubeadm_config(world, given), {'changed': True})
            self.assertEqual(json.loads(kubectl.call_args.args[-1]), {'data': {'ClusterConfiguration': text.decode()}})
            self.fails('is not as it was when this plan was made', kubeadm.put_kubeadm_config, world, **{**given, 'sha256': '0'})

    def test_of_another_plan_are_told(self):
        world = self.world(2, 1)
        world.lock['metadata']['annotations']['ccm-migration/plan'] = 'p-0'
        self.fails('not p-1: 2 nodes of side n in group cp', lambda one, given: run.position(one, {'looked': {}, 'inventory': []}, [], world.lock), world)

    def test_look_at_groups(self):
        world = self.world(2, 1)
        world.add('w', 'n', 'general').add('s', 'n', 'other')
        seen = self.counted(world)
        self.assertEqual((seen['groups'], seen['replaced'], seen['new']),
                         ({'cp': {'n': 2, 'n-plus-1': 1}, 'general': {'n': 1, 'n-plus-1': 0}}, ['a', 'b', 'w', 'x'], ['s']))
        world.seen = seen
        self.quiet(look.cluster_fits, world)
        world.nodes['w']['status']['nodeInfo'] = {'kubeletVersion': 'v1.28.0'}
        self.fails('w runs v1.28.0', look.cluster_fits, world)
        world.nodes['w']['metadata']['labels'] = {}
        world.seen['control_plane'] = ['a', 'b', 'q', 'x']
        self.fails('not in the plan: q', look.cluster_fits, world)

    def test_preflight_asks_of_groups(self):
        checks = []
        more = {'plan': self.world(3, 0).plan}
        with mock.patch.object(run, 'ask_all', lambda world, given: checks.extend(given['checks'])):
            run.preflight_cluster(self.world(3, 0, aws={'actions': []}), more)
        asked = [(check['do'], check.get('group')) for check in checks]
        for verb in ('groups-fit', 'group-well'):
            self.assertTrue({(verb, 'cp'), (verb, 'general')} < set(asked))
        verbs = [verb for verb, _ in asked]
        self.assertIn(('etcd-members-are', 'cp'), asked)
        self.assertIn('drain-may-end', verbs)
        self.assertIn('role-allows', verbs)
        # What makes and removes nodes is needed.
        for verb in ('nodes-are-kept', 'groups-are-paused', 'etcd-members-well', 'node-ready'):
            self.assertNotIn(verb, verbs)

    def test_commands_are_set(self):
        settings = {'node_packages': False, 'kubeadm_program': [], 'without_kubeadm_upgrade': True, 'node_upgrade': [], 'without_node_upgrade': True}
        ask = cloud.upgrades_are_set
        self.quiet(ask, control_plane(**settings))
        self.fails('make_node is not set: the command, on this machine, that makes a node of a group; end_node is not set', ask,
                   control_plane(**settings, make_node=[], end_node=[]))
        self.fails('make_node has {name}, {x}, but may have {group}, {side}, {release}, {role}, {folder}, {count}, {token}', ask,
                   control_plane(**settings, make_node=['{name}', '{x}{token}']))
        self.fails('make_node has to say with {token} or {count} which node it is about', ask, control_plane(**settings, make_node=['x', '{group}']))
        self.fails('end_node has to say with {node} or {provider_id} or {address}', ask, control_plane(**settings, end_node=['x', '{group}']))
        self.quiet(ask, control_plane(data={'groups': {}}, **settings, make_node=[], end_node=[]))
        # Static pods are known to the API.
        self.quiet(ask, control_plane(**settings, on_node=[]))
        for command, said in (([], 'on_node is not set: the command, on this machine, that has a shell of a node run, as root,'),
                              (['ssh', '{group}'], 'on_node has {group}, but may have {node}, {provider_id}, {address}'),
                              (['ssh', 'x'], 'on_node has to say with {node} or {provider_id} or {address} which node it is about')):
            self.fails(said, ask, control_plane(data=of_units(), **settings, on_node=command))

    def test_auto_scaling_is_asked_of_nodes_in_place(self):
        world = control_plane(2, without_auto_scaling=False, ccm_migration=['tags'])
        world.add('w', 'n', 'other')
        asked = []
        with mock.patch.object(cloud, 'command_line', lambda world, words, files: asked.append(files['nodes'])):
            for world.seen in ({'replaced': ['a', 'b']}, {}):
                cloud.groups_are_paused(world, {})
        self.assertEqual([[name in text for name in ('"a"', '"w"')] for text in asked], [[False, True], [True, True]])

    def test_leases_are_held_by_control_plane_nodes_of_the_cluster(self):
        world = control_plane(2)
        world.seen = {'hosts': {}, 'control_plane': ['a', 'b']}
        world.leases = {'main': 'b_1'}
        with mock.patch.object(leases, '_pods_with_a_manager', lambda world: []):
            leases.leases_known(world, {})
            world.leases = {'main': 'q_1'}
            self.fails('held by none of the control-plane nodes, nor by a pod with a controller manager: main by q_1', leases.leases_known, world)

    def test_a_drain_of_groups_may_end(self):
        world = control_plane(2, drain_flags=['--ignore-daemonsets', '--timeout=1s'])
        world.seen = {'replaced': ['a']}
        with mock.patch.object(type(world), 'items', lambda *_: []), \
                mock.patch.object(workloads, '_running_pods', lambda world: [('a', 'shop/x', '', ''), ('q', 'shop/y', '', '')]):
            self.fails('no controller makes shop/x again', workloads.drain_may_end, world)


if __name__ == '__main__':
    unittest.main()
