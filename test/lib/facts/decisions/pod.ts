import { parse } from 'yaml';
import { Schema } from './schema';
import { POD_DECISIONS } from '../../../../src/lib/facts/decisions/pod';
import { generatedObjectTypes } from '../../../../src/lib/facts/generated';
import { lazy } from '../../../../src/lib/facts/lazy';
import { ccm, Files, KCM_26, KCM_27, node } from '../../rules/input';

type Data = Record<string, any>;
type Step = string | number;

/** A type within a DaemonSet: the way to it, and what else is there, so that the API server takes it. */
interface Holder {
  readonly at: readonly Step[];
  readonly beside?: Data;
  /** What is not beside it. */
  readonly without?: readonly string[];
  /** What else the pod has then. */
  readonly around?: (pod: Data) => void;
}

const TEMPLATE = ['spec', 'template'];
const POD = [...TEMPLATE, 'spec'];
const CONTAINER = [...POD, 'containers', 0];
const VOLUME = [...POD, 'volumes', 0];
const PROBE = [...CONTAINER, 'livenessProbe'];
const ENV = [...CONTAINER, 'env', 0];
const CLAIM = [...VOLUME, 'ephemeral', 'volumeClaimTemplate'];
const HTTP = { path: '/healthz', port: 10258, scheme: 'HTTPS' };
const LABELS = { matchLabels: { 'k8s-app': 'ccm' } };
const BESIDE_AFFINITY = { topologyKey: 'kubernetes.io/hostname', labelSelector: LABELS };

const volumeOf = (source: string, beside: Data = {}): Holder => ({ at: [...VOLUME, source], beside });
const projected = (source: string, beside: Data = {}): Holder => ({ at: [...VOLUME, 'projected', 'sources', 0, source], beside });
const status = (...at: readonly Step[]): Holder => ({ at: ['status', ...at] });

/** Where types stand; those that are not here stand nowhere in a manifest that is applied. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  ObjectMeta: { at: [...TEMPLATE, 'metadata'] },
  OwnerReference: { at: [...TEMPLATE, 'metadata', 'ownerReferences', 0], beside: { apiVersion: 'v1', kind: 'Node', name: 'a', uid: 'b' } },
  ManagedFieldsEntry: { at: ['metadata', 'managedFields', 0] },
  PodSpec: { at: POD },
  Container: { at: CONTAINER },
  EphemeralContainer: { at: [...POD, 'ephemeralContainers', 0], beside: { name: 'debug', image: 'busybox' } },
  ContainerPort: { at: [...CONTAINER, 'ports', 0], beside: { containerPort: 10258 } },
  ContainerResizePolicy: { at: [...CONTAINER, 'resizePolicy', 0], beside: { resourceName: 'cpu', restartPolicy: 'NotRequired' } },
  ContainerRestartRule: { at: [...CONTAINER, 'restartPolicyRules', 0] },
  ContainerRestartRuleOnExitCodes: { at: [...CONTAINER, 'restartPolicyRules', 0, 'exitCodes'] },
  EnvVar: { at: ENV, beside: { name: 'OWN' } },
  EnvVarSource: { at: [...ENV, 'valueFrom'] },
  ConfigMapKeySelector: { at: [...ENV, 'valueFrom', 'configMapKeyRef'], beside: { name: 'a', key: 'b', optional: true } },
  SecretKeySelector: { at: [...ENV, 'valueFrom', 'secretKeyRef'], beside: { name: 'a', key: 'b', optional: true } },
  ObjectFieldSelector: { at: [...ENV, 'valueFrom', 'fieldRef'], beside: { fieldPath: 'spec.nodeName' } },
  ResourceFieldSelector: { at: [...ENV, 'valueFrom', 'resourceFieldRef'], beside: { resource: 'limits.cpu' } },
  FileKeySelector: { at: [...ENV, 'valueFrom', 'fileKeyRef'] },
  EnvFromSource: { at: [...CONTAINER, 'envFrom', 0], beside: { configMapRef: { name: 'a', optional: true } } },
  ConfigMapEnvSource: { at: [...CONTAINER, 'envFrom', 0, 'configMapRef'], beside: { name: 'a', optional: true } },
  SecretEnvSource: { at: [...CONTAINER, 'envFrom', 0, 'secretRef'], beside: { name: 'a', optional: true } },
  Probe: { at: PROBE, beside: { httpGet: HTTP } },
  HTTPGetAction: { at: [...PROBE, 'httpGet'], beside: HTTP },
  HTTPHeader: {
    at: [...PROBE, 'httpGet', 'httpHeaders', 0],
    beside: { name: 'X-A', value: 'b' },
    around: ({ containers }) => { Object.assign(containers[0].livenessProbe.httpGet as Data, HTTP); },
  },
  TCPSocketAction: { at: [...PROBE, 'tcpSocket'], beside: { port: 10258 } },
  GRPCAction: { at: [...PROBE, 'grpc'], beside: { port: 10258 } },
  ExecAction: { at: [...PROBE, 'exec'] },
  Lifecycle: { at: [...CONTAINER, 'lifecycle'] },
  LifecycleHandler: { at: [...CONTAINER, 'lifecycle', 'preStop'] },
  Handler: { at: [...CONTAINER, 'lifecycle', 'preStop'] },
  SleepAction: { at: [...CONTAINER, 'lifecycle', 'preStop', 'sleep'] },
  ResourceRequirements: { at: [...CONTAINER, 'resources'] },
  ResourceClaim: { at: [...CONTAINER, 'resources', 'claims', 0] },
  SecurityContext: { at: [...CONTAINER, 'securityContext'] },
  Capabilities: { at: [...CONTAINER, 'securityContext', 'capabilities'] },
  PodSecurityContext: { at: [...POD, 'securityContext'] },
  SELinuxOptions: { at: [...CONTAINER, 'securityContext', 'seLinuxOptions'] },
  SeccompProfile: { at: [...CONTAINER, 'securityContext', 'seccompProfile'], beside: { type: 'RuntimeDefault' } },
  AppArmorProfile: { at: [...CONTAINER, 'securityContext', 'appArmorProfile'], beside: { type: 'RuntimeDefault' } },
  WindowsSecurityContextOptions: { at: [...CONTAINER, 'securityContext', 'windowsOptions'] },
  Sysctl: { at: [...POD, 'securityContext', 'sysctls', 0], beside: { name: 'kernel.shm_rmid_forced', value: '1' } },
  VolumeMount: { at: [...CONTAINER, 'volumeMounts', 0], beside: { name: 'own', mountPath: '/own' } },
  VolumeDevice: { at: [...CONTAINER, 'volumeDevices', 0], beside: { name: 'own', devicePath: '/dev/own' } },
  Volume: { at: VOLUME, beside: { name: 'own' } },
  Affinity: { at: [...POD, 'affinity'] },
  NodeAffinity: { at: [...POD, 'affinity', 'nodeAffinity'] },
  PodAffinity: { at: [...POD, 'affinity', 'podAffinity'] },
  PodAntiAffinity: { at: [...POD, 'affinity', 'podAntiAffinity'] },
  PreferredSchedulingTerm: {
    at: [...POD, 'affinity', 'nodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 0], beside: { weight: 1, preference: {} },
  },
  WeightedPodAffinityTerm: {
    at: [...POD, 'affinity', 'podAntiAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 0],
    beside: { weight: 1, podAffinityTerm: BESIDE_AFFINITY },
  },
  PodAffinityTerm: {
    at: [...POD, 'affinity', 'podAntiAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 0], beside: BESIDE_AFFINITY,
  },
  NodeSelector: { at: [...POD, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'] },
  NodeSelectorTerm: { at: [...POD, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms', 0] },
  NodeSelectorRequirement: {
    at: [...POD, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms', 0, 'matchExpressions', 0],
    beside: { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
  },
  LabelSelector: { at: [...POD, 'topologySpreadConstraints', 0, 'labelSelector'], beside: LABELS },
  LabelSelectorRequirement: {
    at: [...POD, 'topologySpreadConstraints', 0, 'labelSelector', 'matchExpressions', 0], beside: { key: 'k8s-app', operator: 'In', values: ['ccm'] },
  },
  TopologySpreadConstraint: {
    at: [...POD, 'topologySpreadConstraints', 0],
    beside: { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: LABELS },
  },
  Toleration: { at: [...POD, 'tolerations', 3], beside: { key: 'own', operator: 'Equal' } },
  HostAlias: { at: [...POD, 'hostAliases', 0], beside: { ip: '10.0.0.1', hostnames: ['own'] } },
  LocalObjectReference: { at: [...POD, 'imagePullSecrets', 0], beside: { name: 'own' } },
  PodDNSConfig: { at: [...POD, 'dnsConfig'] },
  PodDNSConfigOption: { at: [...POD, 'dnsConfig', 'options', 0], beside: { name: 'ndots' } },
  PodOS: { at: [...POD, 'os'], beside: { name: 'linux' } },
  PodReadinessGate: { at: [...POD, 'readinessGates', 0], beside: { conditionType: 'own' } },
  PodResourceClaim: { at: [...POD, 'resourceClaims', 0], beside: { name: 'own' } },
  ClaimSource: { at: [...POD, 'resourceClaims', 0, 'source'] },
  PodSchedulingGate: { at: [...POD, 'schedulingGates', 0], beside: { name: 'own' } },
  PodSchedulingGroup: { at: [...POD, 'schedulingGroup'] },
  EvictionResponder: { at: [...POD, 'evictionResponders', 0], beside: { name: 'own' } },
  WorkloadReference: { at: [...POD, 'workloadRef'] },
  // Sources of volumes.
  AWSElasticBlockStoreVolumeSource: volumeOf('awsElasticBlockStore', { volumeID: 'a' }),
  AzureDiskVolumeSource: volumeOf('azureDisk', { diskName: 'a', diskURI: 'b' }),
  AzureFileVolumeSource: volumeOf('azureFile', { secretName: 'a', shareName: 'b' }),
  CSIVolumeSource: volumeOf('csi', { driver: 'own.example' }),
  CephFSVolumeSource: volumeOf('cephfs', { monitors: ['a'] }),
  CinderVolumeSource: volumeOf('cinder', { volumeID: 'a' }),
  ConfigMapVolumeSource: volumeOf('configMap', { name: 'a', optional: true }),
  DownwardAPIVolumeSource: volumeOf('downwardAPI'),
  DownwardAPIVolumeFile: { at: [...VOLUME, 'downwardAPI', 'items', 0], beside: { path: 'a', fieldRef: { fieldPath: 'metadata.name' } } },
  EmptyDirVolumeSource: volumeOf('emptyDir'),
  EphemeralVolumeSource: volumeOf('ephemeral'),
  PersistentVolumeClaimTemplate: { at: CLAIM },
  PersistentVolumeClaimSpec: { at: [...CLAIM, 'spec'] },
  TypedLocalObjectReference: { at: [...CLAIM, 'spec', 'dataSource'] },
  TypedObjectReference: { at: [...CLAIM, 'spec', 'dataSourceRef'] },
  VolumeResourceRequirements: { at: [...CLAIM, 'spec', 'resources'] },
  FCVolumeSource: volumeOf('fc', { lun: 1, targetWWNs: ['a'] }),
  FlexVolumeSource: volumeOf('flexVolume', { driver: 'a/b' }),
  FlockerVolumeSource: volumeOf('flocker', { datasetName: 'a' }),
  GCEPersistentDiskVolumeSource: volumeOf('gcePersistentDisk', { pdName: 'a' }),
  GitRepoVolumeSource: volumeOf('gitRepo', { repository: 'a' }),
  GlusterfsVolumeSource: volumeOf('glusterfs', { endpoints: 'a', path: 'b' }),
  HostPathVolumeSource: volumeOf('hostPath', { path: '/own' }),
  ISCSIVolumeSource: volumeOf('iscsi', { targetPortal: 'a', iqn: 'iqn.2001-04.com.example:a', lun: 0 }),
  ImageVolumeSource: volumeOf('image', { reference: 'a' }),
  NFSVolumeSource: volumeOf('nfs', { server: 'a', path: '/b' }),
  PersistentVolumeClaimVolumeSource: volumeOf('persistentVolumeClaim', { claimName: 'a' }),
  PhotonPersistentDiskVolumeSource: volumeOf('photonPersistentDisk', { pdID: 'a' }),
  PortworxVolumeSource: volumeOf('portworxVolume', { volumeID: 'a' }),
  ProjectedVolumeSource: volumeOf('projected'),
  VolumeProjection: { at: [...VOLUME, 'projected', 'sources', 0] },
  ConfigMapProjection: projected('configMap', { name: 'a', optional: true }),
  SecretProjection: projected('secret', { name: 'a', optional: true }),
  DownwardAPIProjection: projected('downwardAPI'),
  ServiceAccountTokenProjection: projected('serviceAccountToken', { path: 'a' }),
  ClusterTrustBundleProjection: projected('clusterTrustBundle', { path: 'a' }),
  PodCertificateProjection: projected('podCertificate', { signerName: 'a/b' }),
  KeyToPath: { at: [...VOLUME, 'configMap', 'items', 0], beside: { key: 'a', path: 'b' } },
  QuobyteVolumeSource: volumeOf('quobyte', { registry: 'a:1', volume: 'b' }),
  RBDVolumeSource: volumeOf('rbd', { monitors: ['a'], image: 'b' }),
  ScaleIOVolumeSource: volumeOf('scaleIO', { gateway: 'a', system: 'b', secretRef: { name: 'c' } }),
  SecretVolumeSource: volumeOf('secret', { secretName: 'a', optional: true }),
  StorageOSVolumeSource: volumeOf('storageos', { volumeName: 'a' }),
  VsphereVirtualDiskVolumeSource: volumeOf('vsphereVolume', { volumePath: 'a' }),
  PodTemplateSpec: { at: TEMPLATE },
  DaemonSet: { at: [] },
  DaemonSetSpec: { at: ['spec'] },
  DaemonSetUpdateStrategy: { at: ['spec', 'updateStrategy'] },
  RollingUpdateDaemonSet: { at: ['spec', 'updateStrategy', 'rollingUpdate'] },
  DaemonSetStatus: status(),
};

const VOLUME_IN_TWO = { name: 'own', emptyDir: {} };

/** Fields that stand elsewhere than their types, or beside something else. */
const OF_FIELD: Readonly<Record<string, Holder>> = {
  'ObjectMeta.name': { at: ['metadata'] },
  'ObjectMeta.namespace': { at: ['metadata'] },
  'EnvVar.value': { at: ENV, beside: { name: 'HTTPS_PROXY' } },
  'GRPCAction.mode': { at: [...CONTAINER, 'readinessProbe', 'grpc'], beside: { port: 10258 } },
  'PodSpec.hostUsers': { at: POD, without: ['hostNetwork'] },
  'PodSpec.serviceAccount': { at: POD, without: ['serviceAccountName'] },
  'SecurityContext.allowPrivilegeEscalation': { at: [...CONTAINER, 'securityContext'], beside: { privileged: true } },
  'ServiceAccountTokenProjection.audience': {
    ...projected('serviceAccountToken', { path: 'token' }),
    around: ({ containers, volumes }) => {
      containers[0].volumeMounts = [{ name: 'own', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }];
      volumes[0].projected.sources.push({ configMap: { name: 'kube-root-ca.crt' } });
    },
  },
  // Something of the name is in another namespace.
  'ConfigMapEnvSource.optional': { at: [...CONTAINER, 'envFrom', 0, 'configMapRef'], beside: { name: 'own' } },
  'ConfigMapKeySelector.optional': { at: [...ENV, 'valueFrom', 'configMapKeyRef'], beside: { name: 'own', key: 'b' } },
  'ConfigMapProjection.optional': projected('configMap', { name: 'own' }),
  'ConfigMapVolumeSource.optional': volumeOf('configMap', { name: 'own' }),
  'SecretEnvSource.optional': { at: [...CONTAINER, 'envFrom', 0, 'secretRef'], beside: { name: 'own' } },
  'SecretKeySelector.optional': { at: [...ENV, 'valueFrom', 'secretKeyRef'], beside: { name: 'own', key: 'b' } },
  'SecretProjection.optional': projected('secret', { name: 'own' }),
  'SecretVolumeSource.optional': volumeOf('secret', { secretName: 'own' }),
};

/** Shapes of fields by `Type.field`, and the types of those that hold one. */
export const FIELDS = lazy(() => {
  const rows = generatedObjectTypes().rows.flatMap(({ name, fields }) => Object.entries(fields).map(([field, shape]) => ({ name, field, shape })));
  return new Map<string, string>(rows.map(({ name, field, shape }) => [`${name}.${field}`, shape]));
});

/** Types that some types reach. */
export function reachable(roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const held = new Map<string, string[]>();
  for (const { name, fields } of generatedObjectTypes().rows) {
    held.set(name, [...held.get(name) ?? [], ...Object.values(fields).flatMap(shape => shape.split('#').slice(1))]);
  }
  const walk = (type: string): void => {
    if (found.has(type)) return;
    found.add(type);
    (held.get(type) ?? []).forEach(walk);
  };
  roots.forEach(walk);
  return found;
}

/** Objects that a pod of the CCM does not get: of another namespace, or with other values. */
const OTHERS = ['ConfigMap', 'Secret', 'ServiceAccount'].map(kind => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: own, namespace: other}\n`)
  .concat('apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: cloud-controller-manager, namespace: kube-system}\n').join('---\n');

/** The manifest of the CCM with a field set. */
function withField(name: string, value: unknown): Record<string, Files> {
  const [type, field] = name.split('.');
  if (type === 'Pod') return inFile(field, value);
  if (name === 'PodStatus.phase') return ofLivePod(value);
  const holder = OF_FIELD[name] ?? HOLDERS[type] ?? status();
  const base = ccm({});
  const object = parse(base['ccm.yaml']) as Data;
  if (value !== undefined) {
    let at: Data = object;
    holder.at.forEach((step, index) => {
      at[step] ??= typeof holder.at[index + 1] === 'number' ? [] : {};
      at = at[step] as Data;
    });
    for (const [key, one] of Object.entries(holder.beside ?? {})) at[key] ??= structuredClone(one) as unknown;
    for (const key of holder.without ?? []) delete at[key];
    at[field] = structuredClone(value);
    holder.around?.(object.spec.template.spec as Data);
    complete(object.spec.template.spec as Data);
  }
  return {
    new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }),
    dist: { ...base, 'ccm.yaml': JSON.stringify(object), 'others.yaml': OTHERS },
  };
}

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';

/** The file of a static pod with a field set. */
function inFile(field: string, value: unknown): Record<string, Files> {
  const files = node({ version: '1.27.16', kcm: KCM_27, mounts: [] });
  const pod = parse(files[KCM_FILE]) as Data;
  return { new: { ...files, [KCM_FILE]: JSON.stringify(value === undefined ? pod : { ...pod, [field]: value }) }, dist: ccm({}) };
}

/** A pod of another workload, which is over, or not. */
function ofLivePod(phase: unknown = 'Failed'): Record<string, Files> {
  const pod = parse(node({ kcm: KCM_26 })[KCM_FILE]) as Data;
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'kcm', uid: 'a', controller: true };
  const text = JSON.stringify({ ...pod, metadata: { ...pod.metadata, name: 'kcm-a', ownerReferences: [owner] }, status: { phase } });
  return { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm({}), 'pod.yaml': text } };
}

/** Names that the API server asks for, around what is tried. */
function complete(spec: Data): void {
  const [container] = listOf(spec.containers);
  if (container === undefined) return;
  const [[env], [volume], [mount]] = [container.env, spec.volumes, container.volumeMounts].map(listOf);
  if (env) env.name ??= 'OWN';
  if (mount && !volume) spec.volumes = [VOLUME_IN_TWO];
  if (volume || mount) {
    container.volumeMounts ??= [{ name: 'own', mountPath: '/own' }];
    const [made] = listOf(container.volumeMounts);
    if (made) Object.assign(made, { name: 'own', mountPath: '/own', ...made });
  }
  if (volume) {
    volume.name ??= 'own';
    if (volume.configMap?.items) Object.assign(volume.configMap as Data, { name: 'a', optional: true, ...volume.configMap });
  }
}
/** The items of a list that have fields: what is tried may be of any type. */
function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter((item): item is Data => typeof item === 'object' && item !== null) : [];
}

/** Values of a shape. */
export const BY_SHAPE: Readonly<Record<string, readonly unknown[]>> = {
  'string': ['own', '/own', ''],
  'boolean': [true, false],
  'integer': [1, -1, 99999, 0],
  'quantity': ['1Gi', '1m'],
  'integer-or-string': [1, '10%', 'a b'],
  'time': ['2026-01-01T00:00:00Z'],
  'object': [{ own: {} }],
  '[]string': [['own'], ['own', 'own']],
  '[]integer': [[1], [-1]],
  'map[]string': [{ own: 'a' }, { '/': 'a' }],
  'map[]quantity': [{ cpu: '100m' }, { cpu: '-1' }, { memory: '1Mi' }],
};

/** Values of fields of which those of their shape say nothing. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'PodDNSConfigOption.name': ['own'],
  'Pod.apiVersion': ['v2'],
  'Pod.kind': ['Own'],
  'Pod.metadata': [{}],
  'Pod.spec': [{}],
  'PodStatus.phase': ['Running'],
  'Affinity.nodeAffinity': [{ requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } }],
  'Affinity.podAffinity': [{ requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'own' }] }],
  'Affinity.podAntiAffinity': [{ requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'own' }] }],
  'AppArmorProfile.localhostProfile': ['own'],
  'Container.env': [[{ name: '/own' }]],
  'HostAlias.hostnames': [['a b']],
  'Container.volumeMounts': [[{ name: 'nowhere', mountPath: '/nowhere' }]],
  'EmptyDirVolumeSource.sizeLimit': ['1Gi', '-1'],
  'DownwardAPIVolumeFile.fieldRef': [{ fieldPath: 'own' }],
  'PodSpec.volumes': [[{ name: '/own' }]],
  'PreferredSchedulingTerm.preference': [{ matchExpressions: [{ key: 'a b', operator: 'Exists' }] }],
  'TopologySpreadConstraint.labelSelector': [{ matchExpressions: [{ key: 'a b', operator: 'Exists' }] }],
  'EnvVar.value': ['http://proxy.example:3128'],
  'PodDNSConfig.options': [[{ name: 'ndots', value: '1' }]],
  'PodSecurityContext.appArmorProfile': [{ type: 'Localhost', localhostProfile: 'own' }],
  'SecurityContext.appArmorProfile': [{ type: 'Localhost', localhostProfile: 'own' }],
  'PodSecurityContext.seLinuxOptions': [{ type: 'own_t' }],
  'SecurityContext.seLinuxOptions': [{ type: 'own_t' }],
  'VolumeMount.mountPropagation': ['HostToContainer'],
  'Volume.csi': [{ driver: 'own.example' }],
  'Volume.nfs': [{ server: 'a', path: '/b' }],
  'Volume.persistentVolumeClaim': [{ claimName: 'a' }],
  'Container.lifecycle': [{ postStart: { exec: { command: ['true'] } } }],
  'Container.resources': [{ limits: { memory: '1Mi' } }],
  'Container.securityContext': [{ runAsNonRoot: true }],
  'PodSpec.affinity': [{ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'own' }] } }],
  'PodSpec.dnsConfig': [{ nameservers: ['own'] }],
  'PodSpec.os': [{ name: 'windows' }],
  'PodSpec.securityContext': [{ runAsNonRoot: true }],
  'ObjectMeta.annotations': [{ 'helm.sh/hook': 'test' }, { 'container.seccomp.security.alpha.kubernetes.io/a': 'localhost/own' }],
  'SecurityContext.capabilities': [{ add: ['OWN'] }],
  'SecurityContext.procMount': ['Unmasked'],
  'PodSpec.hostUsers': [false],
  'Volume.downwardAPI': [{ items: [{ path: 'a' }] }],
  'Volume.emptyDir': [{ medium: 'own' }],
  'Volume.projected': [{ sources: [{ configMap: { name: 'own' } }] }],
  'ProjectedVolumeSource.sources': [[{ configMap: { name: 'own' } }]],
  'VolumeProjection.downwardAPI': [{ items: [{ path: 'a' }] }],
};

/** Fields of pods, each in the template of the CCM. */
export const PODS: Schema = {
  table: POD_DECISIONS,
  released: () => {
    const types = reachable(['Pod']);
    return [...FIELDS().keys()].filter(name => types.has(name.split('.')[0]));
  },
  input: withField,
  values: name => VALUES[name] ?? BY_SHAPE[FIELDS().get(name)!] ?? (FIELDS().get(name)!.startsWith('[]') ? [[{}]] : [{}]),
};
