"""What is asked of a node, and changed there: of a node that is made of dicts."""
import base64
import hashlib
import json
import os
import tempfile
import types
import unittest
from unittest import mock

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import kubeadm, node_checks, processes, units
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World

START = 1_000_000
COPIES = '/var/lib/ccm-migration/backup'
KCM = '/etc/kubernetes/manifests/kube-controller-manager.yaml'
FLAGS = '/var/lib/kubelet/kubeadm-flags.env'
SETTINGS = {
    'kubectl': ['kubectl'], 'node_root': '/root-of-node', 'backup_dir': COPIES, 'other_processes': [], 'metrics_client_cert': '/client.crt',
    'metrics_client_key': '/client.key', 'health_url': 'https://{host}:{port}', 'without_node_upgrade': False, 'without_kubeadm_upgrade': False,
    'without_etcd_snapshot': False, 'etcd_snapshot_host': 'a', 'etcd_data_dir': '/var/lib/etcd', 'pull_image': ['crictl', 'pull', '{image}'],
    'reload_units': ['systemctl', 'daemon-reload'], 'restart_kubelet': ['systemctl', 'restart', 'kubelet'], 'kubeadm_upgrade_flags': ['--own'],
    'node_packages': False, 'kubeadm_program': ['packages', '{node}', '{release}'], 'max_seconds': 0, 'poll_seconds': 2,
}
DF = 'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/a 9 9 {} 9% /\n'


def sum_of(text):
    return '-' if text is None else hashlib.sha256(text.encode()).hexdigest()


class Fake(World):
    """`files`: text, changed at; `copies`: (state, path) to (text or None for known to be absent, given back at); `says`: what programs print."""

    def __init__(self, node='a', **settings):
        plan = types.SimpleNamespace(
            data={'images': ['ccm:v1'], 'kubeadmImages': '', 'releases': ['1.26.15', '1.27.16']}, states_left=['n', 'mixed'],
            start_values=lambda _: {KCM: [sum_of('old')], FLAGS: []}, programs_read=lambda _: {KCM: 'kube-controller-manager'},
            node_values=lambda _: {KCM: [sum_of('old')]}, shown={KCM},
        )
        super().__init__(plan, {**SETTINGS, **settings}, self._answered, node, {'behind': True})
        self.files, self.copies, self.running, self.says, self.pages, self.done = {}, {}, [], {}, {}, []

    def _answered(self, requests, contents):
        self.contents = contents
        return [getattr(self, f"_{request['op']}", self._changed)(request) for request in requests]

    def _changed(self, request):
        self.done.append(request)
        return {'changed': True, 'diff': [{'before': 'x'}] if request['op'] == 'put' else []}

    def _stat(self, request):
        found = [self.files.get(path, (None, None)) for path in request['paths']]
        return [{'sum': sum_of(text), 'ctime': at, 'executable': text == 'program'} for text, at in found]

    def _read(self, request):
        return [self.files.get(path, (None, None))[0] for path in request['paths']]

    def _copies(self, request):
        found = [self.copies.get((request['state'], path)) for path in request['paths']]
        return [{'sum': sum_of(copy and copy[0]), 'absent': copy is not None and copy[0] is None, 'used': copy and copy[1]} for copy in found]

    def _processes(self, _):
        return [{'start': at, 'args': args} for at, args in self.running]

    def _run(self, request):
        self.done.append(request)
        if self.check_mode and not request['reads']:
            return {'status': 0, 'stdout': '', 'stderr': '', 'skipped': True}
        said = next((text for start, text in self.says.items() if ' '.join(request['argv']).startswith(start)), '')
        status, stdout, stderr = (1, '', str(said)) if isinstance(said, Failed) else (0, said, '')
        return {'status': status, 'stdout': stdout, 'stderr': stderr}

    def _http(self, request):
        self.done.append(request)
        status, content = self.pages.get(request['url'], (0, ''))
        return {'status': status, 'content': content, 'error': '' if status else 'refused'}

    def program(self, argv, stdin=None, statuses=(0,)):
        self.done.append(argv)
        return next((text for start, text in self.says.items() if ' '.join(argv).startswith(start)), '')

    def argvs(self):
        return [' '.join(one if isinstance(one, list) else one['argv']) for one in self.done if isinstance(one, list) or one['op'] == 'run']


class Case(unittest.TestCase):
    def fails(self, said, ask, world, given=None):
        with self.assertRaises(Failed) as caught:
            ask(world, given or {})
        self.assertIn(said, str(caught.exception))


class Processes(Case):
    RUNS = {'component': 'kube-controller-manager', 'files': [KCM], 'has': ['--cloud-provider=external'], 'lacks': ['--cloud-config=/x']}

    def world(self, *args, at=START, **settings):
        world = Fake(**settings)
        world.files[KCM] = ('new', START + 1.9)
        world.running = [(at, line) for line in args]
        return world

    def test_runs_with_its_files_and_flags(self):
        processes.process_runs(self.world('/bin/kube-controller-manager --cloud-provider external --v 2'), self.RUNS)
        for said, world in [
            ('does not run', self.world('kube-controller-manager-of-mine --cloud-provider=external')),
            ('has not been started again', self.world('kube-controller-manager --cloud-provider=external', at=START - 2)),
            ('lacks --cloud-provider=external', self.world('kube-controller-manager --cloud-provider=external', 'kube-controller-manager --mine')),
            ('has --cloud-config=/x still', self.world('kube-controller-manager --cloud-provider external --cloud-config /x')),
        ]:
            self.fails('kube-controller-manager of a ' + said, processes.process_runs, world, self.RUNS)

    def test_a_flag_without_its_value(self):
        given = {**self.RUNS, 'has': ['--enable-leader-migration'], 'lacks': []}
        for flag in ('--enable-leader-migration', '--enable-leader-migration=true'):
            processes.process_runs(self.world(f'kube-controller-manager {flag} --v=2'), given)
        other = self.world('kube-controller-manager --enable-leader-migration-of-mine=true')
        self.fails('lacks --enable-leader-migration', processes.process_runs, other, given)

    def test_others_are_left_out(self):
        lines = ['kube-controller-manager --cloud-provider=external', 'kube-controller-manager --mine']
        processes.process_runs(self.world(*lines, other_processes=['--mine']), self.RUNS)
        self.fails('does not run', processes.process_runs, self.world(lines[1], other_processes=['--mine']), self.RUNS)

    def test_the_process_on_the_port(self):
        given = {**self.RUNS, 'port': '10257'}
        for page, said, note in [
            ((200, f'# TYPE\nprocess_start_time_seconds {START + 1}.5\n'), None, None),
            ((200, 'process_start_time_seconds 9.0e+05\n'), 'process_start_time_seconds 9.0e+05', None),
            ((200, 'nothing'), 'nothing of its start', None),
            ((500, 'broken'), '500 broken', None),
            ((403, ''), None, 'answers 403 to /client.crt: its metrics are not known'),
        ]:
            world = self.world('kube-controller-manager --cloud-provider=external')
            world.files['/client.key'] = ('key', 1.0)
            world.pages['https://127.0.0.1:10257/metrics'] = page
            if said:
                self.fails(said, processes.process_runs, world, given)
            else:
                processes.process_runs(world, given)
            self.assertIn(note or '', ''.join(world.notes))
        world = self.world('kube-controller-manager --cloud-provider=external')
        processes.process_runs(world, given)
        self.assertEqual(world.notes, ['/client.key is not on a: kube-controller-manager is asked for its health, not for its metrics'])

    def test_gone(self):
        world = self.world('/usr/bin/kube-controller-manager --cloud-provider aws --x', other_processes=['--x'])
        gone = {'component': 'kube-controller-manager', 'flag': '--cloud-provider=aws'}
        for flag in ['--cloud-provider=aws', '-']:
            self.fails('a still runs /usr/bin/kube-controller-manager', processes.process_gone, world, {**gone, 'flag': flag})
        processes.process_gone(world, {**gone, 'flag': '--cloud-provider=external'})
        processes.process_gone(world, {**gone, 'component': 'kubelet'})

    def test_answers(self):
        world = Fake()
        world.pages = {f'https://{at}': (200, 'ok') for at in ['[fd00::9]:1/healthz', '10.0.0.1:2/readyz']}
        world.pages['https://127.0.0.1:3/readyz'] = (200, 'no')
        pod = {'namespace': 'kube-system', 'labels': 'k8s-app=own', 'fields': 'spec.nodeName=a'}
        given = {'path': 'healthz', 'port': '1', 'pod': pod}
        self.fails('0 pods with an address are', processes.answers, world, given)
        world.says['kubectl get pods -n kube-system --field-selector spec.nodeName=a -l k8s-app=own'] = 'fd00::9\n'
        processes.answers(world, given)
        processes.answers(world, {'path': 'readyz', 'port': '2', 'host': '10.0.0.1'})
        said = 'https://127.0.0.1:3/readyz of a answers 200 no'
        self.fails(said, processes.answers, world, {'path': 'readyz', 'port': '3'})
        self.fails('answers refused', processes.answers, world, {'path': 'healthz', 'port': '4'})

    def test_api_server_has_etcd(self):
        world = Fake()
        for page, said in [
            ((200, '[+]ping ok\n[+]etcd ok\n'), None), ((200, '[+]ping ok\n'), 'says nothing of etcd'),
            ((500, '[+]ping ok\n[-]etcd: x\nfailed\n'), 'the API server of a is not ready, or says nothing of etcd: [-]etcd: x; failed'),
            ((0, ''), 'refused'),
        ]:
            world.pages['https://127.0.0.1:6443/readyz?verbose'] = page
            if said:
                self.fails(said, processes.api_server_has_etcd, world, {'port': '6443'})
            else:
                processes.api_server_has_etcd(world, {'port': '6443'})


class Kubelet(Case):
    def world(self, release='1.27.16', status='True', heard=START, renewed=START + 5, **settings):
        world = Fake(**settings)
        world.running = [(START, '/usr/bin/kubelet --x')]
        world.files['/usr/bin/kubelet'] = ('program', START + 1.0)
        world.says['/root-of-node/usr/bin/kubelet --version'] = f'Kubernetes v{release}\n'
        condition = {'type': 'Ready', 'status': status, 'lastHeartbeatTime': processes._utc(heard)}
        lease = {'spec': {'renewTime': processes._utc(renewed).replace('Z', '.000000Z')}}
        world.says['kubectl get node/a leases.coordination.k8s.io/a -n kube-node-lease'] = json.dumps(
            {'items': [{'status': {'conditions': [{'type': 'Other', 'status': 'False'}, condition]}}, lease]})
        return world

    def test_ready(self):
        given = {'node': 'a'}
        processes.kubelet_ready(self.world(), given)
        for world in [self.world(status='Unknown'), self.world(heard=START - 3), self.world(renewed=START + 4)]:
            self.fails('and its kubelet of', processes.kubelet_ready, world, given)
        self.fails('no process of a is a kubelet', processes.kubelet_ready, Fake(), given)

    def test_that_is_started_again_is_not_ready(self):
        world = self.world(status='False')
        self.fails('node a is False as of', processes.kubelet_ready, world, {'node': 'a'})
        for later, status in [(self.world(), 'True'), (self.world(heard=START + 60, renewed=START + 90), 'True')]:
            world.says = later.says
            world.running = [(START + 30, '/usr/bin/kubelet --x')]
            self.fails('the kubelet of a was started again while it was asked', processes.kubelet_ready, world, {'node': 'a'})

    def test_runs_release(self):
        given = {'node': 'a', 'release': '1.27.16'}
        processes.kubelet_runs_release(self.world(), given)
        processes.kubelet_runs_release(self.world('1.26.9'), {**given, 'orOlder': True})
        processes.kubelet_runs_release(self.world('1.26.9', without_node_upgrade=True), given)
        self.fails('the kubelet of a is 1.26.9, not 1.27.16: node_upgrade', processes.kubelet_runs_release, self.world('1.26.9'), given)
        self.fails('not 1.27.16 or older:', processes.kubelet_runs_release, self.world('1.28.1'), {**given, 'orOlder': True})
        self.fails('no process of a is a kubelet', processes.kubelet_runs_release, Fake(without_node_upgrade=True), given)

    def test_of_no_known_release(self):
        node_checks.kubelet_answers(self.world(), {})
        unknown = [self.world() for _ in range(5)]
        unknown[0].running = []
        unknown[1].running = [(START, 'kubelet --x')]
        unknown[2].files = {}
        unknown[3].files['/usr/bin/kubelet'] = ('program', START + 3.0)
        unknown[4].says = {'/root-of-node/usr/bin/kubelet': Failed('exec format error')}
        for world in unknown:
            self.fails('no release of the kubelet of a: ps must show it', node_checks.kubelet_answers, world)
            if world.running:
                given = {'node': 'a', 'release': '1.27.16', 'orOlder': True}
                self.fails('is of a release that its program', processes.kubelet_runs_release, world, given)


class Node(Case):
    def test_files_are(self):
        world = Fake()
        world.files = {KCM: ('new', 1.0)}
        given = {'files': [{'path': KCM, 'sums': ['x', sum_of('new')]}, {'path': FLAGS, 'sums': ['-']}]}
        node_checks.files_are(world, given)
        world.files = {FLAGS: ('mine', 1.0)}
        self.fails(f'{KCM} of a is not as expected: it has the sum - (absent); run collect and synth again, then plan again; {FLAGS} of a is not',
                   node_checks.files_are, world, given)

    def test_copies_are(self):
        world, given = Fake(), {'state': 'n', 'paths': [KCM, FLAGS]}
        world.copies = {('n', KCM): ('old', None), ('n', FLAGS): (None, None), ('mixed', KCM): ('old', None)}
        node_checks.copies_are(world, given)
        self.fails(f'there is no copy of {FLAGS} below /root-of-node{COPIES}/mixed; put', node_checks.copies_are, world, {**given, 'state': 'mixed'})

    def test_programs_and_names(self):
        world = Fake()
        world.files = {'/bin/x': ('program', 1.0), '/bin/y': ('text', 1.0), FLAGS: ('ARGS="--hostname-override=b --hostname-override a --x"', 1.0)}
        node_checks.has_program(world, {'path': '/bin/x'})
        self.fails('/bin/y is missing on a, or cannot be run', node_checks.has_program, world, {'path': '/bin/y'})
        named = {'node': 'a', 'file': FLAGS}
        world.says['uname'] = 'B\n'
        self.fails('the host of a is called B,', node_checks.host_is_named, world, named)
        node_checks.keeps_name(world, named)
        world.files[FLAGS] = ('ARGS=""', 1.0)
        self.fails('the kubelet of a would register as b, so it is not', node_checks.keeps_name, world, named)
        world.says['uname'] = 'A\n'
        node_checks.keeps_name(world, named)
        node_checks.host_is_named(world, named)
        self.fails(f'{KCM} of a is not there', node_checks.keeps_name, world, {**named, 'file': KCM})
        world.check_mode = True
        node_checks.keeps_name(world, {**named, 'file': KCM})

    def test_look(self):
        world = Fake()
        world.files = {'/etc/machine-id': ('m\n', 1.0), '/proc/sys/kernel/random/boot_id': ('b\n', 1.0), KCM: ('old', 1.0)}
        world.says['uname'] = 'host\n'
        world.seen = {'nodes': {'a': {'machineID': 'm', 'bootID': 'b'}}, 'ready': ['a']}
        self.assertEqual(node_checks.look_node(world, {}), {'seen': {'sums': {KCM: sum_of('old')}, 'host': 'host'}})
        world.seen['nodes']['a']['bootID'] = 'earlier'
        self.fails('machine id m and boot id b, its Node says m and earlier', node_checks.look_node, world)
        world.seen['ready'] = []
        node_checks.look_node(world, {})
        world.seen['nodes']['b'] = {'machineID': 'm'}
        self.fails('the connection to a ends on another machine', node_checks.look_node, world)
        world.seen = {'nodes': {'a': {}}, 'ready': []}
        self.fails('its Node says nothing and nothing', node_checks.look_node, world)

    def stand(self, world, way='run', **more):
        given = {'way': way, 'written': [{'path': FLAGS, 'sum': sum_of('new')}], 'anew': [KCM], 'state': 'n', 'kubelet_files': [FLAGS], 'release': '',
                 'or_older': False, 'may_be_done': True}
        return node_checks.stand(world, {**given, **more})

    def test_stand(self):
        world = Kubelet().world()
        world.files[FLAGS] = ('old', START)
        world.copies = {('n', FLAGS): ('old', None)}
        self.assertEqual([self.stand(world), self.stand(world, 'undo')], [{'behind': True, 'was_so': False}, {'behind': False, 'was_so': False}])
        world.files[FLAGS] = ('new', START)
        self.assertEqual([self.stand(world)['behind'], self.stand(world, 'undo')['behind']], [False, True])
        # It runs with its files, and with the release.
        self.assertTrue(self.stand(world, release='1.26.15')['behind'])
        self.assertFalse(self.stand(world, release='1.27.16')['behind'])
        self.assertFalse(self.stand(world, release='1.28.0', or_older=True)['behind'])
        world.settings['without_node_upgrade'] = True
        self.assertFalse(self.stand(world, release='1.26.15')['behind'])
        world.files[FLAGS] = ('new', START + 3)
        self.assertTrue(self.stand(world)['behind'])
        self.assertFalse(self.stand(world, kubelet_files=[])['behind'])
        world.running = []
        self.assertTrue(self.stand(world)['behind'])

    def test_stand_of_files_that_are_written_anew(self):
        world = Kubelet().world()
        world.files = {FLAGS: ('old', START), KCM: ('of kubeadm', START)}
        for copy, behind in [(None, False), (('old', None), True), (('of kubeadm', None), False), (('old', 1.0), False), ((None, None), False)]:
            world.copies = {('n', KCM): copy} if copy else {}
            self.assertEqual(self.stand(world, 'undo')['behind'], behind)

    def test_was_so(self):
        world = Kubelet().world()
        for copy, known, was_so in [('new', 'new', True), ('old', 'new', False), (None, 'new', False), (None, None, True), ('old', None, False)]:
            world.copies = {('n', FLAGS): (copy, None)}
            rows = [{'path': FLAGS, 'sum': sum_of(known)}]
            self.assertEqual(self.stand(world, 'undo', written=rows)['was_so'], was_so)
            self.assertFalse(self.stand(world, 'undo', written=rows, may_be_done=False)['was_so'])

    def test_taken_back(self):
        world = Fake()
        world.files = {KCM: ('old', START), FLAGS: ('whatever', 1.0)}
        node_checks.taken_back(world, {})
        world.running = [(START - 9, 'kube-controller-manager')]
        world.copies = {('mixed', KCM): ('old', START - 1.0)}
        node_checks.taken_back(world, {})  # touched since it was given back
        world.copies = {('mixed', KCM): ('old', START + 0.5)}
        with mock.patch('time.sleep') as sleep:
            self.fails('kube-controller-manager of a has not been started again', node_checks.taken_back, world)
        self.assertEqual(sleep.call_count, 89)
        world.running = [(START, 'kube-controller-manager')]
        node_checks.taken_back(world, {})
        world.files[KCM] = ('new', START)
        self.fails(f'{KCM} of a is not as it was before this plan; see {COPIES} on the node', node_checks.taken_back, world)

    def test_tools(self):
        world, given = Fake(pull_image=['no-puller'], restart_kubelet=[]), {'programs': ['crictl pull', 'df', 'systemctl restart kubelet', 'x y']}
        world.says = {'df': DF.format(65537)}
        node_checks.node_tools(world, given)
        self.assertTrue(world.argvs()[1].endswith(' sh df x no-puller'))
        self.assertEqual(world.argvs()[0], 'df -Pk /root-of-node/etc /root-of-node/var/lib')
        world.says['sh'] = 'x\nno-puller\n'
        self.fails('x, no-puller not found on a, by the user', node_checks.node_tools, world, given)
        world.says['df'] = DF.format(65536)
        self.fails('less than 64 MiB are free below /etc or /var/lib of a', node_checks.node_tools, world, given)
        world.says['df'] = Failed('no such file')
        self.fails('df -Pk /root-of-node/etc /root-of-node/var/lib on a ended with 1: no such file', node_checks.node_tools, world, given)

    def test_images(self):
        world = Fake()
        node_checks.image_there(world, {})
        world.says['crictl pull ccm:v1'] = Failed('not found: ccm:v1')
        self.fails('not found: ccm:v1', node_checks.image_there, world)
        world.settings['pull_image'] = []
        node_checks.image_there(world, {})
        self.assertEqual(world.notes, ['pull_image is empty: whether a can pull ccm:v1 was not checked'])

    def test_images_of_kube_proxy(self):
        world = Fake()
        node_checks.proxy_images_there(world, {})
        proxy = [{'name': 'kube-proxy', 'image': 'mirror:5000/kube-proxy:v1.26.15@sha256:0'}, {'name': 'own', 'image': 'own'}]
        world.says['kubectl get daemonset kube-proxy -n kube-system'] = json.dumps({'spec': {'template': {'spec': {'containers': proxy}}}})
        node_checks.proxy_images_there(world, {})
        world.plan.data['kubeadmImages'] = 'other/images'
        node_checks.proxy_images_there(world, {})
        now = 'crictl pull mirror:5000/kube-proxy:v1.26.15@sha256:0'
        pulls = [argv for argv in world.argvs() if argv.startswith('crictl')]
        self.assertEqual(pulls, [now, 'crictl pull mirror:5000/kube-proxy:v1.27.16', now, 'crictl pull other/images/kube-proxy:v1.27.16'])
        world.says['crictl pull other/images/kube-proxy:v1.27.16'] = Failed('not found')
        self.fails('crictl pull other/images/kube-proxy:v1.27.16 on a ended with 1: not found', node_checks.proxy_images_there, world)

    def test_room_for_kubeadm(self):
        world = Fake()
        node_checks.kubeadm_room(world, {})
        self.assertEqual(world.argvs(), [])
        world.files['/var/lib/etcd'] = ('no file', 1.0)
        world.says = {'du': '10240\t/var/lib/etcd\n', 'df': DF.format(65536 + 20480)}
        self.fails('up to 20 MiB, to /etc/kubernetes/tmp of a, but only 84 MiB are free', node_checks.kubeadm_room, world)
        for name, value in [('without_etcd_snapshot', True), ('etcd_snapshot_host', 'b')]:
            with mock.patch.dict(world.settings, {name: value}):
                node_checks.kubeadm_room(world, {})


class Unit(Case):
    GIVEN = {'state': 'n', 'to': 'n-plus-1', 'unit': 'kcm', 'flags': ['remove --cloud-config', 'set --cloud-provider=$external']}
    DROP_IN = '/etc/systemd/system/kcm.service.d/90-ccm-migration.conf'

    def world(self, line):
        world = Fake()
        world.says['systemctl show -p ExecStart --value kcm'] = f'{{ path=/kcm ; argv[]={line} ; ignore_errors=no ; pid=1 }}\n'
        return world

    def test_flags(self):
        world = self.world('/kcm --cloud-provider=aws --cloud-provider-of=me --cloud-config=/x --own=50% --dollar=$$HOME')
        self.assertEqual(units.unit_flags(world, self.GIVEN)['changed'], True)
        save, put, _ = world.done[1:]
        self.assertEqual(save, {'op': 'save', 'state': 'n', 'files': [{'path': self.DROP_IN}]})
        text = '[Service]\nExecStart=\nExecStart=/kcm --cloud-provider-of=me --own=50%% --dollar=$$HOME --cloud-provider=$$external\n'
        row = {'path': self.DROP_IN, 'sha256': sum_of(text), 'mode': '0644', 'owner': 'root:root', 'kept': True}
        self.assertEqual(put, {'op': 'put', 'state': 'n', 'files': [row]})
        self.assertEqual({key: base64.b64decode(value).decode() for key, value in world.contents.items()}, {sum_of(text): text})
        self.assertEqual(world.argvs()[-1], 'systemctl daemon-reload')

    def test_flags_that_are_given_back(self):
        given = {**self.GIVEN, 'givenBack': True}
        for copy, way, ops in [
            (('old', None), given, ['save', 'restore']), ((None, None), given, ['save', 'restore']), (None, given, ['save', 'put']),
            (('old', None), self.GIVEN, ['save', 'write', 'put']),
        ]:
            world = self.world('/kcm --x=1')
            world.copies = {('n-plus-1', self.DROP_IN): copy} if copy else {}
            units.unit_flags(world, way)
            changes = [request for request in world.done if request['op'] != 'run']
            self.assertEqual([request['op'] for request in changes], ops)
            if copy:
                self.assertIn(changes[1], [{'op': 'restore', 'state': 'n-plus-1', 'paths': [self.DROP_IN], 'folders_stay': True},
                                           {'op': 'write', 'path': f'{COPIES}/n-plus-1{self.DROP_IN}.used', 'text': '', 'mode': '0600'}])

    def test_flags_that_cannot_be_told_apart(self):
        for line, found in [
            ('/kcm --cloud-provider aws', '(found --cloud-provider, aws)'), ('/kcm --cloud-config', '(found --cloud-config)'),
            ('/kcm --own=a b', '(found b)'), ('/kcm --own="a"', '(found --own="a")'), ('', '(found )'),
        ]:
            for ask in [units.unit_fits, units.unit_flags]:
                world = self.world(line)
                said = 'the flags of the unit kcm are not ours to guess: write each flag and its value as one plain word '
                self.fails(said + found, ask, world, self.GIVEN)
                self.assertEqual(len(world.done), 1)
        self.fails('daemon-reload', units.unit_flags, self.failing('/kcm --x=1'), self.GIVEN)

    def failing(self, line):
        world = self.world(line)
        world.says['systemctl daemon-reload'] = Failed('refused')
        return world

    def test_release(self):
        world, given = Fake(), {'unit': 'kcm', 'release': '1.27.16'}
        world.says['sh -ec'] = 'Kubernetes v1.27.16\n'
        units.unit_runs_release(world, given)
        self.fails('The process of the unit has the program of the release', units.unit_runs_release, world, {**given, 'release': '1.27.1'})
        self.assertIn("tr '\\000' ' '", world.argvs()[0])

    def test_restart(self):
        given = {'unit': 'kcm', 'component': 'kube-controller-manager', 'release': '1.27.16', 'files': [KCM], 'has': ['--a=1'], 'lacks': ['--b=2']}

        def world(line='/kube-controller-manager --a=1', at=START + 3, said='Kubernetes v1.27.16\n'):
            made = Fake()
            made.files[KCM] = ('new', START + 1.9)
            made.running = [(at, line)] if line else []
            made.says['sh -ec'] = said
            return made
        there = world()
        self.assertIsNone(units.restart_unit(there, given))
        self.assertEqual(len(there.argvs()), 1)
        # The last three: systemd had started it by itself, with what it had read before; its program is not there any more; it is of another release.
        for one in [world(line=None), world(at=START - 9), world(line='/kube-controller-manager --b=2'), world(said=Failed('')),
                    world(said='Kubernetes v1.26.15\n')]:
            self.assertEqual(units.restart_unit(one, given), {'changed': True})
            self.assertEqual(one.argvs()[1:], ['systemctl daemon-reload', 'systemctl restart kcm'])


class Changes(Case):
    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'kcm.yaml'), 'w', encoding='utf8') as file:
                file.write('new')
            row = {'path': KCM, 'sha256': sum_of('new'), 'mode': '0600', 'owner': 'root:root', 'secret': True}
            world, given = Fake(app_dir=folder), {'state': 'n', 'files': [{**row, 'source': 'kcm.yaml'}]}
            self.assertEqual(kubeadm.put_files(world, given), {'changed': True, 'paths': [], 'diff': [{'before': 'x'}]})
            self.assertEqual([world.done, world.contents], [[{'op': 'put', 'state': 'n', 'files': [row]}], {row['sha256']: 'bmV3'}])
            for change in [{'source': 'gone.yaml'}, {'sha256': 'x'}]:
                bad = {**given['files'][0], **change}
                self.fails(f"'{bad['source']}' is not as it was when this plan was made; run plan again", kubeadm.put_files, world,
                           {**given, 'files': [bad]})
            kubeadm.upload_kubeadm(world, {'source': 'kcm.yaml', 'sha256': row['sha256']})
        self.assertEqual(world.done[1], {'op': 'write', 'path': f'{COPIES}/kubeadm-config.yaml', 'text': 'new', 'mode': '0600'})
        self.assertEqual(world.argvs(), [f'kubeadm init phase upload-config kubeadm --config /root-of-node{COPIES}/kubeadm-config.yaml'])
        world = Fake()
        for ask, given in [(kubeadm.remove_files, {'paths': [KCM]}), (kubeadm.restore_files, {'paths': [KCM], 'left': 'mixed'}),
                           (kubeadm.restore_files, {'paths': [KCM]}), (kubeadm.take_back, {'files': [{'path': KCM, 'sum': '-'}]})]:
            self.assertEqual(ask(world, {'do': 'x', 'node': 'a', 'state': 'n', **given}), {'changed': True, 'paths': [], 'diff': []})
        self.assertEqual(world.done, [
            {'op': 'remove', 'state': 'n', 'paths': [KCM]}, {'op': 'restore', 'state': 'n', 'paths': [KCM], 'shown': [KCM], 'left': 'mixed'},
            {'op': 'restore', 'state': 'n', 'paths': [KCM], 'shown': [KCM]},
            {'op': 'take-back', 'state': 'n', 'files': [{'path': KCM, 'sum': '-'}], 'shown': [KCM]},
        ])

    UPGRADE = {'node': 'a', 'state': 'n', 'release': '1.27.16', 'isFirst': True, 'besides': [{'path': FLAGS}],
               'files': [{'path': KCM, 'sha256': sum_of('new'), 'before': ['x'], 'mode': '0600', 'owner': 'root:root', 'source': 's'}]}

    def test_upgrade_by_kubeadm(self):
        world = Fake()
        world.says['kubeadm version'] = 'v1.27.16\n'
        world.files[KCM] = ('new', 1.0)
        self.assertEqual(kubeadm.upgrade_kubeadm(world, self.UPGRADE)['changed'], True)
        self.assertEqual(world.done[0]['files'], [{'path': KCM, 'sha256': sum_of('new'), 'before': ['x']}, {'path': FLAGS}])
        steps = ['packages a 1.27.16', 'kubeadm version --output short', 'kubeadm upgrade apply v1.27.16 --yes --own']
        self.assertEqual(world.argvs(), steps)
        kubeadm.upgrade_kubeadm(world, {**self.UPGRADE, 'isFirst': False})
        self.assertEqual(world.argvs()[-1], 'kubeadm upgrade node --own')
        world.files = {}
        said = f"kubeadm wrote {KCM} of a with the sum - (absent), not {sum_of('new')} as planned: see"
        self.fails(said, kubeadm.upgrade_kubeadm, world, self.UPGRADE)
        world.says['kubeadm version'] = 'v1.26.15\n'
        self.fails('kubeadm of a is v1.26.15, not v1.27.16: kubeadm_program did', kubeadm.upgrade_kubeadm, world, self.UPGRADE)

    def test_packages(self):
        world = Fake(node_packages=True, kubeadm_program=[])
        world.step, world.files = {'behind': True}, {KCM: ('new', 1.0)}
        world.says['kubeadm version'] = 'v1.27.16\n'
        self.assertEqual(kubeadm.upgrade_kubeadm(world, self.UPGRADE)['changed'], True)
        first = world.argvs()[0]
        self.assertTrue(first.startswith('sh -c #!/bin/sh') and first.endswith(' packages.sh kubeadm 1.27.16'), first[-40:])
        given = {'program': 'kubelet', 'release': '1.27.16'}
        for says, changed in (('installed kubelet=1.27.16-1.1', True), ('kubelet is of 1.27.16 already', False)):
            world.says['sh -c'] = says
            self.assertEqual(kubeadm.bring_package(world, given), {'changed': changed})
        world.check_mode, before = True, len(world.done)
        self.assertEqual([kubeadm.bring_package(world, given), len(world.done)], [{'changed': True}, before])

    def test_upgrade_that_is_left_out(self):
        for settings, check, behind, ops, changed, does in [
            ({}, False, False, [], None, None), ({'kubeadm_program': []}, False, True, ['save'], True, None),
            ({}, True, True, ['save'], True, 'Upgrade with kubeadm, which may write'),
            ({'without_kubeadm_upgrade': True}, False, True, ['save'], True, 'Keep copies'),
        ]:
            world = Fake(**settings)
            world.check_mode, world.step = check, {'behind': behind}
            said = kubeadm.upgrade_kubeadm(world, self.UPGRADE)
            self.assertEqual([[one['op'] for one in world.done], said and said['changed'], said and said.get('does')], [ops, changed, does])
            # What it may write is named beforehand, and so is the configuration of a kubelet that only it writes.
            self.assertEqual(said['paths'] if does and does[0] == 'U' else [KCM, FLAGS], [KCM, FLAGS])

    KUBECONFIG = {'do': 'make-kubeconfig', 'node': 'a', 'path': '/etc/kubernetes/ccm.conf', 'user': 'system:ccm', 'api': 'kubeadm.k8s.io/v1beta3',
                  'release': '1.27.16'}

    def signing(self):
        world = Fake()
        server = 'x:\n    server: https://10.0.1.10:6443\n'
        world.files = {'/etc/kubernetes/pki/ca.key': ('key', 1.0), '/etc/kubernetes/controller-manager.conf': (server, 1.0)}
        return world

    def test_kubeconfig_can_be_made(self):
        ask, world = node_checks.kubeconfig_can_be_made, Fake()
        self.fails('/root-of-node/etc/kubernetes/pki/ca.key is not on a, so nothing can be signed here; make /etc/kubernetes/ccm.conf with a client '
                   'certificate for system:ccm from your CA', ask, world, self.KUBECONFIG)
        world.files['/etc/kubernetes/ccm.conf'] = ('x', 1.0)
        ask(world, self.KUBECONFIG)
        world = self.signing()
        ask(world, self.KUBECONFIG)
        for text, count in [('', 0), (' server: https://x\n server: https://y\n', 2)]:
            world.files['/etc/kubernetes/controller-manager.conf'] = (text, 1.0)
            self.fails(f'controller-manager.conf of a names {count} API servers where one is needed', ask, world, self.KUBECONFIG)

    def test_kubeconfig(self):
        world, root = self.signing(), f'/root-of-node{COPIES}'
        world.check_mode = True
        self.assertEqual([kubeadm.make_kubeconfig(world, self.KUBECONFIG), world.done], [{'changed': True}, []])
        world.check_mode = False
        self.assertEqual(kubeadm.make_kubeconfig(world, self.KUBECONFIG), {'changed': True})
        configuration, sign, made, move, gone = world.done
        self.assertIn('certificatesDir: /root-of-node/etc/kubernetes/pki\ncontrolPlaneEndpoint: "10.0.1.10:6443"\nkubernetesVersion: v1.27.16\n',
                      configuration['text'])
        self.assertIn('localAPIEndpoint: {advertiseAddress: 192.0.2.1}\n', configuration['text'])
        self.assertEqual(sign['argv'][2:], ['umask 077 && kubeadm kubeconfig user --client-name="$1" --config="$2" > "$3.new"', 'sh', 'system:ccm',
                                            f'{root}/ccm-kubeconfig.yaml', '/root-of-node/etc/kubernetes/ccm.conf'])
        self.assertEqual([made['path'], move['argv'], gone['paths']], [
            f'{COPIES}/ccm.conf.made', ['mv', '/root-of-node/etc/kubernetes/ccm.conf.new', '/root-of-node/etc/kubernetes/ccm.conf'],
            [f'{COPIES}/ccm-kubeconfig.yaml'],
        ])
        world = self.signing()
        world.says['sh -c'] = Failed('no CA')
        self.fails('no CA', kubeadm.make_kubeconfig, world, self.KUBECONFIG)
        self.assertEqual([request['op'] for request in world.done], ['write', 'run'])
        world.files['/etc/kubernetes/ccm.conf'] = ('x', 1.0)
        self.assertEqual(kubeadm.make_kubeconfig(world, self.KUBECONFIG), {'changed': False})

    def test_kubeconfig_that_is_removed(self):
        world = Fake()
        rest = ['/etc/kubernetes/ccm.conf.new', f'{COPIES}/ccm-kubeconfig.yaml']
        kubeadm.remove_kubeconfig(world, self.KUBECONFIG)
        world.files[f'{COPIES}/ccm.conf.made'] = ('', 1.0)
        kubeadm.remove_kubeconfig(world, self.KUBECONFIG)
        self.assertEqual([request['paths'] for request in world.done], [rest, ['/etc/kubernetes/ccm.conf', f'{COPIES}/ccm.conf.made', *rest]])

    def test_lease(self):
        given = {'node': 'a', 'namespace': 'kube-system', 'lease': 'cpem', 'component': 'kube-controller-manager', 'flag': '-'}
        lease = {'metadata': {'resourceVersion': '7'}, 'spec': {'holderIdentity': 'a_1'}}
        patch = ('kubectl patch leases.coordination.k8s.io cpem -n kube-system --type=merge -p '
                 '{"metadata": {"resourceVersion": "7"}, "spec": {"holderIdentity": null}}')
        for found, leader, check, changed in [
            (lease, 'a_1', False, True), (lease, 'a_1', True, True), (lease, '', False, False), (lease, 'b_1', False, False),
            (None, 'a_1', False, False), ({**lease, 'spec': {}}, 'a_1', False, False),
            ({**lease, 'spec': {'holderIdentity': 'ab_1'}}, 'ab_1', False, False),
        ]:
            world = Fake()
            world.check_mode, world.step = check, {'leader': leader}
            world.says = {'kubectl get leases': json.dumps(found) if found else '', 'uname': 'a\n'}
            self.assertEqual(kubeadm.release_lease(world, given), {'changed': changed})
            self.assertEqual(patch in world.argvs(), changed and not check)
        world.step = {'leader': 'a_1'}
        world.says, world.running = {'kubectl get leases': json.dumps(lease), 'uname': 'a\n'}, [(START, 'kube-controller-manager --x')]
        self.fails('a still runs kube-controller-manager', kubeadm.release_lease, world, given)
        self.assertNotIn(patch, world.argvs())

    def test_programs(self):
        world = Fake()
        self.assertEqual(kubeadm.run_on_node(world, {'argv': ['systemctl', 'stop', 'kcm']}), {'changed': True})
        self.assertEqual(world.done, [{'op': 'run', 'argv': ['systemctl', 'stop', 'kcm'], 'reads': False}])
        world.says['systemctl stop kcm'] = Failed('no such unit')
        self.fails('systemctl stop kcm on a ended with 1: no such unit', kubeadm.run_on_node, world, {'argv': ['systemctl', 'stop', 'kcm']})

    def test_restart(self):
        for reload, words in ((['systemctl', 'daemon-reload'], [['systemctl', 'daemon-reload'], ['restart', 'it']]), ([], [['restart', 'it']])):
            world = Fake()
            world.settings = {**world.settings, 'reload_units': reload, 'restart_kubelet': ['restart', 'it']}
            self.assertEqual(kubeadm.restart_programs(world, {}), {'changed': True})
            self.assertEqual([one['argv'] for one in world.done], words)


if __name__ == '__main__':
    unittest.main()
