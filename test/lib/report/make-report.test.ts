import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { exampleFiles } from './example';
import { sample } from './samples';
import { answersOf } from '../../../src/lib/report/answers';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderJson } from '../../../src/lib/report/render/json';
import { Report, ReportStep } from '../../../src/lib/report/report';
import { answerOfSteps } from '../../../src/lib/report/step-answer';
import { ROOT } from '../../pages';
import { appFiles, rewritten } from '../plan/app-fixture';
import { DOWNTIME } from '../plan/plans';

const CP = ['ip-10-0-1-10', 'ip-10-0-2-10', 'ip-10-0-3-10'].map(name => `${name}.eu-central-1.compute.internal`);
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(ROOT, 'schemas', 'report.schema.json'), 'utf8')) as object,
);

let report: Report;
let steps: readonly ReportStep[];
beforeAll(() => {
  report = makeReport(exampleFiles());
  ({ steps } = report);
});

describe('the report of the kubeadm example', () => {
  it('has a step for each pair of states, all safe', () => {
    expect(steps.map(({ from, to }) => `${from}>${to}`)).toStrictEqual(['not-started>n', 'n>mixed', 'mixed>n-plus-1', 'n-plus-1>disabled']);
    expect(report).toMatchObject({ from: 'not-started', to: 'disabled', cluster: 'prod-eu', safe: true, releases: ['1.26.15', '1.27.16'] });
    for (const { verdict } of steps) expect(verdict).toMatchObject({ exclusivity: true, liveness: true, counterexamples: [] });
  });

  it('says it in the words of upgrade: what is certain stands in the way, and what is not known leaves it open', () => {
    const [step] = steps;
    const error = { rule: 'x', severity: 'error' as const, file: 'f', line: 1, message: 'm', fix: 'f' };
    const verdict = { ...step.verdict, liveness: null };
    expect([
      report.answer, answerOfSteps([{ ...step, findings: [{ ...error, severity: 'warning' }] }]), answerOfSteps([{ ...step, findings: [error] }]),
      answerOfSteps([{ ...step, findings: [{ ...error, undecided: true }] }]), answerOfSteps([{ ...step, verdict }]),
      answerOfSteps([{ ...step, findings: [{ ...error, undecided: true }, error] }]),
    ]).toEqual(['may-go', 'may-go', 'must-not', 'cannot-say', 'must-not', 'must-not']);
  });

  it('says which objects come, change and go', () => {
    const changes = steps.map(({ objects }) => objects.map(({ change, object }) => `${change} ${object.split(' ')[1]}`));
    expect(changes[0]).toStrictEqual(['added Role', 'added RoleBinding']);
    expect(changes[1]).toContain('added DaemonSet');
    expect(changes[2]).toStrictEqual([]);
    const gone = ['Role', 'RoleBinding', 'Role', 'RoleBinding', 'ConfigMap'];
    expect(changes[3]).toStrictEqual(['changed DaemonSet', ...gone.map(kind => `removed ${kind}`)]);
    expect(steps[3].objects[0].diff).toContain('-            - --enable-leader-migration=true');
  });

  it('says which files of which nodes change, and what restarts', () => {
    const files = steps.map(({ nodeFiles }) =>
      nodeFiles.map(({ change, path, nodes, restarts }) => [change, path.split('/').at(-1), nodes.length, restarts]));
    expect(files[0]).toStrictEqual([
      ['changed', 'kube-controller-manager.yaml', 3, 'static pod kube-controller-manager'], ['put', 'leadermigration.conf', 3, null],
    ]);
    expect(files[1].map(([, file, nodes, restarts]) => [file, nodes, restarts])).toStrictEqual([
      ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(name => [`${name}.yaml`, 1, `static pod ${name}`]),
      ['kubeadm-flags.env', 1, 'kubelet'],
    ]);
    expect(steps[0].nodeFiles.find(({ path }) => path.endsWith('manager.yaml'))!.diff).toStrictEqual([
      '+--enable-leader-migration=true', '+--leader-migration-config=/etc/leadermigration.conf',
    ]);
    // The first node was upgraded by the step before.
    expect(steps[2].restarts.find(({ what }) => what === 'static pod kube-apiserver')!.nodes).toStrictEqual(CP.slice(1));
    expect(steps[3].restarts).toStrictEqual([{ what: 'rolls out DaemonSet kube-system/aws-cloud-controller-manager', nodes: [] }]);
  });

  it('says who runs what on which node before, during and after, and under which locks', () => {
    const { before, during, after } = steps[1].processes;
    const row = ({ component, release, nodes, migrationLock }: (typeof before)[number]) => [component, release, nodes, migrationLock];
    const lock = ['cloud-provider-extraction-migration'];
    expect(before.map(row)).toStrictEqual([['kube-controller-manager', '1.26', CP, lock]]);
    expect(during.map(row)).toStrictEqual([
      ['kube-controller-manager', '1.26', CP, lock],
      ['kube-controller-manager', '1.27', CP.slice(0, 1), []],
      ['cloud-controller-manager', '1.27', null, lock],
    ]);
    expect(after[0].nodes).toStrictEqual(CP.slice(1));
    expect(before[0].controllers).toContainEqual({ controller: 'service', locks: ['kube-controller-manager', ...lock] });
    expect(after[1]).toMatchObject({ flags: ['--cloud-provider=external'], controllers: [] });
    expect(steps[3].processes.after.find(({ component }) => component === 'cloud-controller-manager')!.migrationLock).toStrictEqual([]);
  });

  it('says how long no process may run the controllers, what is to be deleted, and how to turn back', () => {
    expect(steps.map(({ gap }) => [gap.longestSeconds, gap.times, gap.isDeclared])).toStrictEqual([
      [43.2, 3, false], [43.2, 1, false], [43.2, 2, false], [43.2, 1, false],
    ]);
    expect(steps.slice(0, 3).map(({ toDelete }) => toDelete)).toStrictEqual([0, 1, 2].map(() => ({ objects: [], nodeFiles: [] })));
    expect(steps[3].toDelete.objects).toContain('coordination.k8s.io/v1 Lease kube-system/cloud-provider-extraction-migration');
    expect(steps[3].toDelete.nodeFiles).toStrictEqual(['/etc/leadermigration.conf on each control-plane-n-plus-1']);
    for (const { from, to, back } of steps) expect(back!.plan).toContain(`--from ${from} --to ${to} --output`);
    const stays = steps.map(({ back }) => back!.stays.startsWith('What `kubeadm upgrade` also upgraded stays as it is'));
    expect(stays).toStrictEqual([false, true, true, false]);
  });
});

describe('other apps', () => {
  it('has the gap that the strategy declares', () => {
    const { steps: [, down] } = makeReport(DOWNTIME, { to: 'n-plus-1' });
    expect([down.from, down.to, down.gap.isDeclared]).toStrictEqual(['n', 'n-plus-1', true]);
    expect(down.gap.text).toContain('declared by the strategy');
  });

  it('reports a part', () => {
    expect(makeReport(exampleFiles(), { from: 'n', to: 'mixed' }).steps).toStrictEqual([steps[1]]);
  });

  it('refuses to stay', () => {
    expect(() => makeReport(exampleFiles(), { from: 'n', to: 'n' })).toThrow("the cluster is to go from 'n' to 'n'");
  });

  it('refuses a state in which one control-plane node would be of both versions', () => {
    const [first] = CP;
    const isKept = (path: string) => !path.startsWith('nodes/') || path.includes(first) || /^nodes\/[^/]*\/[^/]*$/.test(path);
    const one = new Map([...exampleFiles()].filter(([path]) => isKept(path)));
    const alone = rewritten(one, /^nodes\/[^/]*\/files\.json$/, text => JSON.stringify(
      (JSON.parse(text) as { path: string }[]).filter(({ path }) => path.includes(first) || !path.includes('/ip-')),
    ));
    for (const way of [{ from: 'mixed', to: 'n' }, { to: 'mixed' }] as const) {
      expect(() => makeReport(alone, way)).toThrow('the app has one control-plane node, which cannot be of both versions');
    }
  });

  it('shows no text of a file or object that may hold a secret', () => {
    const secret = makeReport(withSecret(), { to: 'n' });
    expect(secret.steps[0].objects.filter(({ diff }) => diff === null).map(({ change, object }) => `${change} ${object}`)).toStrictEqual([
      'added v1 Secret kube-system/cloud', 'added v1 ConfigMap kube-system/cloud-config',
    ]);
    expect(secret.steps[0].nodeFiles.find(({ path }) => path === '/etc/kubernetes/cloud.conf')).toMatchObject({ diff: null, withoutDiff: 'secret' });
    expect(renderJson(secret)).not.toContain('hunter2');
  });
});

describe('the way back', () => {
  let back: readonly ReportStep[];
  let all: Report;
  beforeAll(() => {
    all = makeReport(exampleFiles(), { from: 'disabled', to: 'not-started' });
    back = all.steps;
  });

  it('has the same steps in reverse, all safe', () => {
    expect(back.map(({ from, to }) => `${from}>${to}`)).toStrictEqual(['disabled>n-plus-1', 'n-plus-1>mixed', 'mixed>n', 'n>not-started']);
    expect(all.safe).toBe(true);
    for (const { verdict, back: forward, from, to } of back) {
      expect(verdict).toMatchObject({ exclusivity: true, liveness: true });
      expect(forward!.plan).toContain(`--from ${from} --to ${to} --output`);
    }
    expect(answersOf(all)[0].short).toMatch(/ move back with strategy leader-migration, Kubernetes 1\.27\.16 to 1\.26\.15, /);
  });

  it('adds what went, and removes what came', () => {
    const changes = (all_: readonly ReportStep[]) => all_.map(({ objects }) => objects.map(({ change, object }) => [object, change]).sort());
    const opposite = { added: 'removed', removed: 'added', changed: 'changed' };
    const forward = changes(steps).map(step => step.map(([object, change]) => [object, opposite[change as 'added']]));
    expect(changes(back)).toStrictEqual([...forward].reverse());
    expect(back.map(({ toDelete: { objects } }) => objects.length)).toStrictEqual([0, 0, 12, 3]);
    expect(back[3].toDelete.objects).toContain('coordination.k8s.io/v1 Lease kube-system/cloud-provider-extraction-migration');
  });

  it('knows which node is of which version', () => {
    const changed = (step: ReportStep) => step.nodeFiles.find(({ path }) => path.endsWith('/kube-apiserver.yaml'))!.nodes;
    // From n-plus-1 the last node goes first; the two others follow.
    expect(back.slice(1, 3).map(changed)).toStrictEqual([CP.slice(2), CP.slice(0, 2).reverse()]);
    // A cluster that went no further than mixed has one upgraded node.
    const [only] = makeReport(exampleFiles(), { from: 'mixed', to: 'n' }).steps;
    expect(changed(only)).toStrictEqual(CP.slice(0, 1));
    const versions = (of: ReportStep['processes']['before']) => of.map(({ release, nodes }) => [release, nodes]);
    expect(versions(only.processes.before)).toStrictEqual([['1.26', CP.slice(1)], ['1.27', CP.slice(0, 1)], ['1.27', null]]);
    expect(versions(only.processes.after)).toStrictEqual([['1.26', CP]]);
    expect(only.restarts.map(({ what }) => what)).toContain('ends DaemonSet kube-system/aws-cloud-controller-manager');
  });

  it('shows the flags that go of a file whose text before the migration is not in the app', () => {
    const [manager, configuration] = back[3].nodeFiles;
    expect([manager.change, manager.nodes.length, manager.diff]).toStrictEqual([
      'changed', 3, ['---enable-leader-migration=true', '---leader-migration-config=/etc/leadermigration.conf'],
    ]);
    expect([configuration.change, configuration.path, configuration.diff![0]]).toStrictEqual([
      'removed', '/etc/leadermigration.conf', '-kind: LeaderMigrationConfiguration',
    ]);
    expect(back[3].notLookedAt.map(({ file }) => file)).toStrictEqual(['not-started']);
  });

  it('shows a file that the node may have already as a whole', () => {
    const { change, diff } = back[2].nodeFiles.find(({ path }) => path === '/etc/leadermigration.conf')!;
    expect([change, diff![0]]).toStrictEqual(['put', '+kind: LeaderMigrationConfiguration']);
  });

  it('fits its schema', () => {
    expect([validate(JSON.parse(renderJson(all))), validate.errors]).toStrictEqual([true, null]);
  });
});

/** An app with passwords in its manifests and in the files of nodes. */
function withSecret(): Map<string, string> {
  const files = new Map(appFiles());
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: cloud, namespace: kube-system}\nstringData: {password: hunter2}\n';
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cloud-config, namespace: kube-system}\n'
    + 'data: {cloud.conf: "[Global]\\npassword = hunter2\\n"}\n';
  files.set('dist/n/app.k8s.yaml', [files.get('dist/n/app.k8s.yaml')!, secret, map].join('---\n'));
  return rewritten(files, /^nodes\/n\/.*\/cloud\.conf$/, text => `${text}[Global]\npassword = hunter2\n`);
}

describe('as JSON', () => {
  it('fits its schema, and is the same each time', () => {
    const text = renderJson(report);
    const data = JSON.parse(text) as object;
    expect([validate(data), validate.errors]).toStrictEqual([true, null]);
    expect(renderJson(makeReport(new Map([...exampleFiles()].reverse())))).toBe(text);
    for (const name of ['unsafe', 'kops', 'KKP', 'KubeOne', 'Cluster API', 'ClusterClass', 'RKE2'] as const) {
      expect([name, validate(JSON.parse(renderJson(sample(name)))), validate.errors]).toStrictEqual([name, true, null]);
    }
    expect(data).toMatchObject({ $schema: 'https://github.com/cdk8s-ccm-migration/report.schema.json', schemaVersion: 1 });
  });

  it.each<[string, (data: Report) => object]>([
    ['a field that is not known', data => ({ ...data, notes: [] })],
    ['no step', data => ({ ...data, steps: [] })],
    ['a verdict in words', data => ({ ...data, steps: data.steps.map(step => ({ ...step, verdict: { ...step.verdict, liveness: 'holds' } })) })],
    ['another state', data => ({ ...data, to: 'done' })],
  ])('does not fit with %s', (_, change) => {
    expect(validate(change(JSON.parse(renderJson(report)) as Report))).toBe(false);
  });
});
