import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { AwsCcmProps } from '../../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../../src/lib/ccm/workload-kind';
import { roleAllows } from '../../../../src/lib/plan/actions/aws';
import { podsOnImage, servicesTaken } from '../../../../src/lib/plan/actions/ccm';
import { apiServersAre, podRuns } from '../../../../src/lib/plan/actions/components';
import { takeBack } from '../../../../src/lib/plan/actions/files';
import { applyFile } from '../../../../src/lib/plan/actions/objects';
import { Plan, PlanResult } from '../../../../src/lib/plan/plan';
import { byHand } from '../../../../src/lib/plan/render/by-hand';
import { renderJson } from '../../../../src/lib/plan/render/json';
import { renderMarkdown } from '../../../../src/lib/plan/render/markdown';
import { renderText } from '../../../../src/lib/plan/render/text';
import { PlanStep } from '../../../../src/lib/plan/step';
import { makeCcmUpgradeChain } from '../../../../src/lib/plan/upgrade/ccm-upgrade-chain';
import { AcceptedOfUpgrade } from '../../../../src/lib/plan/upgrade/upgrade-hindrances';
import { steadyFiles, withoutNodeFiles } from '../app-fixture';
import { allGiven, everyAction, ids, verbs, wordsIn } from '../plans';

type Files = ReadonlyMap<string, string>;

const SCHEMA = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(resolve(__dirname, '../../../../schemas/plan.schema.json'), 'utf8')) as object,
);
const IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager';
const EXTERNAL = '--cloud-provider=external';
const OTHER_LOCK = { of: { run: { flags: { 'leader-elect-resource-name': 'mine' } } } };

const [A, B, C] = ([['v1.35.2', '1.35.6'], ['v1.36.1', '1.36.4'], ['v1.37.0', '1.37.1']] as const)
  .map(([ccm, kubernetes]) => withoutNodeFiles(steadyFiles(ccm, { kubernetes }), kubernetes));

/** The apps in the order of the way. */
function chain(apps: readonly Files[], options: AcceptedOfUpgrade = {}): PlanResult {
  const earlier = apps.slice(0, -1).map((files, index) => ({ files, folder: `../before-${index + 1}` }));
  return makeCcmUpgradeChain(apps.at(-1)!, earlier, options);
}

function planOf(apps: readonly Files[]): Plan {
  const made = chain(apps);
  if ('refused' in made) throw new Error(made.refused.reason);
  return made.plan;
}

const WHOLE = ['rights', 'services', 'api-servers', 'roll', 'leader', 'settled'];

describe('a chain of upgrades of the cloud-controller-manager', () => {
  const plan = planOf([A, B, C]);
  const step = (id: string): PlanStep[] => plan.steps.filter(one => one.id === id);

  it('is one plan: each hop asks, waits for the API servers and rolls, and the next begins where it ended', () => {
    expect(plan.steps.map(({ name }) => name)).toEqual([...WHOLE.map(id => `disabled-hop-1/${id}`), ...WHOLE.map(id => `disabled/${id}`)]);
    expect([plan.route, plan.releases]).toEqual([['disabled-before', 'disabled-hop-1', 'disabled'], { 'n': '1.35.6', 'n-plus-1': '1.37.1' }]);
    expect(plan.steps.map(({ from, to }) => `${from}>${to}`)).toEqual(
      [...WHOLE.map(() => 'disabled-before>disabled-hop-1'), ...WHOLE.map(() => 'disabled-hop-1>disabled')],
    );
    expect(allGiven(everyAction(plan), servicesTaken)).toEqual([
      { fromCcm: 'v1.35.2', toCcm: 'v1.36.1' }, { fromCcm: 'v1.36.1', toCcm: 'v1.37.0' },
    ]);
    const [first, second] = allGiven(everyAction(plan), roleAllows).map(({ awsActions }) => awsActions);
    expect([first, second].map(actions => actions.includes('elasticloadbalancing:SetSecurityGroups'))).toEqual([false, true]);
    expect(plan.aws!.actions).toEqual(second);
  });

  it('waits for the user to upgrade the API servers, and on the way back to take them back, but those of the first hop', () => {
    const turns = step('api-servers');
    expect(turns.map(({ proof }) => allGiven(proof, apiServersAre))).toEqual([
      [{ release: '1.36.4', has: [EXTERNAL] }], [{ release: '1.37.1', has: [EXTERNAL] }],
    ]);
    expect(turns.map(({ undo }) => allGiven(undo, apiServersAre))).toEqual([[], [{ release: '1.36.4', has: [EXTERNAL] }]]);
    expect(turns.map(({ proof: [{ within }], run, changes }) => [within, run, changes])).toEqual([
      [1800, [], ['API servers from 1.35.6 to 1.36.4, by you']], [1800, [], ['API servers from 1.36.4 to 1.37.1, by you']],
    ]);
  });

  it('proves each hop by itself: nodes of both releases beside the old cloud-controller-manager, then old and new of it', () => {
    for (const { verdict } of plan.steps) expect(verdict).toEqual({ exclusivity: true, liveness: true, declaredGaps: [], counterexamples: [] });
    const [, turn] = step('api-servers');
    expect([turn.coexistence.kinds.length, turn.coexistence.ccms]).toEqual([2, ['disabled-hop-1']]);
    expect(turn.coexists.map(one => one.replace(/,.*/, ''))).toEqual([
      expect.stringMatching(/before its API server is upgraded.*KCM 1\.36$/), expect.stringMatching(/after hop 1.*KCM 1\.37$/),
      expect.stringMatching(/CCM .*1\.36/),
    ]);
    expect(step('roll').map(({ coexistence }) => coexistence.ccms)).toEqual([['disabled-before', 'disabled-hop-1'], ['disabled-hop-1', 'disabled']]);
  });

  it('applies the manifests of each app, and those of before on the way back; the image tells the hops apart', () => {
    const rolls = step('roll');
    const objects = expect.any(Array) as unknown;
    const sha256 = expect.any(String) as unknown;
    const rolled = (source: string, tag: string) => ({
      source, sha256, objects, rolls: 'daemonset.apps kube-system aws-cloud-controller-manager', image: `${IMAGE}:${tag}`,
    });
    expect(rolls.map(({ run }) => allGiven(run, applyFile))).toEqual([
      [rolled('../before-2/dist/disabled/app.k8s.yaml', 'v1.36.1')], [rolled('dist/disabled/app.k8s.yaml', 'v1.37.0')],
    ]);
    expect(rolls.map(({ undo }) => allGiven(undo, applyFile).map(({ source }) => source))).toEqual([
      ['../before-1/dist/disabled/app.k8s.yaml'], ['../before-2/dist/disabled/app.k8s.yaml'],
    ]);
    expect(rolls.map(({ undo }) => allGiven(undo, podsOnImage)[0].image)).toEqual([`${IMAGE}:v1.35.2`, `${IMAGE}:v1.36.1`]);
    expect(plan.start.images).toEqual({ 'daemonset.apps kube-system aws-cloud-controller-manager': `${IMAGE}:v1.35.2` });
    expect([Object.keys(plan.pinned).length, plan.images]).toEqual([3, [`${IMAGE}:v1.36.1`, `${IMAGE}:v1.37.0`]]);
    expect(plan.ccmCommandLines.length).toBeGreaterThan(0);
  });

  it('says of each hop until when it can be taken back, and what must not be so', () => {
    const text = renderMarkdown({ plan });
    expect(text).toMatch(/^# Cloud-controller-manager v1\.35\.2 to v1\.37\.0, in 2 hops\n/);
    expect(text).toContain('| 1 | 1.35.6 to 1.36.4 | v1.35.2 to v1.36.1 | `disabled-hop-1` |');
    expect(text).toContain('- an API server is of 1.37, beside which v1.35.2 is two minors older;');
    expect(text).toContain('- an API server is of 1.38, beside which v1.36.1 is two minors older;\n'
      + '- a Service has what v1.36.1 refuses and v1.37.0 takes: ');
    expect(text).toContain('- before hop 1, to v1.36.1: `revokes-other-rules` concerns this cluster, which the plan cannot know: ');
    expect(text).toContain('\n## Changes from v1.35.2 to v1.36.1\n');
    expect(text).toContain('\n## Changes from v1.36.1 to v1.37.0\n');
    expect(renderText({ plan })).toContain('upgrade of the cloud-controller-manager v1.35.2 -> v1.36.1 -> v1.37.0, Kubernetes 1.35.6 -> 1.37.1, '
      + 'without files of nodes, 12 steps; ');
  });

  it('has commands for each step that a person can follow', () => {
    const hand = byHand(plan, '.');
    expect(plan.steps.filter(({ name }) => !hand.includes(`\n${name}() {\n  `)).map(({ name }) => name)).toEqual([]);
    expect(hand).toContain("  echo 'bring the API servers to v1.36.4, as your cluster is upgraded; this waits for them'\n  until kubectl version | ");
    expect(hand).toContain('\ndisabled/api-servers/back() {\n');
  });

  it('is data that its schema takes, with its hops', () => {
    const data = JSON.parse(renderJson({ plan })) as { ccmUpgrade: { hops: object[] } };
    expect([SCHEMA(data), SCHEMA.errors]).toEqual([true, null]);
    expect(data.ccmUpgrade).toMatchObject({ from: 'v1.35.2', to: 'v1.37.0', isDowngrade: false });
    expect(data.ccmUpgrade.hops).toMatchObject([
      { states: ['disabled-before', 'disabled-hop-1'], apiServers: ['1.35.6', '1.36.4'], from: 'v1.35.2', to: 'v1.36.1' },
      { states: ['disabled-hop-1', 'disabled'], apiServers: ['1.36.4', '1.37.1'], from: 'v1.36.1', to: 'v1.37.0' },
    ]);
  });

  it('goes down as well, with the API servers before the cloud-controller-manager, which must not get newer than they are', () => {
    const [young, middle, old] = ([['v1.37.0', '1.37.1'], ['v1.36.1', '1.37.1'], ['v1.35.2', '1.36.4']] as const)
      .map(([ccm, kubernetes]) => withoutNodeFiles(steadyFiles(ccm, { kubernetes }), kubernetes));
    const down = planOf([young, middle, old]);
    expect(down.steps.map(({ id }) => id)).toEqual([...WHOLE, 'rights-gone', ...WHOLE]);
    expect(down.steps.filter(({ id }) => id === 'api-servers').map(({ coexistence, changes }) => [coexistence.kinds.length, changes])).toEqual([
      [1, []], [2, ['API servers from 1.37.1 to 1.36.4, by you']],
    ]);
    expect(renderText({ plan: down })).toMatch(/^downgrade of the cloud-controller-manager v1\.37\.0 -> v1\.36\.1 -> v1\.35\.2, /);
  });

  it('rolls static pods node by node, whose files tell the hops apart, from the app of each hop', () => {
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    const apps = ([['v1.35.2', '1.35.6'], ['v1.36.1', '1.36.4'], ['v1.37.0', '1.37.1']] as const)
      .map(([ccm, kubernetes]) => steadyFiles(ccm, { kubernetes, of }));
    const found = planOf(apps);
    const nodes = ['ccm@1.10', 'ccm@2.10', 'ccm@3.10'];
    const each = ['rights', 'services', 'api-servers', ...nodes, 'leader', 'settled'];
    expect(ids(found)).toEqual([...each, ...each]);
    const [first, second] = ['disabled-hop-1', 'disabled'].map(to => found.steps.find(one => one.id === 'ccm' && one.to === to)!);
    expect([first, second].map(({ files }) => files![0].put!.from)).toEqual([
      '../before-2/nodes/disabled/control-plane-n-plus-1', 'nodes/disabled/control-plane-n-plus-1',
    ]);
    expect(second.files![0].before).toEqual([first.files![0].after]);
    // A run that goes on begins with the last of these, when the control plane may be of the next release already.
    const asked = found.steps.filter(({ id }) => id === 'ccm').flatMap(({ proof, undo }) => allGiven([...proof, ...undo], podRuns));
    expect(asked.filter(({ release }) => release !== undefined)).toEqual([]);
    expect([first, second].map(({ undo }) => allGiven(undo, takeBack)[0].state)).toEqual(['disabled-before', 'disabled-hop-1']);
    expect([...found.start.nodes.values()].map(files => [...files.values()])).toEqual(nodes.map(() => [first.files![0].before]));
    expect(found.start.images).toBeUndefined();
    expect(SCHEMA(JSON.parse(renderJson({ plan: found })))).toBe(true);
  });
});

/** As if synthesis had written another image, of a cluster whose files of nodes are not there. */
function withImage(files: Files, image: string): Files {
  const text = [...files].find(([path]) => path.startsWith('dist/'))![1];
  return withoutNodeFiles(new Map([...files, ['dist/disabled/app.k8s.yaml', text.replace(/(image: ).*/, `$1${image}`)]]), '1.36.4');
}

describe('the runbook of a chain', () => {
  const FIRST = withoutNodeFiles(steadyFiles('v1.34.0', { kubernetes: '1.34.4' }), '1.34.4');

  it.each([['two', [A, B, C]], ['three', [FIRST, A, B, C]]])('has at most 2,000 words a hop: %s hops', (_, apps) => {
    const plan = planOf(apps);
    expect(plan.hops).toHaveLength(apps.length - 1);
    expect(wordsIn(renderMarkdown({ plan }))).toBeLessThanOrEqual(2_000 * plan.hops!.length);
  });
});

describe('a chain is refused by the name of what is wrong', () => {
  const refusalOf = (apps: readonly Files[], options?: AcceptedOfUpgrade): string => {
    const made = chain(apps, options);
    return 'refused' in made ? `${made.refused.reason}; ${made.refused.fix}` : 'planned';
  };
  const of = (ccm: string, kubernetes: string, options: Parameters<typeof steadyFiles>[1] = {}) =>
    withoutNodeFiles(steadyFiles(ccm, { kubernetes, ...options }), kubernetes);

  it.each<[string, readonly Files[], RegExp]>([
    ['where a hop skips a minor', [of('v1.34.3', '1.34.2'), of('v1.36.1', '1.36.4'), C], /v1\.34\.3 to v1\.36\.1 is one roll over several minors/],
    ['where API servers skip one', [of('v1.35.2', '1.35.6'), of('v1.36.1', '1.37.1'), C],
      /hop 1, v1\.35\.2 to v1\.36\.1: API servers would be of 1\.37 while v1\.35\.2 runs, .* beside 1\.36 alone; Synthesize .* 1\.36\./],
    ['where they skip one between two hops that fit them', [of('v1.35.2', '1.34.6'), of('v1.36.1', '1.36.4'), C],
      /hop 1, v1\.35\.2 to v1\.36\.1: API servers would go from 1\.34 to 1\.36, and they go minor by minor/],
    ['where they stay older', [A, B, of('v1.37.0', '1.36.4')], /v1\.37\.0 is of Kubernetes 1\.37, and an API server is of 1\.36/],
    ['where old and new do not exclude each other', [A, B, of('v1.37.0', '1.37.1', OTHER_LOCK)],
      /step 'Check that the role allows what v1\.37\.0 needs' from 'disabled-hop-1' to 'disabled'/],
  ])('%s', (_, apps, message) => expect(refusalOf(apps)).toMatch(message));

  it('unless it is accepted, and then it is a no-go of its hop', () => {
    const apps = [A, B, of('v1.37.0', '1.36.4')];
    const acceptance = { rule: 'ccm-newer-than-api-server', reason: 'x', place: { file: 'a.yaml', line: 2 } };
    expect(refusalOf(apps)).toContain('Or accept ccm-newer-than-api-server in a file');
    const hops = [{}, { upgrade: { noGo: expect.arrayContaining([expect.objectContaining({ id: 'ccm-newer-than-api-server' })]) as unknown } }];
    expect(chain(apps, { acceptances: [acceptance] })).toMatchObject({ plan: { hops } });
  });

  it.each<[string, readonly Files[], RegExp]>([
    ['a release comes twice', [A, B, A], /^the chain v1\.35\.2, v1\.36\.1, v1\.35\.2 comes to v1\.35\.2 twice; give each --upgrade-from once/],
    ['a hop stays at its release', [A, B, of('v1.36.1', '1.36.4', { of: { run: { flags: { v: '4' } } } })],
      /^hop 2 stays at the cloud-controller-manager v1\.36\.1; a chain goes from release to release/],
    ['an app is given twice', [A, A, B], /^both have the cloud-controller-manager v1\.35\.2, so there is nothing to upgrade/],
    ['the tag of one in between is not known', [A, withImage(B, 'example.com/ccm:mine'), C], /and found an unknown one; use an image whose tag says/],
    ['one in between has a digest alone', [A, withImage(B, `${IMAGE}@sha256:${'0'.repeat(64)}`), C],
      /and found an unknown one; use an image whose tag says the release/],
    ['the nodes are others', [A, steadyFiles('v1.36.1', { kubernetes: '1.36.4' }), C], /^the nodes of hop 2 are none, and those of hop 1 /],
    ['the workload is another one', [A, of('v1.36.1', '1.36.4', { of: { run: { workload: CcmWorkload.deployment() } } }), C],
      /^the cloud-controller-manager was daemonset .*, and is deployment /],
  ])('with an error where %s', (_, apps, message) => expect(() => chain(apps)).toThrow(message));
});

describe('a change of flags or replicas at one release is a plan as well', () => {
  const [before, flags] = [{}, { run: { flags: { v: '4' } } }].map(of => steadyFiles('v1.37.0', { of }));
  const plan = planOf([before, flags]);

  it('rolls the workload, and waits until no pod of before is left, there and back', () => {
    expect(ids(plan)).toEqual(WHOLE);
    expect(plan.steps.map(({ title }) => title)).toContain('Roll the cloud-controller-manager v1.37.0 with what changed');
    const asked = allGiven(everyAction(plan), podsOnImage);
    expect(asked.map(({ image, stays }) => [image, stays])).toEqual([[`${IMAGE}:v1.37.0`, true], [`${IMAGE}:v1.37.0`, true]]);
    expect(allGiven(everyAction(plan), servicesTaken)).toEqual([]);
    expect(verbs(plan.steps.find(({ id }) => id === 'services')!.proof)).toEqual(['services-well']);
    expect(renderText({ plan })).toMatch(/^change of the cloud-controller-manager v1\.37\.0 with other flags or replicas, Kubernetes 1\.37\.1, /);
    const text = renderMarkdown({ plan });
    expect(text).toMatch(/^# Cloud-controller-manager v1\.37\.0 with other flags or replicas\n/);
    expect(text).not.toContain('## Changes from');
    expect(SCHEMA(JSON.parse(renderJson({ plan })))).toBe(true);
  });

  it.each<[string, readonly AwsCcmProps['run'][], readonly string[]]>([
    ['replicas', [2, 3].map(replicas => ({ workload: CcmWorkload.deployment({ replicas }) })), WHOLE],
    ['flags of a static pod', ['2', '4'].map(v => ({ workload: CcmWorkload.staticPodOfKubeadm(), flags: { v } })),
      ['rights', 'services', 'api-servers', 'ccm@1.10', 'ccm@2.10', 'ccm@3.10', 'leader', 'settled']],
  ])('of %s', (_, runs, expected) => expect(ids(planOf(runs.map(run => steadyFiles('v1.37.0', { of: { run } }))))).toEqual(expected));

  it('is refused where the change takes another lock, since both would lead meanwhile', () => {
    const counterexamples = expect.arrayContaining([expect.objectContaining({ controller: 'service' })]) as unknown;
    expect(chain([before, steadyFiles('v1.37.0', OTHER_LOCK)])).toMatchObject({ refused: { counterexamples } });
  });
});
