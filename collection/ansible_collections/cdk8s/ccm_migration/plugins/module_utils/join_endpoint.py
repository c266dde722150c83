"""What a node that joins needs, as far as it can be seen before one is made: the address that it joins by, and the files of its image."""
import socket

from ansible_collections.cdk8s.ccm_migration.plugins.module_utils import groups
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.objects import name_of
from ansible_collections.cdk8s.ccm_migration.plugins.module_utils.world import Failed


def can_join(world, given):
    """The address that nodes join by answers under its name, and stays; what the API server reads is in the image."""
    group = groups.group_of(world, given)
    missing = [flag for flag in group.get('needs', []) if flag.partition('=')[2] not in world.settings['image_has']]
    problems = [f"kube-apiserver of a new node reads {flag.partition('=')[2]} ({flag.partition('=')[0]}), which its user data does not bring; where its image "
                f'has it, name it in image_has' for flag in missing]
    if 'endpoint' in group:
        problems += _problems_of(world, given['group'], group['endpoint'])
    if problems:
        raise Failed('; '.join(problems))


def _problems_of(world, group, endpoint):
    here, host = world.settings['endpoint_from_here'], _host_of(endpoint)
    # A name that this machine reaches by another address may be one that only the nodes can resolve.
    found = {host} if here else _found(host)
    nodes = [name_of(one.value) for one in groups.nodes_of(world, group) if _addresses_of(one.value) & found]
    if nodes:
        yield (f"{endpoint}, which nodes join by, is the address of {', '.join(nodes)}, and each node of group {group} leaves: give controlPlaneEndpoint the "
               'address of a load balancer')
    try:
        # kubectl trusts no other certificate authority than that of the cluster, and asks for the name in the certificate.
        world.kubectl(f'--server=https://{here or endpoint}', f'--tls-server-name={host}', '--request-timeout=20s', 'get', '--raw', '/version')
    except Failed as failure:
        yield (f'nodes join by {endpoint}, where this machine got no answer under that name: {failure}; where it reaches it by another address, give that in '
               'endpoint_from_here, as host:port')


def _host_of(endpoint):
    return endpoint.rpartition(':')[0].strip('[]')


def _addresses_of(node):
    return {row['address'] for row in node['status'].get('addresses', [])}


def _found(host):
    """The host, and the addresses that it has for this machine: none where no resolver that it asks knows the name."""
    try:
        return {host, *(row[4][0] for row in socket.getaddrinfo(host, None))}
    except OSError:
        return {host}
