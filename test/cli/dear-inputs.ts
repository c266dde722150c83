import { MAX_STRUCTURE, structureOf } from '../../src/lib/edit/yaml/bounds';
import { addFlag, CLOUD_CONFIG, CONTROLLER_MANAGER, KUBELET_CONFIG, KUBELET_FLAGS, kubeadmNodes, MIGRATION_FILE } from '../nodes';

/** Files of a folder by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Input that costs as much as the limits let through, or a little more: each of another shape. */
export interface DearInput {
  readonly name: string;
  files(): Files;
}

const [NODE] = kubeadmNodes();
const MEGABYTES = 4_800_000;
const HEAD = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
const MIGRATION_HEAD = 'apiVersion: controllermanager.config.k8s.io/v1\nkind: LeaderMigrationConfiguration\nleaderName: x\ncontrollerLeaders:\n';

/** As often as the limit of a file allows. */
export function fill(unit: string, characters = MEGABYTES): string {
  return unit.repeat(Math.floor(characters / unit.length));
}

/** As often as the limit on structure allows, or a share of that. */
function marks(unit: (index: number) => string, share = 1): string {
  return Array.from({ length: Math.floor((MAX_STRUCTURE - 5000) * share / structureOf(unit(0))) }, (_, index) => unit(index)).join('');
}

/** A node of kubeadm with one file changed. */
function node(path: string, edit: (text: string) => string): Files {
  return Object.fromEntries(Object.entries({ ...NODE.files, [path]: edit(NODE.files[path] ?? '') }).map(([file, text]) => [`node${file}`, text]));
}

function kubeletFlags(text: string): Files {
  return node(KUBELET_FLAGS, () => text);
}

function cloudConfig(text: string): Files {
  return node(CLOUD_CONFIG, () => text);
}

function manager(edit: (text: string) => string): Files {
  return node(CONTROLLER_MANAGER, edit);
}

function migrationFile(text: string): Files {
  const files = manager(content => addFlag(`--leader-migration-config=${MIGRATION_FILE}`)(addFlag('--enable-leader-migration=true')(content))
    .replace('    volumeMounts:\n', `    volumeMounts:\n    - {mountPath: ${MIGRATION_FILE}, name: lm, readOnly: true}\n`)
    .replace('  volumes:\n', `  volumes:\n  - {hostPath: {path: ${MIGRATION_FILE}, type: File}, name: lm}\n`));
  return { ...files, [`node${MIGRATION_FILE}`]: text };
}

function object(kind: string, apiVersion: string, name: string, rest: string): string {
  return `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: kube-system}\n${rest}`;
}

const CCM_POD = 'spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: cloud-controller-manager, '
  + 'image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.1, args: [--cloud-provider=aws, --leader-elect=true]}]}}}\n';

/** Dear in the files of nodes, which are not all YAML. */
export const DEAR_NODE_FILES: readonly DearInput[] = [
  { name: 'kubelet flags of one-letter words', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS="${fill('a ')}"\n`) },
  {
    name: 'kubelet flags, each another',
    files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS="${Array.from({ length: 9_990 }, (_, i) => `--f${i}=${'v'.repeat(400)}`).join(' ')}"\n`),
  },
  { name: 'kubelet flags of one long word', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS=${fill('a')}\n`) },
  { name: 'kubelet flags of continued lines', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS=${fill('\\\n')}`) },
  { name: 'kubelet flags of blanks', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS="${fill(' ')}"`) },
  { name: 'kubelet flags of quotes', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS=${fill('""\'\'')}`) },
  { name: 'kubelet flags of assignments', files: () => kubeletFlags(fill('A_ARGS=x\n')) },
  {
    name: 'kubelet flags in a unit',
    files: () => node('/etc/systemd/system/kubelet.service.d/10-kubeadm.conf', () => `[Service]\nEnvironment=${fill('A=b ')}\n`),
  },
  { name: 'node labels of 4.8 MB', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS="--node-labels=${fill('a=b,')}"\n`) },
  { name: 'feature gates of 4.8 MB', files: () => kubeletFlags(`KUBELET_KUBEADM_ARGS="--feature-gates=${fill('A=true,')}"\n`) },
  { name: 'a cloud config of one key', files: () => cloudConfig(`[Global]\n${fill('Zone=a\n')}`) },
  {
    name: 'a cloud config of unknown keys',
    files: () => cloudConfig(`[Global]\n${Array.from({ length: 19_000 }, (_, i) => `Sone${i}=a\n`).join('')}`),
  },
  { name: 'a cloud config of one long value', files: () => cloudConfig(`[Global]\nZone=${fill('a-')}\n`) },
  { name: 'a cloud config of one long quoted value', files: () => cloudConfig(`[Global]\nZone="${fill('a\\"')}"\n`) },
  { name: 'a cloud config of one long name', files: () => cloudConfig(`[Global]\n${fill('a')}=b\n`) },
  { name: 'a cloud config of blanks', files: () => cloudConfig(`[Global]\nZone=a${fill(' ')}b${fill(' ', 10)}\n`) },
  {
    name: 'a cloud config of sections',
    files: () => cloudConfig(Array.from({ length: 9_000 }, (_, i) => `[ServiceOverride "${i}"]\nService=S${i}\n`).join('')),
  },
  {
    name: 'a cloud config of sections of one region',
    files: () => cloudConfig(Array.from({ length: 9_000 }, (_, i) => `[ServiceOverride "${i}"]\nService=Elastic Load Balancing${i}\n`).join('')),
  },
  { name: 'a configuration of brackets', files: () => migrationFile(fill('[', 2_000_000)) },
  { name: 'a configuration of some brackets', files: () => migrationFile(fill('[', 9_000)) },
  { name: 'a configuration of braces', files: () => migrationFile(fill('{a: ', 2_000_000)) },
  {
    name: 'a configuration of leaders',
    files: () => migrationFile(MIGRATION_HEAD + Array.from({ length: 1_600 }, (_, i) => `- name: c${i}\n  component: "*"\n`).join('')),
  },
  {
    name: 'a configuration of one leader, again and again',
    files: () => migrationFile(MIGRATION_HEAD + fill('- {name: service, component: "*"}\n', 60_000)),
  },
  {
    name: 'a configuration of too many leaders',
    files: () => migrationFile(MIGRATION_HEAD + Array.from({ length: 60_000 }, (_, i) => `- name: c${i}\n  component: "*"\n`).join('')),
  },
  { name: 'a configuration of aliases', files: () => migrationFile(`a: &a 1\nb: [${fill('*a,', 12_000)}]\n`) },
  {
    name: 'a configuration of merged keys',
    files: () => migrationFile(`a: &a {${Array.from({ length: 2_000 }, (_, i) => `k${i}: 1`).join(',')}}\nb:\n${fill('- <<: *a\n', 9_000)}`),
  },
  { name: 'a configuration of !!omap', files: () => migrationFile(`a: !!omap [${Array.from({ length: 4_000 }, (_, i) => `k${i}: 1`).join(',')}]\n`) },
  { name: 'a configuration of JSON', files: () => migrationFile(`{"a": ${fill('[', 9_000)}${fill(']', 9_000)}}`) },
  { name: 'a configuration of one long text', files: () => migrationFile(fill('lorem ipsum ')) },
  { name: 'a configuration of empty lines', files: () => migrationFile(fill('\n')) },
  { name: 'a kubelet configuration of keys', files: () => node(KUBELET_CONFIG, () => marks(index => `k${index}: v\n`)) },
  {
    name: 'a manifest of flags',
    files: () => manager(text => text.replace('    - --leader-elect=true\n', () => '    - --leader-elect=true\n'
    + `${marks(index => `    - --f${index}\n`)}`)),
  },
  {
    name: 'a manifest of one flag',
    files: () => manager(text => text.replace('    - --leader-elect=true\n', () => `    - --leader-elect=true\n${marks(() => '    - --v=2\n')}`)),
  },
  {
    name: 'a manifest of variables',
    files: () => manager(text => text.replace('    image:', () => '    env:\n'
    + `${marks(index => `    - {name: E${index}, value: "$(E${index - 1})"}\n`)}    image:`)),
  },
  {
    name: 'a manifest of mounts',
    files: () => manager(text => text.replace('    volumeMounts:\n', () => '    volumeMounts:\n'
    + `${marks(index => `    - {mountPath: /m${index}, name: v${index}}\n`, 0.5)}`).replace('  volumes:\n', () => '  volumes:\n'
      + `${marks(index => `  - {hostPath: {path: /h${index}}, name: v${index}}\n`, 0.45)}`)),
  },
  {
    name: 'a manifest of containers',
    files: () => manager(text => text.replace('  containers:\n', () => '  containers:\n'
    + `${marks(index =>
      `  - {name: c${index}, image: "registry.k8s.io/kube-controller-manager:v1.26.15", command: [kube-controller-manager, --v=2]}\n`)}`)),
  },
  {
    name: 'a manifest of variables that double',
    files: () => manager(text => text.replace('    image:', () => '    env:\n    - {name: E0, value: xxxxxxxxxx}\n'
    + `${Array.from({ length: 60 }, (_, i) => `    - {name: E${i + 1}, value: "$(E${i})$(E${i})"}\n`).join('')}    image:`)),
  },
  {
    name: 'a manifest of one long variable, again and again',
    files: () => manager(text => text.replace('    image:', () => `    env:\n    - {name: E0, value: ${fill('x', 100_000)}}\n`
    + `${marks(index => `    - {name: E${index + 1}, value: "$(E0)"}\n`)}    image:`)),
  },
  { name: 'a manifest of controllers', files: () => manager(text => text.replace(/--controllers=.*/, () => `--controllers=${fill('a,', 480_000)}`)) },
  {
    name: 'a manifest of controllers, each another',
    files: () =>
      manager(text => text.replace(/--controllers=.*/, () => `--controllers=${Array.from({ length: 240_000 }, (_, i) => `c${i}`).join()}`)),
  },
  {
    name: 'manifests of two nodes, with as many flags as are read',
    files: () => Object.fromEntries(['a', 'b'].flatMap(of => Object.entries(manager(text => `${text.replace('    - --leader-elect=true\n', () =>
      `    - --leader-elect=true\n${Array.from({ length: 74_000 }, (_, index) => `    - --${of}${index}=x\n`).join('')}`)}${fill('#\n', 90_000)}`))
      .map(([path, text]) => [path.replace('node', `node-${of}`), text]))),
  },
  { name: 'a manifest of a long image', files: () => manager(text => text.replace(/image: .*/, () => `image: ${fill('a/')}:v1.26.15`)) },
  {
    name: 'a manifest of a long tag',
    files: () => manager(text => text.replace(/image: .*/, () => `image: registry.k8s.io/kube-controller-manager:v1.26.15${fill('-a')}`)),
  },
  { name: 'a manifest of a long duration', files: () => manager(text => addFlag(`--leader-elect-lease-duration=${fill('1h')}`)(text)) },
  {
    name: 'a manifest of a long CIDR list',
    files: () => manager(text => text.replace(/--cluster-cidr=.*/, () => `--cluster-cidr=${fill('10.0.0.0/8,', 2_600_000)}`)),
  },
  { name: 'a manifest of tabs', files: () => manager(text => `${text}${fill('#\t')}\n`) },
];

/** Dear in objects of the cluster. */
export const DEAR_OBJECTS: readonly DearInput[] = [
  { name: 'a ConfigMap of many keys', files: () => ({ 'a.yaml': `${HEAD}data:\n${marks(index => `  k${index}: v\n`)}` }) },
  { name: 'a ConfigMap of one key, twice', files: () => ({ 'a.yaml': `${HEAD}data:\n${marks(index => `  k${index}: v\n`, 0.9)}  k0: v\n` }) },
  { name: 'aliases', files: () => ({ 'a.yaml': `${HEAD}data: [&a x,${marks(() => '*a,')}*a]\n` }) },
  { name: 'anchors', files: () => ({ 'a.yaml': `${HEAD}data: [${marks(index => `&a${index} x,`)}${fill('*a0,', 396)}x]\n` }) },
  { name: 'merged keys', files: () => ({ 'a.yaml': `${HEAD}x: &a {${marks(index => `k${index}: v,`, 0.5)}}\ndata: {<<: *a, b: c}\n` }) },
  { name: 'brackets', files: () => ({ 'a.yaml': `${HEAD}data: ${fill('[', 200_000)}` }) },
  { name: 'many brackets', files: () => ({ 'a.yaml': `${HEAD}data: ${fill('[')}` }) },
  { name: 'blocks', files: () => ({ 'a.yaml': HEAD + Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('') }) },
  { name: 'quotes', files: () => ({ 'a.yaml': `${HEAD}data: "${fill('\\"')}"\n` }) },
  { name: 'a folded text', files: () => ({ 'a.yaml': `${HEAD}data:\n  a: >\n${marks(() => '    x\n')}` }) },
  { name: 'comments', files: () => ({ 'a.yaml': HEAD + marks(() => '# x\n') }) },
  { name: 'empty lines', files: () => ({ 'a.yaml': HEAD + marks(() => '\n') }) },
  { name: 'too many empty lines', files: () => ({ 'a.yaml': fill('\n') }) },
  { name: 'document marks', files: () => ({ 'a.yaml': fill('---\n') }) },
  { name: 'workloads', files: () => ({ 'a.yaml': marks(index => object('Deployment', 'apps/v1', `d${index}`, CCM_POD), 0.05) }) },
  {
    name: 'a workload of managers',
    files: () => ({
      'a.yaml': object('Deployment', 'apps/v1', 'd', 'spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, '
    + `spec: {containers: [${marks(index => `{name: c${index}, image: "x/cloud-controller-manager:v1.27.1", args: [--v=${index}]},`, 0.5)}]}}}\n`),
    }),
  },
  {
    name: 'a workload of managers of which nothing is known',
    files: () => ({
      'a.yaml': object('Deployment', 'apps/v1', 'd', 'spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, '
    + `spec: {containers: [${marks(index => `{name: c${index}, image: x, command: [sh, -c, kube-controller-manager --v=${index}]},`, 0.5)}]}}}\n`),
    }),
  },
  {
    name: 'nodes that all differ',
    files: () => ({
      'a.yaml': marks(index => `---\napiVersion: v1\nkind: Pod\nmetadata: {name: k${index}, namespace: kube-system, annotations: `
    + `{kubernetes.io/config.mirror: x}}\nspec: {nodeName: n${index}, containers: [{name: c, image: "x/kube-controller-manager:v1.26.15", command: `
    + `[kube-controller-manager, --v=${index}]}]}\n`, 0.5),
    }),
  },
  {
    name: 'autoscalers, namespaces and quotas',
    files: () => ({
      'a.yaml': marks(index => object('Deployment', 'apps/v1', `d${index}`, CCM_POD), 0.03)
    + marks(index => object('HorizontalPodAutoscaler', 'autoscaling/v2', `h${index}`, 'spec: {scaleTargetRef: {kind: Deployment, name: '
    + `d${index}}}\n`), 0.3)
    + marks(index => object('ResourceQuota', 'v1', `q${index}`, 'spec: {hard: {pods: "1"}}\n'), 0.3),
    }),
  },
  {
    name: 'long lines that name managers',
    files: () => ({ 'a.sh': `${`${fill('/a/kube-controller-manager', 4900)}\n`.repeat(900)}` }),
  },
  { name: 'long lines of folders', files: () => ({ 'a.sh': `${`exec ${fill('a/', 4900)} kube-controller-managers\n`.repeat(900)}` }) },
  {
    name: 'roles',
    files: () => ({
      'a.yaml': marks(index => object('Role', 'rbac.authorization.k8s.io/v1', `r${index}`, 'rules: [{apiGroups: '
    + '[coordination.k8s.io], resources: [leases], verbs: [get, update]}]\n')),
    }),
  },
  {
    name: 'a role of rules',
    files: () => ({
      'a.yaml': object('Role', 'rbac.authorization.k8s.io/v1', 'r', 'rules:\n'
    + `${marks(() => '- {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create]}\n')}`),
    }),
  },
  {
    name: 'bindings',
    files: () => ({
      'a.yaml': marks(index => object('RoleBinding', 'rbac.authorization.k8s.io/v1', `b${index}`, 'roleRef: '
    + `{apiGroup: rbac.authorization.k8s.io, kind: Role, name: r${index}}\nsubjects: [{kind: User, name: "system:kube-controller-manager"}]\n`)),
    }),
  },
  { name: 'lists in lists', files: () => ({ 'a.json': `${'{"apiVersion":"v1","kind":"List","items":['.repeat(90)}${']}'.repeat(90)}` }) },
  {
    name: 'a long line of JSON',
    files: () => ({
      'a.json': `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{${marks(index => `"k${index}":"v",`)}"z":"v"}}`,
    }),
  },
];
