import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerifyDirectory } from '../../../../src/lib/read/input/input';
import { unknowns } from '../../../../src/lib/verify/result';
import { verify } from '../../../../src/lib/verify/verify';

const EXAMPLE = join(__dirname, '..', '..', '..', '..', 'examples', 'cluster-api');

function directory(name: string, edit = (text: string) => text): VerifyDirectory {
  const files = readdirSync(join(EXAMPLE, name)).filter(file => file.endsWith('.yaml')).sort();
  return { name, files: new Map(files.map(file => [file, { text: edit(readFileSync(join(EXAMPLE, name, file), 'utf8')) }])) };
}

const check = (...directories: VerifyDirectory[]) => verify({ directories });

describe('objects of Cluster API', () => {
  it.each(['n', 'mixed', 'n-plus-1', 'disabled'])('are read as the machines and the manifests that they stand for, phase %s', phase => {
    const { exclusivity, liveness, findings, seen } = check(directory(`dist/${phase}`));
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(findings).toEqual([]);
    const [controlPlane, worker] = [`dist/${phase}/control-plane/prod-eu-control-plane`, `dist/${phase}/worker/prod-eu-workers`];
    // While the control plane rolls, workers run the release before.
    const nodes = phase === 'mixed' ? [`node ${controlPlane}`, `node ${worker}`] : [`2 nodes ${controlPlane}, ${worker}`];
    expect(new Set(seen.nodes.map(({ label }) => label))).toEqual(new Set([...nodes, expect.stringMatching(/^the kubeadm configuration of/)]));
    expect(seen.workloads.map(({ object }) => object)).toEqual(phase === 'n' ? [] : ['DaemonSet kube-system/aws-cloud-controller-manager']);
  });

  it('are read as items of a list too, as kubectl prints them, and are reported at their item', () => {
    const { files } = directory('dist/n');
    const documents = [...files.values()].flatMap(content => 'text' in content ? content.text.split(/^---\n/m) : []);
    const items = documents.map(text => `- ${text.trimEnd().replace(/\n/g, '\n  ')}\n`).join('');
    const text = `apiVersion: v1\nkind: List\nitems:\n${items}`;
    const list = { name: 'cluster', files: new Map([['all.yaml', { text }]]) };
    const alone = check(list);
    expect([alone.exclusivity.verdict, alone.liveness.verdict]).toEqual(['holds', 'holds']);
    expect(alone.seen.nodes.map(({ label }) => label)).toEqual(['2 nodes cluster/control-plane/prod-eu-control-plane, cluster/worker/prod-eu-workers',
      'the kubeadm configuration of node of cluster']);
    const skipped = check(
      { ...list, files: new Map([['all.yaml', { text: text.replace('leaderName: cloud-provider', 'leaderName: x-cloud-provider') }]]) }, directory(
        'dist/mixed',
      ),
    );
    expect(skipped.exclusivity.verdict).toBe('broken');
    for (const { file } of skipped.exclusivity.counterexamples) expect(file).toMatch(/^(cluster\/all|dist\/mixed\/[\w.-]+)\.yaml$/);
  });

  it('are safe together while the control plane rolls', () => {
    const { exclusivity, liveness, findings } = check(directory('dist/n'), directory('dist/mixed'));
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('are not safe where phase n was left out', () => {
    const { exclusivity } = check(directory('input'), directory('dist/mixed'));
    expect(exclusivity.counterexamples.map(({ controller }) => controller)).toEqual(['cloud-node-lifecycle', 'service']);
  });

  it('are not safe where the file on the machine names another Lease', () => {
    const other = directory('dist/n', text => text.replace('leaderName: cloud-provider-extraction-migration', 'leaderName: other'));
    expect(check(other, directory('dist/mixed')).exclusivity.holds).toBe(false);
  });

  it('fails for the control planes of two clusters in one folder', () => {
    const one = directory('dist/n');
    const text = readFileSync(join(EXAMPLE, 'dist/n/20-control-plane.k8s.yaml'), 'utf8').replaceAll('prod-eu', 'prod-us');
    expect(() => check({ ...one, files: new Map([...one.files, ['z.yaml', { text }]]) }))
      .toThrow('\'dist/n\' has KubeadmControlPlanes \'prod-eu-control-plane\' and \'prod-us-control-plane\'; check one cluster at a time: '
        + 'move each into a folder of its own, then run ccm-migration verify on each');
  });
});

describe('a Cluster that a ClusterClass makes', () => {
  const cluster = (version: string, topology: object) => `${JSON.stringify({
    apiVersion: `cluster.x-k8s.io/${version}`, kind: 'Cluster', metadata: { name: 'prod', namespace: 'team' }, spec: { topology },
  })}\n`;
  const said = (files: Record<string, string>) =>
    unknowns(check({ name: 'in', files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) }));

  it.each([['v1beta1', { class: 'quick' }], ['v1beta2', { classRef: { name: 'quick' } }]])('is named with the command for its control plane, %s',
    (version, topology) => expect(said({ 'cluster.yaml': cluster(version, topology) })).toEqual([expect.objectContaining({
      file: 'in/cluster.yaml',
      what: 'Cluster team/prod has spec.topology: its control plane is made of ClusterClass quick, and is not in the input',
      fix: 'Give it, from the management cluster: kubectl get kubeadmcontrolplanes -n team -l cluster.x-k8s.io/cluster-name=prod -o yaml '
        + '| ccm-migration verify -',
    })]));

  it('is what its control plane says, where that is in the input', () => {
    const { files } = directory('dist/n');
    const made = {
      name: 'in',
      files: new Map([...files].map(([path, content]) => [path, 'text' in content
        ? { text: content.text.replace(/^(kind: Cluster\n[^]*?\nspec:\n)/m, '$1  topology: {class: quick}\n') } : content])),
    };
    expect([...made.files.values()].some(content => 'text' in content && content.text.includes('topology: {class'))).toBe(true);
    expect(check(made).liveness.verdict).toBe('holds');
  });
});
