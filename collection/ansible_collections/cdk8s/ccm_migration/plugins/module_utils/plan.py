"""The plan as data (plan.json): its steps, what each asks and does, and the state after it, by which a run finds how far the plan came."""
import functools
import json
import os

# Values of a thing about which nothing is known: nothing follows from what is found.
UNKNOWN = '?'
PARTS = ('before', 'run', 'proof', 'undo')
# Asked again of steps that are done: that processes run with their files.
PROCESS_CHECKS = ('kubelet-ready', 'kubelet-runs-release', 'process-runs')
# Of plan.json, which this collection carries out.
SCHEMA_VERSION = 2
# What they leave is a count of nodes.
COUNTED = ('make-node', 'choose-leaving')
LABELS = {'node/label': 'n-plus-1', 'node/unlabel': '-'}


class Plan:
    """A plan; steps are numbered from 1 here, which no file does."""

    @staticmethod
    def read(path):
        return _read(path, os.stat(path).st_mtime_ns)

    def __init__(self, data):
        self.data = data
        self.id = data['id']
        self.control_plane = data['controlPlane']
        self.workers = data['workers']
        # Groups whose nodes are replaced, by name: their nodes have no names here, they are asked when a step runs.
        self.groups = data.get('groups', {})
        self.steps = data['steps']

    def kind(self, number):
        return self.data['kinds'][self.steps[number - 1]['kind']]

    def node(self, number):
        return self.steps[number - 1].get('node')

    def title(self, number):
        title, ordinal = self.kind(number)['title'].replace('{node}', self.node(number) or ''), self.steps[number - 1].get('i')
        return title if ordinal is None else f'{title} ({ordinal} of {self._turns(number)})'

    def _turns(self, number):
        """How often it is done: once for each node of its group, or for each share of its workers."""
        action = next(one for one in self.kind(number)['run'] if 'group' in one)
        return action['rounds'] if 'rounds' in action else self.groups[action['group']]['count']

    @property
    def titles(self):
        return [self.title(number) for number in self.numbers]

    @property
    def numbers(self):
        return range(1, len(self.steps) + 1)

    @property
    def states_left(self):
        return list(dict.fromkeys(self.kind(number)['from'] for number in self.numbers))

    def does(self, verb):
        return any(action['do'] == verb for kind in self.data['kinds'].values() for action in kind['run'])

    @property
    def changes_nodes(self):
        """Whether nodes come to another release: an upgrade of the cloud-controller-manager alone leaves every kubelet as it is."""
        return 'ccmUpgrade' not in self.data

    @property
    def changes_in_place(self):
        return bool(self.control_plane or self.workers)

    @property
    def knows_control_plane(self):
        """Whether files of its nodes were handed in: without, a plan rolls a workload, and changes no node."""
        return bool(self.control_plane) or self.replaces_control_plane

    @property
    def replaces_control_plane(self):
        return any(group['role'] == 'control-plane' for group in self.groups.values())

    @functools.cached_property
    def shown(self):
        """
        Files whose texts may be shown: what the plan puts and nowhere puts with a password in it, and the configuration of the kubelet, which kubeadm
        writes. What is in a file that the plan removes is not known.
        """
        kinds = self.data['kinds'].values()
        put = [file for kind in kinds for file in kind['files'] if 'from' in file]
        besides = [path for kind in kinds for action in kind['run'] if action['do'] == 'upgrade-kubeadm' for path in action['besides']]
        return {file['path'] for file in put}.union(besides) - {file['path'] for file in put if file.get('secret')}

    @property
    def groups_have_units(self):
        """Whether control-plane nodes that come run units of systemd, which only they themselves know."""
        return any(row.get('units') for group in self.groups.values() for row in group['sides'].values())

    @property
    def upgrades_by_kubeadm(self):
        return self.does('upgrade-kubeadm')

    @property
    def upgrades_nodes(self):
        return self.does('node/upgrade-node')

    @property
    def drained(self):
        return self._nodes_with(lambda action: action['do'] == 'node/drain')

    @property
    def drained_unmanaged(self):
        return self._nodes_with(lambda action: action['do'] == 'node/drain' and 'deletes' in action)

    def _nodes_with(self, is_meant):
        kinds = {name for name, kind in self.data['kinds'].items() for part in PARTS if any(map(is_meant, kind[part]))}
        return list(dict.fromkeys(step['node'] for step in self.steps if step['kind'] in kinds))

    # Actions

    def actions(self, number, part):
        """What a part of a step asks and does, one after the other, each on one node or on none."""
        return [one for action in self.kind(number)[part] for one in self._expanded(number, action)]

    def _expanded(self, number, action):
        own = self.node(number)
        row = self.data['actions'][action['do']]
        for node in self._set(action['each'], own) if 'each' in action else [own]:
            yield {'says': row['says'], **self._given(number, action, node), **({} if node is None else {'node': node})}

    def _given(self, number, action, node):
        given = {key: value for key, value in action.items() if key != 'each'}
        verb = given['do']
        if 'nodes' in given:
            given['groups'] = self._groups_of(given['nodes'])
            given['nodes'] = self._set(given['nodes'], node)
        if 'until' in given:
            given['until'] = self._until(number, action)
        if 'round' in given:
            # On the way back, the last share is the first.
            ordinal = self.steps[number - 1]['i']
            given['round'] = {'i': ordinal, 'left+1': given['rounds'] - ordinal + 1}[given['round']]
        if verb == 'answers' and 'pod' in given:
            given['pod'] = pod_on(given['pod'], node)
        if verb in ('put-files', 'upgrade-kubeadm', 'files-are', 'take-back'):
            given['files'] = [self._row(number, path, given) for path in given.pop('paths')]
        if verb == 'upgrade-kubeadm':
            given['besides'] = [{'path': path} for path in given['besides']]
        return given

    def _row(self, number, path, given):
        """What an action has to know of a file of its step."""
        after, *before = self.steps[number - 1]['sums'][path]
        verb = given['do']
        if verb == 'files-are':
            allowed = {'after': [after], 'absent-or-after': ['-', after]}.get(given.get('are'), [*before, after])
            return {'path': path, 'sums': list(dict.fromkeys(allowed))}
        others = [one for one in before if one not in (after, '-')]
        if verb == 'take-back':
            return {'path': path, 'sum': after, **({'before': others} if path in given.get('byKubeadm', []) else {})}
        file = next(one for one in self.kind(number)['files'] if one['path'] == path)
        kept = {'kept': True} if given.get('kept') else {}
        row = {**file, 'source': f"{file['from']}/{self.node(number)}{path}", 'sha256': before[0] if file.get('undo') else after, **kept}
        if verb == 'upgrade-kubeadm':
            row['before'] = [one for one in before if one != after]
        return row

    def _until(self, number, action):
        """How many nodes of a side there are to be: the number of the step, or what that leaves of the count of the group."""
        ordinal, count = self.steps[number - 1]['i'], self.groups[action['group']]['count']
        return {'i': ordinal, 'i-1': ordinal - 1, 'left': count - ordinal, 'left+1': count - ordinal + 1}[action['until']]

    def _groups_of(self, nodes):
        """Groups whose nodes are replaced, and are meant by a word: their nodes are asked when it is done."""
        roles = {'control-plane': ('control-plane',), 'workers': ('worker',), 'all': ('control-plane', 'worker')}
        meant = roles.get(nodes, ()) if isinstance(nodes, str) else ()
        return [name for name, group in self.groups.items() if group['role'] in meant]

    def _set(self, nodes, own):
        """Names of the nodes that are meant."""
        known = {
            'self': [own], 'others': [one for one in self.control_plane if one != own], 'control-plane': self.control_plane,
            'workers': self.workers, 'all': self.control_plane + self.workers,
        }
        return known[nodes] if isinstance(nodes, str) else nodes

    def written(self, number):
        """Files that a step leaves on its node."""
        paths = [path for action in self.kind(number)['run'] if action['do'] in ('put-files', 'remove-files', 'restore-files')
                 for path in action['paths']]
        sums = self.steps[number - 1].get('sums', {})
        return [{'path': path, 'sum': sums[path][0] or 'unknown'} for path in dict.fromkeys(paths) if path in sums]

    # What is seen of a plan

    def _left(self, number):
        """Things that an action of a step leaves, with their values; what is not known comes last: whatever it was, the step was begun."""
        known, unknown = [], []
        step = self.steps[number - 1]
        for action in self.kind(number)['run']:
            verb, own = action['do'], step.get('node')
            if verb in ('put-files', 'remove-files', 'restore-files'):
                sums = step.get('sums', {})
                known += [(('file', own, path), sums[path][0]) for path in action['paths'] if path in sums and sums[path][0] is not None]
            elif verb == 'upgrade-kubeadm':
                unknown += [(('file', own, path), UNKNOWN) for path in action['besides']]
            elif verb in LABELS:
                known += [(('label', node), LABELS[verb]) for node in self._set(action.get('each', 'self'), own)]
            elif verb == 'objects/apply-file':
                known += [(('object', one), 'there') for one in action['objects']]
                if 'rolls' in action:
                    known.append((('image', action['rolls']), action['image']))
            elif verb == 'objects/delete-object':
                words = (action['kind'], action.get('namespace') or '-', action['name'], *([action['cluster']] if 'cluster' in action else []))
                known.append((('object', ' '.join(words)), '-'))
            elif verb in COUNTED:
                known.append((('group', action['group'], action['side']), str(self._until(number, action))))
        return known + unknown

    @functools.cached_property
    def _seen(self):
        """
        Values that things may have on the way, and the numbers of the steps that alone can have left one: a value tells that a step was begun if the
        thing has it after this step, and had it neither when the plan began nor after an earlier step.
        """
        start = self.data['start']
        values = {('file', node, path): set(sums or [UNKNOWN]) for node, files in start['nodes'].items() for path, sums in files.items()}
        labels = {'mixed': {'-', 'n-plus-1'}, 'n-plus-1': {'n-plus-1'}}.get(self.data['from'], {'-'})
        values.update({('label', node): set(labels) for node in self.control_plane + self.workers})
        for group, sides in start.get('groups', {}).items():
            values.update({('group', group, side): set(map(str, counts or [UNKNOWN])) for side, counts in sides.items()})
        values.update({('image', workload): {image} for workload, image in start.get('images', {}).items()})
        left = {number: self._left(number) for number in self.numbers}
        objects = dict.fromkeys(thing for of_step in left.values() for thing, _ in of_step if thing[0] == 'object')
        values.update({thing: {'there' if thing[1] in start['objects'] else '-'} for thing in objects})
        evidence = {}
        for number, of_step in left.items():
            for thing, value in of_step:
                had = values.setdefault(thing, set())
                if value != UNKNOWN and had and UNKNOWN not in had and value not in had:
                    evidence[thing, value] = number
                had.add(value)
        return values, evidence

    @property
    def objects(self):
        """Objects that are looked for: kind, namespace or `-`, name, and where they are, if not in the cluster that is served."""
        return [thing[1].split(' ') for thing in self._seen[0] if thing[0] == 'object']

    @property
    def images(self):
        """Images that each workload which several steps roll may have on the way."""
        return {thing[1]: images for thing, images in self._seen[0].items() if thing[0] == 'image'}

    @property
    def releases(self):
        """Of Kubernetes, which the cluster may be of on the way."""
        return list(dict.fromkeys([*self.data['releases'], *(release for hop in self._hops for release in hop['apiServers'])]))

    @property
    def is_chain(self):
        """Whether the API servers are upgraded meanwhile, by the operator."""
        return bool(self._hops)

    @property
    def _hops(self):
        return self.data.get('ccmUpgrade', {}).get('hops', [])

    def node_values(self, node):
        """Sums that each file of a node may have on the way; none: not known."""
        return {thing[2]: [] if UNKNOWN in sums else sorted(sums) for thing, sums in self._seen[0].items() if thing[:2] == ('file', node)}

    def start_values(self, node):
        return self.data['start']['nodes'].get(node, {})

    def programs_read(self, node):
        """The program that reads a file of the node at its start, by path."""
        checks = [action for number in self.numbers if self.node(number) == node for part in PARTS for action in self.kind(number)[part]
                  if action['do'] == 'process-runs']
        return {path: check['component'] for check in checks for path in check['files']}

    def numbers_seen(self, values):
        """Numbers of the steps that alone can have left what is seen: values by thing, each with what was seen."""
        evidence = self._seen[1]
        return {(thing, value): evidence[thing, value] for thing, value in values.items() if (thing, value) in evidence}

    def seen_after(self, last, lost=()):
        """The number that is the highest of those seen once every step until `last` is done; nodes that are `lost` show nothing."""
        values = {thing: value for number in self.numbers if number <= last for thing, value in self._left(number)
                  if not (thing[0] in ('file', 'label') and thing[1] in lost)}
        return max(self.numbers_seen(values).values(), default=0)

    @property
    def evident(self):
        return sorted(set(self._seen[1].values()))

    def first_evident_on_nodes(self):
        return min((number for (thing, _), number in self._seen[1].items() if thing[0] != 'object'), default=len(self.steps) + 1)

    def reach(self, reached):
        """How far the way back reaches: what leaves nothing to see may have been done, and the step after it may be half taken back."""
        return next((number for number in self.evident if number > reached), len(self.steps))

    # Order

    @functools.cached_property
    def worker_numbers(self):
        """Steps of workers that change together, which follow each other."""
        numbers = [number for number in self.numbers if 'group' in self.kind(number)]
        if numbers and numbers[-1] - numbers[0] + 1 != len(numbers):
            raise ValueError('the steps of workers do not follow each other')
        return numbers

    def next_on_node(self, number):
        """Number of the next step that changes the node of this one; one more than the last if there is none."""
        node = self.node(number)
        return next((later for later in self.numbers if later > number and self.node(later) == node and self._changes(later)), len(self.steps) + 1)

    def _changes(self, number):
        return any(action['do'] not in LABELS and (action['do'].startswith('node/') or self.data['actions'][action['do']]['on'] == 'node')
                   for action in self.kind(number)['run'])

    def there(self, reached):
        """What is done on the way there, in order, as `(what, number)`: `take` a step, `prove` again what was done before, `compare` the Services."""
        for number in self.numbers:
            kind = self.kind(number)
            if reached < self.next_on_node(number) if 'group' in kind else number >= reached:
                yield 'take', number
            elif self.proofs_again(number, reached):
                yield 'prove', number
            if number < len(self.steps) and self.kind(number + 1)['to'] != kind['to'] and reached <= number:
                yield 'compare', number

    def proofs_again(self, number, reached):
        """Proofs of a step that is done: of gates until the next state is reached, and that processes run with their files."""
        kind, proofs = self.kind(number), self.actions(number, 'proof')
        if 'group' in kind:
            return []
        if not kind['run'] and all(self.data['actions'][one['do']].get('anyTime') for one in proofs):
            last = max(other for other in self.numbers if self.kind(other)['to'] == kind['to'])
            return proofs if reached <= last else []
        return [one for one in proofs if one['do'] in PROCESS_CHECKS] if reached < self.next_on_node(number) else []

    def _first_of_group(self, number):
        """Number of the first step of the workers that change together with that of this one: where it was begun, each of theirs may have been."""
        group = self.kind(number).get('group')
        return next((other for other in self.worker_numbers if self.kind(other)['group'] == group), number) if group else number

    def back(self, reached):
        """What is done on the way back, in order: `take_back` a step, `compare` the Services where a state is left."""
        reach = self.reach(reached)
        for number in reversed(self.numbers):
            if self._first_of_group(number) <= reach and self.kind(number)['undo']:
                yield 'take_back', number
            if number > 1 and self.kind(number - 1)['to'] != self.kind(number)['to'] and number <= reach:
                yield 'compare', number


@functools.lru_cache(maxsize=2)
def _read(path, _):
    with open(path, encoding='utf-8') as file:
        return Plan(json.load(file))


def pod_on(pod, node):
    """Selectors of one pod of a node: by its name, which the kubelet ends with the name of the node, or by its labels."""
    fields = f"metadata.name={pod['mirrorOf']}-{node}" if 'mirrorOf' in pod else f'spec.nodeName={node}'
    return {'namespace': pod['namespace'], 'fields': fields, **({'labels': pod['labels']} if 'labels' in pod else {})}


def batches(hosts, group_of, share):
    """Sizes of the shares in which hosts change, group by group: a number, a percentage, or a list of these whose last one goes on."""
    sizes = []
    groups = {}
    for host in hosts:
        groups.setdefault(group_of(host), []).append(host)
    for members in groups.values():
        shares, left = (share if isinstance(share, list) else [share])[:], len(members)
        while left > 0:
            one = shares.pop(0) if len(shares) > 1 else shares[0]
            size = int(int(str(one)[:-1]) / 100 * len(members)) if str(one).endswith('%') else int(one)
            sizes.append(min(max(size, 1), left))
            left -= sizes[-1]
    return sizes
