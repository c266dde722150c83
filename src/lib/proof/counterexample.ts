import { KCM } from '../kubernetes/component';
import { LockSet, lockNames } from '../model/lock';
import { controllerIn, Process } from '../model/process';

/** A process in a counter-example, as `verify --format json` prints it. */
export interface CounterExampleProcess {
  readonly dir: string;
  readonly component: string;
  readonly version: string;
  /** What it holds. */
  readonly locks: readonly string[];
}

/** One way in which a promise breaks, as data. */
export interface PrintedCounterExample {
  readonly controller: string;
  /** The cloud that it is missing for, where the processes serve more than one. */
  readonly cloud?: string;
  readonly processes: readonly CounterExampleProcess[];
  readonly message: string;
  readonly fix: string;
}

/** The same with what tells it to people. */
export interface ToldCounterExample extends PrintedCounterExample {
  /** The message in its parts: who is there, what each process does, and what comes of it. */
  readonly story: readonly string[];
}

/** The same with what finds its place. */
export interface CounterExample extends ToldCounterExample {
  /** The process at which the fix begins. */
  readonly culprit?: Process;
}

/** What is printed of a counter-example. */
export function printed({ culprit, story, ...example }: CounterExample): PrintedCounterExample {
  return example;
}

/** The same for people: no process of the model, which is no data. */
export function told({ culprit, ...example }: CounterExample): ToldCounterExample {
  return example;
}

export function describedProcess(process: Process, locks: LockSet): CounterExampleProcess {
  const { dir, component } = process;
  return { dir, component, version: process.isReleaseTaken ? 'unknown' : process.version.toString(), locks: lockNames(locks) };
}

/** `node of version N: KCM 1.26` */
export function who(process: Process): string {
  return `${process.label}: ${process.component === KCM ? 'KCM' : 'CCM'} ${ofRelease(process)}`;
}

/** Behind the name of a component: `1.26`, or `of an unknown release (say 1.26)`. */
export function ofRelease(process: Process): string {
  return process.isReleaseTaken ? `of ${releaseOf(process)}` : releaseOf(process);
}

/** `1.26`; where the release is not known, `an unknown release (say 1.26)`. */
export function releaseOf({ version: { minorVersion }, isReleaseTaken }: Process): string {
  return isReleaseTaken ? `an unknown release (say ${minorVersion})` : minorVersion;
}

/** `{kube-controller-manager, cloud-provider-extraction-migration}`. */
export function braces(locks: LockSet): string {
  return locks.size === 0 ? 'no lock' : `{${lockNames(locks).join(', ')}}`;
}

/** The name that a process has for a controller, quoted unless it is many. */
export function keyIn(process: Process, controller: string): string {
  const { key } = controllerIn(process, controller);
  return key.includes(' ') ? `its ${key}` : `\`${key}\``;
}
