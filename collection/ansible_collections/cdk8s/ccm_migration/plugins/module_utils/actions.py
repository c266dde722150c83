"""Which function carries out an action, or asks it: the one of its name."""
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import (
    cloud, cluster_nodes, etcd, group_components, groups, join_endpoint, joining, kubeadm, leases, leaving, look, members, node_checks, objects,
    processes, replaced_workers, run, services, units, workloads,
)

MODULES = (
    cloud, cluster_nodes, etcd, group_components, groups, join_endpoint, joining, kubeadm, leases, leaving, look, members, node_checks, objects,
    processes, replaced_workers, run, services, units, workloads,
)


def function_of(verb):
    """A function `(world, given)`, by the name of an action."""
    name = verb.replace('-', '_')
    return next(vars(module)[name] for module in MODULES if name in vars(module))
