import { FlagFact, generatedCommandLine } from './command-lines';
import { COMMAND_LINES } from './consumers';
import { flagSet } from '../src/lib/facts/flag-sets';
import { gateSetting } from '../src/lib/facts/gate-settings';
import { generatedFeatureGates } from '../src/lib/facts/generated';
import { inTreeClouds } from '../src/lib/facts/in-tree-clouds';
import { logicalName } from '../src/lib/facts/kcm-controllers';
import { CCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { textOfCauses } from '../src/lib/model/end-cause';
import { controllerIn, modelProcess, Process } from '../src/lib/model/process';
import { Answer } from '../test/committed-answers';
import { describeReader, Sample, withoutLog } from '../test/reader';

interface Outcome {
  readonly fate: 'flags' | 'help' | 'arguments' | 'version' | 'options' | 'election' | 'starts';
  readonly error?: string;
  readonly lock?: { readonly elect: boolean; readonly kind: string; readonly namespace: string; readonly name: string };
  readonly leaderName?: string;
  /** Those that are asked for, or all but those that are not. */
  readonly controllers?: { readonly only: readonly string[] } | { readonly allBut: readonly string[] };
}

interface Report {
  readonly version: string;
  readonly flags: readonly FlagFact[];
  readonly controllers: readonly string[];
  readonly outcomes: readonly Outcome[];
}

/** What the program prints of a line. */
type Printed = Omit<Outcome, 'controllers'> & { readonly controllers?: Readonly<Record<string, boolean>> };

/** Only what is compared, and of two lists of controllers the shorter one: it is committed for each line. */
function compact(answer: Answer): Answer {
  if (answer.status !== 0) return answer;
  const { outcomes, ...report } = JSON.parse(answer.stdout) as { readonly outcomes: readonly Printed[] };
  const short = outcomes.map(({ fate, error, lock, leaderName, controllers }): Outcome => ({
    fate,
    error: error?.replace(/(?<= for "--feature-gates" flag).*/, ''), // gates are a map in Go: of several that are wrong, any is named
    lock: lock && { elect: lock.elect, kind: lock.kind, namespace: lock.namespace, name: lock.name },
    leaderName,
    controllers: controllers && shorter(controllers),
  }));
  return withoutLog({ ...answer, stdout: JSON.stringify({ ...report, outcomes: short }) });
}

function shorter(controllers: Readonly<Record<string, boolean>>): Outcome['controllers'] {
  const [only, allBut] = [true, false].map(value => Object.keys(controllers).filter(key => controllers[key] === value).sort());
  return only.length < allBut.length ? { only } : { allBut };
}

const GATES = [...new Set(generatedFeatureGates().rows.map(({ gate }) => gate))];
/** Of the gates that a release is not known to have, these are tried. */
const OTHER_GATES = 10;

/** What can be compared: how it ends, or the locks and controllers that it asks for. */
interface Comparable {
  readonly ends: boolean;
  readonly mainLock?: readonly string[];
  readonly migration?: string;
  readonly controllers?: Readonly<Record<string, boolean>>;
}

function ofTheirs({ fate, lock, leaderName, controllers }: Outcome, keys: readonly string[]): Comparable {
  if (fate !== 'starts') return { ends: true };
  const kinds = lock!.kind.endsWith('leases') && lock!.kind !== 'leases' ? [lock!.kind.replace('leases', ''), 'leases'] : [lock!.kind];
  return {
    ends: false,
    mainLock: lock!.elect ? kinds.map(kind => `${kind}/${lock!.namespace}/${lock!.name}`) : [],
    migration: leaderName === '' || !lock!.elect ? undefined : leaderName,
    controllers: Object.fromEntries(keys.map(key => [key, isOn(key, controllers!)])),
  };
}

function isOn(key: string, controllers: NonNullable<Outcome['controllers']>): boolean {
  return 'only' in controllers ? controllers.only.includes(key) : !controllers.allBut.includes(key);
}

function ofOurs(ours: Process, keys: readonly string[]): Comparable {
  if (ours.fate.kind === 'fails-at-start') return { ends: true };
  return {
    ends: false,
    mainLock: [...ours.mainLock],
    migration: ours.migration?.leaderName,
    controllers: Object.fromEntries(keys.map(key => [key, controllerIn(ours, logicalName(key)).presence === 'enabled'])),
  };
}

/** A controller that our model has as absent for another flag than `--controllers` is not compared. */
function withoutAbsent(theirs: Comparable, ours: Process): Comparable {
  return theirs.controllers === undefined ? theirs : {
    ...theirs,
    controllers: Object.fromEntries(
      Object.entries(theirs.controllers).map(([key, on]) => [key, controllerIn(ours, logicalName(key)).presence === 'absent' ? false : on]),
    ),
  };
}

/** Command lines as the components themselves read them, and as we do. */
for (const { component, version: release, minor, binary } of COMMAND_LINES) {
  describeReader(`command line of ${component} ${release}`, binary, reader => {
    const version = KubernetesVersion.of(minor);
    const awsRelease = component === CCM ? `v${release}` : undefined;
    // A release that registers no cloud ends with the name of one.
    const ofKcm = inTreeClouds(version).length > 0 ? ['aws', 'aws', 'external'] : ['external', 'external', '', 'aws'];
    const providers = component === CCM ? ['aws'] : ofKcm;
    const isKnown = (gate: string) => [true, false].some(value => gateSetting(gate, value, component, version) !== 'unknown');
    const gates = [...GATES.filter(isKnown), ...GATES.filter(gate => !isKnown(gate)).slice(0, OTHER_GATES)];
    const described = (): Report => reader.json<Report>({ args: ['--flags'], stdin: '[]' }, withoutLog);
    const outcomesOf = (lines: readonly (readonly string[])[], asked: Sample['reader']): readonly Outcome[] =>
      asked.json<Report>({ stdin: JSON.stringify(lines), inputs: lines }, compact).outcomes;

    it('is that of the release', () => {
      expect(described().version).toBe(`v${release}`);
    });

    it('has flags of the types that the table has', () => {
      const { flags } = described();
      const set = flagSet(component, version, awsRelease);
      const typed = flags.map(({ name, type, noOptDefVal }) => [name, { type, ...noOptDefVal === undefined ? {} : { bare: noOptDefVal } }]);
      expect(flags.length).toBeGreaterThan(50);
      expect(flags.map(({ name }) => [name, set.flag(name)])).toEqual(typed);
      const letters = flags.flatMap(({ name, shorthand }) => shorthand === undefined ? [] : [[shorthand, name]]);
      expect(letters.sort()).toEqual([...set.letters].sort());
    });

    // The seed of the first line; that of another is so many more.
    const samples = reader.samples({ seed: 20261121, committed: 200, asked: 2000 });
    it.each(samples)('is understood by both alike in $count generated lines from seed $seed', ({ count, seed, reader: asked }) => {
      const { flags, controllers } = described();
      const lines = Array.from({ length: count }, (_, index) => generatedCommandLine(seed + index, flags, controllers, providers, gates));
      const compared = outcomesOf(lines, asked).map((outcome, index) => {
        const ours = modelProcess({ dir: '', label: '', component, version, flags: [], words: lines[index], awsRelease });
        const told = { seed: seed + index, words: lines[index], error: outcome.error, cause: textOfCauses(ours.fate.causes) };
        return { ...told, doubts: ours.doubts, ours: ofOurs(ours, controllers), theirs: withoutAbsent(ofTheirs(outcome, controllers), ours) };
      });
      const known = compared.filter(({ doubts }) => doubts === undefined);
      const differing = known.filter(({ ours, theirs }) => JSON.stringify(ours) !== JSON.stringify(theirs));
      process.stdout.write(`${component} ${release}: ${count} lines from seed ${seed}, ${differing.length} differ, ${count - known.length} `
        + 'are unknown to us\n');
      expect(differing.slice(0, 3)).toEqual([]);
      // Both fates occur, and little is left unknown.
      expect(known.filter(({ theirs }) => !theirs.ends).length).toBeGreaterThan(count / 5);
      expect(known.filter(({ theirs }) => theirs.ends).length).toBeGreaterThan(count / 5);
      expect(known.length).toBeGreaterThan(count * 0.9);
    });
  });
}
