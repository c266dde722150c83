import { parse, parseAllDocuments } from 'yaml';
import type { SourceDocument } from '../src/lib/edit/yaml/source-document';
import { kopsRelease } from '../src/lib/facts/kops';
import { addonObjects } from '../src/lib/installers/kops/addons';
import { componentFlags, KopsComponents, KopsFlags } from '../src/lib/installers/kops/component-flags';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';

/** What kops' own code made of a Cluster. */
export interface KopsOutput {
  /** Release of kops. */
  readonly tag: string;
  readonly kcm?: string;
  readonly apiServer?: string;
  /** Words of the command lines of kubelets: of workers, and of control-plane nodes. */
  readonly kubelets?: readonly (readonly string[])[];
  /** Addons of the cloud-controller-manager, and of the Role for the migration Lease. */
  readonly addons: readonly string[];
}

interface Container { readonly args?: readonly string[]; readonly command?: readonly string[]; readonly image: string }
interface PodSpec { readonly containers: readonly Container[]; readonly affinity?: unknown; readonly nodeSelector?: unknown }
interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: unknown;
  readonly subjects?: unknown;
  readonly roleRef?: unknown;
  readonly spec: PodSpec & { readonly template: { readonly spec: PodSpec } };
}

/** What the model has a say in. Every such flag that kops prints must be there, and none that it does not print. */
const MODELLED = new RegExp(`^(${[
  'cloud-provider', 'cloud-config', 'cluster-name', 'cluster-cidr', 'allocate-node-cidrs', 'configure-cloud-routes', 'controllers',
  'cidr-allocator-type', 'node-cidr-mask-size', 'leader-elect.*',
  'enable-leader-migration', 'feature-gates', 'use-service-account-credentials', 'external-cloud-volume-plugin', 'master',
].join('|')})$`);

/** Which addons the model is about. */
export const MODELLED_ADDONS = /aws-cloud-controller|leader-migration/;

/** Compares everything that the model has a say in. */
export function expectSameAsKops(cluster: SourceDocument, { tag, kcm, apiServer, kubelets, addons }: KopsOutput): void {
  const release = kopsRelease(tag);
  const version = versionOf(cluster);
  const ours = flagsOfCluster(cluster, tag);
  if (kcm !== undefined) expect(modelled(ours.kcm)).toEqual(modelled(flagsOfPod(kcm)));
  if (apiServer !== undefined) {
    expect(modelled({ ...ours.apiServer, 'cloud-config': release.inTreeCloudConfig })).toEqual(
      modelled(flagsOfPod(apiServer)),
    );
  }
  if (kubelets) expect([ours.kubelet, ours.masterKubelet].map(modelled)).toEqual(kubelets.map(words => modelled(flagsIn(words))));

  const image = cluster.value(['spec', 'cloudControllerManager', 'image']);
  const own = addonObjects(ours.ccm, typeof image === 'string' ? image : undefined, release, version) as unknown as KubernetesObject[];
  const theirs = addons.flatMap(objectsOf);
  const names = (objects: readonly KubernetesObject[]) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  expect(names(own)).toEqual(names(theirs));
  for (const object of theirs) {
    expectSameObject(own.find(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name)!, object);
  }
}

/**
 * Compares kube-controller-manager with what kops' completed Cluster says of it.
 *
 * @param completed text of `cluster-completed.spec`
 */
export function expectSameAsCompleted(cluster: SourceDocument, tag: string, completed: string): void {
  const { spec } = parse(completed) as { readonly spec: { readonly kubeControllerManager: Record<string, unknown> } };
  const { kcm } = flagsOfCluster(cluster, tag);
  const text = (value: unknown) => (value === undefined ? undefined : String(value));
  const fields = {
    'cloud-provider': 'cloudProvider',
    'cluster-name': 'clusterName',
    'cluster-cidr': 'clusterCIDR',
    'allocate-node-cidrs': 'allocateNodeCIDRs',
    'node-cidr-mask-size': 'nodeCIDRMaskSize',
    'configure-cloud-routes': 'configureCloudRoutes',
    'controllers': 'controllers',
    'enable-leader-migration': 'enableLeaderMigration',
  };
  expect(Object.keys(fields).map(flag => [flag, kcm[flag]])).toEqual(
    Object.entries(fields).map(([flag, field]) => [flag, text(spec.kubeControllerManager[field])]));
}

function flagsOfCluster(cluster: SourceDocument, tag: string): KopsComponents {
  const name = String(cluster.value(['metadata', 'name']));
  return componentFlags(name, cluster.value(['spec']) as never, kopsRelease(tag), versionOf(cluster));
}

/** Of a pre-release kops looks at the minor, too. */
function versionOf(cluster: SourceDocument): KubernetesVersion {
  return KubernetesVersion.of(String(cluster.value(['spec', 'kubernetesVersion'])).replace(/^v/, '').replace(/-.*/, ''));
}

function expectSameObject(own: KubernetesObject, theirs: KubernetesObject): void {
  if (theirs.kind !== 'DaemonSet') {
    expect([own.rules, own.subjects, own.roleRef]).toEqual([theirs.rules, theirs.subjects, theirs.roleRef]);
    return;
  }
  const [mine, other] = [own, theirs].map(({ spec }) => spec.template.spec);
  expect(modelled(flagsIn(mine.containers[0].args!))).toEqual(modelled(flagsIn(other.containers[0].args!)));
  expect(mine.containers[0].image).toBe(other.containers[0].image);
  expect([mine.affinity, mine.nodeSelector ?? null]).toEqual([other.affinity, other.nodeSelector ?? null]);
}

function modelled(flags: KopsFlags): KopsFlags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => MODELLED.test(name)).sort());
}

function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map(document => document.toJS() as KubernetesObject).filter(Boolean);
}

function flagsOfPod(text: string): KopsFlags {
  const [{ command = [], args = [] }] = objectsOf(text)[0].spec.containers;
  return flagsIn([...command, ...args]);
}

/** Each flag with its value; what is no flag (go-runner's program) is left out. */
function flagsIn(words: readonly string[]): KopsFlags {
  const pairs = words.filter(word => word.startsWith('--')).map(word => word.slice(2).split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([name, value]) => [name, value ?? 'true']));
}
