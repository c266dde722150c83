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
    const words = GATE_WORDS.find(({ gates: names }) => names.test(gate));
    const common = { component, what: `feature gate ${gate}`, trace: { kind: 'gate', gate }, release: to.minorVersion } as const;
    if (after === undefined) {
      return [{
        ...common,
        lossless: [String(before.default)],
        ...OTHERWISE,
        says: `the gate is gone, and ${to.minorVersion} ends at start with it: what it switches is always ${before.default ? 'on' : 'off'}`,
        ...words?.becomes,
        source: `${before.source}, the last row of it; ${before.package} of ${to.minorVersion} has none`,
      }];
    }
    if (after.locked !== true || before.locked === true) return [];
    return [{
      ...common,
      lossless: [String(after.default)],
      ...OTHERWISE,
      says: `the gate is locked to ${after.default}, and ${to.minorVersion} ends at start with another value`,
      ...words?.becomes,
      source: after.source,
    }];
  });
}

const OTHERWISE = { becomes: 'named', todo: 'take the gate out in version N first, and see the cluster without it' } as const;

/** Gates that version N needs while its cloud is in-tree. */
const GATE_WORDS: readonly { readonly gates: RegExp; readonly becomes: Pick<Ending, 'becomes' | 'says' | 'todo'> }[] = [
  {
    gates: /^DisableCloudProviders$/,
    becomes: { becomes: 'carried', says: 'no cloud is in-tree: the cloud-controller-manager has its controllers', todo: 'nothing' },
  },
  {
    gates: /^DisableKubeletCloudCredentialProviders$/,
    becomes: {
      becomes: 'named',
      says: 'the kubelet itself has no credentials for the registry of a cloud',
      todo: 'install the credential provider of the cloud on each node; property ecrCredentialProvider writes the files of that of AWS',
    },
  },
  {
    gates: /^CSIMigration/,
    becomes: {
      becomes: 'named',
      says: 'volumes of the in-tree plugin are served by the CSI driver',
      todo: 'install the CSI driver of the cloud in version N, with the gate on, and see that volumes are attached and mounted',
    },
  },
  {
    gates: /^InTreePlugin\w+Unregister$/,
    becomes: { becomes: 'carried', says: 'the in-tree plugin is gone', todo: 'nothing' },
  },
];
