import { MigrationApp } from './app';
import { Leg, otherSide } from './context';
import { KCM } from '../kubernetes/component';
import { NodeSide, STATIC_POD_PATH } from '../kubernetes/node';
import { StrategyKind } from '../migration/migration-strategy';

/** What kubeadm's own upgrade writes of what a plan changes. */
export const KUBEADM_WRITES: readonly string[] = ['kube-apiserver', KCM, 'kube-scheduler'].map(component => `${STATIC_POD_PATH}/${component}.yaml`);

/** What it writes with the defaults of its own release (kubernetes v1.27 cmd/kubeadm/app/phases/upgrade/postupgrade.go, WriteKubeletConfigFiles). */
export const KUBEADM_WRITES_ANEW = '/var/lib/kubelet/config.yaml';

/**
 * Whether kubeadm made the nodes, its configuration of version N+1 is in the cluster, and it can upgrade them: it makes a Job and waits for it, which
 * needs a kube-controller-manager that runs (kubernetes v1.27 cmd/kubeadm/app/phases/upgrade/health.go, createJob).
 */
export function kubeadmUpgrades({ kubeadm, strategy, releases }: MigrationApp): boolean {
  return strategy !== StrategyKind.DOWNTIME && kubeadm[NodeSide.N_PLUS_1] !== undefined
    && releases[NodeSide.N_PLUS_1] !== releases[otherSide(NodeSide.N_PLUS_1)];
}

/** Whether the nodes of version N+1 that there are when a leg begins may have been upgraded by kubeadm. */
export function mayBeOfKubeadm({ app, from }: Pick<Leg, 'app' | 'from'>): boolean {
  return kubeadmUpgrades(app) && from !== 'not-started' && from !== 'n';
}
