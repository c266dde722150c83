import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { addonObjects } from '../../../../src/lib/deliver/kops/addons';
import { componentFlags, KopsFlags } from '../../../../src/lib/deliver/kops/component-flags';
import { readKops } from '../../../../src/lib/deliver/kops/documents';
import { kopsRelease } from '../../../../src/lib/facts/kops';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { describeUpstream, upstream } from '../../../upstream';

interface Container { readonly args?: readonly string[]; readonly command?: readonly string[]; readonly image: string }
interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: unknown;
  readonly subjects?: unknown;
  readonly roleRef?: unknown;
  readonly spec: { readonly containers: Container[]; readonly template: { readonly spec: { readonly containers: Container[]; readonly affinity?: unknown; readonly nodeSelector?: unknown } } };
}

const objectsOf = (file: string): Workload[] => parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS() as Workload).filter(Boolean);

/** Each flag with its value; what is no flag (go-runner's program) is left out. */
function flagsIn(words: readonly string[]): Record<string, string> {
  const pairs = words.filter(word => word.startsWith('--')).map(word => word.slice(2).split(/=(.*)/s));
  return Object.fromEntries(pairs.map(([name, value]) => [name, value ?? 'true']));
}

/** What the model has a say in. Every such flag that kops prints must be there, and none that it does not print. */
const MODELLED = /^(cloud-provider|cloud-config|cluster-name|cluster-cidr|allocate-node-cidrs|configure-cloud-routes|controllers|cidr-allocator-type|leader-elect.*|enable-leader-migration|feature-gates|use-service-account-credentials|external-cloud-volume-plugin|master)$/;
const modelled = (flags: KopsFlags): KopsFlags => Object.fromEntries(Object.entries(flags).filter(([name]) => MODELLED.test(name)).sort());

/** Some of kops' data is of a Kubernetes that is newer than the release supports. */
function isSupported(tag: string, name: string): boolean {
  const minor = /1\.(\d+)/.exec(name)?.[1];
  return minor === undefined || Number(minor) <= kopsRelease(tag).kubernetes.to;
}

describeUpstream('what kops makes of a Cluster, by its own code', () => {
  const states = ['1.22.6', '1.24.1', '1.25.4'].flatMap(tag => {
    const folder = upstream(`kops/rendered-by-${tag}`);
    return existsSync(folder) ? readdirSync(folder).filter(state => !state.endsWith('-refused') && isSupported(tag, state)).map(state => [tag, state, join(folder, state)] as const) : [];
  });

  it('is there for the states of the migration', () => {
    expect(states.length).toBe(20);
  });

  it.each(states)('kops %s, %s: every modelled flag of static pods, kubelets and addons is the same', (tag, _, folder) => {
    const { cluster } = readKops({ 'cluster.yaml': readFileSync(join(folder, 'cluster.yaml'), 'utf8') });
    const version = KubernetesVersion.of(String(cluster.value(['spec', 'kubernetesVersion'])).replace(/^v/, ''));
    const release = kopsRelease(tag);
    const ours = componentFlags('minimal.example.com', cluster.value(['spec']) as never, release, version);

    const pod = (component: string) => objectsOf(join(folder, `${component}.manifest.yaml`))[0].spec.containers[0];
    for (const [component, flags] of [['kube-controller-manager', ours.kcm], ['kube-apiserver', ours.apiServer]] as const) {
      const theirs = modelled(flagsIn([...pod(component).command ?? [], ...pod(component).args ?? []]));
      const { 'cloud-config': theirConfig, ...rest } = theirs;
      if (component === 'kube-controller-manager') expect(modelled(flags)).toEqual(theirs);
      else expect(modelled(flags)).toEqual(rest);
      expect(theirConfig).toBe(release.inTreeCloudConfig);
    }
    const kubelets = readFileSync(join(folder, 'kubelet-flags.txt'), 'utf8').split(/^# .*$/m).slice(1).map(part => modelled(flagsIn(part.split('\n'))));
    expect([modelled(ours.kubelet), modelled(ours.masterKubelet)]).toEqual(kubelets);
    compareAddons(folder, ours.ccm, tag, version);
  });

  const goldens = ['v1.24.1', 'v1.25.4', 'v1.28.0', 'v1.30.0'].flatMap(tag => {
    const folder = upstream(`kops/${tag}`);
    return existsSync(folder) ? readdirSync(folder).filter(name => existsSync(join(folder, name, 'in-v1alpha2.yaml')) && isSupported(tag, name)).map(name => [tag, name, join(folder, name)] as const) : [];
  });

  it.each(goldens)('%s, %s: what kops\' own test data has for the cloud-controller-manager and the Role', (tag, _, folder) => {
    const { cluster } = readKops({ 'in.yaml': readFileSync(join(folder, 'in-v1alpha2.yaml'), 'utf8') });
    const [full] = objectsOf(join(folder, 'cluster-completed.spec.yaml')) as unknown as { readonly spec: { readonly kubernetesVersion: string; readonly kubeControllerManager: Record<string, unknown> } }[];
    const version = KubernetesVersion.of(full.spec.kubernetesVersion.replace(/-.*/, '')); // of a pre-release kops looks at the minor, too
    const ours = componentFlags(String(cluster.value(['metadata', 'name'])), cluster.value(['spec']) as never, kopsRelease(tag), version);
    const theirs = full.spec.kubeControllerManager;
    expect([ours.kcm['cloud-provider'], ours.kcm['enable-leader-migration'], ours.kcm['configure-cloud-routes'], ours.kcm['cluster-cidr']]).toEqual(
      [theirs.cloudProvider, theirs.enableLeaderMigration === undefined ? undefined : String(theirs.enableLeaderMigration), String(theirs.configureCloudRoutes), theirs.clusterCIDR]);
    compareAddons(folder, ours.ccm, tag, version, String(cluster.value(['spec', 'cloudControllerManager', 'image']) ?? '') || undefined);
  });
});

function compareAddons(folder: string, ccm: KopsFlags | undefined, tag: string, version: KubernetesVersion, image?: string): void {
  const ours = addonObjects(ccm, image, kopsRelease(tag), version) as unknown as Workload[];
  const files = readdirSync(folder).filter(name => /^addon-(aws-cloud-controller|leader-migration)/.test(name));
  const theirs = files.flatMap(name => objectsOf(join(folder, name)));
  const names = (objects: readonly Workload[]) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  expect(names(ours)).toEqual(names(theirs));
  for (const object of theirs) {
    const own = ours.find(({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name)!;
    if (object.kind !== 'DaemonSet') {
      expect([own.rules, own.subjects, own.roleRef]).toEqual([object.rules, object.subjects, object.roleRef]);
      continue;
    }
    const [[mine], [container]] = [own, object].map(({ spec }) => spec.template.spec.containers);
    expect(modelled(flagsIn(mine.args!))).toEqual(modelled(flagsIn(container.args!)));
    expect(mine.image).toBe(container.image);
    expect([own.spec.template.spec.affinity, own.spec.template.spec.nodeSelector ?? null]).toEqual([object.spec.template.spec.affinity, object.spec.template.spec.nodeSelector ?? null]);
  }
}
