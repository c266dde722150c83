import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { clusterOf } from './cluster-of';
import { claimedAgain, Dice, OF_CLAIMS, OF_INPUT } from './mutate';
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
  const lines = stdout.trim().split('\n');
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

  it('has at most 200 lines, and needs nothing but the standard library', () => {
    expect(lines.length).toBeLessThanOrEqual(200);
    expect(lines.filter(line => /^\s*(import|from) /.test(line)))
      .toStrictEqual(['import argparse, hashlib, ipaddress, itertools, json, os, re, sys']);
  });

  it.each(INPUTS.map(names => [names.join(' '), names] as const))('accepts the certificate of %s', (_, names) => {
    const certificate = certificateOf(names);
    expect(certificate.cases.length).toBeGreaterThan(0);
    expect(checked([certificate])).toStrictEqual(['true']);
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
    const forgeries = [{ ...certificate, sum: '0'.repeat(64) }, ...[otherFacts, empty].map(one => ({ ...one, sum: sumOf(one) }))];
    expect(checked(forgeries)).toStrictEqual([
      'false: its schemaVersion or its sum is another', 'false: it has other facts, or no case', 'false: it has other facts, or no case',
    ]);
  });

  it.each<[string, Partial<CertifiedProcess>, RegExp]>([
    ['a node process that is said to exist once', { copies: 'one' }, /^false: a kind stands for any number of nodes$/],
    ['a boolean in another spelling', { flags: { ...SAID, 'leader-elect': 'T' } }, /^false: it is no certificate: KeyError\('T'\)$/],
    ['a gate in another spelling', { flags: { ...SAID, 'feature-gates': 'AllBeta=1' } }, /^false: it is no certificate: KeyError\('1'\)$/],
    ['a CIDR with a netmask', { flags: { ...SAID, 'allocate-node-cidrs': 'true', 'cluster-cidr': '10.0.0.0/255.0.0.0' } }, /^false: p1 /],
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
    writeFileSync(broken, readFileSync(CHECKER, 'utf8').replace('need(runner.id in runners', 'need(True or runner.id in runners'));
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
      ['that pairs have a lock in common', 'need(claimed[name] in first.to_run(name) & second.to_run(name), ', 'need(True, '],
      ['that each runner runs the controller', 'need(set(runners) <= ', 'need(True or set(runners) <= '],
      ['that the process is there in each mix', 'need(first in present(some) and ', 'need('],
      ['that each mix has a reason', 'need(covered(start), ', 'need(True, '],
      ['that the ranking has all locks', 'need(ranking == ', 'need(True or ranking == '],
      ['that no main lock is a migration lock', 'need(not migrations & ', 'need(True or not migrations & '],
      ['what each process is said to run', '== runs, ', 'or True, '],
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
