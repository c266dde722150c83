#!/usr/bin/env python3
"""Checks certificates of `ccm-migration verify --certificate`. Nothing that they conclude is
trusted: what a process does is computed again from its flags, its configuration file and the rows
of facts.json, each of which names its source, and then both promises are decided again."""
import argparse, hashlib, ipaddress, itertools, json, os, re, sys

KCM, CCM = 'kube-controller-manager', 'cloud-controller-manager'
BOOL, IN_TREE = {'true': True, 'false': False}, ('service', 'route', 'cloud-node-lifecycle')
CLOUD = (*IN_TREE, 'cloud-node', 'nodeipam')
MIGRATION_GATE, CLOUD_GATE = 'ControllerManagerLeaderMigration', 'DisableCloudProviders'
DUAL_STACK_GATE = 'IPv6DualStack'
HELD_TOGETHER = {f'{kind}leases': [kind, 'leases'] for kind in ('endpoints', 'configmaps')}
ABSENT, EXCLUDED = ('absent', 'never', False), ('excluded', 'never', False)
class Untrue(Exception): pass
FAULTS = (Untrue, OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
def need(true, said):
    if not true: raise Untrue(said)
def covers(row, minor): return int(row['from'][2:]) <= minor <= int(row['to'][2:])
def locks(kind, namespace, name):
    return frozenset(f'{one}/{namespace}/{name}' for one in HELD_TOGETHER.get(kind, [kind]))
def union(sets): return frozenset().union(*sets)
def sha256(data): return hashlib.sha256(data).hexdigest()
def valid_cidrs(text):  # one, or one of each family
    items = text.strip().split(',')
    try: families = {ipaddress.ip_network(one, strict=False).version for one in items}
    except ValueError: return False
    return len(families) == len(items) and all(re.fullmatch(r'[^/]+/\d+', one) for one in items)
def printable(text): return ''.join(one if one.isprintable() else '?' for one in str(text))

class Process:  # what one process does, read as its release reads its flags
    def __init__(self, said, facts):
        self.id, self.component, self.flags = said['id'], said['component'], said['flags']
        self.facts, self.constants = facts, facts['constants']
        release = re.fullmatch(r'1\.(\d{1,3})(\.\d{1,4})?', said['release'])
        need(release and self.component in (KCM, CCM) and said['copies'] in ('one', 'many'),
             f'{self.id}: release, component or copies')
        about, file = {row['flag'] for row in facts['flags']}, said['configuration']
        need(set(self.flags) <= about, f'{self.id}: flags that no fact is about')
        leaders = [] if file is None else [file, *file['controllerLeaders']]
        texts = [value for one in (self.flags, *leaders) for value in one.values()]
        need({*map(type, texts)} <= {str, list}, f'{self.id}: a value that is no text')
        self.minor, self.many = int(release[1]), said['copies'] == 'many'
        self.kcm = self.component == KCM
        # Its controllers: keys by their names, and of each item of --controllers whether it is
        # switched off, and its key.
        rows = [row for row in facts['controllers'] if row['component'] == self.component
                and covers(row, self.minor) and not row['sample']]
        self.keys = {row['controller']: row['key'] for row in rows}
        if not self.kcm: self.keys |= {name: name for name in self.constants['providerControllers']}
        self.off = {row['key'] for row in facts['controllers'] if row['offByDefault']}
        names = {name: row['key'] for row in rows for name in (row['key'], *row['aliases'])}
        names |= {key: key for key in self.keys.values()} | {'*': '*'}
        items = [item.partition('-')[::2] if item.startswith('-') else (item, '')
                 for item in self.text('controllers', '*').split(',')]
        self.items = [(on == '', names.get(on or off, on or off)) for on, off in items]
        ends = any((on or off) not in names or off == '*' for on, off in items)
        ends |= self.has_unknown_flag()
        # Values that end a process wherever they stand: gates and numbers.
        gates = (item.split('=') for item in self.text('feature-gates').split(',') if item)
        self.gates = {name: BOOL[value] for name, value in gates}
        ends |= any(self.is_refused(name, value) for name, value in self.gates.items())
        numbers = [self.text(row['flag'], '1') for row in facts['workers']]
        need(all(re.fullmatch(r'[-+]?\d{1,9}', one) for one in numbers), f'{self.id}: no number')
        # Its locks, and who runs what under the migration lock.
        elects = self.yes('leader-elect', True)
        namespace = self.text('leader-elect-resource-namespace', self.constants['lockNamespace'])
        kind = self.text('leader-elect-resource-lock', 'leases')
        own = self.constants['mainLockNames'][self.component]
        name = self.text('leader-elect-resource-name', own)
        broken, listed, kind_and_name = self.configuration(file)
        ends |= broken or (elects and (kind not in self.at('mainLockKinds')
                                       or '' in (namespace, name)))
        on, self.listed = elects and listed is not None, (elects and listed) or {}
        none = {'mustBeEnabled': False, 'crashesWithoutKey': False}
        tokens = self.at('tokenController') if self.kcm else none
        waits = tokens['mustBeEnabled'] and not self.enables(self.keys.get('serviceaccount-token'))
        has_key = self.text('service-account-private-key-file') != ''
        crashes = not waits and tokens['crashesWithoutKey'] and not has_key
        # Its cloud.
        provider = self.text('cloud-provider')
        names_cloud = provider not in ('', 'external')
        self.external, in_tree = self.kcm and provider == 'external', self.kcm and names_cloud
        refused = in_tree and (provider not in self.at('inTreeClouds')
                               or self.is_on(CLOUD_GATE)) and self.at('inTreeCloudRefused')
        ends |= refused == 'flag-validation' or (not self.kcm and not names_cloud)
        self.in_tree = in_tree and self.at('underExternal')['runsInTree']
        self.cloud = self.constants['sameClouds'].get(provider, provider) if names_cloud else None
        if provider in self.constants['providersOfNoCloud']: self.cloud = None
        without = self.constants['inTreeCloudsWithoutRoutes'] if self.kcm else []
        self.routes = provider not in without and (
            provider in self.constants['cloudsWithRoutes'] or self.text('cluster-cidr') != '')
        # Of each controller: whether it has it, under which lock, and whether starting it ends it.
        self.states = {name: self.cloud_state(name) for name in self.keys if name in CLOUD}
        named = {key for _, key in self.items} | set(self.listed if self.kcm else [])
        self.states |= {name: self.state(key) for name, key in self.keys.items()
                        if name not in CLOUD and key in named}
        others = ('enabled', 'main', False) if (False, '*') in self.items else EXCLUDED
        if self.kcm: self.states[self.constants['otherControllers']] = others
        breaking = {under for _, under, breaks in self.states.values() if breaks}
        fatal = on and (crashes or (not waits and kind_and_name[0] not in
                                    self.at('migrationLockKinds')['working']))
        self.starts = not ends and not refused
        self.fate = 'fails' if ends else \
            'dies of main' if refused or fatal or 'main' in breaking else \
            'dies of migration' if 'migration' in breaking and not waits else 'runs'
        self.main = locks(kind, namespace, name) if elects and not ends else frozenset()
        bids = on and not waits and not crashes and not ends
        self.migration = locks(kind_and_name[0], namespace, kind_and_name[1]) if bids else None
        self.bids = self.migration is not None and self.fate != 'dies of main'
    def text(self, flag, default=''): return self.flags.get(flag, default)
    def yes(self, flag, default): return BOOL[self.flags[flag]] if flag in self.flags else default
    def at(self, table):
        return [row['value'] for row in self.facts['tables'][table] if covers(row, self.minor)][0]
    def has_unknown_flag(self):
        rows = [row for row in self.facts['flags'] if row['component'] == self.component]
        unknown = set(self.flags) - {row['flag'] for row in rows if covers(row, self.minor)}
        if not self.kcm: unknown &= {row['flag'] for row in rows}  # a provider registers others
        return unknown != set()
    def gate(self, name):
        rows = (row for row in self.facts['gates'] if row['gate'] == name)
        return next((row for row in rows if covers(row, self.minor)), None)
    def is_refused(self, name, value):  # the release does not have the gate, or has locked it
        row = self.gate(name)
        if name in ('AllAlpha', 'AllBeta'): row = {'default': False, 'locked': False}
        if row is None or row['default'] == value: return row is None
        judged = name in (MIGRATION_GATE, CLOUD_GATE) or row['locked']
        known = judged or not self.at('gatesDependOnOthers')
        need(known, f'{self.id}: whether it starts with the gate {name} is not known')
        return row['locked']
    def is_on(self, name):
        gates, row = self.gates, self.gate(name)
        return row is not None and gates.get(name, gates.get('All' + row['stage'], row['default']))
    def enables(self, key):  # the first item that names it decides; without one, `*` does
        by_star = (False, '*') in self.items and key not in self.off
        return next((not off for off, name in self.items if name == key), by_star)
    def configuration(self, file):
        """Whether it ends the process; under which lock it has what it lists; the lock."""
        api, none = self.at('configurationFile'), (True, None, None)
        if api is None or not self.yes('enable-leader-migration', False): return False, None, None
        if self.gate(MIGRATION_GATE) and not self.is_on(MIGRATION_GATE): return none
        if self.text('leader-migration-config') == '':
            built_in = self.at('builtInConfiguration')
            if not built_in: return none
            listed = dict.fromkeys(built_in['names'], 'migration')
            return False, listed, ('leases', built_in['leaderName'])
        version = file and file['apiVersion'].removeprefix('controllermanager.config.k8s.io/')
        if file is None or version not in api['versions']: return none
        leaders = [(one['name'], one['component']) for one in file['controllerLeaders']]
        if '' in (file['leaderName'], *itertools.chain(*leaders)): return none
        has_kind = version in api['resourceLockIn']
        kind = file.get('resourceLock', '') if has_kind else 'leases'
        too_much = api['strict'] and not has_kind and 'resourceLock' in file
        if kind not in self.at('migrationLockKinds')['accepted'] or too_much: return none
        mine = [self.component, *(['*'] if api['wildcard'] else [])]
        listed = {name: 'migration' if by in mine else 'never' for name, by in leaders}
        return False, listed, (kind, file['leaderName'])
    def state(self, key, breaks=False):
        if not self.enables(key): return EXCLUDED
        is_token = key == self.keys.get('serviceaccount-token')
        return 'enabled', 'main' if is_token else self.listed.get(key, 'main'), breaks
    def cloud_state(self, name):
        if self.kcm and name in IN_TREE and not self.in_tree: return ABSENT
        on = {'allocate-node-cidrs': self.yes('allocate-node-cidrs', False),
              'configure-cloud-routes': self.yes('configure-cloud-routes', True)}
        gate = {'flags': ['allocate-node-cidrs'] if name == 'nodeipam' else []}
        if name == 'route': gate = self.at(f'routeController of {self.component}')
        if gate is None or not all(on[flag] for flag in gate['flags']): return ABSENT
        if name == 'route' and not self.routes: return ABSENT
        workers = [row['flag'] for row in self.facts['workers']
                   if row['controller'] == name and self.component in row['components']]
        if any(int(self.text(flag, '1')) <= 0 for flag in workers):
            return 'without worker', 'never', False
        cidr, dual_off = self.text('cluster-cidr'), self.gate(DUAL_STACK_GATE) is not None
        dual_off = dual_off and not self.is_on(DUAL_STACK_GATE)
        bad = not valid_cidrs(cidr) or (',' in cidr and dual_off)
        return self.state(self.keys[name], name in ('route', 'nodeipam') and bad)
    def controller(self, name):
        key = self.keys.get(name) if self.kcm and name not in CLOUD else None
        if name in self.states or key is None: return self.states.get(name, ABSENT)
        return EXCLUDED if key in self.off else self.states[self.constants['otherControllers']]
    def has_on(self, name): return self.controller(name)[0] in ('enabled', 'without worker')
    def to_run(self, name):  # the locks under which it can run a controller; None: it cannot
        _, under, breaks = self.controller(name)
        waits = under == 'migration' and not self.bids
        if not self.starts or breaks or under == 'never' or waits: return None
        return self.main if under == 'main' else self.main | self.migration
    def is_for(self, name, cloud):  # whether what it does with a controller counts for a cloud
        serves_any = self.cloud is None and name in self.constants['nodeControllers']
        return cloud in (None, self.cloud) or serves_any
    def runs(self, name):  # whether it runs it once it holds all that it waits for, and lasts
        under = self.controller(name)[1]
        return self.fate == 'runs' and (under == 'main' or (under == 'migration' and self.bids))

class Case:  # one state of a cluster: its processes, and in which mixes of nodes they are
    def __init__(self, said, facts):
        self.said, self.facts, self.kinds = said, facts, said['kinds']
        self.constants = facts['constants']
        self.processes = {one['id']: Process(one, facts) for one in said['processes']}
        self.everything = list(self.processes.values())
        self.names = sorted({name for one in self.everything for name in one.states})
        self.whole = frozenset(kind['name'] for kind in self.kinds)
        of_kinds = {name for kind in self.kinds for name in kind['processes']}
        of_cluster = {workload['process'] for workload in said['workloads']}
        many = {one.id for one in self.everything if one.many}
        need(of_kinds | of_cluster == set(self.processes), 'kinds and workloads have others')
        need(of_kinds <= many, 'a kind stands for any number of nodes')
        need(len(of_cluster) == len(said['workloads']), 'a workload twice')
        need(0 < len(self.everything) == len(said['processes']), 'no process, or one twice')
        need(len(self.whole) == len(self.kinds), 'a kind twice')
        external = [one['external'] for one in (said, *self.kinds)]
        need({*map(type, external)} == {bool}, 'external is neither true nor false')
    def check(self):
        for said, one in zip(self.said['processes'], self.everything):
            runs = {name: sorted(one.to_run(name)) for name in self.names
                    if one.to_run(name) is not None}
            need(said['runs'] == runs, f'{one.id} does not run what it is said to run')
            need(said['cloud'] == one.cloud, f'{one.id} serves another cloud')
            migration = one.migration and sorted(one.migration)
            claimed = [said['mainLock'], said['migrationLock']]
            need(claimed == [sorted(one.main), migration], f'{one.id} has other locks')
        for promise in (self.check_exclusivity, self.check_ranking, self.check_liveness): promise()
    def check_exclusivity(self):
        """Two that can run a controller have a lock in common, whatever clouds they serve."""
        said = {tuple(pair['processes']): pair['locks'] for pair in self.said['exclusivity']}
        need(len(said) == len(self.said['exclusivity']), 'a pair twice')
        for first, second in itertools.combinations_with_replacement(self.everything, 2):
            both = [name for name in self.names if first is not second or first.many]
            both = [name for name in both if None not in (first.to_run(name), second.to_run(name))]
            claimed = said.pop((first.id, second.id), {})
            pair = f'{first.id} and {second.id}'
            need(sorted(claimed) == both, f'{pair} have other controllers in common')
            for name in both:
                shared = first.to_run(name) & second.to_run(name)
                need(claimed[name] in shared, f'{pair} have no such lock for {name}')
        need(not said, f'{list(said)}: no such pairs')
    def check_ranking(self):
        """Who holds a lock waits only for one of the second rank, whose holder waits for none."""
        mains = union(one.main for one in self.everything)
        migrations = union(one.migration or frozenset() for one in self.everything)
        reserved = union(locks('leases', self.constants['lockNamespace'], name)
                         for name in self.constants['reservedLockNames'])
        ranking = self.said['liveness']['ranking']
        need(ranking == [sorted(mains), sorted(migrations)], 'the ranking has other locks')
        need(not migrations & reserved.union(mains), 'a migration lock is a main lock')
    def present(self, some):  # in a mix of these kinds
        names = [name for kind in self.kinds if kind['name'] in some for name in kind['processes']]
        names += [one['process'] for one in self.said['workloads']
                  if 'onlyOn' not in one or set(one['onlyOn']) & some]
        return [self.processes[name] for name in dict.fromkeys(names)]
    def external(self, some):
        kinds = [kind['external'] for kind in self.kinds if kind['name'] in some]
        return any([self.said['external'], *kinds, *(one.external for one in self.present(some))])
    def required(self):
        """What has to run, for which cloud, and in which mixes: those that have one of the kinds;
        where nodes are of no kind, in the one mix that there is."""
        of_kcm = {row['controller'] for row in self.facts['controllers']
                  if row['component'] == KCM} | {self.constants['otherControllers']}
        enabled = {name for name in self.names if any(one.has_on(name) for one in self.everything)}
        is_external = self.external(self.whole) or any(one.external for one in self.everything)
        always = (enabled & of_kcm) | (set(IN_TREE) - {'route'} if is_external else set())
        starts = [frozenset({kind}) for kind in sorted(self.whole)] or [frozenset()]
        found = {}
        for name in always | enabled | {'cloud-node'}:
            of_cloud = name != 'nodeipam' and (name in CLOUD or name not in of_kcm)
            clouds = {one.cloud for one in self.everything
                      if of_cloud and one.has_on(name) and one.cloud is not None}
            within = [start for start in starts if name in always or self.external(start)]
            found |= {(name, cloud): within for cloud in clouds or {None} if within}
        return found
    def check_liveness(self):
        """Where a process waits for its main lock, one holds it whose main lock has an object in
        common with it; each that can hold it, or its migration lock, runs the controller."""
        required, stated = self.required(), {}
        for name, reasons in self.said['liveness']['controllers'].items():
            for one in reasons:
                kinds, own = [frozenset(one[of]) for of in ('kinds', 'unless')], one['process']
                stated.setdefault((name, one['cloud']), []).append((*kinds, own, one['runners']))
        need(set(stated) == set(required), 'other controllers are required')
        for (name, cloud), reasons in stated.items():
            for reason in reasons: self.check_reason(name, cloud, *reason)
            def covered(mix):  # each mix that has these kinds is one of a reason
                fit = [unless for some, unless, *_ in reasons if some <= mix and not unless & mix]
                return any(all(covered(mix | {kind}) for kind in unless) for unless in fit)
            for start in required[name, cloud]:
                need(covered(start), f'{name}: no reason for some mixes with {sorted(start)}')
    def check_reason(self, name, cloud, some, unless, process, runners):
        mixes = f'{name}: {sorted(some)}, {sorted(unless)}'
        need(some | unless <= self.whole and not some & unless, f'{mixes} are no kinds, or both')
        first = self.processes[process]
        there = [one for one in self.present(self.whole - unless) if one.fate != 'fails']
        is_there = first in self.present(some) and process in runners
        need(is_there, f'{name}: {process} is not in every mix with {sorted(some)}, or no runner')
        need(len(set(runners)) == len(runners), f'{name}: a runner twice')
        run_it = {one.id for one in there if one.runs(name) and one.is_for(name, cloud)}
        need(set(runners) <= run_it, f'{name}: one of {runners} does not run it')
        # The main lock is held by it or by one that shares it; that one has its migration lock,
        # or one of another main lock has.
        for one in there:
            if one is not first and not one.main & first.main: continue
            under = one.bids and one.controller(name)[1] == 'migration'
            others = [other for other in there if under and other.bids
                      and other.migration & one.migration and not other.main & one.main]
            for able in sorted({one.id, *(other.id for other in others)}):
                need(able in runners, f'{name}: {able} can hold the locks in place of {process}')
def check(certificate, facts):
    stated = certificate.pop('sum')
    text = json.dumps(certificate, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
    need(certificate['schemaVersion'] == 1 and sha256(text.encode()) == stated, 'another sum')
    is_known = certificate['facts']['sha256'] == sha256(facts)
    need(is_known and certificate['cases'], 'it has other facts, or no case')
    rows, granted = json.loads(facts), {one['id'] for one in certificate['assumptions']}
    need(granted >= {*rows['constants']['assumptions']}, 'it takes more for granted than it says')
    for case in certificate['cases']: Case(case, rows).check()
def check_inputs(inputs, folder):  # returns those that cannot be compared
    root = os.path.realpath(folder)
    for one in inputs:
        path = os.path.realpath(os.path.join(root, one['file']))
        need(os.path.commonpath([root, path]) == root, f"{one['file']} is not below {folder}")
        if 'cut' in one: continue
        with open(path, 'rb') as file: is_same = sha256(file.read()) == one['sha256']
        need(is_same, f"{one['file']} is another file")
    return [f"not compared: {one['file']}, without {one['cut']}" for one in inputs if 'cut' in one]
def granted(certificate):  # what it leaves to its reader
    ids = ', '.join(one['id'] for one in certificate['assumptions'])
    said = [one['text'] for one in certificate['assumptions'] if one['id'] == 'inert-kind']
    assumed = [f'assumed: {one}' for one in [*certificate['assumed'], *said]]
    unknown = [f"{one['file']}:{one['line']}: {one['what']}" for one in certificate['unknown']]
    return [f'taken for granted: {ids}', *assumed, *(f'unknown: {one}' for one in unknown)]
def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description='Checks certificates; exit code 1: one is untrue.')
    parser.add_argument('certificate', nargs='+')
    parser.add_argument('--facts', default=f'{here}/facts.json', help='default: %(default)s')
    parser.add_argument('--inputs', metavar='DIR', help='compares the input files below a folder')
    flags, code, _ = parser.parse_args(), 0, sys.stdout.reconfigure(errors='replace')
    with open(flags.facts, 'rb') as file: facts = file.read()
    for path in flags.certificate:
        try:
            with open(path, encoding='utf8') as file: certificate = json.load(file)
            check(certificate, facts)
            lines = granted(certificate)
            if flags.inputs is not None: lines += check_inputs(certificate['inputs'], flags.inputs)
            answer = 'true'
        except FAULTS as error:  # what it lacks is untrue too
            known = isinstance(error, (Untrue, OSError))
            reason = error if known else f'it is no certificate: {error!r}'
            code, answer, lines = 1, f'false: {reason}', []
        print(printable(f'{path}: {answer}'), *(f'  {printable(line)}' for line in lines), sep='\n')
    return code
if __name__ == '__main__': sys.exit(main())
