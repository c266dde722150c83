"""Settings of the playbooks: what they are called, and of which type each is (roles/settings)."""
import difflib
import functools
import os
import re

import yaml

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

SPECS = os.path.join(os.path.dirname(__file__), '..', '..', 'roles', 'settings', 'meta', 'argument_specs.yaml')
KINDS = {'str': 'a text', 'list': 'a list of texts', 'dict': 'a mapping', 'bool': 'true or false', 'int': 'a whole number', 'float': 'a number',
         'raw': 'a number, a percentage, or a list of these'}
# What Ansible itself, the inventory of a plan and the playbooks have. _task is that of ansible-core 2.21: ansible/_internal/_task.py at 2.21.5.
OTHERS = {
    '_task', 'app_dir', 'environment', 'from_state', 'group_names', 'groups', 'hostvars', 'inventory_dir', 'inventory_file', 'inventory_hostname',
    'inventory_hostname_short', 'lock', 'lock_read', 'looked', 'noted', 'omit', 'order_of_workers', 'plan_file', 'play_hosts', 'playbook_dir',
    'role_name', 'role_names', 'role_path', 'role_uuid', 'run_id', 'seen', 'side_label', 'to_state', 'upgrades_by_kubeadm', 'vars', 'way',
}


@functools.lru_cache(maxsize=1)
def specs():
    with open(SPECS, encoding='utf-8') as file:
        return yaml.safe_load(file)['argument_specs']['main']['options']


def is_whole(settings):
    """Whether these are all settings of a host."""
    return bool(settings) and specs().keys() <= settings.keys()


def read_settings(templar, task_vars):
    """
    All settings, as they are for the host of a task.

    Types are asked strictly: Ansible takes text for a list, and a command that is a text would run letter by letter, after the drain.
    """
    found = {name: templar.template(task_vars[name]) for name in specs()}
    wrong = [problem for name, value in found.items() for problem in problems_of(name, value)]
    if wrong:
        raise Failed('; '.join(wrong))
    return {name: converted(specs()[name]['type'], value) for name, value in found.items()}


def problems_of(name, value):
    """What is wrong with a setting."""
    spec = specs()[name]
    kind = spec['type']
    if not is_of(kind, value):
        example = ", which on the command line is -e '{" + f'"{name}": ["...", "..."]' + "}'" if kind == 'list' else ''
        yield f'{name} is {value!r}, {type_of(value)}, but has to be {KINDS[kind]}{example}'
    elif value not in spec.get('choices', [value]):
        yield f"{name} is {value!r}, but has to be one of {', '.join(spec['choices'])}"


def type_of(value):
    """For people; what Ansible gives has types of its own."""
    names = ((bool, 'true or false'), (str, 'a text'), (list, 'a list'), (dict, 'a mapping'), ((int, float), 'a number'))
    return next((name for types, name in names if isinstance(value, types)), 'nothing')


def is_of(kind, value):
    """With `-e name=value` each value is a text: true, false and numbers are taken from that."""
    if kind == 'bool':
        return isinstance(value, bool) or value in ('true', 'false', 'yes', 'no', 'True', 'False')
    if kind in ('int', 'float'):
        return not isinstance(value, bool) and (isinstance(value, (int, float) if kind == 'float' else int) or is_number(kind, value))
    if kind == 'list':
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if kind == 'raw':
        shares = value if isinstance(value, list) else [value]
        return shares != [] and all(re.fullmatch('[0-9]+%?', str(one)) for one in shares)
    return isinstance(value, {'str': str, 'dict': dict}[kind])


def is_number(kind, value):
    return isinstance(value, str) and (value.isdecimal() if kind == 'int' else value.replace('.', '', 1).isdecimal())


def converted(kind, value):
    if kind == 'bool':
        return value if isinstance(value, bool) else value in ('true', 'yes', 'True')
    return {'int': int, 'float': float}[kind](value) if kind in ('int', 'float') else value


def unknown_settings(names, own):
    """Variables of the user that no playbook reads: a setting that is spelled otherwise would be passed by."""
    unknown = sorted(name for name in names if name not in specs() and name not in OTHERS and name not in own and not name.startswith('ansible_'))
    for name in unknown:
        near = difflib.get_close_matches(name, specs(), 1)
        yield f"{name} is no setting of these playbooks{f' (did you mean {near[0]}?)' if near else ''}; name a variable of your own in own_variables"
