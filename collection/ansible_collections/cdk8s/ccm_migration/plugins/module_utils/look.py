"""What the cluster is when a run begins, and whether it is the one of the plan."""
import json
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.groups import found_in, nodes_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed


def look_cluster(world, given):
    """Reads the version of the cluster, its nodes, and which objects of the plan are there."""
    server = json.loads(world.kubectl('get', '--raw', '/version'))['gitVersion'].removeprefix('v')
    nodes = {name_of(node): node for node in world.items('nodes')}
    workers = set(world.plan.workers)
    lost = sorted(workers - (set(nodes) - set(world.settings['without_workers'])))
    groups = {group: found_in(world, group) for group in world.plan.groups}
    replaced = {one.name for found in groups.values() for one in found}
    new = sorted(set(nodes) - set(world.plan.control_plane) - workers - replaced)
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
        **({'images': _images(world)} if world.plan.images else {}),
        **({'groups': {group: _counts(found) for group, found in groups.items()}, 'replaced': sorted(replaced)} if groups else {}),
    }}


def _counts(found):
    return {side: sum(one.side == side for one in found) for side in ('n', 'n-plus-1')}


def _there(world):
    """Those objects of the plan that are there; one call asks for all of a kind in a namespace."""
    asked = {}
    for kind, namespace, name, *cluster in world.plan.objects:
        asked.setdefault((kind, namespace, *cluster), []).append(name)
    there = []
    for (kind, namespace, *cluster), names in asked.items():
        where = () if namespace == '-' else ('-n', namespace)
        lines = _in(world, cluster).kubectl('get', kind, *names, *where, '--ignore-not-found', '-o', 'name').split()
        there += [[kind, namespace, line.split('/', 1)[1], *cluster] for line in lines]
    return there


def _in(world, cluster):
    """Where an object is: the last of its words, if it has a fourth."""
    return world.at({'cluster': cluster[0] if cluster else None})


def _images(world):
    """Which of its images on the way each workload has that several steps roll."""
    found = {}
    for workload, images in world.plan.images.items():
        kind, namespace, name, *cluster = workload.split(' ')
        value = _in(world, cluster).get(kind, name, '-n', namespace)
        has = [one['image'] for one in value['spec']['template']['spec']['containers']] if value else []
        known = [image for image in has if image in images]
        if not known:
            raise Failed(f"{kind} {namespace}/{name} is {'of ' + ', '.join(has) if has else 'not there'}, and this plan leads from and to "
                         f"{', '.join(sorted(images))}: plan from the release that runs")
        found[workload] = known[0]
    return found


def server_is(world, given):
    """The API server that answers is of a release; what its builder added to the release does not count."""
    version = json.loads(world.kubectl('get', '--raw', '/version'))['gitVersion'].removeprefix('v')
    if not re.fullmatch(re.escape(given['release']) + '([-+].*)?', version):
        raise Failed(f"the API server is of {version}, and this step is for {given['release']}: bring it there, as your control plane is upgraded, and run "
                     'again')


def cluster_fits(world, given):
    """The cluster runs a version of the plan, and its control-plane nodes are those of the plan."""
    version, releases = re.sub(r'^([0-9.]+).*$', r'\1', world.seen['server']), world.plan.releases
    if version not in releases:
        raise Failed(f"the cluster runs {version}, but this plan is for {' and '.join(releases)}; is this the right kubeconfig?")
    planned = set(world.plan.control_plane)
    for group in world.plan.groups:
        # Of known sides: what else it has fails here, by its name.
        planned |= {one.name for one in nodes_of(world, group) if world.plan.groups[group]['role'] == 'control-plane'}
    missing = sorted(planned - set(world.seen['nodes']))
    others = sorted(set(world.seen['control_plane']) - planned) if world.plan.knows_control_plane else []
    if missing or others:
        raise Failed(f"the control-plane nodes of the cluster are not those of this plan: missing {', '.join(missing) or 'none'}; "
                     f"not in the plan: {', '.join(others) or 'none'}; run collect, synth and plan with the nodes of this cluster")
