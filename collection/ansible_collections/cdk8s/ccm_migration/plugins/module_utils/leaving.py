"""A node of a group leaves: one is chosen and marked, drained, taken out of etcd, and ended by the operator's own command."""
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.leases import LEASES, holder_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.members import remove_member
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import change, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.workloads import pods_selected
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, eventually

# The API server that is asked first may be the one of the node that leaves, without its member of etcd or ended: a load balancer needs this long to see it.
SERVED_AGAIN_SECONDS = 60


def choose_leaving(world, given):
    """Marks the node that leaves, where too many are there and none was chosen: one that is not Ready first, then one that leads nothing."""
    found = groups.of_side(world, given)
    if len(found) <= given['until'] or any(one.leaves for one in found):
        return None
    leads = _holders(world)
    chosen = min(found, key=lambda one: (one.is_ready, one.name.split('.')[0].lower() in leads, one.name))
    world.note(f'{chosen.name} leaves')
    return groups.mark(world, chosen)


def _holders(world):
    """Hosts of the processes that hold Leases of controller managers: `<host name>_<uid>`."""
    namespace, known = world.plan.data['leases']['namespace'], world.plan.data['leases']['names']
    held = [holder_of(lease) for lease in world.items(LEASES, '-n', namespace) if name_of(lease) in known]
    return {re.split('[_.]', holder)[0].lower() for holder in held}


def drain_leaving(world, given):
    """Drains the nodes that leave."""
    found = groups.leaving(world, given)
    for one in found:
        drain(world, one)
    return {'changed': bool(found)}


def drain(world, node):
    """Of a node whose kubelet does not run no pod ends: that is waited for only where it may still end."""
    how = [] if node.is_ready else ['--skip-wait-for-delete-timeout=30']
    change(world, 'drain', node.name, *world.settings['drain_flags'], *how)


def unlabel_leaving(world, given):
    """Takes the cloud-controller-manager off the nodes that leave."""
    found = [one for one in groups.leaving(world, given) if groups.is_labelled(world, one)]
    for one in found:
        groups.set_label(world, one.name, None)
    return {'changed': bool(found)}


def no_ccm_on_leaving(world, given):
    """No pod of the cloud-controller-manager is on a node that leaves."""
    found = groups.leaving(world, given)
    away = [one for one in found if not one.is_ready]
    if away:
        world.note(f'{groups.names(away)} is not Ready: its pods cannot be seen to end, they end with its machine')
    nodes = {one.name for one in found if one.is_ready}
    pods = [name_of(pod) for pod in pods_selected(world, given) if pod['spec'].get('nodeName') in nodes]
    if pods:
        raise Failed(f"pods of the cloud-controller-manager are left: {', '.join(pods)}")


def end_node(world, given):
    """Ends the machines of the nodes that leave, by the operator's command, and deletes what the cluster has of them."""
    found = eventually(world, SERVED_AGAIN_SECONDS, lambda: groups.leaving(world, given))
    for one in found:
        end(world, given, one)
    return {'changed': bool(found)}


def end(world, given, node):
    group = groups.group_of(world, given)
    eventually(world, SERVED_AGAIN_SECONDS, lambda: groups.mark(world, node, groups.ENDED))
    if not world.check_mode:
        world.program(groups.command_of(world, 'end_node', {
            'node': node.name, 'group': given['group'], 'side': given['side'], 'release': group['sides'][given['side']]['release'],
            'role': group['role'], 'provider_id': node.provider_id, 'address': node.address,
        }))
    eventually(world, SERVED_AGAIN_SECONDS, lambda: change(world, 'delete', 'node', node.name, '--ignore-not-found', '--wait=false'))


def left(world, given):
    """No more nodes of the side are there than are to stay, and none that leaves."""
    found = groups.of_side(world, given)
    if len(found) > given['until'] or any(one.leaves for one in found):
        raise Failed(f"group {given['group']} has {len(found)} nodes of side {given['side']}, not {given['until']}: {groups.names(found)}; "
                     f"on its way out: {groups.names(one for one in found if one.leaves) or 'none'}")


def finish_leaving(world, given):
    """Ends what another run has begun on the other way, or what was lost: a node that was marked may have no member of etcd any more."""
    done = [one(world, given)['changed'] for one in (drain_leaving, unlabel_leaving, remove_member, end_node)]
    return {'changed': any(done)}
