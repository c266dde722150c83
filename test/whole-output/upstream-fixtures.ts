import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fixture, ofInstaller, ofNodes } from './written';
import { KopsMigration, KubeOneMigration, KubernetesVersion, Migration, MigrationStrategy, NodeInput, NodeRole } from '../../src';
import { KOPS_RELEASES } from '../../src/lib/facts/kops';
import { readTree } from '../golden';
import { PATCHES } from '../lib/migration/settings-of-gce';
import { upstream } from '../upstream';

const V = (version: string) => KubernetesVersion.of(version);

/** Files of other projects, below a folder. */
function filesBelow(folder: string, name: RegExp): readonly string[] {
  const root = upstream(folder);
  return existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => name.test(path)).sort() : [];
}

/** Clusters of kops' own tests whose Kubernetes has the in-tree provider, each moved to the next minor. */
function kopsFixtures(): readonly Fixture[] {
  return filesBelow('kops', /(^|\/)(in-v1alpha2|cluster)\.yaml$/).flatMap(path => {
    const text = readFileSync(upstream(`kops/${path}`), 'utf8');
    const version = /kubernetesVersion: *v?(1\.(\d+)\S*)/.exec(text);
    const minor = Number(version?.[2]);
    const [from, to] = [PATCHES[`1.${minor}`], PATCHES[`1.${minor + 1}`]];
    const release = KOPS_RELEASES().find(({ kubernetes }) => kubernetes.from <= minor && kubernetes.to >= minor + 1 && minor + 1 >= 23);
    // With these it was moved already.
    const isMoved = /^ {2}cloudControllerManager:|enableLeaderMigration: false/m.test(text);
    if (!version || minor < 22 || minor > 23 || release === undefined || isMoved) return [];
    const name = /^ {2}name: (\S+)$/m.exec(text)![1];
    return [ofInstaller(`kops ${path}`, (app, phase) => new KopsMigration(app, 'kops', {
      migration: new Migration({ clusterId: name, fromVersion: V(from), toVersion: V(to) }),
      phase,
      kopsRelease: release.release,
      configs: { 'cluster.yaml': text.replace(version[1], from) },
      leaseAccessManifest: minor === 22 ? 's3://bucket/lease.yaml' : undefined,
    }))];
  });
}

/** Nodes that kubeadm and kubespray made. */
function nodeFixtures(): readonly Fixture[] {
  const folders = [['kubeadm/v1.26.15', 'control-plane'], ['kubespray/v2.22.2-aws', 'nodes']] as const;
  return folders.filter(([folder]) => existsSync(upstream(folder))).map(([folder, below]) => {
    const nodes = nodesIn(upstream(join(folder, below)));
    const tag = nodes.flatMap(({ files }) => Object.values(files)).flatMap(text => /kube-controller-manager:v(1\.\d+\.\d+)/.exec(text)?.[1] ?? [])[0];
    return ofNodes(folder, () => ({
      clusterId: 'prod-eu', fromVersion: V(tag), toVersion: V(PATCHES[`1.${V(tag).minor + 1}`]), nodes: [...nodes],
    }));
  });
}

function nodesIn(root: string): readonly NodeInput[] {
  return readdirSync(root).sort().map(name => {
    const files = Object.fromEntries([...readTree(join(root, name))].map(([path, text]) => [`/${path}`, text]));
    const role = Object.keys(files).some(path => path.includes('/manifests/')) ? NodeRole.CONTROL_PLANE : NodeRole.WORKER;
    return { name, role, files };
  });
}

/** KubeOneClusters of its own tests, at a Kubernetes that its migration takes. */
function kubeOneFixtures(): readonly Fixture[] {
  return filesBelow('kops/kubeone', /(^|\/)config-aws-.*\.yaml$/).map(path => {
    const release = path.slice(1, 4);
    const version = release === '1.7' ? PATCHES['1.25'] : PATCHES['1.24'];
    const text = readFileSync(upstream(`kops/kubeone/${path}`), 'utf8').replace(/^( +)kubernetes: .*$/m, `$1kubernetes: ${version}`);
    return ofInstaller(`KubeOne ${path}`, (app, phase) => new KubeOneMigration(app, 'kubeone', {
      migration: new Migration({
        clusterId: /^name: (\S+)/m.exec(text)![1],
        fromVersion: V(version),
        toVersion: V(version),
        strategy: MigrationStrategy.controllersOffThenOn(),
      }),
      phase,
      kubeOneRelease: release,
      configs: { 'kubeone.yaml': text },
    }));
  });
}

/** What other projects' own tests hold, as inputs of this library. */
export function upstreamFixtures(): readonly Fixture[] {
  return [...kopsFixtures(), ...nodeFixtures(), ...kubeOneFixtures()];
}
