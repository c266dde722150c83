"""Asks and changes the command line of a component that is a unit of systemd on its node. Runs on the control host."""
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.kubeadm import changes, contents_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes import changed_at, command, output_of, own, run, why_not
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed


def unit_fits(world, given):
    """The flags of a unit can be changed, because each of its words can be told from the others."""
    _words(world, given)


def _changed(given):
    """The flags that change, without their values: `set --flag=value`, `remove --flag`."""
    return [flag.split(' ', 1)[1].split('=')[0] for flag in given['flags']]


def _words(world, given):
    line = re.search(r'argv\[\]=(.*) ; ignore_errors=', run(world, 'systemctl', 'show', '-p', 'ExecStart', '--value', given['unit']))
    words, changed = line[1].split() if line else [], _changed(given)
    # systemd prints the words without the quotes between them: what has a blank cannot be told from two words.
    odd = [word for index, word in enumerate(words) if word in changed or index > 0 and not word.startswith('--') or re.search(r'["\'\\]', word)]
    if odd or not words:
        raise Failed(f"the flags of the unit {given['unit']} are not ours to guess: write each flag and its value as one plain word "
                     f"(found {', '.join(odd)}), or change them by hand: {'; '.join(given['flags'])}")
    return words


def unit_flags(world, given):
    """Changes flags of a unit by a drop-in with its own command line, or, where the plan was in the state before, gives back what it had then."""
    path = f"/etc/systemd/system/{given['unit']}.service.d/90-ccm-migration.conf"
    words, to = _words(world, given), given['to']
    (earlier,), = world.ask_node({'op': 'copies', 'state': to, 'paths': [path]})
    is_known, contents = earlier['sum'] != '-' or earlier['absent'], {}
    requests = [{'op': 'save', 'state': given['state'], 'files': [{'path': path}]}]
    if is_known and given.get('givenBack'):
        # The folder tells when the drop-in went.
        requests += [{'op': 'restore', 'state': to, 'paths': [path], 'folders_stay': True}]
    else:
        contents = contents_of([_drop_in(words, given).encode()])
        # The copy is of the time before.
        used = {'op': 'write', 'path': f"{world.settings['backup_dir']}/{to}{path}.used", 'text': '', 'mode': '0600'}
        drop_in = {'path': path, 'sha256': next(iter(contents)), 'mode': '0644', 'owner': 'root:root', 'kept': True}
        requests += [*([used] if is_known else []), {'op': 'put', 'state': given['state'], 'files': [drop_in]}]
    reload = command('systemctl', 'daemon-reload', reads=False)
    *changed, reloaded = world.ask_node(*requests, reload, contents=contents)
    output_of(world, reload, reloaded)
    return changes(changed)


def _drop_in(words, given):
    changed = _changed(given)
    kept = [word for word in words if word.split('=')[0] not in changed]
    added = [flag[len('set '):].replace('$', '$$') for flag in given['flags'] if flag.startswith('set ')]
    return '[Service]\nExecStart=\nExecStart=' + ' '.join(kept + added).replace('%', '%%') + '\n'


# A file on the disk is no process: the program that the process was started with must be the one that is still there.
ASK_RELEASE = '''\
pid=$(systemctl show -p MainPID --value "$1"); set -- $(tr '\\000' ' ' <"/proc/$pid/cmdline"); [ "$1" -ef "/proc/$pid/exe" ]; "$1" --version'''


def unit_runs_release(world, given):
    """The process of a unit has the program of a release."""
    said = run(world, 'sh', '-ec', ASK_RELEASE, 'sh', given['unit']).strip()
    if said != f"Kubernetes v{given['release']}":
        raise Failed(f"The process of the unit has the program of the release: {given['unit']} of {world.node} says {said}, not v{given['release']}")


def restart_unit(world, given):
    """Has systemd read its units again and starts a unit again, unless its process has its files, its flags and its release."""
    if _is_so(world, given):
        return None
    for argv in filter(None, (world.settings['reload_units'], ['systemctl', 'restart', given['unit']])):
        run(world, *argv, reads=False)
    return {'changed': True}


def _is_so(world, given):
    release = command('sh', '-ec', ASK_RELEASE, 'sh', given['unit'])
    files, listed, told = world.ask_node({'op': 'stat', 'paths': given['files']}, {'op': 'processes'}, release)
    # Systemd itself may have started it again with what it had read before: then its process is younger than its files, and has other flags.
    other = why_not(own(world, listed, given['component']), changed_at(files), given['has'], given['lacks'])
    return other is None and told['status'] == 0 and told['stdout'].strip() == f"Kubernetes v{given['release']}"
