"""What the nodes of the cluster are, as the API has them, and which of them take pods."""
import json

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.groups import found_in
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

UNINITIALIZED = 'node.cloudprovider.kubernetes.io/uninitialized'
WAS_CORDONED = 'ccm-migration/was-cordoned'
MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins'


def node_ready(world, given):
    """The node is Ready."""
    node = world.get('node', given['node'])
    if not node or not is_ready(node):
        raise Failed(f"node {given['node']} is not Ready")


def drain_node(world, given):
    """Drains the node. Whether it was cordoned before is remembered first: a run that is killed may leave the drain behind."""
    node, as_read = given['node'], json.loads(world.kubectl('get', 'node', given['node'], '-o', 'json'))
    if WAS_CORDONED not in annotations_of(as_read):
        change(world, 'annotate', 'node', node, f"{WAS_CORDONED}={'true' if as_read['spec'].get('unschedulable') else 'false'}")
    # A kubelet that does not run ends no pod, and the restart that mends it comes after the drain: that waits only for what may still end.
    patience = [] if is_ready(as_read) else ['--skip-wait-for-delete-timeout=30']
    return change(world, 'drain', node, *world.settings['drain_flags'], *given['how'], *patience)


def uncordon_node(world, given):
    """Lets pods onto the node again; one that no run drained, or that its owner had cordoned before that, is left as it is."""
    node = given['node']
    before = annotations_of(json.loads(world.kubectl('get', 'node', node, '-o', 'json'))).get(WAS_CORDONED, '')
    if before == '':
        return {}
    if before != 'true':
        change(world, 'uncordon', node)
    return change(world, 'annotate', 'node', node, f'{WAS_CORDONED}-')


def is_cordoned(world, given):
    """Whether the node is cordoned, for the sentence about a failure: None where that cannot be asked."""
    try:
        node = world.get('node', given['node'])
    except Failed:
        node = None
    return {'cordoned': None if node is None else bool(node['spec'].get('unschedulable'))}


def _each(world, given, kind, holds, message):
    """Of every node that is meant and was not lost, the object of `kind` is there and holds."""
    right = {name_of(one) for one in world.items(kind) if holds(one)}
    wrong = sorted({*given['nodes'], *_of_groups(world, given)} - right - set(world.seen['lost']))
    if wrong:
        raise Failed(message.format(', '.join(wrong)))


def _of_groups(world, given):
    """Nodes of groups that are replaced, as they are now, but for those that leave."""
    return [one.name for group in given.get('groups', []) for one in found_in(world, group) if not one.leaves]


def are_nodes(world, given):
    """The nodes are in the cluster under these names."""
    _each(world, given, 'nodes', lambda node: True, 'not nodes of the cluster: {}')


def provider_ids(world, given):
    """Every node has its provider ID."""
    head = world.plan.data['cloud'] + '://'
    _each(world, given, 'nodes', lambda node: len(node['spec'].get('providerID', '')) > len(head) and node['spec']['providerID'].startswith(head),
          f'nodes that are not there, or have no provider ID {head}...: {{}}')


def initialized(world, given):
    """No node waits for the cloud-controller-manager."""
    _each(world, given, 'nodes', lambda node: UNINITIALIZED not in [taint['key'] for taint in node['spec'].get('taints', [])],
          'nodes that are not there, or wait for the cloud-controller-manager: {}')


def csi_driver_on(world, given):
    """The EBS CSI driver runs on every node."""
    if world.settings['volumes'] != 'none':
        _each(world, given, 'csinodes', lambda node: 'ebs.csi.aws.com' in [driver['name'] for driver in node['spec'].get('drivers') or []],
              '{}: has no ebs.csi.aws.com; install the driver first, or set volumes to none if the cluster has no EBS volumes')


def csi_migrated_on(world, given):
    """Every kubelet announces CSI migration of EBS."""
    if world.settings['volumes'] != 'none':
        _each(world, given, 'csinodes', lambda node: 'kubernetes.io/aws-ebs' in annotations_of(node).get(MIGRATED, '').split(','),
              'nodes whose kubelet does not announce CSI migration of kubernetes.io/aws-ebs: {}')
