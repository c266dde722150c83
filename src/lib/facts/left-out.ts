/** A key of an object's metadata at which what delivers manifests leaves the object alone, or what runs in the cluster takes it away. */
export interface LeftOut {
  readonly key: RegExp;
  /** Values at which it does so; none: all. */
  readonly value?: RegExp;
  /** Whether it counts as a label, too. */
  readonly isLabelToo?: boolean;
  /** Whether the cluster has one of that name all the same, which may differ. */
  readonly isThere?: boolean;
  /** What becomes of the object. */
  readonly what: string;
  readonly source: string;
}

const TRUE = /^true$/i;
const FLUX = 'https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources';
const KAPP = 'https://carvel.dev/kapp/docs/latest/apply/#controlling-apply-via-resource-annotations';
const CONFIG_SYNC = 'https://cloud.google.com/kubernetes-engine/enterprise/config-sync/docs/reference/labels-and-annotations';

export const LEFT_OUT: readonly LeftOut[] = [
  { key: /^kustomize\.toolkit\.fluxcd\.io\/reconcile$/, value: /^disabled$/i, isLabelToo: true, what: 'Flux does not apply it', source: FLUX },
  { key: /^kustomize\.toolkit\.fluxcd\.io\/ssa$/, value: /^ignore$/i, isLabelToo: true, what: 'Flux does not apply it', source: FLUX },
  {
    key: /^kustomize\.toolkit\.fluxcd\.io\/ssa$/,
    value: /^ifnotpresent$/i,
    isLabelToo: true,
    isThere: true,
    what: 'Flux leaves it as it is where the cluster has one of that name',
    source: FLUX,
  },
  { key: /^fluxcd\.io\/ignore$/, value: /^(?:true|sync_only)$/i, what: 'Flux 1 does not apply it', source: 'https://fluxcd.io/legacy/flux/faq/' },
  {
    key: /^argocd\.argoproj\.io\/hook$/,
    what: 'Argo CD applies it in a phase of its own',
    source: 'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/',
  },
  {
    key: /^argocd\.argoproj\.io\/skip-reconcile$/,
    value: TRUE,
    what: 'Argo CD does not apply it',
    source: 'https://argo-cd.readthedocs.io/en/stable/user-guide/skip_reconcile/',
  },
  { key: /^helm\.sh\/hook$/, what: 'Helm applies it in a phase of its own', source: 'https://helm.sh/docs/topics/charts_hooks/' },
  { key: /^kapp\.k14s\.io\/noop$/, what: 'kapp does not apply it', source: `${KAPP}; v0.43.0` },
  { key: /^kapp\.k14s\.io\/exists$/, isThere: true, what: 'kapp waits for it, and does not apply it', source: `${KAPP}; v0.43.0` },
  {
    key: /^kapp\.k14s\.io\/update-strategy$/,
    value: /^skip$/,
    isThere: true,
    what: 'kapp leaves it as it is where the cluster has one of that name',
    source: `${KAPP}; v0.33.0`,
  },
  { key: /^configmanagement\.gke\.io\/managed$/, value: /^disabled$/, what: 'Config Sync does not apply it', source: CONFIG_SYNC },
  {
    key: /^(?:configmanagement|configsync)\.gke\.io\/(?:cluster-selector|cluster-name-selector|namespace-selector)$/,
    what: 'Config Sync applies it to the clusters and namespaces of a selector, which is not read',
    source: CONFIG_SYNC,
  },
  {
    key: /^client\.lifecycle\.config\.k8s\.io\/mutation$/,
    value: /^ignore$/,
    isThere: true,
    what: 'Config Sync leaves it as it is where the cluster has one of that name',
    source: CONFIG_SYNC,
  },
  {
    key: /^config\.kubernetes\.io\/local-config$/,
    value: /^(?!false$)/,
    what: 'kustomize and kpt leave it out',
    source: 'https://kubectl.docs.kubernetes.io/references/kustomize/glossary/',
  },
  {
    key: /^resources\.gardener\.cloud\/(?:ignore|mode)$/,
    value: /^(?:true|ignore)$/i,
    what: 'gardener-resource-manager does not apply it',
    source: 'https://gardener.cloud/docs/gardener/concepts/resource-manager/',
  },
  {
    key: /^kots\.io\/(?:when|exclude)$/,
    what: 'KOTS applies it as a setting says, which is not read',
    source: 'https://docs.replicated.com/vendor/packaging-include-resources',
  },
  {
    key: /^kluctl\.io\/(?:hook|delete)$/,
    what: 'Kluctl applies it in a phase of its own, or deletes it',
    source: 'https://kluctl.io/docs/kluctl/deployments/',
  },
  {
    key: /^janitor\/(?:ttl|expires)$/,
    value: /^(?!forever$)/,
    what: 'kube-janitor deletes it when its time is over',
    source: 'https://codeberg.org/hjacobs/kube-janitor',
  },
  {
    key: /^downscaler\/(?:downtime|uptime|downscale-period|force-downtime|force-uptime)$/,
    what: 'kube-downscaler scales it to no pods for a time',
    source: 'https://codeberg.org/hjacobs/kube-downscaler',
  },
];
