"""What a plan of dicts says: what a step asks and does, what is seen of it afterwards, and what a run does next."""
import copy
import json
import os
import tempfile
import unittest

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import Plan, batches, pod_on

KCM = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
FLAGS = '/var/lib/kubelet/kubeadm-flags.env'
CONFIG = '/var/lib/kubelet/config.yaml'
CCM = 'daemonset.apps kube-system ccm'
ROLE = 'role.rbac kube-system leader'
DELETE_ROLE = {'do': 'objects/delete-object', 'state': 'n', 'kind': 'role.rbac', 'namespace': 'kube-system', 'name': 'leader'}


def kind(of='n', to='mixed', **more):
    return {'from': of, 'to': to, 'title': 'Do', 'files': [], 'before': [], 'run': [], 'proof': [], 'undo': [], 'programs': [], **more}


def put(*paths, **more):
    return {'do': 'put-files', 'state': 'n', 'paths': list(paths), **more}


def plan(steps, kinds, start=(), objects=(), of='n', **more):
    """Steps are `(kind, node, sums)`; `start`: sums by node and path."""
    verbs = {action['do']: {'says': action['do'].capitalize(), 'on': 'node'} for one in kinds.values() for part in ('before', 'run', 'proof', 'undo')
             for action in one[part]}
    return Plan(copy.deepcopy({
        'id': 'p-1', 'from': of, 'controlPlane': ['a', 'b'], 'workers': ['v', 'w'], 'kinds': kinds,
        'start': {'nodes': dict(start), 'objects': list(objects)},
        'steps': [{'kind': name, **({'node': node} if node else {}), **({'sums': sums} if sums else {})} for name, node, sums in steps],
        'actions': {**verbs, **more.pop('actions', {})}, **more,
    }))


class Evidence(unittest.TestCase):
    def seen(self, one, *values):
        """Numbers of the steps that alone can have left each of the values; None: nothing follows from it."""
        return [one.numbers_seen({thing: value}).get((thing, value)) for thing, value in values]

    def test_a_file_that_only_one_step_writes(self):
        one = plan([('look', None, None), ('upgrade', 'a', {KCM: ['new', 'old']}), ('upgrade', 'b', {KCM: ['new', 'old']})],
                   {'look': kind(), 'upgrade': kind(run=[put(KCM)])}, {'a': {KCM: ['old']}, 'b': {KCM: ['old']}})
        self.assertEqual(self.seen(one, (('file', 'a', KCM), 'new'), (('file', 'b', KCM), 'new')), [2, 3])
        self.assertEqual(self.seen(one, (('file', 'a', KCM), 'old'), (('file', 'a', KCM), 'changed'), (('file', 'v', KCM), 'new')), [None] * 3)
        self.assertEqual((one.node_values('a'), one.start_values('a'), one.start_values('v')), ({KCM: ['new', 'old']}, {KCM: ['old']}, {}))
        self.assertEqual((one.evident, one.first_evident_on_nodes()), ([2, 3], 2))

    def test_an_object_that_only_one_step_makes_or_deletes(self):
        apply = {'do': 'objects/apply-file', 'source': 'x', 'sha256': 'x', 'objects': [ROLE, CCM]}
        one = plan([('apply', None, None), ('gone', None, None)], {'apply': kind(run=[apply]), 'gone': kind(run=[DELETE_ROLE])}, objects=[ROLE])
        self.assertEqual(self.seen(one, (('object', CCM), 'there'), (('object', ROLE), 'there'), (('object', ROLE), '-')), [1, None, 2])
        self.assertEqual(one.first_evident_on_nodes(), 3)

    def test_only_files_without_a_password_may_be_shown(self):
        place = {'from': 'nodes/n'}
        kubeadm = {'do': 'upgrade-kubeadm', 'state': 'n', 'besides': [CONFIG], 'files': []}
        one = plan([], {'put': kind(files=[{'path': KCM, **place}, {'path': '/cloud.conf', **place}, {'path': '/gone.conf'}]),
                        'other': kind(files=[{'path': '/cloud.conf', **place, 'secret': True}], run=[kubeadm])})
        self.assertEqual(one.shown, {KCM, CONFIG})

    def test_objects_are_asked_for_in_the_order_of_the_plan(self):
        objects = [ROLE, CCM, *(f'role.rbac kube-system {name}' for name in 'zyxwvu')]
        apply = {'do': 'objects/apply-file', 'source': 'x', 'sha256': 'x', 'objects': objects}
        one = plan([('apply', None, None)], {'apply': kind(run=[apply])})
        self.assertEqual(one.objects, [words.split(' ') for words in objects])

    def test_an_image_that_tells_the_hops_of_a_chain_apart(self):
        def roll(image):
            return kind(run=[{'do': 'objects/apply-file', 'source': 'x', 'sha256': 'x', 'objects': [CCM], 'rolls': CCM, 'image': image}])

        kinds = {'look': kind(), 'one/roll': roll('ccm:v2'), 'two/roll': roll('ccm:v3')}
        one = plan([('look', None, None), ('one/roll', None, None), ('look', None, None), ('two/roll', None, None)], kinds, objects=[CCM])
        one.data['start']['images'] = {CCM: 'ccm:v1'}
        image = ('image', CCM)
        self.assertEqual(self.seen(one, (image, 'ccm:v1'), (image, 'ccm:v2'), (image, 'ccm:v3'), (('object', CCM), 'there')), [None, 2, 4, None])
        self.assertEqual(one.images, {CCM: {'ccm:v1', 'ccm:v2', 'ccm:v3'}})
        self.assertEqual([number for what, number in one.there(2) if what == 'take'], [2, 3, 4])
        self.assertEqual(one.reach(2), 4)

    def test_releases_of_a_chain(self):
        hops = [{'apiServers': ['1.35.6', '1.36.4']}, {'apiServers': ['1.36.4', '1.37.1']}]
        for more, expected in (({}, (['1.36.4', '1.37.1'], False)), ({'ccmUpgrade': {'hops': hops}}, (['1.36.4', '1.37.1', '1.35.6'], True))):
            one = plan([], {}, releases=['1.36.4', '1.37.1'], **more)
            self.assertEqual((one.releases, one.is_chain), expected)

    # What comes twice tells of neither: of the second not that it was begun, of the first not how far the plan came.
    def test_not_what_is_so_again(self):
        one = plan([('there', 'a', {KCM: ['new', 'old']}), ('back', 'a', {KCM: ['old', 'new']})],
                   {'there': kind(run=[put(KCM)]), 'back': kind(run=[put(KCM)])}, {'a': {KCM: ['old']}})
        self.assertEqual(self.seen(one, (('file', 'a', KCM), 'new'), (('file', 'a', KCM), 'old')), [1, None])

    def test_labels(self):
        steps = [('label', 'a', None), ('unlabel', 'a', None)]
        kinds = {'label': kind(run=[{'do': 'node/label'}]), 'unlabel': kind(run=[{'do': 'node/unlabel'}])}
        label, none = (('label', 'a'), 'n-plus-1'), (('label', 'a'), '-')
        self.assertEqual(self.seen(plan(steps, kinds), label, none), [1, None])
        self.assertEqual(self.seen(plan(steps, kinds, of='n-plus-1'), label, none), [None, 2])
        # In mixed some nodes have it.
        self.assertEqual(self.seen(plan(steps, kinds, of='mixed'), label, none), [None, None])
        all_of_them = plan([('gone', None, None)], {'gone': kind(run=[{'do': 'node/unlabel', 'each': 'control-plane'}])}, of='n-plus-1')
        self.assertEqual(self.seen(all_of_them, none, (('label', 'b'), '-'), (('label', 'w'), '-')), [1, 1, None])

    def test_nothing_where_the_beginning_is_not_known(self):
        steps, kinds = [('upgrade', 'a', {KCM: ['new']})], {'upgrade': kind(run=[put(KCM)])}
        for start, expected in [({KCM: []}, None), ({KCM: ['old', 'new']}, None), ({}, None), ({KCM: ['old']}, 1)]:
            self.assertEqual(self.seen(plan(steps, kinds, {'a': start}), (('file', 'a', KCM), 'new')), [expected])
        self.assertEqual(plan(steps, kinds, {'a': {KCM: []}}).node_values('a'), {KCM: []})

    def test_a_file_that_nobody_removes(self):
        one = plan([('restore', 'a', {KCM: [None], CONFIG: ['-']})],
                   {'restore': kind(run=[{'do': 'restore-files', 'state': 'not-started', 'paths': [KCM, CONFIG]}])},
                   {'a': {KCM: ['old'], CONFIG: ['x']}})
        self.assertEqual(self.seen(one, (('file', 'a', KCM), '-'), (('file', 'a', CONFIG), '-')), [None, 1])
        self.assertEqual(one.written(1), [{'path': KCM, 'sum': 'unknown'}, {'path': CONFIG, 'sum': '-'}])

    # kubeadm writes them with bytes that are not known; the plan's own, put over them, tell of the step all the same.
    def test_files_that_another_program_writes_anew(self):
        upgrade = {'do': 'upgrade-kubeadm', 'state': 'n', 'paths': [], 'besides': [FLAGS, CONFIG]}
        one = plan([('upgrade', 'a', {FLAGS: ['new', 'old']}), ('again', 'a', {CONFIG: ['own']})],
                   {'upgrade': kind(run=[upgrade, put(FLAGS, kept=True)]), 'again': kind(run=[put(CONFIG)])},
                   {'a': {FLAGS: ['old'], CONFIG: ['old']}})
        seen = self.seen(one, (('file', 'a', FLAGS), 'new'), (('file', 'a', FLAGS), 'other'), (('file', 'a', CONFIG), 'own'))
        self.assertEqual(seen, [1, None, None])
        self.assertEqual(one.node_values('a'), {FLAGS: [], CONFIG: []})

    def test_programs_that_read_files(self):
        runs = {'do': 'process-runs', 'component': 'kube-controller-manager', 'files': ['/manifests/kcm.yml'], 'has': [], 'lacks': []}
        one = plan([('upgrade', 'a', None), ('worker', 'v', None)],
                   {'upgrade': kind(proof=[runs]), 'worker': kind(undo=[{**runs, 'component': 'kubelet', 'files': [FLAGS]}])})
        self.assertEqual([one.programs_read(node) for node in ('a', 'v', 'w')],
                         [{'/manifests/kcm.yml': 'kube-controller-manager'}, {FLAGS: 'kubelet'}, {}])


class Actions(unittest.TestCase):
    def only(self, action, node='a', part='run', files=(), sums=None, **more):
        [one] = plan([('step', node, sums)], {'step': kind(files=list(files), **{part: [action]})}, **more).actions(1, part)
        return one

    def test_on_the_node_of_the_step_or_on_none(self):
        self.assertEqual(self.only({'do': 'drain'}), {'do': 'drain', 'says': 'Drain', 'node': 'a'})
        self.assertEqual(self.only({'do': 'look'}, node=None), {'do': 'look', 'says': 'Look'})

    def test_on_each_of_several(self):
        def nodes(each, node='b'):
            one = plan([('step', node, None)], {'step': kind(before=[{'do': 'ready', 'each': each, 'within': 0}])})
            return [action['node'] for action in one.actions(1, 'before')]
        self.assertEqual([nodes('others'), nodes('control-plane'), nodes('workers'), nodes('all', None), nodes(['w', 'a'])],
                         [['a'], ['a', 'b'], ['v', 'w'], ['a', 'b', 'v', 'w'], ['w', 'a']])
        self.assertEqual(self.only({'do': 'are-nodes', 'nodes': 'workers'}, node=None)['nodes'], ['v', 'w'])

    def test_pods(self):
        self.assertEqual(pod_on({'namespace': 'x', 'mirrorOf': 'ccm'}, 'a'), {'namespace': 'x', 'fields': 'metadata.name=ccm-a'})
        self.assertEqual(pod_on({'namespace': 'x', 'labels': 'app=ccm'}, 'a'), {'namespace': 'x', 'fields': 'spec.nodeName=a', 'labels': 'app=ccm'})
        self.assertEqual(self.only({'do': 'answers', 'pod': {'namespace': 'x', 'mirrorOf': 'ccm'}})['pod']['fields'], 'metadata.name=ccm-a')
        self.assertEqual(self.only({'do': 'objects/start-bootstrap-pod', 'pod': 'kcm-bootstrap'}, node=None)['pod'], 'kcm-bootstrap')

    def test_files_that_are_put(self):
        file = {'path': KCM, 'from': 'nodes/mixed/control-plane', 'mode': '0600', 'owner': 'root:root', 'secret': True}
        self.assertEqual(self.only(put(KCM), files=[file], sums={KCM: ['new', 'old']}), {
            'do': 'put-files', 'says': 'Put-files', 'state': 'n', 'node': 'a',
            'files': [{**file, 'source': f'nodes/mixed/control-plane/a{KCM}', 'sha256': 'new'}],
        })

    # Of what a step before has removed, what lies there now says nothing.
    def test_files_whose_copies_are_kept_already(self):
        file = {'path': KCM, 'from': 'x', 'mode': '0600', 'owner': 'root:root'}
        self.assertTrue(self.only(put(KCM, kept=True), files=[file], sums={KCM: ['new']})['files'][0]['kept'])

    def test_files_as_they_may_be(self):
        def sums(*known, **more):
            return self.only({'do': 'files-are', 'paths': [KCM], **more}, part='before', sums={KCM: list(known)})['files'][0]['sums']
        self.assertEqual([sums('new', 'old'), sums('new', 'old', 'new'), sums('new', 'old', are='after'), sums('new', are='absent-or-after')],
                         [['old', 'new'], ['old', 'new'], ['new'], ['-', 'new']])

    def test_files_that_are_taken_back(self):
        def rows(**more):
            return self.only({'do': 'take-back', 'state': 'n', 'paths': [KCM, FLAGS], **more}, part='undo',
                             sums={KCM: ['new', 'old', 'new', '-'], FLAGS: ['f']})['files']
        self.assertEqual(rows(), [{'path': KCM, 'sum': 'new'}, {'path': FLAGS, 'sum': 'f'}])
        # What kubeadm wrote otherwise than planned is told from what was there before.
        self.assertEqual(rows(byKubeadm=[KCM])[0], {'path': KCM, 'sum': 'new', 'before': ['old']})

    def test_kubeadm(self):
        file = {'path': KCM, 'from': 'x', 'mode': '0600', 'owner': 'root:root'}
        one = self.only({'do': 'upgrade-kubeadm', 'state': 'n', 'paths': [KCM], 'besides': [CONFIG]}, files=[file], sums={KCM: ['new', 'old', 'new']})
        self.assertEqual((one['files'][0]['before'], one['besides']), (['old'], [{'path': CONFIG}]))

    def test_of_the_plan_as_a_whole(self):
        one = plan([('upgrade', 'a', None), ('worker', 'v', None), ('worker', 'w', None)], {
            'upgrade': kind(title='Upgrade {node}',
                            run=[{'do': 'upgrade-kubeadm', 'paths': [], 'besides': []}, {'do': 'node/drain', 'deletes': True}]),
            'worker': kind('mixed', 'n-plus-1', run=[{'do': 'node/drain'}, {'do': 'node/upgrade-node'}], undo=[{'do': 'node/drain'}]),
        })
        self.assertEqual((one.titles, one.states_left), (['Upgrade a', 'Do', 'Do'], ['n', 'mixed']))
        self.assertEqual((one.drained, one.drained_unmanaged, one.upgrades_by_kubeadm, one.upgrades_nodes), (['a', 'v', 'w'], ['a'], True, True))

    def test_is_read_again_where_the_file_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'plan.json')
            for at, name in enumerate(('one', 'two'), 1):
                with open(path, 'w', encoding='utf-8') as file:
                    json.dump({'id': name, 'controlPlane': [], 'workers': [], 'steps': []}, file)
                os.utime(path, (at, at))
                self.assertEqual(Plan.read(path).id, name)


class Order(unittest.TestCase):
    RUN = {'do': 'change'}
    # A gate, two nodes of the control plane, two workers that change together, and what is asked at the end.
    STEPS = [('gate', None, None), ('upgrade', 'a', {KCM: ['new']}), ('upgrade', 'b', {KCM: ['new']}), ('worker', 'v', {FLAGS: ['new']}),
             ('worker', 'w', {FLAGS: ['new']}), ('end', None, None)]
    START = {'a': {KCM: ['old']}, 'b': {KCM: ['old']}, 'v': {FLAGS: ['old']}, 'w': {FLAGS: ['old']}}

    def plan(self, steps=(), **kinds):
        return plan(list(steps) or self.STEPS, {
            'gate': kind(proof=[{'do': 'tags-in-order', 'within': 0}]),
            'upgrade': kind(run=[put(KCM)], proof=[{'do': 'answers', 'within': 9}, {'do': 'process-runs', 'component': 'x', 'files': []}],
                            undo=[self.RUN]),
            'worker': kind('mixed', 'n-plus-1', group='blue', run=[put(FLAGS)], undo=[self.RUN]),
            'end': kind('mixed', 'n-plus-1', proof=[{'do': 'answers', 'within': 9}]),
            **kinds,
        }, self.START, actions={'tags-in-order': {'says': 'Tags', 'on': 'operator', 'anyTime': True}})

    def there(self, reached, **kinds):
        return [f'{what} {number}' for what, number in self.plan(**kinds).there(reached)]

    def back(self, reached, **kinds):
        return [f'{what} {number}' for what, number in self.plan(**kinds).back(reached)]

    def test_there_from_the_beginning(self):
        self.assertEqual(self.there(0), ['take 1', 'take 2', 'take 3', 'compare 3', 'take 4', 'take 5', 'take 6'])

    # The step that was begun is gone on with, what is done is proven again: gates until the next state, and processes until their node changes.
    def test_there_from_the_middle(self):
        self.assertEqual(self.there(2), ['prove 1', 'take 2', 'take 3', 'compare 3', 'take 4', 'take 5', 'take 6'])
        self.assertEqual(self.there(3), ['prove 1', 'prove 2', 'take 3', 'compare 3', 'take 4', 'take 5', 'take 6'])
        # Workers change in any order: each that is not behind is passed by when it is looked at.
        self.assertEqual(self.there(5), ['prove 2', 'prove 3', 'take 4', 'take 5', 'take 6'])

    def test_proofs_that_are_made_again(self):
        one = self.plan()
        self.assertEqual([action['do'] for action in one.proofs_again(1, 2)], ['tags-in-order'])
        self.assertEqual([action['do'] for action in one.proofs_again(2, 3)], ['process-runs'])
        self.assertEqual((one.proofs_again(1, 4), one.proofs_again(4, 5)), ([], []))
        # Where a later step of the node is reached, its processes have other files.
        steps = [('upgrade', 'a', {KCM: ['new']}), ('upgrade', 'b', {KCM: ['new']}), ('again', 'a', {KCM: ['newer']})]
        again = self.plan(steps, again=kind(run=[put(KCM)]))
        self.assertEqual((again.next_on_node(1), again.next_on_node(2)), (3, 4))
        self.assertEqual([bool(again.proofs_again(1, reached)) for reached in (2, 3)], [True, False])
        # A label changes no process.
        labelled = self.plan(steps[:2] + [('again', 'a', None)], again=kind(run=[{'do': 'node/label'}]))
        self.assertEqual(labelled.next_on_node(1), 4)

    def test_back(self):
        self.assertEqual(self.back(5), ['take_back 5', 'take_back 4', 'compare 4', 'take_back 3', 'take_back 2'])
        self.assertEqual(self.back(2), ['take_back 3', 'take_back 2'])
        # What leaves nothing to see may have been done; so may the next step that leaves something, half taken back.
        self.assertEqual((self.plan().reach(3), self.plan().reach(5)), (4, 6))
        # Workers change together: any of them may be in the middle.
        self.assertEqual(self.back(3), ['take_back 5', 'take_back 4', 'compare 4', 'take_back 3', 'take_back 2'])
        self.assertEqual(self.back(5, end=kind('mixed', 'n-plus-1', run=[self.RUN], undo=[self.RUN]))[0], 'take_back 6')

    def test_workers_change_one_after_the_other(self):
        self.assertEqual((self.plan().worker_numbers, self.plan(self.STEPS[:3]).worker_numbers), ([4, 5], []))
        with self.assertRaisesRegex(ValueError, 'do not follow each other'):
            _ = self.plan([('worker', 'v', None), ('gate', None, None), ('worker', 'w', None)]).worker_numbers

    def test_shares_of_workers(self):
        group = {'a1': 'a', 'a2': 'a', 'a3': 'a', 'b1': 'b', 'b2': 'b'}.get
        hosts = ['a1', 'a2', 'a3', 'b1', 'b2']
        for share, expected in [(1, [1, 1, 1, 1, 1]), (2, [2, 1, 2]), ('2', [2, 1, 2]), ('50%', [1, 1, 1, 1, 1]), ('100%', [3, 2]), ('20%', [1] * 5),
                                ([1, 2], [1, 2, 1, 1]), ([1, '100%'], [1, 2, 1, 1]), (0, [1] * 5)]:
            self.assertEqual(batches(hosts, group, share), expected, share)
        self.assertEqual(batches([], group, 1), [])


if __name__ == '__main__':
    unittest.main()
