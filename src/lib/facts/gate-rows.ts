import { FeatureGateRow, GatePackageRow, generatedFeatureGates } from './generated';
import { lazy } from './lazy';
import { readReleases } from './read-releases';
import { CCM, Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped, onceFor } from '../kubernetes/once-for';

/** Where several packages register a gate, these decide first: kube-controller-manager links them. */
const FIRST = ['k8s.io/kubernetes/pkg/features', 'k8s.io/controller-manager/pkg/features'];

interface Registration {
  readonly package: string;
  readonly takers: readonly GatePackageRow[];
  readonly rows: readonly FeatureGateRow[];
}

const RELEASES = lazy(() => readReleases(generatedFeatureGates().read));

const ROWS = lazy(() => grouped(generatedFeatureGates().rows, row => row.gate));

/** The packages that register a gate, which are its rows in the table: most runs ask for a few gates of hundreds. */
const registrationsOf = onceFor((own: readonly FeatureGateRow[]): readonly Registration[] => {
  const { packages } = generatedFeatureGates();
  const rank = (path: string) => (FIRST.indexOf(path) + FIRST.length + 1) % (FIRST.length + 1);
  const found = [...grouped(own, row => row.package)].map(([path, held]) => ({
    package: path, takers: packages.filter(row => row.package === path), rows: held,
  }));
  return found.sort((a, b) => rank(a.package) - rank(b.package));
});

/**
 * What the packages say of a gate that a component takes gates of, the one that decides first. Of a patch release that was not read it is what
 * all releases say that were read of its minor.
 */
export function gateRows(name: string, version: KubernetesVersion, component: Component): readonly (FeatureGateRow | 'unread')[] {
  const read = RELEASES();
  const own = ROWS().get(name);
  // The patch releases of a cloud-controller-manager are its own project's.
  const asked = component !== CCM && read.isBetweenRead(version) ? version : KubernetesVersion.of(version._facts.minorVersion);
  return (own ? registrationsOf(own) : []).flatMap(({ takers, rows }) => {
    const linked = read.rowAt(takers, asked);
    return linked === 'unread' || linked?.components.includes(component) ? read.rowAt(rows, asked) ?? [] : [];
  });
}

/** Names of the gates that some release has. */
export function gateNames(): readonly string[] {
  return [...ROWS().keys()];
}

/** Whether some release that was read has a gate of the name, in whatever component. */
export function isGateOfAnyRelease(name: string): boolean {
  return ROWS().has(name);
}

/** Minors of which gates were read: the first and the last. */
export function gateMinors(): readonly [string, string] {
  const { minors } = RELEASES();
  return [minors[0], minors.at(-1)!];
}
