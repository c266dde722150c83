import { readStaticPodFile } from '../../../../src/lib/read/nodes/static-pod-file';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: a\n    image: b:1\n';
const withSpec = (more: string) => `${POD}${more}`;

// The kubelet itself is asked in conformance/static-pods.test.ts; this names the classes.
it.each<[string, string, 'runs' | 'refused' | 'unknown']>([
  ['a pod', POD, 'runs'],
  ['a pod as JSON', '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"a","image":"b"}]}}', 'runs'],
  ['a pod after a mark', `---\n${POD}`, 'runs'],
  ['a pod before another document', `${POD}---\nkind: Nonsense\n`, 'runs'],
  ['a pod behind an empty document', `---\n---\n${POD}`, 'refused'],
  ['a pod behind a ConfigMap', `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\n${POD}`, 'refused'],
  ['nothing', '# later\n', 'refused'],
  ['a List', 'apiVersion: v1\nkind: List\nitems: []\n', 'refused'],
  ['another version', POD.replace('v1', 'v2'), 'refused'],
  ['a pod without a name', POD.replace('  name: a\n', '  namespace: b\n'), 'refused'],
  ['a pod without an image', POD.replace('    image: b:1\n', ''), 'refused'],
  ['a mount without its volume', withSpec('    volumeMounts:\n    - {name: gone, mountPath: /x}\n'), 'refused'],
  ['an argument that is a number', withSpec('    args: [--v, 2]\n'), 'refused'],
  ['an argument that YAML 1.1 reads as a boolean', withSpec('    args: [--x, yes]\n'), 'unknown'],
  ['a text that is one in both', withSpec('    args: [--x, "yes", 10.0.0.1:6443]\n'), 'runs'],
  ['a boolean in quotes', withSpec('  hostNetwork: "true"\n'), 'refused'],
  ['an unknown field', withSpec('  hostnetwork: true\n'), 'unknown'],
  ['a key that is there twice, of which the last counts', withSpec('  hostNetwork: true\n  hostNetwork: true\n'), 'runs'],
  ['a status that is no object', withSpec('status: 70000\n'), 'refused'],
  ['a status as a dump has it', withSpec('status: {phase: Running, conditions: [{type: Ready}]}\n'), 'runs'],
  ['a procMount that there is not', withSpec('    securityContext: {procMount: x}\n'), 'refused'],
  ['an affinity that is no object', withSpec('  affinity: [x]\n'), 'refused'],
  ['capabilities', withSpec('    securityContext: {capabilities: {drop: [ALL]}}\n'), 'runs'],
  ['an affinity, of which nothing is checked here', withSpec('  affinity: {nodeAffinity: {}}\n'), 'unknown'],
  ['no YAML', 'a: [', 'unknown'],
  ['a variable of a ConfigMap', withSpec('    env:\n    - name: A\n      valueFrom: {configMapKeyRef: {name: a, key: b}}\n'), 'unknown'],
])('%s', (_, text, expected) => {
  const { look } = readStaticPodFile(text, 'pod.yaml');
  expect(look === undefined ? 'runs' : Object.keys(look)[0]).toBe(expected);
});
