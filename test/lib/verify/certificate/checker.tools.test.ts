import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { clusterOf } from './cluster-of';
import { forgeries, Forgery } from './forge';
import { claimedAgain, clusterIn, Dice, OF_CLAIMS, OF_INPUT } from './mutate';
import { claimsHold, promisesHold } from './oracle-judge';
import { buildKustomizations } from '../../../../src/cli/commands/verify/kustomize';
import { readDirectory } from '../../../../src/files/read-directory';
import { judge } from '../../../../src/lib/proof/verdict';
import { parseAssumption } from '../../../../src/lib/read/component/assumption';
import { certifiedCase } from '../../../../src/lib/verify/certificate/case';
import { Certificate, CertifiedCase, CertifiedProcess } from '../../../../src/lib/verify/certificate/certificate';
import { certify, sumOf } from '../../../../src/lib/verify/certificate/write';
import { cluster } from '../../proof/generate';
import { ownInputs } from '../corpus';

const ROOT = resolve(__dirname, '..', '..', '..', '..');
const TOOL = { name: 'test', version: '0.0.0' };
const CHECKER = join(ROOT, 'checker', 'check_certificate.py');
const SEED = Number(process.env.CERTIFICATE_SEED ?? 20261128);
const MUTATIONS = Number(process.env.CERTIFICATE_MUTATIONS ?? 1_000);
/** Seconds on a quiet machine: the oracle searches every interleaving. */
jest.setTimeout(600_000);

const KUBEADM = ['n', 'mixed', 'n-plus-1', 'disabled'].map(phase => [`examples/kubeadm/dist/${phase}`, `examples/kubeadm/nodes/${phase}`]);
const INPUTS: readonly (readonly string[])[] = [
  ...KUBEADM,
  ['examples/kubeadm/dist', 'examples/kubeadm/nodes'], // all phases, each of which is a case
  ['test/fixtures/kubeadm/v1.26.15'],
];

/** Flags of a process of version N. */
const SAID = { 'cloud-provider': 'aws', 'configure-cloud-routes': 'false' };

let folder: string;
let generated: readonly CertifiedCase[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  generated = generatedCases();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the checker says of each of these, in one run of it: `true`, or `false: ` and why. */
function checked(certificates: readonly Certificate[], checker: string = CHECKER, mayBeNone: boolean = false): readonly string[] {
  const files = certificates.map((certificate, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(certificate));
    return file;
  });
  const { status, stdout, stderr } = spawnSync('python3', ['-I', checker, '--facts', join(ROOT, 'checker', 'facts.json'), ...files], {
    encoding: 'utf8', maxBuffer: 100_000_000,
  });
  // What it says of a true one besides stands behind spaces.
  const lines = stdout.trim().split('\n').filter(line => !line.startsWith('  '));
  const answers = lines.map((line, index) => line.slice(`${files[index]}: `.length));
  expect({ stderr, lines: lines.length, malformed: answers.filter(answer => !/^(true$|false: )/.test(answer)) })
    .toStrictEqual({ stderr: '', lines: files.length, malformed: [] });
  expect(status).toBe(answers.every(answer => answer === 'true') ? 0 : 1);
  // A program that stumbles refuses for the wrong reason.
  expect(answers.filter(answer => !mayBeNone && answer.includes('it is no certificate'))).toStrictEqual([]);
  return answers;
}

function certificateOf(names: readonly string[]): Certificate {
  const given = names.map(name => readDirectory(name, ROOT));
  const made = certify({ input: { directories: given }, given, tool: TOOL });
  if ('refusal' in made) throw new Error(made.refusal);
  return made.certificate;
}

/** Another case, with its sum: as who forges one would write it. */
function forged(certificate: Certificate, one: CertifiedCase): Certificate {
  const { sum: _, ...rest } = certificate;
  return { ...rest, cases: [one], sum: sumOf({ ...rest, cases: [one] }) };
}

/** Generated clusters of which both promises hold. */
function generatedCases(): readonly CertifiedCase[] {
  return fc.sample(cluster, { seed: SEED, numRuns: 6_000 }).flatMap(spec => {
    // A kind that the workload is kept to has to be there.
    if (spec.workload?.onlyOn !== undefined && spec.workload.onlyOn >= spec.kinds.length) return [];
    const made = clusterOf(spec);
    const { exclusivity, liveness, declaredGaps } = judge(made);
    const isTrue = exclusivity.holds && liveness.holds && declaredGaps.length === 0;
    return isTrue ? [certifiedCase('generated', made, () => ({ file: 'generated', line: 1 }))] : [];
  });
}

interface Mutant {
  readonly kind: string;
  readonly certificate: Certificate;
  readonly isTrue: boolean;
}

/** Mutants of true cases, each judged by the oracle; one that it cannot search is not taken. */
function mutants(base: Certificate, cases: readonly CertifiedCase[], count: number): readonly Mutant[] {
  const dice = new Dice(SEED);
  const kinds = [...Object.keys(OF_INPUT), 'stale claims', ...Object.keys(OF_CLAIMS)];
  // Claims about what ends itself are not for the oracle.
  const whole = cases.filter(one => searched(() => promisesHold(one) && claimsHold(one, controllersIn(one))) === true);
  const found: Mutant[] = [];
  while (found.length < count) {
    const kind = kinds[found.length % kinds.length];
    const one = dice.of(kind in OF_INPUT ? cases : whole);
    const changed = kind in OF_CLAIMS ? OF_CLAIMS[kind](one, dice)
      : kind === 'stale claims' ? OF_INPUT[dice.of(['lock', 'release'])](one, dice) : OF_INPUT[kind](one, dice);
    const isClaimedAgain = kind in OF_INPUT;
    const made = isClaimedAgain ? claimedAgain(changed) : changed;
    // As harmless as a mutation can be: not one.
    if (JSON.stringify(made) === JSON.stringify(one)) continue;
    const holds = searched(() => promisesHold(made) && (isClaimedAgain || claimsHold(made, controllersIn(one))));
    if (holds !== undefined) found.push({ kind, certificate: forged(base, made), isTrue: holds });
  }
  return found;
}

function controllersIn({ processes }: CertifiedCase): readonly string[] {
  return [...new Set(processes.flatMap(({ runs }) => Object.keys(runs)))];
}

function searched(search: () => boolean): boolean | undefined {
  try {
    return search();
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) return undefined;
    throw error;
  }
}

describe('the checker of certificates', () => {
  const lines = readFileSync(CHECKER, 'utf8').trimEnd().split('\n');

  it('has at most 350 lines of 100 columns, and needs nothing but the standard library', () => {
    expect(lines.length).toBeLessThanOrEqual(350);
    expect(lines.filter(line => line.length > 100)).toStrictEqual([]);
    expect(lines.filter(line => /^\s*(import|from) /.test(line)))
      .toStrictEqual(['import argparse, hashlib, ipaddress, itertools, json, os, re, sys']);
  });

  it.each(INPUTS.map(names => [names.join(' '), names] as const))('accepts the certificate of %s', (_, names) => {
    const certificate = certificateOf(names);
    expect(certificate.cases.length).toBeGreaterThan(0);
    expect(checked([certificate])).toStrictEqual(['true']);
    // Each cloud-controller-manager and each in-tree manager of AWS says so, an external one says none.
    const clouds = certificate.cases.flatMap(({ processes }) => processes.map(({ flags, cloud }) => [flags['cloud-provider'], cloud]));
    expect(clouds.filter(([provider, cloud]) => cloud !== (provider === 'aws' ? 'aws' : null))).toStrictEqual([]);
    expect(clouds.map(([, cloud]) => cloud)).toContain('aws');
  });

  it('accepts those of every example and golden output whose promises hold', () => {
    const made = [...ownInputs(mkdtempSync(join(folder, 'golden-'))).values()].map(({ cwd, args, assume = [] }) => {
      const given = args.map(arg => readDirectory(arg, cwd));
      return certify({ input: { ...buildKustomizations(given, cwd), assume: assume.map(text => parseAssumption(text)) }, given, tool: TOOL });
    });
    const refusals = made.flatMap(one => 'refusal' in one ? [one.refusal] : []);
    expect(refusals.filter(refusal => !/^(exclusivity|liveness) is (broken|unknown), /.test(refusal))).toStrictEqual([]);
    const certificates = made.flatMap(one => 'certificate' in one ? [one.certificate] : []);
    expect(certificates.length).toBeGreaterThan(20);
    expect(checked(certificates).filter(answer => answer !== 'true')).toStrictEqual([]);
  });

  it('accepts every certificate of generated clusters', () => {
    const base = certificateOf(KUBEADM[1]);
    const certificates = generated.map(one => forged(base, one));
    expect(certificates.length).toBeGreaterThan(20);
    expect(checked(certificates).filter(answer => answer !== 'true')).toStrictEqual([]);
  });

  it('refuses a certificate whose sum is another, that was made with other facts, or that has no case', () => {
    const certificate = certificateOf(KUBEADM[1]);
    const { sum: _, ...rest } = certificate;
    const otherFacts = { ...rest, facts: { ...rest.facts, sha256: '0'.repeat(64) } };
    const empty = { ...rest, cases: [] };
    const others = [{ ...certificate, sum: '0'.repeat(64) }, ...[otherFacts, empty].map(one => ({ ...one, sum: sumOf(one) }))];
    expect(checked(others)).toStrictEqual([
      'false: another sum', 'false: it has other facts, or no case', 'false: it has other facts, or no case',
    ]);
  });

  it.each<[string, Partial<CertifiedProcess>, RegExp]>([
    ['a node process that is said to exist once', { copies: 'one' }, /^false: a kind stands for any number of nodes$/],
    ['a boolean in another spelling', { flags: { ...SAID, 'leader-elect': 'T' } }, /^false: it is no certificate: KeyError\('T'\)$/],
    ['a gate in another spelling', { flags: { ...SAID, 'feature-gates': 'AllBeta=1' } }, /^false: it is no certificate: KeyError\('1'\)$/],
    ['a CIDR with a netmask', { flags: { ...SAID, 'allocate-node-cidrs': 'true', 'cluster-cidr': '10.0.0.0/255.0.0.0' } }, /^false: p1 /],
    ['a gate that the release does not have', { flags: { ...SAID, 'feature-gates': 'IPv6DualStack=true' } }, /^false: p1 /],
    ['a gate that is locked', { release: '1.24', flags: { ...SAID, 'feature-gates': 'IPv6DualStack=false' } }, /^false: p1 /],
    ['a number that is none', { flags: { ...SAID, 'concurrent-service-syncs': 'many' } }, /^false: p1: no number$/],
    ['a lock without a name', { flags: { ...SAID, 'leader-elect-resource-name': '' } }, /^false: p1 /],
    ['a value that is no text', { flags: { ...SAID, 'leader-migration-config': null as unknown as string } }, /^false: p1: a value that is no text$/],
    ['a flag that no fact is about', { flags: { ...SAID, 'what-is-this': '1' } }, /^false: p1: flags that no fact is about$/],
    ['a release that no fact is about', { release: '1.99' }, /^false: it is no certificate: IndexError/],
  ])('refuses %s', (_, change, message) => {
    const base = certificateOf(['test/fixtures/kubeadm/v1.26.15']);
    const [one] = base.cases;
    const processes = one.processes.map((process, index) => index === 0 ? { ...process, ...change } : process);
    const [answer] = checked([forged(base, { ...one, processes })], CHECKER, true);
    expect(answer).toMatch(message);
  });

  it('refuses a reason that leaves out a process which can hold the migration lock, and is caught where it does not', () => {
    const base = certificateOf(KUBEADM[1]);
    const [one] = base.cases;
    const [whole, ...others] = one.liveness.controllers.service;
    expect(whole.runners).toHaveLength(2);
    const controllers = { ...one.liveness.controllers, service: [{ ...whole, runners: [whole.process] }, ...others] };
    const certificate = forged(base, { ...one, liveness: { ...one.liveness, controllers } });
    expect(checked([certificate])).toStrictEqual([expect.stringMatching(/^false: service: p\d can hold the locks in place of p\d$/)]);
    const broken = join(folder, 'broken.py');
    writeFileSync(broken, readFileSync(CHECKER, 'utf8').replace('need(able in runners', 'need(True or able in runners'));
    expect(checked([certificate], broken)).toStrictEqual(['true']);
  });

  /** Values that may be others in a certificate that is still true, and why. */
  const INERT: readonly (readonly [reason: string, path: RegExp, isSo?: (forgery: Forgery) => boolean])[] = [
    ['it is for people', /^(\$schema|tool|tool\.(name|version)|facts\.file|assumptions\.\*\.(text|promise))$/],
    ['it is for people', /^cases\.\*\.(name|processes\.\*\.(label|file|line)|kinds\.\*\.nodes(\.\*)?)$/],
    ['--inputs compares it', /^inputs(\.\*(\.(file|sha256))?)?$/],
    [
      'what is a set has it once',
      /^assumptions$|^cases(\.\*\.(kinds\.\*\.processes|workloads\.\*\.onlyOn|liveness\.controllers\.[a-z -]+(\.\*\.(kinds|unless))?))?$/,
      ({ was, is }) => JSON.stringify([...new Set((is as unknown[]).map(one => JSON.stringify(one)))])
        === JSON.stringify((was as unknown[]).map(one => JSON.stringify(one))),
    ],
    [
      'a reason for more mixes is one for these',
      /^cases\.\*\.liveness\.controllers\.[a-z -]+\.\*\.kinds(\.\*)?$/,
      ({ is }) => is === undefined || JSON.stringify(is) === '[]',
    ],
    [
      'it states another input, of which the same is true',
      /^cases\.\*\.(external|kinds\.\*\.external|processes\.\*\.(copies|release|flags\.[a-z-]+|configuration(\.[a-zA-Z.*]+)?))$/,
      ({ certificate }) => {
        const { exclusivity, liveness } = judge(clusterIn(certificate.cases[0]));
        return exclusivity.holds && liveness.holds;
      },
    ],
  ];

  it.each([[KUBEADM[1]], [KUBEADM[3]]])('refuses each value of %j that is another one, but for what is inert', names => {
    const made = forgeries(certificateOf(names));
    expect(made.length).toBeGreaterThan(1_500);
    const answers = checked(made.map(({ certificate }) => certificate), CHECKER, true);
    const accepted = made.filter((_, index) => answers[index] === 'true');
    expect(accepted.length).toBeGreaterThan(100);
    const reasonOf = (forgery: Forgery) => INERT.find(([, path, isSo]) => path.test(forgery.path) && (isSo?.(forgery) ?? true))?.[0];
    expect(accepted.filter(one => reasonOf(one) === undefined).map(({ path, was, is }) => ({ path, was, is }))).toStrictEqual([]);
  });

  it('compares the files that a certificate was made of', () => {
    const input = join(folder, 'input');
    cpSync(join(ROOT, KUBEADM[1][0]), join(input, KUBEADM[1][0]), { recursive: true });
    cpSync(join(ROOT, KUBEADM[1][1]), join(input, KUBEADM[1][1]), { recursive: true });
    const file = join(folder, 'compared.json');
    const certificate = certificateOf(KUBEADM[1]);
    writeFileSync(file, JSON.stringify(certificate));
    const compare = (where: string) => {
      const { stdout, stderr } = spawnSync('python3', ['-I', CHECKER, file, '--inputs', where], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.slice(`${file}: `.length).split('\n')[0];
    };
    expect(compare(input)).toBe('true');
    const [{ file: first }, { file: second }] = certificate.inputs;
    appendFileSync(join(input, second), '# changed\n');
    expect(compare(input)).toBe(`false: ${second} is another file`);
    rmSync(join(input, first));
    expect(compare(input)).toMatch(/^false: \[Errno 2\] No such file or directory: .*10-lease-access\.k8s\.yaml'$/);
    const { sum: _, ...rest } = certificate;
    const outside = { ...rest, inputs: [{ ...rest.inputs[0], file: '../elsewhere' }] };
    writeFileSync(file, JSON.stringify({ ...outside, sum: sumOf(outside) }));
    expect(compare(input)).toBe(`false: ../elsewhere is not below ${input}`);
  });

  it('says what a certificate takes for granted, and what it leaves open', () => {
    const file = join(folder, 'granted.json');
    const { sum: _, ...rest } = certificateOf(KUBEADM[1]);
    const open: Omit<Certificate, 'sum'> = {
      ...rest,
      assumed: ['kcm=external:1.27.16'],
      unknown: [{ file: 'x.yaml', line: 3, what: 'no\u001b[31m version' }],
      inputs: [{ file: 'conf', sha256: '', cut: 'users' }],
    };
    writeFileSync(file, JSON.stringify({ ...open, sum: sumOf(open) }));
    const { stdout } = spawnSync('python3', ['-I', CHECKER, file, '--inputs', folder], { encoding: 'utf8' });
    expect(stdout.split('\n').slice(0, -1)).toStrictEqual([
      `${file}: true`,
      '  taken for granted: input-is-whole, locks-work, pods-start, objects-exist, rights-suffice, other-flags-accepted, durations-keep-apart',
      '  assumed: kcm=external:1.27.16',
      '  unknown: x.yaml:3: no?[31m version',
      '  not compared: conf, without users',
    ]);
  });

  it.each<[string, string]>([
    ['lists within lists', '['.repeat(200_000)], ['objects within objects', '{"cases":'.repeat(200_000)], ['a list', '[]'], ['a word', 'x'],
    ['a whole number that is too long', `{"sum":${'9'.repeat(10_000)}}`], ['what is no UTF-8', '\ud800'],
  ])('answers to %s without a traceback', (_, text) => {
    const file = join(folder, 'odd.json');
    writeFileSync(file, text);
    expect(spawnSync('python3', ['-I', CHECKER, file], { encoding: 'utf8' })).toMatchObject({
      status: 1, stderr: '', stdout: expect.stringMatching(/^[^\n]*: false: it is no certificate: [^\n]*\n$/) as string,
    });
  });

  it('refuses two clouds under one lock, and is caught where it does not look at clouds', () => {
    const base = certificateOf(KUBEADM[3]);
    const [one] = base.cases;
    const ccm = one.processes.find(({ component }) => component === 'cloud-controller-manager')!;
    const other = { ...ccm, id: 'another', flags: { ...ccm.flags, 'cloud-provider': 'openstack' } };
    const made = claimedAgain({ ...one, processes: [...one.processes, other], workloads: [...one.workloads, { process: other.id }] });
    const both = made.processes.filter(({ component }) => component === ccm.component).map(({ id }) => id);
    expect(both).toHaveLength(2);
    const controllers = Object.fromEntries(Object.entries(one.liveness.controllers).map(([name, reasons]) => [name, reasons.flatMap(reason =>
      reason.cloud === null ? [reason] : ['aws', 'openstack'].map(cloud => ({ ...reason, cloud, process: both[0], runners: both })))]));
    const certificate = forged(base, { ...made, liveness: { ...made.liveness, controllers } });
    expect(checked([certificate])).toStrictEqual([expect.stringMatching(/^false: [a-z-]+: one of \['p\d', 'p\d'\] does not run it$/)]);
    const broken = join(folder, 'broken.py');
    writeFileSync(broken, readFileSync(CHECKER, 'utf8').replace(' and one.is_for(name, cloud)}', '}'));
    expect(checked([certificate], broken)).toStrictEqual(['true']);
  });

  describe(`judges ${MUTATIONS} mutants as the oracle does (seed ${SEED})`, () => {
    let made: readonly Mutant[];
    beforeAll(() => {
      const base = certificateOf(KUBEADM[1]);
      const cases = [...INPUTS.flatMap(names => certificateOf(names).cases), ...generated.slice(0, 20)];
      made = mutants(base, cases, MUTATIONS);
    });

    it('accepts those that are harmless, and refuses the others', () => {
      const answers = checked(made.map(({ certificate }) => certificate));
      const wrong = made.flatMap(({ kind, isTrue, certificate }, index) =>
        (answers[index] === 'true') === isTrue ? [] : [{ kind, isTrue, answer: answers[index], one: JSON.stringify(certificate.cases[0]) }]);
      expect(wrong).toStrictEqual([]);
      // Each kind of mutation has both.
      const counts = new Map(made.map(({ kind }) => [kind, [true, false].map(isTrue =>
        made.filter(one => one.kind === kind && one.isTrue === isTrue).length)]));
      expect([...counts].filter(([, [harmless, harmful]]) => harmless === 0 || harmful === 0)).toStrictEqual([]);
      expect(counts.size).toBe(7);
    });

    it.each([
      ['that pairs have a lock in common', 'need(claimed[name] in shared, ', 'need(True, '],
      ['that each runner runs the controller', 'need(set(runners) <= ', 'need(True or set(runners) <= '],
      ['that the process is there in each mix', 'is_there = first in self.present(some) and ', 'is_there = '],
      ['that each mix has a reason', 'need(covered(start), ', 'need(True, '],
      ['that the ranking has all locks', 'need(ranking == ', 'need(True or ranking == '],
      ['that no main lock is a migration lock', 'need(not migrations & ', 'need(True or not migrations & '],
      ['what each process is said to run', "need(said['runs'] == runs, ", 'need(True, '],
    ])('is caught where it does not check %s', (_, was, is) => {
      const text = readFileSync(CHECKER, 'utf8');
      expect(text.split(was)).toHaveLength(2);
      const broken = join(folder, 'broken.py');
      writeFileSync(broken, text.replace(was, () => is));
      const harmful = made.filter(({ isTrue }) => !isTrue);
      expect(checked(harmful.map(({ certificate }) => certificate), broken)).toContain('true');
    });
  });
});
