"""Components that are units of systemd on each node: what runs is what systemd had read when it started them."""
import json
import os
import time

from faults import lines, path


def nodes():
    return sorted(os.listdir(path('units'))) if os.path.isdir(path('units')) else []


def of(node):
    """By unit. `words`: of the process; `loaded`: as systemd has read them; `since`: when the process was started, 0 while it is stopped."""
    return json.load(open(path(os.path.join('units', node)))) if node in nodes() else {}


def running(node):
    return {name: unit for name, unit in of(node).items() if unit['since']}


def words_of(node, name):
    """Command line of what runs as a unit; None: nothing does."""
    return running(node).get(name, {}).get('words')


def loaded(node, name):
    """The drop-in of a plan, else the words of the unit itself."""
    drop_in = path(os.path.join('nodes', node, 'etc/systemd/system', name + '.service.d/90-ccm-migration.conf'))
    if not os.path.exists(drop_in):
        return json.load(open(path('unit-words.json')))[name]
    line = open(drop_in).read().split('ExecStart=')[-1].split('\n\n')[0]
    return [word for word in line.split() if word != '\\']


def systemctl(words, node):
    units = of(node)
    verb, name = words[0], words[-1]
    if verb == 'show':
        print('{ path=x ; argv[]=' + ' '.join(units[name]['loaded']) + ' ; ignore_errors=no ; start_time=[n/a] }')
        return
    if verb == 'daemon-reload':
        for one in units:
            units[one]['loaded'] = loaded(node, one)
    elif verb == 'stop':
        units[name]['since'] = 0
    elif verb == 'restart' or not units[name]['since']:
        release = (lines(f'release-{node}') or [units[name]['release']])[-1]
        units[name] = {**units[name], 'words': units[name]['loaded'], 'since': time.time(), 'release': release}
    with open(path(os.path.join('units', node)), 'w') as file:
        json.dump(units, file)


def version(node, name):
    """What the program of a process says, if it is the one that is there still."""
    unit = running(node).get(name)
    if not unit or unit['release'] != (lines(f'release-{node}') or [unit['release']])[-1]:
        return 1
    print('Kubernetes v' + unit['release'])
    return 0


def start(node, release):
    """All units of a node that has come, with the files that lie there."""
    words = {name: loaded(node, name) for name in json.load(open(path('unit-words.json')))}
    with open(path(os.path.join('units', node)), 'w') as file:
        json.dump({name: {'words': own, 'loaded': own, 'since': time.time(), 'release': release} for name, own in words.items()}, file)


def say(node):
    """What the script says that asks a node for its units. `other-flag-<node>`: its kube-controller-manager has it, too."""
    for name, unit in of(node).items():
        print('unit', name)
        print('state', 'active' if unit['since'] else 'inactive')
        if unit['since']:
            for word in unit['words'] + (lines('other-flag-' + node) if name == 'kube-controller-manager' else []):
                print('word', word)
            print('says Kubernetes v' + unit['release'])
            print('health ok')
