import * as fc from 'fast-check';
import { FEATURE_GATES } from './consumers';
import { effectiveGate } from '../src/lib/facts/emulated-gates';
import { gateNames } from '../src/lib/facts/gate-rows';
import { KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { apiServerEnds } from '../src/lib/model/api-server';
import { CommandLine } from '../src/lib/model/command-line';
import { textOfCauses } from '../src/lib/model/end-cause';
import { apiServerGates, refusedGates } from '../src/lib/model/gates';
import { modelProcess } from '../src/lib/model/process';
import { describeReader, Sample } from '../test/reader';

interface Outcome {
  readonly error?: string;
  readonly on?: string;
  readonly true?: string;
  readonly false?: string;
}

interface Report {
  readonly version: string;
  readonly outcomes: readonly Outcome[];
}

/** All that any release has, and some that none has; groups. */
const NAMES = [
  ...new Set([
    ...gateNames(), 'AllAlpha', 'AllBeta', 'CRDObservedGenerationTracking', 'CRDValidationRatcheting', 'CustomResourceFieldSelectors', 'NoSuch',
  ]),
].sort();

/** Why a kube-controller-manager and an API server end with these flags, as we say, or that we do not know. */
function ourEnds(version: KubernetesVersion, words: readonly string[]): readonly string[] {
  const { fate, doubts = [] } = modelProcess({ dir: '', label: '', component: KCM, version, flags: [], words });
  const server = apiServerEnds({ version, text: () => undefined, list: flag => listOf(words, flag), isUnknown: () => false });
  return [...doubts.filter(text => !text.includes('CoordinatedLeaderElection')), ...new Set([fate.causes, server].map(textOfCauses))];
}

function listOf(words: readonly string[], flag: string): readonly string[] {
  return words.filter(word => word.startsWith(`--${flag}=`)).flatMap(word => word.slice(flag.length + 3).split(','));
}

/** What becomes of a gate in either, as the letter of the program. */
function becomes(version: KubernetesVersion, words: readonly string[]): string {
  const line = new CommandLine(KCM, version, words);
  const ends = [refusedGates(KCM, version, line), apiServerGates(version, { list: flag => listOf(words, flag) })];
  // Those are judged with what they are about.
  const isJudged = words.some(word => /DisableCloudProviders|ControllerManagerLeaderMigration/.test(word));
  return [...new Set((isJudged ? ends.slice(1) : ends).map(causes => letterOf(textOfCauses(causes))))].join();
}

/** Our words for what becomes of a gate, as the program's letters. */
function letterOf(text: string): string {
  const said = { 'unrecognized': 'u', 'is locked': 'l', 'does not have it yet': 'p', 'but depends on': 'd' };
  return text === '' ? 't' : Object.entries(said).find(([words]) => text.includes(words))?.[1] ?? text;
}

for (const { version: release, binary } of FEATURE_GATES) {
  describeReader(`feature gates of ${release}`, binary, reader => {
    const version = KubernetesVersion.of(release);
    const asked = (lines: readonly (readonly string[])[], gates: readonly string[], of: Sample['reader'] = reader): Report =>
      of.json<Report>({ stdin: JSON.stringify({ lines, gates }), inputs: gates.length > 0 ? lines : undefined });
    const minors = Array.from({ length: 8 }, (_, index) => `1.${30 + index}`);

    it('is that of the release', () => {
      expect(asked([], []).version).toBe(`v${release}`);
    });

    it('emulates the versions that the table has', () => {
      const lines = minors.map(minor => [`--emulated-version=${minor}`]);
      const ours = lines.map(line => ourEnds(version, line).some(text => text !== ''));
      expect(asked(lines, []).outcomes.map(({ error }) => error !== undefined)).toEqual(ours);
    });

    it('has each gate as the table has it, in each version that it emulates', () => {
      const lines = [
        [], ...minors.map(minor => [`--emulated-version=${minor}`]),
        ...version.minor < 35 ? [] : minors.map(minor => [`--min-compatibility-version=${minor}`]),
      ];
      const differing = asked(lines, NAMES).outcomes.flatMap((outcome, index) => {
        if (outcome.error !== undefined) {
          return ourEnds(version, lines[index]).some(text => text !== '') ? [] : [[lines[index].join(), outcome.error, {}] as const];
        }
        const told = /=1\.(\d+)/.exec(lines[index].join())?.[1];
        const isEmulated = lines[index].join().includes('emulated');
        const emulated = isEmulated ? Number(told) : version.minor;
        const floor = Math.max(31, version.minor - 3);
        const minCompatibility = told !== undefined && !isEmulated ? Number(told) : Math.max(floor, emulated - 1);
        return NAMES.flatMap((name, place) => {
          const gate = effectiveGate(name, version, { emulated, minCompatibility }, KCM);
          const isGroup = ['AllAlpha', 'AllBeta'].includes(name);
          const ours = isGroup ? '0' : gate === undefined ? '?' : gate === 'unread' ? gate : gate.default ? '1' : '0';
          const set = [true, false].map(value => becomes(version, [...lines[index], `--feature-gates=${name}=${value}`]));
          const [theirs, mine] = [[outcome.on![place], outcome.true![place], outcome.false![place]], [ours, ...set]];
          return JSON.stringify(theirs) === JSON.stringify(mine) ? [] : [[lines[index].join(), name, { theirs, mine }] as const];
        });
      });
      process.stdout.write(`feature gates of ${release}: ${lines.length} lines with ${NAMES.length} gates each, ${differing.length} differ\n`);
      expect(differing.slice(0, 5)).toEqual([]);
    });

    const samples = reader.samples({ seed: 20261130, committed: 300, asked: 3000 });
    it.each(samples)('ends with the same of $count generated lines from seed $seed', sample => {
      const own = { emulated: version.minor, minCompatibility: version.minor - 1 };
      const known = NAMES.filter(name => effectiveGate(name, version, own, KCM) !== undefined);
      const often = <T>(usual: readonly T[], rare: readonly T[]) => fc.nat(19).chain(roll => fc.constantFrom(...roll === 0 ? rare : usual));
      const prefix = often([''], ['kube:', ' kube : ', 'wardle:']);
      const gate = fc.tuple(prefix, often(known, NAMES), often(['=true', '=false'], ['=True', '', '=x', ' = 1 ']));
      const gates = fc.array(gate, { minLength: 1, maxLength: 4 }).map(items => `--feature-gates=${items.map(item => item.join('')).join(',')}`);
      const ofKube = fc.array(fc.tuple(fc.constantFrom(...known), fc.boolean()), { minLength: 1, maxLength: 3 })
        .map(items => `--feature-gates=${items.map(([name, on]) => `kube:${name}=${on}`).join(',')}`);
      const odd = ['kube=1.35', '1.36.0', '1.36.1', 'v1.36', '2.0', '0.9', '01.36', '1.036', '1', 'x', 'wardle=1.2', ' kube = 1.34 ', '1.35,1.36'];
      const minor = often(minors.filter(one => Number(one.slice(2)) >= Math.max(31, version.minor - 3)), [...odd, ...minors]);
      const flags = ['emulated-version', ...version.minor < 35 ? [] : ['min-compatibility-version']];
      const told = fc.tuple(fc.constantFrom(...flags), minor).map(([flag, value]) => `--${flag}=${value}`);
      const line = fc.oneof(gates, told, fc.tuple(told, gates), fc.tuple(told, ofKube), fc.tuple(told, gates, told), fc.tuple(gates, ofKube));
      const lines = fc.sample(line, { numRuns: sample.count, seed: sample.seed }).map(words => [words].flat());
      const { outcomes } = asked(lines, [], sample.reader);
      const differing = outcomes.flatMap(({ error }, index) => {
        const [kcm, server = kcm] = ourEnds(version, lines[index]);
        // A value that its type refuses ends an API server before it is looked at here.
        const isOfType = /^invalid argument|"--feature-gates" flag/.test(kcm);
        return (kcm !== '') === (error !== undefined) && (isOfType || (server !== '') === (error !== undefined)) ? []
          : [[lines[index], { error, kcm, server }]];
      });
      expect(outcomes.filter(({ error }) => error === undefined).length).toBeGreaterThan(sample.count / 10);
      expect(outcomes.filter(({ error }) => error !== undefined).length).toBeGreaterThan(sample.count / 10);
      expect(differing.slice(0, 5)).toEqual([]);
    });
  });
}
