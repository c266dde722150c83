import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Instant, Run, Span } from './timeline';
import { CCM, ControllerManager, KCM } from '../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { ConfigurationFile } from '../../src/lib/leader-migration';
import { modelProcess, Process } from '../../src/lib/model/process';
import { certifiedFlags } from '../../src/lib/verify/certificate/case';

/** What a process was started with, of which the model says what it does. */
export interface TracedProcess {
  readonly name: string;
  /** As its program is called. */
  readonly component: string;
  readonly release: string;
  /** Flags that decide about locks and controllers. */
  readonly flags: Readonly<Record<string, string>>;
  /** The file behind `--leader-migration-config`; null: there is none. */
  readonly configuration: string | null;
  /** Times in which it was stopped by a signal. */
  readonly paused: readonly Span[];
}

/** A time in which a process said of itself, each time that it was asked, that it holds these Leases and no others. */
export interface Holding extends Span {
  readonly process: string;
  readonly leases: readonly string[];
}

/** Who held which lock, and who ran which controller, when. */
export interface Trace {
  readonly processes: readonly TracedProcess[];
  readonly held: readonly Holding[];
  readonly runs: readonly Run[];
}

/** One answer: it was true at some instant between these. */
export interface Answer {
  readonly asked: Instant;
  readonly answered: Instant;
  readonly leases: readonly string[];
}

const COMPONENTS: Readonly<Record<string, ControllerManager>> = { 'kube-controller-manager': KCM, 'aws-cloud-controller-manager': CCM };

/** A process of this machine, with the files that it reads. */
export function tracedProcess(
  name: string, component: string, release: string, [, ...words]: readonly string[], paused: readonly Span[],
): TracedProcess {
  const flags = certifiedFlags(read(component, release, { words }));
  const file = flags['leader-migration-config'];
  return {
    name,
    component,
    release,
    // Where a file lies on this machine is no matter.
    flags: Object.fromEntries(Object.entries(flags).map(([flag, value]) => [flag, value.startsWith('/') ? `/${basename(value)}` : value])),
    configuration: file === undefined ? null : textOf(file),
    paused,
  };
}

/** What the model makes of it. */
export function modelled({ component, release, flags, configuration }: TracedProcess): Process {
  return read(component, release, {
    words: Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
    ...configuration !== null && { configuration: new ConfigurationFile(configuration) },
  });
}

function read(component: string, release: string, more: { readonly words: readonly string[]; readonly configuration?: ConfigurationFile }): Process {
  const isCcm = COMPONENTS[component] === CCM;
  return modelProcess({
    dir: 'trace',
    label: component,
    component: COMPONENTS[component],
    version: isCcm ? KubernetesVersion.of(release.split('.').slice(0, 2).join('.')) : KubernetesVersion.of(release),
    ...isCcm && { awsRelease: `v${release}` },
    flags: [],
    ...more,
  });
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // it is not mounted
  }
}

/** Answers of one process, in their order, as times: what was said at both ends held meanwhile. */
export function holdings(process: string, answers: readonly Answer[]): readonly Holding[] {
  const times: { from: Instant; to: Instant; leases: readonly string[] }[] = [];
  for (const { asked, answered, leases } of answers) {
    const last = times.at(-1);
    if (last !== undefined && last.leases.join() === leases.join()) last.to = asked;
    else times.push({ from: answered, to: asked, leases });
  }
  // What was said once was true at an instant that is not known.
  return times.filter(({ from, to }) => from < to).map(time => ({ process, ...time }));
}
