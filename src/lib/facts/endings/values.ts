import { Ending } from './ending';

const PLUGINS = 'pkg/kubeapiserver/options/plugins.go AllOrderedPlugins';
const LISTS_OF_PLUGINS = ['enable-admission-plugins', 'disable-admission-plugins', 'admission-control'] as const;

interface PluginEnd {
  readonly plugin: string;
  readonly release: string;
  readonly says: string;
  readonly todo: string;
  readonly source: string;
}

const PLUGIN_ENDS: readonly PluginEnd[] = [
  {
    plugin: 'PodSecurityPolicy',
    release: '1.25',
    says: 'the plugin is gone, and no PodSecurityPolicy restricts a pod any more',
    todo: 'label namespaces for the plugin PodSecurity (pod-security.kubernetes.io/enforce), or install another admission webhook, and take '
      + 'PodSecurityPolicy out in version N first',
    source: `k8s.io/kubernetes@v1.24.17 and v1.25.16 ${PLUGINS}; KEP-5`,
  },
  {
    plugin: 'SecurityContextDeny',
    release: '1.30',
    says: 'the plugin is gone, and pods may set what it denied',
    todo: 'label namespaces for the plugin PodSecurity (pod-security.kubernetes.io/enforce: restricted), and take SecurityContextDeny out in version '
      + 'N first',
    source: `k8s.io/kubernetes@v1.29.15 and v1.30.14 ${PLUGINS}; KEP-3785`,
  },
  {
    plugin: 'PersistentVolumeLabel',
    release: '1.31',
    says: 'the plugin is gone, and no volume of an in-tree cloud gets labels of its zone',
    todo: 'label such PersistentVolumes by hand, or make them with the CSI driver',
    source: `k8s.io/kubernetes@v1.30.14 and v1.31.14 ${PLUGINS}`,
  },
];

const REGISTERED = 'pkg/apis/<group>/install/install.go; k8s.io/apiserver pkg/server/resourceconfig/helpers.go: "has not been registered"';

/** Versions of the API that `--runtime-config` can name no more: with one the API server ends at start. */
const UNREGISTERED: readonly (readonly [groupVersion: string, release: string, source: string])[] = [
  ['batch/v2alpha1', '1.21', `k8s.io/kubernetes@v1.20.15 and v1.21.14 ${REGISTERED}`],
  ['discovery.k8s.io/v1alpha1', '1.21', `k8s.io/kubernetes@v1.20.15 and v1.21.14 ${REGISTERED}`],
  ['resource.k8s.io/v1alpha1', '1.27', `k8s.io/kubernetes@v1.26.15 and v1.27.16 ${REGISTERED}`],
  ['flowcontrol.apiserver.k8s.io/v1alpha1', '1.29', `k8s.io/kubernetes@v1.28.15 and v1.29.15 ${REGISTERED}`],
  ['resource.k8s.io/v1alpha2', '1.31', `k8s.io/kubernetes@v1.30.14 and v1.31.14 ${REGISTERED}`],
];

const OLD_AUDIT = ['audit.k8s.io/v1alpha1', 'audit.k8s.io/v1beta1'];
const SCHEDULER_SCHEME = 'pkg/scheduler/apis/config/scheme/scheme.go';

/** Versions of KubeSchedulerConfiguration that end. */
const SCHEDULER_APIS: readonly (readonly [version: string, release: string, instead: string, source: string])[] = [
  ['v1beta1', '1.23', 'v1beta2', `k8s.io/kubernetes@v1.22.17 and v1.23.17 ${SCHEDULER_SCHEME}`],
  ['v1beta2', '1.28', 'v1', `k8s.io/kubernetes@v1.27.16 and v1.28.15 ${SCHEDULER_SCHEME}`],
  ['v1beta3', '1.29', 'v1', `k8s.io/kubernetes@v1.28.15 and v1.29.15 ${SCHEDULER_SCHEME}`],
];

/** Values that a flag takes no more. An entry of a list or of a map is left out for version N+1. */
export const VALUE_ENDINGS: readonly Ending[] = [
  ...PLUGIN_ENDS.flatMap(({ plugin, ...end }) => LISTS_OF_PLUGINS.map((flag): Ending => ({
    ...end,
    component: 'kube-apiserver',
    what: `${plugin} in --${flag}`,
    trace: { kind: 'entry', flag, entry: plugin },
    ...flag === 'disable-admission-plugins'
      ? { becomes: 'carried', says: 'the plugin is gone', todo: 'nothing' } : { becomes: 'named' },
  }))),
  ...UNREGISTERED.map(([groupVersion, release, source]): Ending => ({
    release,
    component: 'kube-apiserver',
    what: `${groupVersion} in --runtime-config`,
    trace: { kind: 'entry', flag: 'runtime-config', entry: groupVersion },
    becomes: 'named',
    lossless: ['false'],
    says: 'the API server does not know that version, and ends at start with it',
    todo: 'write objects of it in a version that is served, and take it out in version N first',
    source,
  })),
  ...(['audit-log-version', 'audit-webhook-version'] as const).map((flag): Ending => ({
    release: '1.24',
    component: 'kube-apiserver',
    what: `${OLD_AUDIT.join(' or ')} as --${flag}`,
    trace: { kind: 'value', flag, values: OLD_AUDIT },
    becomes: 'named',
    value: 'audit.k8s.io/v1',
    says: 'events are written as audit.k8s.io/v1, the one value that is taken',
    todo: 'let what reads them take that version',
    source: 'k8s.io/apiserver@v0.23.17 and v0.24.17 pkg/server/options/audit.go knownGroupVersions',
  })),
  {
    release: '1.24',
    component: 'kube-apiserver',
    what: '--audit-policy-file',
    trace: { kind: 'flag', flag: 'audit-policy-file' },
    becomes: 'named',
    says: 'a policy of audit.k8s.io/v1alpha1 or v1beta1 is not read, and the API server ends at start with it',
    todo: 'write apiVersion: audit.k8s.io/v1 into the file on each node before; version N reads it',
    source: 'k8s.io/apiserver@v0.23.17 and v0.24.17 pkg/audit/policy/reader.go',
  },
  ...SCHEDULER_APIS.map(([version, release, instead, source]): Ending => ({
    release,
    component: 'kube-scheduler',
    what: '--config',
    trace: { kind: 'flag', flag: 'config' },
    becomes: 'named',
    says: `a file of kubescheduler.config.k8s.io/${version} is not read, and the scheduler ends at start with it`,
    todo: `write the file on each node as kubescheduler.config.k8s.io/${instead} before; version N reads it`,
    source,
  })),
];
