import { seeded } from '../../e2e/lib/random';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(24 * 3_600_000);

/**
 * How many of the calls fail; `21-40`: these, as they are asked; `all`: each, and each that is asked only after one has failed; a text: those that
 * have it.
 */
const FAULTS = process.env.FAULTS ?? '3';
const SEED = Number(process.env.FAULTS_SEED ?? 1);

/** What the other nodes may be asked before one is asked again. */
const MEANWHILE = 6;

const LOCK = 'lease/kube-system/ccm-migration';
const CCM = 'daemonset/kube-system/aws-cloud-controller-manager';

/** A way through a cluster: what it says when it is done, and what is then there. */
interface Way {
  readonly playbook: string;
  readonly said: string;
  readonly now: (cluster: SimulatedProject) => unknown;
}

function chosen(asked: readonly string[]): readonly string[] {
  if (FAULTS === 'all') return asked;
  const [, from, to] = /^(\d+)-(\d+)$/.exec(FAULTS) ?? [];
  if (from !== undefined) return asked.slice(Number(from) - 1, Number(to));
  if (!/^\d+$/.test(FAULTS)) return asked.filter(call => call.includes(FAULTS));
  const random = seeded(SEED);
  return Array.from({ length: Number(FAULTS) }, () => asked[Math.floor(random() * asked.length)]);
}

function takeOver(cluster: SimulatedProject): readonly string[] {
  const holder = (cluster.object(LOCK)?.spec as { holderIdentity?: string } | undefined)?.holderIdentity;
  return holder === undefined ? [] : ['-e', JSON.stringify({ take_over: holder })];
}

/** Whether a run may go on after a call that failed: it asked again, or gave back a lock that runs out. */
function goesOnWithout(call: string, asked: readonly string[]): boolean {
  const again = call.replace(/\d+$/, number => String(Number(number) + 1));
  const next = asked.slice(asked.indexOf(call) + 1).slice(0, MEANWHILE);
  return next.includes(again) || (call.includes('patch leases') && call.includes('"op": "remove", "path": "/spec/holderIdentity"'));
}

/**
 * Runs the playbook until each call has failed once, one in a run: the next run goes on where it was left, and starts anew when the way is done.
 * The last run is one from the start.
 */
async function failEach(cluster: SimulatedProject, { playbook, said: done, now }: Way): Promise<readonly string[]> {
  cluster.keep();
  const clean = await cluster.runFailing(playbook, []);
  expect(clean).toMatchObject({ status: 0, said: expect.stringContaining(done) });
  const wanted = now(cluster);
  const known = new Set(clean.asked);
  const left = new Set(chosen([...known]));
  const failed: string[] = [];
  process.stderr.write(`${playbook}: ${left.size} of ${known.size} calls fail\n`);
  let fromTheStart = true;
  cluster.restore();
  for (;;) {
    const { status, said, asked, failed: call } = await cluster.runFailing(playbook, left, takeOver(cluster));
    const what = `${call ?? 'nothing'} failed, after ${failed.slice(-1)[0] ?? 'nothing'}`;
    expect([what, said.includes(done)]).toEqual([what, status === 0]);
    if (status === 0) expect([what, now(cluster), call === undefined || goesOnWithout(call, asked)]).toEqual([what, wanted, true]);
    if (call === undefined) {
      expect([what, status, said]).toEqual([what, 0, said]);
      if (fromTheStart) break;
    } else {
      failed.push(call);
      left.delete(call);
      process.stderr.write(`${playbook} ${failed.length}, ${left.size} left: status ${status}: ${call.slice(0, 160)}\n`);
    }
    if (FAULTS === 'all') for (const kind of asked.filter(one => !known.has(one))) left.add(kind);
    asked.forEach(kind => known.add(kind));
    fromTheStart = status === 0;
    if (fromTheStart) cluster.restore();
  }
  // How often something is asked while a run waits is not the same in each.
  expect([...left].filter(kind => /#1$/.test(kind))).toEqual([]);
  return failed;
}

// A call that fails is an error and never "not there": whatever it was, the run does not say that it is done with the cluster in another state, and
// the next run goes on.
describeNeeding('each call to the API and to a node, failed once', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  const [first] = CONTROL_PLANE;
  let cluster: SimulatedProject;
  beforeEach(async () => { cluster = await (await new SimulatedProject('n', 'n', '1.26.15').deployed('n')).plan('n', 'mixed'); });
  afterEach(() => cluster.destroy());

  const files = (of: SimulatedProject) => of.nodes.map(node => of.node(node));
  const state = (of: SimulatedProject) => [files(of), of.has(`labels/${first}`), of.object(CCM) !== undefined];

  it('on the way there', async () => {
    const failed = await failEach(cluster, { playbook: 'migrate', said: 'the cluster is in state mixed', now: state });
    expect(failed.length).toBeGreaterThan(0);
    expect([...cluster.synthesized('mixed', 'n-plus-1', first)].filter(([path, text]) => cluster.node(first).get(path) !== text)).toEqual([]);
  });

  it('on the way back', async () => {
    const before = state(cluster);
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    const failed = await failEach(cluster, { playbook: 'back', said: 'all steps of this plan are taken back', now: state });
    expect(failed.length).toBeGreaterThan(0);
    expect(state(cluster)).toEqual(before);
  });
});
