import { spawnSync } from 'node:child_process';
import { FlagFact, generatedCommandLine } from './command-lines';
import { COMMAND_LINES } from './consumers';
import { describeGo } from './go';
import { flagSet } from '../src/lib/facts/flag-sets';
import { gateSetting } from '../src/lib/facts/gate-settings';
import { generatedFeatureGates } from '../src/lib/facts/generated';
import { inTreeClouds } from '../src/lib/facts/in-tree-clouds';
import { logicalName } from '../src/lib/facts/kcm-controllers';
import { CCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { textOfCauses } from '../src/lib/model/end-cause';
import { controllerIn, modelProcess, Process } from '../src/lib/model/process';

interface Outcome {
  readonly fate: 'flags' | 'help' | 'arguments' | 'version' | 'options' | 'election' | 'starts';
  readonly error?: string;
  readonly lock?: { readonly elect: boolean; readonly kind: string; readonly namespace: string; readonly name: string };
  readonly leaderName?: string;
  readonly controllers?: Readonly<Record<string, boolean>>;
}

interface Report {
  readonly version: string;
  readonly flags: readonly FlagFact[];
  readonly controllers: readonly string[];
  readonly outcomes: readonly Outcome[];
}

/** Seed of the first command line; that of another is so many more. `COMMAND_LINE_SEED` has other lines. */
const FIRST_SEED = Number(process.env.COMMAND_LINE_SEED ?? 20261121);
const COUNT = 2000;
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

function ofTheirs({ fate, lock, leaderName, controllers }: Outcome): Comparable {
  if (fate !== 'starts') return { ends: true };
  const kinds = lock!.kind.endsWith('leases') && lock!.kind !== 'leases' ? [lock!.kind.replace('leases', ''), 'leases'] : [lock!.kind];
  return {
    ends: false,
    mainLock: lock!.elect ? kinds.map(kind => `${kind}/${lock!.namespace}/${lock!.name}`) : [],
    migration: leaderName === '' || !lock!.elect ? undefined : leaderName,
    controllers,
  };
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
  describeGo(`command line of ${component} ${release}`, binary, program => {
    const version = KubernetesVersion.of(minor);
    const awsRelease = component === CCM ? `v${release}` : undefined;
    // A release that registers no cloud ends with the name of one.
    const ofKcm = inTreeClouds(version).length > 0 ? ['aws', 'aws', 'external'] : ['external', 'external', '', 'aws'];
    const providers = component === CCM ? ['aws'] : ofKcm;
    const isKnown = (gate: string) => [true, false].some(value => gateSetting(gate, value, component, version) !== 'unknown');
    const gates = [...GATES.filter(isKnown), ...GATES.filter(gate => !isKnown(gate)).slice(0, OTHER_GATES)];
    const ask = (lines: readonly (readonly string[])[]): Report => {
      const { status, stdout, stderr } = spawnSync(program(), ['--flags'], { input: JSON.stringify(lines), encoding: 'utf8', maxBuffer: 2 ** 28 });
      if (status !== 0) throw new Error(stderr.slice(-4000));
      return JSON.parse(stdout) as Report;
    };

    it('is that of the release', () => {
      expect(ask([]).version).toBe(`v${release}`);
    });

    it('has flags of the types that the table has', () => {
      const { flags } = ask([]);
      const set = flagSet(component, version, awsRelease);
      const typed = flags.map(({ name, type, noOptDefVal }) => [name, { type, ...noOptDefVal === undefined ? {} : { bare: noOptDefVal } }]);
      expect(flags.length).toBeGreaterThan(50);
      expect(flags.map(({ name }) => [name, set.flag(name)])).toEqual(typed);
      const letters = flags.flatMap(({ name, shorthand }) => shorthand === undefined ? [] : [[shorthand, name]]);
      expect(letters.sort()).toEqual([...set.letters].sort());
    });

    it(`is understood by both alike in ${COUNT} generated lines from seed ${FIRST_SEED}`, () => {
      const { flags, controllers } = ask([]);
      const lines = Array.from({ length: COUNT }, (_, index) => generatedCommandLine(FIRST_SEED + index, flags, controllers, providers, gates));
      const compared = ask(lines).outcomes.map((outcome, index) => {
        const ours = modelProcess({ dir: '', label: '', component, version, flags: [], words: lines[index], awsRelease });
        const told = { seed: FIRST_SEED + index, words: lines[index], error: outcome.error, cause: textOfCauses(ours.fate.causes) };
        return { ...told, doubts: ours.doubts, ours: ofOurs(ours, controllers), theirs: withoutAbsent(ofTheirs(outcome), ours) };
      });
      const known = compared.filter(({ doubts }) => doubts === undefined);
      const differing = known.filter(({ ours, theirs }) => JSON.stringify(ours) !== JSON.stringify(theirs));
      process.stdout.write(`${component} ${release}: ${COUNT} lines from seed ${FIRST_SEED}, ${differing.length} differ, ${COUNT - known.length} `
        + 'are unknown to us\n');
      expect(differing.slice(0, 3)).toEqual([]);
      // Both fates occur, and little is left unknown.
      expect(known.filter(({ theirs }) => !theirs.ends).length).toBeGreaterThan(COUNT / 5);
      expect(known.filter(({ theirs }) => theirs.ends).length).toBeGreaterThan(COUNT / 5);
      expect(known.length).toBeGreaterThan(COUNT * 0.9);
    });
  });
}
