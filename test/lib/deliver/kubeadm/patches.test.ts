import { parse } from 'yaml';
import { kubeadmPatches } from '../../../../src/lib/deliver/kubeadm/patches';
import { editStaticPod, StaticPodEdits } from '../../../../src/lib/edit/static-pod/edit';
import { parseStaticPod, StaticPodComponent } from '../../../../src/lib/edit/static-pod/static-pod';
import { CONTROL_PLANE_NODES, manifest, OLD } from '../../../fixtures/kubeadm';

const EDITS: StaticPodEdits = {
  setFlags: [{ name: 'cloud-provider', value: 'external' }, { name: 'a-first', value: '1' }, { name: 'leader-elect-lease-duration', value: '20s' }],
  removeFlags: ['cloud-config'],
  removeHostPathFiles: ['/etc/kubernetes/cloud.conf'],
  hostPathFiles: [{ name: 'leader-migration-config', path: '/etc/leadermigration.conf' }],
};
const podOf = (component: StaticPodComponent, node = CONTROL_PLANE_NODES[0]) =>
  parseStaticPod(manifest(OLD, node, component), { file: 'pod.yaml', component });

interface Step { op: string; path: string; value?: string }

/** RFC 6902 for the operations used here, on lists of text. */
function applyJsonPatch(data: unknown, steps: readonly Step[]): unknown {
  const result = structuredClone(data);
  for (const { op, path, value } of steps) {
    const keys = path.slice(1).split('/');
    const last = Number(keys.pop());
    const list = keys.reduce((node, key) => (node as Record<string, unknown>)[key], result) as unknown[];
    if (op === 'test' && list[last] !== value) throw new Error(`test failed: ${path} is ${String(list[last])}`);
    if (op === 'replace') list[last] = value;
    if (op === 'remove') list.splice(last, 1);
    if (op === 'add') list.splice(last, 0, value);
  }
  return result;
}

type Item = Record<string, unknown>;

interface PodData { spec: { containers: Item[]; volumes: Item[] } }

function mergeList(list: Item[], patch: Item[] = [], key: string): Item[] {
  const gone = patch.filter((item) => item.$patch === 'delete').map((item) => item[key]);
  return [...list.filter((item) => !gone.includes(item[key])), ...patch.filter((item) => item.$patch === undefined)];
}

const byName = (a: Item, b: Item) => (String(a.name) < String(b.name) ? -1 : 1);

describe('kubeadmPatches', () => {
  it.each(CONTROL_PLANE_NODES.flatMap(
    (node) => (['kube-apiserver', 'kube-controller-manager'] as const).map((component) => [component, node] as const),
  ))(
    'made from the first node turn the %s of %s into what the edits make of it', (component, node) => {
      const files = kubeadmPatches(podOf(component), EDITS);
      expect(files.map(({ name }) => name)).toEqual([`${component}0+json.yaml`, `${component}1+strategic.yaml`]);
      const patched = applyJsonPatch(parse(manifest(OLD, node, component)), parse(files[0].content)) as PodData;
      const { spec } = parse(files[1].content);
      const [container] = patched.spec.containers;
      expect(spec.containers[0].name).toBe(component);
      container.volumeMounts = mergeList(container.volumeMounts as Item[], spec.containers[0].volumeMounts, 'mountPath').sort(byName);
      patched.spec.volumes = mergeList(patched.spec.volumes, spec.volumes, 'name').sort(byName);
      expect(patched).toEqual(parse(editStaticPod(podOf(component, node), EDITS).text));
    });

  it('carry no value of a node', () => {
    const contents = CONTROL_PLANE_NODES.map((node) => kubeadmPatches(podOf('kube-apiserver', node), EDITS));
    expect(contents[1]).toEqual(contents[0]);
    expect(JSON.stringify(contents)).not.toContain('10.0.');
  });

  it('stop where the generated list is another one', () => {
    const [{ content }] = kubeadmPatches(podOf('kube-controller-manager'), EDITS);
    expect(() => applyJsonPatch(parse(manifest(OLD, CONTROL_PLANE_NODES[0], 'kube-apiserver')), parse(content))).toThrow('test failed');
  });

  it('are no files where nothing is to be done', () => {
    expect(kubeadmPatches(podOf('kube-scheduler'), { image: { fromTag: 'v1.26.15', toTag: 'v1.27.16' } })).toEqual([]);
  });

  it('fails for a component that kubeadm does not run', () => {
    const text = 'kind: Pod\nspec: {containers: [{name: aws-cloud-controller-manager, image: a/b:c, args: [--v=2]}]}\n';
    expect(() => kubeadmPatches(parseStaticPod(text, { file: 'ccm.yaml', component: 'cloud-controller-manager' }), {}))
      .toThrow(new Error('kubeadm cannot patch cloud-controller-manager; accepted: kube-apiserver, kube-controller-manager, kube-scheduler'));
  });
});
