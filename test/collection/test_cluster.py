"""What is asked of the cluster, and changed in it: kubectl answers from a script, which also notes its calls."""
import hashlib
import json
import os
import pathlib
import stat
import tempfile
import time
import types
import unittest
from unittest import mock

import yaml

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import (
    cloud, cluster_nodes, group_components, leases, look, objects, services, workloads,
)
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World, eventually

NS = {'namespace': 'kube-system'}
SETTINGS = {
    'kubectl': ['kubectl'], 'ccm_migration': ['tags'], 'poll_seconds': 0, 'max_seconds': 0, 'volumes': 'ebs', 'without_workers': [],
    'without_copies': [], 'without_services': [], 'without_load_balancers': False, 'without_role_check': False, 'without_auto_scaling': False,
    'cluster_id': 'prod',
    'ccm_role_arn': '', 'known_workloads': [], 'nodes_are_kept': True, 'drain_flags': ['--ignore-daemonsets', '--timeout=600s'], 'any_kubectl': False,
    'kubeadm_program': [], 'node_upgrade': [], 'node_packages': False, 'without_kubeadm_upgrade': False, 'without_node_upgrade': False, 'ansible_minors': ['2.19'],
    'operator': 'A B', 'take_over': '', 'backup_dir': '/var/b', 'control_plane_label': 'node-role.kubernetes.io/control-plane',
}
DATA = {
    'cloud': 'aws', 'releases': ['1.26.15', '1.27.16'], 'leases': {'namespace': 'kube-system', 'names': ['main', 'migration']},
    'ccm': {'workloads': ['DaemonSet/kube-system/ccm'], 'commandLines': ['DaemonSet/kube-system/ccm --v=2']}, 'sideLabel': 'side',
    'aws': {'actions': ['ec2:A', 'ec2:B'], 'changes': [{'annotation': 'service.beta.kubernetes.io/x', 'says': 'x is set'}, {'says': 'all'}]},
    'leftToAnother': {'annotation': 'service.beta.kubernetes.io/aws-load-balancer-type', 'values': ['external']},
}
PLAN = {'id': 'p-1', 'control_plane': ['a', 'b'], 'workers': ['w'], 'titles': ['01 First', '02 Second'], 'drained': ['w'], 'drained_unmanaged': ['w'],
        'changes_nodes': True, 'upgrades_by_kubeadm': True, 'upgrades_nodes': True, 'objects': [], 'groups': {},
        'replaces_control_plane': False, 'knows_control_plane': True, 'images': {}, 'is_chain': False, 'releases': ['1.26.15', '1.27.16']}
SEEN = {'lost': [], 'reached': 0, 'hosts': {}, 'nodes': {}, 'ready': [], 'cordoned': [], 'server': '1.26.15', 'control_plane': ['a', 'b']}


class Scripted(World):
    """Answers by words that a call has: a text, an object, a status with a text; of a list one after the other, the last one again and again."""

    def __init__(self, answers=(), seen=(), plan=(), data=(), check_mode=False, **settings):
        plan = types.SimpleNamespace(**{**PLAN, **dict(plan), 'data': {**DATA, **dict(data)}})
        super().__init__(plan, {**SETTINGS, **settings}, None, check_mode=check_mode, seen={**SEEN, **dict(seen)})
        self.answers, self.calls, self.files = dict(answers), [], []

    def ended(self, argv, stdin=None, statuses=(0,)):
        line = ' '.join(argv)
        self.calls.append((line, json.loads(stdin) if stdin else None))
        self.files += [pathlib.Path(word).read_text(encoding='utf-8') for word in argv if os.path.isfile(word)]
        key = next((key for key in self.answers if key in line), None)
        assert key is not None or ' get ' not in line, line
        answer = self.answers.get(key)
        if isinstance(answer, list):
            answer = answer.pop(0) if len(answer) > 1 else answer[0]
        status, said = answer if isinstance(answer, tuple) else (0, answer)
        text = said if isinstance(said, str) else '' if said is None else json.dumps(said)
        if status not in statuses:
            raise Failed(f'{line} ended with {status}: {text}')
        return types.SimpleNamespace(returncode=status, stdout=text, stderr='')

    @property
    def changes(self):
        """What was handed to kubectl, or the words of a call without that."""
        return [value or line for line, value in self.calls if line.split()[1] in ('create', 'replace', 'patch', 'delete', 'annotate')]


def listed(*items):
    return {'items': list(items)}


def node(name, ready='True', labels=(), status=(), **spec):
    conditions = [{'type': 'MemoryPressure', 'status': 'False'}, {'type': 'Ready', 'status': ready}]
    return {'metadata': {'name': name, 'labels': dict.fromkeys(labels, '')}, 'spec': spec, 'status': {'conditions': conditions, **dict(status)}}


def lease(name, holder, version, **spec):
    metadata = {'name': name, 'namespace': 'kube-system', 'resourceVersion': version}
    return {'kind': 'Lease', 'metadata': metadata, 'spec': {'holderIdentity': holder, **spec}}


def pod(name, image='x:v1', ready=(True,), command=(), **metadata):
    return {'metadata': {'name': name, 'namespace': 'kube-system', **metadata},
            'spec': {'containers': [{'name': 'c', 'image': image, 'command': list(command)}]},
            'status': {'containerStatuses': [{'ready': one} for one in ready]}}


def workload(name, *containers, kind='DaemonSet', annotations=(), status=(), **spec):
    return {'kind': kind, 'metadata': {'name': name, 'namespace': 'kube-system', 'annotations': dict(annotations), 'generation': 2},
            'spec': {**spec, 'template': {'spec': {'containers': [{'name': 'c', **one} for one in containers]}}}, 'status': dict(status)}


def service(uid, hosts=('lb',), annotations=(), deleted=False, **spec):
    metadata = {'namespace': 'shop', 'name': uid, 'uid': uid, 'annotations': dict(annotations), **({'deletionTimestamp': 'x'} if deleted else {})}
    balancer = {'ingress': [{'hostname': host} for host in hosts]} if hosts else {}
    return {'metadata': metadata, 'spec': {'type': 'LoadBalancer', **spec}, 'status': {'loadBalancer': balancer}}


class Case(unittest.TestCase):
    def setUp(self):
        self.slept = []
        self.enterContext(mock.patch.object(time, 'sleep', self.slept.append))

    def holds(self, function, world, **given):
        return function(world, given)

    def fails(self, message, function, world, **given):
        with self.assertRaises(Failed) as failed:
            function(world, given)
        self.assertIn(message, str(failed.exception))


class Nodes(Case):
    def test_ready(self):
        self.holds(cluster_nodes.node_ready, Scripted({'get node a': node('a')}), node='a')
        for answer in (node('a', ready='Unknown'), None):
            self.fails('node a is not Ready', cluster_nodes.node_ready, Scripted({'get node a': answer}), node='a')

    def test_drained(self):
        def calls(function, found, check_mode=False, **given):
            world = Scripted({'get node a': found}, check_mode=check_mode)
            self.assertEqual(function(world, {'node': 'a', **given}).get('changed', False), len(world.calls) > 1 or check_mode)
            return [line.replace('kubectl ', '').replace('--ignore-daemonsets --timeout=600s', 'FLAGS') for line, _ in world.calls[1:]]

        def cordoned_before(said):
            return {**node('a'), 'metadata': {'name': 'a', 'annotations': {'ccm-migration/was-cordoned': said}}}
        drain, note = 'drain a FLAGS', 'annotate node a ccm-migration/was-cordoned'
        self.assertEqual(calls(cluster_nodes.drain_node, node('a'), how=[]), [f'{note}=false', drain])
        self.assertEqual(calls(cluster_nodes.drain_node, node('a', unschedulable=True), how=['--disable-eviction']),
                         [f'{note}=true', f'{drain} --disable-eviction'])
        self.assertEqual(calls(cluster_nodes.drain_node, cordoned_before('true'), how=[]), [drain])
        self.assertEqual(calls(cluster_nodes.drain_node, node('a', ready='Unknown'), how=[]),
                         [f'{note}=false', f'{drain} --skip-wait-for-delete-timeout=30'])
        self.assertEqual(calls(cluster_nodes.drain_node, node('a'), check_mode=True, how=[]), [])
        self.assertEqual(calls(cluster_nodes.uncordon_node, cordoned_before('false')), ['uncordon a', f'{note}-'])
        self.assertEqual(calls(cluster_nodes.uncordon_node, cordoned_before('true')), [f'{note}-'])
        self.assertEqual(calls(cluster_nodes.uncordon_node, cordoned_before('false'), check_mode=True), [])
        self.assertEqual(calls(cluster_nodes.uncordon_node, node('a')), [])

    def test_all_that_are_meant_but_lost_ones(self):
        uninitialized = [{'key': 'node.cloudprovider.kubernetes.io/uninitialized'}]
        found = listed(node('a', providerID='aws:///z/i-1'), node('b', providerID='aws://', taints=uninitialized))
        world = Scripted({'get nodes': found}, seen={'lost': ['w']})
        self.holds(cluster_nodes.are_nodes, world, nodes=['a', 'b', 'w'])
        self.fails('not nodes of the cluster: c, d', cluster_nodes.are_nodes, world, nodes=['d', 'c', 'a'])
        for function in (cluster_nodes.provider_ids, cluster_nodes.initialized):
            self.holds(function, world, nodes=['a', 'w'])
            self.fails(': b, c', function, world, nodes=['a', 'b', 'c'])

    def test_csi(self):
        migrated = {'annotations': {'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/gce-pd,kubernetes.io/aws-ebs'}}
        found = listed({'metadata': {'name': 'a', **migrated}, 'spec': {'drivers': [{'name': 'ebs.csi.aws.com'}]}},
                       {'metadata': {'name': 'b'}, 'spec': {'drivers': None}})
        for function, message in (
            (cluster_nodes.csi_driver_on, 'b, c: has no ebs.csi.aws.com; install'), (cluster_nodes.csi_migrated_on, 'aws-ebs: b, c'),
        ):
            self.holds(function, Scripted({'get csinodes': found}), nodes=['a'])
            self.fails(message, function, Scripted({'get csinodes': found}), nodes=['c', 'a', 'b'])
            self.holds(function, Scripted(volumes='none'), nodes=['c'])

    def look(self, **more):
        return Scripted({
            '--raw /version': {'gitVersion': 'v1.26.15-x'},
            'get nodes': listed(node('a', labels=['side', 'node-role.kubernetes.io/control-plane'], status={'nodeInfo': {'bootID': '1'}}),
                                node('new', ready='False', unschedulable=True)),
            'get role.rbac one two -n kube-system --ignore-not-found -o name': 'role.rbac/two\n',
            'get clusterrole x:y --ignore-not-found -o name': 'clusterrole.rbac/x:y\n',
        }, plan={'objects': [['role.rbac', 'kube-system', 'one'], ['clusterrole', '-', 'x:y'], ['role.rbac', 'kube-system', 'two']], **more})

    def test_look(self):
        world = self.look()
        self.assertEqual(look.look_cluster(world, {}), {'seen': {
            'server': '1.26.15-x', 'nodes': {'a': {'bootID': '1'}, 'new': {}}, 'labelled': ['a'], 'control_plane': ['a'], 'ready': ['a'],
            'cordoned': ['new'], 'lost': ['w'], 'new': ['new'], 'there': [['role.rbac', 'kube-system', 'two'], ['clusterrole', '-', 'x:y']],
        }})
        self.assertEqual(world.notes, ['lost since the plan was made, or in without_workers, left out: w; joined since, not changed by this plan '
                                       '(run collect, synth and plan again for them): new'])
        without = self.look(workers=[])
        self.assertEqual(look.look_cluster(without, {})['seen']['lost'], [])
        self.assertEqual(without.notes, [])
        left_out = self.look(workers=['new'])
        left_out.settings['without_workers'] = ['new']
        self.assertEqual(look.look_cluster(left_out, {})['seen']['lost'], ['new'])

    def test_look_at_what_each_hop_rolls(self):
        def world(found):
            one = self.look(images={'daemonset.apps kube-system ccm': {'ccm:v1', 'ccm:v2'}})
            one.answers['get daemonset.apps ccm -n kube-system'] = found
            return one

        rolled = {'spec': {'template': {'spec': {'containers': [{'image': 'proxy'}, {'image': 'ccm:v2'}]}}}}
        self.assertEqual(look.look_cluster(world(rolled), {})['seen']['images'], {'daemonset.apps kube-system ccm': 'ccm:v2'})
        other = {'spec': {'template': {'spec': {'containers': [{'image': 'ccm:v3'}]}}}}
        self.fails('kube-system/ccm is of ccm:v3, and this plan leads from and to ccm:v1, ccm:v2: plan from', look.look_cluster, world(other))
        self.fails('kube-system/ccm is not there, and this plan', look.look_cluster, world(None))

    def test_fits(self):
        nodes = {'nodes': {'a': {}, 'b': {}}}
        self.holds(look.cluster_fits, Scripted(seen={'server': '1.27.16-eks', **nodes}))
        for message, seen in (
            ('the cluster runs 1.28.1, but this plan is for 1.26.15 and 1.27.16; is this', {'server': '1.28.1'}),
            ('missing b; not in the plan: c; run collect', {'nodes': {'a': {}}, 'control_plane': ['a', 'c']}),
            ('missing none; not in the plan: c', {**nodes, 'control_plane': ['c']}),
        ):
            self.fails(message, look.cluster_fits, Scripted(seen=seen))


class Leases(Case):
    BOTH = {**NS, 'lease': 'migration', 'main': 'main'}

    def held(self, *looks):
        return Scripted({'get leases': [listed(*(lease(name, *one) for name, one in zip(('main', 'migration'), look))) for look in looks]})

    def test_one_process_holds_and_renews_both(self):
        self.holds(leases.lease_held_by, self.held([('x', '1'), ('x', '1')], [('x', '2'), ('x', '2')]), **self.BOTH)
        for message, *looks in (
            ('does not renew both', [('x', '1'), ('x', '1')], [('x', '2'), ('x', '1')]),
            ('no single process', [('x', '1'), ('y', '1')], [('x', '2'), ('y', '2')]),
            ('no single process', [('', '1'), ('', '1')], [('', '2'), ('', '2')]),
            ('main: x', [('x', '1')], [('x', '2')]),
        ):
            self.fails(message, leases.lease_held_by, self.held(*looks), **self.BOTH)

    def test_renewal_counts_from_the_first_attempt(self):
        world = self.held(*([('x', str(count)), ('x', '1' if count < 3 else '2')] for count in range(4)))
        self.assertIsNone(eventually(world, 1, lambda: leases.lease_held_by(world, self.BOTH)))
        world = Scripted({'get leases': [lease('one', 'x', '1'), lease('one', 'x', '1'), lease('one', 'x', '2')]})
        self.assertIsNone(eventually(world, 1, lambda: leases.lease_is_held(world, {**NS, 'lease': 'one'})))
        self.assertEqual(len(world.calls), 3)

    def test_is_held(self):
        for first, second, holds in (
            (None, lease('one', 'x', '1'), True), (lease('one', 'x', '1'), lease('one', 'x', '1'), False),
            (lease('one', 'x', '1'), lease('one', '', '2'), False), (lease('one', 'x', '1'), None, False),
        ):
            world = Scripted({'get leases': [first, second]})
            ask = self.holds if holds else lambda *args, **given: self.fails('Lease one is not renewed', *args, **given)
            ask(leases.lease_is_held, world, **NS, lease='one')

    def test_not_held(self):
        given = {**NS, 'lease': 'one', 'seconds': 16}
        renewed = Scripted({'get leases': [lease('one', 'x', str(count)) for count in range(9)]})
        self.fails('Lease one is still renewed by x', leases.lease_not_held, renewed, **given)
        self.assertEqual(self.slept, [16, 16, 16])
        self.holds(leases.lease_not_held, Scripted({'get leases': [lease('one', 'x', '1'), lease('one', 'x', '2'), lease('one', 'x', '2')]}), **given)
        self.slept.clear()
        for free in (None, lease('one', '', '1')):
            self.holds(leases.lease_not_held, Scripted({'get leases': free}), **given)
        self.assertEqual(self.slept, [])

    def test_delete(self):
        given = {**NS, 'name': 'one', 'seconds': 16, 'state': 'n'}
        renewed = {'get leases': [lease('one', 'x', '1'), lease('one', 'x', '2')]}
        with tempfile.TemporaryDirectory() as folder:
            self.fails('Lease one is still held by x, so it is not deleted; find out', leases.delete_lease, Scripted(renewed), **given)
            self.assertIsNone(leases.delete_lease(Scripted({'get leases': None}), given))
            world = Scripted({'get leases': lease('one', 'x', '7')}, object_copies=folder)
            self.assertEqual(leases.delete_lease(world, given), {'changed': True})
            self.assertEqual(world.calls[-1][0], 'kubectl delete --raw /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/one -f -')
            self.assertEqual(world.calls[-1][1]['preconditions'], {'resourceVersion': '7'})
            copy = os.path.join(folder, 'n', 'lease-kube-system-one.yaml')
            with open(copy, encoding='utf-8') as file:
                self.assertEqual(yaml.safe_load(file), lease('one', 'x', '7'))
            self.assertEqual([stat.S_IMODE(os.stat(path).st_mode) for path in (copy, os.path.dirname(copy))], [0o600, 0o700])
            dry = Scripted(renewed, check_mode=True, object_copies=os.path.join(folder, 'none'))
            self.assertEqual((leases.delete_lease(dry, given), dry.changes, os.listdir(folder)), ({'changed': True}, [], ['n']))

    def test_may_use(self):
        given = {**NS, 'lease': 'one', 'who': 'me'}
        self.holds(leases.may_use_lease, Scripted({'can-i': 'yes\n'}), **given)
        self.fails('me may not update Lease one: no', leases.may_use_lease, Scripted({'can-i get': 'yes', 'can-i update': (1, 'no\n')}), **given)

    def test_leader(self):
        for looks, leader in (([('x', '1'), ('x', '1')], 'x'), ([('x', '1'), ('y', '1')], ''), ([('x', '1')], '')):
            self.assertEqual(leases.remember_leader(self.held(looks), self.BOTH), {'leader': leader})

    def test_known(self):
        def world(holder, pods=''):
            return Scripted({'get leases': listed(lease('main', holder, '1'), lease('other', 'stranger_1', '1')), 'get pods': pods},
                            seen={'hosts': {'a': 'HOST-A.example', 'w': 'worker'}})

        for holder in ('', 'a_1', 'B.example_1', 'host-a_1'):
            self.holds(leases.leases_known, world(holder))
        self.fails('nor by a pod with a controller manager: main by worker_1; find out', leases.leases_known, world('worker_1'))
        image = 'x/cloud-controller-manager:v1'
        self.holds(leases.leases_known, world('c' * 63 + '_1', f"{'c' * 70} <none> {image}\n"))
        for row in (f'own true {image}', 'own <none> x/other'):
            self.fails('main by own_1', leases.leases_known, world('own_1', row))


class Lock(Case):
    def test_read(self):
        free = leases.read_lock(Scripted({'get leases': None}), {})
        self.assertRegex(free['run_id'], '^A_B/[0-9a-f]{8}$')
        self.assertIsNone(free['lock'])
        renewed = time.strftime('%Y-%m-%dT%H:%M:%S.123456Z', time.gmtime(time.time() - 60))
        held = lease('ccm-migration', 'o/1', '5', leaseDurationSeconds=900, renewTime=renewed)
        self.fails('s ago, which may still run; once you know', leases.read_lock, Scripted({'get leases': held}))
        held['spec']['renewTime'] = None
        held['metadata']['annotations'] = {'ccm-migration/plan': 'p', 'ccm-migration/state': 'in 01'}
        self.fails('o/1 runs p (in 01), last seen', leases.read_lock, Scripted({'get leases': held}))
        self.fails('last seen at an unknown time, which may still run', leases.read_lock, Scripted({'get leases': held}))
        held['spec']['renewTime'] = '2026-01-01T00:00:00.123456Z'
        self.fails('s ago, longer than its step should take', leases.read_lock, Scripted({'get leases': held}))
        self.fails('run again with -e take_over=o/1', leases.read_lock, Scripted({'get leases': held}))
        self.assertEqual(leases.read_lock(Scripted({'get leases': held}, take_over='o/1'), {})['lock'], held)

    def test_take(self):
        for read, verb, version in ((None, 'create', None), (lease('ccm-migration', '', '5'), 'replace', '5')):
            world = Scripted()
            self.assertIsNone(leases.take_lock(world, {'run_id': 'me/1', 'lock': read}))
            [(line, taken)] = world.calls
            self.assertEqual((line, taken['metadata'].get('resourceVersion')), (f'kubectl {verb} -f -', version))
            self.assertEqual(taken['metadata']['annotations'], {'ccm-migration/plan': 'p-1', 'ccm-migration/state': 'before its first step'})
            self.assertEqual((taken['spec']['holderIdentity'], taken['spec']['leaseDurationSeconds']), ('me/1', 900))

    def test_renew(self):
        world = Scripted()
        leases.renew_lock(world, {'run_id': 'me/1', 'seconds': 100, 'title': '01 First'})
        [(line, _)] = world.calls
        head, patch = line.split(' -p ')
        self.assertEqual(head, 'kubectl patch leases.coordination.k8s.io ccm-migration -n kube-system --type=json')
        self.assertEqual([(one['op'], one['path'].split('/')[-1], one['value']) for one in json.loads(patch) if one['path'] != '/spec/renewTime'], [
            ('test', 'holderIdentity', 'me/1'), ('replace', 'leaseDurationSeconds', 1000), ('add', 'ccm-migration~1state', 'in 01 First'),
        ])
        self.fails('the test failed', leases.renew_lock, Scripted({'patch': (1, 'the test failed')}), run_id='me/1', seconds=1, title='x')

    def test_leave(self):
        world = Scripted({'patch': [(1, 'away'), None]})
        self.assertIsNone(leases.leave_lock(world, {'run_id': 'me/1', 'state': 'done'}))
        self.assertEqual((len(world.calls), world.notes), (2, []))
        gone = Scripted({'patch': (1, 'away')})
        self.assertIsNone(leases.leave_lock(gone, {'run_id': 'me/1', 'state': 'done'}))
        self.assertEqual(len(gone.calls), 3)
        self.assertIn('away): if it is still held by me/1, the next run continues with -e take_over=me/1', gone.notes[0])

    def test_is_left_alone_in_check_mode(self):
        world = Scripted(check_mode=True)
        leases.take_lock(world, {'run_id': 'me/1', 'lock': None})
        leases.leave_lock(world, {'run_id': 'me/1', 'state': 'done'})
        self.assertEqual((world.calls, world.notes), ([], []))


class Workloads(Case):
    def test_rolled_out(self):
        given = {**NS, 'workload': 'daemonset/x'}
        self.holds(workloads.rolled_out, Scripted({'rollout status': 'daemon set "x" successfully rolled out'}), **given)
        self.fails('daemonset/x is not rolled out: Waiting', workloads.rolled_out, Scripted({'rollout status': 'Waiting'}), **given)
        self.holds(workloads.rolled_out, Scripted({'get daemonset/x': None}), **given, ifThere=True)
        self.fails('Waiting', workloads.rolled_out, Scripted({'get daemonset/x': {'x': 1}, 'rollout': 'Waiting'}), **given, ifThere=True)

    def test_ccm_ready(self):
        given = {**NS, 'selector': 'app=ccm'}
        for pods, any_ready, ready_on in (
            ([], False, False), ([pod('1')], True, True), ([pod('1', ready=[True, False])], True, False),
            ([pod('1', ready=[True, True])], True, True),
            ([pod('1', ready=[])], False, False), ([pod('1'), pod('2')], True, False),
        ):
            for more, holds in (({}, any_ready), ({'node': 'a'}, ready_on)):
                world = Scripted({'get pods': listed(*pods)})
                ask = self.holds if holds else lambda *args, **all_given: self.fails('ready', *args, **all_given)
                ask(workloads.ccm_ready, world, **given, **more)
                self.assertEqual('--field-selector spec.nodeName=a' in world.calls[0][0], bool(more))

    def test_no_ccm(self):
        self.holds(workloads.no_ccm, Scripted({'get pods': listed()}), **NS, selector='a=b')
        world = Scripted({'-l a=b --field-selector spec.nodeName=a': listed(pod('x'))})
        self.fails('are left: x', workloads.no_ccm, world, **NS, selector='a=b', node='a')

    def test_pods_of(self):
        def world(pods, **spec):
            deployment = {'spec': {'selector': {'matchLabels': {'a': 'b', 'c': 'd'}}, **spec}}
            these = '-l a=b,c=d --field-selector status.phase!=Failed,status.phase!=Succeeded'
            return Scripted({'get deployment x': deployment, these: listed(*pods)})

        leaving, given = pod('1', deletionTimestamp='x'), {**NS, 'name': 'x'}
        self.holds(workloads.pods_of, world([pod('1')], replicas=1), **given)
        self.fails('has 1 pods, not 2', workloads.pods_of, world([leaving, pod('2')], replicas=2), **given)
        self.fails('has 1 pods, not 0', workloads.pods_of, world([leaving], replicas=2), **given, replicas=0)
        self.holds(workloads.pods_of, world([]), **given, replicas=0)
        self.fails('is to have no pod, or', workloads.pods_of, world([], replicas=0), **given)
        self.fails('is to have no pod, or', workloads.pods_of, world([], replicas=1, selector={'matchExpressions': [1]}), **given)
        self.fails('Deployment x is not there', workloads.pods_of, Scripted({'get deployment': None}), **given)

    CHANGE = {**NS, 'name': 'x', 'oldRelease': '1.26.15', 'newRelease': '1.27.16', 'flags': ['set --cloud=external', 'remove --config']}

    def flags(self, *containers, **more):
        return Scripted({'get deployment x': workload('x', *containers, kind='Deployment')}, **more)

    def test_flags_fit(self):
        fits = {'image': 'r/x:v1.26.15', 'command': ['x', '--cloud=aws']}
        self.holds(workloads.deployment_fits, self.flags(fits), **self.CHANGE)
        self.holds(workloads.deployment_fits, self.flags({**fits, 'image': 'x:v1.27.16'}), **self.CHANGE)
        for message, *containers in (
            ('give it one container (found c, c)', fits, fits),
            ('(found x:v1.26.1)', {**fits, 'image': 'x:v1.26.1'}),
            ('one word (found --config)', {**fits, 'command': ['--config', 'a']}),
            ('or change them by hand: set --cloud=external; remove --config', {'image': 'x:v1.26.15'}),
        ):
            self.fails(message, workloads.deployment_fits, self.flags(*containers), **self.CHANGE)

    def test_flags_are_changed(self):
        def patched(container, in_order, **more):
            world = self.flags(container, **more)
            self.assertEqual(workloads.deployment_flags(world, {**self.CHANGE, 'inOrder': in_order}), {'changed': True})
            patch = [json.loads(line.split(' -p ')[1]) for line in world.changes]
            return [(one['path'].split('/')[-1], one['value']) for changes in patch for one in changes]

        container = {'image': 'x:v1.26.15', 'command': ['kcm', '--cloud=aws', '--v=2', '--config=/x']}
        in_order = ['--cloud=external', '--v=2']
        self.assertEqual(patched(container, in_order), [('command', ['kcm', *in_order]), ('image', 'x:v1.27.16')])
        own = {**container, 'command': [*container['command'], '--own']}
        self.assertEqual(patched(own, in_order)[0], ('command', ['kcm', '--v=2', '--own', '--cloud=external']))
        args = {'image': 'x:v1.26.15', 'command': ['kcm'], 'args': ['--cloud=aws', '--v=2']}
        self.assertEqual(patched(args, in_order)[0], ('args', in_order))
        self.assertEqual(patched(container, in_order, check_mode=True), [])

    def test_deployment_runs(self):
        given = {**NS, 'name': 'x', 'release': '1.27.16', 'has': ['--a=1'], 'lacks': ['--b=1']}
        right = {'observedGeneration': 2, 'replicas': 2, 'updatedReplicas': 2, 'readyReplicas': 2}

        def world(image='x:v1.27.16@sha256:0', words=('--a=1',), replicas=2, **status):
            deployment = workload('x', {'image': image, 'args': list(words)}, replicas=replicas, status={**right, **status})
            return Scripted({'get deployment': deployment})

        self.holds(workloads.deployment_runs, world(), **given)
        for message, wrong in (
            ('its image is x:v1.27.160', world(image='x:v1.27.160')), ('it is to have no pod', world(replicas=0)),
            ('not seen yet', world(observedGeneration=1)), ('new and ready', world(updatedReplicas=1)), ('new and ready', world(replicas=1)),
            ('it lacks --a=1', world(words=())), ('it has --b=1', world(words=('--a=1', '--b=1'))),
        ):
            self.fails(message, workloads.deployment_runs, wrong, **given)

    def test_pod_runs(self):
        def world(**more):
            found = pod('kcm-a', **{'image': 'x:v1.27.16', 'command': ['kcm', '--a=1', '--b', '2'], **more})
            return Scripted({'get pod kcm-a -n kube-system': found})

        of = {'component': 'kcm', 'node': 'a'}
        self.holds(workloads.pod_runs, world(), **of, release='1.27.16', has=['--a=1', '--b=2'], lacks=['--a=2', '--c'])
        self.holds(workloads.pod_runs, world(command=[]), **of, release='1.27.16')
        for message, wrong, more in (
            ('not ready at 1.27.1', world(), {'release': '1.27.1'}), ('not ready at', world(ready=[True, False]), {'release': '1.27.16'}),
            ('not ready at', world(ready=[]), {'release': '1.27.16'}),
            ('lacks --c', world(), {'has': ['--c']}), ('has --b', world(), {'lacks': ['--b']}),
            ('has no command line', world(command=[]), {'lacks': ['--b']}), ('is not there', Scripted({'get pod': None}), {}),
        ):
            self.fails(message, workloads.pod_runs, wrong, **of, **more)

    def test_all_on_release(self):
        there = pod('kube-controller-manager-a', image='x:v1.27.16')
        world = Scripted({'get pods': listed(there)})
        self.fails('kube-controller-manager of b is not there, not ready at 1.27.16', group_components.all_on_release, world, release='1.27.16')
        self.fails('kube-controller-manager of a is x:v1.27.16, not ready at 1.27.15', group_components.all_on_release, world, release='1.27.15')
        self.holds(group_components.all_on_release, Scripted({'get pods': listed(there)}, plan={'control_plane': ['a']}), release='1.27.16')

    def test_control_plane_runs(self):
        external = {'image': 'x:v1.27.16', 'command': ['kcm', '--cloud-provider=external']}
        given = {'component': 'kube-controller-manager', 'release': '1.27.16', 'has': ['--cloud-provider=external']}

        def world(**more):
            return Scripted({f'get pod kube-controller-manager-{node}': pod(f'kube-controller-manager-{node}', **external) for node in 'ab'}, **more)

        self.holds(workloads.control_plane_runs, world(), **given)
        self.fails('no node has the label node-role.kubernetes.io/control-plane', workloads.control_plane_runs, world(seen={'control_plane': []}), **given)
        other = world()
        other.answers['get pod kube-controller-manager-b'] = pod('kube-controller-manager-b', image='x:v1.27.16')
        self.fails('kube-controller-manager-b lacks --cloud-provider=external', workloads.control_plane_runs, other, **given)

    def test_api_servers_are(self):
        external = ['kcm', '--cloud-provider=external']

        def world(version='v1.27.16-x', **images):
            of = {'a': 'v1.27.16', 'b': 'v1.27.16', **images}
            found = {f'get pod {name}-{one} -n': pod(f'{name}-{one}', image=f'x:{image}', command=external) for one, image in of.items()
                     for name in ('kube-apiserver', 'kube-controller-manager')}
            nodes = listed(*(node(one, labels=['node-role.kubernetes.io/control-plane']) for one in of), node('w'))
            return Scripted({'--raw /version': {'gitVersion': version}, 'get nodes': nodes, **found})

        given = {'release': '1.27.16', 'has': ['--cloud-provider=external']}
        self.holds(workloads.api_servers_are, world(), **given)
        self.fails('here is 1.26.15, not 1.27.16: upgrading them is your step', workloads.api_servers_are, world('v1.26.15'), **given)
        self.fails('here is 1.27.161, not 1.27.16', workloads.api_servers_are, world('v1.27.161'), **given)
        # One that joined since is asked, too.
        self.fails('pod kube-apiserver-c is x:v1.26.15', workloads.api_servers_are, world(c='v1.26.15'), **given)
        self.fails('kube-controller-manager-a lacks --other', workloads.api_servers_are, world(), release='1.27.16', has=['--other'])

    def test_no_pod_of_before(self):
        found = [pod('1', 'x:v1'), pod('2', 'x:v1', deletionTimestamp='x')]
        given = {**NS, 'selector': 'a=b', 'image': 'x:v1'}
        self.holds(workloads.pods_on_image, Scripted({'get pods': listed(*found)}), **given)
        self.fails('pods of before are left: 2', workloads.pods_on_image, Scripted({'get pods': listed(*found)}), **given, stays=True)
        self.holds(workloads.pods_on_image, Scripted({'get pods': listed(found[0])}), **given, stays=True)

    def ccms(self, found=(), pods=(), lease_looks=None, **more):
        return Scripted({'get daemonsets': listed(*found), 'get pods': listed(*pods), 'get leases': lease_looks}, **more)

    def test_no_other_ccm(self):
        mirror = {'annotations': {'kubernetes.io/config.mirror': 'x'}}
        named = workload('x-cloud-controller-manager', {'image': 'x'})
        self.holds(workloads.no_other_ccm, self.ccms([workload('ccm', {'image': 'x/cloud-controller-manager'})], [pod('cloud-controller-manager')]))
        by_command = workload('other', {'image': 'x', 'command': ['/bin/aws-cloud-controller-manager']})
        both = self.ccms([by_command], [pod('mine', 'x/gcp-cloud-controller-manager', **mirror)])
        self.fails('DaemonSet/kube-system/other, Pod/kube-system/mine is a', workloads.no_other_ccm, both)
        self.fails('-manager is a cloud-controller-manager that is not this migration\'s', workloads.no_other_ccm, self.ccms([named]))
        self.holds(workloads.no_other_ccm, self.ccms([named], known_workloads=['DaemonSet/kube-system/x-cloud-controller-manager']))

    def test_no_other_ccm_by_its_lease(self):
        held = [lease('cloud-controller-manager', 'x', '1', renewTime=when, leaseDurationSeconds=3) for when in ('1', '2')]
        self.fails('x renews the Lease cloud-controller-manager, but', workloads.no_other_ccm, self.ccms(lease_looks=list(held)))
        self.assertEqual(self.slept, [3])
        self.holds(workloads.no_other_ccm, self.ccms(lease_looks=held[0]))
        self.slept.clear()
        ours = {'workloads': ['DaemonSet/kube-system/ccm', 'Pod/kube-system/ccm-a'], 'commandLines': []}
        for found, pods in (([workload('ccm', {'image': 'x'})], []), ([], [pod('ccm-a')])):
            self.holds(workloads.no_other_ccm, self.ccms(found, pods, list(held), data={'ccm': ours}))
        self.assertEqual(self.slept, [])

    def test_ccm_is_ours(self):
        self.holds(workloads.ccm_is_ours, self.ccms([workload('ccm', {'image': 'x', 'args': ['--v=2']}), workload('other', {'image': 'x'})]))
        for containers in ([{'image': 'x'}], [{'image': 'x', 'args': ['--v=2']}, {'image': 'y', 'command': ['z']}]):
            self.fails('DaemonSet/kube-system/ccm has the name of the', workloads.ccm_is_ours, self.ccms([workload('ccm', *containers)]))

    def test_nodes_are_kept(self):
        scaler = workload('scaler', {'image': 'x/cluster-autoscaler:v1'}, kind='Deployment', replicas=1)
        self.fails('scale Deployment/kube-system/scaler to 0; once nothing', workloads.nodes_are_kept, self.ccms([scaler]))
        self.fails('once nothing makes', workloads.nodes_are_kept, self.ccms(nodes_are_kept=False))
        scaler['spec']['replicas'] = 0
        self.holds(workloads.nodes_are_kept, self.ccms([scaler, workload('x', {'image': 'karpenter'})]))

    def drain(self, rows='', budgets=(), **more):
        found = [{'metadata': {'namespace': 'shop', 'name': 'cart'}, 'status': status} for status in budgets]
        return Scripted({'get poddisruptionbudgets': listed(*found), 'get pods': rows}, **more)

    def test_drain_may_end(self):
        rows = 'w shop/ended Succeeded  \nw shop/static Running  x\nw shop/made Running ReplicaSet \n shop/waits Pending  \na shop/else Running  \n'
        budgets = [{'expectedPods': 0, 'disruptionsAllowed': 0}, {'expectedPods': 1, 'disruptionsAllowed': 1}]
        self.holds(workloads.drain_may_end, self.drain(rows, budgets))
        self.fails('PodDisruptionBudget shop/cart', workloads.drain_may_end, self.drain(budgets=[{'expectedPods': 1, 'disruptionsAllowed': 0}]))
        for flags in (['--force'], ['--ignore-daemonsets']):
            self.fails('without --ignore-daemonsets a drain is refused', workloads.drain_may_end, self.drain(drain_flags=flags))
        bare, job = 'w shop/bare Running  \n', 'w shop/job Running Job \n'
        self.fails('no controller makes shop/bare again; delete them, or add --force to drain_flags (--ignore', workloads.drain_may_end, self.drain(bare))
        self.holds(workloads.drain_may_end, self.drain(bare, drain_flags=['--ignore-daemonsets', '--timeout=1s', '--force']))
        self.holds(workloads.drain_may_end, self.drain(bare + job, without_workers=['w']))
        self.fails('no controller removes the finalizer of shop/job, of a Job; wait until the Job has ended', workloads.drain_may_end, self.drain(job))
        self.holds(workloads.drain_may_end, self.drain(job, plan={'drained_unmanaged': []}))

    def test_scale(self):
        def scaled(function, annotation=None, replicas=3, **more):
            annotations = {'ccm-migration/replicas': annotation} if annotation else {}
            world = Scripted({'get deployment': workload('x', {'image': 'x'}, annotations=annotations, replicas=replicas)}, **more)
            result = function(world, {**NS, 'name': 'x'})
            return result, [json.loads(one.split(' -p ')[1]) for one in world.changes]

        def patch(written, replicas):
            return {'changed': True}, [{'metadata': {'annotations': {'ccm-migration/replicas': written}}, 'spec': {'replicas': replicas}}]

        to_zero, back = workloads.scale_to_zero, workloads.scale_back
        self.assertEqual(scaled(to_zero), patch('3', 0))
        self.assertEqual(scaled(to_zero, annotation='2', replicas=0), patch('2', 0))
        self.assertEqual(scaled(to_zero, check_mode=True), ({'changed': True}, []))
        self.assertEqual(scaled(back, annotation='2', replicas=0), patch(None, 2))
        self.assertEqual(scaled(back), (None, []))
        with self.assertRaisesRegex(Failed, 'Deployment x has 0 replicas, and nothing says'):
            scaled(to_zero, replicas=0)
        with self.assertRaisesRegex(Failed, 'annotation ccm-migration/replicas of Deployment x is -1: write there'):
            scaled(back, annotation='-1')


class Services(Case):
    def world(self, *found, record=None, **more):
        answers = {'get services': listed(*found), 'get configmap ccm-migration-services': record, 'get nodes': 'nodes', **more.pop('answers', {})}
        return Scripted({**answers, 'load-balancers': more.pop('aws', '{"missing": {}}')}, **more)

    @staticmethod
    def record(plan='p-1', recorded='2026-01-01T00:00:00Z', balancers='', **entries):
        entries = {uid: [f'shop/{uid}', [{'hostname': 'lb', 'ipMode': None}], ports, []] for uid, ports in entries.items()}
        return {'kind': 'ConfigMap', 'metadata': {'name': 'r', 'resourceVersion': '3'},
                'data': {'plan': plan, 'recorded': recorded, 'services': json.dumps(entries), 'loadBalancers': balancers}}

    def test_are_recorded(self):
        annotations = {'service.beta.kubernetes.io/x': 'y', 'other': 'z'}
        world = self.world(service('u', annotations=annotations, ports=[{'port': 1}]), service('none', hosts=()), service('c', type='ClusterIP'))
        self.assertEqual(services.record_services(world, {}), {'changed': True})
        [made] = world.changes
        self.assertEqual((made['data']['plan'], made['data']['loadBalancers']), ('p-1', '{"missing": {}}'))
        self.assertEqual(json.loads(made['data']['services']), {
            'u': ['shop/u', [{'hostname': 'lb', 'ipMode': None}], [{'port': 1}], [{'key': 'service.beta.kubernetes.io/x', 'value': 'y'}]],
        })
        self.assertEqual([one['metadata']['uid'] for one in json.loads(world.files[0])['items']], ['u', 'none', 'c'])
        line = next(line for line, _ in world.calls if 'load-balancers' in line)
        self.assertRegex(line, '^tags aws load-balancers --format json --services /')
        self.assertFalse(os.path.exists(line.split()[-1]))

    def test_are_recorded_once_a_plan(self):
        self.assertIsNone(services.record_services(self.world(record=self.record()), {}))
        taken = self.world(record=self.record('other'), seen={'reached': 1})
        services.record_services(taken, {})
        self.assertEqual(taken.changes, [self.record('p-1')])
        anew = self.world(service('u'), record=self.record('other'))
        services.record_services(anew, {})
        self.assertEqual([anew.calls[-1][0], anew.changes[0]['data']['plan'], anew.notes], ['kubectl replace -f -', 'p-1', []])
        late = self.world(seen={'reached': 2})
        services.record_services(late, {})
        self.assertEqual(late.notes, ['no record of the Services is of before 02 Second: they are compared with what they are now'])
        dry = self.world(check_mode=True)
        self.assertEqual((services.record_services(dry, {}), dry.changes), ({'changed': True}, []))

    def test_load_balancers_are_not_asked_for_where_they_are_left_out(self):
        for more in ({'without_load_balancers': True}, {'data': {'cloud': 'gce'}}):
            world = self.world(**more)
            services.record_services(world, {})
            self.assertEqual(world.changes[0]['data']['loadBalancers'], '')
        self.fails('AWS was not asked for the load balancers: no credentials', services.record_services, self.world(aws=(1, 'no credentials')))
        self.fails('ended with 2', services.record_services, self.world(aws=(2, '')))

    def test_are_the_same(self):
        here = service('u', ports=[{'port': 443}])
        here['status']['loadBalancer']['ingress'][0]['ipMode'] = 'Proxy'
        same = self.world(here, record=self.record(u=[{'port': 443}], gone=[]))
        self.holds(services.services_same, same)
        since = '(since 2026-01-01T00:00:00Z)'
        gone = '1 that had one then were deleted by their owners since, which is no failure: no plan deletes a Service'
        self.assertEqual(same.notes, [f'1 Services have a load balancer: 1 are as they were {since}; {gone}'])
        others = self.world(service('v'), service('w', hosts=()), record=self.record(gone=[]))
        self.holds(services.services_same, others)
        self.assertEqual(others.notes, [f'1 Services have a load balancer: 0 are as they were, 1 are new, 1 more have none {since}; {gone}'])
        whole = self.world(here, record=self.record(u=[{'port': 443}]))
        self.holds(services.services_same, whole)
        self.assertEqual(whole.notes, [f'1 Services have a load balancer: 1 are as they were {since}'])
        self.fails('is now ["shop/u", [{"hostname": "lb", "ipMode": null}], [{"port": 443}], []]. Where an owner', services.services_same,
                   self.world(here, record=self.record(u=[{'port': 80}])))
        lost = self.record(u=[])
        self.fails('have none now: shop/u', services.services_same, self.world(service('u', hosts=()), record=lost))
        self.holds(services.services_same, self.world(service('u', hosts=(), deleted=True), record=lost))

    def test_are_compared_with_the_record_of_this_plan(self):
        changed, other = service('u', ports=[1]), self.record('other', u=[])
        for record in (None, other):
            world = self.world(changed, record=record)
            self.holds(services.services_same, world)
            self.assertEqual(world.notes, ['the Services are compared with nothing: there is no record of before'])
        self.fails('are not as before', services.services_same, self.world(changed, record=other, seen={'reached': 1}))

    def test_load_balancers_are_the_same(self):
        record = self.record(balancers='{"before": 1}', u=[])
        same = self.world(service('u', ports=[]), record=record, aws='as they were')
        self.holds(services.services_same, same)
        self.assertEqual(same.files[1:], ['nodes', '{"before": 1}'])
        self.fails('listener is gone', services.services_same, self.world(record=record, aws=(1, 'listener is gone')))
        self.holds(services.services_same, self.world(record=record, without_load_balancers=True))

    def test_a_load_balancer_goes_with_its_service_while_it_is_asked_for(self):
        record, going = self.record(balancers='{"before": 1}'), service('v', deleted=True)
        for now in (listed(service('u')), listed(service('u'), going)):
            answers = {'get services': [listed(service('u'), service('v')), now]}
            asked = self.world(record=record, answers=answers, aws=[(1, 'v is gone'), 'as they were'])
            self.holds(services.services_same, asked)
            self.assertEqual([[one['metadata']['uid'] for one in json.loads(text)['items']] for text in asked.files[::3]], [['u', 'v'], ['u']])
            answers = {'get services': [listed(service('u'), service('v')), now]}
            self.fails('u is gone', services.services_same, self.world(record=record, answers=answers, aws=[(1, 'v is gone'), (1, 'u is gone')]))

    def test_are_well(self):
        def event(reason, minutes, uid='there', name='cart'):
            about = {'namespace': 'shop', 'name': name, **({'uid': uid} if uid else {})}
            return {'reason': reason, 'lastTimestamp': self.ago(minutes), 'involvedObject': about}

        failed = event('SyncLoadBalancerFailed', 30)
        for recorded, events, holds in (
            (40, [failed], False), (40, [failed, event('EnsuredLoadBalancer', 20)], True), (40, [event('EnsuredLoadBalancer', 35), failed], False),
            (40, [event('EnsuredLoadBalancer', 30), failed], True), (20, [failed], True), (40, [event('SyncLoadBalancerFailed', 30, 'gone')], True),
            (40, [event('SyncLoadBalancerFailed', 30, 'ending')], False), (40, [event('SyncLoadBalancerFailed', 30, None)], False),
            (None, [failed], False), (None, [event('SyncLoadBalancerFailed', 90)], True), (40, [{**failed, 'lastTimestamp': None}], True),
            (40, [{**failed, 'reason': 'Other'}], True),
        ):
            record = self.record(recorded='' if recorded is None else self.ago(recorded))
            world = self.world(service('there'), service('ending', deleted=True), record=record, answers={'get events': listed(*events)})
            ask = self.holds if holds else lambda *args: self.fails('and no EnsuredLoadBalancer after it: shop/cart; without_services', *args)
            ask(services.services_well, world)
        self.holds(services.services_well, self.world(service('there'), without_services=['shop/cart'], answers={'get events': listed(failed)}))

    def test_are_compared_once_while_events_are_waited_for(self):
        bad = {'reason': 'SyncLoadBalancerFailed', 'lastTimestamp': self.ago(1), 'involvedObject': {'name': 'x'}}
        world = self.world(record=self.record(), answers={'get events': [listed(bad), listed()]})
        eventually(world, 1, lambda: services.services_well(world, {}))
        self.assertEqual(len([line for line, _ in world.calls if 'get configmap ccm-migration-services' in line]), 1)
        # The comparison that follows says what came out.
        self.assertEqual(world.notes, [])

    @staticmethod
    def ago(minutes):
        return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() - 60 * minutes))

    def test_are_said(self):
        typed = {'service.beta.kubernetes.io/aws-load-balancer-type': 'external'}
        own = {'service.beta.kubernetes.io/x': '1'}
        world = self.world(service('u', annotations=own), service('v', loadBalancerClass='x'), service('w', annotations=typed))
        self.holds(services.say_services, world)
        self.assertEqual(world.notes, [
            '3 Services have a load balancer; each keeps it, which is compared after each leg and at the end. '
            'Of another controller, which this migration does not touch: v, w', 'x is set: shop/u', 'all: shop/u, shop/v, shop/w'])
        self.holds(services.say_services, self.world(data={'aws': None, 'cloud': 'gce'}))

    def test_strangers_are_asked_for_twice(self):
        known, unknown = '{"missing": {}}', (1, '{"missing": {"shop/cart u1": "gone.elb"}}')
        self.fails('skips this): shop/cart u1 at gone.elb', services.say_services, self.world(aws=unknown))
        self.holds(services.say_services, self.world(aws=[unknown, known]))

    def test_are_forgotten(self):
        world = Scripted()
        self.assertEqual(services.forget_services(world, {}), {'changed': True})
        self.assertEqual(world.changes, ['kubectl delete configmap ccm-migration-services -n kube-system --ignore-not-found'])


class Objects(Case):
    OF = {**NS, 'kind': 'role.rbac', 'name': 'x', 'state': 'n'}
    COPY = 'configmap ccm-migration-n-role-x -n kube-system'
    VALUE = {'kind': 'Role', 'metadata': {'name': 'x', 'uid': '1', 'resourceVersion': '2', 'labels': {'a': 'b'}}}

    def copy(self, is_used=False):
        return {'metadata': {'annotations': {'ccm-migration/used': 'true'} if is_used else {}}, 'data': {'object': json.dumps(self.VALUE)}}

    def world(self, copy=None, value=VALUE, left=None, **more):
        return Scripted({self.COPY: copy, 'configmap ccm-migration-mixed-role-x': left, 'get role.rbac x -n kube-system': value}, **more)

    def test_are_copied(self):
        for copy, verb in ((None, 'create'), (self.copy(is_used=True), 'replace')):
            world = self.world(copy)
            self.assertEqual(objects.copy_object(world, self.OF), {'changed': True})
            line, made = world.calls[-1]
            self.assertEqual((line, json.loads(made['data']['object']), made['metadata']), (
                f'kubectl {verb} -f -', self.VALUE, {'name': 'ccm-migration-n-role-x', 'namespace': 'kube-system'}))
        for world in (self.world(self.copy()), self.world(None, None)):
            self.assertEqual((objects.copy_object(world, self.OF), world.changes), (None, []))
        dry = self.world(check_mode=True)
        self.assertEqual((objects.copy_object(dry, self.OF), dry.changes), ({'changed': True}, []))

    def test_copies_are_used_up(self):
        world = self.world(self.copy())
        self.assertEqual(objects.copy_used(world, self.OF), {'changed': True})
        self.assertEqual(world.changes, [f'kubectl annotate {self.COPY} ccm-migration/used=true'])
        for copy in (None, self.copy(is_used=True)):
            self.assertIsNone(objects.copy_used(self.world(copy), self.OF))

    def test_have_a_copy(self):
        self.holds(objects.has_copy, self.world(self.copy()), **self.OF)
        message = ('there is no ConfigMap kube-system/ccm-migration-n-role-x, which says what role.rbac x was in state n: bring it to that from '
                   'where you keep it, and run: kubectl create configmap ccm-migration-n-role-x -n kube-system '
                   '--from-literal=object="$(kubectl get role.rbac x -n kube-system -o json)"')
        self.fails(message, objects.has_copy, self.world(), **self.OF)
        self.fails('$(kubectl get role.rbac x -o json)', objects.has_copy, self.world(), **{**self.OF, 'namespace': None})
        self.fails(message, objects.restore_object, self.world(), **self.OF)

    GIVEN_BACK = {'kind': 'Role', 'metadata': {'name': 'x', 'labels': {'a': 'b'}}}
    MARKED = f'kubectl annotate {COPY} ccm-migration/used=true'

    def restored(self, world, **more):
        return objects.restore_object(world, {**self.OF, **more}), world.changes

    def test_are_given_back(self):
        done = {'changed': True}
        self.assertEqual(self.restored(self.world(self.copy())), (done, [self.GIVEN_BACK, self.MARKED]))
        self.assertEqual(self.restored(self.world(self.copy(is_used=True))), (done, [self.GIVEN_BACK]))
        again = 'kubectl annotate configmap ccm-migration-mixed-role-x -n kube-system ccm-migration/used-'
        of_left = self.restored(self.world(self.copy(), left=self.copy(is_used=True)), left='mixed', was_done=True)
        self.assertEqual(of_left, (done, [self.GIVEN_BACK, again, self.MARKED]))
        needed = self.world(self.copy(), left=self.copy())
        self.assertEqual(self.restored(needed, left='mixed', was_done=True), (done, [self.GIVEN_BACK, self.MARKED]))
        self.assertEqual(self.restored(self.world(self.copy(is_used=True)), left='mixed', was_done=True), (None, []))
        self.assertEqual(self.restored(self.world(self.copy(), check_mode=True)), (done, []))

    def test_without_a_copy_stay(self):
        left = 'it was not changed, or without_copies names it'
        for value, more, settings, why in (
            (self.VALUE, {'ifKept': True}, {}, left), (self.VALUE, {'left': 'mixed', 'was_done': False}, {}, left),
            (None, {'left': 'mixed', 'was_done': True}, {}, 'it is not there'),
            (self.VALUE, {'left': 'mixed', 'was_done': True}, {'without_copies': ['role/x']}, left),
        ):
            world = self.world(None, value, **settings)
            self.assertEqual(self.restored(world, **more), (None, []))
            self.assertEqual(world.notes, [f'role x stays as it is: no copy of it was needed in state n, since {why}'])
        for message in ('but it was changed: where that was done by hand, the copy is in copies/n of the folder of the app, on the machine',
                        'run again with -e \'{"without_copies": ["role/x"]}\''):
            self.fails(message, objects.restore_object, self.world(), **self.OF, left='mixed', was_done=True)

    def test_exist(self):
        self.holds(objects.exists, self.world(), **self.OF)
        self.fails('role.rbac x is not there', objects.exists, self.world(value=None), **self.OF)

    def test_files_of_the_app_are_as_they_were(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'a.yaml'), 'w', encoding='utf-8') as file:
                file.write('a')
            right = {'a.yaml': 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'}
            self.holds(objects.read_app, Scripted(app_dir=folder, data={'pinned': right}))
            missing = Scripted(app_dir=folder, data={'pinned': {**right, 'b.yaml': '0'}})
            self.fails("'b.yaml' is not as it was when this plan was made; run plan again", objects.read_app, missing)

    def test_collection_of_another_release(self):
        self.fails('plan.json has schemaVersion 1, but this collection carries out 2', objects.collection_fits, Scripted(data={'schemaVersion': 1}), sum='')
        world = Scripted(data={'schemaVersion': 2})
        objects.collection_fits(world, {'sum': 'another\n'})
        self.assertIn('is not the one that this plan was made with (collection.sha256): it was written with another plan', world.notes[0])

    def test_collection_that_was_edited(self):
        with tempfile.TemporaryDirectory() as root, mock.patch.object(objects, 'COLLECTIONS', root):
            for name in ('a.yaml', 'b.sh', 'c.pyc'):
                with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
                    file.write(name)
            rows = [{'path': name, 'sha256': hashlib.sha256(name.encode()).hexdigest()} for name in ('a.yaml', 'b.sh')]
            with open(os.path.join(root, 'files.json'), 'w', encoding='utf-8') as file:
                json.dump(rows, file)
            total = objects.collection_sum(root)
            world = Scripted(data={'schemaVersion': 2})
            objects.collection_fits(world, {'sum': total + '\n'})
            self.assertEqual(world.notes, [])
            with open(os.path.join(root, 'b.sh'), 'a', encoding='utf-8') as file:
                file.write('#')
            objects.collection_fits(world, {'sum': total})
            self.assertIn('edited since it was written: b.sh; making this plan again', world.notes[0])


class Cloud(Case):
    def test_role(self):
        world = Scripted({'get nodes': 'nodes', 'aws role': ''})
        self.holds(cloud.role_allows, world)
        self.assertRegex(world.calls[-1][0], '^tags aws role --cluster-id prod --actions ec2:A,ec2:B --nodes /')
        self.assertEqual(world.files, ['nodes'])
        named = Scripted({'aws role': ''}, ccm_role_arn='arn:x')
        self.holds(cloud.role_allows, named)
        self.assertEqual(named.calls, [('tags aws role --cluster-id prod --actions ec2:A,ec2:B --role-arn arn:x', None)])
        self.fails('may not use ec2:A', cloud.role_allows, Scripted({'get nodes': '', 'aws role': (1, 'x may not use ec2:A')}))
        self.fails('tag, kubernetes.io/cluster/<id>, which policies', cloud.role_allows, Scripted(cluster_id=''))
        unknown = {'aws': {'actions': [], 'unknown': 'who knows'}}
        self.fails('who knows; without_role_check leaves this out', cloud.role_allows, Scripted(data=unknown, ccm_role_arn='arn:x'))
        left_out = Scripted(data=unknown, without_role_check=True)
        self.holds(cloud.role_allows, left_out)
        self.assertIn('without_role_check is set', left_out.notes[0])

    def test_groups_and_tags(self):
        world = Scripted({'get nodes': '', 'aws auto-scaling': (1, 'masters: Launch not suspended'), 'tag verify': (1, 'a tag is missing')})
        self.fails('masters: Launch not suspended', cloud.groups_are_paused, world)
        self.fails('a tag is missing', cloud.tags_in_order, world)
        self.fails('cluster_id is not set: the id of the cluster tag, kubernetes.io/cluster/<id>', cloud.tags_in_order, Scripted(cluster_id=''))
        left_out = Scripted(without_auto_scaling=True)
        self.holds(cloud.groups_are_paused, left_out)
        self.assertEqual((left_out.calls, len(left_out.notes)), ([], 1))

    def test_kubectl(self):
        def world(version, **more):
            return Scripted({'kubectl version': {'clientVersion': {'gitVersion': version}}}, **more)

        for version in ('v1.26.0', 'v1.27.3', 'v1.25.1'):
            ask = self.holds if version != 'v1.25.1' else lambda *args: self.fails('kubectl 1.25.1 is more than one minor away from 1.27.16', *args)
            ask(cloud.kubectl_fits, world(version))
        self.fails('away from 1.26.15 and 1.27.16', cloud.kubectl_fits, world('v1.30.1'))
        self.holds(cloud.kubectl_fits, Scripted(any_kubectl=True))
        # A chain goes over more minors than one kubectl fits.
        chain = {'plan': {'is_chain': True}, 'data': {'releases': ['1.25.1', '1.28.1']}}
        self.holds(cloud.kubectl_fits, world('v1.27.3', **chain))
        self.fails('away from 1.26.15', cloud.kubectl_fits, world('v1.28.1', **chain))

    def test_kubelets(self):
        def world(plan=(), **versions):
            nodes = {name: {'kubeletVersion': version} for name, version in {'a': 'v1.26.15', 'b': 'v1.26.15', **versions}.items()}
            return Scripted(seen={'nodes': nodes, 'server': '1.26.15-x'}, plan=plan)

        self.holds(cloud.kubelets_fit, world(w='v1.26.3'))
        self.fails('the API server is 1.26, but w has a newer kubelet: upgrade', cloud.kubelets_fit, world(w='v1.27.16'))
        self.fails('than 1.26 and 1.27: a has v1.28.1, w has an unknown version', cloud.kubelets_fit, world(a='v1.28.1'))
        # An upgrade of the cloud-controller-manager alone leaves kubelets as they are, but for one that is newer than the API server.
        alone = {'changes_nodes': False}
        self.holds(cloud.kubelets_fit, world(alone, a='v1.24.1', w='v1.24.1'))
        self.fails('but w has a newer kubelet', cloud.kubelets_fit, world(alone, w='v1.27.16'))
        self.fails('the cluster has no Node w, so the version', cloud.kubelets_fit, world(alone))
        lost = world()
        lost.seen['lost'] = ['w']
        self.holds(cloud.kubelets_fit, lost)

    def test_workers(self):
        found = {'get nodes': listed(node('a'), node('w', ready='Unknown'))}
        self.fails('workers that are not Ready: w; without_workers', cloud.workers_ready, Scripted(found))
        self.holds(cloud.workers_ready, Scripted(found, seen={'lost': ['w']}))

    def test_etcd(self):
        self.holds(cloud.etcd_answers, Scripted({'/readyz/etcd': 'ok\n'}))
        self.fails('the API server says of etcd: [-]etcd failed', cloud.etcd_answers, Scripted({'/readyz/etcd': '[-]etcd failed'}))

    def test_upgrades(self):
        self.fails('kubeadm_program is not set: the command', cloud.upgrades_are_set, Scripted(node_upgrade=['x']))
        self.fails('; node_upgrade is not set: the command', cloud.upgrades_are_set, Scripted())
        self.holds(cloud.upgrades_are_set, Scripted(node_upgrade=['x']), upgrades_by_kubeadm=False)
        world = Scripted(without_kubeadm_upgrade=True, without_node_upgrade=True)
        self.holds(cloud.upgrades_are_set, world)
        self.assertIn('without_kubeadm_upgrade is set, so what kubeadm alone upgrades stays as it is', world.notes[0])
        self.holds(cloud.upgrades_are_set, world, upgrades_by_kubeadm=False)
        self.assertEqual(len(world.notes), 1)
        self.holds(cloud.upgrades_are_set, Scripted(plan={'upgrades_nodes': False, 'upgrades_by_kubeadm': False}))

    def test_ansible(self):
        self.holds(cloud.ansible_fits, Scripted(), version='2.19.3')
        self.fails("were run with ansible-core 2.14, not with 2.19.3: pip install 'ansible-core==2.14.*'", cloud.ansible_fits,
                   Scripted(ansible_minors=['2.14']), version='2.19.3')

    def test_cordoned(self):
        for reached, notes in ((0, 1), (1, 0)):
            world = Scripted(seen={'reached': reached, 'cordoned': ['other', 'w']})
            self.holds(cloud.say_cordoned, world)
            self.assertEqual(len(world.notes), notes)


if __name__ == '__main__':
    unittest.main()
