import { ApiServerEndpoint } from './api-server-endpoint';
import { availabilityObjects } from './availability-objects';
import { Carried, NOTHING_CARRIED } from './carried';
import { Ccm, CcmRelease } from './ccm';
import { ccmRbacObjects } from './ccm-rbac';
import { ccmFlags } from './command-line';
import { Flag, renderFlag } from './flag';
import { CcmLeaderMigration } from './leader-migration-config';
import { monitoringObjects } from './monitoring-objects';
import { ClusterNetworkOptions } from './network-options';
import { Taint } from './settings';
import { configMapVolume, MountedVolume, nodeFile, secretVolume } from './volume';
import { renderCcmWorkload } from './workload';
import { CcmWorkload } from './workload-kind';
import { entryThatNames, withControllersOff } from '../edit/controllers-flag';
import { controlPlaneNode } from '../facts/control-plane-node';
import { CloudController } from '../facts/controllers';
import { CCM } from '../kubernetes/component';
import { KUBECONFIG_ANNOTATION, KUBECONFIG_USER_ANNOTATION, MADE_BY_PLAN, ON_NODE } from '../kubernetes/kubeconfig-annotation';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { IdentifiedObject, Manifest } from '../kubernetes/manifest';
import { plain } from '../kubernetes/plain';
import { RbacSubject } from '../kubernetes/rbac-rule';
import { LEADER_MIGRATION_FILE } from '../leader-migration';
import { imageVersionAnnotation } from '../model/image-annotation';

/** What the cluster, and the phase that it is in, decide. */
export interface CcmSituation {
  /** Version of the control plane that it works for. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Namespace of all namespaced objects. */
  readonly namespace: string;
  readonly network: ClusterNetworkOptions;
  /** Path of the cloud config on the node, mounted read-only at the same path. */
  readonly cloudConfigPath?: string;
  /** What holds the cloud config, where that is no file of the node. */
  readonly cloudConfigVolume?: MountedVolume;
  /** Where it runs in another cluster than the one that it serves: its kubeconfig. */
  readonly hosted?: HostedKubeconfig;
  /** None: Leader Migration is off. */
  readonly leaderMigration?: CcmLeaderMigration;
  /** Labels that a node must have in this phase, besides being a control-plane node. */
  readonly placementLabels: Readonly<Record<string, string>>;
  /** Taints that the control-plane nodes of the input register with. */
  readonly nodeTaints?: readonly Taint[];
  /** Role labels of the control-plane nodes of the input, where they are not those of the release. */
  readonly controlPlaneLabels?: readonly string[];
  /** Whether the kubeconfig of a static pod was seen on every node that gets it. */
  readonly kubeconfigIsOnNodes?: boolean;
  /** How it reaches the API server where the user does not say it. */
  readonly apiServerEndpoint?: ApiServerEndpoint;
  /** What it takes over from kube-controller-manager besides flags; default: nothing. */
  readonly carried?: Carried;
  /** Flags that the user's win over. */
  readonly defaultFlags: Readonly<Record<string, string>>;
  /** Cloud controllers that it must not run, because something else serves them. */
  readonly controllersOff: readonly CloudController[];
  /** Flags that win over the user's. */
  readonly requiredFlags: Readonly<Record<string, string>>;
}

/** The kubeconfig of a cloud-controller-manager in a management cluster, and who it is in the cluster that it serves. */
export interface HostedKubeconfig {
  readonly secret: string;
  readonly key: string;
  readonly user: string;
}

/** All of a cloud-controller-manager: its command line, its workload and what it runs as. */
export interface CcmObjects {
  readonly flags: readonly Flag[];
  readonly args: readonly string[];
  readonly subject: RbacSubject;
  /** ServiceAccount, roles, bindings, the workload unless it is a static pod, and what goes with it; in apply order. */
  readonly objects: readonly IdentifiedObject[];
  /** The Pod of the static pod manifest. */
  readonly staticPod?: Manifest;
}

/** Who a static pod is, by the client certificate in its kubeconfig. */
export const STATIC_POD_USER = 'system:cloud-controller-manager';

/** Who a cloud-controller-manager is: its service account, or, as a static pod, the user of its kubeconfig. */
export function ccmSubject({ _workload: workload, _run: { access = {} } }: Ccm, namespace: string, hosted?: HostedKubeconfig): RbacSubject {
  const { serviceAccount, serviceAccountName, serviceAccountAnnotations } = access;
  if (hosted) {
    const given = { serviceAccount, serviceAccountName, serviceAccountAnnotations };
    const [ignored] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (ignored !== undefined) {
      throw new Error(`access.${ignored} is given, but in a management cluster it is the user of its kubeconfig, '${hosted.user}'; leave it out`);
    }
    return { kind: 'User', name: hosted.user };
  }
  if (workload._isStaticPod) {
    const [ignored] = Object.entries({ serviceAccount, serviceAccountName, serviceAccountAnnotations }).filter(([, value]) => value !== undefined);
    if (ignored) {
      throw new Error(`access.${ignored[0]} is given, but a static pod has no ServiceAccount: it is the user of its kubeconfig; leave it `
      + 'out, or take another workload');
    }
    return { kind: 'User', name: STATIC_POD_USER };
  }
  if (!serviceAccount) return { kind: 'ServiceAccount', name: serviceAccountName ?? 'cloud-controller-manager', namespace };
  if (serviceAccountName !== undefined || serviceAccountAnnotations !== undefined) {
    throw new Error(`access.serviceAccount '${serviceAccount.name}' exists already, so a name or annotations for another one mean nothing; leave `
      + 'one of them out');
  }
  const given = serviceAccount.toSubjectConfiguration().namespace;
  if (given === undefined) {
    throw new Error(`access.serviceAccount '${serviceAccount.name}' has no namespace, so the current context of kubectl would decide; give it `
      + `\`metadata: { namespace: '${namespace}' }\``);
  }
  if (given !== namespace) {
    throw new Error(`access.serviceAccount '${serviceAccount.name}' is in namespace '${given}', but the cloud-controller-manager runs in `
      + `'${namespace}', `
      + 'and a pod can only use one of its own namespace');
  }
  return { kind: 'ServiceAccount', name: serviceAccount.name, namespace };
}

/**
 * @throws if two settings contradict each other
 */
export function ccmObjects(ccm: Ccm, release: CcmRelease, situation: CcmSituation): CcmObjects {
  const { kubernetesVersion, namespace, network, cloudConfigPath, leaderMigration, carried = NOTHING_CARRIED } = situation;
  const { _workload: workload, _run: props } = ccm;
  const { hosted } = situation;
  if (hosted) refuseOnNodes(workload);
  const kubeconfig = hosted ? `${HOSTED_FOLDER}/${hosted.key}` : workload._kubeconfig?.path;
  const all = { ...situation.defaultFlags, ...ccm._flags, ...situation.requiredFlags, ...release.flags };
  const given = withoutControllers(all, situation.controllersOff, release);
  const flags = ccmFlags({
    cloudProvider: release.cloudProvider,
    verbosity: 2,
    useServiceAccountCredentials: props.access?.useServiceAccountCredentials ?? true,
    configureCloudRoutes: network.configureCloudRoutes ?? false,
    clusterName: network.clusterName,
    clusterCidr: network.clusterCidr,
    allocateNodeCidrs: network.allocateNodeCidrs,
    cloudConfig: cloudConfigPath,
    enableLeaderMigration: leaderMigration !== undefined,
    leaderMigrationConfig: leaderMigration?._config ? LEADER_MIGRATION_FILE : undefined,
    kubeconfig,
    flags: given,
  });
  const subject = ccmSubject(ccm, namespace, hosted);
  const contentHash = leaderMigration?._config?.contentHash;
  const controlPlane = controlPlaneNode(kubernetesVersion);
  const manifest = renderCcmWorkload({
    name: ccm._name,
    namespace,
    image: release.image,
    workload,
    serviceAccountName: subject.name,
    flags,
    controlPlane: { ...controlPlane, labels: situation.controlPlaneLabels ?? controlPlane.labels },
    nodeTaints: situation.nodeTaints ?? [],
    placementLabels: situation.placementLabels,
    apiServerEndpoint: props.pod?.apiServerEndpoint ?? situation.apiServerEndpoint,
    env: [...plain(props.pod?.env ?? []), ...release.env, ...carried.env],
    isHosted: hosted !== undefined,
    volumes: [...volumesOf(situation, workload._kubeconfig?.path), ...userVolumes(ccm), ...release.volumes, ...carried.volumes],
    carriedPod: carried.pod,
    annotations: { ...release.annotations, ...carried.annotations, ...kubeconfigAnnotation(workload, situation) },
    // A file is read only at start, and neither a changed ConfigMap nor a changed node file restarts a pod: the hash does.
    podAnnotations: {
      ...hosted ? { [KUBECONFIG_USER_ANNOTATION]: hosted.user } : {},
      ...contentHash ? { 'ccm-migration/leader-migration-config-sha256': contentHash } : {},
      ...imageVersionAnnotation(release, props.pod?.containerName ?? ccm._name),
    },
    props,
  });
  return {
    flags,
    args: flags.map(renderFlag),
    subject,
    objects: [
      ...(props.access?.rbac ?? true ? ccmRbacObjects(props.access ?? {}, release, subject, given) : []),
      ...release.mounted.map(({ id, manifest: mounted }) => ({ id, manifest: { ...mounted, metadata: { ...mounted.metadata, namespace } } })),
      ...(workload._isStaticPod ? [] : [{ id: 'Resource', manifest }]),
      ...availabilityObjects(props.availability ?? {}, workload, kubernetesVersion, ccm._name, namespace),
      ...monitoringObjects(props.monitoring ?? {}, ccm._name, namespace, flags),
    ].map(object => labelled(object, props.metadata?.objectLabels ?? {})),
    staticPod: workload._isStaticPod ? manifest : undefined,
  };
}

function kubeconfigAnnotation(
  { _kubeconfig: kubeconfig }: CcmWorkload, { kubeconfigIsOnNodes: isOnNodes = false }: CcmSituation,
): Readonly<Record<string, string>> {
  if (kubeconfig?.isMadeByPlan) return { [KUBECONFIG_ANNOTATION]: MADE_BY_PLAN };
  return kubeconfig && isOnNodes ? { [KUBECONFIG_ANNOTATION]: ON_NODE } : {};
}

/** Where a Secret with its kubeconfig is mounted. */
const HOSTED_FOLDER = '/etc/kubernetes/cloud-controller-manager';

/** @throws unless it is a Deployment: nodes of a management cluster are none of the cluster that it serves */
function refuseOnNodes({ _kind: kind }: CcmWorkload): void {
  if (kind === 'deployment') return;
  throw new Error(`the cloud-controller-manager of a management cluster is a Deployment beside that of kube-controller-manager, got a ${kind}; give `
    + '`run: { workload: CcmWorkload.deployment() }` to AwsCcm.of()');
}

/** @throws if the user switches on what something else serves */
function withoutControllers(
  flags: Readonly<Record<string, string>>, off: readonly CloudController[], { linkedMinor }: CcmRelease,
): Readonly<Record<string, string>> {
  if (off.length === 0) return flags;
  const { controllers = '*' } = flags;
  const named = entryThatNames(controllers, CCM, off, linkedMinor);
  if (named !== undefined) {
    throw new Error(`flag 'controllers' in \`flags\` switches '${named}' on, but it does not move: something else serves it; leave the entry out`);
  }
  return { ...flags, controllers: withControllersOff(controllers, CCM, off, linkedMinor) };
}

/** What the cloud config, a static pod's kubeconfig and the migration configuration need. */
function volumesOf({ cloudConfigPath, cloudConfigVolume, leaderMigration, hosted }: CcmSituation, kubeconfig: string | undefined): MountedVolume[] {
  const list: MountedVolume[] = [];
  if (cloudConfigPath) list.push(cloudConfigVolume ?? nodeFile('cloud-config', cloudConfigPath));
  if (hosted) list.push(secretVolume('kubeconfig', hosted.secret, HOSTED_FOLDER));
  if (kubeconfig) list.push(nodeFile('kubeconfig', kubeconfig));
  const config = leaderMigration?._config;
  if (!config) return list;
  list.push(kubeconfig
    ? nodeFile('leader-migration-config', LEADER_MIGRATION_FILE)
    : configMapVolume('leader-migration-config', config.configMapName, LEADER_MIGRATION_FILE, config.key));
  return list;
}

/** @throws if a mount has no volume, so that the pod could never start */
function userVolumes({ _run: { pod = {} } }: Ccm): MountedVolume[] {
  const volumes = plain(pod.volumes ?? []);
  const mounts = plain(pod.volumeMounts ?? []);
  const lost = mounts.find(({ name }) => !volumes.some(volume => volume.name === name));
  if (lost) {
    throw new Error(`pod.volumeMounts has '${lost.name}' at '${lost.mountPath}', but pod.volumes has no volume of that name, and the API server `
      + 'refuses such a pod; '
      + 'add the volume');
  }
  return volumes.map(volume => ({ volume, mounts: mounts.filter(({ name }) => name === volume.name) }));
}

/** With the user's labels on the object itself; what the object already says wins. */
function labelled({ id, manifest }: IdentifiedObject, labels: Readonly<Record<string, string>>): IdentifiedObject {
  if (Object.keys(labels).length === 0) return { id, manifest };
  const own = manifest.metadata.labels as object | undefined;
  return { id, manifest: { ...manifest, metadata: { ...manifest.metadata, labels: { ...labels, ...own } } } };
}
