import { CONFIG_API } from '../../facts/config-api';
import { defaultCloud } from '../../facts/default-cloud';
import { flagSet } from '../../facts/flag-sets';
import { ANOTHER_NAME, CANDIDATES, decides, NamesOfInput } from '../../facts/inputs/candidates';
import { otherKcmKeyOf } from '../../facts/kcm-controllers';
import { DEFAULT_LOCK_KIND } from '../../facts/locks';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ConfigurationFile, ConfigurationFiles } from '../../leader-migration';
import { behaviourOf } from '../../model/behaviour';
import { Flag } from '../../model/command-line';
import { modelProcess, Process, Replication } from '../../model/process';
import { doubtedFlags } from '../../view/ask';
import { ComponentView, Doubt } from '../../view/model';
import { cloudOfImage, isCloudOfImage } from '../../view/served-cloud';

/** Names in the input that an unknown value may be equal to, with what a hidden file may say. */
export interface KnownNames extends NamesOfInput {
  /** The configuration files of the input: the same one is on many nodes. */
  readonly configurations: ConfigurationFiles;
}

/** What the process of a view is, besides what the view says. */
export interface ProcessContext {
  /** The `<dir>` argument. */
  readonly dir: string;
  /** What a counter-example calls the place. */
  readonly label: string;
  readonly replication: Replication;
}

/** More possibilities of one component are not enumerated. */
const MAX_CHOICES = 4000;

/**
 * Every process that a component can be, one of each behaviour; undefined where that cannot be said. A single one: what is unknown does not matter.
 *
 * @param parts what is unknown about it
 * @param hasNodeIpam of a cloud-controller-manager, as for `modelProcess`
 */
export function choicesOf(
  view: ComponentView, parts: readonly Doubt[], names: KnownNames, context: ProcessContext, hasNodeIpam: boolean,
): readonly Process[] | undefined {
  const component = view.component as ControllerManager;
  const versions = view.version ? [view.version] : knownVersions();
  const flags = doubtedFlags(parts).filter(decides);
  const cloud = component === CCM ? defaultCloud(view.image, view.awsRelease) : undefined;
  const given: readonly Flag[] = cloud === undefined || cloud === '' ? [] : [{ name: 'cloud-provider', value: cloud }];
  const found = new Map<string, Process>();
  for (const version of versions) {
    const values = flags.filter(flag => flag !== 'leader-migration-config').map(
      flag => valuesOf(flag, view, version, names).map(value => ({ name: flag, value })),
    );
    const files = fileChoices(view, parts, version, names);
    const combinations = product<Flag>(values);
    if (versions.length * combinations.length * files.length > MAX_CHOICES) return undefined;
    // What a release does not have ends it, whatever its value is.
    const gone = (view.hiddenFlags ?? []).filter(({ name }) => flagSet(component, version, view.awsRelease).flag(name) === undefined);
    const processes = combinations.flatMap(extra => files.map(({ file, added }) => modelProcess({
      ...context,
      component,
      version,
      isReleaseTaken: view.version === undefined,
      flags: [...given, ...view.flags, ...gone, ...extra, ...added],
      configuration: file,
      // A program whose own file names node IPAM has it; the programs of AWS never do.
      hasNodeIpam: hasNodeIpam || (component === CCM && view.awsRelease === undefined && /node-?ipam/.test(file?.text ?? '')),
      ends: view.ends,
      awsRelease: view.awsRelease,
    })));
    if (view.version && processes.length === 1) return processes;
    const starting = processes.filter(({ fate }) => fate.kind !== 'fails-at-start');
    for (const process of starting.length > 0 ? starting : processes) {
      const key = behaviourOf(process, versions.length === 1);
      if (!found.has(key)) found.set(key, process);
    }
  }
  const choices = [...found.values()];
  // What runs, and starts in no known release, is built otherwise: a distribution's own, or a newer one.
  return !view.version && choices.every(({ fate }) => fate.kind === 'fails-at-start') ? undefined : choices;
}

function valuesOf(flag: string, view: ComponentView, version: KubernetesVersion, names: KnownNames): readonly string[] {
  // What the image serves without the flag is one of those that the input names, or none of them.
  if (flag === 'cloud-provider' && isCloudOfImage(view)) return [cloudOfImage(view), ...names.clouds.filter(cloud => cloud !== cloudOfImage(view))];
  return CANDIDATES[flag](view.component as ControllerManager, version, names);
}

function knownVersions(): readonly KubernetesVersion[] {
  const [first, last] = [CONFIG_API.first, CONFIG_API.last].map(minor => KubernetesVersion.of(minor).minor);
  return Array.from({ length: last - first + 1 }, (_, index) => KubernetesVersion.of(`1.${last - index}`));
}

interface FileChoice {
  readonly file?: ConfigurationFile;
  readonly added: readonly Flag[];
}

/** What the configuration file can say, as far as the model tells texts apart: whose lock, and who runs the controllers. */
function fileChoices(view: ComponentView, parts: readonly Doubt[], version: KubernetesVersion, names: KnownNames): readonly FileChoice[] {
  const isPathUnknown = parts.some(({ part }) => part === '--leader-migration-config');
  const added: readonly Flag[] = isPathUnknown ? [{ name: 'leader-migration-config', value: '/unknown' }] : [];
  if (!isPathUnknown && !parts.some(({ part }) => part === 'config')) {
    const { migrationConfig } = view;
    const text = migrationConfig?.state === 'present' && migrationConfig.mounted ? migrationConfig.text : undefined;
    return [{ file: text === undefined ? undefined : names.configurations.of(text), added }];
  }
  const api = CONFIG_API.find(version);
  if (!api) return [{ added }];
  const assigned = api.wildcard ? ['*', KCM, CCM] : [KCM, CCM];
  const keys = ['service', 'route', 'cloud-node-lifecycle', 'service-lb-controller', 'node-route-controller', 'cloud-node-lifecycle-controller'];
  const withNodeIpam = [...keys, 'nodeipam', 'node-ipam-controller'];
  const others = view.component === KCM ? names.otherControllers.flatMap(name => otherKcmKeyOf(name, version) ?? []) : [];
  const withOthers = others.length === 0 ? [] : [others, [...withNodeIpam, ...others], ...others.length > 1 ? others.map(key => [key]) : []];
  const named = [keys, withNodeIpam, [keys[0], keys[3]], ...withOthers];
  const lists = [[], ...named.flatMap(listed => assigned.map(component => listed.map(name => ({ name, component }))))];
  const files = [...names.locks, ANOTHER_NAME].flatMap(leaderName => lists.map(controllerLeaders => ConfigurationFile.of({
    apiVersion: `controllermanager.config.k8s.io/${api.recommended}`,
    leaderName,
    ...api.resourceLockIn.includes(api.recommended) ? { resourceLock: DEFAULT_LOCK_KIND } : {},
    controllerLeaders,
  })));
  return files.map(file => ({ file, added }));
}

function product<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>((all, list) => all.flatMap(head => list.map(item => [...head, item])), [[]]);
}
