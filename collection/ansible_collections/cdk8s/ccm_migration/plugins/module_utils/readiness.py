"""Whether a node and a pod are ready, as the API has them."""


def is_ready(node):
    """Whether its kubelet says that it is Ready."""
    return [one['status'] for one in node['status'].get('conditions', []) if one['type'] == 'Ready'] == ['True']


def readiness(pod):
    """Of each container whether it is ready."""
    return [one['ready'] for one in pod['status'].get('containerStatuses', [])]


def pod_is_ready(pod):
    return set(readiness(pod)) == {True}
