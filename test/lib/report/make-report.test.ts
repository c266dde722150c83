import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { exampleFiles } from './example';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderJson } from '../../../src/lib/report/render/json';
import { Report, ReportStep } from '../../../src/lib/report/report';
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
      [43.2, 3, false], [43.2, 1, false], [43.2, 3, false], [43.2, 1, false],
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

  it('refuses to go back', () => {
    expect(() => makeReport(exampleFiles(), { from: 'mixed', to: 'n' })).toThrow("a report goes forward, and was asked for from 'mixed' to 'n'");
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

/** An app with passwords in its manifests and in the files of nodes. */
function withSecret(): Map<string, string> {
  const files = appFiles();
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
