import { ccm, file, kcm, LM, LM_FILE, OLD, ROUTES } from './processes';
import { withIdle } from '../../../src/lib/model/controller-state';
import { Fate } from '../../../src/lib/model/fate';
import { lockNames, lockSet } from '../../../src/lib/model/lock';
import { Process } from '../../../src/lib/model/process';
import { judge } from '../../../src/lib/proof/verdict';

const AWS = `--cloud-provider=aws ${ROUTES}`;
const EXTERNAL = '--cloud-provider=external';
const OLD_NODE = { label: 'node of version N', dir: 'n' };
const NEW_NODE = { label: 'node of version N+1', dir: 'n-plus-1' };
const N = kcm('1.26', `${AWS} ${LM}`, OLD_NODE);
const STOPPED: Fate = {
  kind: 'fails-at-start',
  startsControllers: false,
  causes: [{ concern: 'not-running', text: 'no node takes it', flags: [], fix: 'Let a node take it.' }],
};
const OFF = { replication: { kind: 'deployment', replicas: 1, strategy: 'RollingUpdate' } } as const;

function verdict(...processes: readonly Process[]) {
  return judge({ kinds: processes.map(process => ({ name: process.label, processes: [process] })), workloads: [] });
}

describe('the story of an overlap', () => {
  it('names processes, locks, the controller, the reason and the remedy', () => {
    const overlap = verdict(N, ccm('1.28', LM, NEW_NODE)).exclusivity.counterexamples.find(one => one.controller === 'service');
    expect(overlap).toEqual({
      culprit: expect.objectContaining({ dir: 'n-plus-1' }),
      controller: 'service',
      processes: [
        {
          dir: 'n',
          component: 'kube-controller-manager',
          version: '1.26',
          locks: ['kube-controller-manager',
            'cloud-provider-extraction-migration'],
        },
        { dir: 'n-plus-1', component: 'cloud-controller-manager', version: '1.28', locks: ['cloud-controller-manager'] },
      ],
      message: 'node of version N: KCM 1.26 runs `service` holding {kube-controller-manager, cloud-provider-extraction-migration}; '
        + 'node of version N+1: CCM 1.28 runs `service-lb-controller` holding {cloud-controller-manager}; no lock in common, '
        + 'because the built-in default of 1.28 names `service-controller`, which is not a controller',
      story: [
        'node of version N: KCM 1.26 runs `service` holding {kube-controller-manager, cloud-provider-extraction-migration}',
        'node of version N+1: CCM 1.28 runs `service-lb-controller` holding {cloud-controller-manager}',
        'no lock in common, because the built-in default of 1.28 names `service-controller`, which is not a controller',
      ],
      fix: 'Write a configuration file with `service-lb-controller`.',
    });
  });

  const UNLOCKED = '--leader-elect=false';
  test.each<[string, readonly Process[], string]>([
    ['their components', [N, ccm('1.26', '', NEW_NODE)], 'Leader Migration is off in CCM 1.26'],
    ['their releases', [kcm('1.25', AWS, OLD_NODE), kcm('1.26', `${AWS} ${UNLOCKED}`, NEW_NODE)],
      'KCM 1.26 is started with --leader-elect=false, which also switches Leader Migration off'],
    ['nothing, as it is one', [kcm('1.26', `${EXTERNAL} ${UNLOCKED}`, NEW_NODE)],
      'KCM 1.26 is started with --leader-elect=false, which also switches Leader Migration off'],
    ['where they run', [kcm('1.26', AWS, OLD_NODE), kcm('1.26', `${AWS} ${UNLOCKED}`, NEW_NODE)],
      'node of version N+1: KCM 1.26 is started with --leader-elect=false, which also switches Leader Migration off'],
  ])('says at the end which process it is by what tells the two apart: %s', (_, processes, why) => {
    const overlap = verdict(...processes).exclusivity.counterexamples.find(({ culprit }) => culprit!.dir === 'n-plus-1')!;
    expect(overlap.story.at(-1)).toBe(`no lock in common, because ${why}`);
  });

  it('does not name a release that the input does not state', () => {
    const taken = ccm('1.28', LM, { ...NEW_NODE, isReleaseTaken: true });
    const overlap = verdict(N, taken).exclusivity.counterexamples.find(one => one.controller === 'service')!;
    expect(overlap.message).toContain('node of version N+1: CCM of an unknown release (say 1.28) runs `service-lb-controller`');
    expect(overlap.message).toContain('the built-in default of an unknown release (say 1.28) names');
    expect(overlap.processes.map(({ version }) => version)).toEqual(['1.26', 'unknown']);
  });

  const [without, elsewhere] = ['--leader-elect=false', '--leader-elect-resource-namespace=other'];
  test.each<[string, readonly Process[], string, string]>([
    ['file with the names of another minor', [N, ccm('1.28', LM_FILE, { ...NEW_NODE, ...file('v1', OLD) })],
      'the configuration file of node of version N+1: CCM 1.28 lists `service`, `route`, `cloud-node-lifecycle`, not '
        + '`cloud-node-lifecycle-controller`, '
      + 'the key of that release', 'List `cloud-node-lifecycle-controller` in its configuration file.'],
    ['file that lists nothing', [N, ccm('1.27', LM_FILE, { ...NEW_NODE, ...file('v1', []) })],
      'the configuration file of node of version N+1: CCM 1.27 lists nothing, not `cloud-node-lifecycle`, the key of that release',
      'List `cloud-node-lifecycle` in its configuration file.'],
    ['files that list nothing on both sides',
      [kcm('1.26', `${AWS} ${LM_FILE}`, { ...OLD_NODE, ...file('v1', []) }), ccm('1.27', LM_FILE, { ...NEW_NODE, ...file('v1', []) })],
      'the configuration file of node of version N+1: CCM 1.27 lists nothing, not `cloud-node-lifecycle`, the key of that release',
      'List `cloud-node-lifecycle` in its configuration file.'],
    ['file that lists nothing on the old side', [kcm('1.26', `${AWS} ${LM_FILE}`, { ...OLD_NODE, ...file('v1', []) }), ccm('1.27', LM, NEW_NODE)],
      'the configuration file of node of version N: KCM 1.26 lists nothing, not `cloud-node-lifecycle`, the key of that release',
      'List `cloud-node-lifecycle` in its configuration file.'],
    ['controller that the built-in default leaves out',
      [kcm('1.26', `${EXTERNAL} ${ROUTES} ${LM}`, OLD_NODE), ccm('1.27', `${ROUTES} ${LM}`, { ...NEW_NODE, hasNodeIpam: true })],
      'the built-in default of 1.27 does not name `nodeipam`', 'Write a configuration file with `nodeipam`.'],
    ['Leader Migration on one side', [N, ccm('1.27', '', NEW_NODE)], 'Leader Migration is off in node of version N+1: CCM 1.27',
      'Start it with --enable-leader-migration, or exclude `cloud-node-lifecycle` from its --controllers.'],
    ['lock names', [N, ccm('1.27', LM_FILE, { ...NEW_NODE, ...file('v1', OLD, { leaderName: 'x' }) })],
      'the migration locks are called cloud-provider-extraction-migration and x', 'Use one leaderName on both sides.'],
    ['namespaces', [N, ccm('1.27', `${LM} ${elsewhere}`, NEW_NODE)],
      'the migration locks are different objects, leases/kube-system/cloud-provider-extraction-migration and '
        + 'leases/other/cloud-provider-extraction-migration',
      'Use one --leader-elect-resource-namespace and one resourceLock on both sides.'],
    ['main locks of one component', [kcm('1.26', EXTERNAL, OLD_NODE), kcm('1.27', `${EXTERNAL} ${elsewhere}`, NEW_NODE)], 'the two have different '
      + 'main locks',
    'Give both the same --leader-elect-resource-name, --leader-elect-resource-namespace and --leader-elect-resource-lock.'],
    ['main locks of managers of two clouds', [ccm('1.27', '--cloud-provider=gce', OLD_NODE), ccm('1.27', elsewhere, NEW_NODE)],
      'the two have different main locks, and of the clouds aws and gce each handles all Services and Nodes of the cluster',
      'Run the cloud-controller-manager of one cloud, or switch `cloud-node-lifecycle` off in --controllers of one of them.'],
    ['main locks of managers of one cloud', [ccm('1.27', '', OLD_NODE), ccm('1.27', elsewhere, NEW_NODE)], 'the two have different main locks',
      'Give both the same --leader-elect-resource-name, --leader-elect-resource-namespace and --leader-elect-resource-lock.'],
    ['a manager of another cloud beside a KCM', [ccm('1.27', '--cloud-provider=gce', NEW_NODE), N],
      'Leader Migration is off in node of version N+1: CCM 1.27',
      'Start it with --enable-leader-migration, or exclude `cloud-node-lifecycle` from its --controllers.'],
    ['main locks of kube-controller-managers of two clouds',
      [kcm('1.26', AWS, OLD_NODE), kcm('1.26', `--cloud-provider=gce ${ROUTES} ${elsewhere}`, NEW_NODE)], 'the two have different main locks',
      'Give both the same --leader-elect-resource-name, --leader-elect-resource-namespace and --leader-elect-resource-lock.'],
    ['no leader election', [N, ccm('1.27', `${LM} ${without}`, { ...NEW_NODE, replication: { ...OFF.replication, strategy: 'Recreate' } })],
      'node of version N+1: CCM 1.27 is started with --leader-elect=false, which also switches Leader Migration off', 'Remove --leader-elect=false.'],
    ['no leader election in a Deployment that rolls', [ccm('1.27', without, { ...NEW_NODE, ...OFF })],
      'node of version N+1: CCM 1.27 is started with --leader-elect=false, which also switches Leader Migration off',
      'Remove --leader-elect=false.'],
    ['no leader election in a Deployment of two', [ccm('1.27', without, { ...NEW_NODE, replication: { ...OFF.replication, replicas: 2 } })],
      'node of version N+1: CCM 1.27 is started with --leader-elect=false, which also switches Leader Migration off', 'Remove --leader-elect=false.'],
    ['no leader election on every node', [kcm('1.26', `${EXTERNAL} ${without}`, NEW_NODE)],
      'node of version N+1: KCM 1.26 is started with --leader-elect=false, which also switches Leader Migration off', 'Remove --leader-elect=false.'],
  ])('explains: %s', (_, processes, why, fix) => {
    const overlap = verdict(...processes).exclusivity.counterexamples.find(one => one.controller !== 'cloud-node')!;
    expect(overlap.message).toContain(`no lock in common, because ${why}`);
    expect(overlap.message.endsWith(why)).toBe(true);
    expect(overlap.fix).toBe(fix);
  });

  it('tells of two replicas of one process', () => {
    const [overlap] = verdict(kcm('1.26', `${EXTERNAL} ${without}`, OLD_NODE)).exclusivity.counterexamples;
    expect(overlap.message).toMatch(/^two replicas of node of version N: KCM 1.26 run its other controllers holding no lock each; no lock in common/);
    expect(overlap.processes).toEqual([{ dir: 'n', component: 'kube-controller-manager', version: '1.26', locks: [] }]);
  });

  it('names locks in full where they are not Leases in kube-system', () => {
    const processes = [kcm('1.26', `${EXTERNAL} --leader-elect-resource-lock=endpointsleases ${elsewhere}`, OLD_NODE),
      kcm('1.27', EXTERNAL, NEW_NODE)];
    const [overlap] = verdict(...processes).exclusivity.counterexamples;
    expect(overlap.processes[0].locks).toEqual(['endpoints other/kube-controller-manager', 'leases other/kube-controller-manager']);
    expect(lockNames(lockSet('endpointsleases', 'kube-system', 'x'))).toEqual(['endpoints kube-system/x', 'x']);
  });
});

describe('the story of a controller that no process runs', () => {
  function starved(controller: string, ...processes: readonly Process[]) {
    return verdict(...processes).liveness.counterexamples.find(one => one.controller === controller)!;
  }

  it('names who holds what in which mix, and what to change', () => {
    const processes = [kcm('1.27', `${EXTERNAL} ${LM}`, NEW_NODE), ccm('1.27', LM, { label: 'DaemonSet', dir: 'dist' })];
    expect(starved('service', ...processes)).toEqual({
      controller: 'service',
      processes: [{
        dir: 'n-plus-1',
        component: 'kube-controller-manager',
        version: '1.27',
        locks: ['kube-controller-manager', 'cloud-provider-extraction-migration'],
      }],
      message: "with only 'node of version N+1' present: node of version N+1: KCM 1.27 holds {kube-controller-manager, "
        + 'cloud-provider-extraction-migration} '
        + "and has no service to run; no process runs 'service'",
      story: [
        "with only 'node of version N+1' present:",
        'node of version N+1: KCM 1.27 holds {kube-controller-manager, cloud-provider-extraction-migration} and has no service to run',
        "no process runs 'service'",
      ],
      fix: 'Run a process that has service in this mix, with the flags that it needs; where --cloud-provider=external, a cloud-controller-manager '
        + 'runs the cloud controllers.',
    });
  });

  const FOR_BOTH = 'Run the cloud-controller-manager of one cloud; where nodes are of both, give node of version N: CCM 1.27 and node of '
    + 'version N+1: CCM 1.27 different --leader-elect-resource-name, and switch `service` off in --controllers of one of them.';
  const START_OF = (cloud: string, who: string) =>
    `Start ${who} with --cloud-provider=${cloud}, or run a cloud-controller-manager of ${cloud} in this mix.`;
  test.each<[string, readonly Process[], string, string, string]>([
    ['under one main lock', [ccm('1.27', '', OLD_NODE), ccm('1.27', '--cloud-provider=gce', NEW_NODE)], 'runs `service` of the cloud gce', 'n-plus-1',
      FOR_BOTH],
    ['under the migration lock', [ccm('1.27', LM, OLD_NODE), ccm('1.27', `--cloud-provider=gce ${LM}`, NEW_NODE)], 'runs `service` of the cloud gce',
      'n-plus-1', FOR_BOTH],
    ['and no cloud', [ccm('1.27', '', OLD_NODE), ccm('1.27', '--cloud-provider=talos', NEW_NODE)], 'runs `service` of no cloud', 'n-plus-1',
      FOR_BOTH],
    ['beside a KCM of the other', [kcm('1.26', `--cloud-provider=aws ${LM}`, OLD_NODE), ccm('1.27', `--cloud-provider=gce ${LM}`, NEW_NODE)],
      'runs `service` of the cloud gce', 'n-plus-1', FOR_BOTH.replace(': CCM', ': KCM').replace('N: KCM 1.27', 'N: KCM 1.26')],
    ['after a KCM of the other', [N, ccm('1.27', `--cloud-provider=gce ${LM}`, NEW_NODE)], 'runs `service` of the cloud gce', 'n-plus-1',
      START_OF('aws', 'node of version N+1: CCM 1.27')],
  ])('points at the process that serves another cloud, %s', (_, processes, does, dir, fix) => {
    const wholes = processes[0] === N ? processes.map(process => [process]) : [processes];
    const { counterexamples } = judge({ kinds: wholes.map((own, i) => ({ name: `${i}`, processes: own })), workloads: [] }).liveness;
    const story = counterexamples.find(one => one.controller === 'service' && one.message.includes(does))!;
    const among = !does.endsWith('no cloud');
    expect(story.cloud).toBe(among ? 'aws' : undefined);
    expect(story.message).toMatch(new RegExp(`no process runs 'service'${among ? ' of the cloud aws' : ''}$`));
    expect([story.culprit!.dir, story.fix]).toEqual([dir, fix]);
  });

  it('names of two clouds the managers that have the controller', () => {
    const processes = [kcm('1.27', EXTERNAL, OLD_NODE), ccm('1.27', '', OLD_NODE), ccm('1.27', '--cloud-provider=gce', NEW_NODE)];
    const { counterexamples } = judge({ kinds: [{ name: 'a', processes }], workloads: [] }).liveness;
    const { fix } = counterexamples.find(one => one.controller === 'cloud-node' && one.cloud === 'aws')!;
    expect(fix).toBe(FOR_BOTH.replace('`service`', '`cloud-node`'));
  });

  it('does not take one that waits for a lock to serve another cloud', () => {
    const processes = [ccm('1.27', `--cloud-provider=gce ${LM}`, NEW_NODE), kcm('1.27', `${EXTERNAL} ${LM}`, NEW_NODE)];
    const kinds = [{ name: 'a', processes }, { name: 'b', processes: [ccm('1.27', LM, OLD_NODE)] }];
    const { counterexamples } = judge({ kinds, workloads: [] }).liveness;
    const story = counterexamples.find(one => one.controller === 'service' && one.cloud === 'aws')!;
    expect(story.message).toContain('CCM 1.27 holds {cloud-controller-manager} and waits for the migration lock to run `service`');
    expect(story.fix).toMatch(/^Remove --enable-leader-migration from node of version N\+1: KCM 1\.27/);
  });

  it('points at the process that takes the migration lock for nothing', () => {
    const processes = [kcm('1.27', `${EXTERNAL} ${LM}`, NEW_NODE), ccm('1.27', LM, NEW_NODE)];
    const [story] = judge({ kinds: [{ name: 'N+1', processes }], workloads: [] }).liveness.counterexamples;
    expect(story.message).toBe("with only 'N+1' present: node of version N+1: KCM 1.27 holds {kube-controller-manager, "
      + 'cloud-provider-extraction-migration} and has no '
      + 'cloud-node-lifecycle to run; node of version N+1: CCM 1.27 holds {cloud-controller-manager} and waits for the migration lock to run '
        + '`cloud-node-lifecycle`; '
      + "no process runs 'cloud-node-lifecycle'");
    expect(story.fix).toBe('Remove --enable-leader-migration from node of version N+1: KCM 1.27: it takes the migration lock and has no '
      + 'cloud-node-lifecycle to run under it.');
  });

  test.each<[string, string, Process, string, string]>([
    ['a process that does not run, for a reason outside its command line', 'service', { ...ccm('1.27', LM, NEW_NODE), fate: STOPPED },
      'node of version N+1: CCM 1.27 does not run (no node takes it)',
      'Let a node take it.'],
    ['a process that does not start', 'service', ccm('1.27', LM_FILE, NEW_NODE),
      'node of version N+1: CCM 1.27 does not start (open /etc/leadermigration.conf: no such file or directory)',
      'Correct what ends node of version N+1: CCM 1.27: open /etc/leadermigration.conf: no such file or directory.'],
    ['a process that dies', 'nodeipam', kcm('1.27', AWS, NEW_NODE),
      'wins {kube-controller-manager} and dies immediately (kube-controller-manager 1.27 has no in-tree cloud provider "aws")',
      'Correct what ends node of version N+1: KCM 1.27: kube-controller-manager 1.27 has no in-tree cloud provider "aws".'],
    ['a controller that is left to the other side', 'service',
      kcm('1.26', `${AWS} ${LM_FILE}`, { ...NEW_NODE, ...file('v1', ['service=cloud-controller-manager']) }),
      'leaves `service` to the other component',
      'Assign `service` to kube-controller-manager in the configuration file of node of version N+1: KCM 1.26.'],
  ])('tells of %s', (_, controller, process, message, fix) => {
    const story = starved(controller, process);
    expect(story.message).toContain(message);
    expect(story.fix).toBe(fix);
  });

  test.each([
    [5, /: "no1" is [^;]*; "no2" [^;]*; "no3" [^;]*; "no4" [^;]*; "no5" is [^;]*\.$/],
    [7, /; "no4" is [^;]*; "no5" is [^;]*; and 2 more\.$/],
  ])('tells of no more than the first of %i causes', (count, fix) => {
    const names = Array.from({ length: count }, (_, i) => `no${i + 1}`);
    expect(starved('other controllers', kcm('1.27', `--controllers=*,${names.join()}`, NEW_NODE)).fix).toMatch(fix);
  });

  it('tells of one that --controllers leaves out', () => {
    const processes = [kcm('1.26', `${AWS} --controllers=*,-service`, OLD_NODE), kcm('1.26', AWS, NEW_NODE)];
    const story = starved('service', ...processes);
    expect(story.message).toContain('has `service` excluded by --controllers');
    expect(story.fix).toBe('Take -service out of --controllers of node of version N: KCM 1.26.');
  });

  it('tells of one that never does its work, and what to do about it', () => {
    const own = kcm('1.26', AWS, OLD_NODE);
    const controllers = withIdle(own.controllers, new Map([['service', { text: 'it waits', fix: 'Do this.' }]]));
    const story = starved('service', { ...own, controllers });
    expect(story.message).toContain('starts `service`, which never does its work (it waits)');
    expect(story.fix).toBe('Do this.');
    expect(story.culprit).toMatchObject({ dir: 'n' });
  });

  it('tells of one without a worker', () => {
    const story = starved('service', kcm('1.26', `${AWS} --concurrent-service-syncs=0`, OLD_NODE));
    expect(story.message).toContain('has no worker for service (--concurrent-service-syncs=0)');
  });

  it('tells of one that is given away by the holder, though another would run it', () => {
    const gives = kcm('1.26', `${AWS} ${LM_FILE}`, { ...NEW_NODE, ...file('v1', ['service=cloud-controller-manager']) });
    const story = starved('service', N, gives);
    expect(story.message).toBe("with only 'node of version N+1' present: node of version N+1: KCM 1.26 holds {kube-controller-manager, "
      + 'cloud-provider-extraction-migration} '
      + "and leaves `service` to the other component; no process runs 'service'");
    const [both] = judge({ kinds: [{ name: 'one', processes: [N, gives] }], workloads: [] }).liveness.counterexamples;
    expect(both.fix).toBe('Assign `service` to kube-controller-manager in the configuration file of node of version N+1: KCM 1.26.');
  });

  describe('names the flags without which a process does not start it', () => {
    const off = ccm('1.27', '--configure-cloud-routes=false', { ...NEW_NODE, cloudHasRoutes: true });
    const [bare, neither] = ['', '--configure-cloud-routes=false'].map(line =>
      kcm('1.26', `--cloud-provider=aws --cluster-cidr=10.0.0.0/16 ${line}`, { ...NEW_NODE, label: 'other node' }));
    const storyOf = (controller: string, before: Process, ...after: readonly Process[]) =>
      judge({ kinds: [{ name: 'a', processes: [before] }, { name: 'b', processes: after }], workloads: [] })
        .liveness.counterexamples.find(one => one.controller === controller)!;
    const external = kcm('1.27', EXTERNAL, NEW_NODE);

    it.each<[string, string, readonly Process[], string, string]>([
      ['one flag', 'route', [bare], 'KCM 1.26 holds {kube-controller-manager} and has no route to run, without --allocate-node-cidrs;',
        'Pass --allocate-node-cidrs=true to other node: KCM 1.26.'],
      ['two flags', 'route', [neither], 'has no route to run, without --allocate-node-cidrs and --configure-cloud-routes;',
        'Pass --allocate-node-cidrs=true and --configure-cloud-routes=true to other node: KCM 1.26.'],
      ['that of a cloud-controller-manager', 'route', [external, off], 'CCM 1.27 holds {cloud-controller-manager} and has no route to run, without '
        + '--configure-cloud-routes;', 'Pass --configure-cloud-routes=true to node of version N+1: CCM 1.27.'],
      ['of two processes those of the one that lacks least', 'route', [neither, off], 'without --allocate-node-cidrs and --configure-cloud-routes;',
        'Pass --configure-cloud-routes=true to node of version N+1: CCM 1.27.'],
      ['that of node IPAM', 'nodeipam', [external], 'KCM 1.27 holds {kube-controller-manager} and has no nodeipam to run, without '
        + '--allocate-node-cidrs;', 'Pass --allocate-node-cidrs=true to node of version N+1: KCM 1.27.'],
      ['none of a cloud without routes', 'route', [external, ccm('1.27', '', NEW_NODE)], 'CCM 1.27 holds {cloud-controller-manager} and has no route '
        + 'to run;', 'Run a process that has route in this mix, with the flags that it needs;'],
    ])('%s', (_, controller, after, message, fix) => {
      const story = storyOf(controller, kcm('1.26', AWS, OLD_NODE), ...after);
      expect(story.message).toContain(message);
      expect(story.fix).toMatch(new RegExp(`^${fix.replaceAll(/[+.]/g, '\\$&')}`));
    });
  });

  it('tells of a process that waits for its main lock, holds nothing, and would run it', () => {
    const processes = [kcm('1.26', AWS, OLD_NODE), kcm('1.27', EXTERNAL, NEW_NODE), ccm('1.27', '--controllers=*,-service', NEW_NODE)];
    const story = judge({ kinds: [{ name: 'a', processes: processes.slice(0, 1) }, { name: 'b', processes: processes.slice(1) }], workloads: [] })
      .liveness.counterexamples.find(one => one.controller === 'route')!;
    expect(story.message).toBe("with only 'b' present: node of version N+1: KCM 1.27 holds {kube-controller-manager} and has no route to run; "
      + "node of version N+1: CCM 1.27 holds {cloud-controller-manager} and has no route to run; no process runs 'route'");
    const together = judge({ kinds: [{ name: 'a', processes: [processes[0], processes[1]], external: false }], workloads: [] })
      .liveness.counterexamples.find(one => one.controller === 'route')!;
    expect(together.message).toBe("with only 'a' present: node of version N: KCM 1.26 waits for its main lock; "
      + "node of version N+1: KCM 1.27 holds {kube-controller-manager} and has no route to run; no process runs 'route'");
    expect(together.processes.map(({ locks }) => locks)).toEqual([[], ['kube-controller-manager']]);
    expect(together.fix).toBe('Let every process that takes the locks of node of version N: KCM 1.26 run `route` too.');
  });

  it('names the kinds of the mix, or the cluster where there are none', () => {
    const gone: Process = ccm('1.27', LM_FILE, { label: 'DaemonSet', dir: 'dist' });
    expect(judge({ kinds: [], workloads: [{ process: gone }], external: true }).liveness.counterexamples[0].message).toMatch(
      /^in this cluster: DaemonSet: CCM 1\.27 does not start/,
    );
    const thief = kcm('1.26', `${AWS} --leader-elect-resource-name=cloud-controller-manager`, OLD_NODE);
    const robbed = [kcm('1.27', `${EXTERNAL} ${ROUTES}`, NEW_NODE), ccm('1.27', '', NEW_NODE)];
    const { counterexamples } = judge({ kinds: [{ name: 'a', processes: [thief] }, { name: 'b', processes: robbed }], workloads: [] }).liveness;
    expect(counterexamples.find(one => one.controller === 'cloud-node')!.message).toMatch(/^with only 'a' and 'b' present: /);
  });

  it('tells of a process that dies of its migration lock, and of one that waits for it', () => {
    const dying = ccm('1.27', LM, { label: 'CCM node', dir: 'ccm', cloudHasRoutes: true });
    const alsoDying = kcm('1.26', `--cloud-provider=aws --allocate-node-cidrs ${LM_FILE}`, { ...OLD_NODE, ...file('v1', ['nodeipam', 'route']) });
    const { counterexamples } = judge({ kinds: [{ name: 'a', processes: [alsoDying, dying] }], workloads: [], external: true }).liveness;
    const messages = counterexamples.map(one => one.message);
    const cause = 'route: --cluster-cidr="" is not one CIDR or one of each IP family';
    expect(messages.find(message => message.endsWith("no process runs 'cloud-node'"))).toBe(
      "with only 'a' present: node of version N: KCM 1.26 holds {kube-controller-manager} and has no cloud-node to run; "
      + `CCM node: CCM 1.27 wins {cloud-controller-manager, cloud-provider-extraction-migration} and dies immediately (${cause}); no process runs `
        + '\'cloud-node\'');
    expect(messages.find(message => message.endsWith("no process runs 'service'"))).toContain('runs `service` only until it wins the migration lock '
      + 'and dies (');
  });

  describe('points at a process that sits on the migration lock', () => {
    const sits = kcm('1.27', `${EXTERNAL} ${LM}`, NEW_NODE);
    const remove = 'Remove --enable-leader-migration from node of version N+1: KCM 1.27: it takes the migration lock and has no service to run '
      + 'under it.';
    const fixOf = (...processes: readonly Process[]) => {
      const { liveness, declaredGaps } = judge({ kinds: [{ name: 'a', processes }], workloads: [] });
      return [...liveness.counterexamples, ...declaredGaps].find(one => one.controller === 'service')!.fix;
    };

    it('where a process waits for it', () => {
      expect(fixOf(kcm('1.27', `${EXTERNAL} --leader-elect=false`, OLD_NODE), sits, ccm('1.27', LM, NEW_NODE))).toBe(remove);
    });

    it('but not where no process would run the controller under it', () => {
      expect(fixOf(sits, ccm('1.27', '--controllers=*,-service', OLD_NODE))).toBe('Take -service out of --controllers of node of version N: CCM '
        + '1.27.');
    });

    it('nor where those who would still wait for their main locks', () => {
      const holder = ccm('1.27', `${LM_FILE} --controllers=*,-service`, { label: 'holder', dir: 'h', ...file('v1', OLD) });
      expect(fixOf(holder, ccm('1.27', LM, NEW_NODE))).toBe('Take -service out of --controllers of holder: CCM 1.27.');
    });
  });

  it('tells of a migration lock that is the lock of a component that is not here', () => {
    const [crossed] = verdict(ccm('1.27', LM_FILE, { ...NEW_NODE, ...file('v1', OLD, { leaderName: 'kube-scheduler' }) })).liveness.counterexamples;
    expect(crossed.message).toContain('uses {kube-scheduler} as its migration lock, which is the main lock of a control plane component: its holder');
  });

  it('tells of a migration lock that is a main lock', () => {
    const [crossed] = verdict(
      ccm('1.27', LM_FILE, { ...NEW_NODE, ...file('v1', OLD, { leaderName: 'cloud-controller-manager' }) }),
    ).liveness.counterexamples;
    expect(crossed).toEqual({
      culprit: expect.objectContaining({ dir: 'n-plus-1' }),
      controller: 'all controllers of the migration',
      processes: [{ dir: 'n-plus-1', component: 'cloud-controller-manager', version: '1.27', locks: ['cloud-controller-manager'] }],
      message: 'node of version N+1: CCM 1.27 uses {cloud-controller-manager} as its migration lock, which is the main lock of node of version N+1: '
        + 'CCM 1.27: '
        + 'its holder keeps the other from ever starting',
      story: [expect.stringMatching(/^node of version N\+1: CCM 1.27 uses .* from ever starting$/)],
      fix: 'Choose another leaderName, for example cloud-provider-extraction-migration.',
    });
  });
});
