import { parse, stringify } from 'yaml';
import { seeded } from '../e2e/lib/random';

/** Files of a static pod folder, by name. */
export type Folder = Readonly<Record<string, string>>;

type Data = Record<string, any>;

/** Values that a person, a template or another tool may leave in a field. */
const VALUES: readonly unknown[] = ['', 'x', 'A', 'a b', '-x', 'x'.repeat(64), 0, 1, -1, 1.5, 70000, true, false, null, [], {}, ['x'], [1],
  { a: 'b' }, 'Always', 'yes', '../x', '/x', '1'];

/** A slip in a manifest, as data. */
function slip(pod: Data, random: () => number): void {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const places: [Data, string][] = [];
  const collect = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    for (const key of Object.keys(node)) {
      places.push([node as Data, key]);
      collect((node as Data)[key]);
    }
  };
  collect(pod);
  const { spec } = pod;
  const container = spec?.containers?.[0];
  // What the slip before has taken away cannot slip again.
  if (!Array.isArray(spec?.volumes) || !Array.isArray(container?.volumeMounts) || container.volumeMounts.length < 2) return;
  pick<() => unknown>([
    () => { const [node, key] = pick(places); node[key] = pick(VALUES); },
    () => { const [node, key] = pick(places); node[key] = pick(VALUES); },
    () => { const [node, key] = pick(places); if (Array.isArray(node)) node.splice(Number(key), 1); else delete node[key]; },
    () => { const lists = places.filter(([node]) => Array.isArray(node)); const [node, key] = pick(lists); (node as any).push((node as any)[key]); },
    () => { pod.metadata.name = pick(['', undefined, 'UPPER', 'a.b', 'a_b', 'kube-controller-manager', '1', '-']); },
    () => { pod.metadata.namespace = pick(['', undefined, 'Kube', 'a.b', 'kube-system', null]); },
    () => { spec.volumes.splice(Math.floor(random() * spec.volumes.length), 1); },
    () => { container.env = [{ name: pick(['A', '1A', 'a-b', '', 'a b', 'A.B']), value: pick(['x', '', 1, true, null]) }]; },
    () => {
      container.env = [{
        name: 'NODE',
        valueFrom: { fieldRef: { fieldPath: pick(['spec.nodeName', 'metadata.namespace', 'status.hostIP', 'spec.x', "metadata.labels['a']"]) } },
      }];
    },
    () => {
      container.ports = [{
        containerPort: pick([80, 0, 70000, '80']), hostPort: pick([undefined, 80, 81]), protocol: pick([undefined, 'TCP', 'tcp']),
      }];
    },
    () => {
      spec.initContainers = [{
        name: pick(['init', container.name]), image: pick(['busybox', '']), ...pick([{}, { livenessProbe: { exec: { command: ['x'] } } }]),
      }];
    },
    () => {
      spec.tolerations = [pick<Data>([{ operator: 'Exists' }, { key: 'a' }, { key: 'a', operator: 'Exists', value: 'b' },
        { operator: 'Equal' }, { effect: 'NoExecute', operator: 'Exists' }])];
    },
    () => { container.resources = { requests: { cpu: pick(['200m', 1, '1x', '', '-1', 0.5]) } }; },
    () => { container.volumeMounts[0].name = pick(['', 'no-such-volume', container.volumeMounts[1].name]); },
    () => { container.volumeMounts[0].mountPath = pick(['', container.volumeMounts[1].mountPath, 'relative', 'a:b']); },
    () => {
      spec.volumes[0] = pick<Data>([{ name: spec.volumes[0].name }, { name: spec.volumes[0].name, emptyDir: {} },
        { name: spec.volumes[0].name, emptyDir: {}, hostPath: { path: '/x' } }]);
    },
    () => {
      container.livenessProbe = pick<unknown>([{}, { exec: { command: [] } }, { tcpSocket: { port: 0 } },
        { httpGet: { port: 'x', scheme: 'https' } }, { httpGet: { port: 1 }, successThreshold: 2 }]);
    },
    () => {
      container.command = pick<unknown>([[], null, ['kube-controller-manager', 1], 'kube-controller-manager', [['x']],
        ['kube-controller-manager']]);
    },
    () => { spec.restartPolicy = pick(['Always', 'Never', 'always', 'OnFailure', '']); },
    () => { spec.hostNetwork = pick([true, false, 'true', null]); },
    () => {
      const field = pick(['affinity', 'dnsConfig', 'imagePullSecrets', 'hostAliases', 'readinessGates', 'runtimeClassName', 'overhead',
        'setHostnameAsFQDN', 'hostname', 'subdomain', 'nodeName', 'activeDeadlineSeconds', 'schedulerName', 'priorityClassName',
        'shareProcessNamespace']);
      spec[field] = pick(VALUES);
    },
    () => { pod.status = pick<unknown>([...VALUES, { phase: 'Running' }, { phase: 1 }, { conditions: {} }, { startTime: 'now' }]); },
    () => { pod.metadata[pick(['finalizers', 'ownerReferences'])] = pick(VALUES); },
    () => {
      container.securityContext = { [pick(['capabilities', 'seLinuxOptions', 'procMount'])]: pick<unknown>([...VALUES, { drop: ['ALL'] }]) };
    },
    () => { container[pick(['lifecycle', 'volumeDevices'])] = pick(VALUES); },
  ])();
}

/** What is around the pod in its file. */
function wrapped(text: string, random: () => number): string {
  const roll = Math.floor(random() * 24);
  const indented = text.replace(/^/gm, '  ').replace(/^ {2}/, '- ');
  switch (roll) {
    case 0: return `---\n${text}`;
    case 1: return `---\n---\n${text}`;
    case 2: return `${text}---\nkind: Pod\n`;
    case 3: return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\n---\n${text}`;
    case 4: return `apiVersion: v1\nkind: List\nitems:\n${indented}`;
    case 5: return `apiVersion: v1\nkind: PodList\nitems:\n${indented}`;
    case 6: return text.replace('kind: Pod', 'kind: pod');
    case 7: return text.replace('apiVersion: v1', 'apiVersion: apps/v1');
    case 8: return text.replace('apiVersion: v1', 'apiVersion: core/v1');
    case 9: return text.replace('hostNetwork: true', 'hostNetwork: yes');
    case 10: return text.replace(/^kind: Pod\n/m, '');
    case 11: return `# a comment\n\n${text}...\n`;
    case 12: return JSON.stringify(parse(text));
    case 13: return text.replace('spec:\n', 'spec:\n  noSuchField: 1\n');
    case 14: return text.replace('kind: Pod', 'kind: Pod\nkind: Pod');
    case 15: return '';
    default: return text;
  }
}

/** A folder with one to three files; the same for the same seed. */
export function generatedFolder(seed: number, bases: readonly string[]): Folder {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const names = ['a.yaml', 'b', '.hidden.yaml', 'c.yaml.bak', 'b~', 'z.json'];
  const count = random() < 0.7 ? 1 : 1 + Math.floor(random() * 3);
  return Object.fromEntries(Array.from({ length: count }, () => {
    const pod = parse(pick(bases)) as Data;
    for (let slips = pick([0, 1, 1, 1, 2]); slips > 0; slips--) slip(pod, random);
    return [pick(names), wrapped(stringify(pod), random)];
  }));
}
