
/** Flags that no program but a controller manager has, `--cloud-provider` aside, which those in the table of other programs have too. */
export const FLAGS_THAT_TELL = new Set(['cloud-provider', 'configure-cloud-routes', 'allocate-node-cidrs', 'use-service-account-credentials',
  'cloud-config', 'enable-leader-migration', 'leader-migration-config', 'external-cloud-volume-plugin', 'cluster-signing-cert-file',
  'node-monitor-grace-period', 'concurrent-service-syncs', 'route-reconciliation-period']);

/** Other components of Kubernetes have these as well as `--cloud-provider`. */
export const NOT_ALONE = /^(?:cloud-config|cluster-signing-cert-file)$/;

/**
 * Images of a cloud-controller-manager that are not called one, by the end of their repository: github.com/kubernetes/cloud-provider-vsphere
 * charts/vsphere-cpi/values.yaml, before v1.28 and from it on. Its Helm chart calls the container `vsphere-cpi`, and names no program.
 */
export const CCM_IMAGE = /(^|\/)(cloud-provider-vsphere|cpi\/release\/manager)$/;

/** Programs that are a controller manager, or have one within. */
export const PROGRAMS_WITH_MANAGERS = ['kube-controller-manager', 'cloud-controller-manager', 'aws-cloud-controller-manager', 'hyperkube', 'k3s',
  'rke2', 'k0s', 'kubelite'];

/** Programs that start the one that is named after them. */
export const WRAPPERS = /^(go-runner|tini|dumb-init|catatonit|hyperkube|env|nice|ionice|chrt|exec|setsid|nohup)$/;

const MANAGER = '(?:(?:[a-z0-9]+-)*cloud-controller-manager|kube-controller-manager)';

/** A release at the end of a name. Names of pods end with that of a node, which may be an address. */
const OF_RELEASE = '(?:[-_.@](?:v\\d|1\\.\\d)[\\w.+-]*)';

export const IMAGE_NAME = new RegExp(`^${MANAGER}(?:-(?:amd64|arm64))?${OF_RELEASE}?(?::[\\w][\\w.-]*|@sha256:)`);

export const PROGRAM_NAME = new RegExp(`^${MANAGER}${OF_RELEASE}?(?![\\w.-])`);

export const HYPERKUBE = /hyperkube["']?[\s,[\]"'-]+(?:kube-|cloud-)?controller-manager\b/;

/** Settings of installers whose files have no kind. */
export const MANAGER_SETTINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*["']?kube-controller-manager-arg["']?\s*:/, 'arguments of the kube-controller-manager of k3s or RKE2'],
  [/^\s*kube-controller:\s*(\{|$)/, 'arguments of the kube-controller-manager of RKE'],
  [/^\s*["']?(cloudControllerManager|kube_controller_manager|externalCloudControllerManager)["']?\s*:/, 'settings of a controller manager'],
  [/^\s*(?:-\s+)?["']?(?:chart|chartName|repoChart)["']?\s*[:=]\s*["']?(?:[\w.:@-]+\/)*(?:[a-z0-9]+-){0,6}cloud-controller-manager\b/,
    'a chart of a cloud-controller-manager'],
  [/^\s*["']?kube_(?:kubeadm_)?controller(?:_manager)?_\w+["']?\s*[:=]/, 'settings of the kube-controller-manager of Kubespray'],
];

export const KCM_SETTINGS = /^(\s*)["']?(kubeControllerManager|controllerManager)["']?\s*:\s*(?!\s)(.*)$/;

/** What charts that watch the control plane have below a key of that name: kube-prometheus-stack and its like. */
export const WATCHED_SETTINGS = /^[\s{]*["']?(?:enabled|endpoints|service|serviceMonitor|jobNameOverride|prometheusRule)["']?\s*:/;

/** Files of programs that start others by their names: units, snaps, quadlets, services of supervisors, cron. */
export const STARTED_BY_NAME = new RegExp('(?:^|/)(?:systemd|init\\.d|init|supervisord?|conf\\.d|cron[^/]*|sv|service|monit[^/]*|snap)'
  + `/(?:.*/)?${MANAGER}(?![\\w-])`);

/** Every pattern below has one of these. */
export const MAY_MENTION = new RegExp('controller|leader-elect|k3s|rke2|k0s|kubelite|cluster-init|disable-scheduler|tls-san|write-kubeconfig|etcd-'
  + '|kube-[a-z]+-arg|cloud-provider'
  + '|externalCloudProvider|controlplane|init\\b|\\b(?:ccm|cpi)\\b|/manifests\\b|pod-manifests|/etc/kubernetes(?![\\w./-])'
  + '|\\b(?:kubectl|oc)\\b|amespaced|apis/apps|(?:Sets|Deployments)\\(');

/** Flags that only controller managers have. */
export const OF_MANAGERS = new RegExp(
  '--(configure-cloud-routes|allocate-node-cidrs|use-service-account-credentials|enable-leader-migration|leader-migration-config)\\b');

/** A program, or the arguments that a shell sets for one, and the flags behind it. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- a line has LONGEST characters at most
export const PROGRAM_LINE = new RegExp('^\\s*(?:[-"\'[ ]+)?(?:[^#]*?(?:\\bexec|\\bnohup|\\bsudo|&&|;|\\|\\||ExecStart=|\\bthen|\\bdo)\\s+)?'
  + '["\']?(set\\s+--|[\\w./${}:-]*[\\w}])["\']?\\s+(--?[a-z].*)$');

/**
 * Before it nothing that makes it part of another name, of a user or of a path of logs; behind it at most a tag, or the ending of a file that starts
 * something.
 */
export const NAMED_MANAGER = new RegExp(`(?<![\\w.{-]|system:|var/log/(?:[\\w.*-]{1,100}/){0,20})(${MANAGER})`
  + `(?:\\.(?:ya?ml|json|service|container|sh|tgz|j2|tpl|daemon)|${OF_RELEASE})?(?![\\w.*-])`);

/** A selector of Prometheus or a matcher of a log query, and keys that only name. */
export const ONLY_SELECTS = new RegExp(`\\{[^{}]{0,300}=~?\\s*\\\\?["'][^"'{}]{0,100}${MANAGER}`
  + '|\\bjob(?:_name|Name|Label)?["\']?\\s*[:=]|^\\s*["\']?(?:description|title|summary|message|comment)["\']?\\s*[:=]');

/** A name, a chart, an image or an address that ends with one of these, whatever its version is. */
export const CHART_NAME = new RegExp('(?:^|[/:@=,])(?:(?:[a-z0-9]+-){0,6}(?:cloud-)controller-manager|(?:[a-z0-9]+-){0,3}(?:ccm|cpi)'
  + '|cloud-provider-[a-z]+)(?:-chart)?(?:[-:@]v?[0-9][\\w.+-]*)?(?:@sha256:[0-9a-f]+)?(?:\\.(?:ya?ml|json|tgz|git))?(?=$|[/?#,])');

/** A kind, or the group of it, that is one of a controller manager: its controller makes one of the object. */
export function isCalledAfterManager(group: string, kind: string): boolean {
  return /(?:Cloud|Kube)ControllerManager|(?:^|[a-z])(?:CCM|Ccm|CPI)(?:[A-Z]|$)/.test(kind)
    || /^(?:[a-z0-9-]+\.)?(?:ccm|(?:[a-z0-9]+-)*cloud-controller-manager)\./.test(group);
}

/** Charts and folders are called after what they hold: `aws-cloud-controller-manager`, `aws-ccm`, `vsphere-cpi`, `cloud-provider-openstack`. */
export function namesManager(text: string): boolean {
  return /controller-manager|(^|[^a-z0-9])(ccm|cpi)([^a-z0-9]|$)|cloud-provider/.test(text);
}
