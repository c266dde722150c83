import { join } from 'node:path';
import { replay } from './replay';
import { Holding, holdings, modelled, Trace, TracedProcess } from './trace';
import { readTraces } from './trace-file';
import { locksToRun } from '../../src/lib/model/process';

/** Of real components: `npx tsx e2e/main.ts --quick --traces=e2e/traces <scenario>`. */
const RECORDED = readTraces(join(__dirname, '..', 'traces'));
const WAKING = 6_000;

const CONFIGURATION = `kind: LeaderMigrationConfiguration
apiVersion: controllermanager.config.k8s.io/v1
leaderName: cloud-provider-extraction-migration
controllerLeaders:
- name: service
  component: "*"
`;
const MIGRATION = { 'enable-leader-migration': 'true', 'leader-migration-config': '/etc/leadermigration.conf' };
const [MAIN, CCM_MAIN, LOCK] = ['kube-controller-manager', 'cloud-controller-manager', 'cloud-provider-extraction-migration'];

const kcm = (name: string, more: Partial<TracedProcess> = {}): TracedProcess => ({
  name,
  component: 'kube-controller-manager',
  release: '1.26.15',
  flags: { 'cloud-provider': 'aws', 'configure-cloud-routes': 'false', ...MIGRATION },
  configuration: CONFIGURATION,
  paused: [],
  ...more,
});
const ccm = (name: string, more: Partial<TracedProcess> = {}): TracedProcess => ({
  ...kcm(name), component: 'aws-cloud-controller-manager', release: '1.27.0', ...more,
});
const run = (process: string, from: number, to: number, controller = 'service') => ({ controller, process, from, to });
const held = (process: string, from: number, to: number, ...leases: string[]): Holding => ({ process, from, to, leases });

/** The leader of version N ends, and the cloud-controller-manager follows. */
const FINE: Trace = {
  processes: [kcm('old'), ccm('new')],
  held: [held('old', 0, 9_000, MAIN, LOCK), held('new', 0, 8_500, CCM_MAIN), held('new', 9_000, 20_000, CCM_MAIN, LOCK)],
  runs: [run('old', 100, 9_100), run('new', 9_900, 20_000)],
};

describe('a trace that is replayed', () => {
  it('is as the model says', () => {
    expect(replay(FINE, WAKING)).toStrictEqual([]);
  });

  it.each<[string, Partial<Trace>, readonly string[]]>([
    ['a controller that the process never runs', { runs: [...FINE.runs, run('new', 10_000, 20_000, 'nodeipam')] },
      ['new ran nodeipam, which the model says that it never does']],
    ['a controller in a process that was not recorded', { runs: [run('other', 0, 1)] },
      ['other ran service, and what it was started with was not recorded']],
    ['a controller without a lock that it needs', { held: [held('old', 0, 9_000, MAIN)] },
      [`old ran service and did not hold ${LOCK}, which the model says that it needs`]],
    ['a controller that goes on when the lock is lost', { held: [held('old', 0, 4_000, MAIN, LOCK), held('old', 5_000, 9_000)] },
      [MAIN, LOCK].map(lock => `old ran service and did not hold ${lock}, which the model says that it needs`)],
    ['a lock that two hold', { held: [held('old', 0, 9_000, MAIN, LOCK), held('new', 8_999, 20_000, CCM_MAIN, LOCK)] },
      [`old and new held ${LOCK}`]],
    ['a controller in two processes that one lock keeps apart', { held: [], runs: [run('old', 0, 9_100), run('new', 9_000, 20_000)] },
      [`old and new ran service, and the model says that they need ${LOCK} both`]],
  ])('shows %s', (_, change, problems) => {
    expect(replay({ ...FINE, ...change }, WAKING)).toStrictEqual(problems);
  });

  it('may show a controller in two processes that have no lock in common: the proof says so too', () => {
    const off = { processes: [kcm('old', { flags: { 'cloud-provider': 'aws' }, configuration: null }), ccm('new')] };
    const both = { runs: [run('old', 0, 20_000), run('new', 9_000, 20_000)], held: [held('old', 0, 20_000, MAIN), FINE.held[2]] };
    expect(replay({ ...off, ...both }, WAKING)).toStrictEqual([]);
  });

  it('concludes nothing from a process that is stopped or has just woken, and everything from what comes after', () => {
    const paused = [{ from: 2_000, to: 9_000 }];
    const after = (to: number): Trace => ({
      processes: [kcm('old', { paused }), ccm('new')],
      held: [held('old', 0, to, MAIN, LOCK), held('new', 7_000, 20_000, CCM_MAIN, LOCK)],
      runs: [run('old', 0, to), run('new', 7_000, 20_000)],
    });
    expect(replay(after(9_000 + WAKING), WAKING)).toStrictEqual([]);
    expect(replay(after(9_001 + WAKING), WAKING)).toStrictEqual([
      `old and new held ${LOCK}`, `old and new ran service, and the model says that they need ${LOCK} both`,
    ]);
  });
});

describe('answers of a process', () => {
  const answer = (at: number, ...leases: string[]) => ({ asked: at, answered: at + 10, leases });

  it('are times from the first answer of a kind to when the last was asked for', () => {
    const answers = [answer(0), answer(100), answer(200, MAIN), answer(300, MAIN), answer(400, MAIN, LOCK), answer(500, MAIN, LOCK)];
    expect(holdings('a', answers)).toStrictEqual([held('a', 10, 100), held('a', 210, 300, MAIN), held('a', 410, 500, MAIN, LOCK)]);
  });

  it('are no time where one was given once', () => {
    expect(holdings('a', [answer(0, MAIN), answer(100), answer(200, MAIN)])).toStrictEqual([]);
  });
});

describe('recorded traces', () => {
  it('are of a migration, and of one without locks in common', () => {
    expect(RECORDED.map(([name]) => name)).toStrictEqual(['migration-off', 'strikes-1-to-2']);
    expect(RECORDED.map(([, { held: all }]) => all.some(({ leases }) => leases.length === 2))).toStrictEqual([false, true]);
  });

  it.each(RECORDED)('%s shows nothing that the model says cannot be', (_, trace) => {
    expect(replay(trace, WAKING)).toStrictEqual([]);
    expect(trace.runs.length).toBeGreaterThan(5);
    expect(trace.held.filter(({ leases }) => leases.length > 0).length).toBeGreaterThan(1);
  });

  it.each(RECORDED)('%s would show it if one process held no lock, held one that another has, or were started otherwise', (_, trace) => {
    const { process, controller } = trace.runs.find(one => trace.held.some(each => each.process === one.process && each.leases.length > 0))!;
    const without = trace.held.map(one => one.process === process ? { ...one, leases: [] } : one);
    expect(replay({ ...trace, held: without }, WAKING).join('\n')).toContain(`${process} ran`);
    const everywhere = trace.held.map(one => ({ ...one, leases: [...one.leases, LOCK] }));
    expect(replay({ ...trace, held: everywhere }, WAKING).join('\n')).toContain(` held ${LOCK}`);
    const external = trace.processes.map(one => one.name === process ? { ...one, flags: { ...one.flags, controllers: `*,-${controller}` } } : one);
    expect(replay({ ...trace, processes: external }, WAKING)).toContain(`${process} ran ${controller}, which the model says that it never does`);
  });

  it('have processes with and without Leader Migration, of both components', () => {
    const all = RECORDED.flatMap(([, { processes }]) => processes);
    expect([...new Set(all.map(({ component }) => component))].sort()).toStrictEqual(['aws-cloud-controller-manager', 'kube-controller-manager']);
    const needs = all.map(one => locksToRun(modelled(one), 'service')?.size ?? 0);
    expect([...new Set(needs)].sort()).toStrictEqual([0, 1, 2]);
  });
});
