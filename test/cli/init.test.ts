import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ioIn, KCM_FILE } from './simulated-project';
import { Io } from '../../src/cli/io';
import { main } from '../../src/cli/main';
import { packageVersion } from '../../src/cli/version';
import { readTree } from '../golden';
import { ROOT } from '../pages';

const KUBEADM = join(ROOT, 'examples/kubeadm');
const INPUT = join(KUBEADM, 'input');
const [FIRST, SECOND] = readdirSync(join(INPUT, 'control-plane')).sort();
const KCM = readFileSync(join(INPUT, 'control-plane', FIRST, KCM_FILE), 'utf8');
const CONFIG = readdirSync(INPUT).find(name => name.startsWith('kubeadm-config-'))!;
const STEADY = join(KUBEADM, 'nodes/disabled/control-plane-n-plus-1');

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-init-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A file below the folder of the test. */
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, path), 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(join(root, path), change(text));
}

/** A whole control plane of version N, as its user has it. */
function nodes(folder = 'input'): void {
  cpSync(INPUT, join(root, folder), { recursive: true });
}

async function init(...args: readonly string[]) {
  const io = ioIn(root);
  const code = await main(['init', ...args], io);
  return { code, ...io.text };
}

/** Runs `init` at a terminal. */
async function asked(answers: readonly string[], ...args: readonly string[]) {
  const questions: string[] = [];
  const left = [...answers];
  const ask: Io['ask'] = question => {
    questions.push(question);
    return Promise.resolve(left.shift()!);
  };
  const io = { ...ioIn(root), ask };
  const code = await main(['init', ...args], io);
  expect(left).toHaveLength(0);
  return { code, questions, ...io.text };
}

describe('what init finds', () => {
  it('is said with its place, and what is not there too', async () => {
    nodes();
    const kcm = `input/control-plane/${FIRST}/${KCM_FILE}`;
    const { out } = await init('--dry-run');
    expect(out).toBe(`\
found kube-controller-manager 1.26.15: ${kcm}:34
found --cloud-provider aws: ${kcm}:20
found cluster id prod-eu: input/control-plane/${FIRST}/etc/kubernetes/cloud.conf:3
found --cluster-name prod-eu: ${kcm}:22
found --cluster-cidr 100.96.0.0/11: ${kcm}:21
found kubeadm ClusterConfiguration: input/${CONFIG}:11
found 3 control-plane nodes: input/control-plane
found 2 worker nodes: input/worker
default --to 1.27.16 (the newest known release of the next minor)
default --language typescript
would be written to .: .github/workflows/ccm-migration.yaml, .gitignore, README.md, cdk8s.yaml, main.ts, package.json, tsconfig.json
`);
    expect(readdirSync(root)).toStrictEqual(['input']);
  });

  it('is where the file has it, also within an object: kubeadm keeps its configuration in a ConfigMap', async () => {
    const configuration = 'kind: ClusterConfiguration\napiVersion: kubeadm.k8s.io/v1beta3\nkubernetesVersion: v1.26.15\n'
      + 'controllerManager:\n  extraArgs:\n    cloud-provider: aws\n';
    const data = configuration.replace(/^/gm, '    ').trimEnd();
    put('input/cm.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kubeadm-config, namespace: kube-system}\ndata:\n'
      + `  ClusterConfiguration: |\n${data}\n`);
    const { out } = await init('--dry-run', '--cluster-id', 'a');
    expect(out).toContain('found kube-controller-manager 1.26.15: input/cm.yaml:10\nfound --cloud-provider aws: input/cm.yaml:11\n');
    // What KubeadmBundle reads is the configuration itself.
    expect(out).toContain('not found in input: cluster id, --cluster-cidr, kubeadm, nodes\n');
  });

  it('is nothing in an input without a component', async () => {
    put('input/other.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
    const { out } = await init('--dry-run', '--cluster-id', 'a', '--to', '1.31');
    expect(out).toMatch(/^not found in input: kube-controller-manager, --cloud-provider, cluster id, .*, kubeadm, nodes\n/);
  });

  it('is not looked for beside the app, where synthesis will write', async () => {
    nodes('app');
    const { out } = await init('app', '--dry-run', '--cluster-id', 'a', '--to', '1.31');
    const configs = readdirSync(INPUT).filter(name => name.endsWith('.yaml')).sort().join(', ');
    expect(out).toContain(`nothing was read: no 'app/input', and no --input\nnot read in 'app': control-plane, ${configs}, worker; move what is of `
      + 'the cluster to \'app/input\'\n');
  });
});

describe('releases', () => {
  it.each<[readonly string[], string | undefined, string]>([
    [['--from', '1.26.10'], '1.26.10', '1.27.16'],
    [['--to', '1.27'], '1.26.15', '1.27.16'],
    [['--from', 'v1.25', '--to', '1.25.16'], '1.25.16', '1.25.16'],
    [['--from', '1.30.3'], undefined, '1.30.3'],
    [['--from', '1.30', '--to', '1.31.2'], undefined, '1.31.2'],
    [['--to', '1.28.1'], undefined, '1.28.1'],
    [['--to', '1.34'], undefined, '1.34.10'], // later ones were not read
  ])('%j: from %s to %s', async (args, from, to) => {
    await init('--cluster-id', 'a', ...args);
    const program = readFileSync(join(root, 'main.ts'), 'utf8');
    expect([/fromVersion: .*'(.*)'/.exec(program)?.[1], /toVersion: .*'(.*)'/.exec(program)![1]]).toStrictEqual([from, to]);
  });

  it('of a minor agree with each release of it that the input has', async () => {
    nodes();
    expect(await init('--from', 'v1.26')).toMatchObject({ code: 0 });
  });
});

describe('the names of an input', () => {
  it('are quoted in the program', async () => {
    put('input/kcm.yaml', KCM.replace('--cluster-name=prod-eu', "--cluster-name=a'\\\\b"));
    await init('--cluster-id', 'a');
    expect(readFileSync(join(root, 'main.ts'), 'utf8')).toContain("clusterName: 'a\\'\\\\\\\\b'");
    await init('python', '--input', 'input', '--cluster-id', 'a', '--language', 'python');
    expect(readFileSync(join(root, 'python/main.py'), 'utf8')).toContain('cluster_name="a\'\\\\\\\\b"');
  });

  it('are proposed as id only where the user takes what is proposed, and never the name that each cluster of kubeadm has', async () => {
    put('input/kcm.yaml', KCM);
    const { code, err } = await init();
    expect([code, err]).toStrictEqual([2, 'error: --cluster-id is missing: id of the cluster, in the tag kubernetes.io/cluster/<id> of its '
      + 'instances; --yes takes \'prod-eu\' (the name of the cluster at input/kcm.yaml:22; the tag may have another)\n']);
    expect(await init('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('default --cluster-id prod-eu (the name') });
    put('input/kcm.yaml', KCM.replace('prod-eu', 'kubernetes'));
    expect(await init('other', '--input', 'input', '--yes')).toMatchObject({ code: 2, err: expect.stringContaining('--cluster-id is missing') });
  });
});

describe('at a terminal', () => {
  it('asks for what is not given, shows what it would take, and takes it for an empty answer', async () => {
    put('input/kcm.yaml', KCM);
    const { code, questions } = await asked(['', 'prod', 'python']);
    expect(code).toBe(0);
    expect(questions).toStrictEqual([
      'release after the migration from 1.26.15 [1.27.16 (the newest known release of the next minor)]: ',
      'id of the cluster, in the tag kubernetes.io/cluster/<id> of its instances [prod-eu (the name of the cluster at input/kcm.yaml:22; the tag may '
        + 'have another)]: ',
      'language of the app, typescript or python [typescript]: ',
    ]);
    expect(readFileSync(join(root, 'main.py'), 'utf8')).toContain('cluster_id="prod"');
  });

  it('asks again where an answer is not accepted or empty, and says why', async () => {
    const { code, questions, err } = await asked(['', '1.x', '1.26', '1.27', 'a', 'go', 'typescript']);
    expect([code, questions.length]).toStrictEqual([0, 7]);
    expect(err).toBe('--from \'1.x\' is not a Kubernetes version; accepted: a minor like \'1.27\' or a release like \'1.27.16\'\n'
      + '\'go\' is no language of an app; accepted: typescript, python\n');
  });

  it('asks nothing with --yes, and nothing that is given or found', async () => {
    nodes();
    expect((await asked([], '--yes')).questions).toHaveLength(0);
    rmSync(join(root, 'main.ts'));
    expect((await asked([], '--to', '1.27.16', '--language', 'typescript')).questions).toHaveLength(0);
  });
});

describe('files that a project has', () => {
  it('stay as they are, and what the app needs of them is said', async () => {
    const own = { name: 'mine', type: 'commonjs', scripts: { synth: 'make' }, dependencies: { cdk8s: '^2.0.0' }, devDependencies: { tsx: '*' } };
    const kept = {
      'package.json': `${JSON.stringify(own)}\n`, '.gitignore': '/node_modules\nverify.sarif\n', 'README.md': '# Mine\n', 'tsconfig.json': '{}',
    };
    Object.entries(kept).forEach(([path, text]) => put(path, text));
    const { code, out, err } = await init('--cluster-id', 'a', '--to', '1.31');
    expect([code, err]).toEqual([0, '']);
    for (const [path, text] of Object.entries(kept)) expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    expect(out).toContain('\nkept as they are: .gitignore, README.md, package.json, tsconfig.json\n.gitignore lacks: node_modules/\n');
    expect(out.replace(/@[^\s@']+'/g, '\'')).toMatch(new RegExp('^package\\.json lacks what the app needs: npm install \'cdk8s-ccm-migration\' '
      + '\'cdk8s-plus-27\' \'constructs\' && npm install --save-dev \'@types/node\' \'cdk8s-cli\' \'typescript\' && npm pkg set '
      + '\'scripts.check=tsc --noEmit\' \'scripts.verify=ccm-migration verify .*\\npackage\\.json has another script \'synth\', for which', 'm'));
    expect(out).toContain('written to .: .github/workflows/ccm-migration.yaml, cdk8s.yaml, main.ts\n');
    expect(out).toContain('(docs/how-to/start-an-app.md of the package has the rest)');
    const again = await init('--cluster-id', 'a', '--to', '1.31');
    expect([again.code, again.out.includes('has all files of the app already\nkept as they are: ')]).toEqual([0, true]);
  });

  it('are not named where they have all', async () => {
    await init('one', '--cluster-id', 'a', '--to', '1.31', '--language', 'python');
    const manifest = readFileSync(join(root, 'one/package.json'), 'utf8');
    put('two/package.json', manifest.replace('{', '{ "name": "mine",'));
    put('two/requirements.txt', `${readFileSync(join(root, 'one/requirements.txt'), 'utf8')}boto3\n`);
    const { out } = await init('two', '--cluster-id', 'a', '--to', '1.31', '--language', 'python');
    expect(out).toContain('\nkept as they are: package.json, requirements.txt\n');
    expect(out).not.toContain('lacks');
    expect(out).not.toContain('no registry has');
  });

  it('of a version that no registry has: it is said what to write there; and that --from is not used', async () => {
    const { out } = await init('--cluster-id', 'a', '--from', '1.35', '--to', '1.36');
    expect(out).toContain('nothing is migrated: kube-controller-manager 1.35 has no AWS provider of its own, so the app writes the steady state of ');
    expect(out.includes('is a build that no registry has: replace that version in package.json')).toBe(packageVersion() === '0.0.0');
  });
});

describe('fails, and writes nothing, where', () => {
  const kcmOf = (node: string) => `input/control-plane/${node}/${KCM_FILE}`;
  it.each<[string, () => void, readonly string[], string]>([
    ['files of the app have other content: it names all of them', () => {
      put('main.ts', 'mine\n');
      put('cdk8s.yaml', 'mine\n');
      put('README.md', 'mine\n');
    }, ['--input', 'gone-from', '--cluster-id', 'a', '--to', '1.31'],
    "'.' has other files where those of the app would be: cdk8s.yaml, main.ts; nothing was written: move them away,"
      + ' or give another folder'],
    ['its program could not run beside package.json', () => put('package.json', '{"type": "module"}'), ['--input', 'gone-from', '--cluster-id', 'a',
      '--to', '1.31'], 'package.json has "type": "module", and the program of the app is not an ES module; nothing was written: give another folder'],
    ['package.json is none', () => put('package.json', '[1'), ['--input', 'gone-from', '--cluster-id', 'a', '--to', '1.31'],
      'package.json is no JSON of a package; nothing was written'],
    ['two nodes have different releases', () => edit(kcmOf(SECOND), text => text.replace('v1.26.15', 'v1.26.10')), [],
      `the release of kube-controller-manager is '1.26.15' at ${kcmOf(FIRST)}:34 and '1.26.10' at ${kcmOf(SECOND)}:34; hand in one cluster, as it is `
      + 'before the migration'],
    ['nodes and kubeadm\'s configuration have different releases', () => edit(`input/${CONFIG}`, text => text.replace('v1.26.15', 'v1.25.16')), [],
      `the release of kube-controller-manager is '1.26.15' at ${kcmOf(FIRST)}:34 and '1.25.16' at input/${CONFIG}:14; hand in one cluster`],
    ['two nodes have different clouds', () => edit(kcmOf(SECOND), text => text.replace('=aws', '=external')), [],
      `--cloud-provider of kube-controller-manager is 'aws' at ${kcmOf(FIRST)}:20 and 'external' at ${kcmOf(SECOND)}:20`],
    ['two nodes have different names of the cluster', () => edit(kcmOf(SECOND), text => text.replace('=prod-eu', '=prod-us')), [],
      `--cluster-name of kube-controller-manager is 'prod-eu' at ${kcmOf(FIRST)}:22 and 'prod-us' at ${kcmOf(SECOND)}:22`],
    ['cloud configs have different ids', () => edit(`input/control-plane/${SECOND}/etc/kubernetes/cloud.conf`, text => text.replace('prod-eu',
      'prod-us')),
    [], "the input is of two clusters: the cluster id in the cloud config of kube-controller-manager is 'prod-eu' at input"],
    ['synthesis would refuse a manifest', () => edit(kcmOf(FIRST), text => text.replace(':v1.26.15', `@sha256:${'a'.repeat(64)}`)), ['--from',
      '1.26.15'],
    `${FIRST}:/etc/kubernetes/manifests/kube-controller-manager.yaml:34:12: image 'registry.k8s.io/kube-controller-manager@sha256:`],
    ['--from is another release than the input has', () => undefined, ['--from', '1.25'],
      `--from is '1.25', but '1.26.15' is at ${kcmOf(FIRST)}:34; leave --from out, or correct the input`],
    ['--cluster-id is another one than the cloud config has', () => undefined, ['--cluster-id', 'prod'],
      `--cluster-id is 'prod', but 'prod-eu' is at input/control-plane/${FIRST}/etc/kubernetes/cloud.conf:3`],
    ['--to skips a minor', () => undefined, ['--to', '1.28'], '--to is 1.28.15, which skips 1.27 after --from 1.26.15'],
    ['--to is not known', () => undefined, ['--to', '1.99'], '--to is Kubernetes 1.99, which is not known; known: 1.20 to 1.'],
    ['--to is no release', () => undefined, ['--to', 'new'], "--to 'new' is not a Kubernetes version"],
    ['another cloud is in-tree', () => undefined, ['--input', 'gce'],
      '--cloud-provider=gce at gce/kcm.yaml:20; init writes apps for aws: docs/how-to/other-clouds.md of the package has the others'],
    ['nothing is migrated, but --from is given', () => cpSync(STEADY, join(root, 'steady/control-plane'), { recursive: true }),
      ['--input', 'steady', '--from', '1.26'],
      '--from is \'1.26\', but kube-controller-manager has --cloud-provider=external at steady/control-plane'],
    ['the steady state is asked for with kubeadm', () => undefined, ['--input', 'gone-from', '--to', '1.31', '--installer', 'kubeadm'],
      '--installer is kubeadm, but the steady state changes nothing of kubeadm\'s'],
    ['kubeadm\'s configuration is missing', () => rmConfigs(), ['--installer', 'kubeadm'],
      "--installer is kubeadm, but no file directly in 'input' has a ClusterConfiguration; save it with: kubectl -n kube-system get configmap"],
    ['kubeadm\'s configuration is in a folder below', () => moveConfig('kubeadm.yaml'), [],
      "input/kubeadm/kubeadm.yaml:11 is a ClusterConfiguration, and not directly in 'input', where synthesis reads kubeadm's configuration; copy it"],
    ['it is there by another ending', () => moveConfig('kubeadm.conf'), [], 'input/kubeadm/kubeadm.conf:11 is a ClusterConfiguration'],
    ['another manifest lies beside kubeadm\'s configuration', () => put('input/ccm.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'), [],
    `input/ccm.yaml:1 is a ConfigMap, beside kubeadm's configuration (input/${CONFIG}:11); move it to a folder of its own`],
    ['the input is of another installer', () => cpSync(join(ROOT, 'examples/kops/input'), join(root, 'kops'), { recursive: true }), ['--input',
      'kops'],
    'kops/cluster.yaml:2 is a Cluster of kops, for which init writes no app; use KopsMigration, as docs/how-to/kops.md of the package shows'],
    ['kops has migrated it already', () => put('kops/cluster.yaml', readFileSync(join(ROOT, 'examples/kops/input/cluster.yaml'), 'utf8')
      .replace('1.23.17', '1.26.15')), ['--input', 'kops'], 'kops/cluster.yaml:2 is a Cluster of kops, of Kubernetes 1.26.15: there is nothing to '
      + 'migrate, because kops runs the cloud-controller-manager in every cluster from 1.24 on; \'ccm-migration upgrade'],
    ['a node is not where synthesis reads it', () => cpSync(join(root, 'input/control-plane', FIRST), join(root,
      'input/extra'), { recursive: true }), [],
    "'input/extra' has files of a node; expected 'input/control-plane/<node>' and 'input/worker/<node>', each with the files of its node"],
    ['there are workers alone', () => rmSync(join(root, 'input/control-plane'), { recursive: true }), [],
      "no control-plane node is in 'input'; expected"],
    ['the input holds the app', () => undefined, ['--input', '.'],
      "--input is '.', which holds the folder of the app, so that synthesis would read what"],
    ['a shell would read the path of the input as more than one word', () => nodes('in put'), ['--input', 'in put'],
      "--input: path 'in put' cannot be"],
    ['there is no input where --input says', () => undefined, ['--input', 'nowhere'], "'nowhere' cannot be read: no such file or folder"],
    ['the input is no YAML', () => put('input/broken.yaml', 'apiVersion: v1\nkind: {'), [], 'input/broken.yaml'],
    ['the id cannot be in a tag', () => undefined, ['--input', 'gone-from', '--to', '1.31', '--cluster-id', 'a b'],
      "--cluster-id 'a b' cannot be part"],
    ['nothing says the release', () => undefined, ['--input', 'gone-from'], '--from is missing: release of kube-controller-manager today'],
    ['nothing says the release of the steady state', () => undefined, ['--input', 'digest'],
      '--to is missing: release of kube-controller-manager, like'],
    ['the language is none of both', () => undefined, ['--language', 'go'], "argument 'go' is invalid. Allowed choices are typescript, python"],
  ])('%s', async (_what, prepare, args, message) => {
    nodes();
    put('gce/kcm.yaml', KCM.replace('=aws', '=gce'));
    put('digest/kcm.yaml', KCM.replace('=aws', '=external').replace(':v1.26.15', `@sha256:${'a'.repeat(64)}`));
    put('gone-from/other.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
    prepare();
    const before = readTree(root);
    const { code, err } = await init(...args);
    expect([code, err]).toStrictEqual([2, expect.stringContaining(message)]);
    expect(readTree(root)).toEqual(before);
  });

  function moveConfig(name: string): void {
    put(`input/kubeadm/${name}`, readFileSync(join(root, 'input', CONFIG), 'utf8'));
    rmConfigs();
  }

  function rmConfigs(): void {
    for (const name of readdirSync(join(root, 'input')).filter(entry => entry.endsWith('.yaml'))) rmSync(join(root, 'input', name));
  }

  it('the folder cannot be written', async () => {
    put('file', '');
    const { code, err } = await init('file/app', '--cluster-id', 'a', '--to', '1.31');
    expect([code, err]).toStrictEqual([2, expect.stringMatching(/^error: 'file\/app' cannot be written: ENOTDIR/)]);
  });
});
