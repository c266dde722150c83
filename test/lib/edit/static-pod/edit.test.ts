import { parse } from 'yaml';
import { undo } from './undo';
import { editStaticPod, StaticPodEdits } from '../../../../src/lib/edit/static-pod/edit';
import { parseStaticPod, StaticPodComponent } from '../../../../src/lib/edit/static-pod/static-pod';
import { CONTROL_PLANE_NODES, manifest, NEW, OLD } from '../../../fixtures/kubeadm';

const COMPONENTS: StaticPodComponent[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
const NODE = CONTROL_PLANE_NODES[0];
const KCM_1_26 = manifest(OLD, NODE, 'kube-controller-manager');

const TO_EXTERNAL: StaticPodEdits = {
  setFlags: [{ name: 'cloud-provider', value: 'external' }],
  removeFlags: ['cloud-config'],
  removeHostPathFiles: ['/etc/kubernetes/cloud.conf'],
  image: { fromTag: 'v1.26.15', toTag: 'v1.27.16' },
};

const LEADER_MIGRATION: StaticPodEdits = {
  setFlags: [
    { name: 'leader-migration-config', value: '/etc/leadermigration.conf' },
    { name: 'enable-leader-migration', value: 'true' },
  ],
  hostPathFiles: [{ name: 'leader-migration-config', path: '/etc/leadermigration.conf' }],
};

function editsFor(component: StaticPodComponent): StaticPodEdits {
  return component === 'kube-scheduler' ? { image: TO_EXTERNAL.image } : TO_EXTERNAL;
}

function edit(text: string, edits: StaticPodEdits, component: StaticPodComponent = 'kube-controller-manager'): string {
  return editStaticPod(parseStaticPod(text, { file: 'pod.yaml', component }), edits).text;
}

/** A small manifest around container lines, all of them indented as in a container. */
function pod(container: string, volumes = ''): string {
  return `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: kube-controller-manager\n    image: k8s/kcm:v1.26.15\n${container}${volumes}`;
}

describe('editStaticPod against the real kubeadm', () => {
  const cases = CONTROL_PLANE_NODES.flatMap((node) => COMPONENTS.map((component) => [component, node] as const));

  it.each(cases)('turns the 1.26 %s of %s into the bytes that kubeadm 1.27 writes', (component, node) => {
    expect(edit(manifest(OLD, node, component), editsFor(component), component)).toBe(manifest(NEW, node, component));
  });

  it.each(cases)('turns the 1.27 %s of %s back into the bytes that kubeadm 1.26 wrote', (component, node) => {
    const old = parseStaticPod(manifest(OLD, node, component), { file: 'old.yaml', component });
    const back = edit(manifest(NEW, node, component), undo(old, editsFor(component)), component);
    expect(back).toBe(manifest(OLD, node, component));
  });

  it('adds leader migration in sorted places, and nothing else', () => {
    const text = edit(KCM_1_26, LEADER_MIGRATION);
    expect(text.split('\n').length - KCM_1_26.split('\n').length).toBe(9);
    expect(edit(text, undo(parseStaticPod(KCM_1_26, { file: 'f', component: 'kube-controller-manager' }), LEADER_MIGRATION))).toBe(KCM_1_26);
    expect(text).toContain([
      '    - --controllers=*,bootstrapsigner,tokencleaner',
      '    - --enable-leader-migration=true',
      '    - --kubeconfig=/etc/kubernetes/controller-manager.conf',
      '    - --leader-elect=true',
      '    - --leader-migration-config=/etc/leadermigration.conf',
      '    - --requestheader-client-ca-file',
    ].join('\n'));
    expect(text).toContain([
      '      name: kubeconfig',
      '      readOnly: true',
      '    - mountPath: /etc/leadermigration.conf',
      '      name: leader-migration-config',
      '      readOnly: true',
      '    - mountPath: /usr/local/share/ca-certificates',
    ].join('\n'));
    expect(text).toContain([
      '    name: kubeconfig',
      '  - hostPath:',
      '      path: /etc/leadermigration.conf',
      '      type: File',
      '    name: leader-migration-config',
      '  - hostPath:',
      '      path: /usr/local/share/ca-certificates',
    ].join('\n'));
  });

  it('changes nothing when applied again', () => {
    for (const edits of [LEADER_MIGRATION, TO_EXTERNAL]) {
      const once = edit(KCM_1_26, edits);
      expect(once).not.toBe(KCM_1_26);
      expect(edit(once, edits)).toBe(once);
    }
  });
});

describe('editStaticPod', () => {
  it.each([
    ['double-quoted items', '    command:\n      - "kube-controller-manager"\n      - "--cloud-provider=aws" # why\n      - "--v=2"\n',
      '    command:\n      - "kube-controller-manager"\n      - "--allocate-node-cidrs=true"\n      - "--cloud-provider=external" # why\n      - '
        + '"--v=2"\n'],
    ['single-quoted items', "    command: ['kube-controller-manager', '--cloud-provider=aws']\n",
      "    command: ['kube-controller-manager', '--allocate-node-cidrs=true', '--cloud-provider=external']\n"],
    ['JSON over several lines', '    command: [\n      "kube-controller-manager",\n      "--cloud-provider=aws"\n    ]\n',
      '    command: [\n      "kube-controller-manager",\n      "--allocate-node-cidrs=true",\n      "--cloud-provider=external"\n    ]\n'],
    ['flags in args, the program in command', '    command:\n    - kube-controller-manager\n    args:\n    - --cloud-provider=aws\n',
      '    command:\n    - kube-controller-manager\n    args:\n    - --allocate-node-cidrs=true\n    - --cloud-provider=external\n'],
    ['flags in args, no program', '    args: [ --cloud-provider=aws ]\n', '    args: [ --allocate-node-cidrs=true, --cloud-provider=external ]\n'],
    ['a value as its own item', '    command:\n    - /usr/local/bin/kube-controller-manager\n    - --cloud-provider\n    - aws\n',
      '    command:\n    - /usr/local/bin/kube-controller-manager\n    - --allocate-node-cidrs=true\n    - --cloud-provider\n    - external\n'],
    ['underscores', '    command: [kube-controller-manager, --cloud_provider=aws, -v=2]\n',
      '    command: [kube-controller-manager, --allocate-node-cidrs=true, --cloud_provider=external, -v=2]\n'],
    ['an unsorted list', '    command: [kube-controller-manager, --v=2, --cloud-provider=aws,]\n',
      '    command: [kube-controller-manager, --v=2, --cloud-provider=external, --allocate-node-cidrs=true,]\n'],
    ['comments between items', '    command:\n    - kube-controller-manager\n    # the cloud\n\n    - --cloud-provider=aws\n    # the end\n',
      '    command:\n    - kube-controller-manager\n    - --allocate-node-cidrs=true\n    # the cloud\n\n    - --cloud-provider=external\n    # the '
        + 'end\n'],
    ['block scalars', '    command:\n    - kube-controller-manager\n    - >-\n      --cloud-provider=aws\n    - |-\n      --v=2\n',
      '    command:\n    - kube-controller-manager\n    - --allocate-node-cidrs=true\n    - --cloud-provider=external\n    - |-\n      --v=2\n'],
    ['a tab-free deep indent', '    command:\n        -   kube-controller-manager\n        -   --cloud-provider=aws\n',
      '    command:\n        -   kube-controller-manager\n        - --allocate-node-cidrs=true\n        -   --cloud-provider=external\n'],
  ])('sets flags in %s', (_, before, after) => {
    const edits = { setFlags: [{ name: 'cloud-provider', value: 'external' }, { name: 'allocate-node-cidrs', value: 'true' }] };
    expect(edit(pod(before), edits)).toBe(pod(after));
    expect(edit(pod(before).replace(/\n/g, '\r\n'), edits)).toBe(pod(after).replace(/\n/g, '\r\n'));
    expect(edit(`\uFEFF${pod(before).trimEnd()}`, edits)).toBe(`\uFEFF${pod(after).trimEnd()}`);
    expect(edit(edit(pod(before), edits), undo(parseStaticPod(pod(before), { file: 'f', component: 'kube-controller-manager' }), edits)))
      .toBe(pod(before).replace(/>-\n\s+/, ''));
  });

  it('writes a value in quotes where it would read as something else', () => {
    const text = edit(pod('    command: [kube-controller-manager, --a=b]\n'), { setFlags: [{ name: 'controllers', value: '*,foo' }] });
    expect(text).toContain('[kube-controller-manager, --a=b, "--controllers=*,foo"]');
  });

  it('adds mounts and volumes to a JSON manifest', () => {
    const json = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { containers: [{ name: 'kube-controller-manager', image: 'a/b:v1', command: ['kube-controller-manager'], volumeMounts: [] }] },
    }, null, 2);
    const file = '{"mountPath": "/etc/x", "name": "x", "readOnly": true}';
    const text = edit(json, { hostPathFiles: [{ name: 'x', path: '/etc/x' }] });
    expect(JSON.parse(text).spec.volumes).toEqual([{ hostPath: { path: '/etc/x', type: 'File' }, name: 'x' }]);
    expect(text).toContain(`"volumeMounts": [${file}]`);
    expect(JSON.parse(edit(text, { removeHostPathFiles: ['/etc/x'] })).spec.containers[0].volumeMounts).toBeUndefined();
  });

  it('adds the keys of lists that are not there, and removes them again with their last item', () => {
    const before = pod('    command: [kube-controller-manager]\n    # about nothing\n', '  hostNetwork: true\n');
    const edits = { hostPathFiles: [{ name: 'x', path: '/etc/x', hostPath: '/opt/x' }] };
    const after = edit(before, edits);
    expect(after).toBe(pod([
      '    command: [kube-controller-manager]',
      '    volumeMounts:', '    - mountPath: /etc/x', '      name: x', '      readOnly: true',
      '    # about nothing', '',
    ].join('\n'), '  hostNetwork: true\n  volumes:\n  - hostPath:\n      path: /opt/x\n      type: File\n    name: x\n'));
    expect(edit(after, { removeHostPathFiles: ['/etc/x'] })).toBe(before);
  });

  it('keeps a mount that a flag still uses', () => {
    const { removeFlags, ...others } = TO_EXTERNAL;
    expect(removeFlags).toEqual(['cloud-config']);
    expect(edit(KCM_1_26, others)).toContain('mountPath: /etc/kubernetes/cloud.conf');
  });

  it('keeps a volume that another container still mounts', () => {
    const sidecar = '  - name: sidecar\n    volumeMounts:\n    - {mountPath: /x, name: cloud-config}\n';
    const text = edit(KCM_1_26.replace('  hostNetwork: true\n', `${sidecar}  hostNetwork: true\n`), TO_EXTERNAL);
    expect(parse(text).spec.containers[0].volumeMounts.map(({ name }: { name: string }) => name)).not.toContain('cloud-config');
    expect(parse(text).spec.volumes.map(({ name }: { name: string }) => name)).toContain('cloud-config');
  });
});

describe('editStaticPod refuses', () => {
  const cloudConf = { name: 'other', path: '/etc/kubernetes/cloud.conf', hostPath: '/opt/cloud.conf' };
  it.each<[string, string, StaticPodEdits, string]>([
    ['a path mounted from elsewhere', KCM_1_26, { hostPathFiles: [cloudConf] },
      "pod.yaml:64:7: path '/etc/kubernetes/cloud.conf' is already mounted from '/etc/kubernetes/cloud.conf' of the node, expected "
        + "'/opt/cloud.conf' of the node; "
      + 'remove that mount or choose another path'],
    ['a path mounted from a volume that is no file of the node', pod('    command: [kube-controller-manager]\n    volumeMounts:\n    - {name: cm, '
      + 'mountPath: /etc/x}\n', '  volumes:\n  - {name: cm, configMap: {name: cm}}\n'),
    { hostPathFiles: [{ name: 'x', path: '/etc/x' }] },
    "pod.yaml:9:7: path '/etc/x' is already mounted from volume 'cm', expected '/etc/x' of the node; remove that mount or choose another path"],
    ['a volume name that is taken', KCM_1_26, { hostPathFiles: [{ name: 'ca-certs', path: '/etc/x' }] },
      "pod.yaml:91:5: volume 'ca-certs' is already something else than '/etc/x' of the node; rename that volume or choose another name"],
    ['a digest', KCM_1_26.replace('r:v1.26.15', 'r:v1.26.15@sha256:abcd'), { image: TO_EXTERNAL.image },
      "pod.yaml:34:12: image 'registry.k8s.io/kube-controller-manager:v1.26.15@sha256:abcd' is pinned by digest, so its version cannot be changed "
        + "by tag; use the tag 'v1.26.15'"],
    ['a foreign tag', KCM_1_26.replace('r:v1.26.15', 'r:v1.26.15-eks-1'), { image: TO_EXTERNAL.image },
      "pod.yaml:34:12: image 'registry.k8s.io/kube-controller-manager:v1.26.15-eks-1' has the tag 'v1.26.15-eks-1', expected 'v1.26.15'; "
      + "give the version that this manifest runs, or hand in the manifest of the version with tag 'v1.27.16'"],
    ['an image without a tag', KCM_1_26.replace('registry.k8s.io/kube-controller-manager:v1.26.15', 'localhost:5000/kcm'),
      { image: TO_EXTERNAL.image },
      "pod.yaml:34:12: image 'localhost:5000/kcm' has no tag, expected 'v1.26.15'; give the version that this manifest runs, or hand in the "
        + "manifest of the version with tag 'v1.27.16'"],
    ['two edits of one flag', KCM_1_26, { removeFlags: ['v'], setFlags: [{ name: 'v', value: '2' }] }, "flag '--v' is edited twice; give "
      + 'one edit per flag'],
    ['an empty key instead of a list', pod('    command: [kube-controller-manager]\n    volumeMounts:\n'),
      { hostPathFiles: [{ name: 'x', path: '/etc/x' }] },
      'pod.yaml:8:18: spec.containers.0.volumeMounts is null, expected a list; write [] for an empty one, or leave its key out'],
    ['an item that an alias repeats elsewhere', pod('    command: [kube-controller-manager, &p --cloud-provider=aws]\n', '  nodeName: *p\n'),
      { setFlags: [{ name: 'cloud-provider', value: 'external' }] },
      'pod.yaml cannot be edited: more than the edit would change; write anchors, merge keys and unusual notation out'],
    ['taking away what an alias points at', pod('    command: [kube-controller-manager, &p --cloud-provider=aws]\n', '  nodeName: *p\n'),
      { removeFlags: ['cloud-provider'] },
      'pod.yaml cannot be edited: the result would not be YAML (pod.yaml:1:1: unresolved alias (the anchor must be set before the alias): p); write '
        + 'anchors and merge keys out'],
  ])('%s', (_, text, edits, message) => {
    expect(() => edit(text, edits)).toThrow(new Error(message));
  });
});
