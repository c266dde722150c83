import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { seeded } from '../../e2e/lib/random';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { BEFORE_UPGRADE } from '../../src/lib/plan/state';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, FailingRun, SimulatedProject } from '../../test/cli/simulated-project';
import { appFiles } from '../../test/lib/plan/app-fixture';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(24 * 3_600_000);

/**
 * How many of the calls fail; `21-40`: these, as they are asked; `21-`: these and all after them, and each that is asked only after one has failed;
 * `all`: the same from the first on; a text: those that have it.
 */
const FAULTS = (process.env.FAULTS ?? '3').replace(/^all$/, '1-');
/** A file of the calls that failed before, in whatever way: they are not failed again, and those that do are added. Runs may share it. */
const FAILED = process.env.FAULTS_FAILED;
const IS_OPEN = /^\d+-$/.test(FAULTS);
const SEED = Number(process.env.FAULTS_SEED ?? 1);

/** Where a way begins and ends, by which strategy, and its cluster. */
type Start = [string, string, string, () => Promise<SimulatedProject>];

/** What a node may be asked before the same is asked again. */
const MEANWHILE = 6;

/** A way through a cluster: what it says when it is done, and what is then there. */
interface Way {
  readonly playbook: string;
  readonly said: string;
  readonly now: (cluster: SimulatedProject) => unknown;
}

function chosen(asked: readonly string[]): readonly string[] {
  const [, from, to] = /^(\d+)-(\d*)$/.exec(FAULTS) ?? [];
  if (from !== undefined) return asked.slice(Number(from) - 1, to === '' ? undefined : Number(to));
  if (!/^\d+$/.test(FAULTS)) return asked.filter(call => call.includes(FAULTS));
  const random = seeded(SEED);
  const left = [...asked];
  return Array.from({ length: Math.min(Number(FAULTS), asked.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}

/** A file has one on each line. */
function failedBefore(): ReadonlySet<string> {
  return new Set(FAILED !== undefined && existsSync(FAILED) ? readFileSync(FAILED, 'utf8').split('\n') : []);
}

/** A call without which a run may go on: a lock is given back that runs out by itself. */
const SPARE = /patch leases.*"op": "remove", "path": "\/spec\/holderIdentity"/;

/** What a run of a chain says where it is the turn of the cluster's owner; before it stands what the run before said. */
const TURN = /not (\d+\.\d+\.\d+): upgrading them is your step/g;

/** One call fails; where the run waits for the owner of the cluster, who does it, the next goes on as if it were the same. */
async function runFailing(cluster: SimulatedProject, playbook: string, failing: Iterable<string>, args: readonly string[]): Promise<FailingRun> {
  const run = await cluster.runFailing(playbook, failing, args);
  const [, release] = [...run.said.replace(/\s+/g, ' ').matchAll(TURN)].at(-1) ?? [];
  if (run.failed !== undefined || release === undefined || cluster.text('version') === release) return run;
  cluster.serve(release);
  const next = await runFailing(cluster, playbook, failing, cluster.takingOver);
  return { ...next, asked: [...new Set([...run.asked, ...next.asked])] };
}

/** Whether a run may go on after a call that failed: it asked again, or can do without. */
function goesOnWithout(call: string, askedAgainAfter: number): boolean {
  return askedAgainAfter < MEANWHILE || SPARE.test(call);
}

/**
 * Runs the playbook until each call has failed once, one in a run: the next run goes on where it was left, and starts anew when the way is done.
 * The last run is one from the start.
 *
 * @returns what failed, now or in an earlier run
 */
async function failEach(cluster: SimulatedProject, { playbook, said: done, now }: Way): Promise<readonly string[]> {
  cluster.keep();
  const before = now(cluster);
  const clean = await runFailing(cluster, playbook, [], []);
  expect(clean).toMatchObject({ status: 0, said: expect.stringContaining(done) });
  const wanted = now(cluster);
  expect(wanted).not.toEqual(before);
  const known = new Set(clean.asked);
  const toFail = chosen([...known]);
  const left = new Set(toFail);
  const failed: string[] = [];
  const wrong: { readonly failed?: string; readonly [what: string]: unknown }[] = [];
  process.stderr.write(`${playbook}: ${left.size} of ${known.size} calls fail\n`);
  let fromTheStart = true;
  cluster.restore();
  for (;;) {
    for (const call of failedBefore()) left.delete(call);
    const { status, said, asked, failed: call, askedAgainAfter } = await runFailing(cluster, playbook, left, cluster.takingOver);
    const isDone = status === 0;
    const isThere = !isDone || isDeepStrictEqual(now(cluster), wanted);
    const mayGoOn = !isDone || call === undefined || goesOnWithout(call, askedAgainAfter);
    if (said.includes(done) !== isDone || !isThere || !mayGoOn) {
      wrong.push({ failed: call, after: failed.slice(-1)[0], status, isThere, mayGoOn, said });
      process.stderr.write(`${playbook}: WRONG (${isThere ? 'went on without an answer' : 'another state'}) after ${call}\n`);
    }
    if (call === undefined) {
      if (!isDone) wrong.push({ failed: 'nothing', after: failed.slice(-1)[0], status, said });
      if (fromTheStart || !isDone) break;
    } else {
      failed.push(call);
      left.delete(call);
      if (FAILED !== undefined && !wrong.some(one => one.failed === call)) appendFileSync(FAILED, `${call}\n`);
      process.stderr.write(`${playbook} ${failed.length}, ${left.size} left: status ${status}: ${call.slice(0, 160)}\n`);
    }
    if (IS_OPEN) for (const kind of asked.filter(one => !known.has(one))) left.add(kind);
    asked.forEach(kind => known.add(kind));
    fromTheStart = isDone;
    if (fromTheStart) cluster.restore();
  }
  expect(wrong).toEqual([]);
  // How often something is asked while a run waits is not the same in each; what follows one failure alone is not asked again after it.
  expect(clean.asked.filter(kind => left.has(kind) && /#1$/.test(kind))).toEqual([]);
  return [...failed, ...toFail.filter(call => !failed.includes(call) && failedBefore().has(call))];
}

// A call that fails is an error and never "not there": whatever it was, the run does not say that it is done with the cluster in another state, and
// the next run goes on.
describeNeeding('each call to the API and to a node, failed once', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  const files = (of: SimulatedProject) => of.nodes.map(node => of.node(node));
  const contents = (of: SimulatedProject) => Object.entries(of.objects).map(([key, { metadata, ...content }]) => [key, content]);
  const state = (of: SimulatedProject) => [files(of), readdirSync(of.place('labels')).sort(), contents(of)];

  const [first] = CONTROL_PLANE;
  /** What the first node has in the end. */
  let wanted: ReadonlyMap<string, string>;

  describe.each<Start>([
    ['n', 'mixed', 'leader-migration', async () => {
      const made = await SimulatedProject.ofN();
      wanted = made.synthesized('mixed', 'n-plus-1', first);
      return made;
    }],
    ['n-plus-1', 'disabled', 'leader-migration', async () => {
      const made = await new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16').deployed('n-plus-1', ...CONTROL_PLANE);
      wanted = made.synthesized('disabled', 'n-plus-1', first);
      return made;
    }],
    ['n', 'not-started', 'leader-migration', async () => {
      const made = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n');
      wanted = made.node(first);
      // Only a way there leaves the copies that this one needs.
      expect(await made.run('migrate')).toMatchObject({ status: 0 });
      return made;
    }],
    ['mixed', 'n-plus-1', 'leader-migration', async () => {
      const made = await SimulatedProject.ofWorkers();
      wanted = made.synthesized('n-plus-1', 'n-plus-1', first);
      return made;
    }],
    [BEFORE_UPGRADE, 'disabled', 'an upgrade', async () => {
      const made = await (await SimulatedProject.ofSteadyState('v1.36.1', 'v1.37.0')).planned('--upgrade-from', 'before');
      wanted = made.synthesized('disabled', 'n-plus-1', first);
      return made;
    }],
    [BEFORE_UPGRADE, 'disabled', 'a chain of upgrades', async () => {
      const made = await SimulatedProject.ofChain([['v1.35.2', '1.35.6'], ['v1.36.1', '1.36.4'], ['v1.37.0', '1.37.1']]);
      wanted = made.synthesized('disabled', 'n-plus-1', first);
      return made;
    }],
    ...[MigrationStrategy.downtime(), MigrationStrategy.controllersOffThenOn()].map((strategy): Start => ['n', 'n-plus-1', strategy.name, () => {
      const made = new SimulatedProject('n', 'n', '1.26.15', appFiles({ strategy }));
      wanted = made.synthesized('n-plus-1', 'n-plus-1', first);
      return Promise.resolve(made);
    }]),
  ])('from %s to %s by %s', (from, to, _, made) => {
    beforeEach(async () => {
      const one = await made();
      cluster = from === BEFORE_UPGRADE ? one : await one.plan(from, to);
    });

    it('on the way there', async () => {
      const failed = await failEach(cluster, { playbook: 'migrate', said: `the cluster is in state ${to}`, now: state });
      expect(failed.length).toBeGreaterThan(0);
      expect([...wanted].filter(([path, text]) => cluster.node(first).get(path) !== text)).toEqual([]);
    });

    it('on the way back', async () => {
      const before = state(cluster);
      const servers = cluster.text('version');
      expect(await runFailing(cluster, 'migrate', [], [])).toMatchObject({ status: 0 });
      const failed = await failEach(cluster, { playbook: 'back', said: 'all steps of this plan are taken back', now: state });
      expect(failed.length).toBeGreaterThan(0);
      // A plan of upgrades ends where its first release may run; what is older is the owner's.
      if (from === BEFORE_UPGRADE) cluster.serve(servers);
      expect(state(cluster)).toEqual(before);
    });
  });
});
