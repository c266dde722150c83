"""A run as a whole: what it may begin with, how far the plan came, and what each step asks and does now."""
import itertools

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import etcd
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.leases import PLAN, annotations
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import batches
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.progress import handed_over, last_note, place, progress
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.settings import unknown_settings
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, Lost


def known_settings(world, _):
    """Every variable of the user is a setting, or named as a variable of their own."""
    wrong = list(unknown_settings(world.names, world.settings['own_variables']))
    if wrong:
        raise Failed('; '.join(wrong))


def ask_all(world, given):
    """Asks every check, also after one that fails: problems are returned where they are `noted`, else all of them are the failure."""
    prefix = f"{given['about']}: " if given.get('about') else ''
    problems = []
    for check in given['checks']:
        try:
            world.function_of(check['do'])(world, check)
        except Lost as failure:
            problems.append(f'{prefix}it went away before every check was made: {failure}')
            break
        except Failed as failure:
            problems.append(f"{prefix}{check.get('says', check['do'])}: {failure}")
    if problems and not given.get('noted'):
        raise Failed('; '.join(problems))
    return {'problems': problems}


def preflight_cluster(world, given):
    """Every check of the cluster that needs no change."""
    plan = world.plan
    checks = [check for number in plan.numbers for check in early_checks(plan, number) if plan.data['actions'][check['do']]['on'] == 'operator']
    checks += [{'do': 'node-ready', 'node': node, 'says': f'{node}: The node is Ready'} for node in plan.control_plane]
    checks += [{'do': verb, 'says': says, **more} for verb, says, more in (
        ('workers-ready', 'The workers', {}), *([('etcd-answers', 'Etcd', {})] if plan.knows_control_plane else []),
        *([('etcd-members-well', 'The members of etcd', {})] if plan.control_plane else []),
        ('kubectl-fits', 'The version of kubectl', {}), ('kubelets-fit', 'The versions of the kubelets', {}),
        ('leases-known', 'The holders of the Leases', {}), ('read-lock', 'The lock', {}), ('no-other-ccm', 'Other cloud-controller-managers', {}),
        ('ccm-is-ours', 'The cloud-controller-manager of this name', {}),
        ('say-cordoned', 'Nodes that are cordoned', {}), ('say-services', 'The Services', {}),
        ('upgrades-are-set', 'What upgrades the nodes', {'upgrades_by_kubeadm': given.get('upgrades_by_kubeadm', plan.upgrades_by_kubeadm)}),
    )]
    if plan.drained or plan.groups:
        checks.append({'do': 'drain-may-end', 'says': 'A drain may end'})
    for group, row in plan.groups.items():
        of_etcd = [('etcd-members-are', 'The members of etcd')] if row['role'] == 'control-plane' else []
        verbs = [('groups-fit', 'How many nodes'), ('group-well', 'The nodes'), *of_etcd]
        checks += [{'do': verb, 'group': group, 'says': f'{says} of group {group}'} for verb, says in verbs]
    # Groups that are replaced are asked for their nodes again and again: what makes nodes may go on there.
    in_place = plan.changes_nodes and plan.changes_in_place
    if in_place:
        checks.append({'do': 'nodes-are-kept', 'says': 'What makes and removes nodes'})
    if plan.data['aws'] and plan.changes_nodes:
        checks.append({'do': 'role-allows', 'says': 'The role allows every action'})
    if plan.data['aws'] and in_place:
        checks.append({'do': 'groups-are-paused', 'says': 'The Auto Scaling groups'})
    return ask_all(world, {'checks': unique(checks), 'noted': given.get('noted')})


def preflight_node(world, given):
    """Every check of a node that needs no change."""
    plan, node, settings = world.plan, world.node, world.settings
    numbers = [number for number in plan.numbers]
    checks = [check for number in numbers for check in early_checks(plan, number) if check.get('node') == node and check['do'] not in OF_ETCD]
    checks = [check for check in checks if plan.data['actions'][check['do']]['on'] == 'node']
    known = [{'path': path, 'sums': sums} for path, sums in plan.node_values(node).items() if sums]
    programs = {word for number in numbers if plan.node(number) == node for word in plan.kind(number)['programs']}
    of_plan, is_control_plane = plan.data['programs'], node in plan.control_plane
    programs.update(of_plan['all'], *([of_plan['controlPlane']] if is_control_plane else []))
    if plan.control_plane[:1] == [node]:
        programs.update(of_plan['first'])
    checks += [{'do': 'files-are', 'files': known, 'says': 'Files are as the plan knows them'}] if known else []
    checks.append({'do': 'node-tools', 'programs': sorted(programs), 'says': 'Tools and disk'})
    if plan.upgrades_nodes and not settings['without_node_upgrade']:
        checks.append({'do': 'kubelet-answers', 'says': 'The release of the kubelet'})
    if is_control_plane:
        checks.append({'do': 'api-server-has-etcd', 'says': 'The API server and its etcd', **plan.data['apiServers'][node]})
        if plan.data['images']:
            checks.append({'do': 'image-there', 'says': 'The images can be pulled'})
    if plan.upgrades_by_kubeadm and not settings['without_kubeadm_upgrade']:
        checks.append({'do': 'proxy-images-there', 'says': 'The images of kube-proxy can be pulled'})
        if is_control_plane and given.get('upgrades_by_kubeadm', True) and '--etcd-upgrade=false' not in settings['kubeadm_upgrade_flags']:
            checks.append({'do': 'kubeadm-room', 'says': 'Room for what kubeadm copies'})
    return ask_all(world, {'checks': unique(checks), 'noted': given.get('noted'), 'about': node})


OF_ETCD = ('etcd-members-well', 'etcd-room', 'etcd-snapshot', 'etcd-members-are', 'remove-member', 'finish-leaving')


def early_checks(plan, number):
    """Checks of a step that hold already before anything changes."""
    return [check for part in ('before', 'proof') for check in plan.actions(number, part) if plan.data['actions'][check['do']].get('anyTime')]


def unique(checks):
    return [check for index, check in enumerate(checks) if check not in checks[:index]]


def find_position(world, given):
    """
    How far the plan came; a problem that is `noted` leaves it at the beginning, for the checks that come. A run that only looks (`only_looks`) also
    says what a colleague has to know.
    """
    meant = [node for node in world.plan.control_plane + world.plan.workers if node not in world.seen['lost']]
    hosts = {node: (given['looked'].get(node) or {}).get('host', '') for node in meant}
    lock = world.get('leases.coordination.k8s.io', 'ccm-migration', '-n', 'kube-system')
    besides = handed_over(world, lock) if given.get('only_looks') else []
    try:
        reached, problems = position(world, given, meant, lock), []
        for sentence in progress(world, reached, lock):
            world.note(sentence)
    except Failed as failure:
        if not given.get('noted'):
            raise Failed('; '.join([str(failure), *besides])) from failure
        reached, problems = 0, [str(failure)]
    for sentence in besides:
        world.note(sentence)
    return {'seen': {**world.seen, 'reached': reached, 'hosts': hosts, 'last': last_note(world.plan, lock)}, 'problems': problems}


def position(world, given, meant, lock):
    """
    How far the plan came, by what is seen of it: the number of the last step of which something is seen. Nothing is written down about it.

    Ansible goes on without a node whose connection is lost, and does not see those that --limit excludes: only all nodes show it.
    """
    plan, seen = world.plan, world.seen
    missing = sorted(set(plan.control_plane + plan.workers) - set(given['inventory']))
    if missing:
        raise Failed(f"inventory.yaml lacks {', '.join(missing)}, which this plan changes; without_workers leaves workers out by their names")
    unasked = sorted(node for node in meant if not given['looked'].get(node))
    if unasked:
        raise Failed(f"{', '.join(unasked)} did not answer or is not as expected, see above, or was left out (--limit); only all nodes show where the plan "
                     'stands, so it is carried out on all or none; without_workers leaves workers out by their names')
    values = {('file', node, path): one for node in meant for path, one in given['looked'][node]['sums'].items()}
    values.update({('label', node): 'n-plus-1' if node in seen['labelled'] else '-' for node in plan.control_plane})
    there = {tuple(one) for one in seen['there']}
    values.update({('object', ' '.join(one)): 'there' if tuple(one) in there else '-' for one in plan.objects})
    values.update({('image', workload): image for workload, image in seen.get('images', {}).items()})
    values.update({('group', group, side): str(count) for group, sides in seen.get('groups', {}).items() for side, count in sides.items()})
    found = plan.numbers_seen(values)
    reached = max(found.values(), default=0)
    of_objects = {key: number for key, number in found.items() if key[0][0] == 'object'}
    # They have names that upstream has, too: where no node is as a step before them leaves it, they are not of this plan.
    early = [shown(key) for key, number in of_objects.items() if number > plan.first_evident_on_nodes()]
    if early and len(of_objects) == len(found):
        raise Failed(f"{', '.join(early)}: as only {plan.title(max(of_objects.values()))} leaves it, but no node is as the steps before it leave it; it is not "
                     'of this plan: remove it, or plan from the state that the cluster is in')
    refuse_of_another(world, reached, [shown(key) for key, number in found.items() if number == reached], annotations(lock).get(PLAN, ''))
    return reached


def shown(key):
    """A thing with its value, for people."""
    thing, value = key
    if thing[0] == 'group':
        return f'{value} nodes of side {thing[2]} in group {thing[1]}'
    return f'files of {thing[1]}' if thing[0] == 'file' else f"{'label of ' if thing[0] == 'label' else ''}{thing[1]} {value}"


def refuse_of_another(world, reached, seen_of_it, last):
    """What is seen of this plan was left by a run of it: a process that took an object away, or brought one, did not carry out the steps before."""
    if reached == 0 or world.settings['go_on'] or last == world.plan.id:
        return
    raise Failed(
        f"something is as only {world.plan.title(reached)} leaves it, but the last plan that ran here is {last or 'none'}, not {world.plan.id}: "
        f"{'; '.join(dict.fromkeys(seen_of_it))}. Plan from the state that the cluster is in, or, where all steps before it were carried out (by hand, or "
        'before the plan was made again), run again with -e go_on=true')


def schedule(world, given):
    """What this run does, in order: before the workers, each worker, and after them; and in which shares the workers change."""
    plan, reached, is_back = world.plan, world.seen['reached'], given['way'] == 'back'
    todo = [{'what': what, 'number': number, 'state': plan.kind(number)['from' if is_back else 'to']}
            for what, number in (plan.back(reached) if is_back else plan.there(reached))]
    of_workers = plan.worker_numbers
    first, last = (of_workers[0], of_workers[-1]) if of_workers else (0, 0) if is_back else (len(plan.steps) + 1, len(plan.steps) + 1)
    for sentence in _without_a_way_back(plan, reached) if is_back else ():
        world.note(sentence)
    own = [one for one in todo if one['number'] in of_workers and one['what'] in ('take', 'take_back')]
    others = [one for one in todo if one not in own]
    # A comparison belongs to the step before it.
    is_before = (lambda one: one['number'] > last) if is_back else (lambda one: one['number'] < first)
    hosts = list(reversed(given['workers'])) if is_back else given['workers']
    group = {plan.node(number): plan.kind(number)['group'] for number in of_workers}
    shares = batches(hosts, group.get, world.settings['worker_share']) or [1]
    if own and max(shares) > given['forks']:
        world.note(f"{max(shares)} workers change at a time, and Ansible has {given['forks']} forks, so that they are drained in "
                   f"{-(-max(shares) // given['forks'])} waves; with --forks={max(shares)} there is one")
    return {
        'before': [one for one in others if is_before(one)],
        'workers': {plan.node(one['number']): one for one in own},
        'after': [one for one in others if not is_before(one)],
        'batches': shares,
    }


def _without_a_way_back(plan, reached):
    """Why numbers are missing on the way back."""
    left_out = [number for number in reversed(plan.numbers) if number <= plan.reach(reached) and not plan.kind(number)['undo']]
    checks = [str(number) for number in left_out if not plan.kind(number)['run']]
    kept = [f'step {number}, {plan.title(number)}' for number in left_out if plan.kind(number)['run']]
    return ([f"steps that only check are left out on the way back: {', '.join(checks)}"] if checks else []) + (
        [f"what stays on the way back: {'; '.join(kept)}"] if kept else [])


def read_step(world, given):
    """What a step asks and does in this run, with what its lock and its node have to know."""
    plan, number, what = world.plan, given['number'], given['what']
    kind, node, reached = plan.kind(number), plan.node(number), world.seen['reached']
    times = kind.get('back', kind) if what == 'take_back' else kind
    parts = {'take': ('before', 'run', 'proof'), 'take_back': ('undo',), 'prove': ()}[what]
    actions = [ready(world, number, part, action) for part in parts for action in plan.actions(number, part) if is_meant(world, number, part, action)]
    if what == 'prove':
        actions = [ready(world, number, 'proof', action) for action in plan.proofs_again(number, reached) if not (world.check_mode and 'within' in action)]
    return {
        'title': ('Take back: ' if what == 'take_back' else '') + plan.title(number),
        'number': number,
        'place': place(plan, number) + begun_before(world, number, what),
        'seconds': times['lastsSeconds'],
        'lasts': lasting(times, actions),
        'actions': list(together(actions)),
        'stand': stand_of(plan, number, what) if what != 'prove' and node and looks_at_node(kind) else None,
        'node': node or 'localhost',
    }


# What takes time by itself, for people.
LASTING = {
    'node/drain': 'its drain', 'drain-leaving': 'its drain', 'upgrade-kubeadm': 'kubeadm', 'node/upgrade-node': 'its packages',
    'make-node': 'the new machine', 'end-node': 'the end of the machine', 'replace-workers': 'its drains and machines',
}


def lasting(times, actions):
    """The longest wait, as the runbook has it, and what takes its time besides."""
    besides = list(dict.fromkeys(LASTING[one['do']] for one in actions if one['do'] in LASTING)) if times['lastsSeconds'] > times['atMostSeconds'] else []
    waits = f"at most {times['atMostSeconds']} s of waiting" if times['atMostSeconds'] else ''
    words = [*filter(None, [waits]), *(['beside ' * bool(waits) + ' and '.join(besides)] if besides else [])]
    return f", {' '.join(words)}" if words else ''


def begun_before(world, number, what):
    """Why a step is looked at that was begun, or taken back, by an earlier run."""
    reached, last = world.seen['reached'], world.seen.get('last') or {}
    if what == 'take':
        return ', begun before: what is done of it stays' if number <= reached else ''
    if number <= reached:
        return ''
    was_back = last.get('way') == 'back' and (last['is'] == 'ended' or last.get('step', number) < number)
    return ', taken back before: looked at again' if was_back else ', of which nothing is seen: looked at'


def together(actions):
    """What follows each other on one machine is one task of Ansible, which needs longer for a task than for what it does."""
    groups = itertools.groupby(actions, key=lambda one: (one['do'] if '/' in one['do'] else '', one.get('node')))
    for (role, node), own in groups:
        several = list(own)
        if role or len(several) == 1:
            yield from several
        else:
            says = list(dict.fromkeys(one['says'] for one in several))
            title = says[0] if len(says) == 1 else f'{says[0]}, and what follows, to: {says[-1]}'
            yield {'do': 'several', 'actions': several, 'says': title, **({'node': node} if node else {})}


def is_meant(world, number, part, action):
    """
    What a step must find is asked of every run, whether its node is well only before the step began: the node may be in the middle of it. In check
    mode the steps before have left nothing, and nothing comes true.
    """
    always = world.plan.data['actions'][action['do']].get('always')
    if part == 'before':
        return (number > world.seen['reached'] or bool(always)) and not (world.check_mode and always == 'not-in-check-mode')
    return not (world.check_mode and 'within' in action)


def ready(world, number, part, action):
    """An action with what only this run knows."""
    verb = action['do']
    more = {'always': bool(world.plan.data['actions'][verb].get('always'))}
    if verb in OF_ETCD:
        more['node'] = etcd.host_of(world.settings) or 'localhost'
    if verb in ('ccm-ready', 'no-ccm') and 'here' not in action:
        action = {key: value for key, value in action.items() if key != 'node'}
    if verb == 'restore-object':
        reached = world.seen['reached']
        more['was_done'] = number < reached or (world.settings['go_on'] and number == reached)
    return {**action, **more}


def looks_at_node(kind):
    return any(action['do'] in ('node/drain', 'node/restart-kubelet', 'node/upgrade-node') for part in ('run', 'undo') for action in kind[part])


def stand_of(plan, number, what):
    """What tells whether the node of a step is behind, or has to go back."""
    kind = plan.kind(number)
    way = 'undo' if what == 'take_back' else 'run'
    asked = [action for action in kind[way] + (kind['proof'] if way == 'run' else []) if action['do'] == 'kubelet-runs-release']
    written = plan.written(number)
    files = [path for action in kind['proof'] + kind['run'] if action['do'] == 'process-runs' and action['component'] == 'kubelet'
             for path in action['files']]
    restarts = any(action['do'] == 'node/restart-kubelet' for action in kind['run'])
    return {
        'do': 'stand',
        'node': plan.node(number),
        'way': way,
        'written': written,
        'anew': [path for action in kind[way] if action['do'] == 'restore-files' and 'left' in action for path in action['paths']],
        'state': kind['from'],
        'kubelet_files': list(dict.fromkeys(files if files or not restarts else [one['path'] for one in written])),
        'release': asked[0]['release'] if asked else '',
        'or_older': bool(asked and asked[0].get('orOlder')),
        'may_be_done': way == 'undo' and kind.get('mayBeDone', False),
    }


def api_server_ready(world, given):
    """The API server of a node is ready, where it answers when the plan begins."""
    from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes import answers
    return answers(world, {**given, 'path': 'readyz', **world.plan.data['apiServers'][given['node']]})


