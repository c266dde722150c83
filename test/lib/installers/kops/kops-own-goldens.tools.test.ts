import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kopsRelease, KOPS_RELEASES } from '../../../../src/lib/facts/kops';
import { readKops } from '../../../../src/lib/installers/kops/documents';
import { describeGo, goModule } from '../../../go-module';
import { expectSameAsCompleted, expectSameAsKops } from '../../../kops-output';

/** Releases that can be had, with their sums where the checksum database has none. */
const RELEASES: readonly (readonly [string, string | undefined])[] = [
  ['v1.23.0', undefined],
  ['v1.24.1', 'h1:BFtPkNsgsCTfCo+MesIPTKfnviqZZ58fNi6nZeiYZYU='],
  ['v1.25.4', 'h1:jsCfUk4TLpJKNoy2xvdDSujDfYWkEUu02pdI+J3AuoI='],
  ['v1.27.0', 'h1:QTQ9pgwmhaUDiZz2sV02cmmTgIMni2xPu+XDH/EH9cY='],
  ['v1.28.0', 'h1:AQuRGuUm1tUBxXHpcb4RTg1CG9LMK0bbrQpgUcKgXdM='],
  ['v1.30.0', 'h1:NlS2PcR8oLk2arHJGmRjP3nXq8LfGR/DEENumHkmU2g='],
];

interface Golden { readonly name: string; readonly input: string; readonly made: (what: RegExp) => readonly string[] }

const TESTS = join('tests', 'integration', 'update_cluster');

/** Each cluster on AWS of kops' integration tests, with what kops wrote of it. */
function goldens(tag: string, sources: string): Golden[] {
  const root = join(sources, TESTS);
  return readdirSync(root).flatMap((name) => {
    const data = join(root, name, 'data');
    const made = (what: RegExp) => filesIn(data).filter(file => what.test(file)).map(file => readFileSync(join(data, file), 'utf8'));
    if (made(COMPLETED).length === 0 || !filesIn(join(root, name)).includes('in-v1alpha2.yaml')) return [];
    return [{ name, input: readFileSync(join(root, name, 'in-v1alpha2.yaml'), 'utf8'), made }];
  }).filter(({ input }) => /cloudProvider: aws/.test(input) && !HAS_ADDONS.test(input) && isSupported(input, tag));
}

const COMPLETED = /cluster-completed\.spec_content$/;

/** Not the IAM policies with such names. */
const ADDONS = /-addons-(aws-cloud-controller|leader-migration)/;

/** An addon object beside the Cluster, which `kops replace` does not take. */
const HAS_ADDONS = /^apiVersion: (?!kops\.k8s\.io)/m;

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What is not as kops made it, with the name of the cluster. */
function differences({ name, input, made }: Golden, tag: string): readonly string[] {
  try {
    const { cluster } = readKops({ [`${name}.yaml`]: input });
    expectSameAsKops(cluster, { tag, addons: made(ADDONS) });
    expectSameAsCompleted(cluster, tag, made(COMPLETED)[0]);
    return [];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
}

function isSupported(input: string, tag: string): boolean {
  const minor = Number(/kubernetesVersion: v?1\.(\d+)/.exec(input)![1]);
  const { from, to } = kopsRelease(tag).kubernetes;
  return minor >= from && minor <= to;
}

describeGo('clusters of the integration tests of kops', () => {
  it.each(RELEASES)('%s: each becomes what kops made of it, IPv6 with every networking, API servers of their own, gossip, IRSA', (tag, sum) => {
    const all = goldens(tag, goModule(`k8s.io/kops@${tag}`, sum));
    expect(all.length).toBeGreaterThan(40);
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(
      ['apiservernodes', 'minimal-ipv6', 'minimal-ipv6-calico', 'minimal-ipv6-cilium', 'minimal_gossip', 'irsa']));
    expect(all.flatMap(golden => differences(golden, tag))).toEqual([]);
  }, 300_000);
});

const { FACTS_CLONES: clones } = process.env;

/** Most releases are no modules: who has a clone asks the first and the last of each minor. CI has none. */
if (clones !== undefined) {
  describe('clusters of the integration tests of kops, of a clone', () => {
    // 1.21 has no completed Clusters among its data.
    const ends = KOPS_RELEASES().filter(({ release }) => release !== '1.21').flatMap(({ readAt }) => [...new Set(readAt)]);

    it.each(ends)('%s: each becomes what kops made of it', (tag) => {
      const folder = mkdtempSync(join(tmpdir(), 'kops-goldens-'));
      try {
        const archive = join(folder, 'archive.tar');
        execFileSync('git', ['-C', join(clones, 'kops'), 'archive', '-o', archive, tag, '--', TESTS], { stdio: 'ignore' });
        execFileSync('tar', ['-x', '-C', folder, '-f', archive]);
        const all = goldens(tag, folder);
        expect(all.length).toBeGreaterThan(20);
        expect(all.flatMap(golden => differences(golden, tag))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }, 300_000);
  });
}
