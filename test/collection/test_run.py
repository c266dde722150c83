"""A run as a whole: what it may begin with, where the plan stands, what it does in which order, and what a step asks and does in it."""
import json
import unittest
from unittest import mock

from ansible_collections.cdk8s.ccm_migration.plugins.action.carry_out import what_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import run
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import Plan
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World

KCM = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
FLAGS = '/var/lib/kubelet/kubeadm-flags.env'
CCM = 'daemonset.apps kube-system ccm'
SETTINGS = {
    'without_node_upgrade': False, 'without_kubeadm_upgrade': False, 'kubeadm_upgrade_flags': [], 'go_on': False, 'worker_share': '100%',
    'etcdctl_host': 'localhost', 'etcd_snapshot_host': 'a', 'worker_max_fail_percentage': 0,
}


def kind(of='n', to='mixed', **more):
    return {'from': of, 'to': to, 'title': 'Do', 'files': [], 'before': [], 'run': [], 'proof': [], 'undo': [], 'programs': [], 'lastsSeconds': 7,
            'atMostSeconds': 7, **more}


def step(name, node=None, **more):
    return {'kind': name, **({'node': node} if node else {}), **more}


DATA = {
    'id': 'p-1', 'from': 'n', 'to': 'n-plus-1', 'controlPlane': ['a', 'b'], 'workers': ['v', 'w'], 'aws': None, 'images': ['ccm:v1'],
    'programs': {'all': ['ps'], 'controlPlane': ['crictl pull'], 'first': ['find']},
    'apiServers': {'a': {'port': '6443'}, 'b': {'port': '7443', 'host': 'x'}},
    'start': {'objects': [], 'nodes': {'a': {KCM: ['old']}, 'b': {KCM: ['old']}, 'v': {FLAGS: ['old']}, 'w': {FLAGS: ['old']}}},
    'actions': {
        'tags-in-order': {'says': 'Tags', 'on': 'operator', 'anyTime': True}, 'copies-are': {'says': 'Copies', 'on': 'node', 'anyTime': True},
        'etcd-room': {'says': 'Room', 'on': 'operator', 'anyTime': True},
        'api-server-ready': {'says': 'Ready', 'on': 'node', 'always': 'also-in-check-mode'},
        'files-are': {'says': 'Files', 'on': 'node', 'always': 'not-in-check-mode'},
        **{verb: {'says': verb, 'on': 'node'} for verb in (
            'node-ready', 'answers', 'put-files', 'node/drain', 'node/restart-kubelet', 'upgrade-kubeadm', 'objects/apply-file',
            'kubelet-runs-release', 'process-runs', 'take-back', 'restore-files', 'restore-object', 'ccm-ready', 'no-ccm')},
    },
    'kinds': {
        'gate': kind(proof=[{'do': 'tags-in-order', 'within': 0}]),
        'apply': kind(run=[{'do': 'objects/apply-file', 'source': 'x', 'sha256': 'x', 'objects': [CCM]}], before=[{'do': 'etcd-room'}]),
        'upgrade': kind(
            title='Upgrade {node}', programs=['kubeadm upgrade'],
            before=[{'do': 'files-are', 'paths': [KCM], 'within': 0}, {'do': 'node-ready', 'within': 0},
                    {'do': 'api-server-ready', 'each': 'others', 'within': 0}, {'do': 'copies-are', 'state': 'n', 'paths': [KCM]}],
            files=[{'path': KCM, 'from': 'x', 'mode': '0600', 'owner': 'root:root'}],
            run=[{'do': 'node/drain'}, {'do': 'put-files', 'state': 'n', 'paths': [KCM]}, {'do': 'ccm-ready', 'within': 9},
                 {'do': 'ccm-ready', 'here': True}],
            proof=[{'do': 'answers', 'within': 9}, {'do': 'kubelet-runs-release', 'release': '1.27.16', 'within': 9}],
            undo=[{'do': 'take-back', 'state': 'n', 'paths': [KCM]}, {'do': 'restore-object', 'state': 'n', 'name': 'x'}], mayBeDone=True,
        ),
        'worker': kind('mixed', 'n-plus-1', group='blue', run=[{'do': 'put-files', 'state': 'n', 'paths': [FLAGS]}, {'do': 'node/restart-kubelet'}],
                       files=[{'path': FLAGS, 'from': 'x', 'mode': '0644', 'owner': 'root:root'}],
                       undo=[{'do': 'take-back', 'state': 'n', 'paths': [FLAGS]}]),
        'end': kind('mixed', 'n-plus-1', proof=[{'do': 'answers', 'within': 9}]),
    },
    'steps': [
        step('gate'), step('apply'), step('upgrade', 'a', sums={KCM: ['new', 'old']}), step('upgrade', 'b', sums={KCM: ['new', 'old']}),
        step('worker', 'v', sums={FLAGS: ['new', 'old']}), step('worker', 'w', sums={FLAGS: ['new', 'old']}), step('end'),
    ],
}


class Scripted(World):
    """With the Lease of the lock as kubectl has it."""

    def __init__(self, seen=(), node=None, last='p-1', check_mode=False, data=(), function_of=None, **settings):
        super().__init__(Plan({**DATA, **dict(data)}), {**SETTINGS, **settings}, None, node, check_mode=check_mode,
                         seen={'lost': [], 'labelled': [], 'there': [], 'reached': 0, **dict(seen)}, function_of=function_of)
        self.last = last

    def get(self, *args):
        return {'metadata': {'annotations': {'ccm-migration/plan': self.last}}, 'spec': {}} if self.last else None


class Checks(unittest.TestCase):
    def asked(self, ask, given=(), node=None, **more):
        """What would be asked, in order."""
        checks = []
        world = Scripted(node=node, function_of=lambda verb: lambda _, check: checks.append(check), **more)
        self.assertEqual(ask(world, dict(given)), {'problems': []})
        return checks

    def test_are_all_made_and_all_failures_said(self):
        def function_of(verb):
            def asked(world, check):
                if verb != 'good':
                    raise Failed(f'{verb} is so')
            return asked
        checks = [{'do': 'bad', 'says': 'Bad'}, {'do': 'good'}, {'do': 'worse'}]
        world = Scripted(function_of=function_of)
        self.assertEqual(run.ask_all(world, {'checks': checks, 'noted': True, 'about': 'a'}), {'problems': ['a: Bad: bad is so', 'a: worse: worse is so']})
        with self.assertRaisesRegex(Failed, '^Bad: bad is so; worse: worse is so$'):
            run.ask_all(world, {'checks': checks})
        self.assertEqual(run.ask_all(world, {'checks': checks[1:2]}), {'problems': []})

    def test_of_the_cluster(self):
        verbs = [check['do'] for check in self.asked(run.preflight_cluster)]
        self.assertEqual(verbs[:2], ['tags-in-order', 'etcd-room'])
        self.assertTrue({'workers-ready', 'etcd-members-well', 'upgrades-are-set', 'no-other-ccm', 'drain-may-end', 'read-lock'} < set(verbs))
        self.assertNotIn('groups-are-paused', verbs)
        self.assertIn('groups-are-paused', [check['do'] for check in self.asked(run.preflight_cluster, data={'aws': {'actions': []}})])

    def test_of_a_node(self):
        first, second = (self.asked(run.preflight_node, node=node) for node in 'ab')
        self.assertEqual([check['do'] for check in first], ['copies-are', 'files-are', 'node-tools', 'api-server-has-etcd', 'image-there'])
        self.assertEqual(first[1]['files'], [{'path': KCM, 'sums': ['new', 'old']}])
        self.assertEqual([check['programs'] for check in (first[2], second[2])],
                         [['crictl pull', 'find', 'kubeadm upgrade', 'ps'], ['crictl pull', 'kubeadm upgrade', 'ps']])
        self.assertEqual({key: second[3][key] for key in ('port', 'host')}, {'port': '7443', 'host': 'x'})
        self.assertEqual([check['do'] for check in self.asked(run.preflight_node, node='v')], ['files-are', 'node-tools'])

    # kubeadm does not downgrade.
    def test_of_kubeadm_only_on_the_way_there(self):
        upgrade = {**DATA['kinds']['upgrade'], 'run': [{'do': 'upgrade-kubeadm', 'state': 'n', 'paths': [], 'besides': []}]}
        data = {'kinds': {**DATA['kinds'], 'upgrade': upgrade}}

        def asked(there, **settings):
            verbs = [check['do'] for check in self.asked(run.preflight_node, {'upgrades_by_kubeadm': there}, 'a', data=data, **settings)]
            return [verb in verbs for verb in ('proxy-images-there', 'kubeadm-room')]
        self.assertEqual([asked(True), asked(False)], [[True, True], [True, False]])
        self.assertEqual(asked(True, without_kubeadm_upgrade=True), [False, False])
        self.assertEqual(asked(True, kubeadm_upgrade_flags=['--etcd-upgrade=false']), [True, False])
        for there in (True, False):
            [check] = [one for one in self.asked(run.preflight_cluster, {'upgrades_by_kubeadm': there}, data=data) if one['do'] == 'upgrades-are-set']
            self.assertIs(check['upgrades_by_kubeadm'], there)


class Position(unittest.TestCase):
    NODES = ['a', 'b', 'v', 'w']

    def looked(self, **sums):
        return {node: {'host': node, 'sums': {path: sums.get(node, 'old')}} for node, path in (('a', KCM), ('b', KCM), ('v', FLAGS), ('w', FLAGS))}

    def reached(self, there=(), world=None, **sums):
        world = world or Scripted({'there': [CCM.split(' ')] if there else []})
        return run.position(world, {'looked': self.looked(**sums), 'inventory': self.NODES}, self.NODES, world.get())

    def test_is_the_last_step_that_anything_is_seen_of(self):
        self.assertEqual([self.reached(), self.reached(a='other'), self.reached(True), self.reached(True, a='new')], [0, 0, 2, 3])
        self.assertEqual(self.reached(True, a='new', b='new', w='new'), 6)

    def test_is_not_known_without_all_nodes(self):
        for looked, inventory, message in [
            ({**self.looked(), 'v': {}}, self.NODES, 'v did not answer or is not as expected, see above, or was left out'),
            (self.looked(), ['a', 'b', 'v'], 'inventory.yaml lacks w, which this plan changes'),
        ]:
            with self.assertRaisesRegex(Failed, message):
                run.position(Scripted(), {'looked': looked, 'inventory': inventory}, self.NODES, None)
        given = {'looked': {**self.looked(), 'v': {}}, 'inventory': self.NODES}
        self.assertEqual(run.position(Scripted({'lost': ['v']}), given, ['a', 'b', 'w'], None), 0)

    # They have names that upstream has, too.
    def test_objects_of_others_are_no_evidence(self):
        late = {**DATA, 'steps': [DATA['steps'][2], DATA['steps'][3], DATA['steps'][1]]}
        with self.assertRaisesRegex(Failed, f'{CCM} there: as only Do leaves it, but no node is as the steps before it leave it'):
            self.reached(world=Scripted({'there': [CCM.split(' ')]}, data=late))

    def test_of_another_plan_is_refused(self):
        with self.assertRaisesRegex(Failed, 'something is as only Upgrade a leaves it, but the last plan that ran here is p-0, not p-1: files of a'):
            self.reached(world=Scripted(last='p-0'), a='new')
        with self.assertRaisesRegex(Failed, 'the last plan that ran here is none'):
            self.reached(world=Scripted(last=''), a='new')
        self.assertEqual((self.reached(world=Scripted(last='p-0')), self.reached(world=Scripted(last='p-0', go_on=True), a='new')), (0, 3))

    def test_that_is_a_problem_of_preflight(self):
        given = {'looked': {**self.looked(), 'v': {}}, 'inventory': self.NODES}
        found = run.find_position(Scripted(), {**given, 'noted': True})
        self.assertEqual((found['seen']['reached'], len(found['problems'])), (0, 1))
        self.assertEqual(found['seen']['hosts'], {'a': 'a', 'b': 'b', 'v': '', 'w': 'w'})
        with self.assertRaises(Failed):
            run.find_position(Scripted(), given)


class Told(unittest.TestCase):
    """What a colleague at the change of the shift is told."""

    NODES = Position.NODES

    def told(self, note=None, seen=(), plan='p-1', holder='', only_looks=False, spec=(), data=(), settings=(), **sums):
        """What is noted, where `sums` say what lies on the nodes and `note` what the last run left in the lock."""
        notes = {'ccm-migration/plan': plan, **({'ccm-migration/last': json.dumps({'at': 'T1', **note})} if note else {})}
        lease = {'metadata': {'annotations': notes}, 'spec': {'holderIdentity': holder, **dict(spec)}} if plan else None
        world = Scripted({'cordoned': [], **dict(seen)}, data=data, **dict(settings))
        world.get = lambda *_: lease
        looked = Position().looked(**sums)
        given = {'looked': looked, 'inventory': self.NODES, 'only_looks': only_looks}
        self.found = run.find_position(world, given)
        return world.notes

    ALL = {'seen': {'there': [CCM.split(' ')]}, 'a': 'new', 'b': 'new', 'v': 'new', 'w': 'new'}
    TWO = {'seen': {'there': [CCM.split(' ')]}}
    THREE = {**TWO, 'a': 'new'}

    def test_nothing(self):
        self.assertEqual(self.told(plan=None), [
            'nothing of this plan is seen on the nodes and in the cluster; migrate.yaml begins with step 1'])
        self.assertIn('in the cluster; the last plan that ran here is p-0; ', self.told(plan='p-0')[0])

    def test_without_a_note_whether_a_step_ended_is_not_known(self):
        for more in ({}, {'plan': 'p-1, by hand', 'settings': {'go_on': True}}):
            [one] = self.told(**self.THREE, **more)
            self.assertTrue(one.startswith('of step 3 of 7, upgrade: Upgrade a something is seen, of no later step, so whether it ended is not known'), one)
            self.assertEqual('; the last plan that ran here is p-1, by hand; ' in one, bool(more))
            self.assertNotIn('done', one.split('; migrate')[0])

    def test_paused(self):
        self.assertEqual(self.told({'way': 'there', 'is': 'paused', 'step': 4}, **self.THREE), [
            'step 4 of 7, upgrade: Upgrade b is next; steps 1 to 3 are done; the last run paused before it, at T1',
            'migrate.yaml begins with step 3, of which what is done stays; back.yaml takes back step 4 first, of which nothing is seen'])
        self.assertIn('is next; the run asks, since T1, whether to go on', self.told({'way': 'there', 'is': 'asked', 'step': 1})[0])
        self.assertIn('; step 1 is done; ', self.told({'way': 'there', 'is': 'asked', 'step': 2})[0])

    def test_stopped_and_interrupted(self):
        note = {'way': 'there', 'is': 'stopped', 'step': 3, 'why': 'x is so'}
        for sums in (self.TWO, self.THREE):
            self.assertEqual(self.told(note, **sums)[0], 'step 3 of 7, upgrade: Upgrade a; steps 1 to 2 are done; it failed at T1: x is so')
        self.assertEqual(self.told({**note, 'is': 'in', 'why': ''}, **self.THREE)[0], 'step 3 of 7, upgrade: Upgrade a; steps 1 to 2 are done; it was begun '
                         'at T1, and no end of it is noted: it goes on, or was interrupted')
        without = {'way': 'back', 'is': 'stopped', 'why': 'x is so'}
        self.assertEqual(self.told(without, **self.THREE)[0], 'the last run of back.yaml stopped at T1: x is so')

    def test_workers_of_a_share_change_together(self):
        for which in ({}, {'v': 'new'}, {'v': 'new', 'w': 'new'}):
            said = self.told({'way': 'there', 'is': 'in', 'step': 5}, **{**self.THREE, 'b': 'new', **which})
            self.assertIn('step 5 of 7, worker: Do; steps 1 to 4 are done; it was begun at T1', said[0])
        said = self.told({'way': 'there', 'is': 'paused', 'step': 7}, settings={'worker_max_fail_percentage': 50}, **self.ALL)
        self.assertIn('steps 1 to 6 are done, but for workers that failed within worker_max_fail_percentage', said[0])

    def test_ended(self):
        self.assertEqual(self.told({'way': 'there', 'is': 'ended'}, **self.ALL)[0], 'the plan has ended, at T1: the cluster is in state n-plus-1')
        self.assertEqual(self.told({'way': 'back', 'is': 'ended'})[0], 'every step is taken back, since T1: the cluster is in state n')
        # A worker that left shows nothing.
        left = {**self.ALL, 'seen': {**self.TWO['seen'], 'lost': ['w']}, 'w': 'old'}
        self.assertIn('the plan has ended', self.told({'way': 'there', 'is': 'ended'}, **left)[0])

    def test_on_the_way_back(self):
        self.assertEqual(self.told({'way': 'back', 'is': 'paused', 'step': 3}, **self.THREE)[0],
                         'step 3 of 7, upgrade: Upgrade a is the next to be taken back; the steps after it are taken back, or were not begun; the last run '
                         'paused before it, at T1')
        for sums in (self.TWO, self.THREE):
            self.assertIn('Upgrade a is being taken back; the steps after it are taken back, or were not begun; it failed at T1: y',
                          self.told({'way': 'back', 'is': 'stopped', 'step': 3, 'why': 'y'}, **sums)[0])

    # Never a wrong word: a person, or another machine, may have gone on since.
    def test_a_note_that_does_not_fit_is_not_believed(self):
        for note, sums in [
            ({'way': 'there', 'is': 'paused', 'step': 4}, self.TWO), ({'way': 'there', 'is': 'paused', 'step': 3}, self.THREE),
            ({'way': 'there', 'is': 'stopped', 'step': 4}, self.TWO), ({'way': 'there', 'is': 'in', 'step': 2}, self.THREE),
            ({'way': 'there', 'is': 'ended'}, self.THREE), ({'way': 'back', 'is': 'ended'}, self.TWO),
            ({'way': 'back', 'is': 'paused', 'step': 2}, self.THREE), ({'way': 'back', 'is': 'in', 'step': 6}, self.TWO),
        ]:
            said = self.told(note, **sums)
            self.assertEqual([one.split(':')[0] for one in said[:2]], ['the last run noted', 'this does not fit what is seen'], (note, sums))
            self.assertTrue(said[1].endswith('; what lies between is not known'))

    def test_who_looks_is_told_of_cordoned_nodes_and_of_the_lock(self):
        self.assertEqual(self.told(only_looks=True, seen={'cordoned': ['b', 'a']})[1:], ['cordoned: a, b', 'no run holds the lock'])
        held = {'only_looks': True, 'holder': 'o/1'}
        self.assertEqual(self.told(**held)[1:], [
            'cordoned: no node', 'the lock is held by o/1, since when is not known, last renewed at an unknown time; once you know that this run has ended, '
            'go on with -e take_over=o/1'])
        times = {'acquireTime': '2026-11-30T16:00:00.123456Z', 'renewTime': '2026-11-30T16:00:00.5Z'}
        self.assertRegex(self.told(**held, spec=times)[2], '^the lock is held by o/1, since 2026-11-30T16:00:00Z, last renewed -?[0-9]+ s ago; ')
        self.assertEqual(len(self.told(holder='o/1')), 1)
        with self.assertRaisesRegex(Failed, 'files of a.*; cordoned: no node; no run holds the lock$'):
            self.told(plan='p-0', only_looks=True, a='new')

    def test_a_run_remembers_the_note(self):
        self.told({'way': 'back', 'is': 'ended'})
        self.assertEqual(self.found['seen']['last'], {'way': 'back', 'is': 'ended', 'at': 'T1'})


class Schedule(unittest.TestCase):
    def scheduled(self, way, reached=0, **settings):
        todo = run.schedule(Scripted({'reached': reached}, **settings), {'way': way, 'workers': ['v', 'w'], 'forks': 10})
        shown = {part: [f"{one['what']} {one['number']}" for one in todo[part]] for part in ('before', 'after')}
        return shown['before'], {node: f"{one['what']} {one['number']}" for node, one in todo['workers'].items()}, shown['after'], todo['batches']

    def test_there(self):
        self.assertEqual(self.scheduled('there'), (
            ['take 1', 'take 2', 'take 3', 'take 4', 'compare 4'], {'v': 'take 5', 'w': 'take 6'}, ['take 7'], [2]))
        self.assertEqual(self.scheduled('there', worker_share=1)[3], [1, 1])

    def test_says_waves(self):
        world = Scripted(worker_share=2)
        for forks in (2, 1):
            run.schedule(world, {'way': 'there', 'workers': ['v', 'w'], 'forks': forks})
        self.assertEqual(world.notes, [
            '2 workers change at a time, and Ansible has 1 forks, so that they are drained in 2 waves; with --forks=2 there is one'])

    def test_back(self):
        self.assertEqual(self.scheduled('back', 7), ([], {'w': 'take_back 6', 'v': 'take_back 5'}, ['compare 5', 'take_back 4', 'take_back 3'], [2]))
        # Half taken back it may be one further than what is seen.
        self.assertEqual(self.scheduled('back', 3), ([], {}, ['take_back 4', 'take_back 3'], [2]))

    def test_back_says_why_numbers_are_missing(self):
        world = Scripted({'reached': 7})
        for way in ('there', 'back'):
            run.schedule(world, {'way': way, 'workers': ['v', 'w'], 'forks': 10})
        self.assertEqual(world.notes, ['steps that only check are left out on the way back: 7, 1', 'what stays on the way back: step 2, Do'])

    def test_says_states(self):
        todo = run.schedule(Scripted(), {'way': 'there', 'workers': ['v', 'w'], 'forks': 10})
        self.assertEqual([one['state'] for one in todo['before'][-2:]], ['mixed', 'mixed'])
        todo = run.schedule(Scripted({'reached': 7}), {'way': 'back', 'workers': ['v', 'w'], 'forks': 10})
        self.assertEqual(todo['after'][0], {'what': 'compare', 'number': 5, 'state': 'mixed'})

    def test_without_workers(self):
        world = Scripted(data={'workers': [], 'steps': DATA['steps'][:4]})
        todo = run.schedule(world, {'way': 'there', 'workers': [], 'forks': 10})
        self.assertEqual((len(todo['before']), todo['workers'], todo['after'], todo['batches']), (4, {}, [], [1]))
        back = run.schedule(Scripted({'reached': 4}, data={'workers': [], 'steps': DATA['steps'][:4]}), {'way': 'back', 'workers': [], 'forks': 10})
        self.assertEqual([one['number'] for one in back['before']], [4, 3])


class Steps(unittest.TestCase):
    def read(self, number, what='take', reached=0, seen=(), **more):
        """With what is one task of Ansible one by one again."""
        one = run.read_step(Scripted({'reached': reached, **dict(seen)}, **more), {'number': number, 'what': what})
        return {**one, 'actions': [own for action in one['actions'] for own in (action['actions'] if action['do'] == 'several' else [action])]}

    def verbs(self, *args, **more):
        return [action['do'] for action in self.read(*args, **more)['actions']]

    RUN = ['node/drain', 'put-files', 'ccm-ready', 'ccm-ready']

    def test_that_comes(self):
        one = self.read(3)
        self.assertEqual((one['title'], one['seconds'], one['node']), ('Upgrade a', 7, 'a'))
        self.assertEqual(self.verbs(3), ['files-are', 'node-ready', 'api-server-ready', 'copies-are', *self.RUN, 'answers', 'kubelet-runs-release'])
        self.assertEqual((self.read(1)['node'], self.read(1)['stand']), ('localhost', None))

    def test_what_follows_on_one_machine_is_one_task(self):
        actions = [{'do': 'answers', 'says': 'It answers', 'node': 'a'}, {'do': 'pod-runs', 'says': 'It runs', 'node': 'a'},
                   {'do': 'services-well', 'says': 'Services'}, {'do': 'node/drain', 'says': 'Drain', 'node': 'a'},
                   {'do': 'node/drain', 'says': 'Drain', 'node': 'a'}, {'do': 'answers', 'says': 'It answers', 'node': 'a'},
                   {'do': 'answers', 'says': 'It answers', 'node': 'b'}, {'do': 'answers', 'says': 'It answers', 'node': 'b'}]
        self.assertEqual(list(run.together(actions)), [
            {'do': 'several', 'node': 'a', 'says': 'It answers, and what follows, to: It runs', 'actions': actions[:2]}, *actions[2:6],
            {'do': 'several', 'node': 'b', 'says': 'It answers', 'actions': actions[6:]},
        ])

    # Its node may be in the middle of it; what is asked of others, and of files, is asked again: a pause of days may lie before.
    def test_that_was_begun(self):
        self.assertEqual(self.verbs(3, reached=3), ['files-are', 'api-server-ready', *self.RUN, 'answers', 'kubelet-runs-release'])

    # The steps before have left nothing, and nothing comes true.
    def test_in_check_mode(self):
        self.assertEqual(self.verbs(3, check_mode=True), ['node-ready', 'api-server-ready', 'copies-are', 'node/drain', 'put-files', 'ccm-ready'])
        self.assertEqual(self.verbs(3, reached=3, check_mode=True), ['api-server-ready', 'node/drain', 'put-files', 'ccm-ready'])

    def test_that_is_taken_back(self):
        one = self.read(3, 'take_back', 3)
        self.assertEqual((one['title'], [action['do'] for action in one['actions']]), ('Take back: Upgrade a', ['take-back', 'restore-object']))
        self.assertEqual(one['actions'][0]['files'], [{'path': KCM, 'sum': 'new'}])

    def test_that_is_looked_at_again_says_why(self):
        def said(number, reached, what='take_back', **last):
            return self.read(number, what, reached, seen={'last': last})['place'].partition('step 3 of 7, upgrade')[2]
        self.assertEqual([said(3, 3), said(3, 2), said(3, 2, 'take'), said(3, 3, 'take')], [
            '', ', of which nothing is seen: looked at', '', ', begun before: what is done of it stays'])
        self.assertEqual([said(3, 2, way='back', **{'is': 'paused', 'step': number}) for number in (2, 3)], [
            ', taken back before: looked at again', ', of which nothing is seen: looked at'])
        self.assertIn('taken back before', said(3, 0, way='back', **{'is': 'ended'}))
        self.assertNotIn('taken back before', said(3, 2, way='there', **{'is': 'paused', 'step': 3}))

    def test_says_how_long_it_takes_on_its_way(self):
        times = {'atMostSeconds': 900, 'lastsSeconds': 1500, 'back': {'atMostSeconds': 600, 'lastsSeconds': 600}}
        data = {'kinds': {**DATA['kinds'], 'upgrade': {**DATA['kinds']['upgrade'], **times}}}
        self.assertEqual([(one['lasts'], one['seconds']) for one in (self.read(3, what, data=data) for what in ('take', 'take_back'))], [
            (', at most 900 s of waiting beside its drain', 1500), (', at most 600 s of waiting', 600)])
        # Of a release before, whose plans do not know the way back by itself.
        self.assertEqual([self.read(3)['lasts'], self.read(3, 'take_back')['seconds']], [', at most 7 s of waiting', 7])
        none = {'atMostSeconds': 0, 'lastsSeconds': 0}
        self.assertEqual(self.read(1, data={'kinds': {**DATA['kinds'], 'gate': {**DATA['kinds']['gate'], **none}}})['lasts'], '')

    # Only then must there be a copy.
    def test_knows_whether_an_object_was_changed(self):
        def was_done(reached, **more):
            return self.read(3, 'take_back', reached, **more)['actions'][1]['was_done']
        self.assertEqual([was_done(3), was_done(4), was_done(3, go_on=True)], [False, True, True])

    def test_that_is_proven_again(self):
        self.assertEqual(self.verbs(1, 'prove', 3), ['tags-in-order'])
        self.assertEqual(self.verbs(3, 'prove', 4), ['kubelet-runs-release'])
        self.assertEqual(self.verbs(3, 'prove', 4, check_mode=True), [])

    def test_where_it_is_asked(self):
        ready = [action.get('node') for action in self.read(3)['actions'] if action['do'] in ('api-server-ready', 'ccm-ready')]
        # Wherever a Deployment is, it bids.
        self.assertEqual(ready, ['b', None, 'a'])
        self.assertEqual([action.get('node') for action in self.read(2)['actions']], ['a', None])
        with self.assertRaisesRegex(Failed, 'etcdctl_host and etcd_snapshot_host are two nodes, a and b'):
            self.read(2, etcdctl_host='b')

    def test_what_has_changed_is_said(self):
        self.assertEqual(what_of({'files': [{'path': KCM}, {'path': FLAGS}]}, {}), f': {KCM}, {FLAGS}')
        self.assertEqual(what_of({'paths': [KCM]}, {}), f': {KCM}')
        # A unit has files that it reads at its start: they did not change with it.
        self.assertEqual(what_of({'unit': 'kube-apiserver', 'files': [KCM]}, {}), ': kube-apiserver')
        self.assertEqual(what_of({'node': 'a'}, {}), '')

    def test_how_a_node_stands(self):
        stand = self.read(3)['stand']
        self.assertEqual({key: stand[key] for key in ('do', 'node', 'way', 'written', 'state', 'release', 'may_be_done')}, {
            'do': 'stand', 'node': 'a', 'way': 'run', 'written': [{'path': KCM, 'sum': 'new'}], 'state': 'n', 'release': '1.27.16',
            'may_be_done': False,
        })
        self.assertTrue(self.read(3, 'take_back', 3)['stand']['may_be_done'])
        # A kubelet that no check names reads what the step writes.
        self.assertEqual(self.read(5)['stand']['kubelet_files'], [FLAGS])
        self.assertIsNone(self.read(3, 'prove', 4)['stand'])

    def test_api_server(self):
        asked = []
        with mock.patch('ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes.answers', lambda world, given: asked.append(given)):
            run.api_server_ready(Scripted(), {'do': 'api-server-ready', 'node': 'b'})
        self.assertEqual(asked, [{'do': 'api-server-ready', 'node': 'b', 'path': 'readyz', 'port': '7443', 'host': 'x'}])


if __name__ == '__main__':
    unittest.main()
