"""Objects of the cluster that a plan changes, and their copies; and the files of the app that a plan was made of."""
import hashlib
import json
import os
import shlex
import tempfile

import yaml

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import SCHEMA_VERSION
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

# The folder that Ansible has this collection in.
COLLECTIONS = os.path.abspath(os.path.join(os.path.dirname(__file__), *['..'] * 5))

USED = 'ccm-migration/used'
SET_BY_THE_SERVER = ('resourceVersion', 'uid', 'creationTimestamp', 'managedFields')


def change(world, *args, value=None):
    """Changes the cluster, but not in check mode; `value` is what kubectl reads as JSON."""
    if not world.check_mode:
        world.kubectl(*args, stdin=None if value is None else json.dumps(value))
    return {'changed': True}


def named(given):
    """How kubectl names an object; a kind without namespace has none."""
    return (given['kind'], given['name'], *(('-n', given['namespace']) if given.get('namespace') else ()))


def name_of(value):
    return value['metadata']['name']


def annotations_of(value):
    return value['metadata'].get('annotations') or {}


def keep_copy(world, state, value):
    """Keeps an object as a file of this machine, for people: what is given back is made from the app, or from the copy in the cluster."""
    if world.check_mode:
        return
    folder = os.path.join(world.settings['object_copies'], state)
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o700)
    metadata = value['metadata']
    # As a temporary file is made, it is readable by the operator alone: what is in the cluster may have a password in it.
    with tempfile.NamedTemporaryFile('w', dir=folder, encoding='utf-8', delete=False) as file:
        yaml.safe_dump(value, file, sort_keys=False, allow_unicode=True)
    os.replace(file.name, os.path.join(folder, f"{value['kind'].lower()}-{metadata.get('namespace', '-')}-{metadata['name']}.yaml"))


def keep_object(world, given):
    """Keeps an object that is about to be deleted as a file of this machine; says whether it is there."""
    value = world.at(given).get(*named(given))
    if value:
        keep_copy(world, given['state'], value)
    return {'is_there': bool(value)}


def _copy_name(state, given):
    return f"ccm-migration-{state}-{given['kind'].split('.')[0]}-{given['name']}"


def _copy(world, state, given):
    """The copy, which is in the cluster, so that every machine can give it back; and whether that was done already."""
    copy = world.get('configmap', _copy_name(state, given), '-n', 'kube-system')
    return copy, bool(copy) and USED in annotations_of(copy)


def _mark(world, state, given, mark):
    return change(world, 'annotate', 'configmap', _copy_name(state, given), '-n', 'kube-system', USED + mark)


def copy_object(world, given):
    """Keeps a copy of an object in the cluster; one that is there is from before and stays, unless it was given back."""
    value = world.at(given).get(*named(given))
    copy, is_used = _copy(world, given['state'], given)
    if not value or (copy and not is_used):
        return None
    return change(world, 'replace' if copy else 'create', '-f', '-', value={
        'apiVersion': 'v1',
        'kind': 'ConfigMap',
        'metadata': {'name': _copy_name(given['state'], given), 'namespace': 'kube-system'},
        'data': {'object': json.dumps(value)},
    })


def copy_used(world, given):
    """Notes that a copy is of the time before, so that the next plan which leaves its state makes a new one."""
    copy, is_used = _copy(world, given['state'], given)
    return _mark(world, given['state'], given, '=true') if copy and not is_used else None


def has_copy(world, given):
    """There is a copy that says what the object was."""
    if not _copy(world, given['state'], given)[0]:
        raise _no_copy(given)


def _no_copy(given):
    copy, what = _copy_name(given['state'], given), ' '.join(named(given))
    return Failed(
        f"there is no ConfigMap kube-system/{copy}, which says what {given['kind']} {given['name']} was in state {given['state']}: bring it to that "
        f'from where you keep it, and run: kubectl create configmap {copy} -n kube-system --from-literal=object="$(kubectl get {what} -o json)"')


def restore_object(world, given):
    """Gives an object back as its copy has it; on the way back of a step (`left`) only from a copy that was not given back yet."""
    state, left = given['state'], given.get('left')
    copy, is_used = _copy(world, state, given)
    if not copy:
        if left:
            _was_not_changed(world, given)
        elif not given.get('ifKept'):
            raise _no_copy(given)
        world.note(f"{given['kind'].split('.')[0]} {given['name']} stays as it is: no copy of it was needed in state {state}, since "
                   + ('it is not there' if not world.at(given).get(*named(given)) else 'it was not changed, or without_copies names it'))
    # On the way back of a step that changed nothing yet, the only copy is one that was given back before.
    if not copy or (left and is_used):
        return None
    value = json.loads(copy['data']['object'])
    metadata = {key: field for key, field in value['metadata'].items() if key not in SET_BY_THE_SERVER}
    change(world.at(given), 'replace', '-f', '-', value={**value, 'metadata': metadata})
    if left and _copy(world, left, given)[1]:
        _mark(world, left, given, '-')  # it is needed again
    if not is_used:
        _mark(world, state, given, '=true')
    return {'changed': True}


def _was_not_changed(world, given):
    """What a step changed has a copy; a way by hand keeps its copies on the machine of the person that carried it out."""
    short = f"{given['kind'].split('.')[0]}/{given['name']}"
    without = world.settings['without_copies']
    if not given['was_done'] or short in without or not world.at(given).get(*named(given)):
        return
    again = shlex.quote(json.dumps({'without_copies': [*without, short]}))
    raise Failed(
        f"there is no ConfigMap kube-system/{_copy_name(given['state'], given)}, which says what {given['kind']} {given['name']} was in state "
        f"{given['state']}, but it was changed: where that was done by hand, the copy is in copies/{given['state']} of the folder of the app, on the "
        f'machine that did it. Give it back from there, or leave it as it is, and run again with -e {again}')


def exists(world, given):
    """The object exists."""
    if not world.at(given).get(*named(given)):
        raise Failed(f"{given['kind']} {given['name']} is not there")


def read_app(world, given):
    """Every file of the app is as it was when the plan was made."""
    changed = [path for path, sum_then in world.plan.data['pinned'].items() if _sum(os.path.join(world.settings['app_dir'], path)) != sum_then]
    if changed:
        raise Failed('; '.join(f"'{path}' is not as it was when this plan was made; run plan again" for path in changed))


def collection_fits(world, given):
    """The plan is one that this collection carries out; where it was made with another release of it, or the collection was edited, that is noted."""
    if world.plan.data['schemaVersion'] != SCHEMA_VERSION:
        raise Failed(f"plan.json has schemaVersion {world.plan.data['schemaVersion']}, but this collection carries out {SCHEMA_VERSION}: run plan again with "
                     'the release that the collection is of, or put the collection of the plan beside it')
    if collection_sum(COLLECTIONS) != given['sum'].strip():
        edited = edited_since(COLLECTIONS)
        world.note('the collection is not the one that this plan was made with (collection.sha256): '
                   + (f"edited since it was written: {', '.join(edited)}" if edited else 'it was written with another plan, by another release of '
                      'cdk8s-ccm-migration') + '; making this plan again brings its collection back')


WRITTEN = ('.yaml', '.yml', '.py', '.md', '.sh')


def collection_sum(root):
    """Of what was written: `plan` makes the same of its own files."""
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(WRITTEN)]
    rows = ''.join(f'{_sum(path)}  {os.path.relpath(path, root)}\n' for path in sorted(paths))
    return hashlib.sha256(rows.encode()).hexdigest()


def edited_since(root):
    """Files that are not as the list beside them has them; none where there is no list."""
    try:
        with open(os.path.join(root, 'files.json'), encoding='utf-8') as file:
            rows = json.load(file)
    except OSError:
        return []
    return [row['path'] for row in rows if _sum(os.path.join(root, row['path'])) != row['sha256']]


def _sum(path):
    try:
        with open(path, 'rb') as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None
