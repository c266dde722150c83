import { Flag, renderFlag } from './flag';
import { CcmVolume } from './volume';
import { CcmToleration, CcmWorkload, CcmWorkloadOptions } from './workload-options';
import { ControlPlaneNode, UNINITIALIZED_TAINT } from '../facts/control-plane-node';
import { Manifest } from '../manifest';

/** Everything that decides the workload's manifest, with no default left open. */
export interface CcmWorkloadSettings {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly flags: readonly Flag[];
  /** Labels and taints of a control-plane node, by version. */
  readonly controlPlane: ControlPlaneNode;
  /** Labels that the phase demands of the node. */
  readonly placementLabels: Readonly<Record<string, string>>;
  /** Volumes that the migration and the cloud config need. */
  readonly volumes: readonly CcmVolume[];
  /** Annotations of the pod that the migration needs. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  readonly options: CcmWorkloadOptions;
}

const SELECTOR_LABEL = 'k8s-app';

/** Upstream's selector: the name of the workload under `k8s-app` (examples/existing-cluster/base of every cloud-provider-aws tag). */
function selectorLabels(settings: CcmWorkloadSettings): Record<string, string> {
  return { [SELECTOR_LABEL]: settings.name };
}

/** The workload as a Kubernetes object: a DaemonSet, a Deployment, or the Pod of a static pod manifest. */
export function renderCcmWorkload(settings: CcmWorkloadSettings): Manifest {
  const { options } = settings;
  const labels = { ...options.labels, ...selectorLabels(settings) };
  const metadata = { name: settings.name, namespace: settings.namespace, labels };
  const template = {
    metadata: withoutEmpty({ labels, annotations: { ...settings.podAnnotations, ...options.podAnnotations } }),
    spec: podSpec(settings),
  };
  switch (options.workload ?? CcmWorkload.DAEMON_SET) {
    case CcmWorkload.STATIC_POD:
      return {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...metadata, ...withoutEmpty({ annotations: { ...settings.podAnnotations, ...options.podAnnotations } }) },
        spec: podSpec(settings),
      };
    case CcmWorkload.DEPLOYMENT:
      return {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: {
          replicas: options.replicas ?? 2,
          selector: { matchLabels: selectorLabels(settings) },
          // Two pods on one host network cannot both listen on the secure port: the old one goes first.
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
          template,
        },
      };
    case CcmWorkload.DAEMON_SET:
      return {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata,
        spec: {
          selector: { matchLabels: selectorLabels(settings) },
          updateStrategy: { type: 'RollingUpdate' },
          template,
        },
      };
  }
}

function podSpec(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { options } = settings;
  const isStatic = options.workload === CcmWorkload.STATIC_POD;
  const recommended = options.recommendedDefaults ?? true;
  const volumes = [...settings.volumes, ...options.volumes ?? []];
  refuseDuplicateVolumes(volumes);
  return withoutEmpty({
    ...(isStatic ? {} : scheduling(settings)),
    containers: [container(settings, volumes)],
    dnsPolicy: options.dnsPolicy ?? (recommended ? 'Default' : undefined),
    hostNetwork: options.hostNetwork ?? (recommended ? true : undefined),
    imagePullSecrets: (options.imagePullSecrets ?? []).map(name => ({ name })),
    priorityClassName: options.priorityClassName ?? (recommended ? 'system-node-critical' : undefined),
    serviceAccountName: isStatic ? undefined : options.serviceAccountName ?? 'cloud-controller-manager',
    volumes: volumes.map(volume => volume._volume()),
  });
}

function container(settings: CcmWorkloadSettings, volumes: readonly CcmVolume[]): Record<string, unknown> {
  const { options } = settings;
  const isStatic = options.workload === CcmWorkload.STATIC_POD;
  const env = [
    ...(isStatic ? [] : options.apiServerEndpoint?._env() ?? []),
    ...(options.env ?? []).map(({ name, value, fieldPath, secretName, secretKey }) => {
      if (secretName) return { name, valueFrom: { secretKeyRef: { name: secretName, key: secretKey ?? name } } };
      if (fieldPath) return { name, valueFrom: { fieldRef: { fieldPath } } };
      return { name, value: value ?? '' };
    }),
  ];
  return withoutEmpty({
    args: settings.flags.map(renderFlag),
    command: options.command,
    env,
    image: settings.image,
    name: options.containerName ?? settings.name,
    resources: withoutEmpty({
      limits: withoutEmpty({ memory: options.memoryLimit }),
      requests: withoutEmpty({ cpu: options.cpuRequest ?? '200m', memory: options.memoryRequest }),
    }),
    volumeMounts: volumes.map(volume => volume._mount()),
  });
}

/** Where it may run: the placement's labels and the control-plane label of the version; a version with two such labels needs an affinity, since a selector cannot say "or". */
function scheduling(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { options } = settings;
  const controlPlaneLabels = settings.controlPlane.labels;
  const [onlyLabel, ...more] = controlPlaneLabels;
  const byLabel = options.nodeSelector ?? (more.length === 0 ? { [onlyLabel]: '' } : {});
  const nodeAffinity = options.nodeSelector === undefined && more.length > 0
    ? { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: controlPlaneLabels.map(key => ({ matchExpressions: [{ key, operator: 'Exists' }] })) } }
    : undefined;
  return {
    affinity: withoutEmpty({
      nodeAffinity,
      podAntiAffinity: options.workload === CcmWorkload.DEPLOYMENT
        ? { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: selectorLabels(settings) }, topologyKey: 'kubernetes.io/hostname' }] }
        : undefined,
    }),
    nodeSelector: { ...byLabel, ...settings.placementLabels },
    tolerations: (options.tolerations ?? defaultTolerations(settings)).map(toleration => withoutEmpty({ ...toleration })),
  };
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

/** Without keys whose value says nothing: `undefined`, an empty list or an empty map. */
function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) =>
    item !== undefined && !(typeof item === 'object' && item !== null && Object.keys(item).length === 0)));
}
