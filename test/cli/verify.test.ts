import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { main } from '../../src/cli/main';
import { ccm, CCM_FLAGS, KCM_27, node } from '../lib/rules/input';
import { NEWEST_CCM } from '../newest-ccm';

const ROOT = resolve(__dirname, '../..');
let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'verify-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function run(...args: string[]) {
  let out = '';
  let err = '';
  const code = await main(['verify', ...args], { out: text => { out += text; }, err: text => { err += text; }, isTerminal: false, cwd: dir });
  return { code, out, err };
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

const MIXED = ['dist', 'nodes'].map(folder => join(ROOT, 'examples/kubeadm', folder, 'mixed'));
const OLD_NODES = join(ROOT, 'test/fixtures/kubeadm/v1.26.15');
const SCHEDULER = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 's', namespace: 'kube-system' },
  spec: {
    containers: [{
      name: 's',
      image: 'x/kube-scheduler:v1.27.16',
      command: ['kube-scheduler'],
    }],
  },
});
/** What runs where an input has no kube-controller-manager. */
const EXTERNAL = ['--assume', 'kcm=external:1.27.16'];
const IN_TREE = ['--assume', 'kcm=in-tree:aws:1.26.15'];
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n';

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly locations: readonly { readonly physicalLocation: { readonly region: { readonly startLine: number } } }[];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly SarifResult[];
}

interface SarifLog {
  readonly version: string;
  readonly runs: readonly SarifRun[];
}

describe('ccm-migration verify', () => {
  it('ends with 0 for a safe mix', async () => {
    expect(await run(...MIXED)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('exclusivity: holds') as string });
  });

  it('ends with 1 for a counter-example, and prints one JSON object with exactly the agreed keys', async () => {
    const { code, out } = await run('--format', 'json', ...MIXED, OLD_NODES);
    const result = JSON.parse(out) as { exclusivity: { holds: boolean; counterexamples: object[] }; findings: object[] };
    expect(code).toBe(1);
    expect(Object.keys(result)).toEqual(['$schema', 'schemaVersion', 'exclusivity', 'liveness', 'findings', 'assumptions', 'lookedAt']);
    expect(result.exclusivity.holds).toBe(false);
    expect(Object.keys(result.exclusivity)).toEqual(['verdict', 'holds', 'counterexamples', 'unknown']);
    expect(Object.keys(result.exclusivity.counterexamples[0])).toEqual(['controller', 'processes', 'message', 'fix']);
    expect(result.exclusivity.counterexamples[0])
      .toMatchObject({
        processes: expect.arrayContaining([expect.objectContaining({
          dir: OLD_NODES, component: 'kube-controller-manager', version: '1.26.15', locks: ['kube-controller-manager'],
        })]) as object,
      });
  });

  it('says on a terminal of 80 columns the verdict first, findings below their files, and each counter-example in ten rows', async () => {
    let out = '';
    const io = { out: (text: string) => { out += text; }, err: () => undefined, isTerminal: true, columns: 80, cwd: ROOT };
    await main(['verify', 'examples/kubeadm/dist/mixed', 'examples/kubeadm/nodes/mixed', 'test/fixtures/kubeadm/v1.26.15'], io);
    const rows = out.split('\n');
    expect(rows[0]).toBe('exclusivity: BROKEN');
    // But for words that are longer: paths.
    expect(rows.filter(row => row.length > 80 && row.trim().includes(' '))).toEqual([]);
    const starts = rows.flatMap((row, index) => (/^ {2}\d+: error: '(service|cloud-node-lifecycle)' can run twice$/.test(row) ? [index] : []));
    expect(starts).toHaveLength(2);
    for (const start of starts) {
      const after = rows.slice(start + 1);
      const story = after.slice(0, after.findIndex(row => !row.startsWith('      ')));
      expect(story.length).toBeLessThan(10);
      expect(story.join('\n')).toMatch(/no lock in common, because[^]*fix: Start it with --enable-leader-migration/);
    }
    const files = rows.filter(row => /^(examples|test)\//.test(row));
    expect(files.slice(1)).toEqual([...new Set(files.slice(1))]);
    expect(rows.at(-2)).toBe('2 errors, 0 warnings, 6 notes; exclusivity is BROKEN, liveness holds');
  });

  it.each([
    ['kubeadm', /each in a folder of its own: (ccm-migration verify dist nodes), which synthesis wrote/],
    ['cluster-api', /'\.' has \d KubeadmControlPlanes '\S+'; .*: check one at a time: (ccm-migration verify [^\s,]+), .* with \d more/],
    ['kops', /'\.' has \d Clusters of kops '\S+'; .*: check one at a time: (ccm-migration verify [^\s,]+), /],
    ['kkp', /'\.' has \d Clusters of KKP '\S+'; .*: check one at a time: (ccm-migration verify [^\s,]+), /],
    ['kubeone', /'\.' has \d KubeOneClusters '\S+'; .*: check one at a time: (ccm-migration verify [^\s,]+), /],
  ])('says of the whole folder of example %s what to type instead, which is not refused', async (example, says) => {
    const at = async (...args: readonly string[]) => {
      const text = { out: '', err: '' };
      const io = { out: (more: string) => { text.out += more; }, err: (more: string) => { text.err += more; }, isTerminal: false };
      return { code: await main(['verify', ...args], { ...io, cwd: join(ROOT, 'examples', example) }), ...text };
    };
    const { out, err } = await at('.');
    const [, command] = says.exec(out + err)!;
    const instead = await at(...command.split(' ').slice(2));
    expect([instead.code === 2, instead.err]).toEqual([false, '']);
    expect(instead.out).not.toContain('check one');
  });

  it('prints findings with rule, severity, file, line, message and fix, files as they were given', async () => {
    cpSync(join(ROOT, 'test/fixtures/kubeadm/v1.27.16-external'), join(dir, 'new'), { recursive: true });
    const { findings } = JSON.parse((await run('--format', 'json', 'new/')).out) as { findings: Record<string, unknown>[] };
    expect(Object.keys(findings[0])).toEqual(['rule', 'severity', 'file', 'line', 'message', 'fix']);
    expect(findings.find(({ severity }) => severity !== 'note'))
      .toMatchObject({ rule: 'external-without-ccm', file: expect.stringMatching(/^new\/control-plane\/.*kubeadm-flags\.env$/) as string, line: 1 });
  });

  it('ends with 1 for a warning only with --fail-on warning', async () => {
    write('dist/scheduler.json', SCHEDULER);
    write('dist/role.yaml', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: '
      + '[coordination.k8s.io], resources: [leases], resourceNames: [x], verbs: [create]}\n');
    expect((await run(...IN_TREE, 'dist')).code).toBe(0);
    expect((await run(...IN_TREE, '--fail-on', 'warning', 'dist')).code).toBe(1);
  });

  it('takes a release that is younger than the tables with --unread-release, and says what is not known', async () => {
    write('ccm.yaml', ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.38.0' })['ccm.yaml']);
    const unasked = await run('--assume', 'kcm=external:1.37.0', '.');
    expect(unasked.code).toBe(1);
    expect(unasked.out).toContain('exclusivity: UNKNOWN');
    expect(unasked.out).toContain('image v1.38.0: it was not read, and its faults are not known [ccm-image-known-bad]');
    expect(unasked.out).toContain('fix: Pass --unread-release to take it with what is known of the last release before it.');
    const taken = await run('--assume', 'kcm=external:1.37.0', '--unread-release', '.');
    expect(taken.code).toBe(0);
    expect(taken.out).toContain(`kube-system/aws-cloud-controller-manager: CCM 1.38.0, read as ${NEWEST_CCM}`);
    expect(taken.out).toContain(`image v1.38.0: it was not read, what is known of ${NEWEST_CCM} is taken for it, and its faults are not known`);
    // Of the release that serves it would end the process; the younger one may have it.
    write('ccm.yaml', ccm({
      image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.38.0', flags: [...CCM_FLAGS, '--brand-new=1'],
    })['ccm.yaml']);
    const unclear = await run('--assume', 'kcm=external:1.37.0', '--unread-release', '.');
    expect(unclear.code).toBe(1);
    expect(unclear.out).toContain('is not understood: nothing is known of --brand-new\n');
  });

  it('takes a whole control plane of a Kubernetes that is younger than the tables with --unread-release, as the last one that was read', async () => {
    const SIDE = { kcm: KCM_27, apiserver: ['--secure-port=6443'], kubelet: ['--cloud-provider=external'], mounts: [] };
    const verified = async (version: string, ...args: readonly string[]) => {
      for (const [path, text] of Object.entries(node({ version, ...SIDE }))) write(`n/${path}`, text);
      const tag = version === '1.38.0' ? version : '1.37.0';
      write('ccm.yaml', ccm({ image: `registry.k8s.io/provider-aws/cloud-controller-manager:v${tag}` })['ccm.yaml']);
      return run(...args, 'n', 'ccm.yaml');
    };
    const unasked = await verified('1.38.0');
    expect([unasked.code, unasked.out.includes('fix: Pass --unread-release to take it')]).toEqual([1, true]);
    const young = await verified('1.38.0', '--unread-release');
    const read = await verified('1.37.2');
    expect([young.code, read.code]).toEqual([0, 0]);
    expect(young.out).toContain('is 1.38.0, which was not read; what is known of 1.37.2 is taken for it [patch-release-unknown]');
    const verdicts = (out: string) => out.split('\n').filter(line => /^(exclusivity|liveness):/.test(line));
    expect(verdicts(young.out)).toEqual(verdicts(read.out));
    expect((await run('--assume', 'kcm=external:1.38.0', '--unread-release', 'ccm.yaml')).code).toBe(0);
    expect((await run('--assume', 'kcm=external:1.38.0', 'ccm.yaml')).code).toBe(2);
  });

  it('takes versions from --kubernetes-version where images have none', async () => {
    write('n/etc/kubernetes/manifests/kcm.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: kcm, namespace: kube-system}\nspec: {containers: '
      + '[{name: kcm, image: "example.com/kcm@sha256:0", command: [kube-controller-manager]}]}\n');
    const { out } = await run('n');
    expect(out).toContain('[version-unknown]');
    expect(out).toContain('exclusivity: holds');
    expect((await run('--kubernetes-version', '1.26', 'n')).code).toBe(0);
    expect(await run('--kubernetes-version', 'newest', 'n')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'newest' is not a Kubernetes "
      + 'version') as string,
    });
  });

  /** A workload as other clouds deploy theirs. */
  const workload = (name: string, image: string, ...args: string[]) => JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { hostNetwork: true, dnsPolicy: 'Default', tolerations: [{ operator: 'Exists' }], containers: [{ name, image, args }] },
      },
    },
  });

  it.each([
    ['its Helm chart from 1.28', 'registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere:v1.28.0'],
    ['its Helm chart before', 'gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.27.0'],
  ])('sees the cloud-controller-manager of vSphere in %s, and does not ask it for a CIDR of routes that it does not have', async (_, image) => {
    write('dist/cpi.json', workload('vsphere-cpi', image, '--cloud-provider=vsphere', '--v=2'));
    expect(await run(...EXTERNAL, 'dist')).toMatchObject({
      code: 0,
      out: expect.stringContaining('checked DaemonSet kube-system/vsphere-cpi: CCM 1.2') as string,
    });
  });

  it('takes no release of Kubernetes from an image that counts releases of its own', async () => {
    write('dist/ccm.json', workload('hcloud', 'docker.io/hetznercloud/hcloud-cloud-controller-manager:v1.24.0', '--cloud-provider=hcloud'));
    expect((await run('dist')).out).toContain('its image has no version in its tag that is a Kubernetes release, and neither --kubernetes-version '
      + 'nor --image-version is given [version-unknown]');
    expect((await run('--kubernetes-version', '1.31', ...EXTERNAL, 'dist')).code).toBe(0);
    expect((await run('--image-version', 'hcloud-cloud-controller-manager=1.31', ...EXTERNAL, 'dist')).code).toBe(0);
  });

  it('reads the items of a list that names their kind, and counts a counter-example as an error', async () => {
    const { kind, apiVersion, ...item } = JSON.parse(workload('ccm', 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10',
      '--cloud-provider=aws', '--configure-cloud-routes=false', '--leader-elect=false')) as { kind: string; apiVersion: string };
    write('dist/ccm.json', JSON.stringify({ kind: `${kind}List`, apiVersion, items: [item] }));
    const { code, out } = await run('dist');
    expect(code).toBe(1);
    expect(out).toContain('exclusivity: BROKEN');
    expect(out).toContain(`\n${out.match(/: error: /g)!.length} errors, `);
  });

  it('does not take the word behind a boolean for its value, as pflag does not', async () => {
    write('n/etc/kubernetes/manifests/kcm.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: kcm, namespace: kube-system}\n'
      + 'spec: {containers: [{name: kcm, image: "kcm:v1.26.15", command: [kube-controller-manager, --cloud-provider, aws, '
        + '--enable-leader-migration, "true"]}]}\n');
    expect((await run('n')).out).toContain('does not take any arguments, got ["true"] (write --enable-leader-migration=true) [process-ends]');
  });

  it('writes Markdown in which nothing of the input becomes markup', async () => {
    const { out } = await run('--format', 'markdown', ...MIXED, OLD_NODES);
    expect(out).toContain('| exclusivity: no controller runs twice | **broken** |');
  });

  it('writes SARIF with a place for every result', async () => {
    const { out } = await run('--format', 'sarif', ...MIXED, OLD_NODES);
    const { version, runs: [{ tool, results }] } = JSON.parse(out) as SarifLog;
    expect(version).toBe('2.1.0');
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) {
      expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
    }
  });
});

/** The limits that `verify --help` names; what input within them costs is measured in verify-bounds.test.ts. */
describe('bad input ends with 2, one line and no stack trace', () => {
  const refused = async (message: RegExp, ...args: string[]) => {
    const { code, out, err } = await run(...args.length > 0 ? args : ['in']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  };

  it('a folder that does not exist', () => refused(/'nowhere' cannot be read: no such file or folder/, 'nowhere'));
  it('no folder at all', () => refused(/missing required argument/, '--format', 'json'));
  it('an unknown format', () => refused(/Allowed choices are text, json, markdown, sarif/, '--format', 'xml', 'in'));
  it('a folder with nothing in it', () => { mkdirSync(join(dir, 'in')); return refused(/no Kubernetes manifests and no node files in 'in'/); });
  it('a file that is cut off', () => {
    write('in/a.json', '{}\n');
    write('in/b.json', '{\n  "kin');
    return refused(/^error: nothing to check: .*; 2 files were looked at; in\/b\.json: it begins with { and is no JSON: .*JSON.*; expected /);
  });
});

/** A file that may hold anything is not safe, and does not keep the rest from being checked. */
describe('what cannot be read or parsed is unknown, with its place', () => {
  const unknown = async (what: RegExp, line = 1) => {
    write('in/scheduler.json', SCHEDULER);
    const { code, out } = await run('--format', 'json', ...IN_TREE, 'in');
    const { exclusivity, liveness } = JSON.parse(out) as Record<string, { verdict: string; holds: null; unknown: object[] }>;
    expect({ code, verdicts: [exclusivity.verdict, exclusivity.holds, liveness.verdict, liveness.holds] })
      .toEqual({ code: 1, verdicts: ['unknown', null, 'unknown', null] });
    expect(exclusivity.unknown).toMatchObject([{ file: 'in/a.yaml', line, what: expect.stringMatching(what) as string }]);
  };

  it('a binary file', () => {
    write('in/a.yaml', new Uint8Array([0, 1, 2, 255, 254])); return unknown(
      /in\/a\.yaml cannot be read: the file is not/,
    );
  });
  it('UTF-16', () => { write('in/a.yaml', new Uint8Array(Buffer.from(CONFIG_MAP, 'utf16le'))); return unknown(/the file is not text/); });
  it('a file of 100 MB, which is not read', () => {
    write('in/a.yaml', '');
    truncateSync(join(dir, 'in/a.yaml'), 100_000_000);
    return unknown(/has 100000000 bytes, the limit is 5000000/);
  });
  it('a YAML bomb', () => {
    const levels = 'bcdefghi'.split('').map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`);
    write('in/a.yaml', `kind: A\napiVersion: v1\na: &a [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}\n`);
    return unknown(/aliases stand for more than 100 nodes/);
  });
  it('deep nesting', () => { write('in/a.yaml', `a: ${'['.repeat(100_000)}`); return unknown(/nested deeper than the limit of 100 levels/); });
  it('text that is no YAML', () => { write('in/a.yaml', 'a: [\n'); return unknown(/not valid YAML/, 2); });
  it('a template', () => { write('in/a.yaml', 'a: {{ .Values.a }}\nb: [\n'); return unknown(/is a template of Helm or Go, and not rendered/, 1); });
});

it('warns of a key that is given twice, and goes on', async () => {
  write('in/a.yaml', `${CONFIG_MAP}kind: Secret\n`);
  write('in/scheduler.json', SCHEDULER);
  expect(await run(...IN_TREE, 'in')).toMatchObject({
    code: 0,
    out: expect.stringContaining('in/a.yaml:5: warning: key kind is given twice [duplicate-key]') as string,
  });
});

it('reads single files, and standard input', async () => {
  write('one.json', SCHEDULER);
  expect((await run(...IN_TREE, 'one.json')).out).toContain('checked static pod kube-system/s: kube-scheduler 1.27.16 (one.json:1)');
  let out = '';
  const io = { out: (text: string) => { out += text; }, err: () => {}, isTerminal: false, cwd: dir, input: [SCHEDULER] };
  expect(await main(['verify', ...IN_TREE, '-'], io)).toBe(0);
  expect(out).toContain('checked static pod kube-system/s: kube-scheduler 1.27.16 (-:1)');
  expect(out).toContain('assumed kcm=in-tree:aws:1.26.15: it is not in the input');
  for (const format of ['json', 'markdown', 'sarif']) {
    expect((await run(...IN_TREE, '--format', format, 'one.json')).out).toContain('kcm=in-tree:aws:1.26.15');
  }
});

it.each([
  ['text', /^looked at 1 file \(SHA-256 of their list [0-9a-f]{12}\), 0 nodes and 2 controller managers; cdk8s-ccm-migration \d\S* which knows /m],
  ['markdown', /^Looked at: 1 file \(.*\n\n<details><summary>Inputs: SHA-256 of the list [0-9a-f]{64}<.*\n\n- ccm\.yaml: [0-9a-f]{64}$/m],
  ['json', /"sum": "[0-9a-f]{64}",\s+"inputs": \[\s+\{\s+"file": "ccm\.yaml"/],
  ['sarif', /"artifacts": \[\s+\{\s+"location": \{\s+"uri": "ccm\.yaml"\s+\},\s+"hashes": \{\s+"sha-256": "[0-9a-f]{64}"/],
])('says in %s what it looked at, and with which options', async (format, looked) => {
  write('ccm.yaml', ccm({ image: 'registry.example.com/provider-aws/cloud-controller-manager:stable' })['ccm.yaml']);
  const { code, out } = await run('--format', format, '--assume', 'kcm=external:1.27.16', '--image-version', 'manager:stable=1.27', 'ccm.yaml');
  expect([code, out]).toStrictEqual([0, expect.stringMatching(looked)]);
  for (const option of ['--assume kcm=external:1.27.16', '--image-version manager:stable=1.27']) expect(out).toContain(option);
});

it('names in text what is taken for granted of what holds', async () => {
  expect((await run(...MIXED)).out).toContain('\ntaken for granted: input-is-whole, locks-work, pods-start, objects-exist, rights-suffice\n');
  const unknown = await run(join(ROOT, 'examples/minimal/dist'));
  expect(unknown.out).toContain('exclusivity: UNKNOWN');
  expect(unknown.out).not.toContain('taken for granted');
});

it('says what it did not look at, and counts what is more than ten', async () => {
  write('in/s.json', SCHEDULER);
  write('in/.git/config', 'x');
  for (let count = 0; count < 11; count++) write(`in/docs/${count}.md`, 'registry.k8s.io/kube-controller-manager:v1.26.15\n');
  const { out } = await run(...EXTERNAL, 'in');
  expect(out).toContain('exclusivity: holds');
  expect(out).toContain('not looked at in/docs/0.md: documentation, which has the image registry.k8s.io/kube-controller-manager:v1.26.15\n');
  expect(out.match(/^not looked at in\//gm)).toHaveLength(10);
  expect(out).toContain('not looked at 2 more files and folders of that kind\n');
});

it('fails for an assumption that is none', async () => {
  expect(await run('--assume', 'kcm=in-tree:aws:1.27.16', 'in')).toMatchObject({
    code: 2,
    err: expect.stringContaining('1.27 has no in-tree cloud '
    + "provider 'aws'") as string,
  });
  expect(await run('--assume', 'kcm', 'in')).toMatchObject({
    code: 2,
    err: expect.stringContaining("assume is 'kcm'; accepted: 'kcm=external:<release>'") as string,
  });
});

it('says what its limits are', async () => {
  expect(await run('--help'))
    .toMatchObject({
      code: 0, out: expect.stringMatching(/5 MB each; 50 MB of text and 50000 files[^]*250000 line ends[^]*less than 1 GB/) as string,
    });
});

describe('odd input is read', () => {
  it('mixed line ends and a byte order mark', async () => {
    write('in/scheduler.json', SCHEDULER);
    write('in/a.yaml', `\uFEFF${CONFIG_MAP.replace(/\n/g, '\r\n')}---\nkind: Service\napiVersion: v1\r\n`);
    expect((await run(...IN_TREE, 'in')).code).toBe(0);
  });

  it('thousands of documents', async () => {
    write('in/scheduler.json', SCHEDULER);
    write('in/a.yaml', Array.from({ length: 5000 }, (_, index) => CONFIG_MAP.replace('name: a', `name: a${index}`)).join('---\n'));
    expect((await run(...IN_TREE, 'in')).code).toBe(0);
  });

  it('files that are not needed, whatever they are, and links in a circle', async () => {
    write('in/scheduler.json', SCHEDULER);
    write('in/a.yaml', CONFIG_MAP);
    write('in/big.bin', '');
    truncateSync(join(dir, 'in/big.bin'), 100_000_000);
    write('in/node/etc/kubernetes/pki/ca.der', new Uint8Array([255, 0, 1]));
    symlinkSync(dir, join(dir, 'in/loop'));
    expect((await run(...IN_TREE, 'in')).code).toBe(0);
  });
});
