import { Data, mapOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KKP_AWS_CCM, KKP_CLOUDS, KKP_POD_CIDR, KkpRelease } from '../../facts/kkp';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Manifest } from '../../kubernetes/manifest';
import { controllersFlag, flagWords } from '../controllers-off';
import { nameOf } from '../documents';

/**
 * What the control plane of a Cluster does: it runs as Deployments in the seed cluster.
 * - `in-tree`: before.
 * - `migrating`: the feature is on and the annotations are there; the condition `CSIKubeletMigrationCompleted` is not True yet.
 * - `external`: the condition is True, or the Cluster was created so.
 */
export type KkpStage = 'in-tree' | 'migrating' | 'external';

/**
 * Clouds whose in-tree provider stays on until the condition is True; the others lose it with the feature. kubermatic/kubermatic@v2.22.0
 * pkg/resources/data.go:623-634.
 */
const KEPT_WHILE_MIGRATING = ['openstack', 'azure'];

/** The clouds that a Cluster has settings of. */
export function cloudsOf(cluster: SourceDocument): string[] {
  const cloud = mapOf(cluster.value(['spec', 'cloud']));
  return KKP_CLOUDS.map(row => row.cloud).filter(name => cloud[name] !== undefined && cloud[name] !== null);
}

/** The cloud of a Cluster: its name, or else the key below `spec.cloud` that says it. */
export function providerOf(cluster: SourceDocument): string | undefined {
  const name = cluster.value(['spec', 'cloud', 'providerName']);
  return typeof name === 'string' && name !== '' ? name : cloudsOf(cluster)[0];
}

/** Flags of kube-controller-manager, as far as the migration is about them. */
export function kcmFlags(cluster: SourceDocument, provider: string, version: KubernetesVersion, stage: KkpStage): Readonly<Record<string, string>> {
  const hasProvider = stage === 'in-tree' || (stage === 'migrating' && KEPT_WHILE_MIGRATING.includes(provider));
  const gates = gatesOf(provider, version, stage);
  return {
    'kubeconfig': '/etc/kubernetes/kubeconfig/kubeconfig',
    'controllers': controllersFlag(stage === 'migrating'),
    'use-service-account-credentials': 'true',
    'allocate-node-cidrs': 'true',
    'cluster-cidr': podCidr(cluster),
    // KKP makes no cloud routes on these clouds: kubermatic/kubermatic@v2.22.0 pkg/resources/controllermanager/deployment.go:444-460.
    'configure-cloud-routes': 'false',
    'feature-gates': ['RotateKubeletServerCertificate=true', ...gates].join(','),
    ...hasProvider ? { 'cloud-provider': provider, 'cloud-config': '/etc/kubernetes/cloud/config' } : {},
  };
}

/** Flags of the AWS cloud-controller-manager. kubermatic/kubermatic@v2.22.0 pkg/resources/cloudcontroller/aws.go:52-154. */
export function ccmFlags(cluster: SourceDocument): Readonly<Record<string, string>> {
  return {
    'kubeconfig': '/etc/kubernetes/kubeconfig/kubeconfig',
    'cloud-config': '/etc/kubernetes/cloud/config',
    'cloud-provider': 'aws',
    'configure-cloud-routes': 'false',
    'cluster-cidr': podCidr(cluster),
    ...cluster.value(['spec', 'features', 'ccmClusterName']) === true ? { 'cluster-name': nameOf(cluster) } : {},
  };
}

/** The Deployments of a stage in the seed cluster. */
export function kcmDeployment(cluster: SourceDocument, provider: string, version: KubernetesVersion, stage: KkpStage): Manifest {
  const replicas = mapOf(cluster.value(['spec', 'componentsOverride', 'controllerManager'])).replicas;
  return deployment(cluster, 'controller-manager', typeof replicas === 'number' ? replicas : 1, {
    name: 'controller-manager',
    image: `registry.k8s.io/kube-controller-manager:v${version}`,
    command: ['/usr/local/bin/kube-controller-manager', ...flagWords(kcmFlags(cluster, provider, version, stage))],
  });
}

/** One replica, as KKP has it. */
export function ccmDeployment(cluster: SourceDocument, version: KubernetesVersion, { release }: KkpRelease): Manifest {
  // Of later releases only the minor is known, and nothing else decides.
  const tag = release === '2.22' ? KKP_AWS_CCM[version.minor] : undefined;
  return deployment(cluster, 'aws-cloud-controller-manager', 1, {
    name: 'cloud-controller-manager',
    image: `registry.k8s.io/provider-aws/cloud-controller-manager:${tag ?? `v${version.minorVersion}.0`}`,
    command: ['/bin/aws-cloud-controller-manager', ...flagWords(ccmFlags(cluster))],
  });
}

function deployment(cluster: SourceDocument, name: string, replicas: number, container: { readonly [key: string]: Data }): Manifest {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: seedNamespace(cluster) },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec(container) } },
  };
}

/** It runs in another cluster than it serves: what it mounts is from Secrets, and so is who it is. */
function podSpec(container: { readonly [key: string]: Data }): Data {
  const volumes = [{ name: 'kubeconfig', mountPath: '/etc/kubernetes/kubeconfig' }, { name: 'cloud-config', mountPath: '/etc/kubernetes/cloud' }];
  return {
    automountServiceAccountToken: false,
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['169.254.20.10'] },
    containers: [{ ...container, volumeMounts: volumes.map(volume => ({ ...volume, readOnly: true })) }],
    volumes: volumes.map(({ name }) => ({ name, secret: { secretName: name } })),
  };
}

/** Where the control plane of the Cluster runs in the seed cluster. */
export function seedNamespace(cluster: SourceDocument): string {
  const { namespaceName } = mapOf(cluster.value(['status']));
  return typeof namespaceName === 'string' && namespaceName !== '' ? namespaceName : `cluster-${nameOf(cluster)}`;
}

function podCidr(cluster: SourceDocument): string {
  const blocks = cluster.value(['spec', 'clusterNetwork', 'pods', 'cidrBlocks']);
  if (Array.isArray(blocks) && blocks.length > 0) return String(blocks[0]);
  return providerOf(cluster) === 'kubevirt' ? KKP_POD_CIDR.onKubevirt : KKP_POD_CIDR.value;
}

/** kubermatic/kubermatic@v2.22.0 pkg/resources/data.go:685-726. */
function gatesOf(provider: string, { minor }: KubernetesVersion, stage: KkpStage): string[] {
  if (provider !== 'aws') return [];
  if (stage === 'in-tree') return minor >= 23 && minor < 25 ? ['CSIMigrationAWS=false'] : [];
  return stage === 'migrating' && minor < 25 ? ['CSIMigrationAWS=true'] : [];
}
