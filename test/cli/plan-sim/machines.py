"""
Machines of nodes that are replaced: the operator's own command makes one for a token and ends it, and each of the control plane has a member of etcd.
`no-join`: machines that are made do not join; `wrong-name`: they join under a name that the cloud does not know.
"""
import json
import os
import shutil

import units
from faults import lines, path

MANIFESTS = 'etc/kubernetes/manifests'
OF_NODE = ('labels/', 'kubelets/', 'units/', 'annotations-', 'cordoned-', 'ended-', 'kubelet-version-', 'provider-', 'ready-')


def load(name, default):
    return json.load(open(path(name))) if os.path.exists(path(name)) else default


def write(name, text):
    with open(path(name), 'w') as file:
        file.write(text)


def is_there(node):
    """Whether the machine of a node runs; the Node of one that does not is there until it is deleted."""
    return not os.path.exists(path('ended-' + node))


def release_of(node):
    text = ''.join(lines('kubelet-version-' + node)) or 'v' + ''.join(lines('version'))
    return text.removeprefix('v')


def is_control_plane(node):
    return os.path.isdir(path(os.path.join('nodes', node, MANIFESTS))) or node in units.nodes()


def machine(words):
    if words[0] == 'end':
        return write('ended-' + words[1], '')
    _, _, _, release, role, folder, count, token = words
    tokens = load('tokens.json', {})
    if token in tokens:
        return None
    role = 'cp' if role == 'control-plane' else 'w'
    nodes = [node for node in os.listdir(path('nodes')) if is_control_plane(node) == (role == 'cp')]
    missing = int(count) - sum(release_of(node) == release for node in nodes)
    tokens[token] = [f'new-{role}-{len(tokens) + 1}-{number + 1}.example' for number in range(1 if role == 'cp' else missing)]
    write('tokens.json', json.dumps(tokens))
    if not os.path.exists(path('no-join')):
        for node in tokens[token]:
            join(node, release, folder, role)
    return None


def join(node, release, folder, role):
    shutil.copytree(folder, path(os.path.join('nodes', node)), ignore=shutil.ignore_patterns('user-data.yaml'))
    write('kubelets/' + node, '/usr/bin/kubelet')
    write('kubelet-version-' + node, 'v' + release)
    if os.path.exists(path('wrong-name')):
        write('provider-' + node, '')
    if role == 'cp' and not os.path.isdir(os.path.join(folder, MANIFESTS)):
        units.start(node, release)
    if role == 'cp':
        write('members.json', json.dumps({**load('members.json', {}), node: len(load('tokens.json', {})) + 1000}))


def delete(node):
    shutil.rmtree(path(os.path.join('nodes', node)), ignore_errors=True)
    for name in OF_NODE:
        if os.path.exists(path(name + node)):
            os.remove(path(name + node))


def etcd_pods(ready):
    mirror = {'kubernetes.io/config.mirror': 'x'}
    return [{'metadata': {'name': 'etcd-' + node, 'namespace': 'kube-system', 'labels': {}, 'annotations': mirror},
             'spec': {'nodeName': node, 'containers': []}, 'status': ready}
            for node in load('members.json', {}) if is_there(node)]


def etcdctl(words):
    """Its answers as JSON; None: it is asked for something else."""
    members, plain = load('members.json', {}), [word for word in words if not word.startswith('--')]
    if '--write-out=json' in words and plain == ['member', 'list']:
        return {'members': [{'ID': number, 'name': name, 'peerURLs': [f'https://{name}:2380'], 'clientURLs': [f'https://{name}:2379']}
                            for name, number in members.items()]}
    if '--write-out=json' in words and plain == ['endpoint', 'health']:
        return [{'endpoint': f'https://{name}:2379', 'health': is_there(name) and not os.path.exists(path('member-down-' + name))} for name in members]
    if plain[:2] == ['member', 'remove']:
        write('members.json', json.dumps({name: number for name, number in members.items() if f'{number:x}' != plain[2]}))
        return {}
    return None
