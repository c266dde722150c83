import { CertifiedCase, CertifiedConfiguration, CertifiedPair, CertifiedProcess } from './certificate';
import { CERTIFIED_FLAGS, CERTIFIED_GATES } from './facts';
import { certifiedLiveness } from './liveness';
import { CONFIG_API, CONFIG_API_GROUP } from '../../facts/config-api';
import { parseGates } from '../../kubernetes/feature-gates';
import { goBool } from '../../kubernetes/go-values';
import { Cluster, controllersOf, processesOf } from '../../model/cluster';
import { CommandLine, wordsOf } from '../../model/command-line';
import { NO_LOCK } from '../../model/lock';
import { locksToRun, Process } from '../../model/process';
import { runsTwice } from '../../proof/exclusivity';
import { Place } from '../../view/model';

/** Flags that are read as one list, and those that are true or false; the last value of the others counts. */
const BOOLEANS: readonly string[] = ['allocate-node-cidrs', 'configure-cloud-routes', 'enable-leader-migration', 'leader-elect'];

/**
 * What a certificate says of one cluster, of which both promises hold.
 *
 * @param name what a reader calls it
 * @param placeOf where a process stands in the input
 */
export function certifiedCase(name: string, cluster: Cluster, placeOf: (process: Process) => Place): CertifiedCase {
  const processes = processesOf(cluster);
  const ids = new Map(processes.map((process, index) => [process, `p${index + 1}`]));
  const controllers = controllersOf(processes);
  const kinds = cluster.kinds.map(({ name: kind, nodes = [], processes: own, external = false }) =>
    ({ name: kind, nodes, processes: own.map(process => ids.get(process)!), external }));
  return {
    name,
    processes: processes.map(process => certifiedProcess(process, ids.get(process)!, controllers, placeOf(process))),
    kinds,
    workloads: cluster.workloads.filter(({ process }) => ids.has(process))
      .map(({ process, onlyOn }) => ({ process: ids.get(process)!, ...onlyOn && { onlyOn } })),
    external: cluster.external ?? false,
    exclusivity: pairs(processes, ids, controllers),
    liveness: certifiedLiveness(cluster, processes, ids),
  };
}

function certifiedProcess(process: Process, id: string, controllers: readonly string[], { file, line }: Place): CertifiedProcess {
  const { component, version, label } = process;
  // One that never starts holds nothing.
  const { mainLock, migrationLock } = process.fate.kind === 'fails-at-start' ? { mainLock: NO_LOCK, migrationLock: undefined } : process;
  const runs = controllers.flatMap(controller => {
    const locks = locksToRun(process, controller);
    return locks === undefined ? [] : [[controller, [...locks].sort()] as const];
  });
  return {
    id,
    component,
    release: version.toString(),
    label,
    file,
    line,
    copies: runsTwice(process) ? 'many' : 'one',
    flags: certifiedFlags(process),
    configuration: certifiedConfiguration(process) ?? null,
    cloud: process.cloud ?? null,
    mainLock: [...mainLock].sort(),
    migrationLock: migrationLock === undefined ? null : [...migrationLock].sort(),
    runs: Object.fromEntries(runs),
  };
}

/** The flags of a process that a certificate states, as their component reads them. */
export function certifiedFlags({ input }: Process): Readonly<Record<string, string>> {
  const line = new CommandLine(input.component, input.version, input.words ?? wordsOf(input.flags), input.awsRelease);
  const names = [...new Set(line.given.map(({ name }) => name))].filter(name => CERTIFIED_FLAGS.includes(name)).sort();
  return Object.fromEntries(names.flatMap(name => {
    const value = certifiedValue(name, line);
    return value === undefined ? [] : [[name, value]];
  }));
}

function certifiedValue(name: string, line: CommandLine): string | undefined {
  if (name === 'controllers') return line.list(name, []).join();
  const text = line.text(name, '');
  if (name !== 'feature-gates') return BOOLEANS.includes(name) ? String(goBool(text) ?? text) : text;
  const gates = new Map(line.list(name, []).flatMap(parseGates).map(gate => [gate.name, gate.on] as const));
  return [...gates].filter(([gate]) => CERTIFIED_GATES.includes(gate)).map(([gate, on]) => `${gate}=${on}`).join() || undefined;
}

/** The configuration file of a process where it can be read. */
export function certifiedConfiguration({ input: { configuration, version } }: Process): CertifiedConfiguration | undefined {
  const read = configuration?.read(version);
  if (read === undefined || 'error' in read) return undefined;
  const { apiVersion, leaderName, resourceLock, controllerLeaders } = read.configuration;
  const hasLock = CONFIG_API.find(version)!.resourceLockIn.includes(apiVersion.slice(CONFIG_API_GROUP.length + 1));
  return {
    apiVersion, leaderName, ...hasLock && { resourceLock }, controllerLeaders: controllerLeaders.map(({ name, component }) => ({ name, component })),
  };
}

function pairs(processes: readonly Process[], ids: ReadonlyMap<Process, string>, controllers: readonly string[]): readonly CertifiedPair[] {
  return processes.flatMap((first, index) => processes.slice(index).flatMap((second): readonly CertifiedPair[] => {
    if (first === second && !runsTwice(first)) return [];
    const locks = controllers.flatMap(controller => {
      const [one, other] = [first, second].map(process => locksToRun(process, controller));
      return one && other ? [[controller, [...one].find(lock => other.has(lock))!] as const] : [];
    });
    return locks.length === 0 ? [] : [{ processes: [ids.get(first)!, ids.get(second)!], locks: Object.fromEntries(locks) }];
  }));
}
