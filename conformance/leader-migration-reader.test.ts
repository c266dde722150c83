import { LOADERS } from './consumers';
import { LEADER_MIGRATION_CASES } from './leader-migration-cases';
import { mutations } from './leader-migration-mutations';
import { load, LoaderVerdict } from './loader';
import { controllerKey } from '../src/lib/facts/controllers';
import { CCM, KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import {
  buildLeaderMigrationConfiguration, checkStyle, LeaderMigrationReading, LeaderMigrationStyle, ConfigurationFile,
  serializeLeaderMigrationConfiguration,
} from '../src/lib/leader-migration';
import { describeReader } from '../test/reader';

/** What of a reading can be compared: the configuration, or that it is refused. */
type Comparable = Omit<LoaderVerdict, 'file' | 'error' | 'starts'> | 'refused';

/** Our reader and our writer, held against the loader of each release that reads differently. */
for (const { minor, binary } of LOADERS) {
  describeReader(`Leader Migration loader of ${minor}`, binary, reader => {
    const version = KubernetesVersion.of(minor);

    it.each(Object.entries(LEADER_MIGRATION_CASES))('and our reader agree on: %s', (_, text) => {
      const [theirs] = load(reader, [text]).verdicts;
      const ours = new ConfigurationFile(text).read(version);
      expect(ofOurs(ours)).toEqual(ofTheirs(theirs));
      if ('error' in ours) expect(words(ours.error)).toBe(words(theirs.error!));
    });

    const samples = reader.samples({ seed: 20240229, committed: 100, asked: 400 });
    it.each(samples)('and our reader agree on $count files with slips (seed $seed)', sample => {
      const texts = mutations(sample.count, sample.seed);
      const theirs = load(sample.reader, texts).verdicts;
      const differing = texts
        .map((text, index) => ({
          text,
          ours: ofOurs(new ConfigurationFile(text).read(version)),
          theirs: ofTheirs(theirs[index]),
          error: theirs[index].error,
        }))
        .filter(({ ours, theirs: expected }) => JSON.stringify(ours) !== JSON.stringify(expected));
      expect(differing).toEqual([]);
      expect(theirs.filter(({ error }) => error === undefined).length).toBeGreaterThan(0); // both verdicts occur
      expect(theirs.filter(({ error }) => error !== undefined).length).toBeGreaterThan(0);
    });

    const styles = [LeaderMigrationStyle.WILDCARD, LeaderMigrationStyle.ASSIGNED].filter(style => isUsable(style, version));
    const components = ([KCM, CCM] as const).filter(component => controllerKey(component, 'service', version));
    const others = LOADERS.map(loader => loader.minor);
    it.each(styles.flatMap(style => components.flatMap(component => others.map(other => ({ style, component, other })))))(
      'reads what we write, style $style, for $component beside $other', ({ style, component, other }) => {
        const otherVersion = KubernetesVersion.of(other);
        const built = buildLeaderMigrationConfiguration({ version, component, assignedTo: component, otherVersion, style })!;
        const [verdict] = load(reader, [serializeLeaderMigrationConfiguration(built)]).verdicts;
        expect(ofTheirs(verdict)).toEqual({
          leaderName: built.leaderName, resourceLock: built.resourceLock ?? 'leases', controllerLeaders: built.controllerLeaders,
        });
      });
  });
}

function isUsable(style: LeaderMigrationStyle, version: KubernetesVersion): boolean {
  try {
    checkStyle(style, version);
    return true;
  } catch {
    return false;
  }
}

function ofOurs(reading: LeaderMigrationReading): Comparable {
  if ('error' in reading) return 'refused';
  const { leaderName, resourceLock, controllerLeaders } = reading.configuration;
  return { leaderName, resourceLock, controllerLeaders };
}

function ofTheirs({ error, leaderName, resourceLock, controllerLeaders }: LoaderVerdict): Comparable {
  return error === undefined ? { leaderName, resourceLock, controllerLeaders: controllerLeaders ?? [] } : 'refused';
}

/** The loader's words without the place in the source where its scheme was made. */
function words(error: string): string {
  return error.replace(/ in scheme ".*"$/, ' in scheme');
}
