import { FactRow, FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A feature gate in one release. */
export interface FeatureGate {
  /** Whether the release knows the gate. Passing a gate that it does not know stops the component: `unrecognized feature gate: <name>`. */
  readonly exists: boolean;
  /** The value without the flag. */
  readonly default?: boolean;
  readonly stage?: 'Alpha' | 'Beta' | 'GA';
  /** Whether the value can no longer be changed: passing the default is accepted, passing the opposite is fatal. */
  readonly locked?: boolean;
}

const ABSENT: FeatureGate = { exists: false };

function gate(name: string, rows: readonly FactRow<FeatureGate>[]): [string, FactTable<FeatureGate>] {
  return [name, new FactTable<FeatureGate>(`feature gate ${name}`, rows)];
}

function alpha(on: boolean): FeatureGate { return { exists: true, default: on, stage: 'Alpha', locked: false }; }
function beta(on: boolean): FeatureGate { return { exists: true, default: on, stage: 'Beta', locked: false }; }
const GA: FeatureGate = { exists: true, default: true, stage: 'GA', locked: true };

/** One table per gate, by the name on the command line. */
export const FEATURE_GATES: ReadonlyMap<string, FactTable<FeatureGate>> = new Map([
  gate('ControllerManagerLeaderMigration', [
    { from: '1.20', to: '1.20', value: ABSENT, source: 'k8s.io/controller-manager@v0.20.15 has no pkg/features' },
    { from: '1.21', to: '1.21', value: alpha(false), source: 'k8s.io/controller-manager@v0.21.14 pkg/features/kube_features.go:71' },
    { from: '1.22', to: '1.23', value: beta(true), source: 'k8s.io/controller-manager@v0.22.17 pkg/features/kube_features.go:54' },
    { from: '1.24', to: '1.26', value: GA, source: 'k8s.io/controller-manager@v0.24.17 pkg/features/kube_features.go:55, v0.26.1:59' },
    { from: '1.27', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/controller-manager@v0.27.1 pkg/features; fatal: k8s.io/component-base@v0.27.16 featuregate/feature_gate.go:227' },
  ]),
  gate('IPv6DualStack', [
    { from: '1.20', to: '1.20', value: alpha(false), source: 'k8s.io/kubernetes@v1.20.15 pkg/features/kube_features.go:800' },
    { from: '1.21', to: '1.22', value: beta(true), source: 'k8s.io/kubernetes@v1.21.14 pkg/features/kube_features.go:826, v1.22.17:862' },
    { from: '1.23', to: '1.24', value: GA, source: 'k8s.io/kubernetes@v1.23.17 pkg/features/kube_features.go:919, v1.24.17:945' },
    { from: '1.25', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.25.16 and v1.37.1 pkg/features/kube_features.go' },
  ]),
  gate('DisableCloudProviders', [
    { from: '1.20', to: '1.21', value: ABSENT, source: 'k8s.io/kubernetes@v1.21.14 pkg/features/kube_features.go' },
    { from: '1.22', to: '1.28', value: alpha(false), source: 'k8s.io/kubernetes@v1.28.15 pkg/features/kube_features.go' },
    { from: '1.29', to: '1.30', value: beta(true), source: 'k8s.io/kubernetes@v1.29.15 pkg/features/kube_features.go' },
    { from: '1.31', to: '1.32', value: GA, source: 'k8s.io/kubernetes@v1.31.14 pkg/features/kube_features.go' },
    { from: '1.33', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.33.13 pkg/features/kube_features.go' },
  ]),
  gate('DisableKubeletCloudCredentialProviders', [
    { from: '1.20', to: '1.22', value: ABSENT, source: 'k8s.io/kubernetes@v1.22.17 pkg/features/kube_features.go' },
    { from: '1.23', to: '1.28', value: alpha(false), source: 'k8s.io/kubernetes@v1.28.15 pkg/features/kube_features.go' },
    { from: '1.29', to: '1.30', value: beta(true), source: 'k8s.io/kubernetes@v1.29.15 pkg/features/kube_features.go' },
    { from: '1.31', to: '1.32', value: GA, source: 'k8s.io/kubernetes@v1.31.14 pkg/features/kube_features.go' },
    { from: '1.33', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.33.13 pkg/features/kube_features.go' },
  ]),
  gate('KubeletCredentialProviders', [
    { from: '1.20', to: '1.23', value: alpha(false), source: 'k8s.io/kubernetes@v1.23.17 pkg/features/kube_features.go' },
    { from: '1.24', to: '1.25', value: beta(true), source: 'k8s.io/kubernetes@v1.24.17 pkg/features/kube_features.go' },
    { from: '1.26', to: '1.27', value: GA, source: 'k8s.io/kubernetes@v1.26.15 pkg/features/kube_features.go' },
    { from: '1.28', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.28.15 pkg/features/kube_features.go' },
  ]),
  gate('CSIMigration', [
    { from: '1.20', to: '1.24', value: beta(true), source: 'k8s.io/kubernetes@v1.24.17 pkg/features/kube_features.go' },
    { from: '1.25', to: '1.26', value: GA, source: 'k8s.io/kubernetes@v1.25.16 pkg/features/kube_features.go' },
    { from: '1.27', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.27.16 pkg/features/kube_features.go' },
  ]),
  gate('CSIMigrationAWS', [
    { from: '1.20', to: '1.22', value: beta(false), source: 'k8s.io/kubernetes@v1.22.17 pkg/features/kube_features.go' },
    { from: '1.23', to: '1.24', value: beta(true), source: 'k8s.io/kubernetes@v1.23.17 pkg/features/kube_features.go' },
    { from: '1.25', to: '1.26', value: GA, source: 'k8s.io/kubernetes@v1.25.16 pkg/features/kube_features.go' },
    { from: '1.27', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.27.16 pkg/features/kube_features.go' },
  ]),
  gate('InTreePluginAWSUnregister', [
    { from: '1.20', to: '1.20', value: ABSENT, source: 'k8s.io/kubernetes@v1.20.15 pkg/features/kube_features.go' },
    { from: '1.21', to: '1.30', value: alpha(false), source: 'k8s.io/kubernetes@v1.30.14 pkg/features/kube_features.go' },
    { from: '1.31', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.31.14 pkg/features/kube_features.go' },
  ]),
  gate('ControllerManagerReleaseLeaderElectionLockOnExit', [
    { from: '1.20', to: '1.35', value: ABSENT, source: 'k8s.io/kubernetes@v1.35.4 pkg/features/kube_features.go' },
    { from: '1.36', readAt: ['1.37.1'], value: alpha(false), source: 'k8s.io/kubernetes@v1.36.3 pkg/features/kube_features.go' },
  ]),
  gate('CloudControllerManagerWebhook', [
    { from: '1.20', to: '1.26', value: ABSENT, source: 'k8s.io/controller-manager@v0.26.1 pkg/features/kube_features.go' },
    { from: '1.27', readAt: ['1.37.1'], value: alpha(false), source: 'k8s.io/controller-manager@v0.27.1 pkg/features/kube_features.go' },
  ]),
  gate('CloudDualStackNodeIPs', [
    { from: '1.20', to: '1.26', value: ABSENT, source: 'k8s.io/kubernetes@v1.26.15 pkg/features/kube_features.go' },
    { from: '1.27', to: '1.28', value: alpha(false), source: 'k8s.io/kubernetes@v1.27.16 pkg/features/kube_features.go' },
    { from: '1.29', to: '1.29', value: beta(true), source: 'k8s.io/kubernetes@v1.29.15 pkg/features/kube_features.go' },
    { from: '1.30', to: '1.31', value: GA, source: 'k8s.io/kubernetes@v1.30.14 pkg/features/kube_features.go' },
    { from: '1.32', readAt: ['1.37.1'], value: ABSENT, source: 'k8s.io/kubernetes@v1.32.13 pkg/features/kube_features.go' },
  ]),
]);

/** The gate that Leader Migration stood behind. */
export const LEADER_MIGRATION_GATE = 'ControllerManagerLeaderMigration';

/**
 * A feature gate in a release.
 *
 * @throws if the name is in no table; whether a release knows it is then unknown
 */
export function featureGate(name: string, version: KubernetesVersion): FeatureGate {
  const table = FEATURE_GATES.get(name);
  if (!table) throw new Error(`feature gate '${name}' is in no table; known: ${[...FEATURE_GATES.keys()].sort().join(', ')}`);
  return table.at(version);
}

/** Whether writing `--feature-gates=<name>=<value>` stops a component of this release. */
export function settingIsFatal(name: string, value: boolean, version: KubernetesVersion): boolean {
  const known = featureGate(name, version);
  return !known.exists || (known.locked === true && known.default !== value);
}

/** Whether the gate has to be written on the command line to have this value. */
export function mustBeSet(name: string, value: boolean, version: KubernetesVersion): boolean {
  const known = featureGate(name, version);
  return known.exists && known.locked !== true && known.default !== value;
}
