"""Prints, as JSON, what the collection makes of a plan.json: what is seen of it, and what preflight asks."""
import json
import sys

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import run
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.plan import Plan
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import World

SETTINGS = {'without_node_upgrade': False, 'without_kubeadm_upgrade': False, 'kubeadm_upgrade_flags': []}


def asked(plan, ask, node=None):
    """Checks that preflight makes, without making them."""
    checks = []
    ask(World(plan, SETTINGS, None, node, function_of=lambda verb: lambda world, check: checks.append(check)), {'noted': True})
    return checks


def read(path):
    plan = Plan.read(path)
    nodes = plan.control_plane + plan.workers
    return {
        # pylint: disable-next=protected-access
        'evidence': {' '.join([*thing, value]): number for (thing, value), number in plan._seen[1].items()},
        'startValues': {node: plan.start_values(node) for node in nodes},
        'nodeValues': {node: plan.node_values(node) for node in nodes},
        'programs': {node: plan.programs_read(node) for node in nodes},
        'there': list(plan.there(0)),
        'back': list(plan.back(len(plan.steps))),
        'written': [plan.written(number) for number in plan.numbers],
        'preflight': {'cluster': asked(plan, run.preflight_cluster), **{node: asked(plan, run.preflight_node, node) for node in nodes}},
    }


print(json.dumps(read(sys.argv[1])))
