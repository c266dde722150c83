import type { SideSettings } from './component-changes';
import { CurrentFlag, Flag } from '../ccm/flag';
import { DOCKERSHIM_SOCKET, KUBELET_RUNTIME } from '../facts/container-runtimes';
import { RUNTIME_ENDINGS } from '../facts/endings/nodes';
import { NodeInput } from '../kubernetes/node';
import { printable } from '../text/printable';

/** Whether kubelets of version N may have dockershim, and those of version N+1 have none. */
export function losesDockershim({ before, version }: Pick<SideSettings, 'before' | 'version'>): boolean {
  return before !== undefined && KUBELET_RUNTIME.knows(before) && KUBELET_RUNTIME.knows(version)
    && KUBELET_RUNTIME.at(before).hasDockershim && !KUBELET_RUNTIME.at(version).hasDockershim;
}

/**
 * Flags by which the kubelet of version N+1 finds the container runtime of a node: none where those of version N say it already, else the CRI socket
 * that the Node object names.
 *
 * @param current flags of the kubelet as it gets them, from all of its files
 * @throws if version N has dockershim and nothing names another runtime: the kubelet of version N+1 would not start
 */
export function runtimeFlags({ name, criSocket }: NodeInput, current: CurrentFlag, settings: SideSettings): readonly Flag[] {
  if (!losesDockershim(settings)) return [];
  const [runtime, endpoint] = [current('container-runtime'), current('container-runtime-endpoint')];
  if (runtime !== 'docker' && isSocket(endpoint)) return [];
  if (isSocket(criSocket)) {
    const asRemote = runtime === undefined ? [] : [{ name: 'container-runtime', value: 'remote' }];
    return [...asRemote, { name: 'container-runtime-endpoint', value: criSocket }];
  }
  const [{ says, todo }] = RUNTIME_ENDINGS;
  throw new Error(printable(`the kubelet of node '${name}' runs Docker by dockershim (${told(runtime, endpoint)}), which ${settings.version} does `
    + `not have: ${says}; ${todo}`));
}

function isSocket(endpoint: string | undefined): endpoint is string {
  return endpoint !== undefined && endpoint !== '' && !DOCKERSHIM_SOCKET.test(endpoint);
}

function told(runtime: string | undefined, endpoint: string | undefined): string {
  return [['container-runtime', runtime], ['container-runtime-endpoint', endpoint]]
    .map(([flag, value]) => value === undefined ? `no --${flag}` : `--${flag}=${value}`).join(', ');
}

/** Why a node that kubeadm makes with this nodeRegistration gets no container runtime; undefined: it does, or kubeadm looks for one by itself. */
export function refusedRegistration(
  criSocket: string | undefined, today: CurrentFlag, settings: SideSettings,
): { readonly field: 'criSocket' | 'kubeletExtraArgs'; readonly why: string } | undefined {
  if (!losesDockershim(settings)) return undefined;
  const why = `that of dockershim, which ${settings.version} does not have; give the node containerd, or cri-dockerd beside Docker, and write its `
    + 'socket as criSocket, like unix:///run/containerd/containerd.sock';
  if (criSocket !== undefined && DOCKERSHIM_SOCKET.test(criSocket)) return { field: 'criSocket', why: `is '${criSocket}', ${why}` };
  const [runtime, endpoint] = [today('container-runtime'), today('container-runtime-endpoint')];
  const isDocker = runtime === 'docker' || (endpoint !== undefined && DOCKERSHIM_SOCKET.test(endpoint));
  return isDocker ? { field: 'kubeletExtraArgs', why: `has ${told(runtime, endpoint)}, ${why}` } : undefined;
}
