import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = resolve(__dirname, '..', '..', 'src');

/** Something that inputs say, and that one file reads: two readers of one thing differ sooner or later. */
interface Concept {
  readonly name: string;
  /** Below `src`. */
  readonly files: readonly string[];
  /** What a reader would have that no file may have: patterns over text, where a parser has the answer. */
  readonly like?: string;
  /** What only a reader of it has in its code. */
  readonly fingerprints: readonly RegExp[];
}

const CONCEPTS: readonly Concept[] = [
  { // Asked by a function, so that a feed of facts is asked.
    name: 'tables that a feed replaces',
    files: ['feed', 'ccm-faults', 'iam-actions', 'ccm-rights', 'aws-ccm-rules', 'version-skew'].map(name => `lib/facts/${name}.ts`),
    fingerprints: [/\b(?:AWS_CCM_FAULTS|ASSESSED_TO|IAM_ACTIONS|CCM_RIGHTS|UPSTREAM_AWS_RULES|VERSION_SKEW)\b/],
  },
  { name: 'quantities', files: ['lib/kubernetes/quantity.ts'], fingerprints: [/\b[KMGTPE]i\b/, /KMGTPE/] },
  {
    name: 'label selectors',
    files: ['lib/kubernetes/label-selector.ts', 'lib/kubernetes/pod/looks.ts'], // the second says which Kubernetes refuses
    fingerprints: [/[{,.]\s*match(?:Labels|Expressions)\b(?!\??:)/, /case 'NotIn'/, /'notin'/],
  },
  {
    name: 'what is a Pod', files: [], fingerprints: [/:[^'"`]{0,12}\["'\]\?\(?Pod\b/], like: '/^["\']?kind["\']?[ \\t]*:[ \\t]*["\']?Pod\\b/m',
  },
  { name: 'Flux and Argo CD', files: ['lib/read/documents/gitops-sources.ts'], fingerprints: [/targetNamespace/, /postBuild/, /\.templatePatch\b/] },
  // A pattern of JavaScript that is made of one of stars, as three readers made it.
  { name: 'globs', files: [], fingerprints: [/'\.\*'/, /\[\^\/\]\*'/], like: 'text.replace(/\\*+/g, \'.*\').replace(\'*\', \'[^/]*\')' },
  {
    name: 'words of a shell',
    files: ['lib/text/shell-words.ts'],
    fingerprints: [/\.split\(\/(?:\(\?:\(\?<!\[[^\]\n]+\]\))?(?:\[\\s[^\]\n]*["']|\[\\s,\][*+]\)?\??\["')/, /\[\^\\s"'\|&;/],
  },
  { // A tool, what it is told, and what that does; the flags of kubectl.
    name: 'commands',
    files: ['lib/facts/inputs/commands.ts', 'lib/edit/commands.ts'],
    fingerprints: [/\buninstall\b/, /\btry-restart\b/, /field-manager/, /;\|&&\|/],
  },
  { name: 'requests to the API server', files: ['lib/edit/object-commands.ts'], fingerprints: [/namespaced_/, /--raw\\b/] },
  { name: 'files that a command writes', files: ['lib/facts/inputs/file-writes.ts'], fingerprints: [/in-\?place/, /--remove-\(/] },
  {
    name: 'fields that decide',
    // The last says how much a program takes.
    files: ['lib/edit/deciding-fields.ts', 'lib/facts/inputs/deciding-fields.ts', 'lib/facts/image-programs.ts'],
    fingerprints: [/\bLEAST_CPU\b/, /'imagePullSecrets', 'term/],
  },
  {
    name: 'users, profiles and images that a container is not started with',
    files: ['lib/kubernetes/pod/security.ts', 'lib/kubernetes/pod/pod-check.ts', 'lib/facts/object-shapes.ts', // which there are, and what is refused
      'lib/facts/kubeadm-values.ts', // of kubeadm, a field of the same name
      'lib/ccm/security-context.ts', 'lib/ccm/pod-spec.ts'], // what is written
    fingerprints: [/[{,.'"]\s*runAsNonRoot\b/, /[{.]\s*imagePullPolicy\b/, /[{,.]\s*(?:seccomp|appArmor)Profile\b/, /\bsecurity\\\.(?:alpha|beta)/],
  },
  // As four readers listed them.
  {
    name: 'harmless fields',
    files: [],
    fingerprints: [/annotations\|resources/, /\|imagePullPolicy/, /metadata\/\(\?:labels/, /\bcommand\|args\b/],
    like: '/^(?:labels|annotations|resources|imagePullPolicy)$/; ^metadata/(?:labels|annotations); \\b(?:command|args|image)\\b',
  },
  // What is read, and what it means.
  { name: 'members of etcd', files: ['lib/model/etcd.ts', 'lib/read/nodes/etcd.ts'], fingerprints: [/initial-cluster['"=|)\\]/, /\bETCD_/] },
  {
    name: 'ports of a node that containers ask for',
    files: ['lib/kubernetes/pod/host-ports.ts', 'lib/kubernetes/pod/pod-check.ts', 'lib/kubernetes/pod/pod-shape.ts'], // the others: what is refused
    fingerprints: [/\bhostPort\b/],
  },
  {
    name: 'ports on which components serve',
    files: ['lib/view/serving.ts'],
    fingerprints: [/flagOf\([^)]*'secure-port'\)/, /origin === 'kubeadm' \|\|/],
  },
  { name: 'what a container runs', files: ['lib/read/component/container.ts'], fingerprints: [/hasCommand: listOf\(/] },
  {
    name: 'init containers that are left running',
    files: ['lib/facts/sidecars.ts', 'lib/kubernetes/pod/pod-check.ts'], // the second: which probes Kubernetes refuses
    fingerprints: [/(?<!spec\.)restartPolicy [!=]== 'Always'/],
  },
  {
    name: 'kubeconfigs',
    files: ['lib/model/kubeconfig.ts', 'lib/read/documents/kubeconfig.ts'],
    fingerprints: [/current-context/, /\['certificate-authority-data'\]/],
  },
];

/** Without comments, which may tell of anything. */
function codeOf(path: string): string {
  return readFileSync(join(SRC, path), 'utf8').replace(/^\s*\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

/** Tables name what others read. */
const TABLES = /\/(?:generated|decisions)\//;
const code = new Map(readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts') && !TABLES.test(path))
  .map(path => [path, codeOf(path)]));

describe.each(CONCEPTS)('$name', ({ files, fingerprints, like }) => {
  it.each(fingerprints)('are read by one file alone, says %s', fingerprint => {
    const found = [...code].filter(([, text]) => fingerprint.test(text)).map(([path]) => path);
    // A fingerprint that nothing has holds nothing.
    if (like === undefined) expect(found.length).toBeGreaterThan(0);
    else expect(like).toMatch(fingerprint);
    expect(found.filter(path => !files.includes(path))).toEqual([]);
  });
});

const READ = 'lib/read/';
/** Files that only list: the stages, from top to bottom. */
const LISTS = ['lib/read/build-model.ts'];
const MOST_IMPORTS = 15;
const MOST_FILES = 15;

describe('a room of read', () => {
  const read = [...code].filter(([path]) => path.startsWith(READ));

  it(`has no file that imports more than ${MOST_IMPORTS} modules`, () => {
    const modules = (text: string) => new Set([...text.matchAll(/^(?:import|export)\b[^;]*? from '([^']+)';/gm)].map(([, module]) => module));
    const counts = read.map(([path, text]) => [path, modules(text).size] as const);
    expect(counts.filter(([path, count]) => count > MOST_IMPORTS && !LISTS.includes(path))).toEqual([]);
    // Each list is one still.
    expect(counts.filter(([path, count]) => LISTS.includes(path) && count > MOST_IMPORTS)).toHaveLength(LISTS.length);
  });

  it(`holds no more than ${MOST_FILES} files`, () => {
    const folders = read.map(([path]) => path.slice(0, path.lastIndexOf('/')));
    expect(folders.length).toBeGreaterThan(100);
    expect([...new Set(folders)].filter(folder => folders.filter(one => one === folder).length > MOST_FILES)).toEqual([]);
  });
});
