"""A share of the workers of a group is replaced: as many new ones are made and joined, then the old ones leave."""
import math

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups, joining, leaving, making
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.cluster_nodes import WAS_CORDONED
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, eventually

OTHER = {'n': 'n-plus-1', 'n-plus-1': 'n'}


def replace_workers(world, given):
    """Replaces one share of the old nodes that there are now. What an earlier run has begun is ended first: it marked them, and noted what it made."""
    comes, goes = given, {**given, 'side': OTHER[given['side']]}
    eventually(world, world.settings['join_seconds'], lambda: joining.settle_made(world, goes))
    kept = _keep(world, comes)
    _end(world, comes, groups.leaving(world, comes))
    old = groups.of_side(world, goes)
    if world.check_mode or not old:
        return {'changed': bool(old or kept)}
    asked, marked = making.asked_for(world), [one for one in old if one.leaves]
    is_begun = asked is not None and (asked.group, asked.side) == (comes['group'], comes['side'])
    if marked and not is_begun:
        meant = marked
    else:
        share = math.ceil(len(old) / (given['rounds'] - given['round'] + 1))
        # For each node that is kept another one was made, on the other way.
        size = max(share, len(marked), min(kept, len(old)))
        meant = sorted(old, key=lambda one: (not one.leaves, one.is_ready))[:size]
        _make(world, comes, asked.count if is_begun else len(groups.staying(world, comes)) + max(0, len(meant) - kept), meant)
    _end(world, goes, meant)
    return {'changed': True}


def _keep(world, given):
    """Nodes that were to leave on the other way, and whose machines are there still, stay: says how many."""
    kept = [one for one in groups.leaving(world, given) if one.is_ready and not one.is_ended]
    for one in kept:
        if annotations_of(one.value).get(WAS_CORDONED) != 'true':
            change(world, 'uncordon', one.name)
        change(world, 'annotate', 'node', one.name, f'{groups.LEAVING}-', f'{WAS_CORDONED}-')
    return len(kept)


def _allowed(world, meant):
    return len(meant) * world.settings['worker_max_fail_percentage'] // 100


def _make(world, given, count, meant):
    """Makes new nodes; the old ones are marked once it is noted what is made, so that no run ends one for which none was made."""
    wait = world.settings['join_seconds']
    is_missing = count > len(groups.of_side(world, given))
    if is_missing:
        making.ask_for(world, given['group'], given['side'], count)
    for one in meant:
        was_cordoned = 'true' if one.value['spec'].get('unschedulable') else 'false'
        change(world, 'annotate', 'node', one.name, f'{WAS_CORDONED}={was_cordoned}', '--overwrite')
        groups.mark(world, one)
    if is_missing:
        joining.make(world, given, count)
    enough = count - _allowed(world, meant)
    eventually(world, wait, lambda: joining.node_joined(world, {**given, 'until': enough}))
    eventually(world, wait, lambda: joining.joined_initialized(world, given))


def _end(world, given, nodes):
    """Drains and ends nodes; so many may fail to be drained, and stay marked for the next share."""
    failures = {}
    for one in nodes:
        try:
            leaving.drain(world, one)
        except Failed as failure:
            failures[one.name] = str(failure)
            if len(failures) > _allowed(world, nodes):
                raise Failed(f"not drained: {_said(failures)}; worker_max_fail_percentage says how many may fail") from failure
            continue
        leaving.end(world, given, one)
    if failures:
        world.note(f'not drained, left for the next share: {_said(failures)}')
    ended = {one.name for one in nodes} - set(failures)
    eventually(world, leaving.SERVED_AGAIN_SECONDS, lambda: _are_gone(world, given, ended))


def _said(failures):
    return '; '.join(map(': '.join, failures.items()))


def _are_gone(world, given, ended):
    there = [one for one in groups.of_side(world, given) if one.name in ended]
    if there:
        raise Failed(f"nodes of group {given['group']} that were ended are still there: {groups.names(there)}")
