import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Figure } from './bench';
import { ec2ThroughSdk } from '../src/aws/ec2-sdk';
import { ResourceTag } from '../src/lib/tags/batches';
import { ClusterTagger } from '../test/moto/cluster-tagger';
import { FaultProxy } from '../test/moto/proxy';
import { AWS_ENVIRONMENT, MotoServer, startMoto } from '../test/moto/server';
import { motoPython } from '../test/moto/venv';

// Two calls for the instances, and few enough that the plain loop ends while one looks.
const INSTANCES = 1_010;

/**
 * CreateTags calls against the lower bound, and wall time against a plain loop of single calls on the same server. Needs Python, else it has no
 * figure.
 */
export async function tagsBench(): Promise<Figure[]> {
  const { python, missing } = motoPython();
  if (!python) throw new Error(`the tag bench needs the moto server: ${missing}`);
  const environment = { ...process.env };
  Object.assign(process.env, AWS_ENVIRONMENT);
  const moto = await startMoto(python, [INSTANCES]);
  const proxy = new FaultProxy(moto.endpoint);
  await proxy.start();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-bench-'));
  try {
    return await measure(moto, proxy, join(folder, 'record.json'));
  } finally {
    await proxy.stop();
    await moto.stop();
    rmSync(folder, { recursive: true, force: true });
    process.env = environment;
  }
}

async function measure(moto: MotoServer, proxy: FaultProxy, recordFile: string): Promise<Figure[]> {
  const [fleet] = moto.fleets;
  const tagger = new ClusterTagger({ clusterId: 'bench', vpcId: fleet.vpcId, endpoint: proxy.endpoint, cloudRoutes: false, recordFile });
  const { changes } = await tagger.plan();
  const bound = lowerBound(changes);
  const batched = await seconds(async () => { await tagger.apply(); });
  const calls = proxy.count('CreateTags');

  const ec2 = ec2ThroughSdk({ endpoint: proxy.endpoint });
  const tags = [{ key: 'kubernetes.io/cluster/loop', value: 'owned' }];
  // The loop gets its ids for nothing; the tagger's time above has its discovery in it, so the ratio is on the safe side.
  const looped = await seconds(async () => {
    for (const id of fleet.instanceIds) await ec2.createTags({ ids: [id], tags });
  });
  return [
    { name: 'tag-calls', value: calls / bound, atMost: 1, unit: 'ratio', about: 'CreateTags calls / ceil(n / 1000) per distinct tag set' },
    {
      name: 'tag-time',
      value: batched / looped,
      atMost: 1,
      unit: 'ratio',
      about: `apply to ${INSTANCES} instances, discovery included / a plain loop of single calls on the same server`,
    },
  ];
}

/** ceil(n / 1000) per distinct tag set, counted without the code that makes the batches. */
function lowerBound(tags: readonly ResourceTag[]): number {
  const sets = new Map<string, string[]>();
  for (const { resourceId, key, value } of tags) sets.set(resourceId, [...(sets.get(resourceId) ?? []), `${key}=${value}`]);
  const sizes = new Map<string, number>();
  for (const set of sets.values()) sizes.set(set.sort().join(), (sizes.get(set.sort().join()) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + Math.ceil(size / 1_000), 0);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
