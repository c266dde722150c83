"""What the nodes of the cluster are, as the API has them."""
import json
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

UNINITIALIZED = 'node.cloudprovider.kubernetes.io/uninitialized'
MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins'


def is_ready(node):
    """Whether its kubelet says that it is Ready."""
    return [one['status'] for one in node['status'].get('conditions', []) if one['type'] == 'Ready'] == ['True']


def name_of(value):
    return value['metadata']['name']


def node_ready(world, given):
    """The node is Ready."""
    node = world.get('node', given['node'])
    if not node or not is_ready(node):
        raise Failed(f"node {given['node']} is not Ready")


def _each(world, given, kind, holds, message):
    """Of every node that is meant and was not lost, the object of `kind` is there and holds."""
    right = {name_of(one) for one in world.items(kind) if holds(one)}
    wrong = sorted(set(given['nodes']) - right - set(world.seen['lost']))
    if wrong:
        raise Failed(message.format(', '.join(wrong)))


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


def look_cluster(world, given):
    """Reads the version of the cluster, its nodes, and which objects of the plan are there."""
    server = json.loads(world.kubectl('get', '--raw', '/version'))['gitVersion'].removeprefix('v')
    nodes = {name_of(node): node for node in world.items('nodes')}
    workers = set(world.plan.workers)
    lost = sorted(workers - (set(nodes) - set(world.settings['without_workers'])))
    new = sorted(set(nodes) - set(world.plan.control_plane) - workers)
    if workers and (lost or new):
        world.note(f"lost since the plan was made, or in without_workers, left out: {', '.join(lost) or 'none'}; "
                   f"joined since, not changed by this plan (run collect, synth and plan again for them): {', '.join(new) or 'none'}")

    def those(holds):
        return [name for name, node in nodes.items() if holds(node)]

    return {'seen': {
        'server': server,
        'nodes': {name: node['status'].get('nodeInfo', {}) for name, node in nodes.items()},
        'labelled': those(lambda node: world.plan.data['sideLabel'] in node['metadata'].get('labels', {})),
        'control_plane': those(lambda node: world.settings['control_plane_label'] in node['metadata'].get('labels', {})),
        'ready': those(is_ready),
        'cordoned': those(lambda node: node['spec'].get('unschedulable')),
        'lost': lost,
        'new': new,
        'there': _there(world),
    }}


def _there(world):
    """Those objects of the plan that are there; one call asks for all of a kind in a namespace."""
    asked = {}
    for kind, namespace, name in world.plan.objects:
        asked.setdefault((kind, namespace), []).append(name)
    there = []
    for (kind, namespace), names in asked.items():
        where = () if namespace == '-' else ('-n', namespace)
        lines = world.kubectl('get', kind, *names, *where, '--ignore-not-found', '-o', 'name').split()
        there += [[kind, namespace, line.split('/', 1)[1]] for line in lines]
    return there


def cluster_fits(world, given):
    """The cluster runs a version of the plan, and its control-plane nodes are those of the plan."""
    version, releases = re.sub(r'^([0-9.]+).*$', r'\1', world.seen['server']), dict.fromkeys(world.plan.data['releases'])
    if version not in releases:
        raise Failed(f"the cluster runs {version}, but this plan is for {' and '.join(releases)}; is this the right kubeconfig?")
    planned = set(world.plan.control_plane)
    missing, others = sorted(planned - set(world.seen['nodes'])), sorted(set(world.seen['control_plane']) - planned)
    if missing or others:
        raise Failed(f"the control-plane nodes of the cluster are not those of this plan: missing {', '.join(missing) or 'none'}; "
                     f"not in the plan: {', '.join(others) or 'none'}; run collect, synth and plan with the nodes of this cluster")
