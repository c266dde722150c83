"""Workloads of the cluster and their pods."""
import json
import re
import time

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.leases import LEASES, holder_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import pod_is_ready, readiness
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

CCM = 'cloud-controller-manager'
REPLICAS = 'ccm-migration/replicas'
A_NUMBER = re.compile('[1-9][0-9]*')


def rolled_out(world, given):
    """The workload is rolled out; with `ifThere`, or it is not there."""
    world = world.at(given)
    what = (given['workload'], '-n', given['namespace'])
    if given.get('ifThere') and not world.get(*what):
        return
    said = world.kubectl('rollout', 'status', *what, '--watch=false')
    if 'successfully rolled out' not in said:
        raise Failed(f"{given['workload']} is not rolled out: {said.strip()}")


def pods_selected(world, given):
    """Those that a selector selects, of one node where it is named."""
    of_node = ('--field-selector', f"spec.nodeName={given['node']}") if given.get('node') else ()
    return world.at(given).items('pods', '-n', given['namespace'], '-l', given['selector'], *of_node)


def ccm_ready(world, given):
    """A cloud-controller-manager is ready; where a node is named, the only one of the node."""
    pods = pods_selected(world, given)
    if given.get('node') and not (len(pods) == 1 and pod_is_ready(pods[0])):
        raise Failed(f"no cloud-controller-manager of {given['node']} is ready, or it has more than one")
    if not any(any(readiness(pod)) for pod in pods):
        raise Failed('no cloud-controller-manager is ready')


def pods_on_image(world, given):
    """Every pod that a selector selects has the image, and is ready; a terminating one is not gone, and leads until it ends."""
    pods = pods_selected(world, given)
    others = [name_of(pod) for pod in pods if given['image'] not in [one['image'] for one in pod['spec']['containers']]]
    leaving = [name_of(pod) for pod in pods if 'deletionTimestamp' in pod['metadata']] if given.get('stays') else []
    if leaving:
        raise Failed(f"pods of before are left: {', '.join(leaving)}")
    waiting = [name_of(pod) for pod in pods if not pod_is_ready(pod)]
    if others or waiting or not pods:
        raise Failed(f"pods of another image than {given['image']}: {', '.join(others) or 'none'}; not ready: {', '.join(waiting) or 'none'}; "
                     f'{len(pods)} in all')


def no_ccm(world, given):
    """No pod of the cloud-controller-manager is left, or is on the node."""
    pods = pods_selected(world, given)
    if pods:
        raise Failed(f"pods of the cloud-controller-manager are left: {', '.join(map(name_of, pods))}")


def _deployment(world, given):
    deployment = world.at(given).get('deployment', given['name'], '-n', given['namespace'])
    if not deployment:
        raise Failed(f"Deployment {given['name']} is not there")
    return deployment


def pods_of(world, given):
    """A Deployment has as many pods as it is to have, or as `replicas` says."""
    spec = _deployment(world, given)['spec']
    selector, wanted = spec['selector'], given.get('replicas', spec.get('replicas', 0))
    labels = selector.get('matchLabels')
    if not labels or selector.get('matchExpressions') or (wanted == 0 and 'replicas' not in given):
        raise Failed(f"Deployment {given['name']} is to have no pod, or does not select its pods by matchLabels alone, "
                     'so they cannot be counted here')
    pods = world.items('pods', '-n', given['namespace'], '-l', ','.join(map('='.join, labels.items())),
                       '--field-selector', 'status.phase!=Failed,status.phase!=Succeeded')
    # A terminating pod counts neither as gone nor as made.
    count = len(pods if wanted == 0 else [pod for pod in pods if 'deletionTimestamp' not in pod['metadata']])
    if count < wanted or wanted == 0 < count:
        raise Failed(f"Deployment {given['name']} has {count} pods, not {wanted}")


def deployment_fits(world, given):
    """The flags and the image of the only container of a Deployment can be changed."""
    _changeable(world, given)


def _changeable(world, given):
    """Name and words of the field that has its flags, and its image of later."""
    containers = _deployment(world, given)['spec']['template']['spec']['containers']
    container = containers[0]
    field = 'args' if _flags(container.get('args', [])) else 'command'
    words = container.get(field, [])
    image = re.sub(f":v{re.escape(given['oldRelease'])}$", f":v{given['newRelease']}", container['image'])
    two_words = [word for word in words if word in _changed_flags(given)]
    if not _flags(words) or two_words or len(containers) != 1 or not image.endswith(f":v{given['newRelease']}"):
        names = ', '.join(one['name'] for one in containers)
        raise Failed(f"the flags of Deployment {given['name']} are not ours to guess: give it one container (found {names}), "
                     f"an image :v{given['oldRelease']} (found {container['image']}), and write each flag and its value as one word "
                     f"(found {', '.join(two_words)}), or change them by hand: {'; '.join(given['flags'])}")
    return field, words, image


def _flags(words):
    return [word for word in words if word.startswith('--')]


def _changed_flags(given):
    """Names of the flags in `set --flag=value` and `remove --flag`."""
    return [flag.split(' ', 1)[1].split('=')[0] for flag in given['flags']]


def deployment_flags(world, given):
    """Changes the flags and the image of the only container of a Deployment."""
    field, words, image = _changeable(world, given)
    kept = [word for word in words if word.split('=')[0] not in _changed_flags(given)]
    changed = kept + [flag.removeprefix('set ') for flag in given['flags'] if flag.startswith('set ')]
    # The command line of the app, where it has the same flags as this one.
    lead = [word for word in changed if not word.startswith('--')]
    in_order = lead + given['inOrder']
    is_same = changed[:len(lead)] == lead and sorted(in_order) == sorted(changed)
    container = '/spec/template/spec/containers/0'
    return change(world, 'patch', 'deployment', given['name'], '-n', given['namespace'], '--type=json', '-p', json.dumps([
        {'op': 'replace', 'path': f'{container}/{field}', 'value': in_order if is_same else changed},
        {'op': 'replace', 'path': f'{container}/image', 'value': image},
    ]))


def _is_of_release(container, release):
    return re.search(f':v{re.escape(release)}(?![0-9.])', container['image']) is not None


def words_of(container):
    return container.get('command', []) + container.get('args', [])


def deployment_runs(world, given):
    """Every pod of a Deployment is of the release, and of its command line as it is now."""
    deployment = _deployment(world, given)
    wanted, status = deployment['spec'].get('replicas', 1), deployment.get('status', {})
    container = deployment['spec']['template']['spec']['containers'][0]
    words, has, lacks = set(words_of(container)), set(given['has']), set(given['lacks'])
    counts = {status.get(count, 0) for count in ('replicas', 'updatedReplicas', 'readyReplicas')}
    wrong = [said for said, is_wrong in (
        (f"its image is {container['image']}", not _is_of_release(container, given['release'])),
        ('it is to have no pod', wanted == 0),
        ('its last change is not seen yet', status.get('observedGeneration', 0) < deployment['metadata']['generation']),
        (f'not every one of {wanted} pods is new and ready', counts != {wanted}),
        (f"it lacks {', '.join(sorted(has - words))}", has - words),
        (f"it has {', '.join(sorted(lacks & words))}", lacks & words),
    ) if is_wrong]
    if wrong:
        raise Failed(f"Deployment {given['name']} does not run {given['release']}: {'; '.join(wrong)}")


def pod_runs(world, given):
    """By the API, the static pod of a node runs the release or the image, has each of the flags of `has`, and none of those of `lacks`."""
    name = f"{given['component']}-{given['node']}"
    pod = world.get('pod', name, '-n', 'kube-system')
    if not pod:
        raise Failed(f'pod {name} is not there')
    container = pod['spec']['containers'][0]
    if 'release' in given and not (_is_of_release(container, given['release']) and pod_is_ready(pod)):
        raise Failed(f"pod {name} is {container['image']}, not ready at {given['release']}")
    if 'image' in given and not (container['image'] == given['image'] and pod_is_ready(pod)):
        raise Failed(f"pod {name} is {container['image']}, not ready at {given['image']}")
    command = ' '.join(words_of(container))

    def is_there(flag):
        # A flag and its value may be two words.
        return re.search(re.escape(flag).replace('=', '[= ]', 1), command)

    has, lacks = given.get('has', []), given.get('lacks', [])
    wrong = [f'lacks {flag}' for flag in has if not is_there(flag)] + [f'has {flag}' for flag in lacks if is_there(flag)]
    if wrong or (lacks and not command):
        raise Failed(f"pod {name} {', '.join(wrong) or 'has no command line'}")


def control_plane_runs(world, given):
    """What `pod_runs` asks, of each control-plane node that the cluster has: the plan knows none by its name."""
    _each_runs(world, world.seen['control_plane'], given)


def _each_runs(world, nodes, given):
    if not nodes:
        raise Failed(f"no node has the label {world.settings['control_plane_label']}, so it cannot be asked what runs on the control plane; "
                     'set control_plane_label to the label of its nodes, or hand in their files as upgradedNodes and plan again')
    for node in nodes:
        pod_runs(world, {**given, 'node': node})


def api_servers_are(world, given):
    """Every API server is of the release, the one that answers here as well; and so is each kube-controller-manager, which has the flags of `has`."""
    release = given['release']
    answers = json.loads(world.kubectl('get', '--raw', '/version'))['gitVersion'].removeprefix('v')
    if not re.match(re.escape(release) + '(?![0-9.])', answers):
        raise Failed(f'the API server that answers here is {answers}, not {release}: upgrading them is your step, and this plan goes on once it is done')
    # Nodes may have been replaced for it since the run began.
    labelled = [name_of(node) for node in world.items('nodes') if world.settings['control_plane_label'] in node['metadata'].get('labels', {})]
    nodes = list(dict.fromkeys([*world.plan.control_plane, *labelled]))
    _each_runs(world, nodes, {'component': 'kube-apiserver', 'release': release})
    _each_runs(world, nodes, {'component': 'kube-controller-manager', 'release': release, 'has': given['has']})


def _workloads(world):
    """DaemonSets, Deployments and StatefulSets by `kind/namespace/name`."""
    found = world.items('daemonsets,deployments,statefulsets', '-A')
    return {f"{one['kind']}/{one['metadata']['namespace']}/{name_of(one)}": one for one in found}


def _containers(workload):
    return workload['spec']['template']['spec']['containers']


def no_other_ccm(world, given):
    """No cloud-controller-manager runs here that is not this migration's."""
    pods = {f'Pod/kube-system/{name_of(pod)}': pod for pod in world.items('pods', '-n', 'kube-system')}
    workloads, ours = _workloads(world), set(world.plan.data['ccm']['workloads'])
    containers = {name: _containers(one) for name, one in workloads.items()}
    containers.update({name: pod['spec']['containers'] for name, pod in pods.items() if 'kubernetes.io/config.mirror' in annotations_of(pod)})
    others = sorted({name for name, those in containers.items() if _is_called_ccm(name, those)} - ours - set(world.settings['known_workloads']))
    if others:
        raise Failed(f"{', '.join(others)} is a cloud-controller-manager that is not this migration's; no Lease keeps it and kube-controller-manager "
                     'apart. Where it is none, name it in known_workloads')
    if not ours & (workloads.keys() | pods.keys()):
        _no_ccm_holds_its_lease(world)


def _is_called_ccm(name, containers):
    """Its image may have any name: then its command, or what it is called, tells."""
    words = [word for one in containers for word in (one['image'], one.get('name', ''), *words_of(one))]
    return any(CCM in word for word in (name, *words))


def _no_ccm_holds_its_lease(world):
    """No cloud-controller-manager renews the Lease of its kind: also one whose name, image and command line do not tell what it is does that."""
    def look():
        return world.get(LEASES, CCM, '-n', world.plan.data['leases']['namespace'])

    lease = look()
    spec = (lease or {}).get('spec', {})
    if not holder_of(lease) or not spec.get('renewTime'):
        return
    time.sleep(spec.get('leaseDurationSeconds') or 15)
    later = look()
    if holder_of(later) and later['spec'].get('renewTime') != spec['renewTime']:
        raise Failed(f'{holder_of(later)} renews the Lease cloud-controller-manager, but the cloud-controller-manager of this migration does not run '
                     'here: find out what does')


def ccm_is_ours(world, given):
    """What has the name of our cloud-controller-manager is ours: upstream's manifests and its chart give it the name that we give it, too."""
    def line(name, containers):
        return ' '.join([name, *(word for field in ('command', 'args') for one in containers for word in one.get(field, []))])

    ccm = world.plan.data['ccm']
    named = {name: line(name, _containers(one)) for name, one in _workloads(world).items() if name in ccm['workloads']}
    namesakes = sorted(name for name, command_line in named.items() if command_line not in ccm['commandLines'])
    if namesakes:
        raise Failed(f"{', '.join(namesakes)} has the name of the cloud-controller-manager of the app, and a command line that the app has in no "
                     "phase: it is not of this app, or one of the two was changed since. Remove it, or apply the app's manifests for the state that the "
                     'cluster is in')


def nodes_are_kept(world, given):
    """No workload of the cluster makes or removes nodes meanwhile, and the operator says that nothing else does."""
    scalers = [name for name, one in _workloads(world).items() if one['spec'].get('replicas', 0) > 0
               and any(re.search('cluster-autoscaler|karpenter', container['image']) for container in _containers(one))]
    if scalers or not world.settings['nodes_are_kept']:
        scale = f"scale {', '.join(scalers)} to 0; " if scalers else ''
        raise Failed(f'{scale}once nothing makes, replaces or removes nodes any more (Auto Scaling groups, node pools, machine controllers), '
                     'set nodes_are_kept to true')


def drain_may_end(world, given):
    """A drain of each node that is drained may end."""
    budgets = [one for one in world.items('poddisruptionbudgets', '-A') if one.get('status', {}).get('expectedPods', 0) > 0]
    full = [f"{one['metadata']['namespace']}/{name_of(one)}" for one in budgets if one['status'].get('disruptionsAllowed', 0) <= 0]
    if full:
        raise Failed(f"a drain would not end: no pod may go of PodDisruptionBudget {', '.join(full)}")
    flags = world.settings['drain_flags']
    if '--ignore-daemonsets' not in flags or not any(flag.startswith('--timeout=') for flag in flags):
        raise Failed(f"drain_flags are {' '.join(flags)}: without --ignore-daemonsets a drain is refused, without --timeout= it may never end")
    drained = {*world.plan.drained, *world.seen.get('replaced', [])} - set(world.settings['without_workers'])
    pods = [pod for pod in _running_pods(world) if pod[0] in drained]
    bare = [name for _, name, owner, mirror in pods if not owner and not mirror]
    # `kubectl drain` refuses a pod that no controller would make again.
    if bare and '--force' not in flags:
        raise Failed(f"a drain would not end: no controller makes {', '.join(bare)} again; delete them, or add --force to drain_flags ({' '.join(flags)}), "
                     'which deletes them for good')
    # A Job counts its pods before they go, and they wait for that with a finalizer (k8s.io/kubernetes@v1.27.16 pkg/controller/job/job_controller.go).
    of_jobs = [name for node, name, owner, _ in pods if node in world.plan.drained_unmanaged and owner == 'Job']
    if of_jobs:
        raise Failed(f"a drain would not end: while kube-controller-manager is stopped, no controller removes the finalizer of {', '.join(of_jobs)}, of a Job; "
                     'wait until the Job has ended, or suspend it')


def _running_pods(world):
    """Node, name, kind of controller and mark of a static pod, of each pod that has not ended: no more is printed, a large cluster has many."""
    fields = ('{.spec.nodeName}', '{.metadata.namespace}/{.metadata.name}', '{.status.phase}',
              '{.metadata.ownerReferences[?(@.controller==true)].kind}', r'{.metadata.annotations.kubernetes\.io/config\.mirror}')
    said = world.kubectl('get', 'pods', '-A', '-o', 'jsonpath={range .items[*]}' + '{" "}'.join(fields) + '{"\\n"}{end}')
    rows = [line.split(' ') for line in said.splitlines()]
    return [(node, name, owner, mirror) for node, name, phase, owner, mirror in rows if phase not in ('Succeeded', 'Failed')]


def _patch_replicas(world, given, written, replicas):
    patch = {'metadata': {'annotations': {REPLICAS: written}}, 'spec': {'replicas': replicas}}
    return change(world, 'patch', 'deployment', given['name'], '-n', given['namespace'], '--type=merge', '-p', json.dumps(patch))


def scale_to_zero(world, given):
    """
    Scales a Deployment to 0, and writes on it, in the same change, how many replicas it had: at 0 nothing else says that. What is written there
    already is from before, and stays.
    """
    deployment = _deployment(world, given)
    replicas = annotations_of(deployment).get(REPLICAS) or str(deployment['spec'].get('replicas', 1))
    if not A_NUMBER.fullmatch(replicas):
        raise Failed(f"Deployment {given['name']} has {replicas} replicas, and nothing says how many it is to have again: "
                     'scale it to as many as you want')
    return _patch_replicas(world, given, replicas, 0)


def scale_back(world, given):
    """Gives a Deployment as many replicas as it had; without what scaling to 0 wrote on it, it has its own number of them."""
    written = annotations_of(_deployment(world, given)).get(REPLICAS)
    if not written:
        return None
    if not A_NUMBER.fullmatch(written):
        raise Failed(f"annotation ccm-migration/replicas of Deployment {given['name']} is {written}: write there how many replicas it is to have")
    return _patch_replicas(world, given, None, int(written))
