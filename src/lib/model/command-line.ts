import { hasFlag } from '../facts/flags';
import { ControllerManager } from '../kubernetes/component';
import { goBool, goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One argument of a command line, without its leading dashes: `{ name: 'leader-elect', value: 'true' }`. */
export interface Flag {
  readonly name: string;
  /** None: the flag stands alone, which is right for booleans only. */
  readonly value?: string;
  /** Whether the value is the next argument, which a boolean does not take. */
  readonly separate?: boolean;
  /** Whether it has one dash only, as the letter `-v` has. */
  readonly shorthand?: boolean;
}

/** The only flag of one letter with which the commands start: klog's verbosity. */
const LETTER = 'v';

/**
 * A command line as pflag reads it: the last value of a flag wins, lists grow, and the first problem ends the process before it takes any lock.
 */
export class CommandLine {
  private readonly values = new Map<string, string[]>();
  private readonly found: string[] = [];
  /** Values that are arguments of their own, by flag. */
  private readonly separate = new Map<string, string>();

  public constructor(private readonly component: ControllerManager, version: KubernetesVersion, flags: readonly Flag[]) {
    for (const flag of flags) {
      if (flag.shorthand && flag.name[0] !== LETTER) {
        this.found.push(`unknown shorthand flag: '${flag.name[0]}' in -${flag.name}`);
        continue;
      }
      // component-base normalizes `--leader_elect` to `--leader-elect`: k8s.io/component-base@v0.26.15 cli/flag/flags.go WordSepNormalizeFunc.
      const name = flag.name.replace(/_/g, '-');
      if (hasFlag(component, name, version) === false) this.found.push(`unknown flag: --${name}`);
      const values = this.values.get(name) ?? [];
      values.push(flag.value ?? 'true');
      this.values.set(name, values);
      if (flag.separate) this.separate.set(name, String(flag.value));
    }
  }

  /** What ends the process at start, in the order found. */
  public get problems(): readonly string[] {
    return [...this.found];
  }

  public text(name: string, fallback: string): string {
    return this.values.get(name)?.at(-1) ?? fallback;
  }

  /** `--leader-elect false` is true, and ends the process: k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:144. */
  public bool(name: string, fallback: boolean): boolean {
    const argument = this.separate.get(name);
    if (argument === undefined) return this.parsed(name, fallback, goBool);
    this.found.push(`"${this.component}" does not take any arguments, got ["${argument}"] (write --${name}=${argument})`);
    // Stryker disable next-line BooleanLiteral: the process ends, whatever it would have done
    return true;
  }

  /** Milliseconds. */
  public duration(name: string, fallback: number): number {
    return this.parsed(name, fallback, goDuration);
  }

  /** Comma-separated, over all occurrences; the first occurrence replaces the default. */
  public list(name: string, fallback: readonly string[]): readonly string[] {
    const values = this.values.get(name);
    return values ? values.flatMap(value => value === '' ? [] : value.split(',')) : fallback;
  }

  private parsed<V>(name: string, fallback: V, parse: (text: string) => V | undefined): V {
    let result = fallback;
    // Every occurrence is parsed, so a bad value before a good one ends the process too.
    for (const text of this.values.get(name) ?? []) {
      const value = parse(text);
      if (value === undefined) this.found.push(`invalid argument "${text}" for "--${name}" flag`);
      else result = value;
    }
    return result;
  }
}
