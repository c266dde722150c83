import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { GoBinary } from '../../scripts/go-binary';
import { main } from '../../src/cli/main';
import { yaml } from '../../src/lib/edit/yaml/load';
import { Manifest } from '../../src/lib/kubernetes/manifest';
import { HelmUpgrade } from '../../src/lib/upgrade/helm';
import { Answer } from '../committed-answers';
import { lastImageOf } from '../newest-ccm';
import { parseObjects } from '../objects';
import { describeReader } from '../reader';

const HELM: GoBinary = { name: 'helm-3.17.3', dir: 'conformance/helm', package: 'helm.sh/helm/v3/cmd/helm' };
const [OLD, YOUNG, NEXT] = [lastImageOf('1.35'), lastImageOf('1.36'), lastImageOf('1.37')];

let root: string;
beforeAll(() => { root = mkdtempSync(join(tmpdir(), 'upgrade-helm-')); });
afterAll(() => rmSync(root, { recursive: true }));

/** What the user gave when the chart was installed. */
const GIVEN = {
  image: { tag: OLD },
  args: ['--v=2', '--cloud-provider=aws', '--configure-cloud-routes=false', '--cluster-name=prod.example.com'],
  env: [{ name: 'AWS_REGION', value: 'eu-central-1' }],
  resources: { requests: { cpu: '100m' } },
  nodeSelector: { 'node-role.kubernetes.io/control-plane': '', 'only': 'these' },
};

function objects(answer: Answer): Answer {
  return answer.status === 0 ? { ...answer, stdout: JSON.stringify([...parseObjects(answer.stdout).values()]), stderr: '' } : answer;
}

/** As Helm applies it, and the API server keeps it. */
function live(object: Manifest): Manifest {
  const { metadata: { labels, ...metadata } } = object;
  const owned = {
    ...metadata,
    uid: '7',
    labels: { ...labels as object, 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': 'ccm', 'meta.helm.sh/release-namespace': 'kube-system' },
  };
  return { ...object, metadata: owned, ...object.kind === 'DaemonSet' && { status: { numberReady: 3 } } };
}

/** Of the minor that is gone to, without which the answer turns on them. */
const API_SERVER = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'kube-apiserver-cp-0',
    namespace: 'kube-system',
    annotations: { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.source': 'file' },
  },
  spec: {
    nodeName: 'cp-0',
    hostNetwork: true,
    containers: [{ name: 'kube-apiserver', image: 'registry.k8s.io/kube-apiserver:v1.36.1', command: ['kube-apiserver'] }],
  },
};

/** Every cluster has it: the Services of the cluster are given. */
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'kubernetes', namespace: 'default' }, spec: { clusterIP: '10.96.0.1' } };

async function upgrade(items: readonly object[], to: string = YOUNG) {
  writeFileSync(join(root, 'cluster.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...items, SERVICE, API_SERVER] }));
  const io = ioIn(root);
  const code = await main(['upgrade', 'cluster.json', '--to', to, '--helm-values', 'values.yaml', '--format', 'json'], io);
  return { code, helm: (JSON.parse(io.text.out) as { readonly helm: HelmUpgrade }).helm };
}

describeReader('the upgrade of a release of the real chart 0.0.11, rendered by helm v3.17.3,', HELM, helm => {
  const rendered = (values: string) => helm.json<readonly Manifest[]>({
    args: ['template', 'ccm', '{aws}/charts/aws-cloud-controller-manager', '--namespace', 'kube-system', '--values', 'values.yaml'],
    files: { 'values.yaml': values },
    modules: { aws: 'k8s.io/cloud-provider-aws@v1.36.1' },
  }, objects);

  it('has values of which the chart makes the workload that is there, with the new image and nothing else', async () => {
    const before = rendered(yaml().stringify(GIVEN));
    const { code, helm: said } = await upgrade(before.map(live));
    expect([code, said.chart, said.hops[0].kept]).toEqual([0, 'aws-cloud-controller-manager-0.0.11', []]);
    const values = readFileSync(join(root, 'values.yaml'), 'utf8');
    const after = rendered(values);
    expect(after).toEqual(JSON.parse(JSON.stringify(before).replaceAll(OLD, YOUNG)));
    expect(yaml().parse(values)).toMatchObject({ ...GIVEN, image: { tag: YOUNG } });
    expect(said.hops[0].commands.join('\n')).not.toContain('--reuse-values');
    // What is rendered is the input that was proven with the new image.
    writeFileSync(join(root, 'rendered.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: after }));
    const told = await Promise.all(['cluster.json', 'rendered.json'].map(async file => {
      const io = ioIn(root);
      await main(['verify', file], io);
      return io.text.out.replaceAll(OLD, YOUNG).replaceAll(file, 'the cluster');
    }));
    expect(told.map(text => text.split('\n').filter(line => /^(exclusivity|liveness):/.test(line)))).toEqual([
      expect.arrayContaining([expect.stringContaining('exclusivity:')]), told[0].split('\n').filter(line => /^(exclusivity|liveness):/.test(line)),
    ]);
  });

  it('has them for each hop of several, of which the chart makes what is there with the image of that hop', async () => {
    const before = rendered(yaml().stringify(GIVEN));
    const { helm: { hops } } = await upgrade(before.map(live), NEXT);
    expect(hops.map(({ file }) => file)).toEqual([`values-${YOUNG}.yaml`, `values-${NEXT}.yaml`]);
    for (const { file, to } of hops) {
      const after = rendered(readFileSync(join(root, file), 'utf8'));
      expect(after).toEqual(JSON.parse(JSON.stringify(before).replaceAll(OLD, to)));
    }
  });
});
