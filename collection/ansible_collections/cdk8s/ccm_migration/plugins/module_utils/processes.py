"""Asks the processes of a node: whether they run, with which files and programs, and what they answer. Runs on the control host."""
import calendar
import json
import re
import time

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

# `ps` knows the second of a start within one: a process may seem to be that much older than it is.
PS_SECONDS = 2


def on_disk(world, path):
    """A path of the node, as a program that runs there has to be given it."""
    return world.settings['node_root'] + path


def command(*argv, reads=True):
    """The request that runs a program on the node."""
    return {'op': 'run', 'argv': [str(word) for word in argv], 'reads': reads}


def refuse(problems):
    """Fails with all of these, if there are any."""
    problems = [problem for problem in problems if problem]
    if problems:
        raise Failed('; '.join(problems))


def problem_of(world, request, answer):
    """How a program that the node was asked to run has failed; None: it has not."""
    if answer['status'] == 0:
        return None
    said = '; '.join(text.strip() for text in (answer['stdout'], answer['stderr']) if text.strip())
    return f"{' '.join(request['argv'][:4])} on {world.node} ended with {answer['status']}: {said}"


def output_of(world, request, answer):
    """Standard output of a program that the node was asked to run; fails where the program did."""
    refuse([problem_of(world, request, answer)])
    return answer['stdout']


def run(world, *argv, reads=True):
    """Runs a program on the node, and gives its standard output; fails where the program does."""
    request = command(*argv, reads=reads)
    return output_of(world, request, *world.ask_node(request))


def named(listed, program):
    """The processes of a program, whatever folder it is in."""
    pattern = re.compile(rf'(?:\S*/)?{re.escape(program)}(?:\s|$)')
    return [process for process in listed if pattern.match(process['args'])]


def own(world, listed, program):
    """The processes of a program, but for those that the operator names in other_processes."""
    return [process for process in named(listed, program) if not any(text in process['args'] for text in world.settings['other_processes'])]


def first_start(running):
    """When the oldest of these processes was started."""
    return min(process['start'] for process in running)


def changed_at(files):
    """The earliest start, as `ps` tells it, of a process that was started after all of these files changed; those that are absent do not count."""
    return max([0, *(int(file['ctime']) for file in files if file['ctime'] is not None)]) - PS_SECONDS


def process_runs(world, given):
    """Every process of a component was started after its files changed, with their flags, and so was the one that answers on its port."""
    key = world.settings['metrics_client_key']
    (*files, key_file), listed = world.ask_node({'op': 'stat', 'paths': [*given['files'], key]}, {'op': 'processes'})
    component, since = given['component'], changed_at(files)
    # A file is read at start: that it is there proves nothing.
    reason = why_not(own(world, listed, component), since, given['has'], given['lacks'])
    if reason:
        raise Failed(f'{component} of {world.node} {reason}')
    if given.get('port') is None:
        return
    if key_file['ctime'] is None:
        world.note(f'{key} is not on {world.node}: {component} is asked for its health, not for its metrics')
    else:
        _answers_since(world, given, since)


def why_not(running, since, has, lacks):
    """What keeps processes from running with their files; None: nothing."""
    if not running:
        return 'does not run'
    if first_start(running) < since:
        return 'has not been started again since its files changed'
    # A flag and its value may be two words.
    words = [re.sub(r' (--[a-z0-9-]+) (?=[^ -])', r' \1=', process['args']).split() for process in running]
    # One without a value is asked for with any.
    missing = [flag for flag in has if any(flag not in line and not any(word.startswith(f'{flag}=') for word in line) for line in words)]
    left = [flag for flag in lacks if any(flag in line for line in words)]
    return '; '.join([*(f'lacks {flag}' for flag in missing), *(f'has {flag} still' for flag in left)]) or None


def _answers_since(world, given, since):
    """The process on the port was started by then: an old one may still hold the port, and answer that it is healthy."""
    certificate = world.settings['metrics_client_cert']
    url, answer = _ask(world, given, 'metrics', client_cert=certificate, client_key=world.settings['metrics_client_key'])
    if answer['status'] in (401, 403):
        world.note(f"{given['component']} of {world.node} answers {answer['status']} to {certificate}: its metrics are not known")
        return
    if answer['status'] != 200:
        raise Failed(f'{url} of {world.node} answers {_said(answer)}')
    started = re.search(r'(?m)^process_start_time_seconds ([0-9.e+]+)', answer['content'])
    if float(started[1] if started else 0) < since:
        raise Failed(f"{url} of {world.node} says {started[0] if started else 'nothing of its start'}, and its files changed at {_utc(since)}")


def _ask(world, given, path, host=None, timeout=5, **more):
    """The URL of a component of the node, and what it answers."""
    host = host or given.get('host') or '127.0.0.1'
    url = world.settings['health_url'].replace('{host}', host).replace('{port}', str(given['port'])) + '/' + path
    return url, world.ask_node({'op': 'http', 'url': url, 'timeout': timeout, **more})[0]


def _said(answer):
    return f"{answer['status']} {answer['content'] or answer['error']}" if answer['status'] else answer['error']


def process_gone(world, given):
    """No process of a component is left that has a flag; with the flag `-`, or without one, none at all."""
    # A flag and its value may be two words. Those of other_processes count, too: a Lease is released only where no such process is left.
    flag = given.get('flag') or '-'
    pattern = '' if flag == '-' else re.escape(flag).replace('=', '[= ]', 1)
    left = [process for process in named(world.ask_node({'op': 'processes'})[0], given['component']) if re.search(pattern, process['args'])]
    if left:
        raise Failed(f"{world.node} still runs {left[0]['args']}")


def answers(world, given):
    """A component of the node says at a path, `healthz` or `readyz`, that it is healthy."""
    url, answer = _ask(world, given, given['path'], _pod_address(world, given['pod']) if given.get('pod') else None)
    if answer['status'] != 200 or answer['content'] != 'ok':
        raise Failed(f'{url} of {world.node} answers {_said(answer)}')


def _pod_address(world, pod):
    """The address of a pod, as a URL has it."""
    # With the network of its node it would answer on the loopback of that; with one of its own its node reaches it, as the probes of the kubelet do.
    labels = ['-l', pod['labels']] if pod.get('labels') else []
    fields = ['-n', pod['namespace'], '--field-selector', pod['fields']]
    found = world.kubectl('get', 'pods', *fields, *labels, '-o', 'jsonpath={.items[*].status.podIP}').split()
    if len(found) != 1:
        raise Failed(f"{len(found)} pods with an address are {pod['fields']} in {pod['namespace']}, not 1")
    return f'[{found[0]}]' if ':' in found[0] else found[0]


def api_server_has_etcd(world, given):
    """The API server of the node is ready, and has its etcd: each API server has one of its own to talk to."""
    # Every user may read /readyz with all that it consists of, but no part of it alone.
    url, answer = _ask(world, given, 'readyz?verbose', timeout=10)
    if answer['status'] not in (200, 500):
        raise Failed(f'the API server of {world.node} does not say whether it is ready: {url} answers {_said(answer)}')
    if answer['status'] != 200 or '[+]etcd ok' not in answer['content']:
        bad = '; '.join(line for line in answer['content'].splitlines() if not line.startswith('[+]'))
        raise Failed(f'the API server of {world.node} is not ready, or says nothing of etcd: {bad}')


def _kubelets(world):
    """The processes of the kubelet, of which there must be one."""
    running = own(world, world.ask_node({'op': 'processes'})[0], 'kubelet')
    if not running:
        raise Failed(f'no process of {world.node} is a kubelet')
    return running


def kubelet_ready(world, given):
    """The kubelet that runs now has said that its node is Ready, and came to renew its Lease."""
    # The condition of a node stays as it was for 40 s after its kubelet has died, and a kubelet that dies again and again may be found running. All
    # times are of the clock of the node.
    if 'kubelet_since' not in world.kept:
        world.kept['kubelet_since'] = _last_start(_kubelets(world))
    since, name = world.kept['kubelet_since'], world.node
    found = world.kubectl('get', f'node/{name}', f'leases.coordination.k8s.io/{name}', '-n', 'kube-node-lease', '-o', 'json')
    node, lease = json.loads(found)['items']
    ready = next((one for one in node['status'].get('conditions', []) if one['type'] == 'Ready'), {})
    said, renewed = _epoch(ready.get('lastHeartbeatTime')), _epoch(lease['spec'].get('renewTime'))
    if ready.get('status') != 'True' or said < since - PS_SECONDS or renewed < since + 5:
        raise Failed(f"node {name} is {ready.get('status', 'Unknown')} as of "
                     f"{ready.get('lastHeartbeatTime')}, its Lease is of {lease['spec'].get('renewTime')}, and its kubelet of {_utc(since)}")
    running = own(world, world.ask_node({'op': 'processes'})[0], 'kubelet')
    if not running or _last_start(running) > since + PS_SECONDS:
        raise Failed(f'the kubelet of {name} was started again while it was asked: it does not stay up (journalctl -u kubelet)')


def _last_start(running):
    return max(process['start'] for process in running)


def _epoch(text):
    """Seconds of a time as the API has it, 0 where there is none."""
    return calendar.timegm(time.strptime(text[:19], '%Y-%m-%dT%H:%M:%S')) if text else 0


def _utc(seconds):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds))


def kubelet_release(world, running):
    """The release of the program that the kubelet was started with, where that is still there; else `-`."""
    program = next((word for word in (process['args'].split()[0] for process in running) if word.startswith('/')), None)
    if program is None:
        return '-'
    files = world.ask_node({'op': 'stat', 'paths': [program]})[0]
    if files[0]['ctime'] is None or first_start(running) < changed_at(files):
        return '-'
    # A program that does not say its release, half written as it may be, has none.
    told = re.match(r'Kubernetes v([0-9]+[.][0-9]+[.][0-9]+)', world.ask_node(command(on_disk(world, program), '--version'))[0]['stdout'])
    return told[1] if told else '-'


def is_release(known, release, or_older):
    """Whether the release that a kubelet has is the one that is asked for, or, where that is enough, an older one."""
    return known == release or or_older and known != '-' and _numbers(known) <= _numbers(release)


def _numbers(release):
    return [int(number) for number in release.split('.')]


def kubelet_runs_release(world, given):
    """The kubelet is of the release that node_upgrade was to bring: no file tells of a program that a run which was killed has left."""
    running, or_older = _kubelets(world), given.get('orOlder', False)
    if world.settings['without_node_upgrade']:
        return
    known = kubelet_release(world, running)
    if not is_release(known, given['release'], or_older):
        has = 'of a release that its program does not say, or older than its program' if known == '-' else known
        wanted = given['release'] + (' or older' if or_older else '')
        raise Failed(f"the kubelet of {world.node} is {has}, not {wanted}: node_upgrade did not bring it there")
