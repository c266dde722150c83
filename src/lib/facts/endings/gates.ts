import { Ending, NodeComponent } from './ending';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { gateNames, gateRows } from '../gate-rows';
import { FeatureGateRow } from '../generated';

/** What becomes of a gate of version N that is set. */
export type GateFate =
  /** The release takes it as it is set, or nothing is known of it. */
  | 'stays'
  /** The component ends with it, and does the same without it. */
  | 'carried'
  /** The component ends with it, and does otherwise without it. */
  | 'lost';

/** The one that decides. */
function gateOf(component: NodeComponent, gate: string, version: KubernetesVersion): FeatureGateRow | 'unread' | undefined {
  return gateRows(gate, version, component)[0];
}

/**
 * What becomes of a gate that a component of version N takes. One that a release of version N does not have was never taken; one of a package that
 * is not read is in no table, and nothing is said of it.
 */
export function gateFate(component: NodeComponent, gate: string, on: boolean, from: KubernetesVersion, to: KubernetesVersion): GateFate {
  const [before, after] = [from, to].map(version => gateOf(component, gate, version));
  if (before === undefined || before === 'unread' || after === 'unread') return 'stays';
  if (after === undefined) return before.default === on ? 'carried' : 'lost';
  return after.locked === true && after.default !== on ? 'lost' : 'stays';
}

/** Gates that the second release does not have, or has locked; of all gates, or of some. */
export function gateEndings(
  component: NodeComponent, from: KubernetesVersion, to: KubernetesVersion, gates: readonly string[] = gateNames(),
): readonly Ending[] {
  return gates.flatMap((gate): readonly Ending[] => {
    const [before, after] = [from, to].map(version => gateOf(component, gate, version));
    if (before === undefined || before === 'unread' || after === 'unread') return [];
    const common = { component, what: `feature gate ${gate}`, trace: { kind: 'gate', gate }, becomes: 'named' } as const;
    if (after === undefined) {
      const stage = before.stage === 'GA' ? 'is always on' : `is always ${before.default ? 'on' : 'off'}`;
      return [{
        ...common,
        release: to.minorVersion,
        lossless: [String(before.default)],
        says: `the gate is gone, and ${to.minorVersion} ends at start with it: what it switches ${stage}`,
        todo: TODO,
        source: `${before.source}, the last row of it; ${before.package} of ${to.minorVersion} has none`,
      }];
    }
    if (after.locked !== true || before.locked === true) return [];
    return [{
      ...common,
      release: to.minorVersion,
      lossless: [String(after.default)],
      says: `the gate is locked to ${after.default}, and ${to.minorVersion} ends at start with another value`,
      todo: TODO,
      source: after.source,
    }];
  });
}

const TODO = 'take the gate out in version N first, and see the cluster without it';
