import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ec2Port } from '../../src/aws/ec2-port';
import { ec2ThroughSdk } from '../../src/aws/ec2-sdk';
import { main } from '../../src/cli/main';
import { parseRecord } from '../../src/lib/tags/record';
import { ClusterTagger } from '../moto/cluster-tagger';
import { FaultProxy } from '../moto/proxy';
import { AWS_ENVIRONMENT, Fleet, MotoServer, startMoto } from '../moto/server';
import { describeMoto } from '../moto/venv';

const LARGE = 5_000;
const SMALL = 250;
const key = (clusterId: string) => `kubernetes.io/cluster/${clusterId}`;

// A slow machine, and a server in Python: the numbers asserted are counts, never times.
jest.setTimeout(600_000);

describeMoto('the tagger against a real HTTP EC2 API', python => {
  let moto: MotoServer;
  let proxy: FaultProxy;
  let direct: Ec2Port;
  let large: Fleet;
  let small: Fleet;
  let folder: string;
  const before = { ...process.env };

  beforeAll(async () => {
    Object.assign(process.env, AWS_ENVIRONMENT);
    moto = await startMoto(python, [LARGE, SMALL]);
    [large, small] = moto.fleets;
    proxy = new FaultProxy(moto.endpoint);
    await proxy.start();
    direct = ec2ThroughSdk({ endpoint: moto.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'ccm-tags-'));
  });
  afterAll(async () => {
    await proxy?.stop();
    await moto?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
    process.env = before;
  });
  beforeEach(() => proxy.reset());

  const recordOf = (clusterId: string) => join(folder, `${clusterId}.json`);
  const record = (clusterId: string) => parseRecord(readFileSync(recordOf(clusterId), 'utf8'), clusterId);
  const taggedIds = async (clusterId: string) => new Set((await direct.tags([key(clusterId)])).map(tag => tag.resourceId));
  const tagger = (clusterId: string, fleet: Fleet, props = {}) => new ClusterTagger({
    clusterId, vpcId: fleet.vpcId, endpoint: proxy.endpoint, recordFile: recordOf(clusterId), cloudRoutes: false, ...props,
  });
  /** Takes the tags of a test away again, so that no test sees another's cluster. */
  const cleanUp = async (clusterId: string, fleet: Fleet) => {
    proxy.reset();
    await tagger(clusterId, fleet).remove();
    expect([...await taggedIds(clusterId)]).toEqual([]);
  };

  function startCli(args: readonly string[]): ChildProcess {
    const tsx = resolve(__dirname, '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
    return spawn(process.execPath, ['--import', resolve(tsx, '..', 'loader.mjs'), join(__dirname, 'child.ts'), ...args], {
      cwd: folder, env: { ...process.env, ...AWS_ENVIRONMENT }, stdio: 'ignore',
    });
  }

  const cliArgs = (clusterId: string, fleet: Fleet) => [
    'tag', 'apply', '--yes', '--cluster-id', clusterId, '--vpc-id', fleet.vpcId, '--endpoint', proxy.endpoint, '--record', recordOf(clusterId),
    '--no-cloud-routes',
  ];

  /** Runs the CLI until the proxy kills it around the given CreateTags call. */
  async function killedRun(clusterId: string, fleet: Fleet, call: number, when: 'before' | 'after'): Promise<void> {
    const child = startCli(cliArgs(clusterId, fleet));
    const ended = new Promise<NodeJS.Signals | null>(done => child.once('exit', (_, signal) => done(signal)));
    proxy.fault = ({ action, number }) => (action === 'CreateTags' && number === call
      ? { kind: 'run', when, action: async () => { child.kill('SIGKILL'); await ended; } } : undefined);
    expect(await ended).toBe('SIGKILL');
  }

  it('tags 5,000 instances in the fewest calls, killed in between, with throttling and a dropped connection on the way', async () => {
    await killedRun('large', large, 3, 'after');
    const atKill = await taggedIds('large');
    expect(atKill.size).toBeGreaterThanOrEqual(1_000);
    expect(atKill.size).toBeLessThan(LARGE);
    const known = new Set(record('large').entries.map(entry => entry.resourceId));
    expect([...atKill].filter(id => !known.has(id))).toEqual([]);

    proxy.reset();
    proxy.fault = ({ action, number }) => {
      if (action === 'DescribeInstances'
        && number === 3) return { kind: 'error', status: 503, code: 'RequestLimitExceeded', message: 'Request limit exceeded.' };
      if (action === 'CreateTags' && number === 2) {
        return {
          kind: 'error',
          status: 503,
          code: 'RequestLimitExceeded',
          message: 'Request limit exceeded.',
        };
      }
      if (action === 'CreateTags' && number === 4) return { kind: 'drop', when: 'after' };
      return undefined;
    };
    const { failures } = await tagger('large', large).apply();
    expect(failures).toEqual([]);
    const tagged = await taggedIds('large');
    expect(large.instanceIds.filter(id => !tagged.has(id))).toEqual([]);
    // Pages of 1,000: five, and one again because it was throttled.
    expect(proxy.count('DescribeInstances')).toBe(LARGE / 1_000 + 1);
    // Nothing is tagged twice: what the killed run did is not sent again; the two calls with a fault are.
    const sent = proxy.calls.filter(call => call.action === 'CreateTags');
    expect(sent.flatMap(call => call.ids).filter(id => atKill.has(id))).toEqual([]);
    const left = LARGE + 4 - atKill.size;
    expect(sent.length).toBeLessThanOrEqual(Math.ceil(left / 1_000) + 2 + 2);
    expect(record('large').entries.every(entry => entry.state === 'added')).toBe(true);
    expect(new Set(record('large').entries.map(entry => entry.resourceId))).toEqual(tagged);
    await cleanUp('large', large);
  });

  it.each([[1, 'before'], [1, 'after'], [2, 'after'], [3, 'before']] as const)('goes on after a kill %#', async (call, when) => {
    const id = `kill-${call}-${when}`;
    await killedRun(id, small, call, when);
    proxy.reset();
    await tagger(id, small).apply();
    const tagged = await taggedIds(id);
    expect(tagged.size).toBe(SMALL + 1 + 3);
    expect(new Set(record(id).entries.map(entry => entry.resourceId))).toEqual(tagged);
    expect(record(id).entries.every(entry => entry.state === 'added')).toBe(true);
    await cleanUp(id, small);
  });

  it('isolates an instance that is gone since it was described, and tags the rest', async () => {
    const gone = small.instanceIds[7];
    proxy.fault = ({ action, ids }) => (action === 'CreateTags' && ids.includes(gone)
      ? { kind: 'error', status: 400, code: 'TagLimitExceeded', message: 'The maximum number of Tags for a resource has been reached.' } : undefined);
    const { failures, changed } = await tagger('partial', small).apply();
    expect(failures).toEqual([expect.objectContaining({ tags: [expect.objectContaining({ resourceId: gone })], code: 'TagLimitExceeded' })]);
    expect(changed).toBe(SMALL - 1 + 1 + 3 * 2);
    const tagged = await taggedIds('partial');
    expect(small.instanceIds.filter(id => !tagged.has(id))).toEqual([gone]);
    await cleanUp('partial', small);
  });

  it('waits for a fresh instance that CreateTags does not know yet', async () => {
    const [fresh] = small.instanceIds;
    let refusals = 0;
    proxy.fault = ({ action, ids }) => {
      if (action !== 'CreateTags' || !ids.includes(fresh) || refusals === 2) return undefined;
      refusals++;
      return { kind: 'error', status: 400, code: 'InvalidInstanceID.NotFound', message: `The instance ID '${fresh}' does not exist` };
    };
    expect((await tagger('fresh', small).apply()).failures).toEqual([]);
    expect(refusals).toBe(2);
    expect((await taggedIds('fresh')).has(fresh)).toBe(true);
    await cleanUp('fresh', small);
  });

  it('stands slow answers and connections that break before and after the server has done the work', async () => {
    proxy.fault = ({ action, number }) => {
      if (action === 'CreateTags' && number === 1) return { kind: 'drop', when: 'after' };
      if (action === 'DescribeSubnets' && number === 1) return { kind: 'drop', when: 'before' };
      return { kind: 'delay', milliseconds: 50 };
    };
    expect((await tagger('slow', small).apply()).failures).toEqual([]);
    expect((await taggedIds('slow')).size).toBe(SMALL + 1 + 3);
    await cleanUp('slow', small);
  });

  it('reports an id that does not exist and finds the others, by ids', async () => {
    const unknown = 'i-0123456789abcdef0';
    const plan = await tagger('ids', small, { vpcId: undefined, instanceIds: [...small.instanceIds.slice(0, 201), unknown] }).plan();
    expect(plan.changes.filter(change => change.action === 'conflict').map(change => change.resourceId)).toEqual([unknown]);
    expect(plan.changes.filter(change => change.resource === 'worker-instance' && change.action === 'add')).toHaveLength(201);
    expect(proxy.count('CreateTags')).toBe(0);
  });

  it('does it all from the command line: plan, apply, verify, remove', async () => {
    const out: string[] = [];
    const err: string[] = [];
    const io = { out: (text: string) => { out.push(text); }, err: (text: string) => { err.push(text); }, isTerminal: false, cwd: folder };
    const cli = async (command: string, ...more: string[]) => {
      out.length = err.length = 0;
      const ids = small.instanceIds.slice(0, 20).join(',');
      const args = ['--cluster-id', 'cli', '--instance-ids', ids, '--no-cloud-routes', '--endpoint', proxy.endpoint, ...more];
      return main(['tag', command, ...args], io);
    };
    expect(await cli('verify')).toBe(1);
    expect(out.join('')).toContain('the cloud-controller-manager says: AWS cloud failed to find ClusterID');
    expect(await cli('plan', '--format', 'json')).toBe(0);
    expect(JSON.parse(out.join('')).changes.filter((change: { action: string }) => change.action === 'add')).toHaveLength(20 + 1 + 2 * 2);
    expect(await cli('apply')).toBe(0);
    expect(out.join('')).toContain('nothing was changed: run again with --yes');
    expect(proxy.count('CreateTags')).toBe(0);
    expect(await cli('apply', '--yes')).toBe(0);
    expect(out.join('')).toContain('added 25 tags');
    expect(err.join('')).toContain('25 of 25 tags\n');
    expect(await cli('verify')).toBe(0);
    expect(await cli('remove')).toBe(0);
    expect(out.join('')).toContain('nothing was changed');
    expect((await taggedIds('cli')).size).toBe(23);
    expect(await cli('remove', '--yes', '--format', 'json')).toBe(0);
    expect(JSON.parse(out.join(''))).toMatchObject({ applied: true, changed: 25, failures: [] });
    expect((await taggedIds('cli')).size).toBe(0);
  });
});
