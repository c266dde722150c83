import { generatedKubeadm } from './generated';
import { lazy } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** How a version of kubeadm's API writes extra arguments: `name: value`, or items with `name` and `value`. */
export type ArgForm = 'map' | 'list';

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

function isDeployedFrom(apiVersion: string, { minor }: KubernetesVersion): boolean {
  const { deploys } = KUBEADM_APIS()[apiVersion];
  return deploys !== undefined && minor >= KubernetesVersion.of(deploys.from).minor && minor <= KubernetesVersion.of(deploys.to).minor;
}
