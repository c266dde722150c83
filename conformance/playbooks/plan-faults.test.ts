import { seeded } from '../../e2e/lib/random';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(24 * 3_600_000);

/** How many of the calls fail, one a run; `FAULTS=all`: each of them. */
const FAULTS = process.env.FAULTS ?? '3';
const SEED = Number(process.env.FAULTS_SEED ?? 1);

const LOCK = 'lease/kube-system/ccm-migration';
const CCM = 'daemonset/kube-system/aws-cloud-controller-manager';

function takeOver(cluster: SimulatedProject): string[] {
  const holder = (cluster.object(LOCK)?.spec as { holderIdentity?: string } | undefined)?.holderIdentity;
  return holder === undefined ? [] : ['-e', JSON.stringify({ take_over: holder })];
}

/** The numbers of the calls that fail, among so many. */
function chosen(calls: number): readonly number[] {
  if (FAULTS === 'all') return Array.from({ length: calls }, (_, index) => index + 1);
  const random = seeded(SEED);
  return Array.from({ length: Number(FAULTS) }, () => 1 + Math.floor(random() * calls));
}

function migrated(cluster: SimulatedProject): unknown {
  const [first] = CONTROL_PLANE;
  return [[...cluster.synthesized('mixed', 'n-plus-1', first)].filter(([path, text]) => cluster.node(first).get(path) !== text),
    cluster.has(`labels/${first}`), cluster.object(CCM) !== undefined];
}

const MIGRATED = [[], true, true];

// A call that fails is an error and never "not there": whatever it was, the run does not say that it is done with the cluster in another state, and
// the next run ends well.
describeNeeding('each call to the API and to a node, failed once', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const deployed = async () => (await new SimulatedProject('n', 'n', '1.26.15').deployed('n')).plan('n', 'mixed');

  it('on the way there', async () => {
    cluster = await deployed();
    expect(await cluster.run('migrate')).toMatchObject({ status: 0 });
    expect(migrated(cluster)).toEqual(MIGRATED);
    const calls = chosen(cluster.calls.length);
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      cluster.destroy();
      cluster = await deployed();
      cluster.forgetCalls();
      const { status, said } = await cluster.run('migrate', [], { SIM_FAIL: String(call) });
      const what = `call ${call}: ${cluster.calls[call - 1]}`;
      if (status === 0) expect([what, migrated(cluster)]).toEqual([what, MIGRATED]);
      else expect([what, said.includes('the cluster is in state mixed')]).toEqual([what, false]);
      expect([what, (await cluster.run('migrate', takeOver(cluster))).status, migrated(cluster)]).toEqual([what, 0, MIGRATED]);
    }
  });

  it('on the way back', async () => {
    const there = async () => {
      const made = await deployed();
      const before = made.nodes.map(node => made.node(node));
      expect(await made.run('migrate')).toMatchObject({ status: 0 });
      made.forgetCalls();
      return { made, before };
    };
    let before;
    ({ made: cluster, before } = await there());
    expect(await cluster.run('back')).toMatchObject({ status: 0 });
    for (const call of chosen(cluster.calls.length)) {
      cluster.destroy();
      ({ made: cluster, before } = await there());
      const { status, said } = await cluster.run('back', [], { SIM_FAIL: String(call) });
      const what = `call ${call}: ${cluster.calls[call - 1]}`;
      const now = () => [cluster.nodes.map(node => cluster.node(node)), cluster.object(CCM), cluster.has(`labels/${CONTROL_PLANE[0]}`)];
      if (status === 0) expect([what, now()]).toEqual([what, [before, undefined, false]]);
      else expect([what, said.includes('all steps of this plan are taken back')]).toEqual([what, false]);
      expect([what, (await cluster.run('back', takeOver(cluster))).status, now()]).toEqual([what, 0, [before, undefined, false]]);
    }
  });
});
