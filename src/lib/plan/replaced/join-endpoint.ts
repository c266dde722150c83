import { USER_DATA } from '../../deliver/user-data/user-data';
import { parseSource } from '../../edit/yaml/source-document';
import { clusterValues, joinAddress } from '../../installers/kubeadm/cluster-values';
import { writtenFiles } from '../../read/sources/user-data';
import { MigrationApp } from '../app/app';
import { PinnedFile, PlannedNodeFile } from '../app/app-files';

/** Of kubeadm, where `controlPlaneEndpoint` has no port: k8s.io/kubernetes@v1.27.16 cmd/kubeadm/app/util/endpoint.go, GetControlPlaneEndpoint. */
const DEFAULT_PORT = '6443';

/**
 * The address of the API that the nodes of a group join by, with its port, as far as the configuration of kubeadm says it: that of the
 * JoinConfiguration in their user data, else `controlPlaneEndpoint`.
 *
 * @param files of the group
 * @throws if the certificate of an API server that kubeadm makes would not have its name: no kubelet could join by it
 */
export function joinEndpoint({ kubeadm }: MigrationApp, group: string, files: readonly PlannedNodeFile[]): string | undefined {
  const clusters = Object.values(kubeadm).map(({ text, source }) => ({ source, ...clusterValues(text, { file: source }) }));
  const userData = files.find(({ path }) => path === USER_DATA);
  const own = userData && addressIn(userData);
  if (own === undefined) return clusters.length === 0 ? undefined : withPort(String(clusters[0].controlPlaneEndpoint));
  for (const { source, controlPlaneEndpoint, certSans } of clusters) {
    const names = [hostOf(String(controlPlaneEndpoint)), ...certSans];
    if (names.includes(hostOf(own))) continue;
    throw new Error(`${userData!.source}: the nodes of group '${group}' join by '${own}', which is neither the controlPlaneEndpoint of ${source}, `
      + `'${String(controlPlaneEndpoint)}', nor among its apiServer.certSANs: the certificate that kubeadm makes for a new API server has not `
      + 'that name, and no kubelet would trust it; add it to certSANs, in the cluster too, or join by the controlPlaneEndpoint');
  }
  return withPort(own);
}

/** That of the JoinConfiguration which user data write. */
function addressIn({ text, source: file }: PinnedFile): string | undefined {
  const files = writtenFiles(parseSource(text, { file }), file).filter(written => written.text?.includes('JoinConfiguration'));
  return files.map(written => joinAddress(written.text!, { file: `${file}: ${written.path}` })).find(address => address !== undefined);
}

/** `[::1]:6443` and `host:6443` without their port, and without brackets. */
function hostOf(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([^:]+):\d+$/.exec(address)?.[1] ?? address;
}

function withPort(address: string): string {
  const host = hostOf(address);
  if (host !== address && /:\d+$/.test(address)) return address;
  return `${host.includes(':') ? `[${host}]` : host}:${DEFAULT_PORT}`;
}
