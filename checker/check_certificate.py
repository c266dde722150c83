#!/usr/bin/env python3
"""Checks certificates of `ccm-migration verify --certificate`. Nothing that they conclude is trusted: what a process does is computed again from its
flags, its configuration file and the rows of facts.json, each of which names its source, and then both promises are decided again."""
import argparse, hashlib, ipaddress, itertools, json, os, re, sys

KCM, CCM, BOOL = 'kube-controller-manager', 'cloud-controller-manager', {'true': True, 'false': False}
IN_TREE, CLOUD = ('service', 'route', 'cloud-node-lifecycle'), ('service', 'route', 'cloud-node-lifecycle', 'cloud-node', 'nodeipam')
MIGRATION_GATE, CLOUD_GATE, DUAL_STACK_GATE = 'ControllerManagerLeaderMigration', 'DisableCloudProviders', 'IPv6DualStack'
ELEMENTS = {'endpointsleases': ['endpoints', 'leases'], 'configmapsleases': ['configmaps', 'leases']}  # held both at once
ABSENT, EXCLUDED = ('absent', 'never', False), ('excluded', 'never', False)

class Untrue(Exception): pass
def need(true, said):
    if not true: raise Untrue(said)
def covers(row, minor): return int(row['from'].split('.')[1]) <= minor <= int(row['to'].split('.')[1])
def locks(kind, namespace, name): return frozenset(f'{one}/{namespace}/{name}' for one in ELEMENTS.get(kind, [kind]))
def union(sets): return frozenset().union(*sets)
def valid_cidrs(text):  # one, or one of each family
    try: families = [ipaddress.ip_network(one, strict=False).version for one in text.strip().split(',')]
    except ValueError: return False
    return len(families) == len(set(families)) and re.fullmatch(r'[^/]+/\d+(,[^/]+/\d+)?', text.strip()) is not None

class Process:  # what one process does, read as its release reads its flags
    def __init__(self, said, facts):
        self.id, self.component, self.flags, self.facts = said['id'], said['component'], said['flags'], facts
        release = re.fullmatch(r'1\.(\d+)(\.\d+)?', said['release'])
        need(release and self.component in (KCM, CCM) and said['copies'] in ('one', 'many'), f'{self.id}: release, component or copies')
        need(set(self.flags) <= {row['flag'] for row in facts['flags']}, f'{self.id}: flags that no fact is about')
        self.minor, self.many, self.kcm = int(release[1]), said['copies'] == 'many', self.component == KCM
        constants, flag = facts['constants'], self.flags.get
        rows = [row for row in facts['controllers'] if row['component'] == self.component and covers(row, self.minor) and not row['sample']]
        self.keys = {row['controller']: row['key'] for row in rows} | ({} if self.kcm else {name: name for name in constants['providerControllers']})
        self.off = {row['key'] for row in facts['controllers'] if row['offByDefault']}
        # What ends it before it holds anything: unknown controllers, flags and gates.
        names = {name: row['key'] for row in rows for name in (row['key'], *row['aliases'])} | {key: key for key in self.keys.values()} | {'*': '*'}
        items = [item.partition('-')[::2] if item.startswith('-') else (item, '') for item in flag('controllers', '*').split(',')]
        self.items = [(name == '', names.get(name or off, name or off)) for name, off in items]  # (whether it is switched off, key)
        ends = any((name or off) not in names or off == '*' for name, off in items)
        flag_rows = [row for row in facts['flags'] if row['component'] == self.component]
        unknown = set(self.flags) - {row['flag'] for row in flag_rows if covers(row, self.minor)}
        if not self.kcm: unknown &= {row['flag'] for row in flag_rows}  # a provider registers others
        self.gates = {name: BOOL[on] for name, on in (item.split('=') for item in flag('feature-gates', '').split(',') if item)}
        set_gates = [(self.gate(gate), self.gates[gate]) for gate in (MIGRATION_GATE, *[CLOUD_GATE] * self.kcm) if gate in self.gates]
        ends |= any(row is None or (row['locked'] and row['default'] != value) for row, value in set_gates)
        # Its locks, and who runs what under the migration lock.
        elects, namespace = self.yes('leader-elect', True), flag('leader-elect-resource-namespace', constants['lockNamespace'])
        kind, name = flag('leader-elect-resource-lock', 'leases'), flag('leader-elect-resource-name', constants['mainLockNames'][self.component])
        broken, listed, kind_and_name = self.configuration(said['configuration'])
        ends |= broken or unknown != set() or (elects and kind not in self.at('mainLockKinds'))
        on = elects and listed is not None
        self.listed = listed if on else {}
        tokens = self.at('tokenController') if self.kcm else {'mustBeEnabled': False, 'crashesWithoutKey': False}
        waits = tokens['mustBeEnabled'] and not self.enables(self.keys.get('serviceaccount-token'))
        crashes = not waits and tokens['crashesWithoutKey'] and flag('service-account-private-key-file', '') == ''
        # Its cloud.
        provider = flag('cloud-provider', '')
        self.external, in_tree = self.kcm and provider == 'external', self.kcm and provider not in ('', 'external')
        refused = in_tree and (provider not in self.at('inTreeClouds') or self.is_on(CLOUD_GATE)) and self.at('inTreeCloudRefused')
        ends |= refused == 'flag-validation' or (not self.kcm and provider in ('', 'external'))
        self.in_tree = in_tree and self.at('underExternal')['runsInTree']
        without = constants['inTreeCloudsWithoutRoutes'] if self.kcm else []
        self.routes = provider not in without and (provider in constants['cloudsWithRoutes'] or flag('cluster-cidr', '') != '')
        # Its controllers: whether each is enabled, the lock under which it is started, and whether starting it ends the process.
        self.states = {name: self.cloud_state(name) for name in self.keys if name in CLOUD}
        named = {key for _, key in self.items} | set(self.listed if self.kcm else [])
        self.states |= {name: self.state(key) for name, key in self.keys.items() if name not in CLOUD and key in named}
        if self.kcm: self.states[constants['otherControllers']] = ('enabled', 'main', False) if (False, '*') in self.items else EXCLUDED
        breaking = {under for _, under, breaks in self.states.values() if breaks}
        fatal = on and (crashes or (not waits and kind_and_name[0] not in self.at('migrationLockKinds')['working']))
        self.starts = not ends and not refused
        self.fate = 'fails' if ends else 'dies of main' if refused or fatal or 'main' in breaking else \
            'dies of migration' if 'migration' in breaking and not waits else 'runs'
        self.main = locks(kind, namespace, name) if elects and not ends else frozenset()
        self.migration = locks(kind_and_name[0], namespace, kind_and_name[1]) if on and not waits and not crashes and not ends else None
        self.bids = self.migration is not None and self.fate != 'dies of main'
    def at(self, table):
        return [row['value'] for row in self.facts['tables'][table] if covers(row, self.minor)][0]
    def yes(self, flag, default): return BOOL[self.flags[flag]] if flag in self.flags else default
    def gate(self, name): return next((row for row in self.facts['gates'] if row['gate'] == name and covers(row, self.minor)), None)
    def is_on(self, name):
        row = self.gate(name)
        return row is not None and self.gates.get(name, self.gates.get('All' + row['stage'], row['default']))
    def enables(self, key):  # the first item that names it decides; without one, `*` does
        return next((not off for off, name in self.items if name == key), (False, '*') in self.items and key not in self.off)
    def configuration(self, file):  # whether it ends the process; under which lock it has what it lists; kind and name of the lock
        api, none = self.at('configurationFile'), (True, None, None)
        if api is None or not self.yes('enable-leader-migration', False): return False, None, None
        if self.gate(MIGRATION_GATE) and not self.is_on(MIGRATION_GATE): return none
        if self.flags.get('leader-migration-config', '') == '':
            built_in = self.at('builtInConfiguration')
            return (False, dict.fromkeys(built_in['names'], 'migration'), ('leases', built_in['leaderName'])) if built_in else none
        version = file and file['apiVersion'].removeprefix('controllermanager.config.k8s.io/')
        if file is None or version not in api['versions'] or '' in (file['leaderName'], *itertools.chain(
                *((one['name'], one['component']) for one in file['controllerLeaders']))): return none
        has_kind = version in api['resourceLockIn']
        kind = file.get('resourceLock', '') if has_kind else 'leases'
        if kind not in self.at('migrationLockKinds')['accepted'] or (api['strict'] and not has_kind and 'resourceLock' in file): return none
        mine = [self.component, *(['*'] if api['wildcard'] else [])]
        return False, {one['name']: ('never', 'migration')[one['component'] in mine] for one in file['controllerLeaders']}, (kind, file['leaderName'])
    def state(self, key, breaks=False):
        if not self.enables(key): return EXCLUDED
        return 'enabled', 'main' if key == self.keys.get('serviceaccount-token') else self.listed.get(key, 'main'), breaks
    def cloud_state(self, name):
        if self.kcm and name in IN_TREE and not self.in_tree: return ABSENT
        on = {'allocate-node-cidrs': self.yes('allocate-node-cidrs', False), 'configure-cloud-routes': self.yes('configure-cloud-routes', True)}
        gate = self.at(f'routeController of {self.component}') if name == 'route' else {'flags': ['allocate-node-cidrs'] * (name == 'nodeipam')}
        if gate is None or not all(on[flag] for flag in gate['flags']) or (name == 'route' and not self.routes): return ABSENT
        workers = [row['flag'] for row in self.facts['workers'] if row['controller'] == name and self.component in row['components']]
        if any(int(self.flags.get(flag, '1')) <= 0 for flag in workers): return 'without worker', 'never', False
        cidr = self.flags.get('cluster-cidr', '')
        bad = not valid_cidrs(cidr) or (',' in cidr and self.gate(DUAL_STACK_GATE) and not self.is_on(DUAL_STACK_GATE))
        return self.state(self.keys[name], name in ('route', 'nodeipam') and bool(bad))
    def controller(self, name):
        key = self.keys.get(name) if self.kcm and name not in CLOUD else None
        other = ABSENT if key is None else EXCLUDED if key in self.off else self.states[self.facts['constants']['otherControllers']]
        return self.states.get(name, other)
    def to_run(self, name):  # the locks under which it can run a controller; None: it cannot
        _, under, breaks = self.controller(name)
        if not self.starts or breaks or under == 'never' or (under == 'migration' and not self.bids): return None
        return self.main if under == 'main' else self.main | self.migration
    def runs(self, name):  # whether it runs a controller once it holds all that it waits for, and lasts
        return self.fate == 'runs' and (self.controller(name)[1] == 'main' or (self.controller(name)[1] == 'migration' and self.bids))

def check_case(case, facts):
    processes, constants = {said['id']: Process(said, facts) for said in case['processes']}, facts['constants']
    everything, kinds = list(processes.values()), case['kinds']
    names = sorted({name for one in everything for name in one.states})
    of_kinds = {name for kind in kinds for name in kind['processes']}
    need(of_kinds | {workload['process'] for workload in case['workloads']} == set(processes), 'the processes of the kinds and workloads are others')
    need(all(processes[name].many for name in of_kinds), 'a kind stands for any number of nodes')
    need(everything and len(everything) == len(case['processes']), 'no process, or one twice')
    for said, one in zip(case['processes'], everything):
        runs = {name: sorted(one.to_run(name)) for name in names if one.to_run(name) is not None}
        need(said['runs'] == runs, f'{one.id} does not run what it is said to run')
        need([said['mainLock'], said['migrationLock']] == [sorted(one.main), one.migration and sorted(one.migration)], f'{one.id} has other locks')
    # Exclusivity: two processes that can run a controller have a lock in common.
    said = {tuple(pair['processes']): pair['locks'] for pair in case['exclusivity']}
    for first, second in itertools.combinations_with_replacement(everything, 2):
        both = [name for name in names if None not in (first.to_run(name), second.to_run(name)) and (first is not second or first.many)]
        claimed = said.pop((first.id, second.id), {})
        need(sorted(claimed) == both, f'{first.id} and {second.id} have other controllers in common')
        for name in both: need(claimed[name] in first.to_run(name) & second.to_run(name), f'{first.id}, {second.id}: no such lock for {name}')
    need(not said, f'{list(said)}: no such pairs')
    # Liveness. The ranking: no main lock is a migration lock, so a process that holds a lock waits only for one of the second rank, whose holder
    # waits for none; and where a process waits for its main lock, one holds it whose main lock has an object in common with it.
    ranking, migrations = case['liveness']['ranking'], union(one.migration or frozenset() for one in everything)
    reserved = union(locks('leases', constants['lockNamespace'], name) for name in constants['reservedLockNames'])
    need(ranking == [sorted(union(one.main for one in everything)), sorted(migrations)], 'the ranking has other locks')
    need(not migrations & reserved.union(ranking[0]), 'a migration lock is a main lock')
    whole = frozenset(kind['name'] for kind in kinds)
    need(len(whole) == len(kinds), 'a kind twice')
    def present(some):  # in a mix of these kinds
        return [processes[name] for name in {name for kind in kinds if kind['name'] in some for name in kind['processes']} | {
            workload['process'] for workload in case['workloads'] if 'onlyOn' not in workload or set(workload['onlyOn']) & some}]
    def external(some): return case['external'] or any([kind['external'] for kind in kinds if kind['name'] in some] + [p.external for p in present(some)])
    enabled = {name for name in names if any(one.controller(name)[0] in ('enabled', 'without worker') for one in everything)}
    of_kcm = {row['controller'] for row in facts['controllers'] if row['component'] == KCM} | {constants['otherControllers']}
    always = (enabled & of_kcm) | ({'service', 'cloud-node-lifecycle'} if external(whole) or any(one.external for one in everything) else set())
    # A controller is required in the mixes that have one of these kinds; where nodes are of no kind, in the one mix that there is.
    starts = [frozenset({kind}) for kind in sorted(whole)] or [frozenset()]
    required = {name: [start for start in starts if name in always or external(start)] for name in always | enabled | {'cloud-node'}}
    need(set(case['liveness']['controllers']) == {name for name, some in required.items() if some}, 'other controllers are required')
    for name, reasons in case['liveness']['controllers'].items():
        reasons = [(frozenset(one['kinds']), frozenset(one['unless']), one['process'], one['runners']) for one in reasons]
        for some, unless, process, runners in reasons:
            need(some | unless <= whole and not some & unless, f'{name}: {sorted(some)}, {sorted(unless)} are no kinds, or both')
            first, there = processes[process], [one for one in present(whole - unless) if one.fate != 'fails']
            need(first in present(some) and process in runners, f'{name}: {process} is not in every mix with {sorted(some)}, or no runner')
            need(set(runners) <= {one.id for one in there if one.runs(name)}, f'{name}: one of {runners} does not run it')
            for one in there:  # its main lock is held by it or by one that shares it; that one has its migration lock, or one of another main lock has
                if one is not first and not one.main & first.main: continue
                under = one.bids and one.controller(name)[1] == 'migration'
                others = [other for other in there if under and other.bids and other.migration & one.migration and not other.main & one.main]
                for runner in (one, *others): need(runner.id in runners, f'{name}: {runner.id} can hold the locks in place of {process}')
        def covered(mix):  # each mix that has these kinds is one of a reason
            return any(some <= mix and not unless & mix and all(covered(mix | {kind}) for kind in unless) for some, unless, *_ in reasons)
        for start in required[name]: need(covered(start), f'{name}: no reason for some mixes with {sorted(start)}')

def check(certificate, facts):
    stated, text = certificate.pop('sum'), json.dumps(certificate, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
    need(certificate['schemaVersion'] == 1 and hashlib.sha256(text.encode()).hexdigest() == stated, 'its schemaVersion or its sum is another')
    need(certificate['facts']['sha256'] == hashlib.sha256(facts).hexdigest() and certificate['cases'], 'it has other facts, or no case')
    for case in certificate['cases']: check_case(case, json.loads(facts))

def main():
    parser = argparse.ArgumentParser(description='Checks certificates; exit code 1: one of them is not true.')
    parser.add_argument('certificate', nargs='+')
    parser.add_argument('--facts', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), 'facts.json'), help='default: %(default)s')
    flags, code = parser.parse_args(), 0
    with open(flags.facts, 'rb') as file: facts = file.read()
    for path in flags.certificate:
        try:
            with open(path, encoding='utf8') as file: check(json.load(file), facts)
            print(f'{path}: true')
        except (Untrue, OSError, ValueError, LookupError, TypeError, AttributeError) as error:  # what it lacks is untrue too
            code = 1
            print(f'{path}: false: {error if isinstance(error, Untrue) else f"it is no certificate: {error!r}"}')
    return code

if __name__ == '__main__': sys.exit(main())
