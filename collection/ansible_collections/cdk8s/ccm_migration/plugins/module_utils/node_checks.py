"""Asks a node for its files and their copies, its name, programs, room and images, and how far it is with a step. Runs on the control host."""
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes import (
    changed_at, command, first_start, is_release, kubelet_release, on_disk, output_of, own, problem_of, process_runs, refuse, run,
)
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, eventually

# KiB that a plan wants free besides what it needs.
SPARE = 65536


def shown_sum(file):
    """The sum of a file, for people."""
    return '- (absent)' if file['sum'] == '-' else file['sum']


def files_are(world, given):
    """Each file of the node has one of the sums that the plan knows of it."""
    files = world.ask_node({'op': 'stat', 'paths': [row['path'] for row in given['files']]})[0]
    refuse(f"{row['path']} of {world.node} is not as expected: it has the sum {shown_sum(file)}; "
           'run collect and synth again, then plan again' for row, file in zip(given['files'], files) if file['sum'] not in row['sums'])


def copies_are(world, given):
    """Of each file there is a copy of the state, or it is known that it was not there."""
    copies = world.ask_node({'op': 'copies', 'state': given['state'], 'paths': given['paths']})[0]
    folder = on_disk(world, f"{world.settings['backup_dir']}/{given['state']}")
    refuse(f'there is no copy of {path} below {folder}; put the file back from where you keep it'
           for path, copy in zip(given['paths'], copies) if copy['sum'] == '-' and not copy['absent'])


def has_program(world, given):
    """A program is on the node, and can be run."""
    if not world.ask_node({'op': 'stat', 'paths': [given['path']]})[0][0]['executable']:
        raise Failed(f"{given['path']} is missing on {world.node}, or cannot be run; install it first")


def host_is_named(world, given):
    """The hostname is the name of the node."""
    name = run(world, 'uname', '-n').strip()
    if name.lower() != world.node:
        raise Failed(f'the host of {world.node} is called {name}, and no flag says the name of the node')


def keeps_name(world, given):
    """The kubelet keeps the name of its node: under another one it registers a new node, and the old one is deleted with its labels."""
    if world.check_mode:
        return
    [[flags]] = world.ask_node({'op': 'read', 'paths': [given['file']]})
    if flags is None:
        raise Failed(f"{given['file']} of {world.node} is not there")
    # Where no flag says a name, that of the host counts, in lower case.
    said = re.findall(r'--hostname-override[= ]([^"\s]+)', flags)
    name = said[-1] if said else run(world, 'uname', '-n').strip().lower()
    if name != world.node:
        raise Failed(f'the kubelet of {world.node} would register as {name}, so it is not restarted')


def kubeconfig_can_be_made(world, given):
    """A kubeconfig of the node is there, or the node can sign one."""
    api_server_for(world, given)


def api_server_for(world, given):
    """The API server that a kubeconfig of the node is to name; None: the kubeconfig is there. Fails where it cannot be made."""
    authority, known = '/etc/kubernetes/pki/ca.key', '/etc/kubernetes/controller-manager.conf'
    (there, key), (text,) = world.ask_node({'op': 'stat', 'paths': [given['path'], authority]}, {'op': 'read', 'paths': [known]})
    if there['ctime'] is not None:
        return None
    if key['ctime'] is None:
        raise Failed(f"{on_disk(world, authority)} is not on {world.node}, so nothing can be signed here; make {given['path']} with a client "
                     f"certificate for {given['user']} from your CA, and run this again")
    servers = re.findall(r'(?m)^ *server: https://(.*)$', text or '')
    if len(servers) != 1:
        raise Failed(f'{on_disk(world, known)} of {world.node} names {len(servers)} API servers where one is needed; '
                     f"make {given['path']} for {given['user']} by hand, and run this again")
    return servers[0].strip()


def look_node(world, given):
    """Reads how the host is called and which sums its files have, once it is the machine that its Node object names."""
    paths, uname = list(world.plan.node_values(world.node)), command('uname', '-n')
    ids = {'op': 'read', 'paths': ['/etc/machine-id', '/proc/sys/kernel/random/boot_id']}
    texts, named, files = world.ask_node(ids, uname, {'op': 'stat', 'paths': paths})
    machine, boot = [(text or '').strip() for text in texts]
    info = world.seen['nodes'].get(world.node, {})
    # Machines that were made of one image may have one machine id: the boot id tells them apart. A kubelet that has not come up since its machine was
    # started cannot have told it, and may be just what a way back has to mend.
    is_away = world.node not in world.seen['ready']
    same_machine = [one for one in world.seen['nodes'].values() if one.get('machineID') == machine]
    is_same_boot = boot == info.get('bootID') or is_away and len(same_machine) == 1
    if not (machine and boot and machine == info.get('machineID') and is_same_boot):
        raise Failed(f'the connection to {world.node} ends on another machine, or its kubelet has not registered since it was started: '
                     f'machine id {machine} and boot id {boot}, '
                     f"its Node says {info.get('machineID', 'nothing')} and {info.get('bootID', 'nothing')}")
    sums = {path: file['sum'] for path, file in zip(paths, files)}
    return {'seen': {'sums': sums, 'host': output_of(world, uname, named).strip()}}


def stand(world, given):
    """How far the node is with the files of a step, and whether its kubelet runs with them: `behind`; `was_so`: before the plan began."""
    written, state = given['written'], given['state']
    paths, sums = [row['path'] for row in written], [row['sum'] for row in written]
    files, copies, now, before, listed = world.ask_node(
        {'op': 'stat', 'paths': paths}, {'op': 'copies', 'state': state, 'paths': paths},
        {'op': 'stat', 'paths': given['anew']}, {'op': 'copies', 'state': state, 'paths': given['anew']}, {'op': 'processes'},
    )
    is_written = [file['sum'] == known for file, known in zip(files, sums)]
    # Whether another program rewrote a file, only the copy of before tells.
    is_anew = [copy['used'] is None and copy['sum'] not in ('-', file['sum']) for file, copy in zip(now, before)]
    # The node is drained and restarted only where it does not run with its files yet, or, on the way back, has files of the step.
    has_other = not all(is_written) if given['way'] == 'run' else any(is_written) or any(is_anew)
    read = [file for path, file in zip(paths, files) if path in given['kubelet_files']]
    was_so = given['may_be_done'] and all(_was_so(copy, known) for copy, known in zip(copies, sums))
    return {'behind': has_other or _is_other(world, given, own(world, listed, 'kubelet'), read), 'was_so': was_so}


def _was_so(copy, known):
    """Whether a file had the sum before the plan began: in state `mixed` some nodes are upgraded by then, and what the step found there stays."""
    return copy['sum'] in ('-', known) and not (copy['absent'] and known != '-')


def _is_other(world, given, running, files):
    """Whether the kubelet runs without its files or its release."""
    if given['kubelet_files'] and (not running or first_start(running) < changed_at(files)):
        return True
    if not given['release'] or world.settings['without_node_upgrade']:
        return False
    return not is_release(kubelet_release(world, running), given['release'], given['or_older'])


def taken_back(world, given):
    """Each file is as it was before the plan, and each process that reads one which was given back was started after that."""
    values, programs = world.plan.start_values(world.node), world.plan.programs_read(world.node)
    paths, states = list(values), world.plan.states_left
    files, *copies = world.ask_node({'op': 'stat', 'paths': paths}, *({'op': 'copies', 'state': state, 'paths': paths} for state in states))
    refuse(f"{path} of {world.node} is not as it was before this plan; see {world.settings['backup_dir']} on the node"
           for path, file in zip(paths, files) if values[path] and file['sum'] not in values[path])
    given_back = {}
    for path, file, *of_states in zip(paths, files, *copies):
        # The note of it is made after the file is put in its place. What no step reached may have been touched long after its process was started: a
        # chmod is no other file.
        if path in programs and file['ctime'] is not None and any((copy['used'] or 0) >= file['ctime'] for copy in of_states):
            given_back.setdefault(programs[path], []).append(path)
    for program, read in given_back.items():
        eventually(world, 180, lambda: process_runs(world, {'component': program, 'files': read, 'has': [], 'lacks': []}))


def free_room(stdout):
    """KiB that `df -Pk` says are free, by row."""
    return [int(line.split()[3]) for line in stdout.splitlines()[1:]]


# Programs of a plan that are settings of the operator's.
SET = {'crictl pull': 'pull_image', 'systemctl daemon-reload': 'reload_units', 'systemctl restart kubelet': 'restart_kubelet'}


def node_tools(world, given):
    """There is room for copies, and the programs that the plan starts on the node are there."""
    programs = sorted(given['programs'], key=SET.__contains__)
    words = [world.settings[SET[program]] if program in SET else program.split() for program in programs]
    wanted = dict.fromkeys(argv[0] for argv in words if argv)
    # Found as they will be: with the same user and the same PATH.
    look = command('sh', '-c', 'for one; do command -v "$one" >/dev/null || echo "$one"; done', 'sh', *wanted)
    disks = command('df', '-Pk', on_disk(world, '/etc'), on_disk(world, '/var/lib'))
    room, missing, _ = world.ask_node(disks, look, {'op': 'processes'})
    if min(free_room(output_of(world, disks, room))) <= SPARE:
        raise Failed(f'less than 64 MiB are free below /etc or /var/lib of {world.node}')
    absent = output_of(world, look, missing).splitlines()
    if absent:
        raise Failed(f"{', '.join(absent)} not found on {world.node}, by the user and the PATH that the plan runs with")


def image_there(world, given):
    """The node itself can pull the images of the plan, as its kubelet will."""
    # Another registry, a mirror or a missing right would show only after the old process is gone.
    images = world.plan.data['images']
    if images and not world.settings['pull_image']:
        world.note(f"pull_image is empty: whether {world.node} can pull {', '.join(images)} was not checked")
    _pull(world, images)


def proxy_images_there(world, given):
    """The node can pull kube-proxy as it is now and as kubeadm will have it: a node that cannot is left without, there or on the way back."""
    proxy = world.get('daemonset', 'kube-proxy', '-n', 'kube-system')
    if proxy is None:
        return
    now = [container['image'] for container in proxy['spec']['template']['spec']['containers'] if container['name'] == 'kube-proxy']
    own_registry = world.plan.data['kubeadmImages']
    later = [f'{own_registry}/kube-proxy'] if own_registry else [re.sub(r'(:[^:/@]+)?(@.*)?$', '', image, count=1) for image in now]
    _pull(world, now + [f"{image}:v{world.plan.data['releases'][1]}" for image in later])


def _pull(world, images):
    requests = [command(*(word.replace('{image}', image) for word in world.settings['pull_image'])) for image in images]
    if requests and world.settings['pull_image']:
        refuse(problem_of(world, request, answer) for request, answer in zip(requests, world.ask_node(*requests)))


def kubeadm_room(world, given):
    """There is room for what `kubeadm upgrade` copies of etcd."""
    # It does so below /etc/kubernetes/tmp each time that it is run, before it knows whether etcd is to be upgraded (k8s.io/kubernetes@v1.21.14 to
    # v1.37.2 cmd/kubeadm/app/phases/upgrade/staticpods.go, performEtcdStaticPodUpgrade).
    folder = world.settings['etcd_data_dir']
    if world.ask_node({'op': 'stat', 'paths': [folder]})[0][0]['ctime'] is None:
        return
    size, disk = command('du', '-sk', on_disk(world, folder)), command('df', '-Pk', on_disk(world, '/etc'))
    sized, read = world.ask_node(size, disk)
    # The snapshot of this plan, which is as large, may be there, too.
    has_snapshot = world.node == world.settings['etcd_snapshot_host'] and not world.settings['without_etcd_snapshot']
    needed = int(output_of(world, size, sized).split()[0]) * (2 if has_snapshot else 1)
    free = free_room(output_of(world, disk, read))[0]
    if free <= needed + SPARE:
        raise Failed(f"kubeadm upgrade copies etcd's data with the snapshot of this plan, up to {needed // 1024} MiB, to /etc/kubernetes/tmp of "
                     f'{world.node}, but only {free // 1024} MiB are free there, and another 64 MiB are needed; make room, or give '
                     'kubeadm_upgrade_flags --etcd-upgrade=false')


def kubelet_answers(world, given):
    """It is known of which release the kubelet is, before a step that asks it has begun."""
    if kubelet_release(world, own(world, world.ask_node({'op': 'processes'})[0], 'kubelet')) == '-':
        raise Failed(f'no release of the kubelet of {world.node}: ps must show it with the path of its program, which says its release (--version) '
                     'and is not newer than the process; restart it where its package was changed since')
