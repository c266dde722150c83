import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Values } from './bench';
import { INSTANCES } from './figures';
import { ec2ThroughSdk } from '../src/aws/ec2-sdk';
import { ClusterTagger } from '../test/moto/cluster-tagger';
import { FaultProxy } from '../test/moto/proxy';
import { AWS_ENVIRONMENT, Fleet, MotoServer, startMoto } from '../test/moto/server';
import { motoPython } from '../test/moto/venv';

/**
 * Calls against the fewest that there can be, and wall time against a plain loop of single calls on the same server. Needs Python, else it has no
 * figure.
 */
export async function tagsBench(): Promise<Values> {
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

async function measure(moto: MotoServer, proxy: FaultProxy, recordFile: string): Promise<Values> {
  const [fleet] = moto.fleets;
  const tagger = new ClusterTagger({ clusterId: 'bench', vpcId: fleet.vpcId, endpoint: proxy.endpoint, cloudRoutes: false, recordFile });
  const batched = await seconds(async () => { await tagger.apply(); });
  const calls = proxy.calls.length;

  const ec2 = ec2ThroughSdk({ endpoint: proxy.endpoint });
  const tags = [{ key: 'kubernetes.io/cluster/loop', value: 'owned' }];
  // The loop gets its ids for nothing; the tagger's time above has its discovery in it, so the ratio is on the safe side.
  const looped = await seconds(async () => {
    for (const id of fleet.instanceIds) await ec2.createTags({ ids: [id], tags });
  });
  return { 'tag-calls': { value: calls / fewestCalls(fleet) }, 'tag-time': { value: batched / looped } };
}

/** Counted from what there is, not from what the tagger planned: resources that are read twice, and a set of tags too many, are a call more. */
function fewestCalls({ instanceIds, privateSubnetIds }: Fleet): number {
  const calls = (resources: number) => Math.ceil(resources / 1_000);
  const [securityGroups, publicSubnets, vpcs] = [1, 1, 1];
  const subnets = privateSubnetIds.length + publicSubnets;
  const routeTables = 2;
  const read = [instanceIds.length, subnets, securityGroups, routeTables, vpcs];
  // Instances and the group are owned; subnets are shared, with a role of the load balancers that they are for.
  const written = [instanceIds.length + securityGroups, privateSubnetIds.length, publicSubnets];
  return [...read, ...written].reduce((sum, resources) => sum + calls(resources), 0);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
