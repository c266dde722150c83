"""Changes a node: its files, what kubeadm makes there, and the programs that are run on it. Runs on the control host."""
import base64
import hashlib
import json
import os

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.node_checks import api_server_for, shown_sum
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import change
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes import command, on_disk, output_of, process_gone, refuse, run
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed


def changes(answers):
    """What several requests to a node have changed, as one result."""
    return {'changed': any(answer['changed'] for answer in answers), **{
        name: [row for answer in answers for row in answer.get(name, [])] for name in ('paths', 'diff')}}


def contents_of(files):
    """Bytes of files as a node is given them: by their sums."""
    return {hashlib.sha256(content).hexdigest(): base64.b64encode(content).decode() for content in files}


def _change(world, request, contents=None):
    return changes(world.ask_node(request, contents=contents))


def run_on_node(world, given):
    """Runs a program on the node that changes it."""
    run(world, *given['argv'], reads=False)
    return {'changed': True}


def restart_programs(world, _):
    """Restarts the kubelet, once systemd has read its units again."""
    for argv in filter(None, (world.settings['reload_units'], world.settings['restart_kubelet'])):
        run(world, *argv, reads=False)
    return {'changed': True}


def put_files(world, given):
    """Puts files of the app on the node."""
    contents = contents_of([_of_app(world, row) for row in given['files']])
    files = [{key: value for key, value in row.items() if key != 'source'} for row in given['files']]
    return _change(world, {'op': 'put', 'state': given['state'], 'files': files}, contents)


def _of_app(world, row):
    """A file of the app, if it is the one that the plan was proven for."""
    try:
        with open(os.path.join(world.settings['app_dir'], row['source']), 'rb') as file:
            content = file.read()
    except FileNotFoundError:
        content = None
    if content is None or hashlib.sha256(content).hexdigest() != row['sha256']:
        raise Failed(f"'{row['source']}' is not as it was when this plan was made; run plan again")
    return content


def remove_files(world, given):
    """Removes files of the node, of which copies are kept."""
    return _change(world, {'op': 'remove', 'state': given['state'], 'paths': given['paths']})


def restore_files(world, given):
    """Gives files back to the node as they were in the state."""
    left = {'left': given['left']} if given.get('left') else {}
    return _change(world, {'op': 'restore', 'state': given['state'], 'paths': given['paths'], 'shown': sorted(world.plan.shown), **left})


def take_back(world, given):
    """Gives files back to the node that this plan wrote or removed, and leaves others as they are."""
    return _change(world, {'op': 'take-back', 'state': given['state'], 'files': given['files'], 'shown': sorted(world.plan.shown)})


def upgrade_kubeadm(world, given):
    """Has kubeadm upgrade what it made, where the node is behind and a command of the operator's own brings kubeadm to the release."""
    if not world.step['behind']:
        return None
    rows = [{key: row[key] for key in ('path', 'sha256', 'before') if key in row} for row in given['files'] + given['besides']]
    saved = _change(world, {'op': 'save', 'state': given['state'], 'files': rows})
    settings, node, release = world.settings, world.node, given['release']
    if settings['without_kubeadm_upgrade']:
        return {**saved, 'does': 'Keep copies'}
    comes = settings['node_packages'] or settings['kubeadm_program']
    if comes and not world.check_mode:
        if settings['node_packages']:
            bring_package(world, {'program': 'kubeadm', 'release': release})
        if settings['kubeadm_program']:
            world.program([word.replace('{node}', node).replace('{release}', release) for word in settings['kubeadm_program']])
        _upgrade(world, given)
    return {'changed': True, 'paths': [row['path'] for row in rows], 'does': 'Upgrade with kubeadm, which may write'} if comes else saved


# What a person runs there, too.
PACKAGES = os.path.join(os.path.dirname(__file__), '..', '..', 'files', 'packages.sh')


def bring_package(world, given):
    """Brings kubeadm or the kubelet of the node to a release, where they are packages of apt or dnf."""
    if world.check_mode:
        return {'changed': True}
    program, release = given['program'], given['release']
    with open(PACKAGES, encoding='utf-8') as file:
        answer = world.ask_node(command('sh', '-c', file.read(), 'packages.sh', program, release, reads=False))[0]
    if answer['status'] != 0:
        raise Failed(f"{program} of {world.node} did not come to {release}: {(answer['stderr'] or answer['stdout']).strip()}")
    return {'changed': 'already' not in answer['stdout']}


def _upgrade(world, given):
    """Upgrades from the configuration in the cluster."""
    node, release = world.node, given['release']
    has = run(world, 'kubeadm', 'version', '--output', 'short').strip()
    if has != f'v{release}':
        raise Failed(f'kubeadm of {node} is {has}, not v{release}: kubeadm_program did not bring it there')
    what = ['apply', f'v{release}', '--yes'] if given['isFirst'] else ['node']
    run(world, 'kubeadm', 'upgrade', *what, *world.settings['kubeadm_upgrade_flags'], reads=False)
    # The plan was proven for these bytes and no others.
    written = world.ask_node({'op': 'stat', 'paths': [row['path'] for row in given['files']]})[0]
    refuse(f"kubeadm wrote {row['path']} of {node} with the sum {shown_sum(file)}, not {row['sha256']} as planned: see what differs, run back.yaml, "
           'which puts the copy of before back, correct the configuration of kubeadm, and plan again'
           for row, file in zip(given['files'], written) if file['sum'] != row['sha256'])


def upload_kubeadm(world, given):
    """Uploads the configuration of kubeadm, as the app has it, to the cluster."""
    path = f"{world.settings['backup_dir']}/kubeadm-config.yaml"
    _change(world, {'op': 'write', 'path': path, 'text': _of_app(world, given).decode(), 'mode': '0600'})
    run(world, 'kubeadm', 'init', 'phase', 'upload-config', 'kubeadm', '--config', on_disk(world, path), reads=False)
    return {'changed': True}


def put_kubeadm_config(world, given):
    """The same where no control-plane node stays that could upload it: what nodes join with is read from there."""
    patch = {'data': {'ClusterConfiguration': _of_app(world, given).decode()}}
    return change(world, 'patch', 'configmap', 'kubeadm-config', '-n', 'kube-system', '--type=merge', '-p', json.dumps(patch))


# The address for documents (RFC 5737) is never used: a control-plane endpoint is given. Without an address kubeadm looks for one, and without a
# socket for a runtime.
KUBEADM_CONFIGURATION = '''\
apiVersion: {api}
kind: InitConfiguration
localAPIEndpoint: {{advertiseAddress: 192.0.2.1}}
nodeRegistration: {{criSocket: "unix:///run/containerd/containerd.sock", name: {node}}}
---
apiVersion: {api}
kind: ClusterConfiguration
certificatesDir: {pki}
controlPlaneEndpoint: "{api_server}"
kubernetesVersion: v{release}
'''

# The output of kubeadm goes to the file at once, so that the private key never leaves the node and is in no log. The words are arguments, no text
# that a shell reads.
SIGN = 'umask 077 && kubeadm kubeconfig user --client-name="$1" --config="$2" > "$3.new"'


def _kubeconfig_paths(world, path):
    """What kubeadm reads for a kubeconfig, and the note that a plan made it."""
    return f"{world.settings['backup_dir']}/ccm-kubeconfig.yaml", f"{world.settings['backup_dir']}/{os.path.basename(path)}.made"


def make_kubeconfig(world, given):
    """Makes a kubeconfig on the node that is not there: kubeadm signs with the CA of the cluster."""
    path, api_server = given['path'], api_server_for(world, given)
    if api_server is None or world.check_mode:
        return {'changed': api_server is not None}
    scratch, made = _kubeconfig_paths(world, path)
    pki = on_disk(world, '/etc/kubernetes/pki')
    text = KUBEADM_CONFIGURATION.format(api=given['api'], node=world.node, pki=pki, api_server=api_server, release=given['release'])
    sign = command('sh', '-c', SIGN, 'sh', given['user'], on_disk(world, scratch), on_disk(world, path), reads=False)
    _, signed = world.ask_node({'op': 'write', 'path': scratch, 'text': text, 'mode': '0600'}, sign)
    output_of(world, sign, signed)
    move, gone = command('mv', on_disk(world, f'{path}.new'), on_disk(world, path), reads=False), {'op': 'delete', 'paths': [scratch]}
    _, moved, _ = world.ask_node({'op': 'write', 'path': made, 'text': '', 'mode': '0600'}, move, gone)
    output_of(world, move, moved)
    return {'changed': True}


def remove_kubeconfig(world, given):
    """Removes a kubeconfig that a plan made, and what a run that was killed has left half made: a private key, and what kubeadm read."""
    path = given['path']
    scratch, made = _kubeconfig_paths(world, path)
    is_made = world.ask_node({'op': 'stat', 'paths': [made]})[0][0]['ctime'] is not None
    return _change(world, {'op': 'delete', 'paths': [*([path, made] if is_made else []), f'{path}.new', scratch]})


def release_lease(world, given):
    """Takes the process that was stopped out of its Lease, once no such process is left on its node."""
    # A Lease is no fencing token: only the process that was seen leading, on the node that was changed, is taken out.
    name, leader = ['leases.coordination.k8s.io', given['lease'], '-n', given['namespace']], (world.step or {}).get('leader', '')
    lease, host = world.get(*name), run(world, 'uname', '-n').strip()
    if not leader or not lease or lease['spec'].get('holderIdentity') != leader or not leader.startswith(f'{host}_'):
        return {'changed': False}
    if not world.check_mode:
        process_gone(world, given)
        patch = {'metadata': {'resourceVersion': lease['metadata']['resourceVersion']}, 'spec': {'holderIdentity': None}}
        world.kubectl('patch', *name, '--type=merge', '-p', json.dumps(patch))
    return {'changed': True}
