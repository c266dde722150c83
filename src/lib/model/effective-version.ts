import { EndCause } from './end-cause';
import { GateVersions } from '../facts/emulated-gates';
import { EMULATION, FIRST_EMULATED } from '../facts/emulation';
import { Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The lists among the flags of a command line. */
export interface ListFlags {
  list(name: string, fallback: readonly string[]): readonly string[];
}

/**
 * The versions that a control-plane component is told to be of: they decide what its gates are, which APIs it serves, and what it goes together
 * with. All else is as its binary has it.
 */
export interface EffectiveVersion extends GateVersions {
  /** Why it ends. */
  readonly problems: readonly EndCause[];
}

/** Undefined: its release cannot be told, or it is no component of the control plane that is read. */
export function effectiveVersion(component: Component, version: KubernetesVersion | undefined, flags: ListFlags): EffectiveVersion | undefined {
  if (version === undefined || (component !== KCM && component !== 'kube-apiserver')) return undefined;
  const back = EMULATION.find(version);
  if (back === undefined) return undefined;
  const { minor } = version._facts;
  const floor = Math.max(minor - back, FIRST_EMULATED);
  const emulation = told('emulated-version', flags, [floor, minor]);
  const emulated = emulation.minor ?? minor;
  const compatibility = told('min-compatibility-version', flags, [floor, emulated]);
  return {
    emulated,
    minCompatibility: compatibility.minor ?? Math.max(emulated - 1, floor),
    problems: [...emulation.problems, ...compatibility.problems],
  };
}

/** The minor that a component is told to be of, else that of its binary. */
export function emulatedMinor(component: Component, version: KubernetesVersion, flags: ListFlags): number {
  return effectiveVersion(component, version, flags)?.emulated ?? version.minor;
}

interface Told {
  /** 1.x; none: it is not told, or ends with it. */
  readonly minor?: number;
  readonly problems: readonly EndCause[];
}

/** k8s.io/component-base@v0.37.2 compatibility/registry.go toVersionMap and Set: the one component that they know is `kube`. */
function told(flag: string, flags: ListFlags, [from, to]: readonly [number, number]): Told {
  const items = flags.list(flag, []);
  const cause = (what: string): Told => ({ problems: [{ concern: 'command-line', text: `--${flag}=${items.join(',')} ${what}`, flags: [flag] }] });
  if (items.length === 0) return { problems: [] };
  const read = items.map(item => {
    const at = item.indexOf('=');
    return { of: at === -1 ? 'kube' : item.slice(0, at).trim(), version: parse(item.slice(at + 1)) };
  });
  if (read.some(({ version }) => version === undefined)) return cause('is no minor like 1.35');
  if (read.some(({ of }) => of !== 'kube')) return cause('names a component that it does not have; it has kube');
  if (read.length > 1) return cause('says it more than once');
  const [major, minor] = read[0].version!;
  return major === 1 && from <= minor && minor <= to ? { minor, problems: [] } : cause(`is not between 1.${from} and 1.${to}`);
}

/**
 * Major and minor; undefined: no version, or one of a patch release. k8s.io/apimachinery@v0.37.2 pkg/util/version/version.go parse: what comes after
 * the numbers is not looked at.
 */
function parse(text: string): readonly [number, number] | undefined {
  const numbers = /^\s*v?(\d+(?:\.\d+)+)/.exec(text)?.[1].split('.');
  if (numbers === undefined || /^0./.test(numbers[0])) return undefined;
  const [major, minor, patch = 0] = numbers.map(Number);
  return patch === 0 ? [major, minor] : undefined;
}
