"""A cluster made of files below $SIM: what its programs say follows from the files that lie on its nodes, and from the objects that were applied."""
import fcntl
import json
import os
import shutil
import signal
import sys
import time

import faults
import hosted
import kcm
import machines
import output
import units

SIM = os.environ['SIM']
NODE = os.environ.get('SIM_NODE', '')
MANIFESTS = 'etc/kubernetes/manifests'
LEASE = 'cloud-provider-extraction-migration'


def path(*parts):
    return os.path.join(SIM, *parts)


def read(name, default=''):
    return open(path(name)).read() if os.path.exists(path(name)) else default


def log(line):
    with open(path('log'), 'a') as file:
        file.write(line + '\n')


def nodes():
    return sorted(os.listdir(path('nodes')))


def is_control_plane(node):
    return os.path.isdir(path('nodes', node, MANIFESTS)) or node in units.nodes()


def running():
    return [node for node in nodes() if is_control_plane(node) and machines.is_there(node)]


def documents(file):
    import yaml  # takes longer than most answers
    return [value for value in yaml.safe_load_all(open(file)) if value]


def manifest(node, component):
    file = path('nodes', node, MANIFESTS, component + '.yaml')
    return documents(file)[0] if os.path.exists(file) else None


# Which of two clusters is asked.
OBJECTS = 'management.json' if hosted.IS_MANAGEMENT else 'objects.json'


def objects():
    return json.loads(read(OBJECTS, '{}'))


def save(value):
    with open(path(OBJECTS), 'w') as file:
        json.dump(value, file)


def let_others_act(line):
    """Another client of the API comes first: its object is there before this call is answered, where the call is the one that it waits for."""
    waits = json.loads(read('others.json', '{}'))
    if waits and waits['before'] in line:
        save({**objects(), waits['key']: waits['object']})
        os.remove(path('others.json'))


def key(kind, namespace, name):
    return '/'.join([kind.lower().split('.')[0].rstrip('s'), namespace or '-', name])


def blow(name, args):
    """One call of many fails, or ends the run that made it."""
    line = name + ' ' + ' '.join(args)
    with open(path('calls'), 'a') as file:
        file.write(line + '\n')
    let_others_act(line)
    if faults.fails((f'on {NODE}: ' if NODE else '') + line):
        sys.exit('the call failed: ' + line)
    kill_run(line, os.environ.get('SIM_KILL'))


def kill_run(line, kill):
    """What a run that was killed has left behind goes on with its task, and kills no other run."""
    pid = 'pid-' + os.environ.get('SIM_RUN', '')
    if kill and kill in (f'on {NODE}: ' if NODE else '') + line and os.path.exists(path(pid)):
        number = int(read(pid))
        os.remove(path(pid))
        os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        sys.exit(1)


def ps():
    def started(at):
        return time.strftime('%a %b %d %H:%M:%S %Y', time.gmtime(at))
    lines = []
    for component in ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'cloud-controller-manager']:
        file = path('nodes', NODE, MANIFESTS, component + '.yaml')
        if not os.path.exists(file):
            continue
        container = manifest(NODE, component)['spec']['containers'][0]
        # The image of the cloud-controller-manager names its program.
        command = container.get('command', ['aws-' + component]) + container.get('args', [])
        lines.append((os.stat(file).st_ctime, ' '.join(command)))
    kubelet = path('kubelets', NODE)
    since = time.time() if os.path.exists(path('crashing-' + NODE)) else os.stat(kubelet).st_mtime
    lines.append((since, os.environ.get('SIM_ROOT', '') + open(kubelet).read()))
    lines += [(unit['since'], ' '.join(unit['words'])) for unit in units.running(NODE).values()]
    lines += [(0, line) for line in read('processes-' + NODE).splitlines()]
    fields = sys.argv[3]
    for at, args in lines:
        print(started(at) + ' ' + args if 'lstart' in fields else args)


def systemctl():
    if NODE in units.nodes() and sys.argv[2:] != ['restart', 'kubelet']:
        if sys.argv[2] != 'show':
            log('systemctl ' + ' '.join(sys.argv[2:]) + ' on ' + NODE)
        return units.systemctl(sys.argv[2:], NODE)
    if sys.argv[2:3] == ['show']:
        print(read('unit'))
        return
    if sys.argv[2:] == ['daemon-reload']:
        return
    log('systemctl ' + ' '.join(sys.argv[2:]) + ' on ' + NODE)
    if sys.argv[2:] == ['restart', 'kubelet'] and not os.path.exists(path('hung-' + NODE)):
        restart_kubelet(NODE)


def bring_kubelet(node, release):
    program = path('nodes', node, 'usr/bin/kubelet')
    with open(program + '.new', 'w') as file:
        file.write(f'#!/bin/sh\necho Kubernetes v{release}\n')
    os.chmod(program + '.new', 0o755)
    os.rename(program + '.new', program)


def restart_kubelet(node):
    flags = read(os.path.join('nodes', node, 'var/lib/kubelet/kubeadm-flags.env'))
    args = flags.split('"')[1] if '"' in flags else ''
    with open(path('kubelets', node), 'w') as file:
        file.write('/usr/bin/kubelet ' + args)
    if os.path.exists(path('ready-' + node)):
        os.remove(path('ready-' + node))


def pods():
    found = []
    for node in running():
        folder = path('nodes', node, MANIFESTS)
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if file.startswith('.') or not file.endswith('.yaml'):
                continue
            pod = manifest(node, file[:-len('.yaml')])
            if file == 'cloud-controller-manager.yaml':
                pod['spec']['containers'] = json.loads(read('containers-' + node, 'null')) or pod['spec']['containers']
            found.append({
                'metadata': {'name': pod['metadata']['name'] + '-' + node, 'namespace': 'kube-system', 'labels': {},
                             'annotations': {'kubernetes.io/config.mirror': 'x'}},
                'spec': {**pod['spec'], 'nodeName': node}, 'status': ready_pod(),
            })
    for node in ccm_nodes():
        found.append({
            'metadata': {'name': 'ccm-' + node, 'namespace': 'kube-system', 'labels': {'k8s-app': 'aws-cloud-controller-manager'},
                         'ownerReferences': [{'kind': 'DaemonSet', 'name': 'aws-cloud-controller-manager', 'controller': True}]},
            'spec': {'nodeName': node, 'containers': json.loads(read('containers-' + node, 'null')) or ccm()['spec']['template']['spec']['containers']},
            'status': ready_pod(),
        })
    return found + machines.etcd_pods(ready_pod()) + kcm.pods(objects()) + json.loads(read('pods.json', '[]'))


def ready_pod():
    sidecars = [{'ready': ready == 'true'} for ready in read('sidecars').split()]
    return {'podIP': '10.0.9.1', 'containerStatuses': [{'ready': True}] + sidecars, 'conditions': [{'type': 'Ready', 'status': 'True'}]}


def ccm():
    return objects().get('daemonset/kube-system/aws-cloud-controller-manager')


def ccm_nodes():
    if not ccm():
        return []
    control_plane = running()
    if 'ccm-migration/side' not in json.dumps(ccm()):
        return control_plane
    return [node for node in control_plane if os.path.exists(path('labels', node))]


def tick():
    """Another number each time: what is held is renewed."""
    count = int(read('count', '0')) + 1
    with open(path('count'), 'w') as file:
        file.write(str(count))
    return str(count)


def holders_on_nodes():
    control_plane = running()
    commands = {node: (manifest(node, 'kube-controller-manager') or {}).get('spec', {}).get('containers', [{}])[0].get('command')
                or units.words_of(node, 'kube-controller-manager') for node in control_plane}
    with_kcm = [node for node in control_plane if commands[node]]
    migrating = [node for node in with_kcm if '--enable-leader-migration=true' in commands[node]]
    holders = {}
    if kcm.runs(objects()):
        holders['kube-controller-manager'] = 'somewhere_kcm'
    if with_kcm:
        holders['kube-controller-manager'] = (migrating or with_kcm)[0].split('.')[0] + '_kcm'
    ccms = ccm_nodes() or [node for node in control_plane if manifest(node, 'cloud-controller-manager')]
    if ccms:
        holders['cloud-controller-manager'] = ccms[0].split('.')[0] + '_ccm'
    if migrating:
        holders[LEASE] = migrating[0].split('.')[0] + '_kcm'
    elif ccm_nodes() and '--enable-leader-migration=true' in json.dumps(ccm()):
        holders[LEASE] = ccm_nodes()[0].split('.')[0] + '_ccm'
    return holders


def leases():
    holders = hosted.holders(LEASE) if hosted.is_there() else holders_on_nodes()
    if os.path.exists(path('held')):
        holders[LEASE] = read('held')
    count = tick()
    found = [{'apiVersion': 'coordination.k8s.io/v1', 'kind': 'Lease',
              'metadata': {'name': name, 'namespace': 'kube-system', 'resourceVersion': '7' if name == LEASE and os.path.exists(path('held')) else count},
              'spec': {'holderIdentity': holder}} for name, holder in sorted(holders.items())]
    stored = [value for name, value in objects().items() if name.startswith('lease/') and value['metadata']['name'] not in holders]
    for lease in stored:
        if lease['metadata']['name'] == read('renewing'):
            lease['spec']['renewTime'] = str(time.time())
    return found + stored


def node_object(name):
    labels = {'node-role.kubernetes.io/control-plane': ''} if is_control_plane(name) else {}
    if os.path.exists(path('labels', name)):
        labels['ccm-migration/side'] = 'n-plus-1'
    root = os.path.join('nodes', name)
    info = {'machineID': read(os.path.join(root, 'etc/machine-id')).strip(), 'bootID': read(os.path.join(root, 'proc/sys/kernel/random/boot_id')).strip()}
    info['kubeletVersion'] = read('kubelet-version-' + name, 'v' + read('version'))
    if os.path.exists(path('machine-' + name)):
        info = json.loads(read('machine-' + name))
    cordoned = {'unschedulable': True} if os.path.exists(path('cordoned-' + name)) else {}
    return {'metadata': {'name': name, 'labels': labels, 'annotations': json.loads(read('annotations-' + name, '{}'))},
            'spec': {**cordoned, 'providerID': read('provider-' + name, 'aws:///eu-central-1a/i-' + name), 'taints': [{'key': key} for key in read('taints').split()]},
            'status': {'nodeInfo': info, 'conditions': [
                {'type': 'MemoryPressure', 'status': 'False'},
                {'type': 'Ready', 'status': read('ready-' + name, 'True') if machines.is_there(name) else 'Unknown', 'lastHeartbeatTime': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(heard(name)))}]}}


def heard(name):
    """When the kubelet of a node was heard: one that dies at each start says nothing since."""
    if os.path.exists(path('crashing-' + name)):
        return os.stat(path('crashing-' + name)).st_mtime - 60
    return os.stat(path('kubelets', name)).st_mtime


def node_lease(name):
    renewed = time.strftime('%Y-%m-%dT%H:%M:%S.000000Z', time.gmtime(heard(name) + 6))
    return {'metadata': {'name': name, 'namespace': 'kube-node-lease'}, 'spec': {'holderIdentity': name, 'renewTime': renewed}}


def csi_node(name):
    annotations = {'storage.alpha.kubernetes.io/migrated-plugins': read('migrated-' + name, 'kubernetes.io/aws-ebs')}
    return {'metadata': {'name': name, 'annotations': annotations}, 'spec': {'drivers': [{'name': driver} for driver in read('drivers').split()]}}


def get(args, options):
    if args[0].startswith('node/'):
        node = args[0].split('/')[1]
        return print(json.dumps({'items': [node_object(node), node_lease(node)]}))
    args = args[0].split('/') + args[1:]
    kind = args[0].split('.')[0]
    names = args[1:]
    name = names[0] if len(names) == 1 else None
    how = options.get('-o', 'json')
    if options.get('--raw') == '/readyz/etcd':
        return print(read('etcd', 'ok'), end='')
    if options.get('--raw'):
        return print(json.dumps({'gitVersion': 'v' + read('version')}))
    if kind in ('services', 'poddisruptionbudgets', 'daemonsets,deployments,statefulsets'):
        workloads = [value for name, value in sorted(objects().items()) if name.split('/')[0] in ('daemonset', 'deployment')]
        listed = json.loads(read(kind.split(',')[0] + '.json', '[]')) + (workloads if ',' in kind else [])
    elif kind in ('nodes', 'node'):
        label = options.get('-l', '')
        listed = [node for node in map(node_object, nodes()) if not label or (label.lstrip('!') in node['metadata']['labels']) != label.startswith('!')]
    elif kind == 'namespace':
        listed = [{'metadata': {'name': name, 'uid': read('cluster-uid', 'u-1')}}]
    elif kind in ('csinodes', 'csinode'):
        listed = [csi_node(node) for node in nodes()]
    elif kind == 'events':
        listed = json.loads(read('events', '{"items": []}'))['items']
    elif kind in ('pods', 'pod'):
        listed = hosted.pods(ready_pod()) if hosted.IS_MANAGEMENT else pods()
        for term in options.get('-l', '').split(',') if options.get('-l') else []:
            label, value = term.split('=')
            listed = [pod for pod in listed if pod['metadata']['labels'].get(label) == value]
        if options.get('--field-selector', '').startswith('spec.nodeName='):
            listed = [pod for pod in listed if pod['spec']['nodeName'] == options['--field-selector'].split('=')[1]]
        if options.get('--field-selector', '').startswith('metadata.name='):
            listed = [pod for pod in listed if pod['metadata']['name'] == options['--field-selector'].split('=')[1]]
    elif kind in ('leases', 'lease'):
        listed = [node_lease(name)] if options.get('-n') == 'kube-node-lease' else leases()
    else:
        found = {one: objects().get(one) for one in (key(kind, options.get('-n'), name) for name in names)}
        listed = [hosted.with_status(value) if hosted.IS_MANAGEMENT else kcm.with_status(value) if one == kcm.DEPLOYMENT else value
                  for one, value in found.items() if value]
    if names:
        listed = [one for wanted in names for one in listed if one['metadata']['name'] == wanted]
    if listed or not names:
        print(output.printed(listed, names, kind.rstrip('s') if how == 'name' else kind, how, '--no-headers' not in options), end='')
    missing = [one for one in names if one not in [found['metadata']['name'] for found in listed]]
    if missing and '--ignore-not-found' not in options:
        sys.exit('Error from server (NotFound): ' + ', '.join(missing))


def store(values):
    known = objects()
    for value in values:
        known[key(value['kind'], value['metadata'].get('namespace'), value['metadata']['name'])] = value
    save(known)


def kubectl():
    args, options, words = [], {}, sys.argv[2:]
    if words[0] == 'exec':
        return etcdctl(words[words.index('--') + 2:])
    while words:
        word = words.pop(0)
        if word in ('-n', '-l', '-o', '-f', '--field-selector', '--as', '-p', '--raw'):
            options[word] = words.pop(0)
        elif word.startswith('-') and word != '-':
            options[word] = ''
        else:
            args.append(word)
        if word.startswith('--field-selector='):
            options['--field-selector'] = word.split('=', 1)[1]
    verb, rest = args[0], args[1:]
    # The address that nodes join by: that of no simulated node.
    if servers := [word for word in sys.argv if word.startswith('--server=')]:
        if os.path.exists(path('no-endpoint')):
            sys.exit(f'Unable to connect to the server: dial {servers[0]}')
        print('ok')
        return
    kcm.reconcile(objects())
    hosted.reconcile(log)
    line = 'kubectl ' + ' '.join(sys.argv[2:])
    if verb == 'get':
        get(rest or [''], options)
    elif verb == 'apply':
        log(line)
        store(documents(options['-f']))
    elif verb == 'diff':
        known = objects()
        values = documents(options['-f'])
        same = all(known.get(key(value['kind'], value['metadata'].get('namespace'), value['metadata']['name'])) == value for value in values)
        sys.exit(0 if same else 1)
    elif verb in ('create', 'replace'):
        value = json.load(sys.stdin)
        name = key(value['kind'], value['metadata'].get('namespace'), value['metadata']['name'])
        if value['metadata']['name'] not in ('ccm-migration', 'ccm-migration-services'):
            log(line + ' ' + name)
        old = objects().get(name)
        if verb == 'create' and old:
            sys.exit('Error from server (AlreadyExists)')
        wanted = value['metadata'].get('resourceVersion')
        if verb == 'replace' and (not old or wanted is not None and old['metadata'].get('resourceVersion') != wanted):
            sys.exit('Error from server (Conflict)')
        value['metadata']['resourceVersion'] = str(time.time())
        store([value])
    elif verb == 'delete' and '--raw' in options:
        log(line + ' ' + sys.stdin.read())
        known = objects()
        known.pop('lease/kube-system/' + options['--raw'].split('/')[-1], None)
        save(known)
    elif verb == 'delete' and rest[0] == 'node':
        log(line)
        machines.delete(rest[1])
    elif verb == 'delete':
        if rest[1] != 'ccm-migration-services':
            log(line)
        known = objects()
        known.pop(key(rest[0], options.get('-n'), rest[1]), None)
        save(known)
    elif verb == 'annotate' and rest[0] == 'node':
        annotations = json.loads(read('annotations-' + rest[1], '{}'))
        for word in rest[2:]:
            name, _, value = word.partition('=')
            annotations = {**{key: old for key, old in annotations.items() if key != name.rstrip('-')}, **({name: value} if value else {})}
        with open(path('annotations-' + rest[1]), 'w') as file:
            json.dump(annotations, file)
    elif verb in ('drain', 'cordon'):
        log(line)
        open(path('cordoned-' + rest[0]), 'w').close()
        # A member of etcd that dies in the middle of a step.
        for name in read('dies-at-drain').split():
            open(path('member-down-' + name), 'w').close()
    elif verb == 'uncordon':
        log(line)
        if os.path.exists(path('cordoned-' + rest[0])):
            os.remove(path('cordoned-' + rest[0]))
    elif verb == 'annotate':
        log(line)
        known = objects()
        annotations = known[key(rest[0], options.get('-n'), rest[1])]['metadata'].setdefault('annotations', {})
        name, _, value = rest[2].partition('=')
        if name.endswith('-'):
            annotations.pop(name[:-1], None)
        else:
            annotations[name] = value
        save(known)
    elif verb == 'label':
        log(line)
        if rest[2].endswith('-'):
            if os.path.exists(path('labels', rest[1])):
                os.remove(path('labels', rest[1]))
        else:
            open(path('labels', rest[1]), 'w').close()
    elif verb == 'patch' and rest[1] == 'ccm-migration':
        known = objects()
        lease = known.get('lease/kube-system/ccm-migration')
        changes = json.loads(options['-p'])
        if not lease or changes[0]['op'] == 'test' and changes.pop(0)['value'] != lease['spec'].get('holderIdentity'):
            sys.exit('Error from server: the test failed')
        for change in changes:
            parts = [part.replace('~1', '/') for part in change['path'].split('/')[1:]]
            place = lease
            for part in parts[:-1]:
                place = place[part]
            if change['op'] == 'remove':
                place.pop(parts[-1])
            else:
                place[parts[-1]] = change['value']
        lease['metadata']['resourceVersion'] = str(time.time())
        save(known)
    elif verb == 'patch' and rest[0] == 'deployment':
        log(line)
        known = objects()
        kcm.patch(known[key(*rest[:1], options['-n'], rest[1])], options['-p'])
        save(known)
    elif verb == 'patch' and rest[0] == 'configmap':
        log(line)
        known = objects()
        known[key(rest[0], options['-n'], rest[1])].update(json.loads(options['-p']))
        save(known)
    elif verb == 'patch':
        log(line)
        if os.path.exists(path('held')):
            os.remove(path('held'))
    elif verb == 'rollout':
        kind, workload = rest[1].split('/')
        workload_key = key(kind, options.get('-n'), workload)
        is_there = workload_key in objects() and not os.path.exists(path('stalled'))
        if is_there and hosted.IS_MANAGEMENT:
            is_there = hosted.is_rolled(workload)
        elif is_there and workload_key == kcm.DEPLOYMENT:
            is_there = len(kcm.made()) == objects()[kcm.DEPLOYMENT]['spec']['replicas']
        print('daemon set successfully rolled out' if is_there else 'Waiting for daemon set rollout to finish')
        sys.exit(0 if is_there or '--watch=false' in options else 1)
    elif verb == 'wait':
        is_ready = node_object(rest[0].split('/')[1])['status']['conditions'][-1]['status'] == 'True'
        sys.exit(0 if is_ready else 'error: timed out waiting for the condition')
    elif verb == 'version':
        print(json.dumps({'clientVersion': {'gitVersion': read('kubectl-version', 'v1.27.3')}}))
    elif verb == 'auth':
        print(read('can-i', 'yes'))
        sys.exit(0 if read('can-i', 'yes') == 'yes' else 1)
    else:
        log(line)


def etcdctl(words):
    answer = machines.etcdctl(words)
    if answer is not None:
        if 'remove' in words:
            log('etcdctl ' + ' '.join(words))
        print(json.dumps(answer))
        sys.exit(int(isinstance(answer, list) and not all(row['health'] for row in answer)))
    if words[-3:-1] == ['endpoint', 'status']:
        return print(json.dumps([{'Status': {'dbSize': int(read('etcd-size', '25000'))}}], separators=(',', ':')))
    plain = [word for word in words if not word.startswith('--')]
    if plain == ['member', 'list']:
        return print(read('etcd-members', '8e9e05c52164694d, started, a, https://10.0.1.10:2380, https://10.0.1.10:2379, false'))
    if plain == ['endpoint', 'health']:
        return sys.exit(read('etcd-unhealthy')) if read('etcd-unhealthy') else print('https://10.0.1.10:2379 is healthy')
    if plain == ['alarm', 'list']:
        return print(read('etcd-alarms'))
    verb, file = plain[1:3]
    # Its pod has another folder of this name.
    file = path('container-snapshot') if os.path.exists(path('etcd-elsewhere')) else file
    if verb == 'save':
        if any(word.startswith('--endpoints=') and ',' in word for word in words):
            sys.exit('snapshot must be requested to one selected node, not multiple')
        if os.path.exists(path('etcd-fails')):
            sys.exit('context deadline exceeded')
        log('etcdctl snapshot save ' + os.path.basename(file))
        with open(file, 'w') as snapshot:
            snapshot.write(read('etcd-keys', '12'))
    else:
        print(json.dumps({'revision': 7, 'totalKey': int(open(file).read())}, separators=(',', ':')))


ADDONS = ('kube-proxy', 'kubelet-config')


def kubeadm(words):
    """What `become` brings it to; its upgrade writes what lies in `kubeadm-writes/<node>`, as the real one does from the configuration in the cluster."""
    if words[0] == 'version':
        print(read('kubeadm', 'v1.26.15'))
        return
    log('kubeadm ' + ' '.join(words) + (' on ' + NODE if NODE else ''))
    if words[0] == 'become':
        open(path('kubeadm'), 'w').write('v' + words[2])
    elif words[:3] == ['init', 'phase', 'upload-config']:
        text = open(words[words.index('--config') + 1]).read()
        store([{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'kubeadm-config', 'namespace': 'kube-system'},
                'data': {'ClusterConfiguration': text}}])
    elif words[0] == 'upgrade':
        with open(path('nodes', NODE, 'var/lib/kubelet/config.yaml'), 'a') as config:
            config.write('# by kubeadm\n')
        if is_control_plane(NODE):
            shutil.copytree(path('kubeadm-writes', NODE), path('nodes', NODE, MANIFESTS), dirs_exist_ok=True)
        if words[1] == 'apply':
            addons = [value for name, value in objects().items() if name.split('/')[1] == 'kube-system' and name.split('/')[2] in ADDONS]
            store([{**value, 'metadata': {**value['metadata'], 'annotations': {'by': 'kubeadm ' + words[2]}}} for value in addons])


def aws(words):
    """What AWS says of a role (`denied`: what it may not) and of load balancers (`balancers.json`), through `ccm-migration aws`."""
    if os.path.exists(path('no-aws')):
        print('error: Could not load credentials from any providers', file=sys.stderr)
        sys.exit(2)
    if words[0] == 'auto-scaling':
        print(read('scaling'))
        sys.exit(1 if read('scaling') else 0)
    if words[0] == 'role':
        print(read('denied'))
        sys.exit(1 if read('denied') else 0)
    now = json.loads(read('balancers.json', '{"services": {}, "targetLists": [], "missing": {}}'))
    if '--before' in words:
        if json.load(open(words[words.index('--before') + 1])) != now:
            print('shop/cart: listener TCP:80 to TCP:30080 is gone')
            sys.exit(1)
    else:
        print(json.dumps(now, indent=2))
        sys.exit(1 if now['missing'] else 0)


def say_refused(text):
    """What `ccm-migration upgrade` says of the Services that it is given: those in `refused` are."""
    names = ['/'.join([one['metadata']['namespace'], one['metadata']['name']]) for one in json.loads(text)['items']]
    refused = [name for name in names if name in read('refused').split()]
    print(json.dumps({'differences': [{'topic': 'calls', 'says': 'otherwise', 'source': 'x'}] + [
        {'topic': 'service', 'service': name, 'says': f'Service {name} is refused', 'todo': 'Change it.', 'source': 'x'} for name in refused]}))
    sys.exit(1 if refused else 0)


def main():
    name = os.path.basename(sys.argv[1])
    with open(path('lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        blow(name, sys.argv[2:])
        if name == 'uname':
            print(NODE.split('.')[0] if os.path.exists(path('short-names')) else NODE)
        elif name == 'crictl':
            if sys.argv[-1] in read('no-image-' + NODE):
                sys.exit('rpc error: not found: ' + sys.argv[-1])
        elif name == 'machine':
            log('machine ' + ' '.join(sys.argv[2:]))
            machines.machine(sys.argv[2:])
            kill_run('machine ' + ' '.join(sys.argv[2:]), os.environ.get('SIM_KILL_AFTER'))
        elif name == 'shell-of':
            assert 'systemctl is-active' in sys.stdin.read()
            units.say(sys.argv[2])
        elif name == 'du':
            print(read('etcd-data', '4') + '\t' + sys.argv[-1])
        elif name == 'etcdctl':
            etcdctl(sys.argv[2:])
        elif name == 'kubeadm':
            kubeadm(sys.argv[2:])
        elif name == 'sh':
            sys.exit(units.version(NODE, sys.argv[-1]))
        elif name == 'tags' and sys.argv[2] == 'aws':
            aws(sys.argv[3:])
        elif name == 'tags' and sys.argv[2] == 'upgrade':
            say_refused(sys.stdin.read())
        elif name in ('kubectl', 'ps', 'systemctl'):
            globals()[name]()
        else:
            log(name + ' ' + ' '.join(sys.argv[2:]) + (' on ' + NODE if NODE else ''))
            if name == 'upgrade':
                faults.append('release-' + sys.argv[2], sys.argv[3])
                bring_kubelet(*sys.argv[2:4])


main()
