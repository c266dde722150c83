import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { readDirectory } from '../../../../src/files/read-directory';
import { VerifyDirectory } from '../../../../src/lib/read/input/input';
import { Certificate } from '../../../../src/lib/verify/certificate/certificate';
import { checkerFacts } from '../../../../src/lib/verify/certificate/facts';
import { CertificateRequest, certify, sumOf } from '../../../../src/lib/verify/certificate/write';

const ROOT = resolve(__dirname, '..', '..', '..', '..');
const TOOL = { name: 'test', version: '1.2.3' };
const MIXED = ['examples/kubeadm/dist/mixed', 'examples/kubeadm/nodes/mixed'];
const KCM_LOCK = 'leases/kube-system/kube-controller-manager';
const CCM_LOCK = 'leases/kube-system/cloud-controller-manager';
const MIGRATION_LOCK = 'leases/kube-system/cloud-provider-extraction-migration';

function certified(given: readonly VerifyDirectory[], more: Partial<CertificateRequest['input']> = {}): ReturnType<typeof certify> {
  return certify({ input: { directories: given, ...more }, given, tool: TOOL });
}

function certificateOf(names: readonly string[]): Certificate {
  const made = certified(names.map(name => readDirectory(name, ROOT)));
  if ('refusal' in made) throw new Error(made.refusal);
  return made.certificate;
}

/** A kube-controller-manager that runs on one control-plane node with these flags. */
function kcmWith(flags: readonly string[], tag = 'v1.26.15'): readonly VerifyDirectory[] {
  const command = ['kube-controller-manager', ...flags];
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kube-controller-manager', namespace: 'kube-system' },
    spec: { containers: [{ name: 'kcm', image: `registry.k8s.io/kube-controller-manager:${tag}`, command }] },
  };
  return [{ name: 'node', files: new Map([['etc/kubernetes/manifests/kcm.yaml', { text: JSON.stringify(pod) }]]) }];
}

describe('a certificate', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(
    readFileSync(join(ROOT, 'schemas', 'certificate.schema.json'), 'utf8'),
  ) as object);

  it.each([
    [MIXED],
    [['examples/kubeadm/dist', 'examples/kubeadm/nodes']],
    [['test/fixtures/kubeadm/v1.26.15']],
  ])('of %j is as its schema says', names => {
    validate(certificateOf(names));
    expect(validate.errors ?? []).toStrictEqual([]);
  });

  it('names the lock that two processes take to run a controller, and why it is run in each mix', () => {
    const { cases: [{ processes, exclusivity, liveness }] } = certificateOf(MIXED);
    const [{ id: upgraded }, { id: old }, { id: ccm }] = processes;
    expect(processes.map(({ component, release }) => `${component} ${release}`)).toStrictEqual([
      'kube-controller-manager 1.27.16', 'kube-controller-manager 1.26.15', 'cloud-controller-manager 1.27',
    ]);
    expect(processes.map(({ runs }) => runs.service)).toStrictEqual([undefined, [MIGRATION_LOCK, KCM_LOCK], [CCM_LOCK, MIGRATION_LOCK]]);
    expect(exclusivity.find(pair => pair.processes[0] === old && pair.processes[1] === ccm)!.locks).toStrictEqual({
      'cloud-node-lifecycle': MIGRATION_LOCK, 'service': MIGRATION_LOCK,
    });
    expect(processes.map(({ cloud }) => cloud)).toStrictEqual([null, 'aws', 'aws']);
    expect(liveness.ranking).toStrictEqual([[CCM_LOCK, KCM_LOCK], [MIGRATION_LOCK]]);
    const upgradedKind = 'node of version N+1';
    expect(liveness.controllers.service).toStrictEqual([
      // Whether or not there are others.
      { cloud: 'aws', kinds: [upgradedKind], unless: [], process: ccm, runners: [old, ccm] },
      { cloud: 'aws', kinds: ['node of version N'], unless: [upgradedKind], process: old, runners: [old] },
    ]);
    expect(liveness.controllers['other controllers']).toStrictEqual([
      { cloud: null, kinds: [upgradedKind], unless: [], process: upgraded, runners: [upgraded, old] },
      { cloud: null, kinds: ['node of version N'], unless: [], process: old, runners: [upgraded, old] },
    ]);
  });

  it('states flags as their component reads them, and the configuration as data', () => {
    const { processes: [, { flags, configuration, file, line }] } = certificateOf(MIXED).cases[0];
    expect(flags).toMatchObject({ 'cloud-provider': 'aws', 'controllers': '*,bootstrapsigner,tokencleaner', 'enable-leader-migration': 'true' });
    expect(configuration).toStrictEqual({
      apiVersion: 'controllermanager.config.k8s.io/v1',
      leaderName: 'cloud-provider-extraction-migration',
      controllerLeaders: ['route', 'service', 'cloud-node-lifecycle'].map(name => ({ name, component: '*' })),
    });
    expect(readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1]).toContain('command');
  });

  it('joins lists, lets the last value win, and leaves out gates of other things', () => {
    const made = certified(kcmWith(['--cloud-provider=external', '--cloud-provider=aws', '--controllers=*', '--controllers=-job', '--leader-elect=1',
      '--feature-gates=DisableCloudProviders=false,CSIMigration=true', '--v=2']));
    expect('certificate' in made && made.certificate.cases[0].processes[0].flags).toStrictEqual({
      'cloud-provider': 'aws', 'controllers': '*,-job', 'feature-gates': 'DisableCloudProviders=false', 'leader-elect': 'true',
    });
  });

  it('has a case for each phase', () => {
    expect(certificateOf(['examples/kubeadm/dist', 'examples/kubeadm/nodes']).cases.map(({ name }) => name))
      .toStrictEqual(['phase n', 'phase mixed', 'phase n-plus-1', 'phase disabled']);
  });

  it('has the sums of what was handed in, of the facts and of itself', () => {
    const { sum, ...rest } = certificateOf(MIXED);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(rest.inputs.length).toBeGreaterThan(10);
    for (const input of rest.inputs) expect(input.sha256).toBe(sha256(readFileSync(join(ROOT, input.file), 'utf8')));
    expect(rest.facts.sha256).toBe(sha256(readFileSync(join(ROOT, 'checker', 'facts.json'), 'utf8')));
    expect(sum).toBe(sumOf(rest));
    expect(sumOf({ ...rest, assumed: ['another'] })).not.toBe(sum);
  });
});

describe('there is no certificate', () => {
  const AWS = '--cloud-provider=aws';

  it.each<[string, readonly VerifyDirectory[], RegExp]>([
    ['where a promise is broken', kcmWith([AWS, '--leader-elect=false']), /^exclusivity is broken, and a certificate says why both promises hold$/],
    ['where a promise is unknown', kcmWith([AWS], 'latest'), /^liveness is unknown, /],
    [
      'where a process follows from more than the flags that it states',
      kcmWith([AWS, '--allocate-node-cidrs', '--cluster-cidr=10.0.0.0/25', '--node-cidr-mask-size=26', '--configure-cloud-routes=false']),
      /^what kube-controller-manager 1\.26\.15 of node of node does follows from more than the flags that a certificate states /,
    ],
    [
      'where durations do not keep holders apart',
      kcmWith([AWS, '--leader-elect-renew-deadline=14s']),
      /^the lease durations do not keep two holders of a lock apart: .*--leader-elect-lease-duration/,
    ],
    [
      'where a file is too large to have one text',
      kcmWith([AWS]).map(directory => ({ ...directory, files: new Map([...directory.files, ['large.json', { text: '', parts: [] }]]) })),
      /^node\/large\.json is too large for a certificate/,
    ],
  ])('%s', (_, given, message) => {
    expect(certified(given)).toStrictEqual({ refusal: expect.stringMatching(message) as string });
  });

  it.each<[string, readonly string[], string, RegExp]>([
    ['where groups of gates are on of which some need others', ['--feature-gates=AllBeta=true,CoordinatedLeaderElection=false'], 'v1.37.2',
      /^what kube-controller-manager 1\.37\.2 of node of node does follows from more than the flags /],
    ['but for its gap where no gate needs another', ['--feature-gates=AllBeta=true,CoordinatedLeaderElection=false'], 'v1.34.10', / leaves '/],
    ['but for its gap where they are off', ['--feature-gates=AllBeta=false'], 'v1.37.2', / leaves '/],
    ['but for its gap where it does the same as another version', ['--emulated-version=1.36'], 'v1.37.2', / leaves '/],
  ])('%s', (_, flags, tag, message) => {
    const declaredGaps = ['service', 'cloud-node-lifecycle', 'cloud-node'];
    const made = certified(kcmWith(['--cloud-provider=external', ...flags], tag), { declaredGaps });
    expect(made).toStrictEqual({ refusal: expect.stringMatching(message) as string });
  });

  it('where the input itself leaves a controller without a process', () => {
    const made = certified(kcmWith(['--cloud-provider=external']), { declaredGaps: ['service', 'cloud-node-lifecycle', 'cloud-node'] });
    expect(made).toStrictEqual({ refusal: expect.stringMatching(/ the input itself leaves '(service|cloud-node.*)' without a process$/) as string });
  });
});

it('the facts of the checker are those of the tables: npx tsx scripts/generate-checker-facts.ts', () => {
  const text = checkerFacts();
  expect(readFileSync(join(ROOT, 'checker', 'facts.json'), 'utf8')).toBe(text);
  const { tables, constants: _, ...lists } = JSON.parse(text) as Record<string, Record<string, { from: string; to: string; source: string }[]>>;
  const rows = [...Object.values(tables).flat(), ...Object.values(lists).flatMap(list => Array.isArray(list) ? list as { from?: string }[] : [])];
  const ranges = rows.flatMap(row => 'from' in row && 'to' in row ? [row.from, row.to] : []);
  // The checker compares minors: a row of some patch releases would be more than it can read.
  expect(ranges.length).toBeGreaterThan(300);
  expect(ranges.filter(minor => !/^1\.\d+$/.test(String(minor)))).toStrictEqual([]);
  expect(rows.filter(row => !('source' in row))).toStrictEqual([]);
});
