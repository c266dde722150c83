import { generatedKubeadm } from './generated';
import { lazy } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** How extra arguments are written: `name: value`, items with `name` and `value`, and in settings of RKE2 the texts `name=value`. */
export type ArgForm = 'map' | 'list' | 'words';

/** A version of kubeadm's configuration API. */
export interface KubeadmApi {
  /** Form of `extraArgs` and `kubeletExtraArgs`. */
  readonly form: ArgForm;
  /**
   * Oldest and newest minor of a control plane that some kubeadm which reads this version deploys: its own minor and the one before. None: every
   * kubeadm that has it takes it for an experiment, and `kubeadm init` refuses it.
   */
  readonly deploys?: { readonly from: string; readonly to: string };
  readonly source: string;
}

const GROUP = 'kubeadm.k8s.io/';

/** Versions that are understood: those before have no patches, and other fields. */
const UNDERSTOOD = ['v1beta3', 'v1beta4', 'v1'];

/** API versions of kubeadm that are understood, by their whole name. */
export const KUBEADM_APIS = lazy<{ readonly [apiVersion: string]: KubeadmApi }>(() => {
  const { apis, oldestControlPlane } = generatedKubeadm();
  return Object.fromEntries(UNDERSTOOD.filter(name => apis.some(({ api }) => api === name)).map(name => {
    const rows = apis.filter(({ api }) => api === name);
    const taken = rows.filter(({ experimental }) => !experimental);
    const { form, source } = taken[0] ?? rows[0];
    const from = taken.length > 0 ? oldestControlPlane.find(row => row.from === KubernetesVersion.of(taken[0].from).minorVersion)!.oldest : undefined;
    const deploys = from && { from, to: KubernetesVersion.of(taken.at(-1)!.to).minorVersion };
    return [`${GROUP}${name}`, { form, source, ...deploys ? { deploys } : {} }] as const;
  }));
});

/** First minor of `kubeadm kubeconfig user`: k8s.io/kubernetes@v1.21.14 cmd/kubeadm/app/cmd/cmd.go:98; below `alpha` in v1.20.15. */
const KUBECONFIG_COMMAND_SINCE = 21;
/** Releases in whose sources that command was read. */
export const KUBECONFIG_COMMAND_READ_AT: readonly string[] = ['1.20.15', '1.21.14', '1.37.1'];

/** Newest version of the API that kubeadm of all these releases reads, if they have `kubeadm kubeconfig user`; undefined: there is none. */
export function kubeconfigCommandApi(releases: readonly KubernetesVersion[]): string | undefined {
  if (releases.some(({ minor }) => minor < KUBECONFIG_COMMAND_SINCE)) return undefined;
  const isRead = ({ from, to }: { readonly from: string; readonly to: string }, { _facts: { minor } }: KubernetesVersion) =>
    minor >= KubernetesVersion.of(from).minor && minor <= KubernetesVersion.of(to).minor;
  const stable = generatedKubeadm().apis.filter(({ experimental }) => !experimental);
  const name = stable.filter(row => releases.every(release => isRead(row, release))).at(-1)?.api;
  return name && `${GROUP}${name}`;
}

/** Why kubeadm does not deploy a release from a configuration of this API version; undefined: it does. */
export function kubeadmApiProblem(apiVersion: string, version: KubernetesVersion): string | undefined {
  if (isDeployedFrom(apiVersion, version)) return undefined;
  const { deploys } = KUBEADM_APIS()[apiVersion];
  const other = Object.keys(KUBEADM_APIS()).find(name => isDeployedFrom(name, version));
  const why = deploys === undefined
    ? `'kubeadm init' refuses '${apiVersion}', which no release takes for more than an experiment`
    : `no kubeadm that reads '${apiVersion}' deploys Kubernetes ${version}: it is for ${deploys.from} to ${deploys.to}`;
  return `${why}${other === undefined ? '' : `; hand in the configuration as '${other}'`}`;
}

function isDeployedFrom(apiVersion: string, { _facts: { minor } }: KubernetesVersion): boolean {
  const { deploys } = KUBEADM_APIS()[apiVersion];
  return deploys !== undefined && minor >= KubernetesVersion.of(deploys.from).minor && minor <= KubernetesVersion.of(deploys.to).minor;
}
