import type { k8s } from 'cdk8s-plus-27';
import { renderFlag } from './flag';
import { ccmProbes } from './probes';
import { securityContexts } from './security-context';
import { CcmWorkloadSettings, selectorLabels, Taint } from './settings';
import { isOfApi, MountedVolume } from './volume';
import { withoutEmpty } from './without-empty';
import { UNINITIALIZED_TAINT, UNSCHEDULABLE_TAINT } from '../facts/control-plane-node';
import { plain } from '../kubernetes/plain';

/** The spec of the pod, whatever controls it. */
export function ccmPodSpec(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { props, workload, volumes, carriedPod, isHosted = false } = settings;
  const { pod = {}, recommendedDefaults: recommended = true } = props;
  refuseDuplicateVolumes(volumes);
  if (workload._isStaticPod) refuseApiObjects(volumes, settings.env);
  return plain(withoutEmpty({
    // Asked for on the pod, since a ServiceAccount of the platform may say no, which is what cdk8s-plus writes by default.
    automountServiceAccountToken: isHosted ? false : props.access?.serviceAccount ? true : undefined,
    ...(workload._isStaticPod ? {} : scheduling(settings)),
    containers: [container(settings)],
    dnsConfig: pod.dnsPolicy === undefined ? carriedPod.dnsConfig : undefined,
    dnsPolicy: pod.dnsPolicy ?? carriedPod.dnsPolicy ?? (recommended && !isHosted ? 'Default' : undefined),
    hostAliases: carriedPod.hostAliases,
    hostNetwork: pod.hostNetwork ?? (recommended && !isHosted ? true : undefined),
    imagePullSecrets: pod.imagePullSecrets,
    // Of a management cluster it is not known who may use which.
    priorityClassName: pod.priorityClassName ?? (recommended && !isHosted ? 'system-node-critical' : undefined),
    securityContext: securityContexts(props.security ?? {}, volumes, recommended).pod,
    serviceAccountName: workload._isStaticPod || isHosted ? undefined : settings.serviceAccountName,
    volumes: volumes.map(({ volume }) => volume),
  }));
}

function container(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { props, volumes, workload } = settings;
  const { pod = {}, availability = {}, recommendedDefaults: recommended = true } = props;
  return withoutEmpty({
    args: settings.flags.map(renderFlag),
    command: pod.command,
    env: [...(workload._isStaticPod ? [] : settings.apiServerEndpoint?._env() ?? []), ...settings.env],
    image: settings.image,
    imagePullPolicy: pod.imagePullPolicy,
    name: pod.containerName ?? settings.name,
    ...ccmProbes(availability, recommended, settings.flags),
    resources: pod.resources ?? { requests: { cpu: '200m' } },
    securityContext: securityContexts(props.security ?? {}, volumes, recommended).container,
    volumeMounts: volumes.flatMap(({ mounts }) => mounts),
  });
}

/**
 * Where it may run: the placement's labels and the control-plane label of the version; a version with two such labels needs an affinity, since a
 * selector cannot say "or".
 */
function scheduling(settings: CcmWorkloadSettings): Record<string, unknown> {
  const { controlPlane, placementLabels, props: { pod = {} } } = settings;
  const [onlyLabel, ...more] = controlPlane.labels;
  const isFree = settings.isHosted !== true && pod.nodeSelector === undefined && pod.affinity?.nodeAffinity === undefined;
  const anyOf = isFree && more.length > 0 ? controlPlane.labels : [];
  const byLabel = pod.nodeSelector ?? (isFree && more.length === 0 ? { [onlyLabel]: '' } : {});
  return {
    affinity: withoutEmpty({
      nodeAffinity: pod.affinity?.nodeAffinity ?? nodesWithAny(anyOf),
      podAffinity: pod.affinity?.podAffinity,
      podAntiAffinity: pod.affinity?.podAntiAffinity ?? ontoDifferentNodes(settings),
    }),
    nodeSelector: { ...byLabel, ...placementLabels },
    tolerations: pod.tolerations ?? (settings.isHosted ? [] : defaultTolerations(settings)),
    topologySpreadConstraints: topologySpread(settings),
  };
}

function nodesWithAny(labels: readonly string[]): k8s.NodeAffinity | undefined {
  if (labels.length === 0) return undefined;
  return {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: labels.map(key => ({ matchExpressions: [{ key, operator: 'Exists' }] })) },
  };
}

function ontoDifferentNodes(settings: CcmWorkloadSettings): k8s.PodAntiAffinity | undefined {
  if (settings.workload._kind !== 'deployment') return undefined;
  return {
    requiredDuringSchedulingIgnoredDuringExecution: [{
      labelSelector: { matchLabels: selectorLabels(settings) },
      topologyKey: 'kubernetes.io/hostname',
    }],
  };
}

function topologySpread(settings: CcmWorkloadSettings): k8s.TopologySpreadConstraint[] {
  if (settings.workload._kind !== 'deployment') return [];
  const keys = settings.workload._deployment.topologySpreadKeys ?? (settings.props.recommendedDefaults === false ? [] : ['topology.kubernetes.io/'
    + 'zone']);
  return keys.map(topologyKey => ({
    labelSelector: { matchLabels: selectorLabels(settings) },
    maxSkew: 1,
    topologyKey,
    // Never a reason not to run: in phase `mixed` the only upgraded nodes may share a zone.
    whenUnsatisfiable: 'ScheduleAnyway',
  }));
}

function defaultTolerations(settings: CcmWorkloadSettings): k8s.Toleration[] {
  if (settings.props.recommendedDefaults === false) return [];
  return [
    // The taint that this component removes.
    { key: UNINITIALIZED_TAINT.key, value: UNINITIALIZED_TAINT.value, effect: UNINITIALIZED_TAINT.effect },
    ...settings.controlPlane.taints.map(key => ({ key, operator: 'Exists', effect: 'NoSchedule' })),
    ...settings.nodeTaints.filter(taint => !isKnown(settings, taint)).map(({ key, effect }) => ({ key, operator: 'Exists', effect })),
    // A node is not ready until its CNI runs, and the CNI may wait for addresses that this component sets.
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' },
    // In phase `mixed` the only upgraded node may be the one that is being drained.
    ...settings.workload._kind === 'deployment' ? [{ key: UNSCHEDULABLE_TAINT.key, operator: 'Exists', effect: UNSCHEDULABLE_TAINT.effect }] : [],
  ];
}

function isKnown({ controlPlane }: CcmWorkloadSettings, { key, effect }: Taint): boolean {
  return effect === 'NoSchedule'
    && [...controlPlane.taints, UNINITIALIZED_TAINT.key, UNSCHEDULABLE_TAINT.key, 'node.kubernetes.io/not-ready'].includes(key);
}

function refuseDuplicateVolumes(volumes: readonly MountedVolume[]): void {
  const seen = new Set<string>();
  for (const { volume: { name } } of volumes) {
    if (seen.has(name)) {
      throw new Error(`volume name '${name}' is used twice on the cloud-controller-manager; give the volume in \`pod.volumes\` another name`);
    }
    seen.add(name);
  }
}

/** The API server does not accept the mirror pod of a static pod that refers to such objects (plugin/pkg/admission/noderestriction). */
function refuseApiObjects(volumes: readonly MountedVolume[], env: readonly k8s.EnvVar[]): void {
  const found = volumes.find(({ volume }) => isOfApi(volume));
  if (found) {
    throw new Error(`volume '${found.volume.name}' is an object of the API, which a static pod cannot use; give a file of the node with `
      + '`hostPath`');
  }
  const variable = env.find(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined || valueFrom?.configMapKeyRef !== undefined);
  if (variable) {
    throw new Error(`env '${variable.name}' is taken from a Secret or ConfigMap, which a static pod cannot use; give a file of the node with `
      + '`hostPath`');
  }
}
