import { FeatureGateRow, generatedFeatureGates } from './generated';
import { lazy } from './lazy';
import { ReadReleases } from './read-releases';
import { FactTable } from './table';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * What a controller manager makes of a gate that is set: it takes it, it ends because the gate is locked to the other value, or nobody knows:
 * other packages may register a gate that is in no table, and a gate may depend on others.
 */
export type GateOutcome = 'taken' | 'locked' | 'unknown';

/** Packages whose gates a cloud-controller-manager has: `k8s.io/kubernetes` is linked into kube-controller-manager only. */
const SHARED_PACKAGES: ReadonlySet<string> = new Set([
  'k8s.io/apiserver/pkg/features', 'k8s.io/client-go/features', 'k8s.io/controller-manager/pkg/features',
]);

/** Gates of k8s.io/component-base, which every component registers, and which are not locked. */
export const COMPONENT_BASE_GATES = new FactTable<readonly string[]>('feature gates of k8s.io/component-base', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: [],
    source: 'k8s.io/component-base@v0.20.15 and v0.23.17: no gates of its own',
  },
  {
    from: '1.24',
    to: '1.24',
    readAt: ['1.24.17'],
    value: ['ContextualLogging'],
    source: 'k8s.io/component-base@v0.24.17 logs/kube_features.go:31; k8s.io/kubernetes@v1.24.17 cmd/kube-controller-manager/app/'
      + 'controllermanager.go:76',
  },
  {
    from: '1.25',
    to: '1.25',
    readAt: ['1.25.16'],
    value: ['ContextualLogging', 'LoggingAlphaOptions', 'LoggingBetaOptions'],
    source: 'k8s.io/component-base@v0.25.16 logs/api/v1/kube_features.go:31-52',
  },
  {
    from: '1.26',
    to: '1.31',
    readAt: ['1.26.15', '1.31.14'],
    value: ['ComponentSLIs', 'ContextualLogging', 'LoggingAlphaOptions', 'LoggingBetaOptions'],
    source: 'k8s.io/component-base@v0.26.15 logs/api/v1/kube_features.go:31-52, metrics/features/kube_features.go:27; v0.31.14 the same files',
  },
  {
    from: '1.32',
    readAt: ['1.32.13', '1.37.1'],
    value: ['ContextualLogging', 'LoggingAlphaOptions', 'LoggingBetaOptions'],
    source: 'k8s.io/component-base@v0.32.13 logs/api/v1/kube_features.go:32-54, v0.37.1 :33-58; ComponentSLIs is locked, then gone',
  },
]);

/** Whether a gate that is set can end a component because it depends on one that is off. */
export const GATES_DEPEND_ON_OTHERS = new FactTable<boolean>('feature gates that depend on others', [
  {
    from: '1.20',
    to: '1.34',
    readAt: ['1.20.15', '1.34.4'],
    value: false,
    source: 'k8s.io/component-base@v0.20.15 and v0.34.4 featuregate/feature_gate.go: no dependencies',
  },
  {
    from: '1.35',
    readAt: ['1.35.0', '1.37.1'],
    value: true,
    source: 'k8s.io/component-base@v0.35.0 and v0.37.1 featuregate/feature_gate.go: "is enabled, but depends on features that are disabled"',
  },
]);

const ROWS = lazy(() => {
  const { read, rows } = generatedFeatureGates();
  const byGate = new Map<string, FeatureGateRow[]>();
  for (const row of rows) byGate.set(row.gate, [...byGate.get(row.gate) ?? [], row]);
  return { read: new ReadReleases(read), byGate };
});

/** What becomes of a controller manager with `--feature-gates=<name>=<value>`. */
export function gateSetting(name: string, value: boolean, component: ControllerManager, version: KubernetesVersion): GateOutcome {
  const dependencies = GATES_DEPEND_ON_OTHERS.knows(version) ? GATES_DEPEND_ON_OTHERS.at(version) : true;
  if (name === 'AllAlpha' || name === 'AllBeta') return value && dependencies ? 'unknown' : 'taken';
  if (COMPONENT_BASE_GATES.knows(version) && COMPONENT_BASE_GATES.at(version).includes(name)) return dependencies ? 'unknown' : 'taken';
  const row = rowOf(name, component, version);
  if (row === undefined || row === 'unread') return 'unknown';
  if (value === row.default) return 'taken';
  return row.locked === true ? 'locked' : dependencies ? 'unknown' : 'taken';
}

function rowOf(name: string, component: ControllerManager, version: KubernetesVersion): FeatureGateRow | 'unread' | undefined {
  const { read, byGate } = ROWS();
  const rows = (byGate.get(name) ?? []).filter(row => component === KCM || SHARED_PACKAGES.has(row.package));
  const asked = read.isBetweenRead(version) ? version : KubernetesVersion.of(version.minorVersion);
  const found = [...new Set(rows.map(row => row.package))].map(path => read.rowAt(rows.filter(row => row.package === path), asked));
  return found.find(row => row !== undefined);
}
