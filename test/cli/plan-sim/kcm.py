"""A kube-controller-manager that is a Deployment of the cluster, whose pods it makes itself, or a unit of systemd on each node."""
import json
import os
import time

from faults import lines, path

DEPLOYMENT = 'deployment/kube-system/kube-controller-manager'
BOOTSTRAP = 'pod/kube-system/kube-controller-manager-bootstrap'
DROP_IN = 'etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf'


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
    """Command lines of all that run now, whatever runs them."""
    pods = made() + ([objects[BOOTSTRAP]['spec']['containers'][0]] if BOOTSTRAP in objects else [])
    return [pod['command'] for pod in pods] + [unit['words'] for unit in map(unit_of, nodes()) if unit['since']]


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


def nodes():
    return sorted(os.listdir(path('units'))) if os.path.isdir(path('units')) else []


def unit_of(node):
    """`words`: as systemd has read them; `since`: when its process was started, 0 while it is stopped."""
    return load(os.path.join('units', node), None)


def systemctl(words, node):
    unit = unit_of(node)
    if words[0] == 'show':
        line = ' '.join(unit['words'])
        print('{ path=x ; argv[]=' + line + ' ; ignore_errors=no ; start_time=[n/a] }')
        return
    if words[0] == 'daemon-reload':
        drop_in = os.path.join(path('nodes'), node, DROP_IN)
        own = load('unit-words.json', [])
        unit['words'] = open(drop_in).read().split('ExecStart=')[-1].split() if os.path.exists(drop_in) else own
    elif words[0] == 'start':
        unit['since'] = unit['since'] or time.time()
        unit['release'] = (lines(f'release-{node}') or ['1.26.15'])[-1]
    elif words[0] == 'stop':
        unit['since'] = 0
    write(os.path.join('units', node), unit)


def version(node):
    unit = unit_of(node)
    if unit['since']:
        print('Kubernetes v' + unit['release'])
    return 0 if unit['since'] else 1
