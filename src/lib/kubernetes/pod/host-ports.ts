import { Item, itemsAt } from './looks';

/**
 * Ports of its node that a container asks for. With the network of its node, it has each port of the node that it names:
 * pkg/apis/core/v1/defaults.go defaultHostNetworkPorts.
 */
export function hostPortsOf(container: Item, hostNetwork: boolean) {
  return itemsAt(container, 'ports').flatMap(({ protocol, hostIP, hostPort, containerPort }) => {
    const port = hostPort || (hostNetwork && containerPort);
    return port ? [{ protocol: protocol ?? 'TCP', ip: hostIP ?? '', port }] : [];
  });
}
