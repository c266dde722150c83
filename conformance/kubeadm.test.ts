import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { KUBERNETES } from './consumers';
import { complaintOf, controlPlaneManifests } from './kubeadm';
import { migrationOf, synthesize } from '../e2e/lib/synth';
import { KubeadmBundle, NodeFolder } from '../src';
import { describeReader } from '../test/reader';

const INPUT = join(__dirname, '..', 'examples', 'kubeadm', 'input');
const MANIFESTS = ['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kube-scheduler.yaml'];

/** The real kubeadm of each side, given what we write for it, makes the static pods that we write. */
const SIDES = [
  { side: 'n', version: '1.26.15', phases: ['n', 'mixed'] },
  { side: 'n-plus-1', version: '1.27.16', phases: ['mixed', 'n-plus-1', 'disabled'] },
] as const;

interface Pod {
  readonly spec: { readonly containers: readonly [{ readonly volumeMounts: readonly { readonly name: string }[] }] };
}

const folder = mkdtempSync(join(tmpdir(), 'kubeadm-conformance-'));
const names = NodeFolder.read(INPUT).filter(({ role }) => role === 'control-plane').map(({ name }) => name);

beforeAll(() => {
  synthesize(folder, INPUT, {});
  new KubeadmBundle({ migration: migrationOf(INPUT), configs: NodeFolder.readFiles(INPUT) }).write(join(folder, 'kubeadm'));
});
afterAll(() => rmSync(folder, { recursive: true }));

for (const { side, version, phases } of SIDES) {
  describeReader(`kubeadm ${version}, side ${side}`, KUBERNETES.find(release => release.version === version)!.kubeadm, kubeadm => {
    const bundle = join(folder, 'kubeadm', side);
    const ours = (phase: string, node: string, manifest: string): string =>
      readFileSync(join(folder, 'nodes', phase, `control-plane-${side}`, node, 'etc/kubernetes/manifests', manifest), 'utf8');

    it('takes every file strictly, also those of nodes that join', () => {
      const files = readdirSync(bundle).filter(name => name.endsWith('.yaml'));
      expect(files.filter(name => name.startsWith('kubeadm-join-'))).toHaveLength(2);
      for (const name of files) expect(complaintOf(kubeadm, readFileSync(join(bundle, name), 'utf8'))).toBeUndefined();
      const [text] = files.map(name => readFileSync(join(bundle, name), 'utf8'));
      expect(complaintOf(kubeadm, text.replace('clusterName:', 'clusterNmae:'))).toContain('unknown field "clusterNmae"');
    });

    it.each(names)('writes from our configuration what we write for %s', node => {
      const theirs = controlPlaneManifests(kubeadm, readFileSync(join(bundle, `kubeadm-config-${node}.yaml`), 'utf8'));
      expect([...theirs.keys()].sort()).toEqual(MANIFESTS);
      for (const phase of phases) {
        for (const manifest of MANIFESTS) expect(parse(ours(phase, node, manifest))).toEqual(parse(theirs.get(manifest)!));
      }
    });

    it.each(names)('writes with our patches what we write for %s', node => {
      const today = readFileSync(join(INPUT, `kubeadm-config-${node}.yaml`), 'utf8').replace(/^kubernetesVersion: .*$/m, 'kubernetesVersion: '
        + `v${version}`);
      const theirs = controlPlaneManifests(kubeadm, today, join(bundle, 'patches'));
      for (const phase of phases) {
        for (const manifest of MANIFESTS) expect(theirs.get(manifest)).toBe(ours(phase, node, manifest));
      }
    });

    it('says which images it brings along, as the runbook has it asked: ours, and those that only it knows', () => {
      const files = { 'cluster-configuration.yaml': readFileSync(join(bundle, 'cluster-configuration.yaml'), 'utf8') };
      const images = kubeadm.answer({ args: ['config', 'images', 'list', '--config=cluster-configuration.yaml'], files }).stdout.trim().split('\n');
      const [node] = names;
      const written = MANIFESTS.map(manifest => /image: (\S+)/.exec(ours(phases[0], node, manifest))![1]);
      expect(images).toEqual(expect.arrayContaining(written));
      expect(images.map(image => /([^/]+):[^:]+$/.exec(image)?.[1]).sort()).toEqual(
        ['coredns', 'etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler', 'pause'],
      );
    });

    it('writes what is new at the same place where a node has other folders of CA certificates', () => {
      const [node] = names;
      const today = readFileSync(join(INPUT, `kubeadm-config-${node}.yaml`), 'utf8').replace(/^kubernetesVersion: .*$/m, 'kubernetesVersion: '
        + `v${version}`);
      const folders = ['/etc/ssl/certs', '/etc/pki'];
      const theirs = controlPlaneManifests(kubeadm, today, join(bundle, 'patches'), folders);
      const plain = controlPlaneManifests(kubeadm, today, undefined, folders);
      const mounts = (text: string): string[] => (parse(text) as Pod).spec.containers[0].volumeMounts.map(({ name }) => name);
      const file = 'kube-controller-manager.yaml';
      const added = side === 'n' ? ['leader-migration-config'] : [];
      const removed = side === 'n' ? [] : ['cloud-config'];
      expect(mounts(plain.get(file)!)).toContain('etc-pki');
      expect(mounts(theirs.get(file)!)).toEqual([...mounts(plain.get(file)!).filter(name => !removed.includes(name)), ...added].sort());
    });
  });
}
