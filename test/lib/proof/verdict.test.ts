import { ccm, file, kcm, LM, LM_FILE, NEW, OLD, ROUTES } from './processes';
import { Cluster, NodeKind } from '../../../src/lib/model/cluster';
import { Process } from '../../../src/lib/model/process';
import { mixesWithinLimits } from '../../../src/lib/proof/limits';
import { judge, judgeWithinLimits } from '../../../src/lib/proof/verdict';

const AWS = `--cloud-provider=aws ${ROUTES}`;
const EXTERNAL = '--cloud-provider=external';
const N = kcm('1.26', `${AWS} ${LM}`, { label: 'node of version N', dir: 'n' });
const PLUS_1 = kcm('1.27', `${EXTERNAL} ${ROUTES}`, { label: 'node of version N+1', dir: 'n-plus-1' });
const CCM_27 = ccm('1.27', `${LM} ${ROUTES}`, { label: 'node of version N+1', dir: 'n-plus-1', cloudHasRoutes: true });

function kinds(n: readonly Process[], plus1: readonly Process[], more: Partial<NodeKind> = {}): Cluster {
  return {
    kinds: [...n.length > 0 ? [{ name: 'N', processes: n }] : [],
      ...plus1.length > 0 ? [{ name: 'N+1', external: true, processes: plus1, ...more }] : []],
    workloads: [],
  };
}

function twice(cluster: Cluster): string[] {
  return judge(cluster).exclusivity.counterexamples.map(one => one.controller);
}

function nowhere(cluster: Cluster): string[] {
  return judge(cluster).liveness.counterexamples.map(one => one.controller);
}

describe('a migration as the source document has it', () => {
  test.each<[string, Cluster]>([
    ['n', kinds([N], [])],
    ['mixed', kinds([N], [PLUS_1, CCM_27])],
    ['n-plus-1', kinds([], [PLUS_1, CCM_27])],
    ['disabled', kinds([], [PLUS_1, ccm('1.27', ROUTES, { cloudHasRoutes: true })])],
    ['mixed with the CCM as a DaemonSet of N+1 nodes', { ...kinds([N], [PLUS_1]), workloads: [{ process: CCM_27, onlyOn: ['N+1'] }] }],
    ['mixed with the CCM on all nodes', { ...kinds([N], [PLUS_1]), workloads: [{ process: CCM_27 }] }],
  ])('is safe in phase %s', (_, cluster) => {
    expect(judge(cluster)).toEqual({
      exclusivity: { holds: true, counterexamples: [] },
      liveness: { holds: true, counterexamples: [] },
      declaredGaps: [],
      timing: [],
    });
  });
});

describe('exclusivity', () => {
  const all = ['cloud-node-lifecycle', 'route', 'service'];
  test.each<[string, Cluster, string[]]>([
    ['built-in default of a CCM 1.28: service and route', kinds([N], [PLUS_1, ccm('1.28', `${LM} ${ROUTES}`, { cloudHasRoutes: true })]),
      ['route', 'service']],
    ['file with old names on a CCM 1.28: all three', kinds([N], [ccm('1.28', `${LM_FILE} ${ROUTES}`, { cloudHasRoutes: true, ...file('v1', OLD) })]),
      all],
    ['file with new names on a CCM 1.28: none', kinds([N], [ccm('1.28', `${LM_FILE} ${ROUTES}`, { cloudHasRoutes: true, ...file('v1', NEW) })]), []],
    ['Leader Migration on one side only', kinds([N], [ccm('1.27', ROUTES, { cloudHasRoutes: true })]), all],
    ['namespaces that differ', kinds([N], [ccm('1.27', `${LM} --leader-elect-resource-namespace=other`)]), ['cloud-node-lifecycle', 'service']],
    ['lock names that differ', kinds([N], [ccm('1.27', LM_FILE, file('v1', OLD, { leaderName: 'other' }))]), ['cloud-node-lifecycle', 'service']],
    ['kinds of migration lock that differ',
      kinds([kcm('1.23', `${AWS} ${LM}`)], [ccm('1.23', LM_FILE, file('v1beta1', OLD, { resourceLock: 'endpoints' }))]),
      ['cloud-node-lifecycle', 'service']],
    ['kinds of main lock that share an object',
      kinds([kcm('1.26', `${EXTERNAL} --leader-elect-resource-lock=endpointsleases`)], [kcm('1.27', EXTERNAL)]), []],
    ['kinds of main lock that share nothing', kinds([kcm('1.23', `${EXTERNAL} --leader-elect-resource-lock=endpoints`)], [kcm('1.24', EXTERNAL)]),
      ['other controllers']],
    ['a KCM without leader election, on several nodes', kinds([kcm('1.26', `${EXTERNAL} --leader-elect=false`)], []), ['other controllers']],
    ['a CCM without a lock in a Deployment that rolls',
      {
        kinds: [],
        workloads: [{
          process: ccm('1.27', '--leader-elect=false', { replication: { kind: 'deployment', replicas: 1, strategy: 'RollingUpdate' } }),
        }],
      },
      ['cloud-node', 'cloud-node-lifecycle', 'service']],
    ['a CCM without a lock in a Deployment of two',
      {
        kinds: [],
        workloads: [{ process: ccm('1.27', '--leader-elect=false', { replication: { kind: 'deployment', replicas: 2, strategy: 'Recreate' } }) }],
      },
      ['cloud-node', 'cloud-node-lifecycle', 'service']],
    ['a CCM without a lock in a Deployment of one that is recreated',
      {
        kinds: [],
        workloads: [{ process: ccm('1.27', '--leader-elect=false', { replication: { kind: 'deployment', replicas: 1, strategy: 'Recreate' } }) }],
      },
      []],
    ['a Deployment without replicas',
      {
        ...kinds([kcm('1.26', AWS)], []),
        workloads: [{ process: ccm('1.27', '', { replication: { kind: 'deployment', replicas: 0, strategy: 'Recreate' } }) }],
      }, []],
    ['a CCM that is kept to kinds that are not there',
      { ...kinds([kcm('1.26', AWS)], []), workloads: [{ process: ccm('1.27', ''), onlyOn: ['N+1'] }] }, []],
    ['a KCM that never gets to run its cloud controllers', kinds([kcm('1.27', AWS)], [ccm('1.27', '')]), []],
  ])('%s', (_, cluster, expected) => {
    expect(twice(cluster)).toEqual(expected);
  });

  it('holds or does not', () => {
    expect(judge(kinds([kcm('1.26', AWS)], [ccm('1.27', '')])).exclusivity.holds).toBe(false);
    expect(judge(kinds([], [PLUS_1])).liveness.holds).toBe(false);
  });

  it('does not depend on the order of processes', () => {
    const [a, b] = [kcm('1.26', AWS), ccm('1.27', '')];
    expect(twice(kinds([a], [b]))).toEqual(twice(kinds([b], [a])));
  });
});

describe('liveness', () => {
  const all = ['cloud-node-lifecycle', 'route', 'service'];
  test.each<[string, Cluster, string[]]>([
    ['a KCM of N+1 with Leader Migration on starves everybody', kinds([N], [kcm('1.27', `${EXTERNAL} ${LM} ${ROUTES}`), CCM_27]), all],
    ['aws in a KCM 1.27 starves its other controllers', kinds([], [kcm('1.27', `--cloud-provider=aws ${ROUTES}`), CCM_27]),
      ['nodeipam', 'other controllers']],
    ['external without a CCM', kinds([], [PLUS_1]), ['service', 'cloud-node-lifecycle', 'cloud-node']],
    ['a controller assigned to the other side on both',
      kinds([kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', ['service=cloud-controller-manager']))], []), ['service']],
    ['* on 1.21',
      kinds([kcm('1.21', `${AWS} ${LM_FILE} --feature-gates=ControllerManagerLeaderMigration=true`, file(
        'v1alpha1', OLD, { resourceLock: 'leases' },
      ))], []), all],
    ['routes in the KCM and none in the CCM', kinds([N], [PLUS_1, ccm('1.27', LM)]), ['route']],
    ['a CCM whose file is not there', kinds([], [PLUS_1, ccm('1.27', LM_FILE)]), ['cloud-node', 'cloud-node-lifecycle', 'service']],
    ['no process at all', { kinds: [{ name: 'N', processes: [] }], workloads: [] }, []],
    ['external kubelets on workers only', { ...kinds([kcm('1.26', AWS)], []), external: true }, ['cloud-node']],
    ['a migration lock named after the other main lock',
      kinds([], [PLUS_1, ccm('1.27', LM_FILE, file('v1', OLD, { leaderName: 'kube-controller-manager' }))]),
      ['all controllers of the migration', 'cloud-node-lifecycle', 'service', 'nodeipam', 'other controllers']],
    ['a migration lock named after the scheduler', kinds([], [PLUS_1, ccm('1.27', LM_FILE, file('v1', OLD, { leaderName: 'kube-scheduler' }))]),
      ['all controllers of the migration']],
  ])('%s', (_, cluster, expected) => {
    expect(nowhere(cluster).sort()).toEqual([...expected].sort());
  });

  const [OPENSTACK, TALOS] = ['openstack', 'talos'].map(cloud => ccm('1.27', `--cloud-provider=${cloud}`, { label: cloud, dir: cloud }));
  const BESIDE = '--leader-elect-resource-name=beside';
  const ofClouds = (cluster: Cluster) => judge(cluster).liveness.counterexamples
    .map(({ controller, cloud }) => `${controller} ${cloud ?? '-'}`).sort();
  test.each<[string, Cluster, string[]]>([
    ['two clouds under one lock', kinds([], [PLUS_1, ccm('1.27', ''), OPENSTACK]),
      ['aws', 'openstack'].flatMap(cloud => ['cloud-node', 'cloud-node-lifecycle', 'service'].map(name => `${name} ${cloud}`))],
    ['a KCM of one cloud and a CCM of another', kinds([kcm('1.26', `--cloud-provider=aws ${LM}`)], [kcm('1.27', EXTERNAL),
      ccm('1.27', `--cloud-provider=openstack ${LM}`)]), ['cloud-node-lifecycle aws', 'cloud-node-lifecycle openstack', 'service aws',
      'service openstack']],
    ['two KCMs of different clouds', kinds([kcm('1.26', '--cloud-provider=aws')], [kcm('1.26', '--cloud-provider=gce')], { external: false }),
      ['aws', 'gce'].flatMap(cloud => ['cloud-node-lifecycle', 'service'].map(name => `${name} ${cloud}`))],
    ['two names of one cloud under one lock', kinds([], [PLUS_1, ccm('1.27', ''), ccm('1.27', '--cloud-provider=aws/v2')]), []],
    ['two clouds under locks of their own', kinds([], [PLUS_1, ccm('1.27', ''), ccm('1.27', `--cloud-provider=openstack ${BESIDE}`)]), []],
    ['a manager of nodes under the lock of AWS', kinds([], [PLUS_1, ccm('1.27', ''), TALOS]), ['service -']],
    ['a manager of nodes beside AWS, which leaves them to it', kinds([], [PLUS_1, ccm('1.27', '--controllers=*,-cloud-node,-cloud-node-lifecycle'),
      ccm('1.27', `--cloud-provider=talos ${BESIDE} --controllers=cloud-node,cloud-node-lifecycle`)]), []],
    ['a manager of nodes alone', kinds([], [PLUS_1, TALOS]), []],
  ])('tells clouds apart: %s', (_, cluster, expected) => {
    expect(ofClouds(cluster)).toEqual([...expected].sort());
  });

  it('does not ask nodes that are not external for cloud-node', () => {
    expect(nowhere({ ...kinds([N], [PLUS_1]), workloads: [{ process: CCM_27, onlyOn: ['N+1'] }] })).toEqual([]);
  });

  it('finds the mix that a CCM kept to other nodes leaves alone', () => {
    const cluster: Cluster = {
      kinds: [{ name: 'new', processes: [PLUS_1] }, { name: 'fresh', processes: [kcm('1.27', `${EXTERNAL} ${ROUTES}`)] }],
      workloads: [{ process: CCM_27, onlyOn: ['new'] }],
    };
    expect(judge(cluster).liveness.counterexamples.map(one => [one.controller, one.message.startsWith("with only 'fresh' present")])).toEqual([
      ['cloud-node', true], ['cloud-node-lifecycle', true], ['route', true], ['service', true],
    ]);
  });
});

describe('declared gaps', () => {
  const off = '--controllers=*,-service,-route,-cloud-node-lifecycle';
  const old = kcm('1.26', `${AWS} ${off}`);

  test.each<[string, Cluster, string[], string[]]>([
    ['controllers that --controllers leaves out everywhere', kinds([old], [PLUS_1]), ['service', 'cloud-node-lifecycle', 'cloud-node'], []],
    ['nothing to declare while nothing is external', kinds([old], []), [], []],
    ['not where another process has them on', kinds([old, kcm('1.26', AWS)], []), [], all26()],
    ['what a strategy declares', { ...kinds([], [PLUS_1]), declaredGaps: ['service', 'cloud-node'] }, ['service', 'cloud-node'],
      ['cloud-node-lifecycle']],
  ])('%s', (_, cluster, declared, undeclared) => {
    expect(judge(cluster).declaredGaps.map(one => one.controller)).toEqual(declared);
    expect(nowhere(cluster)).toEqual(undeclared);
  });

  /** A replica that runs them and one that does not share a lock: the winner decides. */
  function all26(): string[] { return ['cloud-node-lifecycle', 'route', 'service']; }
});

describe('limits', () => {
  const many = (count: number, line: (i: number) => string = () => EXTERNAL) => Array.from({ length: count }, (_, i) => kcm('1.27', line(i)));
  test.each<[string, Cluster, string]>([
    ['kinds', { kinds: many(7).map((process, i) => ({ name: `${i}`, processes: [process] })), workloads: [] },
      'too many kinds of node to check every mix of: 7; at most 6 are accepted, any number of nodes each; describe nodes that are alike as one kind'],
    ['processes', kinds(many(13), []), 'too many processes to check every mix of: 13; at most 12 are accepted, any number of nodes each; describe '
      + 'processes that are alike once, as one kind of node'],
    ['locks', kinds(many(11, i => `${EXTERNAL} --leader-elect-resource-name=lock-${i}`), []), 'too many distinct locks to check every mix of: 11; '
      + 'at most 10 are accepted, any number of nodes each; let processes of one component share their --leader-elect-resource-name'],
  ])('fails beyond the number of %s', (_, cluster, message) => {
    expect(() => judge(cluster)).toThrow(message);
  });

  const each = (processes: readonly Process[]): Cluster =>
    ({ kinds: processes.map((process, i) => ({ name: `${i}`, processes: [process] })), workloads: [] });
  const locks = (count: number) => many(count, i => `${EXTERNAL} --leader-elect-resource-name=lock-${i}`);
  test.each<[string, Cluster, number, object | undefined]>([
    ['all where there are few', each(many(6)), 63, undefined],
    ['the one without nodes', { kinds: [], workloads: [] }, 1, undefined],
    ['each kind and each two of them', each(many(7)), 28, { what: 'kinds of node', got: 7, most: 6 }],
    ['no more pairs than can be', each(many(30)), 300, { what: 'kinds of node', got: 30, most: 6 }],
    ['none of a kind with too many processes', kinds(many(13), [PLUS_1]), 1, { what: 'processes', got: 14, most: 12 }],
    ['those of a kind with as many as can be', kinds(many(12), [PLUS_1]), 2, { what: 'processes', got: 13, most: 12 }],
    ['none of a kind with too many locks', kinds(locks(11), [PLUS_1]), 1, { what: 'distinct locks', got: 12, most: 10 }],
    ['those of a kind with as many locks as can be', kinds(locks(10), [PLUS_1]), 2, { what: 'distinct locks', got: 11, most: 10 }],
    ['none without nodes and with too many workloads', { kinds: [], workloads: many(13).map(process => ({ process })) }, 0, { what: 'processes' }],
  ])('leave of the mixes %s', (_, cluster, count, beyond) => {
    const { mixes, beyond: found } = mixesWithinLimits(cluster);
    expect(mixes.length).toBe(count);
    if (beyond) expect(found).toMatchObject(beyond);
    else expect(found).toBeUndefined();
    expect(new Set(mixes.map(mix => mix.kinds.join())).size).toBe(count);
  });

  it('are said where not every mix was looked at, and what breaks in a small one is found', () => {
    expect(judgeWithinLimits(each(many(7))).beyondLimits).toBe('7 kinds of node differ, and every mix of at most 6 is looked at');
    expect(judgeWithinLimits(each(many(6)))).not.toHaveProperty('beyondLimits');
    expect(judgeWithinLimits(each(many(7))).liveness.counterexamples.map(one => one.controller)).toEqual(nowhere(each(many(6))));
  });

  it('are no limits on nodes', () => {
    const cluster = (nodes: number) => kinds([N], [PLUS_1, CCM_27], { nodes: Array.from({ length: nodes }, (_, index) => `node-${index}`) });
    expect(judge(cluster(1_000))).toEqual(judge(cluster(1)));
  });

  it('let through what they name', () => {
    expect(() => judge({ kinds: many(6).map((process, i) => ({ name: `${i}`, processes: [process] })), workloads: [] })).not.toThrow();
    expect(() => judge(kinds(many(10, i => `${EXTERNAL} --leader-elect-resource-name=lock-${i}`), []))).not.toThrow();
  });
});
