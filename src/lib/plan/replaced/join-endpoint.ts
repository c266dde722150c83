import { USER_DATA } from '../../deliver/user-data/user-data';
import { yaml } from '../../edit/yaml/load';
import { MigrationApp } from '../app';
import { PlannedNodeFile } from '../app-files';

/** What is read of a ClusterConfiguration and a JoinConfiguration of kubeadm. */
interface Configuration {
  readonly kind?: string;
  readonly controlPlaneEndpoint?: unknown;
  readonly apiServer?: { readonly certSANs?: unknown };
  readonly discovery?: { readonly bootstrapToken?: { readonly apiServerEndpoint?: unknown } };
}

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
  const clusters = Object.values(kubeadm).map(({ text, source }) =>
    ({ source, ...configurationsIn(text).find(({ controlPlaneEndpoint }) => controlPlaneEndpoint !== undefined) }));
  const [of] = clusters;
  const userData = files.find(({ path }) => path === USER_DATA);
  const own = userData === undefined ? undefined : apiServerEndpointIn(userData.text);
  if (own === undefined) return of === undefined ? undefined : withPort(String(of.controlPlaneEndpoint));
  for (const { source, controlPlaneEndpoint, apiServer } of clusters) {
    const names = [hostOf(String(controlPlaneEndpoint)), ...listOf(apiServer?.certSANs)];
    if (names.includes(hostOf(own))) continue;
    throw new Error(`${userData!.source}: the nodes of group '${group}' join by '${own}', which is neither the controlPlaneEndpoint of ${source}, `
      + `'${String(controlPlaneEndpoint)}', nor among its apiServer.certSANs: the certificate that kubeadm makes for a new API server has not `
      + 'that name, and no '
      + 'kubelet would trust it; add it to certSANs, in the cluster too, or join by the controlPlaneEndpoint');
  }
  return withPort(own);
}

function configurationsIn(text: string): readonly Configuration[] {
  return yaml().parseAllDocuments(text).map(document => document.toJS() as Configuration | null).filter(found => found !== null);
}

function apiServerEndpointIn(userData: string): string | undefined {
  const { write_files: rows = [] } = yaml().parse(userData) as { write_files?: readonly { readonly content?: string }[] };
  const found = rows.filter(({ content = '' }) => content.includes('JoinConfiguration')).flatMap(({ content }) => configurationsIn(content!))
    .find(({ kind }) => kind === 'JoinConfiguration')?.discovery?.bootstrapToken?.apiServerEndpoint;
  return found === undefined ? undefined : String(found);
}

function listOf(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.map(String) : [];
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
