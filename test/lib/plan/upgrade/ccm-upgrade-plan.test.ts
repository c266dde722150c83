import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { CcmWorkload } from '../../../../src/lib/ccm/workload-kind';
import { roleAllows } from '../../../../src/lib/plan/actions/aws';
import { podsOnImage, servicesTaken } from '../../../../src/lib/plan/actions/ccm';
import { controlPlaneRuns, podRuns } from '../../../../src/lib/plan/actions/components';
import { leaseIsHeld } from '../../../../src/lib/plan/actions/leases';
import { applyFile } from '../../../../src/lib/plan/actions/objects';
import { manual } from '../../../../src/lib/plan/actions/owner';
import { NO_GAP } from '../../../../src/lib/plan/gap';
import { Plan, PlanResult } from '../../../../src/lib/plan/plan';
import { byHand } from '../../../../src/lib/plan/render/by-hand';
import { renderJson } from '../../../../src/lib/plan/render/json';
import { renderMarkdown } from '../../../../src/lib/plan/render/markdown';
import { renderText } from '../../../../src/lib/plan/render/text';
import { rightsOf } from '../../../../src/lib/plan/rights';
import { PlanStep } from '../../../../src/lib/plan/step';
import { makeCcmUpgradeChain } from '../../../../src/lib/plan/upgrade/ccm-upgrade-chain';
import { AcceptedOfUpgrade } from '../../../../src/lib/plan/upgrade/upgrade-hindrances';
import { contentHash } from '../../../../src/lib/text/content-hash';
import { kubeadmNodes } from '../../../nodes';
import { rewritten, steadyFiles, withoutNodeFiles } from '../app-fixture';
import { allGiven, everyAction, ids, LEADER_MIGRATION, verbs } from '../plans';

type Files = ReadonlyMap<string, string>;

/** With another workload of the same kind and release beside it. */
function twice(files: Files): Files {
  return rewritten(files, /^dist\//, text => `${text}---\n${/^apiVersion: apps\/v1\nkind: DaemonSet[^]*?(?=^---|(?![^]))/m.exec(text)![0]
    .replaceAll('aws-cloud-controller-manager', 'second').replace('provider-aws/second', 'provider-aws/cloud-controller-manager')}`);
}

/** Without its workload. */
function withoutCcm(files: Files): Files {
  return rewritten(files, /^dist\//, text => text.split(/^---\n/m).filter(one => !one.includes('kind: DaemonSet')).join('---\n'));
}

/** As if each control-plane node were of another minor. */
function ofThree(files: Files, release: RegExp): Files {
  const nodes = [...new Set([...files.keys()].flatMap(path => /control-plane-n-plus-1\/([^/]+)/.exec(path)?.[1] ?? []))].sort();
  return nodes.reduce((all, node, index) => rewritten(all, new RegExp(`/${node}/.*/(kube-apiserver|kube-controller-manager)\\.yaml$`), text =>
    text.replaceAll(release, `v1.3${5 + index}.1`)), files);
}

const SCHEMA = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(resolve(__dirname, '../../../../schemas/plan.schema.json'), 'utf8')) as object,
);

const OLD = steadyFiles('v1.36.1');
const NEW = steadyFiles('v1.37.0');
const IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager';

function result(before: Files, now: Files): PlanResult {
  return makeCcmUpgradeChain(now, [{ files: before, folder: '../before' }]);
}

function upgrade(before: Files = OLD, now: Files = NEW, options: AcceptedOfUpgrade = {}): Plan {
  const made = makeCcmUpgradeChain(now, [{ files: before, folder: '../before' }], options);
  if ('refused' in made) throw new Error(made.refused.reason);
  return made.plan;
}

/** As if each control-plane node had this cloud config, and the app wrote it. */
function withCloudConfig(files: Files, text: string): Files {
  const rows = JSON.parse(files.get('nodes/disabled/files.json')!) as { path: string }[];
  const added = [...new Set(rows.map(({ path }) => path.split('/').slice(0, 2).join('/')))].map(node => `${node}/etc/kubernetes/cloud.conf`);
  const index = [...rows, ...added.map(path => ({ path, sha256: contentHash(text), mode: '0600', owner: 'root:root' }))];
  return new Map([
    ...files, ['nodes/disabled/files.json', JSON.stringify(index)], ...added.map((path): [string, string] => [`nodes/disabled/${path}`, text]),
  ]);
}

function step(plan: Plan, id: string): PlanStep {
  const found = plan.steps.find(one => one.id === id);
  if (!found) throw new Error(`no step ${id} in ${ids(plan).join(', ')}`);
  return found;
}

describe('the plan of an upgrade of the cloud-controller-manager', () => {
  const plan = upgrade();

  it('asks before it rolls one workload, and proves it afterwards', () => {
    expect(ids(plan)).toEqual(['rights', 'services', 'api-servers', 'roll', 'leader', 'settled']);
    expect([plan.from, plan.to, plan.route]).toEqual(['disabled-before', 'disabled', ['disabled-before', 'disabled']]);
    const changing = plan.steps.filter(({ run }) => run.length > 0);
    expect(changing.map(({ id }) => id)).toEqual(['roll']);
  });

  it('is proven with old and new pods beside each other, in every step', () => {
    for (const one of plan.steps) {
      expect(one.verdict).toEqual({ exclusivity: true, liveness: true, declaredGaps: [], counterexamples: [] });
      expect(one.coexistence.ccms).toEqual(['disabled-before', 'disabled']);
    }
  });

  it('asks for the actions of the new release, and says which are new', () => {
    const { proof, why } = step(plan, 'rights');
    const [{ awsActions }] = allGiven(proof, roleAllows);
    expect(awsActions).toContain('elasticloadbalancing:SetSecurityGroups');
    expect(awsActions).toEqual(plan.aws!.actions);
    expect(why).toBe('the new release also needs elasticloadbalancing:SetSecurityGroups; the old one works without');
  });

  it('says it where nothing new is asked for', () => {
    const { why, waitFor } = step(upgrade(OLD, steadyFiles('v1.36.2', { of: { imageRepository: 'mirror.test/ccm' } })), 'rights');
    expect([why, waitFor]).toEqual([expect.stringContaining('asks for nothing that the old one did not'), 'nothing']);
  });

  it('asks whether the new release refuses a Service, and whether the API servers are there first', () => {
    expect(allGiven(step(plan, 'services').proof, servicesTaken)).toEqual([{ fromCcm: 'v1.36.1', toCcm: 'v1.37.0' }]);
    const [asked] = step(plan, 'api-servers').proof;
    expect([asked.each, allGiven([asked], podRuns)]).toEqual(['control-plane', [{ component: 'kube-apiserver', release: '1.37.1' }]]);
  });

  it('rolls the manifest of the app there, that of before on the way back, and waits for each pod and a leader', () => {
    const { run, proof, undo, gap } = step(plan, 'roll');
    expect(allGiven(run, applyFile).map(({ source }) => source)).toEqual(['dist/disabled/app.k8s.yaml']);
    expect(verbs(proof)).toEqual(['rolled-out', 'pods-on-image']);
    expect(allGiven(proof, podsOnImage).map(({ image }) => image)).toEqual([`${IMAGE}:v1.37.0`]);
    expect(verbs(undo)).toEqual(['objects/apply-file', 'rolled-out', 'pods-on-image', 'lease-is-held']);
    expect(allGiven(undo, applyFile).map(({ source }) => source)).toEqual(['../before/dist/disabled/app.k8s.yaml']);
    expect(allGiven(undo, podsOnImage).map(({ image }) => image)).toEqual([`${IMAGE}:v1.36.1`]);
    expect(gap).toMatchObject({ alreadyBidding: 23.8, mainLockFirst: 43.2 });
    expect(Object.keys(plan.pinned)).toEqual(['../before/dist/disabled/app.k8s.yaml', 'dist/disabled/app.k8s.yaml']);
  });

  it('asks for the main Lease of the cloud-controller-manager alone', () => {
    const leases = allGiven(everyAction(plan), leaseIsHeld);
    expect(leases).toHaveLength(2);
    for (const one of leases) expect(one).toEqual({ namespace: 'kube-system', lease: 'cloud-controller-manager' });
  });

  it('changes no node, pulls the new image alone, and asks for no Auto Scaling group', () => {
    expect([...plan.start.nodes.values()].map(({ size }) => size)).toEqual([0, 0, 0]);
    expect(plan.images).toEqual([`${IMAGE}:v1.37.0`]);
    const { aws } = rightsOf(plan);
    expect(aws.filter(action => action.startsWith('autoscaling:'))).toHaveLength(0);
    expect(aws).toContain('iam:SimulatePrincipalPolicy');
  });

  it('takes actions that only the old release asks for away last, and has them back first', () => {
    const back = upgrade(NEW, OLD);
    const { run, undo } = back.steps[back.steps.length - 1];
    expect(ids(back)).toEqual(['rights', 'services', 'api-servers', 'roll', 'leader', 'settled', 'rights-gone']);
    expect(allGiven(run, manual)[0].what).toMatch(/^remove elasticloadbalancing:SetSecurityGroups from the policy/);
    expect(allGiven(undo, manual)[0].what).toMatch(/has elasticloadbalancing:SetSecurityGroups$/);
  });

  it('takes what nodes have besides as it is: only the cloud-controller-manager is upgraded', () => {
    expect(ids(upgrade(steadyFiles('v1.36.1', { kubernetes: '1.36.4' }), NEW))).toEqual(ids(plan));
  });

  it('goes by the minor of the tag, whose libraries may be of the next', () => {
    const kubernetes = '1.32.9';
    expect(ids(upgrade(steadyFiles('v1.32.2', { kubernetes }), steadyFiles('v1.32.8', { kubernetes })))).toEqual(ids(plan));
  });

  it('puts a cloud config that differs on each node, before the roll', () => {
    const of = { run: { flags: { 'cloud-config': '/etc/kubernetes/cloud.conf' } } };
    const [before, now] = (['v1.36.1', 'v1.37.0'] as const).map(release => withCloudConfig(steadyFiles(release, { of }), `# of ${release}\n`));
    const found = upgrade(before, now);
    expect(ids(found)).toEqual([
      'rights', 'services', 'api-servers', 'cloud-config@1.10', 'cloud-config@2.10', 'cloud-config@3.10', 'roll', 'leader', 'settled',
    ]);
    const { files, run, undo, gap } = step(found, 'cloud-config');
    expect(files!.map(({ path, before: [sum], after }) => [path, sum, after])).toEqual([
      ['/etc/kubernetes/cloud.conf', contentHash('# of v1.36.1\n'), contentHash('# of v1.37.0\n')],
    ]);
    expect([verbs(run)[0], verbs(undo)[0], gap]).toEqual(['put-files', 'take-back', NO_GAP]);
  });

  it('removes what the app no longer has once no old pod is left', () => {
    const extra = `${[...OLD].find(([path]) => path.startsWith('dist/'))![1]}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: of-the-old\n  `
      + 'namespace: kube-system\n';
    const found = upgrade(new Map([...OLD, ['dist/disabled/app.k8s.yaml', extra]]));
    expect(ids(found)).toEqual(['rights', 'services', 'api-servers', 'roll', 'leader', 'objects-gone', 'settled']);
    const { run, undo } = step(found, 'objects-gone');
    expect(run.map(({ given }) => given)).toEqual([{ state: 'disabled-before', kind: 'configmap', namespace: 'kube-system', name: 'of-the-old' }]);
    expect(verbs(undo)).toEqual(['objects/apply-file', 'rolled-out']);
  });

  it('rolls a static pod node by node', () => {
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    const found = upgrade(steadyFiles('v1.36.1', { of }), steadyFiles('v1.37.0', { of }));
    expect(ids(found)).toEqual(['rights', 'services', 'api-servers', 'ccm@1.10', 'ccm@2.10', 'ccm@3.10', 'leader', 'settled']);
    const { run, undo, proof, coexistence } = step(found, 'ccm');
    expect([verbs(run)[0], verbs(undo)[0]]).toEqual(['put-files', 'take-back']);
    const images = [proof, undo].map(actions => allGiven(actions, podRuns).filter(({ component }) => component === 'aws-cloud-controller-manager'));
    expect(images).toEqual(['v1.37.0', 'v1.36.1'].map(tag => [{ component: 'aws-cloud-controller-manager', image: `${IMAGE}:${tag}` }]));
    expect(coexistence.kinds.map(({ state }) => state)).toEqual(['disabled-before', 'disabled']);
    for (const { verdict } of found.steps) expect([verdict.exclusivity, verdict.liveness]).toEqual([true, true]);
  });

  it('rolls a Deployment', () => {
    const of = { run: { workload: CcmWorkload.deployment({ replicas: 2 }) } };
    const { proof } = step(upgrade(steadyFiles('v1.36.1', { of }), steadyFiles('v1.37.0', { of })), 'roll');
    expect(proof[0].given).toEqual({ workload: 'deployment/aws-cloud-controller-manager', namespace: 'kube-system' });
  });
});

describe('an upgrade without files of nodes', () => {
  const [before, now] = [OLD, NEW].map(files => withoutNodeFiles(files));
  const plan = upgrade(before, now);

  it('asks the cluster what the proof takes for granted: releases, and that kube-controller-manager is external', () => {
    expect(ids(plan)).toEqual(ids(upgrade()));
    const { proof, nodes, why } = step(plan, 'api-servers');
    expect([nodes, allGiven(proof, controlPlaneRuns)]).toEqual([undefined, [
      { component: 'kube-apiserver', release: '1.37.1' },
      { component: 'kube-controller-manager', release: '1.37.1', has: ['--cloud-provider=external'] },
    ]]);
    expect(why).toContain('no files of nodes were handed in, so the proof takes for granted');
    for (const { verdict } of plan.steps) expect([verdict.exclusivity, verdict.liveness]).toEqual([true, true]);
    expect(plan.steps[0].coexists.join()).toContain('KCM 1.37, `--cloud-provider=external`');
    expect(renderText({ plan })).toContain(', Kubernetes 1.37.1, without files of nodes, 6 steps;');
  });

  it('is of the cluster as it is now, whatever the app had before', () => {
    const old = withoutNodeFiles(steadyFiles('v1.36.1', { kubernetes: '1.36.4' }), '1.36.4');
    for (const one of [old, OLD]) expect(upgrade(one, now).releases['n-plus-1']).toBe('1.37.1');
    expect(allGiven(step(upgrade(old, NEW), 'api-servers').proof, podRuns)).toEqual([{ component: 'kube-apiserver', release: '1.37.1' }]);
  });

  it('is refused for a static pod, and beside API servers that are older', () => {
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    const pods = (['v1.36.1', 'v1.37.0'] as const).map(release => withoutNodeFiles(steadyFiles(release, { of })));
    expect(() => result(pods[0], pods[1])).toThrow(/^the app has no files of a control-plane node/);
    const older = withoutNodeFiles(steadyFiles('v1.37.0', { kubernetes: '1.36.4' }), '1.36.4');
    expect(result(before, older)).toMatchObject({ refused: { reason: expect.stringContaining('an API server is of 1.36') as string } });
  });

  it('needs a full release of the app, by which the cluster can be asked', () =>
    expect(() => result(before, withoutNodeFiles(NEW, '1.37'))).toThrow(/^the app is of Kubernetes 1\.37, without files of nodes/));

  it('is data that its schema takes', () => {
    const data: unknown = JSON.parse(renderJson({ plan }));
    expect([SCHEMA(data), SCHEMA.errors]).toEqual([true, null]);
  });
});

it('is planned to a release, and beside a Kubernetes, that are younger than the tables, where the app was synthesized so', () => {
  const [before, now] = (['v1.37.0', 'v1.38.0'] as const).map(release => steadyFiles(release, { kubernetes: '1.38.0', of: { unreadRelease: true } }));
  const plan = upgrade(before, now);
  expect(renderText({ plan })).toMatch(/^upgrade of the cloud-controller-manager v1\.37\.0 -> v1\.38\.0, Kubernetes 1\.38\.0, /);
  const { topic, says } = plan.upgrade!.differences[0];
  expect([topic, says]).toEqual(['unread', expect.stringMatching(/^v1\.38\.0 is younger than the tables/)]);
});

describe('an upgrade of the cloud-controller-manager is refused', () => {
  const reasonOf = (before: Files, now: Files): string => {
    const made = result(before, now);
    return 'refused' in made ? `${made.refused.reason}; ${made.refused.fix}` : 'planned';
  };

  it.each<[string, Files, Files, RegExp]>([
    ['beside older API servers', steadyFiles('v1.36.1', { kubernetes: '1.36.4' }), steadyFiles('v1.37.0', { kubernetes: '1.36.4' }),
      /v1\.37\.0 is of Kubernetes 1\.37, and an API server is of 1\.36: a cloud-controller-manager must not be newer; Upgrade the API servers first/],
    ['where it stays more than a minor behind them', steadyFiles('v1.34.3'), steadyFiles('v1.35.2'),
      /may be 1 minor older, and this one is 2; Go on to a release of 1\.37/],
  ])('%s', (_, before, now, message) => {
    expect(reasonOf(before, now)).toMatch(message);
  });

  it('where old and new do not exclude each other', () => {
    const alone = steadyFiles('v1.37.0', { of: { run: { flags: { 'leader-elect-resource-name': 'mine' } } } });
    const made = result(OLD, alone);
    const { counterexamples, reason } = (made as Extract<PlanResult, { refused: unknown }>).refused;
    expect(reason).toBe("step 'Check that the role allows what v1.37.0 needs' from 'disabled-before' to 'disabled'");
    expect(counterexamples.map(({ controller }) => controller)).toContain('service');
    expect(renderText(made)).toMatch(/refused: the plan from 'disabled-before' to 'disabled' is not safe/);
  });

  it.each<[string, Files, Files, RegExp]>([
    ['the release is the same', NEW, NEW, /^both have the cloud-controller-manager v1\.37\.0, so there is nothing to upgrade/],
    ['the app is in the middle of a migration', OLD, new Map([...LEADER_MIGRATION].filter(([path]) => !path.includes('/disabled/'))),
      /^the app has no phase 'disabled', but 'n', 'mixed', 'n-plus-1'/],
    ['it was in the middle of a migration', new Map([...LEADER_MIGRATION].filter(([path]) => !path.includes('/disabled/'))), NEW,
      /^'\.\.\/before' has no phase 'disabled'/],
    ['the workload is another one', OLD, steadyFiles('v1.37.0', { of: { run: { workload: CcmWorkload.deployment() } } }),
      /was daemonset kube-system\/aws-cloud-controller-manager .*, and is deployment kube-system\/aws-cloud-controller-manager/],
    ['the release is not known', rewritten(OLD, /^dist\//, text => text.replace(`${IMAGE}:v1.36.1`, 'example.com/ccm:mine')), NEW,
      /known/],
    ['the release is younger than the tables, and nothing says that it is taken', OLD,
      rewritten(NEW, /^dist\//, text => text.replace(`${IMAGE}:v1.37.0`, `${IMAGE}:v1.37.99`)), /'v1\.37\.99' is younger than what was read/],
    ['there are two, of one release', OLD, twice(NEW),
      /^a plan upgrades one cloud-controller-manager, and the app has 2: DaemonSet kube-system\/aws-cloud-controller-manager, DaemonSet .*\/second;/],
    ['there were two', twice(OLD), NEW, /^a plan upgrades one cloud-controller-manager, and '\.\.\/before' has 2: /],
    ['there is none', withoutCcm(OLD), withoutCcm(NEW), /^a plan upgrades one cloud-controller-manager of AWS .* and found none;/],
    ['it has a digest alone', OLD, rewritten(NEW, /^dist\//, text => text.replace(`${IMAGE}:v1.37.0`, `${IMAGE}@sha256:${'0'.repeat(64)}`)),
      /and found an unknown one; use an image whose tag says the release$/],
    ['nodes are of three minors', OLD, ofThree(NEW, /v1\.37\.1/g), /^the phases are not of one cluster: kube-controller-manager is 1\.3/],
    ['there are no nodes', OLD, steadyFiles('v1.37.0', { upgradedNodes: undefined }),
      /^the app has no files of a control-plane node in phase 'disabled', so .* hand the nodes in as `upgradedNodes`/],
    ['there were no nodes', steadyFiles('v1.36.1', { upgradedNodes: undefined }), NEW, /^'\.\.\/before' has no files of a control-plane node/],
  ])('with an error where %s', (_, before, now, message) => {
    expect(() => result(before, now)).toThrow(message);
  });

  it('with an error where the two are of two clusters', () => {
    const named = (files: Files, cluster: string) => new Map([...files].map(([path, text]): [string, string] =>
      [path.replace('nodes/', `nodes/${cluster}/`), text]));
    expect(() => makeCcmUpgradeChain(named(NEW, 'a'), [{ files: named(OLD, 'b'), folder: '../before' }], { cluster: 'a' })).toThrow(
      /has no cluster 'a'/,
    );
  });

  it('with an error where a static pod comes to a node that the app did not have before', () => {
    const of = { run: { workload: CcmWorkload.staticPodOfKubeadm() } };
    const [, ...fewer] = kubeadmNodes().filter(({ role }) => role === 'control-plane');
    const before = steadyFiles('v1.36.1', { of });
    const gone = new Set(kubeadmNodes().map(({ name }) => name).filter(name => !fewer.some(node => node.name === name)));
    const all = JSON.parse(before.get('nodes/disabled/files.json')!) as { path: string }[];
    const rows = all.filter(({ path }) => !gone.has(path.split('/')[1]));
    const without = new Map([...before, ['nodes/disabled/files.json', JSON.stringify(rows)]]);
    expect(() => result(without, steadyFiles('v1.37.0', { of }))).toThrow(/which the app did not have before, so it is not known what that node has/);
  });
});

describe('what is written of an upgrade of the cloud-controller-manager', () => {
  const plan = upgrade();
  const text = renderMarkdown({ plan });

  it('says what the new release does otherwise, each with its source, and what does not come back', () => {
    expect(text).toMatch(/^# Cloud-controller-manager v1\.36\.1 to v1\.37\.0\n/);
    expect(text).toContain('## Changes from v1.36.1 to v1.37.0');
    expect(text).toContain('- the role needs elasticloadbalancing:SetSecurityGroups (network-load-balancers). Add it to the policy before the '
      + 'release is rolled out. <sub>k8s.io/cloud-provider-aws@v1.37.0 pkg/providers/v1/aws\\_loadbalancer.go:230</sub>');
    const stays = text.slice(text.indexOf('`back.yaml` does not restore:'), text.indexOf('## Settings'));
    expect(stays.trim().split('\n').slice(2)).toEqual([
      '- what v1.37.0 did meanwhile stays done: a Node without spec.providerID is deleted where no instance has its name; 1.30.0 to 1.36.2 keep it;',
      '- v1.36.1 goes back to what it refused, also of Services that came meanwhile: Services are refused that have security groups of a network '
        + 'load balancer that are given by annotation;',
    ]);
  });

  it('can be taken back until what ends that, as `upgrade` says', () => {
    const [{ back: { until: [first] } }] = plan.upgrade!.hops;
    expect(first).toMatch(/^an API server is of 1\.38, /);
    expect(text).toContain(`| Rollback possible | until ${first}; until `);
  });

  it('calls a downgrade one, and names what the plan was made in spite of as a no-go', () => {
    const acceptance = { rule: 'version-skew', reason: 'servers *follow*', until: '2027-03-31', place: { file: 'a.yaml', line: 2 } };
    const back = { plan: upgrade(steadyFiles('v1.36.1', { kubernetes: '1.37.1' }), steadyFiles('v1.35.2'), { acceptances: [acceptance] }) };
    const runbook = renderMarkdown(back);
    expect(runbook).toMatch(/^# Cloud-controller-manager v1\.36\.1 back to v1\.35\.2, a downgrade\n/);
    expect(renderText(back)).toMatch(/^downgrade of the cloud-controller-manager v1\.36\.1 -> v1\.35\.2, Kubernetes 1\.37\.1, /);
    const says = 'v1.35.2 is of Kubernetes 1.35, and an API server is of 1.37: a cloud-controller-manager may be 1 minor older, and this one is 2';
    expect(runbook.slice(runbook.indexOf('**No go**'), runbook.indexOf('**Stop**'))).toContain('its holder; nothing: it is free);\n'
      + `- \`version-skew\`, accepted until 2027-03-31 (servers \\*follow\\*), is not accepted any more: ${says};\n`
      + '- `leaks-classic-security-group` concerns this cluster, which the plan cannot know: ');
    const data = JSON.parse(renderJson(back)) as { ccmUpgrade: object };
    expect([SCHEMA(data), SCHEMA.errors]).toEqual([true, null]);
    expect(data.ccmUpgrade).toMatchObject({
      isDowngrade: true,
      noGo: [{ id: 'version-skew', says, accepted: { reason: 'servers *follow*', until: '2027-03-31' } }, { id: 'leaks-classic-security-group' }],
    });
  });

  it('is short, and names nothing that the plan does not do', () => {
    expect(text.split('\n').length).toBeLessThan(400);
    expect(text).not.toMatch(/drain|autoscaler|Leader Migration|launch template|^## What changes$/m);
  });

  it('has commands for each step that a person can follow', () => {
    const hand = byHand(plan, '.');
    expect(plan.steps.filter(({ name }) => !hand.includes(`\n${name}() {\n  `)).map(({ name }) => name)).toEqual([]);
    expect(hand).toContain('; do\n    kubectl get pods kube-apiserver-$NODE -n kube-system -o jsonpath={..image} | '
      + 'grep -E \':v1[.]37[.]1( |$)\'\n  done\n');
  });

  it('is data, too', () => {
    const { ccmUpgrade, id } = JSON.parse(renderJson({ plan })) as { id: string; ccmUpgrade: Record<string, unknown> };
    expect(id).toMatch(/^disabled-before-to-disabled-[0-9a-f]{12}$/);
    expect(ccmUpgrade).toMatchObject({ from: 'v1.36.1', to: 'v1.37.0', differences: JSON.parse(JSON.stringify(plan.upgrade!.differences)) });
  });
});
