"""Groups whose nodes are replaced: which nodes there are, on which side each is, and which of them leave. Their names are asked each time."""
import re
from typing import NamedTuple

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import annotations_of, change, name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.processes import is_release
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.readiness import is_ready
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed

LEAVING = 'ccm-migration/leaving'
# The mark of a node whose machine is being ended.
ENDED = 'ended'


class GroupNode(NamedTuple):
    """A node of a group."""

    name: str
    # Of the phase that it is of: `n`, `n-plus-1`, or None where it runs neither release.
    side: str
    is_ready: bool
    # Marked by a step that takes it out, or lost and named so by the operator.
    leaves: bool
    # As the API has it.
    value: dict

    @property
    def is_ended(self):
        """Whether the command that ends its machine was begun."""
        return annotations_of(self.value).get(LEAVING) == ENDED

    @property
    def provider_id(self):
        """Of its machine, as the cloud provider says it; empty where it does not yet."""
        return self.value['spec'].get('providerID', '')

    @property
    def address(self):
        """Its InternalIP, the first where there are two; empty where its kubelet says none."""
        return next((row['address'] for row in self.value['status'].get('addresses', []) if row['type'] == 'InternalIP'), '')


def found_in(world, name):
    """Every node of a group, also one whose release is of no side; one that is being deleted is there until it is gone."""
    group, lost = world.plan.groups[name], world.settings['lost_nodes']
    found = sorted(world.items('nodes', '-l', group['selector']), key=name_of)
    if group['role'] == 'worker':
        found = [one for one in found if world.settings['control_plane_label'] not in one['metadata'].get('labels', {})]
    return [GroupNode(name_of(one), _side_of(group, one), is_ready(one),
                      LEAVING in annotations_of(one) or (name_of(one) in lost and not is_ready(one)), one) for one in found]


def _version_of(node):
    return node['status'].get('nodeInfo', {}).get('kubeletVersion', 'an unknown version')


def _side_of(group, node):
    # `v1.27.16-eks-1` is 1.27.16.
    told = re.match(r'v([0-9]+[.][0-9]+[.][0-9]+)', _version_of(node))
    known, sides = told[1] if told else '-', group['sides']
    exact = next((side for side, row in sides.items() if row['release'] == known), None)
    # A worker may be older than the control plane.
    return 'n' if exact is None and group['role'] == 'worker' and is_release(known, sides['n-plus-1']['release'], True) else exact


def nodes_of(world, name):
    """Every node of a group; fails where the release of one is of no side."""
    found = found_in(world, name)
    unknown = [f'{one.name} runs {_version_of(one.value)}' for one in found if one.side is None]
    if unknown:
        releases = ' nor '.join(world.plan.groups[name]['sides'][side]['release'] for side in ('n', 'n-plus-1'))
        raise Failed(f"nodes of group {name} that run neither {releases} of this plan: {', '.join(unknown)}")
    return found


def of_side(world, given, side=None):
    """Nodes of the group and of the side that an action names, or of another side."""
    return [one for one in nodes_of(world, given['group']) if one.side == (side or given['side'])]


def staying(world, given, side=None):
    return [one for one in of_side(world, given, side) if not one.leaves]


def leaving(world, given):
    return [one for one in of_side(world, given) if one.leaves]


def group_of(world, given):
    return world.plan.groups[given['group']]


def is_stacked(world, given):
    """Whether each node of the group has a member of etcd."""
    return group_of(world, given).get('etcd') == 'stacked'


def command_of(world, setting, values):
    """The command of a setting with the values of its placeholders."""
    def filled(word):
        for name, value in values.items():
            word = word.replace('{' + name + '}', str(value))
        return word

    return [filled(word) for word in world.settings[setting]]


def names(nodes):
    return ', '.join(one.name for one in nodes)


def set_label(world, node, value):
    """Gives a node the label of the side with the cloud-controller-manager; None takes it off."""
    key = world.plan.data['sideLabel']
    return change(world, 'label', 'node', node, f'{key}-' if value is None else f'{key}={value}', *([] if value is None else ['--overwrite']))


def is_labelled(world, node):
    return world.plan.data['sideLabel'] in node.value['metadata'].get('labels', {})


def mark(world, node, value=None):
    """Marks a node as leaving: a run that goes on takes the same one."""
    return change(world, 'annotate', 'node', node.name, f'{LEAVING}={value or world.plan.id}', '--overwrite')


def groups_fit(world, given):
    """A group has the nodes that the plan is for: of a control plane one more while one of them is replaced."""
    group, found = group_of(world, given), nodes_of(world, given['group'])
    allowed = (group['count'], group['count'] + 1)
    if group['role'] == 'control-plane' and len(found) not in allowed:
        raise Failed(f"group {given['group']} has {len(found)} nodes ({names(found) or 'none'}), but the plan is for {group['count']}, and for one more "
                     f"while a node is replaced; they are those with the label {group['selector']}")
    if not found:
        raise Failed(f"group {given['group']} has no node: none has the label {group['selector']}")
