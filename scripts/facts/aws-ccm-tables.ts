import { AwsCcmTag, byVersion, digestOf, isPromoted, LOOKED_UP } from './aws-ccm-tags';
import { readEnvironmentInput } from './ccm-environment/table';
import { ranges } from './ranges';
import { Tables } from './tables';

const MODULE = 'k8s.io/cloud-provider-aws';

/**
 * Facts of the AWS cloud-controller-manager: one row per range of tags.
 *
 * @param modules tags that were read as modules: the others have the names of flags, and no types
 */
export function awsCcmTables(tags: ReadonlyMap<string, AwsCcmTag>, modules: Iterable<Pick<AwsCcmTag, 'taggingTypes'>>): Tables {
  const all = [...tags.keys()].sort(byVersion);
  const types: Record<string, string> = Object.assign({}, ...[...modules].map(({ taggingTypes }) => taggingTypes));
  const rows = <F extends object>(subject: string, name: string, at: (tag: AwsCcmTag) => F | undefined, place: (tag: AwsCcmTag) => string) =>
    ranges(all, tag => {
      const fact = at(tags.get(tag)!);
      return fact && { ...fact, source: `${MODULE}@${tag} ${place(tags.get(tag)!)}` };
    }).map(row => ({ [subject]: name, ...row }));
  const names = (of: (tag: AwsCcmTag) => Iterable<string>) => [...new Set([...tags.values()].flatMap(tag => [...of(tag)]))].sort();
  const hosts = ({ ecrPattern, publicHosts }: AwsCcmTag) => ({ pattern: ecrPattern, publicHosts: publicHosts ?? [] });
  return new Map<string, object>([
    ['aws-ccm-releases.json', {
      day: LOOKED_UP,
      rows: all.map(tag => {
        const { date, goMod } = tags.get(tag)!;
        return {
          tag,
          date,
          cloudProvider: goMod['k8s.io/cloud-provider'],
          promoted: isPromoted(tag),
          digest: digestOf(tag),
          source: `${MODULE}@${tag} go.mod`,
        };
      }),
    }],
    ['aws-ccm.json', {
      tags: all,
      calls: names(tag => Object.keys(tag.awsCalls)).flatMap(
        call => rows('call', call, tag => call in tag.awsCalls ? {} : undefined, tag => tag.awsCalls[call]),
      ),
      cloudConfigKeys: names(tag => Object.keys(tag.cloudConfig.Global)).flatMap(key => rows('key', key, ({ cloudConfig }) =>
        key in cloudConfig.Global ? { type: cloudConfig.Global[key] } : undefined, ({ configPath }) => configPath)),
      taggingFlags: names(tag => tag.taggingFlags).flatMap(flag => rows('flag', flag,
        ({ taggingFlags }) => taggingFlags.includes(flag) ? { type: types[flag] } : undefined, () =>
          'pkg/controllers/options/tagging_controller.go')),
      environment: environmentRows(all),
      ecr: ranges(all, tag => ({ ...hosts(tags.get(tag)!), source: `${MODULE}@${tag} cmd/ecr-credential-provider/main.go` })),
    }],
  ]);
}

/** Which tags read an environment variable, through which module. */
function environmentRows(all: readonly string[]): readonly object[] {
  const { modules, tags } = readEnvironmentInput();
  const readBy = (tag: string): ReadonlyMap<string, string> => {
    if (tags[tag] === undefined) {
      throw new Error(`what ${tag} reads of its environment is not written down; run 'npm run facts -- --only aws-ccm'`);
    }
    return new Map(Object.entries(tags[tag]).flatMap(([module, version]) =>
      Object.entries(modules[module][version]).map(([variable, file]) => [variable, `${module}@${version} ${file}`] as const)).reverse());
  };
  const byTag = new Map(all.map(tag => [tag, readBy(tag)]));
  const variables = [...new Set([...byTag.values()].flatMap(read => [...read.keys()]))].sort();
  return variables.flatMap(variable => ranges(all, tag => {
    const source = byTag.get(tag)!.get(variable);
    return source === undefined ? undefined : { source };
  }).map(row => ({ variable, ...row })));
}
