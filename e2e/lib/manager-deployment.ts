import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { HttpsClient } from './api';
import { Pod } from './pod';
import { SimulatedNode } from './simulated-node';
import { eventually } from './wait';

const KCM = 'kube-controller-manager';
const LABELS = { 'k8s-app': KCM };

export const KCM_MANIFEST = `etc/kubernetes/manifests/${KCM}.yaml`;

/** kube-controller-manager as a Deployment of the cluster itself, one pod on each control-plane node. Its static pods make these pods, and go. */
export async function makeDeployment(api: HttpsClient, nodes: readonly SimulatedNode[]): Promise<void> {
  const { spec } = parse(readFileSync(join(nodes[0].root, KCM_MANIFEST), 'utf8')) as Pod;
  const apart = { labelSelector: { matchLabels: LABELS }, topologyKey: 'kubernetes.io/hostname' };
  await api.create('/apis/apps/v1/namespaces/kube-system/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: KCM, namespace: 'kube-system' },
    spec: {
      replicas: nodes.length,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          ...spec,
          nodeSelector: { 'node-role.kubernetes.io/control-plane': '' },
          tolerations: [{ operator: 'Exists' }],
          affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] } },
        },
      },
    },
  });
  await eventually('pods of the Deployment of kube-controller-manager', 60, async () => {
    const { status } = await api.get<{ status: { readyReplicas?: number } }>(`/apis/apps/v1/namespaces/kube-system/deployments/${KCM}`);
    return status.readyReplicas === nodes.length ? true : undefined;
  });
  for (const { root } of nodes) rmSync(join(root, KCM_MANIFEST));
}
