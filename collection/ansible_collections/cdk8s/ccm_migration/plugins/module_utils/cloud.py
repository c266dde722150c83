"""What must hold of the cloud, the versions and the settings before anything changes."""
import json
import os
import re
import tempfile

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed


def command_line(world, words, files, statuses=(0,)):
    """How `ccm-migration` ended, which is given texts by flag: as files of this machine, which are removed again."""
    with tempfile.TemporaryDirectory() as folder:
        flags = []
        for flag, text in files.items():
            path = os.path.join(folder, flag)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            flags += [f'--{flag}', path]
        return world.ended([*world.settings['ccm_migration'], *words, *flags], statuses=statuses)


def nodes_text(world):
    return world.kubectl('get', 'nodes', '-o', 'json')


def role_allows(world, given):
    """The role of the cloud-controller-manager may do what it must: a right that is missing shows when it is needed, which may be weeks later."""
    settings, aws = world.settings, world.plan.data['aws']
    if settings['without_role_check']:
        world.note('without_role_check is set: the role of the cloud-controller-manager was not checked for the permissions that it needs')
        return
    _cluster_id_is_set(settings, ', which policies ask for')
    if aws.get('unknown') and not (settings['ccm_role_arn'] and aws['actions']):
        raise Failed(f"{aws['unknown']}; without_role_check leaves this out")
    arn = settings['ccm_role_arn'] or aws.get('roleArn')
    words = ['aws', 'role', '--cluster-id', settings['cluster_id'], '--actions', ','.join(given.get('awsActions', aws['actions']))]
    command_line(world, [*words, '--role-arn', arn] if arn else words, {} if arn else {'nodes': nodes_text(world)})


def _cluster_id_is_set(settings, why=''):
    if not settings['cluster_id']:
        raise Failed(f'cluster_id is not set: the id of the cluster tag, kubernetes.io/cluster/<id>{why}')


def groups_are_paused(world, given):
    """No Auto Scaling group replaces a node that is drained, or restarts its kubelet: it would bring one with the files of before."""
    if world.settings['without_auto_scaling']:
        world.note('without_auto_scaling is set: an Auto Scaling group may make, replace or remove nodes meanwhile')
        return
    command_line(world, ['aws', 'auto-scaling'], {'nodes': _in_place_text(world)})


def _in_place_text(world):
    """The nodes but for those of groups that are replaced."""
    replaced = world.seen.get('replaced')
    if not replaced:
        return nodes_text(world)
    found = json.loads(nodes_text(world))
    return json.dumps({**found, 'items': [one for one in found['items'] if name_of(one) not in replaced]})


def tags_in_order(world, given):
    """The cluster tags are in order."""
    _cluster_id_is_set(world.settings)
    command_line(world, ['tag', 'verify', '--cluster-id', world.settings['cluster_id']], {'nodes': nodes_text(world)})


def _minor(version):
    """`1.27` of `v1.27.16`; any other text as it is."""
    return re.sub('^v?([0-9]+[.][0-9]+).*$', r'\1', version)


def _number(minor):
    return int(minor.split('.')[1])


def kubectl_fits(world, given):
    """This kubectl may be used with both versions of the plan."""
    if world.settings['any_kubectl']:
        return
    client = json.loads(world.kubectl('version', '-o', 'json'))['clientVersion']['gitVersion'].removeprefix('v')
    # A chain goes over more minors than one kubectl fits: what it meets now decides, and every run asks again.
    releases = [world.seen['server']] if world.plan.is_chain else dict.fromkeys(world.plan.data['releases'])
    far = [release for release in releases if abs(_number(release) - _number(client)) > 1]
    if far:
        raise Failed(f"kubectl {client} is more than one minor away from {' and '.join(far)}")


def kubelets_fit(world, given):
    """
    Each kubelet is of a version of this plan, and no worker has a newer one than the API server, which it must not be
    (kubernetes.io/releases/version-skew-policy, "kubelet"). One that is older than version N would skip a minor.
    """
    lost, plan = world.seen['lost'], world.plan
    versions = {node: world.seen['nodes'].get(node, {}).get('kubeletVersion', 'an unknown version')
                for node in sorted([*plan.control_plane, *plan.workers]) if node not in lost}
    minors = list(dict.fromkeys(map(_minor, plan.data['releases'])))
    others = [f'{node} has {version}' for node, version in versions.items() if plan.changes_nodes and _minor(version) not in minors]
    if others:
        raise Failed(f"kubelets of other versions than {' and '.join(minors)}: {', '.join(others)}")
    unknown = [node for node in versions if node in plan.workers and node not in world.seen['nodes']]
    if unknown:
        raise Failed(f"the cluster has no Node {', '.join(unknown)}, so the version of its kubelet is not known; without_workers leaves out those "
                     'that are gone')
    # Behind a load balancer any API server may answer: one that is of N while a worker is of N+1 is enough.
    server = _minor(world.seen['server'])
    newer = [node for node, version in versions.items() if node in plan.workers and _number(_minor(version)) > _number(server)]
    if newer:
        raise Failed(f"the API server is {server}, but {', '.join(newer)} has a newer kubelet: upgrade the control plane first")


def workers_ready(world, given):
    """Every worker is Ready. The control-plane nodes are asked one by one: a plan waits for each of them."""
    ready = {name_of(node) for node in world.items('nodes') if is_ready(node)}
    wrong = sorted(set(world.plan.workers) - set(world.seen['lost']) - ready)
    if wrong:
        raise Failed(f"workers that are not Ready: {', '.join(wrong)}; without_workers leaves out those that are gone")


def etcd_answers(world, given):
    """Etcd answers, by what the API server says."""
    said = world.kubectl('get', '--raw', '/readyz/etcd').strip()
    if said != 'ok':
        raise Failed(f'the API server says of etcd: {said}')


def upgrades_are_set(world, given):
    """What upgrades the nodes is set, or skipped by a setting: else the nodes would stay at their release, and the run would say that it is done."""
    settings, plan = world.settings, world.plan
    unset = []
    by_kubeadm = given.get('upgrades_by_kubeadm', plan.upgrades_by_kubeadm)
    if by_kubeadm and not (settings['node_packages'] or settings['kubeadm_program'] or settings['without_kubeadm_upgrade']):
        unset.append('kubeadm_program is not set: the command that brings kubeadm of a node to its release, before kubeadm upgrades what it made; '
                     "set it, node_packages where it is a package of apt or dnf, or without_kubeadm_upgrade to leave kubeadm's own upgrade out")
    if plan.upgrades_nodes and not (settings['node_packages'] or settings['node_upgrade'] or settings['without_node_upgrade']):
        unset.append('node_upgrade is not set: the command that brings the kubelet of a node to its release; '
                     'set it, node_packages where it is a package of apt or dnf, or without_node_upgrade to leave it out')
    if plan.groups:
        unset += _problems_of_replacing(settings, ['make_node', 'end_node', *(['on_node'] if plan.groups_have_units else [])])
    if unset:
        raise Failed('; '.join(unset))
    if by_kubeadm and settings['without_kubeadm_upgrade']:
        world.note('without_kubeadm_upgrade is set, so what kubeadm alone upgrades stays as it is: CoreDNS, kube-proxy, etcd, certificates, and the '
                   'configuration of kubelets')


# Placeholders of the commands that replace nodes, and those of which one has to be there: without, a run that goes on would make or end another one.
PLACEHOLDERS = {
    'make_node': ('group', 'side', 'release', 'role', 'folder', 'count', 'token'),
    'end_node': ('node', 'group', 'side', 'release', 'role', 'provider_id', 'address'),
    'on_node': ('node', 'provider_id', 'address'),
}
NEEDED = {'make_node': ('token', 'count'), **dict.fromkeys(('end_node', 'on_node'), ('node', 'provider_id', 'address'))}
DOES = {'make_node': 'makes a node of a group', 'end_node': 'ends a node of a group',
        'on_node': 'has a shell of a node run, as root, what it gets on standard input, like [ssh, "root@{address}", sh]: the control-plane nodes that come '
                   'have units, which no API knows'}


def _problems_of_replacing(settings, commands):
    for name in commands:
        known = PLACEHOLDERS[name]
        found = re.findall('{([a-z_]+)}', ' '.join(settings[name]))
        unknown = [one for one in dict.fromkeys(found) if one not in known]
        needed = ' or '.join(f'{{{one}}}' for one in NEEDED[name])
        if not settings[name]:
            yield f'{name} is not set: the command, on this machine, that {DOES[name]}'
        elif unknown:
            yield f"{name} has {', '.join(f'{{{one}}}' for one in unknown)}, but may have {', '.join(f'{{{one}}}' for one in known)}"
        elif not set(found) & set(NEEDED[name]):
            yield f'{name} has to say with {needed} which node it is about: run again, it must do the same once'


def ansible_fits(world, given):
    """This ansible-core is one that the playbooks were run with: how it goes on without a node differs from minor to minor."""
    minors = world.settings['ansible_minors']
    if _minor(given['version']) not in minors:
        raise Failed(f"these playbooks were run with ansible-core {', '.join(minors)}, not with {given['version']}: "
                     f"pip install 'ansible-core=={minors[0]}.*'; ansible_minors takes another at your own risk")


def say_cordoned(world, given):
    """Notes which nodes are cordoned before anything of this plan was begun."""
    cordoned = sorted(set(world.seen['cordoned']) & {*world.plan.control_plane, *world.plan.workers})
    if world.seen['reached'] == 0 and cordoned:
        world.note(f"cordoned before anything of this plan was begun: {', '.join(cordoned)}; the playbooks leave them cordoned; the "
                   'commands of the runbook uncordon them')
