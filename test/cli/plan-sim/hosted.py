"""A control plane in a management cluster: its Deployments, whose pods are replaced one at a time, with each call."""
import json
import os
import sys

from faults import path

IS_MANAGEMENT = '--context=management' in sys.argv
PODS = 'hosted-pods.json'


def load(name, default):
    return json.load(open(path(name))) if os.path.exists(path(name)) else default


def write(name, value):
    with open(path(name), 'w') as file:
        json.dump(value, file)


def is_there():
    """Whether the cluster of this simulation is one that is hosted."""
    return os.path.exists(path('management.json'))


def deployments():
    return {value['metadata']['name']: value for value in load('management.json', {}).values() if value['kind'] == 'Deployment'}


def template(deployment):
    return deployment['spec']['template']['spec']['containers'][0]


def release(container):
    return container['image'].rsplit(':', 1)[1]


def reconcile(log):
    """One pod of each Deployment comes to its template: the new one first, then an old one goes."""
    if not is_there():
        return
    known, found = load(PODS, {}), {}
    for name, deployment in deployments().items():
        wanted, count, pods = template(deployment), deployment['spec'].get('replicas', 1), known.get(name, [])
        old = [pod for pod in pods if pod != wanted]
        new = len(pods) - len(old)
        if len(pods) > count:
            pods = old[1:] + [wanted] * new
        elif new < count:
            pods = old + [wanted] * (new + 1 if old else count)
        if pods != known.get(name):
            log(f"pods of {name}: {' '.join(map(release, pods))}")
        found[name] = pods
    write(PODS, found)


def is_rolled(name):
    deployment = deployments().get(name)
    return deployment is not None and load(PODS, {}).get(name) == [template(deployment)] * deployment['spec'].get('replicas', 1)


def with_status(value):
    if value['kind'] != 'Deployment':
        return value
    pods = load(PODS, {}).get(value['metadata']['name'], [])
    updated = sum(pod == template(value) for pod in pods)
    return {**value, 'metadata': {**value['metadata'], 'generation': 1},
            'status': {'observedGeneration': 1, 'replicas': len(pods), 'updatedReplicas': updated, 'readyReplicas': len(pods)}}


def pods(ready):
    labels = {name: deployment['spec']['selector']['matchLabels'] for name, deployment in deployments().items()}
    return [{'metadata': {'name': f'{name}-{index}', 'namespace': 'prod-eu', 'labels': labels.get(name, {})},
             'spec': {'nodeName': '-', 'containers': [pod]}, 'status': ready}
            for name, made in load(PODS, {}).items() for index, pod in enumerate(made)]


def words(container):
    return container.get('command', []) + container.get('args', [])


def holders(lease):
    """Who holds each Lease: of the migration Lease, who has it keeps it as long as it runs with Leader Migration."""
    made = load(PODS, {})
    found, bidders = {}, []
    for name, main, short in (('kube-controller-manager', 'kube-controller-manager', 'kcm'),
                              ('aws-cloud-controller-manager', 'cloud-controller-manager', 'ccm')):
        if not made.get(name):
            continue
        sharing = [pod for pod in made[name] if '--enable-leader-migration=true' in words(pod)]
        leader = (sharing or made[name])[0]
        found[main] = f'hosted_{short}'
        if '--enable-leader-migration=true' in words(leader):
            bidders.append(f'hosted_{short}')
    last = load('hosted-holder.json', None)
    holder = last if last in bidders else bidders[0] if bidders else None
    write('hosted-holder.json', holder)
    return {**found, **({lease: holder} if holder else {})}
