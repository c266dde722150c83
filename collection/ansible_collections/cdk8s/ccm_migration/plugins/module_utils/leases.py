"""Leases of the controllers, and the Lease that keeps two runs of a plan apart."""
import json
import re
import secrets
import shlex
import time
from datetime import datetime, timezone

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change, keep_copy, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

LEASES = 'leases.coordination.k8s.io'
LOCK = (LEASES, 'ccm-migration', '-n', 'kube-system')
PLAN, STATE, LAST, MAKING = 'ccm-migration/plan', 'ccm-migration/state', 'ccm-migration/last', 'ccm-migration/making'


def holder_of(lease):
    """Who holds it, or held it last: '' where it is free, or is not there."""
    return (lease or {}).get('spec', {}).get('holderIdentity') or ''


def annotations(lock):
    """{} where there is no lock, too."""
    return annotations_of(lock or {'metadata': {}})


def version_of(lease):
    """Changes with each renewal; None where there is no Lease."""
    return lease['metadata']['resourceVersion'] if lease else None


def _both(world, given):
    """The Lease of Leader Migration and the main one, as far as they are there."""
    return [lease for lease in world.items(LEASES, '-n', given['namespace']) if name_of(lease) in (given['lease'], given['main'])]


def lease_held_by(world, given):
    """
    One process holds both Leases, and renews them. Both carry the identity of their process, also after it is gone, until another process takes them:
    so both must be renewed.
    """
    def versions(leases):
        return {name_of(lease): version_of(lease) for lease in leases}

    if 'versions' not in world.kept:
        world.kept['versions'] = versions(_both(world, given))
    leases = _both(world, given)
    holders = [holder_of(lease) for lease in leases]
    both = f"Leases {given['lease']} and {given['main']}"
    if len(holders) != 2 or not holders[0] or holders[0] != holders[1]:
        raise Failed(f"no single process holds the {both}: {', '.join(holder or 'none' for holder in holders) or 'none'}")
    if versions(leases).items() & world.kept['versions'].items():
        raise Failed(f'{holders[0]} does not renew both of the {both}')


def lease_is_held(world, given):
    """The Lease is renewed."""
    def look():
        return world.get(LEASES, given['lease'], '-n', given['namespace'])

    if 'version' not in world.kept:
        world.kept['version'] = version_of(look())
    lease = look()
    if not holder_of(lease) or version_of(lease) == world.kept['version']:
        raise Failed(f"Lease {given['lease']} is not renewed")


def _look_twice(world, given, name):
    """
    Whether a Lease is held, and the Lease. It is free where it is seen twice, longer apart than it lasts, without a renewal: candidates follow
    the same rule, whatever the clocks say.
    """
    was = world.get(LEASES, name, '-n', given['namespace'])
    if holder_of(was):
        time.sleep(given['seconds'])
    lease = world.get(LEASES, name, '-n', given['namespace'])
    return bool(was and holder_of(lease) and version_of(was) != version_of(lease)), lease


def lease_not_held(world, given):
    """No process renews the Lease."""
    for _ in range(3):
        is_held, lease = _look_twice(world, given, given['lease'])
        if not is_held:
            return
    raise Failed(f"Lease {given['lease']} is still renewed by {holder_of(lease)}")


def delete_lease(world, given):
    """Deletes a Lease that no process holds, and keeps a copy of it on this machine."""
    is_held, lease = _look_twice(world, given, given['name'])
    if is_held and not world.check_mode:
        raise Failed(f"Lease {given['name']} is still held by {holder_of(lease)}, so it is not deleted; "
                     'find out who still runs with Leader Migration')
    if not lease:
        return None
    keep_copy(world, given['state'], lease)
    # With a precondition: it fails where the Lease was renewed since.
    return change(world, 'delete', '--raw', f"/apis/coordination.k8s.io/v1/namespaces/{given['namespace']}/leases/{given['name']}", '-f', '-',
                  value={'apiVersion': 'v1', 'kind': 'DeleteOptions', 'preconditions': {'resourceVersion': version_of(lease)}})


def may_use_lease(world, given):
    """The component may use the Lease."""
    for verb in ('get', 'update'):
        asked = ['auth', 'can-i', verb, f"{LEASES}/{given['lease']}", '-n', given['namespace'], '--as', given['who']]
        answer = world.ended([*world.settings['kubectl'], *asked], statuses=(0, 1))
        if answer.stdout.strip() != 'yes':
            raise Failed(f"{given['who']} may not {verb} Lease {given['lease']}: {(answer.stdout + answer.stderr).strip()}")


def remember_leader(world, given):
    """Reads who holds both Leases: '' where no single process does."""
    holders = [holder_of(lease) for lease in _both(world, given)]
    return {'leader': holders[0] if len(holders) == 2 and holders[0] == holders[1] else ''}


def leases_known(world, given):
    """
    The Leases of the controller managers are held by nodes or pods of this cluster. A holder is called after its host: `<host name>_<uid>`. A host
    may have another name than its node, and a pod with a network of its own is a host itself.
    """
    namespace, names = world.plan.data['leases']['namespace'], world.plan.data['leases']['names']
    nodes = world.plan.control_plane or world.seen['control_plane']
    own = [*nodes, *(world.seen['hosts'].get(node, '') for node in nodes), *_pods_with_a_manager(world)]
    known = {name.split('.')[0].lower() for name in own}
    held = [(name_of(lease), holder_of(lease)) for lease in world.items(LEASES, '-n', namespace) if name_of(lease) in names]
    strangers = [f'{name} by {holder}' for name, holder in held if holder and re.split('[_.]', holder)[0].lower() not in known]
    if strangers:
        raise Failed(f"held by none of the control-plane nodes, nor by a pod with a controller manager: {', '.join(strangers)}; "
                     'find out what runs there')


def _pods_with_a_manager(world):
    """What such pods call their hosts: a host name has 63 letters at most."""
    fields = 'custom-columns=:.metadata.name,:.spec.hostNetwork,:.spec.containers[*].image'
    lines = world.kubectl('get', 'pods', '-A', '--no-headers', '-o', fields).splitlines()
    rows = [line.split() for line in lines if 'controller-manager' in line]
    return [row[0][:63] for row in rows if row[1] != 'true']


def read_lock(world, given):
    """Reads the lock, and names this run; fails where another run has it that the operator does not take over."""
    settings, lock = world.settings, world.get(*LOCK)
    other = holder_of(lock)
    # A run that is taken over in error finds out at its next step, which it does not begin.
    if other not in ('', settings['take_over']):
        notes, age = annotations_of(lock), seconds_since_renewal(lock)
        is_late = age is not None and age > (lock['spec'].get('leaseDurationSeconds') or 0)
        late = 'longer than its step should take, though what you bring packages with may take longer' if is_late else 'which may still run'
        raise Failed(f"{other} runs {notes.get(PLAN, 'a plan')} ({notes.get(STATE, '')}), last seen {'at an unknown time' if age is None else f'{age} s ago'}, "
                     f'{late}; once you know that this run has ended (no ansible-playbook of it on the machine that ran it), run again with '
                     f'-e {take_over(other)}')
    return {'run_id': f"{settings['operator'].replace(' ', '_')}/{secrets.token_hex(4)}", 'lock': lock}


def take_over(run_id):
    return shlex.quote(f'take_over={run_id}')


def seconds_since_renewal(lock):
    """None where the lock does not say when it was renewed."""
    renewed = lock['spec'].get('renewTime')
    if not renewed:
        return None
    at = datetime.strptime(_to_seconds(renewed), '%Y-%m-%dT%H:%M:%SZ').replace(tzinfo=timezone.utc)
    return int((datetime.now(timezone.utc) - at).total_seconds())


def acquired(lock):
    """When the lock was taken; None where it does not say so."""
    return _to_seconds(lock['spec'].get('acquireTime') or '') or None


def _to_seconds(time_of_lease):
    return re.sub(r'\.[0-9]+Z$', 'Z', time_of_lease)


def _now():
    return datetime.now(timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.%fZ')


def take_lock(world, given):
    """
    Takes the lock as it was read. With the resourceVersion of the time before the run looked at the cluster, this fails where another run took or
    renewed it in the meantime.
    """
    as_read = {'resourceVersion': version_of(given['lock'])} if given['lock'] else {}
    # What another run has asked for, this one has to know; how the last run of this plan ended stands until this one has begun a step.
    before = annotations(given['lock'])
    kept = {key: value for key, value in before.items() if key == MAKING or (key == LAST and before.get(PLAN) == world.plan.id)}
    notes = {PLAN: world.plan.id, STATE: 'before its first step', **kept}
    change(world, 'replace' if given['lock'] else 'create', '-f', '-', value={
        'apiVersion': 'coordination.k8s.io/v1',
        'kind': 'Lease',
        'metadata': {'name': 'ccm-migration', 'namespace': 'kube-system', 'annotations': notes, **as_read},
        'spec': {'holderIdentity': given['run_id'], 'leaseDurationSeconds': 900, 'acquireTime': _now(), 'renewTime': _now()},
    })


def renew_lock(world, given):
    """Renews the lock, which is still that of this run."""
    _patch_lock(world, given['run_id'], [
        {'op': 'replace', 'path': '/spec/renewTime', 'value': _now()},
        {'op': 'replace', 'path': '/spec/leaseDurationSeconds', 'value': given['seconds'] + 900},
        _noted(STATE, f"in {given['title']}"), *_last(given),
    ])


def leave_lock(world, given):
    """Leaves the lock; one that cannot be left is refused by the next run, which names it and says how it is taken over."""
    for left in (2, 1, 0):
        try:
            return _patch_lock(world, given['run_id'], [{'op': 'remove', 'path': '/spec/holderIdentity'}, _noted(STATE, given['state']), *_last(given)])
        except Failed as failure:
            said = str(failure)
        if left:
            time.sleep(world.settings['poll_seconds'])
    world.note(f"the lock could not be released ({said}): if it is still held by {given['run_id']}, the next run continues with "
               f"-e {take_over(given['run_id'])}")


def _last(given):
    """What `look.yaml` tells of this run: on which `way`, at which `step`, what `is`, and `why`. Of what is no step, only a failure is worth a note."""
    told = given.get('last')
    return [_noted(LAST, json.dumps({**told, 'at': _to_seconds(_now())}))] if told else []


def note_in_lock(world, key, value):
    """Notes something in the lock, which is still that of this run; with None it is forgotten, where it was noted."""
    _patch_lock(world, world.step['run_id'], [_noted(key, value)])


def _noted(key, value):
    path = f"/metadata/annotations/{key.replace('/', '~1')}"
    return {'op': 'remove', 'path': path} if value is None else {'op': 'add', 'path': path, 'value': value}


def _patch_lock(world, run_id, changes):
    """Tested and changed in one call: a lock that another run took over is not touched."""
    change(world, 'patch', *LOCK, '--type=json', '-p', json.dumps([{'op': 'test', 'path': '/spec/holderIdentity', 'value': run_id}, *changes]))
