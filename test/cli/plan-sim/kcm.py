"""A kube-controller-manager that is a Deployment of the cluster, whose pods it makes itself."""
import json
import os

from faults import path

DEPLOYMENT = 'deployment/kube-system/kube-controller-manager'
BOOTSTRAP = 'pod/kube-system/kube-controller-manager-bootstrap'


def load(name, default):
    return json.load(open(path(name))) if os.path.exists(path(name)) else default


def write(name, value):
    with open(path(name), 'w') as file:
        json.dump(value, file)


def container(spec):
    return spec['template']['spec']['containers'][0]


def made():
    """Containers of the pods of the Deployment."""
    return load('kcm-pods.json', [])


def reconcile(objects):
    """The controller that makes and ends its pods is in one of them, or in the bootstrap pod."""
    deployment = objects.get(DEPLOYMENT)
    if not deployment or not (made() or BOOTSTRAP in objects):
        return
    write('kcm-pods.json', [container(deployment['spec'])] * deployment['spec']['replicas'])


def runs(objects):
    """Command lines of all that run now."""
    pods = made() + ([objects[BOOTSTRAP]['spec']['containers'][0]] if BOOTSTRAP in objects else [])
    return [pod['command'] for pod in pods]


def pods(objects):
    meta = {'namespace': 'kube-system', 'labels': {'app': 'kcm'}, 'annotations': {}}
    found = [{'metadata': {**meta, 'name': f'kcm-{index}'}, 'spec': {'nodeName': '-', 'containers': [pod]}} for index, pod in enumerate(made())]
    bootstrap = objects.get(BOOTSTRAP)
    return found + ([{**bootstrap, 'metadata': {**bootstrap['metadata'], 'labels': {}}, 'spec': {'nodeName': '-', **bootstrap['spec']}}] if bootstrap else [])


def with_status(deployment):
    count = len(made())
    return {**deployment, 'metadata': {**deployment['metadata'], 'generation': 1},
            'status': {'observedGeneration': 1, 'replicas': count, 'updatedReplicas': count, 'readyReplicas': count}}


def patch(deployment, text):
    change = json.loads(text)
    if isinstance(change, list):
        for one in change:
            container(deployment['spec'])[one['path'].split('/')[-1]] = one['value']
        return
    annotations = deployment['metadata'].setdefault('annotations', {})
    for name, value in change['metadata']['annotations'].items():
        annotations.pop(name, None)
        if value is not None:
            annotations[name] = value
    deployment['spec']['replicas'] = change['spec']['replicas']
