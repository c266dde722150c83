"""A cluster of dicts whose nodes come and go: what kubectl, etcdctl and the operator's own commands say and change follows from them."""
import itertools
import json
import types

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import Plan
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, World

LABEL = 'node-role.kubernetes.io/control-plane'
COMPONENTS = ('kube-apiserver', 'kube-controller-manager', 'kube-scheduler')
SETTINGS = {
    'kubectl': ['kubectl'], 'etcdctl': ['kubectl', 'exec', 'etcd-{etcd_node}', '--', 'etcdctl'], 'etcdctl_flags': ['--cacert=x'],
    'etcdctl_host': 'localhost', 'etcd_snapshot_host': 'localhost', 'without_etcd_snapshot': False, 'control_plane_label': LABEL, 'poll_seconds': 1,
    'max_seconds': 0, 'lost_nodes': [], 'made_is_gone': False, 'make_attempt': '1', 'join_seconds': 3, 'app_dir': '/app/x/..', 'drain_flags': ['--ds'],
    'make_node': ['make', '{group}', '{side}', '{release}', '{role}', '{folder}', '{count}', '{token}'],
    'end_node': ['end', '{node}', '{group}', '{side}', '{release}', '{role}', '{provider_id}', '{address}'],
    'on_node': ['on', '{node}', '{address}'], 'endpoint_from_here': '', 'image_has': [], 'worker_max_fail_percentage': 0, 'without_workers': [],
}
FLAGS = {'kube-apiserver': ['--cloud-provider=external'], 'kube-controller-manager': ['--a=1', '--b=2'], 'kube-scheduler': []}
RELEASES = {'n': '1.26.15', 'n-plus-1': '1.27.16'}


def sides(**more):
    return {side: {'release': release, 'folder': f'nodes/{side}', **more} for side, release in RELEASES.items()}


DATA = {
    'id': 'p-1', 'from': 'n', 'controlPlane': [], 'workers': [], 'steps': [], 'kinds': {}, 'actions': {}, 'cloud': 'aws', 'sideLabel': 'side',
    'releases': list(RELEASES.values()), 'start': {'nodes': {}, 'objects': []},
    'leases': {'namespace': 'kube-system', 'names': ['main', 'migration']},
    'groups': {
        'cp': {'role': 'control-plane', 'selector': LABEL, 'count': 3, 'etcd': 'stacked',
               'sides': sides(flags=FLAGS, lacks={'kube-controller-manager': ['--cloud-provider', '--c=1']})},
        'general': {'role': 'worker', 'selector': 'pool=general', 'count': 4, 'sides': sides()},
    },
}


class Cluster(World):
    """`kill`: words of a call before which the run is killed; `broken`: words of calls that fail; `silent`: calls about health that end with 1 and nothing."""

    def __init__(self, check_mode=False, data=(), **settings):
        super().__init__(Plan({**DATA, **dict(data)}), {**SETTINGS, **settings}, None, check_mode=check_mode, step={'run_id': 'me'}, seen={'lost': []})
        self.nodes, self.pods, self.members, self.leases, self.calls, self.alarms = {}, {}, {}, {}, [], ''
        self.lock = {'spec': {'holderIdentity': 'me'}, 'metadata': {'annotations': {}}}
        self.machines, self.broken, self.numbers, self.joins = {}, '', itertools.count(1), True
        self.kill, self.stuck, self.nameless, self.silent = '', False, False, 0
        # What is said of the units of a node, by their names.
        self.units = {}

    def add(self, name, side='n', group='cp', ready=True, **more):
        labels = {LABEL: ''} if group == 'cp' else {'pool': group}
        self.nodes[name] = {
            'metadata': {'name': name, 'labels': labels, 'annotations': {}}, 'spec': {'providerID': f'aws:///z/i-{name}', **more},
            'status': {'nodeInfo': {'kubeletVersion': f'v{RELEASES.get(side, side)}'}, 'conditions': [{'type': 'Ready', 'status': str(ready)}],
                       'addresses': [{'type': 'Hostname', 'address': name}, {'type': 'InternalIP', 'address': f'ip-{name}'}]},
        }
        if group == 'cp':
            self.members[name] = {'ID': 0xa000000000000000 + next(self.numbers), 'name': name, 'peerURLs': [f'p-{name}'], 'clientURLs': [f'c-{name}']}
            for component in (*COMPONENTS, 'etcd'):
                self.pod(f'{component}-{name}', name, flags=FLAGS.get(component, []))
        return self

    def pod(self, name, node, flags=(), ready=True, labels=()):
        self.pods[name] = {'metadata': {'name': name, 'labels': dict(labels)}, 'status': {'containerStatuses': [{'ready': ready}]},
                           'spec': {'nodeName': node, 'containers': [{'image': 'x', 'command': [name.rsplit('-', 1)[0]], 'args': list(flags)}]}}

    def mark(self, name):
        self.nodes[name]['metadata']['annotations']['ccm-migration/leaving'] = 'p-1'

    def lose(self, name):
        self.nodes[name]['status']['conditions'][0]['status'] = 'Unknown'
        for pod in self.pods.values():
            if pod['spec']['nodeName'] == name:
                pod['status']['containerStatuses'] = [{'ready': False}]
        if name in self.members:
            self.members[name]['down'] = True

    @property
    def making(self):
        return self.lock['metadata']['annotations'].get('ccm-migration/making')

    def said(self, word):
        return [call for call in self.calls if word in call]

    def side(self, side):
        return sorted(name for name, one in self.nodes.items() if one['status']['nodeInfo']['kubeletVersion'] == f'v{RELEASES[side]}')

    # Programs

    def ended(self, argv, stdin=None, statuses=(0,)):
        words = [str(word) for word in argv]
        line = ' '.join(words)
        if self.kill and self.kill in line:
            self.kill = ''
            raise KeyboardInterrupt(line)
        self.calls.append(line)
        if self.broken and self.broken in line:
            raise Failed(f'{line} ended with 1')
        if 'etcdctl' in words:
            status, text = self._etcdctl(words[words.index('etcdctl') + 2:])
        else:
            status, text = 0, getattr(self, f'_{words[0]}')(*words[1:]) or ''
        if status not in statuses:
            raise Failed(f'{line} ended with {status}')
        return types.SimpleNamespace(returncode=status, stdout=text, stderr='')

    def _make(self, group, side, _release, _role, _folder, count, token):
        """A machine for a token; where the group is of workers, for each node that is missing."""
        if token in self.machines:
            return
        missing = int(count) - len([name for name in self.side(side) if self.nodes[name]['metadata']['labels'].get('pool') == group])
        self.machines[token] = [f"{'m' if group == 'cp' else 'w'}{next(self.numbers)}" for _ in range(1 if group == 'cp' else missing)]
        for name in self.machines[token]:
            if self.joins:
                self.add(name, side, group, **({'providerID': ''} if self.nameless else {}))

    def _on(self, node, address):
        """What the script says that a node is asked by."""
        assert address == f'ip-{node}', address
        return ''.join(f'{line}\n' for unit, lines in self.units.get(node, {}).items() for line in (f'unit {unit}', *lines))

    def _end(self, node, *_):
        self.pods = {name: pod for name, pod in self.pods.items() if pod['spec']['nodeName'] != node}

    def _kubectl(self, verb, kind, *rest):
        if verb.startswith('--server='):
            return 'ok'
        if kind == '--raw':
            return '{"gitVersion": "v1.26.15"}'
        if verb == 'get':
            return json.dumps(self._got(kind, rest))
        if verb == 'patch':
            return self._patch(json.loads(rest[-1]))
        name = rest[0] if rest else kind
        if verb == 'delete' and not self.stuck:
            self.nodes.pop(name, None)
        elif verb in ('annotate', 'label'):
            place = self.nodes[name]['metadata'][f'{verb}s' if verb == 'label' else 'annotations']
            for word in rest[1:]:
                key, _, value = word.partition('=')
                place.pop(key.removesuffix('-'), None)
                if value:
                    place[key] = value
        elif verb == 'uncordon':
            self.nodes[kind]['spec'].pop('unschedulable', None)
        elif verb == 'drain':
            self.nodes[kind]['spec']['unschedulable'] = True
        return ''

    def _got(self, kind, rest):
        if kind == 'nodes':
            chosen = rest[rest.index('-l') + 1].partition('=') if '-l' in rest else ('', '', '')
            items = [one for one in self.nodes.values() if not chosen[0] or one['metadata']['labels'].get(chosen[0]) == chosen[2]]
        elif kind == 'pods':
            chosen = dict([rest[rest.index('-l') + 1].split('=')]) if '-l' in rest else {}
            items = [one for one in self.pods.values() if chosen.items() <= one['metadata']['labels'].items()]
        elif 'ccm-migration' in rest:
            return self.lock
        else:
            items = [{'metadata': {'name': name}, 'spec': {'holderIdentity': holder}} for name, holder in self.leases.items()]
        return {'items': items}

    def _patch(self, changes):
        test, [one] = changes[0], changes[1:]
        if test['value'] != self.lock['spec']['holderIdentity']:
            raise Failed('the test failed')
        key, notes = one['path'].split('/')[-1].replace('~1', '/'), self.lock['metadata']['annotations']
        if one['op'] == 'remove':
            del notes[key]
        else:
            notes[key] = one['value']

    def _etcdctl(self, words):
        verb = ' '.join(words[:2])
        if verb == 'member list':
            return 0, json.dumps({'members': list(self.members.values())}) if '--write-out=json' in words else 'x, started, x'
        if verb == 'endpoint health':
            if self.silent:
                self.silent -= 1
                return 1, ''
            rows = [{'endpoint': url, 'health': 'down' not in one} for one in self.members.values() for url in one.get('clientURLs', [])]
            return int(any(not row['health'] for row in rows)), json.dumps(rows)
        if verb == 'member remove':
            [name] = [name for name, one in self.members.items() if f"{one['ID']:x}" == words[2]]
            del self.members[name]
            return 0, ''
        return 0, self.alarms


def control_plane(n=3, plus=0, **more):
    """Nodes a, b, c, ... of version N, and x, y, z, ... of version N+1."""
    cluster = Cluster(**more)
    for name in 'abcd'[:n]:
        cluster.add(name)
    for name in 'xyz'[:plus]:
        cluster.add(name, 'n-plus-1')
    return cluster


def workers(n=4, plus=0, **more):
    cluster = Cluster(**more)
    for name in [f'o{number}' for number in range(1, n + 1)]:
        cluster.add(name, 'n', 'general')
    for name in [f'p{number}' for number in range(1, plus + 1)]:
        cluster.add(name, 'n-plus-1', 'general')
    return cluster
