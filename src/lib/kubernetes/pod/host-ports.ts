import { Item, itemsAt } from './looks';
import { Json } from './shape';

/** A port of its node that a container asks for. */
interface HostPort {
  readonly protocol: Json;
  readonly ip: Json;
  readonly port: Json;
}

/** With the network of its node, a container has each port of the node that it names: pkg/apis/core/v1/defaults.go defaultHostNetworkPorts. */
export function hostPortsOf(container: Item, hostNetwork: boolean): readonly HostPort[] {
  return itemsAt(container, 'ports').flatMap(({ protocol, hostIP, hostPort, containerPort }) => {
    const port = hostPort || (hostNetwork && containerPort);
    return port ? [{ protocol: protocol ?? 'TCP', ip: hostIP ?? '', port }] : [];
  });
}
