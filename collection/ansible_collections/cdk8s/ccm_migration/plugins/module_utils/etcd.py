"""What is asked of etcd, by etcdctl on the machine that the settings name: in the pod of the node's own etcd, or on a node."""
import json
import time

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.groups import nodes_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.node_checks import free_room
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import pod_is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

# In the command of etcdctl: a control-plane node that is well and stays.
ETCD_NODE = '{etcd_node}'
LEFT_OUT = 'without_etcd_snapshot is set, so '


def host_of(settings):
    """The node that has to be reached for it; None: all is asked from this machine."""
    hosts = {settings['etcdctl_host'], settings['etcd_snapshot_host']} - {'localhost'}
    if len(hosts) > 1:
        raise Failed(f"etcdctl_host and etcd_snapshot_host are two nodes, {' and '.join(sorted(hosts))}; give the same for both, or localhost for one")
    return next(iter(hosts), None)


def said(world, host, argv, reads=True, statuses=(0,)):
    """Standard output of a command on one of these machines."""
    if host == 'localhost':
        return world.program(argv, statuses=statuses)
    [answer] = world.ask_node({'op': 'run', 'argv': argv, 'reads': reads})
    if answer['status'] not in statuses:
        raise Failed(f"{' '.join(argv[:4])} on {host} ended with {answer['status']}: {answer['stdout'].strip()} {answer['stderr'].strip()}")
    return answer['stdout']


def etcdctl(world, *words, flags=None, reads=True, statuses=(0,)):
    flags = world.settings['etcdctl_flags'] if flags is None else flags
    return said(world, world.settings['etcdctl_host'], [*_program(world), *flags, *words], reads, statuses)


def etcdctl_json(world, *words, flags=None, statuses=(0,)):
    """What etcdctl writes as JSON: it ends with 1 and writes nothing where it reaches no member, also where 1 is an answer otherwise."""
    text = etcdctl(world, *words, '--write-out=json', flags=flags, statuses=statuses)
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failed(f"etcdctl {' '.join(words)} wrote no JSON but '{text.strip()}', so nothing is known of what it was asked; ask it by hand what is "
                     'wrong: the same command without --write-out') from error


def _program(world):
    """Where control-plane nodes are replaced, etcdctl runs in the pod of one that stays."""
    words = world.settings['etcdctl']
    if not any(ETCD_NODE in word for word in words):
        return words
    ready = {name_of(pod) for pod in world.items('pods', '-n', 'kube-system') if pod_is_ready(pod)}
    control_plane = [group for group, row in world.plan.groups.items() if row['role'] == 'control-plane']
    nodes = [one.name for group in control_plane for one in nodes_of(world, group) if one.is_ready and not one.leaves and f'etcd-{one.name}' in ready]
    if not nodes:
        raise Failed('no control-plane node that is Ready and stays has a pod of etcd that is ready (etcd-<node> in kube-system), in which etcdctl could run; '
                     'the setting etcdctl is the command that runs it elsewhere')
    return [word.replace(ETCD_NODE, nodes[0]) for word in words]


def etcd_members_well(world, _):
    """Every member of etcd was started and is healthy, and none has an alarm: of three one may be dead, and the next one that is restarted ends it."""
    if world.settings['without_etcd_snapshot']:
        return world.note(LEFT_OUT + 'the members of etcd are not asked')
    # One without a client address is in no list of endpoints.
    unstarted = [line for line in etcdctl(world, 'member', 'list').splitlines() if 'unstarted' in line]
    if unstarted:
        raise Failed(f"members of etcd that were never started: {'; '.join(unstarted)}")
    etcdctl(world, 'endpoint', 'health', '--cluster')
    alarms = alarms_of(world)
    if alarms:
        raise Failed(f"alarms of etcd: {'; '.join(alarms)}")
    return None


def alarms_of(world):
    return etcdctl(world, 'alarm', 'list').strip().splitlines()


def etcd_room(world, _):
    """There is room for a snapshot, which is as large as the database that it is of, and for 64 MiB besides."""
    settings = world.settings
    if settings['without_etcd_snapshot']:
        return
    size = max(int(one['Status']['dbSize']) for one in etcdctl_json(world, 'endpoint', 'status'))
    [free] = free_room(said(world, settings['etcd_snapshot_host'], ['df', '-Pk', settings['etcd_snapshot_dir']]))
    if free <= size / 1024 + 65536:
        raise Failed(
            f"etcd's database has {-(-size // 1048576)} MiB, but only {free // 1024} MiB are free for a snapshot below {settings['etcd_snapshot_dir']} "
            f"of {settings['etcd_snapshot_host']}, which needs another 64 MiB; make room there (another etcd_snapshot_dir must be a folder that etcd's "
            'pod has of its node)')


def etcd_snapshot(world, _):
    """
    Takes a snapshot, unless a run that goes on finds one of this hour, and reads it again. etcdctl writes under another name first, so what is there
    under this one is whole; a snapshot that is older than an hour, or of before all was taken back, is not what the cluster is now: it stays, and a
    new one is taken.
    """
    settings = world.settings
    if settings['without_etcd_snapshot']:
        return world.note(LEFT_OUT + 'no snapshot of etcd is taken')
    folder, host, name = settings['etcd_snapshot_dir'], settings['etcd_snapshot_host'], f'ccm-migration-{world.plan.id}'
    goes_on = (world.seen.get('reached') or 0) > 0
    recent = said(world, host, ['find', folder, '-maxdepth', '1', '-name', f'{name}-*.db', '-mmin', '-60']).split() if goes_on else []
    path = sorted(recent)[-1] if recent else f"{folder}/{name}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.db"
    if world.check_mode:
        return {'changed': not recent}
    if not recent:
        # A snapshot is of one member.
        flags = [flag.split(',')[0] if flag.startswith('--endpoints=') else flag for flag in settings['etcdctl_flags']]
        etcdctl(world, 'snapshot', 'save', path, flags=flags, reads=False)
    status = etcdctl_json(world, 'snapshot', 'status', path, flags=[])
    # In a container, it would go with it.
    if not said(world, host, ['find', folder, '-maxdepth', '1', '-path', path]).strip():
        raise Failed(
            f"etcdctl wrote {path}, but it is not on {host}: etcd_snapshot_dir must be a folder that etcd's pod has of its node (that of its data, "
            'etcd_data_dir), and etcd_snapshot_host the machine that etcdctl runs on (localhost where it is not run in the pod)')
    if int(status['totalKey']) <= 0 or int(status['revision']) <= 0:
        raise Failed(f'{path} of {host} holds nothing; remove it and run again')
    taken = 'taken earlier, less than an hour ago: remove it, and a new one is taken' if recent else 'taken now'
    world.note(f"the snapshot is {path} of {host} ({taken}): revision {status['revision']}, {status['totalKey']} keys; move it to where you keep "
               'backups, now or when the plan has ended')
    return {'changed': not recent}
