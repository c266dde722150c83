import { gateRows, isGateOfAnyRelease } from './gate-rows';
import { FactTable } from './table';
import { ControllerManager } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * What a controller manager makes of a gate that is set: it takes it, it ends because the gate is locked to the other value, or it is not known:
 * other packages may register a gate that is in no table, and a gate may depend on others.
 */
export type GateOutcome = 'taken' | 'locked' | 'unknown';

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

/** What becomes of a controller manager with `--feature-gates=<name>=<value>`. */
export function gateSetting(name: string, value: boolean, component: ControllerManager, version: KubernetesVersion): GateOutcome {
  const dependencies = GATES_DEPEND_ON_OTHERS.find(version) ?? true;
  if (name === 'AllAlpha' || name === 'AllBeta') return value && dependencies ? 'unknown' : 'taken';
  const [row] = gateRows(name, version, component);
  if (row === undefined || row === 'unread') return 'unknown';
  if (value === row.default) return 'taken';
  return row.locked === true ? 'locked' : dependencies ? 'unknown' : 'taken';
}

/**
 * What becomes of a kubelet, or of an API server that cannot be told its version, with a gate that is set, by flag or in its configuration. One that
 * no release has is a slip, or of a package that is not read; gates that depend on others are taken.
 */
export function startGate(
  component: 'kubelet' | 'kube-apiserver', name: string, value: boolean, version: KubernetesVersion,
): 'taken' | 'refused' | 'unknown' {
  if (name === 'AllAlpha' || name === 'AllBeta') return 'taken';
  const [row] = gateRows(name, version, component);
  if (row === 'unread') return 'unknown';
  if (row === undefined) return isGateOfAnyRelease(name) ? 'refused' : 'unknown';
  return row.locked === true && row.default !== value ? 'refused' : 'taken';
}
