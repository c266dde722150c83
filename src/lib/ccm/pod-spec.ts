import { renderFlag } from './flag';
import { ccmProbes } from './probes';
import { CcmSecurityOptions } from './security-options';
import { CcmWorkloadSettings, selectorLabels } from './settings';
import { CcmVolume } from './volume';
import { withoutEmpty } from './without-empty';
import { CcmEnvVar, CcmToleration, CcmWorkload } from './workload-options';
import { UNINITIALIZED_TAINT } from '../facts/control-plane-node';

/** The spec of the pod, whatever controls it. */
export function ccmPodSpec(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { options } = settings;
  const isStatic = options.workload === CcmWorkload.STATIC_POD;
  const recommended = options.recommendedDefaults ?? true;
  const volumes = [...settings.volumes, ...options.volumes ?? []];
  refuseDuplicateVolumes(volumes);
  if (isStatic) refuseApiObjects(volumes, options.env ?? []);
  return withoutEmpty({
    ...(isStatic ? {} : scheduling(settings)),
    containers: [container(settings, volumes)],
    dnsPolicy: options.dnsPolicy ?? (recommended ? 'Default' : undefined),
    hostNetwork: options.hostNetwork ?? (recommended ? true : undefined),
    imagePullSecrets: (options.imagePullSecrets ?? []).map(name => ({ name })),
    priorityClassName: options.priorityClassName ?? (recommended ? 'system-node-critical' : undefined),
    securityContext: podSecurityContext(options),
    serviceAccountName: isStatic ? undefined : options.serviceAccountName ?? 'cloud-controller-manager',
    volumes: volumes.map(volume => volume._volume()),
  });
}

function container(settings: CcmWorkloadSettings, volumes: readonly CcmVolume[]): Record<string, unknown> {
  const { options } = settings;
  const isStatic = options.workload === CcmWorkload.STATIC_POD;
  return withoutEmpty({
    args: settings.flags.map(renderFlag),
    command: options.command,
    env: [...(isStatic ? [] : options.apiServerEndpoint?._env() ?? []), ...(options.env ?? []).map(envVar)],
    image: settings.image,
    imagePullPolicy: options.imagePullPolicy,
    name: options.containerName ?? settings.name,
    ...ccmProbes(options, options.recommendedDefaults ?? true, settings.flags),
    resources: withoutEmpty({
      limits: withoutEmpty({ memory: options.memoryLimit }),
      requests: withoutEmpty({ cpu: options.cpuRequest ?? '200m', memory: options.memoryRequest }),
    }),
    securityContext: containerSecurityContext(options),
    volumeMounts: volumes.map(volume => volume._mount()),
  });
}

function envVar({ name, value, fieldPath, secretName, secretKey }: CcmEnvVar): object {
  if (secretName) return { name, valueFrom: { secretKeyRef: { name: secretName, key: secretKey ?? name } } };
  if (fieldPath) return { name, valueFrom: { fieldRef: { fieldPath } } };
  return { name, value: value ?? '' };
}

function podSecurityContext(options: CcmSecurityOptions): Record<string, unknown> {
  return withoutEmpty({
    fsGroup: options.podFsGroup,
    runAsGroup: options.podRunAsGroup,
    runAsNonRoot: options.podRunAsNonRoot,
    runAsUser: options.podRunAsUser,
    seLinuxOptions: withoutEmpty({ type: options.podSeLinuxType }),
    seccompProfile: withoutEmpty({ type: options.podSeccompProfile }),
  });
}

function containerSecurityContext(options: CcmSecurityOptions): Record<string, unknown> {
  return withoutEmpty({
    allowPrivilegeEscalation: options.allowPrivilegeEscalation,
    capabilities: withoutEmpty({ drop: options.dropCapabilities }),
    readOnlyRootFilesystem: options.readOnlyRootFilesystem,
  });
}

/** Where it may run: the placement's labels and the control-plane label of the version; a version with two such labels needs an affinity, since a selector cannot say "or". */
function scheduling(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { options } = settings;
  const [onlyLabel, ...more] = settings.controlPlane.labels;
  const anyOf = options.nodeAffinityLabels ?? (options.nodeSelector === undefined && more.length > 0 ? settings.controlPlane.labels : []);
  const byLabel = options.nodeSelector ?? (anyOf.length === 0 ? { [onlyLabel]: '' } : {});
  return {
    affinity: withoutEmpty({
      nodeAffinity: anyOf.length === 0 ? undefined : {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: anyOf.map(key => ({ matchExpressions: [{ key, operator: 'Exists' }] })) },
      },
      podAntiAffinity: options.workload === CcmWorkload.DEPLOYMENT
        ? { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: selectorLabels(settings) }, topologyKey: 'kubernetes.io/hostname' }] }
        : undefined,
    }),
    nodeSelector: { ...byLabel, ...settings.placementLabels },
    tolerations: (options.tolerations ?? defaultTolerations(settings)).map(toleration => withoutEmpty({ ...toleration })),
    topologySpreadConstraints: topologySpread(settings),
  };
}

function topologySpread(settings: CcmWorkloadSettings): object[] {
  const { topologySpreadKeys, workload, recommendedDefaults } = settings.options;
  if (workload !== CcmWorkload.DEPLOYMENT) {
    if (topologySpreadKeys) throw new Error('topologySpreadKeys are given, but only a Deployment is spread: a DaemonSet has a pod on each node; leave them out');
    return [];
  }
  const keys = topologySpreadKeys ?? (recommendedDefaults === false ? [] : ['topology.kubernetes.io/zone']);
  return keys.map(topologyKey => ({
    labelSelector: { matchLabels: selectorLabels(settings) },
    maxSkew: 1,
    topologyKey,
    // Never a reason not to run: in phase `mixed` the only upgraded nodes may share a zone.
    whenUnsatisfiable: 'ScheduleAnyway',
  }));
}

function defaultTolerations(settings: CcmWorkloadSettings): CcmToleration[] {
  if (settings.options.recommendedDefaults === false) return [];
  return [
    // The taint that this component removes.
    { key: UNINITIALIZED_TAINT.key, value: UNINITIALIZED_TAINT.value, effect: UNINITIALIZED_TAINT.effect },
    ...settings.controlPlane.taints.map(key => ({ key, operator: 'Exists', effect: 'NoSchedule' })),
    // A node is not ready until its CNI runs, and the CNI may wait for addresses that this component sets.
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' },
  ];
}

function refuseDuplicateVolumes(volumes: readonly CcmVolume[]): void {
  const seen = new Set<string>();
  for (const { name } of volumes) {
    if (seen.has(name)) throw new Error(`volume name '${name}' is used twice on the cloud-controller-manager; give the volume in \`volumes\` another name`);
    seen.add(name);
  }
}

/** The API server does not accept the mirror pod of a static pod that refers to such objects (plugin/pkg/admission/noderestriction). */
function refuseApiObjects(volumes: readonly CcmVolume[], env: readonly CcmEnvVar[]): void {
  const volume = volumes.find(({ _isOfApi }) => _isOfApi);
  if (volume) throw new Error(`volume '${volume.name}' is an object of the API, which a static pod cannot use; give a file of the node with \`CcmVolume.hostPath\``);
  const variable = env.find(({ secretName }) => secretName !== undefined);
  if (variable) throw new Error(`env '${variable.name}' is taken from a Secret, which a static pod cannot use; give a file of the node with \`CcmVolume.hostPath\``);
}
