import { ManagerDeployment, HostedManager } from './manager-deployment';
import { Rolling, rollingOf, rollingText } from './rolling';
import { MountedVolume } from '../../ccm/volume';
import { editStaticPod } from '../../edit/static-pod/edit';
import { parseStaticPod, StaticPod } from '../../edit/static-pod/static-pod';
import { Data, isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { SourceEdit } from '../../edit/yaml/data-edit';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { editedSources } from '../../edit/yaml/source-edit';
import { KCM } from '../../kubernetes/component';
import { EXISTING_ACCOUNT_ANNOTATION } from '../../kubernetes/existing-account-annotation';
import { Manifest } from '../../kubernetes/manifest';
import { NodeRole } from '../../kubernetes/node';
import type { RbacSubject } from '../../kubernetes/rbac-rule';
import { CONFIG_MAP_KEY, configMapManifest, LEADER_MIGRATION_FILE } from '../../leader-migration';
import { controllerOf, hostingSystemOf } from '../../model/hosting-system';
import { contentHash } from '../../text/content-hash';
import { ComponentChanges } from '../component-changes';
import type { ControlPlaneNodeManifests } from '../control-plane-node';

/** kube-controller-manager that a Deployment runs. */
export interface DeployedManager {
  readonly name: string;
  readonly namespace: string;
  readonly pod: StaticPod;
  readonly rolling: Rolling;
  /** Undefined: it is in the cluster that it serves. */
  readonly hosted?: HostedManager;
  /** Who it is to the API server, where its pods have no kubeconfig. */
  readonly account?: RbacSubject;
}

/** What the Deployment is called in errors. */
const FILE = 'managerDeployment';

/** Name of the ConfigMap with the file of kube-controller-manager; that of the cloud-controller-manager may say something else. */
const CONFIG_MAP = 'kube-controller-manager-leader-migration';

/** A pod starts again where the file is another one: nothing else makes it read it. */
const HASH_ANNOTATION = 'ccm-migration/leader-migration-config-sha256';

/** What the API server sets, or kubectl keeps for itself. */
const OF_SERVER = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];
const OF_KUBECTL = ['deployment.kubernetes.io/revision', 'kubectl.kubernetes.io/last-applied-configuration'];

/**
 * Reads the Deployment of kube-controller-manager.
 *
 * @throws `SourceError` if it is none, another program writes it, or its roll would end the process that makes its pods
 */
export function readManager({ _manifest: text, _hosted: hosted }: ManagerDeployment, texts: ParsedTexts): DeployedManager {
  const document = texts.of(text, FILE);
  const system = hostingSystemOf(document);
  if (system) {
    throw document.errorAt(['kind'], `${system.name} runs this control plane, and nothing is written for it: ${system.why}; `
      + system.remedy);
  }
  const owner = controllerOf(document);
  if (owner !== undefined) {
    throw document.errorAt(['metadata', 'ownerReferences'], `${owner} writes this ${String(document.data.kind)} and undoes other `
      + 'changes, also in the middle of the migration; make the change where that is configured, or hand in a Deployment that no other program '
      + 'writes');
  }
  const pod = parseStaticPod(text, { file: FILE, component: KCM, kind: 'Deployment' }, texts);
  const [name, namespace] = ['name', 'namespace'].map(key => {
    const value = document.value(['metadata', key]);
    if (typeof value === 'string' && value !== '') return value;
    throw document.errorAt(['metadata'], `metadata.${key} is ${JSON.stringify(value ?? null)}, so it is not known which Deployment `
      + 'is meant; give it');
  });
  const manager = { name, namespace, pod, rolling: rollingOf(pod), hosted, account: accountOf(pod, namespace) };
  refuseOtherPlace(manager);
  refuseDeadlock(manager);
  return manager;
}

function accountOf(pod: StaticPod, namespace: string): RbacSubject | undefined {
  return pod.flag('kubeconfig') ? undefined : { kind: 'ServiceAccount', name: accountIn(pod) ?? 'default', namespace };
}

/** `serviceAccount` is its older name. */
function accountIn({ document, podPath }: StaticPod): string | undefined {
  const { serviceAccountName, serviceAccount } = mapOf(document.value(podPath));
  return stringOf(serviceAccountName) ?? stringOf(serviceAccount);
}

/** As the one node of a control plane, which is what a Deployment has in place of nodes: one command line. */
export function asControlPlane({ name, pod }: DeployedManager): ControlPlaneNodeManifests {
  return {
    node: { name, role: NodeRole.CONTROL_PLANE, files: {} }, pods: new Map([[KCM, pod]]), paths: new Map([[KCM, FILE]]), units: new Map(),
  };
}

/** Without a kubeconfig it asks the API server of its own cluster. One that is self-hosted may have a kubeconfig too, as that of bootkube has. */
function refuseOtherPlace({ pod, hosted }: DeployedManager): void {
  if (!hosted || pod.flag('kubeconfig')) return;
  throw pod.document.error(pod.document.offset(pod.containerPath), 'it passes no --kubeconfig, so it serves the cluster that it runs in; take '
    + 'ManagerDeployment.ofCluster()');
}

/**
 * What makes the pods of a Deployment is in kube-controller-manager itself: of a cluster that runs its own, one has to run at any time.
 */
function refuseDeadlock({ pod: { document }, rolling, hosted }: DeployedManager): void {
  if (hosted || rolling.replicas - rolling.unavailable >= 1) return;
  throw document.errorAt(['spec', 'strategy'], `the Deployment is replaced by ${rollingText(rolling)}, and while none of its pods `
    + 'runs no process of this cluster makes new ones: they would never come; give it the strategy RollingUpdate with maxUnavailable 0 and '
    + 'maxSurge 1');
}

/** Text of the pods of one side: with the migration configuration from a ConfigMap, not from a file of a node. */
export function editedManager(
  { pod }: DeployedManager, changes: ComponentChanges, { image, configuration }: {
    readonly image?: { readonly fromTag: string; readonly toTag: string };
    /** Text of the migration configuration that it reads on this side. */
    readonly configuration?: string;
  },
): StaticPod {
  const [foreign] = changes.mountFiles.filter(({ path }) => path !== LEADER_MIGRATION_FILE);
  if (foreign) {
    throw new Error(`the Deployment of kube-controller-manager would have to mount '${foreign.path}' of its node, which is not written; mount it in `
      + 'the Deployment that is handed in');
  }
  const edited = editStaticPod(pod, {
    setFlags: changes.setFlags,
    removeFlags: changes.removeFlags,
    removeHostPathFiles: changes.unmountFiles,
    configMapFiles: changes.mountFiles.map(file => ({ ...file, configMap: CONFIG_MAP, key: CONFIG_MAP_KEY })),
    image,
  });
  const { document } = edited;
  const path = ['spec', 'template', 'metadata'];
  const annotations = document.value([...path, 'annotations']);
  const edits = configuration !== undefined ? setAnnotation(path, annotations, contentHash(configuration))
    : isMap(annotations) && HASH_ANNOTATION in annotations
      ? [{ op: 'remove-key' as const, path: [...path, 'annotations'], key: HASH_ANNOTATION }] : [];
  return edits.length === 0 ? edited : new StaticPod(editedSources([{ document, edits }])[0], edited);
}

function setAnnotation(path: readonly string[], annotations: Data | undefined, hash: string): readonly SourceEdit[] {
  return isMap(annotations) ? [{ op: 'set-key', path: [...path, 'annotations'], key: HASH_ANNOTATION, value: hash }]
    : [{ op: 'set-key', path, key: 'annotations', value: { [HASH_ANNOTATION]: hash } }];
}

/** The object that is applied: without what the API server says of the one that was handed in. */
export function managerManifest(pod: StaticPod): Manifest {
  const { document: { data } } = pod;
  const account = accountIn(pod);
  const { status: _status, metadata, ...rest } = data;
  const annotations = Object.fromEntries(Object.entries(mapOf(mapOf(metadata).annotations)).filter(([key]) => !OF_KUBECTL.includes(key)));
  const kept = Object.fromEntries(Object.entries(mapOf(metadata)).filter(([key]) => !OF_SERVER.includes(key) && key !== 'annotations'));
  // It runs as that account already; beside the one of the cloud-controller-manager it would seem to be one that is missing.
  const all = { ...annotations, ...account === undefined ? {} : { [EXISTING_ACCOUNT_ANNOTATION]: account } };
  return { ...rest, metadata: { ...kept, ...Object.keys(all).length > 0 && { annotations: all } } } as unknown as Manifest;
}

/** The ConfigMap with its migration configuration. */
export function managerConfigMap({ namespace }: DeployedManager, configuration: string): Manifest {
  return configMapManifest(CONFIG_MAP, namespace, configuration) as unknown as Manifest;
}

/** The volume from which it reads a file, and the mount of it: what else reads the file in a pod beside it needs both. */
export function volumeOf({ pod }: DeployedManager, file: string, name: string): MountedVolume | undefined {
  const folder = (mountPath: string) => `${mountPath.replace(/(?<!\/)\/+$/, '')}/`;
  const mount = [...pod.mounts].filter(({ mountPath }) => `${file}/`.startsWith(folder(mountPath)))
    .sort((a, b) => b.mountPath.length - a.mountPath.length)[0];
  const volume = mount && pod.volume(mount.name);
  if (!mount || !volume) return undefined;
  const at = (path: readonly (string | number)[]) => mapOf(pod.document.value(path));
  return {
    volume: { ...at([...pod.podPath, 'volumes', volume.index]), name } as unknown as MountedVolume['volume'],
    mounts: [{ ...at([...pod.containerPath, 'volumeMounts', mount.index]), name, readOnly: true } as unknown as MountedVolume['mounts'][number]],
  };
}
