"""A node of a group is made by the operator's own command, joins, and is what the plan says before another one leaves."""
import os
import re

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups, making
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.cluster_nodes import UNINITIALIZED
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.group_components import Components
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import pod_is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.workloads import pods_selected
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed, eventually

KCM = 'kube-controller-manager'
OWN_NAME = {
    'aws': 'the cloud-controller-manager finds no instance of that name: a node is called by the private DNS name of its instance, or by its instance ID '
           'where the subnet has resource-based names; give the machine that name (nodeRegistration.name, --hostname-override) and make it anew',
}


def make_node(world, given):
    """Makes nodes of a side until there are as many as are asked for, one after the other."""
    there = len(groups.of_side(world, given))
    for count in range(there + 1, given['until'] + 1):
        make(world, given, count)
        if count < given['until'] and not world.check_mode:
            eventually(world, world.settings['join_seconds'], lambda: node_joined(world, {**given, 'until': count}))
    return {'changed': there < given['until']}


def make(world, given, count):
    """Has the operator's command make what is missing until there are `count` nodes of the side."""
    if world.check_mode:
        return
    group, side = groups.group_of(world, given), given['side']
    row, asked = group['sides'][side], making.ask_for(world, given['group'], side, count)
    world.program(groups.command_of(world, 'make_node', {
        'group': given['group'], 'side': side, 'release': row['release'], 'role': group['role'], 'count': asked.count,
        'folder': os.path.abspath(os.path.join(world.settings['app_dir'], row['folder'])), 'token': making.token_of(world, asked),
    }))


def node_joined(world, given):
    """As many nodes of the side as are asked for are Ready: none is missing any more."""
    nodes = groups.staying(world, given)
    ready = [one for one in nodes if one.is_ready]
    if len(ready) < given['until']:
        raise Failed(_why_not_joined(world, given, nodes, len(ready)))
    asked = making.asked_for(world)
    if asked and (asked.group, asked.side) == (given['group'], given['side']):
        making.forget(world)


def _why_not_joined(world, given, nodes, ready):
    release = groups.group_of(world, given)['sides'][given['side']]['release']
    waiting = groups.names(one for one in nodes if not one.is_ready)
    known = {one.name for group in world.plan.groups for one in groups.found_in(world, group)} | {*world.plan.control_plane, *world.plan.workers}
    others = ', '.join(sorted({name_of(one) for one in world.items('nodes')} - known))
    asked = making.asked_for(world)
    token = f'; its token is {making.token_of(world, asked)}: make_attempt={_next(asked.attempt)} asks for another machine' if asked else ''
    return (f"{ready} of {given['until']} nodes of group {given['group']} are Ready with {release}; not Ready: {waiting or 'none'}; "
            f"nodes of no group of this plan: {others or 'none'}{token}")


def _next(attempt):
    return int(attempt) + 1 if attempt.isdecimal() else f'{attempt}-2'


def joined_as_planned(world, given):
    """The components of every node of the side have the release and the flags of the plan, kube-controller-manager no other ones."""
    row, found = groups.group_of(world, given)['sides'][given['side']], Components(world, given['group'])
    problems = [problem for one in groups.staying(world, given) for component in row['flags']
                for problem in _unplanned(row, component, one, found.of(one, component))]
    if problems:
        raise Failed(f"{'; '.join(problems)}; make the node with the files of {row['folder']}")


def _unplanned(row, component, one, running):
    """What of a component of a node is not as planned."""
    if running.missing:
        return [running.missing]
    # An image that is named by its digest does not say its release.
    other = [f"{component} of {one.name} is {running.says}, not of {row['release']}"] if running.release not in (row['release'], None) else []
    flags, own = row['flags'][component], _flags_of(running.words)
    lacks = [flag for flag in flags if flag not in own]
    has = [flag for flag in row['lacks'].get(component, []) if any(_is_flag(flag, word) for word in own)]
    more = [word for word in own if word not in flags and word not in has] if component == KCM else []
    return other + [f'{component} of {one.name} {says} {", ".join(those)}' for says, those in (
        ('lacks', lacks), ('has', has), ('has beyond the plan', more)) if those]


def _flags_of(words):
    """A flag and its value may be two words."""
    line = ' ' + ' '.join(words)
    return [word for word in re.sub(r' (--[a-z0-9-]+) (?=[^ -])', r' \1=', line).split() if word.startswith('--')]


def _is_flag(flag, word):
    """A flag without a value is that flag with any value."""
    return word == flag or ('=' not in flag and word.startswith(f'{flag}='))


def joined_initialized(world, given):
    """Every node of the side was found in the cloud by its name."""
    cloud = world.plan.data['cloud']
    wrong = [one.name for one in groups.staying(world, given) if not _is_initialized(one.value, f'{cloud}://')]
    if wrong:
        raise Failed(f"{', '.join(wrong)}: no provider ID {cloud}://..., or the taint {UNINITIALIZED} still; "
                     f"{OWN_NAME.get(cloud, 'the cloud finds no machine of that name')}")


def _is_initialized(node, head):
    provider = node['spec'].get('providerID', '')
    return provider.startswith(head) and provider != head and UNINITIALIZED not in [taint['key'] for taint in node['spec'].get('taints', [])]


def label_joined(world, given):
    """Lets the cloud-controller-manager onto the nodes of N+1 that have come."""
    without = [one for one in groups.staying(world, given, 'n-plus-1') if not groups.is_labelled(world, one)]
    for one in without:
        groups.set_label(world, one.name, 'n-plus-1')
    return {'changed': bool(without)}


def unlabel_group(world, given):
    """Takes the label off every node of the group."""
    labelled = [one for one in groups.of_side(world, given, 'n-plus-1') if groups.is_labelled(world, one)]
    for one in labelled:
        groups.set_label(world, one.name, None)
    return {'changed': bool(labelled)}


def ccm_on_joined(world, given):
    """A cloud-controller-manager is ready on a node of N+1; with `onEach` on every one of them, and no second one."""
    nodes, pods = groups.staying(world, given, 'n-plus-1'), pods_selected(world, given)
    on = {one.name: [pod for pod in pods if pod['spec'].get('nodeName') == one.name] for one in nodes}
    wrong = [name for name, own in on.items() if not (len(own) == 1 and pod_is_ready(own[0]))]
    if given.get('onEach') and wrong:
        raise Failed(f"no cloud-controller-manager is ready, or more than one is there, on {', '.join(wrong)}")
    if not any(pod_is_ready(pod) for own in on.values() for pod in own):
        raise Failed(f"no cloud-controller-manager is ready on {groups.names(nodes) or 'a node of N+1, of which there is none'}")


def settle_made(world, given):
    """What was asked for of this side has joined: no machine comes up after it was taken back."""
    asked = making.asked_for(world)
    if not asked or (asked.group, asked.side) != (given['group'], given['side']):
        return
    # It is to leave again, or another one with it: it need not be Ready.
    if not world.settings['made_is_gone'] and len(groups.of_side(world, given)) < asked.count:
        raise Failed(making.not_joined(world, asked))
    making.forget(world)
