/** A key of an object's metadata at which what delivers manifests leaves the object alone, or what runs in the cluster takes it away. */
export interface LeftOut {
  readonly key: RegExp;
  /** Values at which it does so; none: all. */
  readonly value?: RegExp;
  /** Kinds of objects on which it counts; default: any. */
  readonly kinds?: readonly string[];
  /** Whether it counts as a label, too. */
  readonly isLabelToo?: boolean;
  /** Whether the cluster has one of that name all the same, which may differ. */
  readonly isThere?: boolean;
  /** What becomes of the object. */
  readonly what: string;
  readonly source: string;
}

/** What Go's strconv.ParseBool takes for true, and what it takes for false. */
const TRUE = /^(?:1|t|T|true|TRUE|True)$/;
const NOT_TRUE = /^(?!(?:1|t|T|true|TRUE|True)$)/;
const NOT_FALSE = /^(?!(?:0|f|F|false|FALSE|False)$)/;

const FLUX = 'fluxcd/kustomize-controller@v1.9.4 internal/controller/kustomization_controller.go:858-866, fluxcd/pkg@ssa/v0.77.0 '
  + 'ssa/utils/meta.go:61 AnyInMetadata: labels and annotations, in any case';
const KAPP = 'carvel-dev/kapp';
const CONFIG_SYNC = 'GoogleContainerTools/kpt-config-sync@v1.22.1-rc.1 pkg/metadata/annotations.go';
const KOTS = 'replicatedhq/kots@v1.131.4 pkg/base/base.go isExcludedByAnnotation; what is neither true nor false is a template of a setting';
const KLUCTL = 'kluctl/kluctl@v2.28.2';
const DOWNSCALER = 'hjacobs/kube-downscaler@20.10.0 and caas-team/py-kube-downscaler@v26.4.0 kube_downscaler/scaler.py; kube-system is left out '
  + 'unless --exclude-namespaces says otherwise';
const JANITOR = 'hjacobs/kube-janitor@20.4.1 kube_janitor/helper.py parse_ttl, parse_expiry, which drop any other value; kube-system is left out '
  + 'unless --exclude-namespaces says otherwise';

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
  {
    key: /^(?:fluxcd\.io|flux\.weave\.works)\/ignore$/,
    value: /^true$/,
    what: 'Flux 1 does not apply it',
    source: 'fluxcd/flux@v1.25.4 pkg/cluster/kubernetes/sync.go:79, pkg/policy/policy.go:99-108, pkg/cluster/kubernetes/resource/resource.go:15-20; '
      + 'sync_only keeps it from being collected and no more',
  },
  {
    key: /^argocd\.argoproj\.io\/hook$/,
    what: 'Argo CD applies it in a phase of its own',
    source: 'argoproj/argo-cd@v3.5.1 gitops-engine/pkg/sync/hook/hook.go:23-50, sync/ignore/ignore.go:11: a type that it does not know is not '
      + 'applied; skip-reconcile counts on Applications and clusters alone, docs/user-guide/annotations-and-labels.md:17',
  },
  { key: /^helm\.sh\/hook$/, what: 'Helm applies it in a phase of its own', source: 'https://helm.sh/docs/topics/charts_hooks/' },
  { key: /^kapp\.k14s\.io\/noop$/, what: 'kapp does not apply it', source: `${KAPP}@v0.43.0 pkg/kapp/diff/change.go, op; the same in v0.60.0` },
  {
    key: /^kapp\.k14s\.io\/exists$/,
    isThere: true,
    what: 'kapp waits for it, and does not apply it',
    source: `${KAPP}@v0.43.0 pkg/kapp/diff/change.go, op; the same in v0.60.0`,
  },
  {
    key: /^kapp\.k14s\.io\/update-strategy$/,
    value: /^skip$/,
    isThere: true,
    what: 'kapp leaves it as it is where the cluster has one of that name',
    source: `${KAPP}@v0.33.0 pkg/kapp/clusterapply/add_or_update_change.go:22; the same in v0.60.0`,
  },
  {
    key: /^configmanagement\.gke\.io\/managed$/,
    value: /^disabled$/,
    what: 'Config Sync does not apply it',
    source: 'GoogleContainerTools/kpt-config-sync@v1.22.1-rc.1 pkg/metadata/annotation_management_mode.go:41-73',
  },
  {
    key: /^(?:configmanagement\.gke\.io\/(?:cluster-selector|namespace-selector)|configsync\.gke\.io\/cluster-name-selector)$/,
    what: 'Config Sync applies it to the clusters and namespaces of a selector, which is not read',
    source: `${CONFIG_SYNC}:37-95`,
  },
  {
    key: /^client\.lifecycle\.config\.k8s\.io\/mutation$/,
    value: /^ignore$/,
    isThere: true,
    what: 'Config Sync leaves it as it is where the cluster has one of that name',
    source: `${CONFIG_SYNC}:148-160`,
  },
  {
    key: /^config\.kubernetes\.io\/local-config$/,
    value: /^(?!false$)/,
    what: 'kustomize and kpt leave it out',
    source: 'kubernetes-sigs/kustomize@api/v0.21.1 api/resource/factory.go:149 DropLocalNodes',
  },
  {
    key: /^resources\.gardener\.cloud\/mode$/,
    value: /^Ignore$/,
    what: 'gardener-resource-manager does not apply it',
    source: 'gardener/gardener@v1.149.3 pkg/resourcemanager/controller/managedresource/reconciler.go:264,600',
  },
  {
    key: /^resources\.gardener\.cloud\/ignore$/,
    value: TRUE,
    isThere: true,
    what: 'gardener-resource-manager leaves it as it is where the cluster has one of that name',
    source: 'gardener/gardener@v1.149.3 pkg/resourcemanager/controller/managedresource/reconciler.go:492,605,630; docs/concepts/resource-manager.md, '
      + '"Ignoring Updates"',
  },
  { key: /^kots\.io\/exclude$/, value: NOT_FALSE, what: 'KOTS does not apply it, or as a setting says, which is not read', source: KOTS },
  { key: /^kots\.io\/when$/, value: NOT_TRUE, what: 'KOTS does not apply it, or as a setting says, which is not read', source: KOTS },
  {
    key: /^kluctl\.io\/hook$/,
    what: 'Kluctl applies it in a phase of its own',
    source: `${KLUCTL} pkg/deployment/utils/hooks_util.go:14-18,166-170`,
  },
  { key: /^kluctl\.io\/delete$/, value: TRUE, what: 'Kluctl deletes it', source: `${KLUCTL} pkg/deployment/utils/apply_utils.go:641` },
  {
    key: /^kluctl\.io\/ignore$/, value: TRUE, what: 'Kluctl does not apply it', source: `${KLUCTL} pkg/deployment/deployment_item.go:480-485`,
  },
  { key: /^janitor\/ttl$/, value: /^0*[1-9]\d*[smhdw]$/, what: 'kube-janitor deletes it when its time is over', source: JANITOR },
  {
    key: /^janitor\/expires$/,
    value: /^\d{4}-\d{1,2}-\d{1,2}(?:T\d{1,2}:\d{1,2}(?::\d{1,2}Z)?)?$/,
    what: 'kube-janitor deletes it when its time is over',
    source: JANITOR,
  },
  {
    key: /^downscaler\/(?:downtime|downscale-period)$/,
    value: /^(?!never$)/i,
    what: 'kube-downscaler scales it to no pods for a time',
    source: DOWNSCALER,
  },
  { key: /^downscaler\/uptime$/, value: /^(?!always$)/i, what: 'kube-downscaler scales it to no pods for a time', source: DOWNSCALER },
  {
    key: /^downscaler\/force-downtime$/,
    value: /^(?!false$)/i,
    kinds: ['Namespace'],
    what: 'kube-downscaler scales what is in it to no pods',
    source: 'caas-team/py-kube-downscaler@v26.4.0 kube_downscaler/scaler.py:1463-1466, README.md:764-778: on Namespaces alone',
  },
];
