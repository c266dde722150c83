import { installerFiles } from './example';
import { sample } from './samples';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderMarkdown } from '../../../src/lib/report/render/markdown';
import { contentHash } from '../../../src/lib/text/content-hash';

/** With one file of a phase changed, as synthesis would have written it. */
function changed(files: AppFiles, path: string, change: (text: string) => string): AppFiles {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const [before, after] = [files.get(path)!, change(files.get(path)!)];
  expect(after).not.toBe(before);
  const index = files.get(`${folder}/files.json`)!.replace(contentHash(before), contentHash(after));
  return new Map([...files, [path, after], [`${folder}/files.json`, index]]);
}

const WAY = ['not-started n', 'n mixed', 'mixed n-plus-1', 'n-plus-1 disabled'];

it.each(
  ['kops', 'KKP', 'KubeOne', 'Cluster API', 'ClusterClass', 'RKE2'] as const,
)('of %s has each step with what may run before, during and after it', name => {
  const { steps, safe, answer } = sample(name);
  expect([steps.map(({ from, to }) => `${from} ${to}`), safe, answer]).toEqual([WAY, true, 'may-go']);
  for (const [index, { processes: { before, during, after } }] of steps.entries()) {
    expect([before.length > 0, after.length > 0]).toEqual([true, true]);
    if (index > 0) expect(before.map(({ place, ...one }) => one)).toEqual(steps[index - 1].processes.after.map(({ place, ...one }) => one));
    expect(during.length).toBeGreaterThanOrEqual(Math.min(before.length, after.length));
  }
  expect(steps[0].processes.before.map(({ component }) => component)).toEqual(['kube-controller-manager']);
  expect(steps.at(-1)!.processes.after.map(({ component, flags }) => [component, flags]).sort()).toEqual([
    ['cloud-controller-manager', expect.not.arrayContaining(['--enable-leader-migration'])],
    ['kube-controller-manager', expect.not.arrayContaining(['--enable-leader-migration'])],
  ]);
});

it('has what changes in documents, with file and line, and what rolls', () => {
  const [, mixed, nPlus1] = sample('kops').steps;
  expect(mixed.objects).toEqual([expect.objectContaining({
    change: 'changed', object: 'kops.k8s.io/v1alpha2 Cluster prod.example.com', file: 'bundles/kops/mixed/cluster.yaml', line: 2,
  })]);
  expect(mixed.objects[0].diff).toEqual(expect.arrayContaining(['-  kubernetesVersion: 1.23.17', '+  kubernetesVersion: 1.24.17']));
  expect(mixed.restarts).toEqual([{ what: 'control-plane nodes, one after the other', nodes: [] }]);
  expect(nPlus1.processes.during.map(({ release }) => release)).toEqual(nPlus1.processes.during.map(() => '1.24'));
  expect([mixed.toDelete.objects, nPlus1.toDelete.objects]).toEqual([[], []]);
  expect([mixed.gap.longestSeconds, nPlus1.gap.longestSeconds, nPlus1.objects]).toEqual([43.2, null, []]);
  expect(mixed.processes.after.map(({ place }) => place)).toEqual(mixed.processes.after.map(() => (
    { file: 'bundles/kops/mixed/cluster.yaml', line: expect.any(Number) as number })));
});

it('compares the first phase with what was handed in, and not with what a ClusterClass makes of it', () => {
  const changes = (name: 'Cluster API' | 'ClusterClass') =>
    sample(name).steps[0].objects.map(({ change, object }) => `${change} ${object.split(' ')[1]}`);
  expect(changes('Cluster API')).toEqual(['changed Cluster', 'changed KubeadmControlPlane', 'added ConfigMap', 'added ClusterResourceSet']);
  expect(changes('ClusterClass')).toEqual(['changed ClusterClass', 'changed Cluster', 'added ConfigMap', 'added ClusterResourceSet']);
});

it('shows the way back with the differences the other way round', () => {
  const { steps, safe } = sample('kops, back');
  expect([safe, steps.map(({ from, to }) => `${from} ${to}`)]).toEqual([true, ['disabled n-plus-1', 'n-plus-1 n', 'n not-started']]);
  expect(steps[1].objects[0].diff).toEqual(expect.arrayContaining(['+  kubernetesVersion: 1.23.17', '-  kubernetesVersion: 1.24.17']));
  expect(steps[1].toDelete.objects).toContain('apps/v1 DaemonSet kube-system/aws-cloud-controller-manager');
  expect(new Set(steps[1].processes.during.map(({ release }) => release))).toEqual(new Set(['1.23', '1.24']));
  const diff = steps[1].objects[0].diff!;
  expect(diff.indexOf('-  kubernetesVersion: 1.24.17')).toBeLessThan(diff.indexOf('+  kubernetesVersion: 1.23.17'));
});

it('says where there is no way back, and refuses one', () => {
  const { steps } = sample('KKP');
  expect(steps.map(({ back }) => back === null)).toEqual([true, true, true, true]);
  expect(steps[1].noWayBack).toContain('no rollback is possible: once enabled');
  const refused = makeReport(installerFiles('kkp'), { from: 'mixed', to: 'n' });
  expect([refused.safe, refused.answer, refused.steps[0].verdict.refused?.reason]).toEqual([
    false, 'must-not', expect.stringContaining('no rollback is possible'),
  ]);
});

it('cannot say what a plan could not know', () => {
  const unknown = 'what KKP runs is not modelled';
  const files = changed(installerFiles('kkp'), 'bundles/kkp/mixed/plan.json', text =>
    text.replace('"liveness": "holds"', `"liveness": "unknown", "unknown": "${unknown}"`)
      .replace('"exclusivity": "holds"', '"exclusivity": "unknown"'));
  const report = makeReport(files, { from: 'n', to: 'mixed' });
  expect([report.safe, report.answer, report.steps[0].verdict.unknown]).toEqual([false, 'cannot-say', unknown]);
  expect(renderMarkdown(report)).toContain('**not known**');
});

it('shows no text of a document that may hold a secret', () => {
  const files = changed(installerFiles('kops'), 'bundles/kops/mixed/plan.json', text => text.replace(/"diff": \[[^\]]*\]/, '"diff": null'));
  expect(makeReport(files, { from: 'n', to: 'mixed' }).steps[0].objects[0].diff).toBeNull();
});

it('asks for a new synthesis where an older release wrote the plan, or a file was changed by hand', () => {
  const old = changed(installerFiles('kops'), 'bundles/kops/mixed/plan.json', text => {
    const { changes, processes, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify({ ...rest, gone: [changes, processes].length });
  });
  expect(() => makeReport(old)).toThrow("'bundles/kops/mixed/plan.json' does not say what differs and what runs: an older release wrote it");
  const edited = new Map([...installerFiles('kops'), ['bundles/kops/mixed/cluster.yaml', 'apiVersion: v1\n']]);
  expect(() => makeReport(edited)).toThrow('bundles/kops/mixed/cluster.yaml');
});
