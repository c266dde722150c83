import { goBool } from './go-values';

/** An entry of `--feature-gates`. */
export interface GateSetting {
  readonly name: string;
  /** Undefined: no boolean, at which the component ends at start. */
  readonly on?: boolean;
  /** As it is written. */
  readonly text: string;
}

/** `--feature-gates`, entry by entry; spaces are cut off: k8s.io/component-base@v0.26.15 featuregate/feature_gate.go Set. */
export function parseGates(value: string): readonly GateSetting[] {
  return value.split(',').filter(text => text !== '').map(text => {
    const at = text.indexOf('=');
    return at === -1 ? { name: text.trim(), text } : { name: text.slice(0, at).trim(), on: goBool(text.slice(at + 1).trim()), text };
  });
}
