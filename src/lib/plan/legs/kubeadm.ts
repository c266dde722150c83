import { NodeSide } from '../../kubernetes/node';
import { Coexistence } from '../coexistence';
import { must } from '../commands';
import { Leg } from '../context';
import { NO_GAP } from '../gap';
import { BACKUP_DIR, copyObject, copyUsed, hasCopy, restoreObject, takeObjectBack } from '../object-copies';
import { StepDraft } from '../step';

const CONFIG_MAP = { kind: 'configmap', namespace: 'kube-system', name: 'kubeadm-config' };

/** Uploads kubeadm's configuration of a side: without it the next `kubeadm upgrade` writes the old flags back. */
export function uploadStep({ app, from, to }: Leg, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  const file = app.kubeadm[side];
  if (!file) return [];
  const [node] = app.controlPlane;
  if (to === 'not-started') {
    return [{
      ...common(coexistence),
      id: 'kubeadm-config-back',
      title: 'Give kubeadm its configuration from before the migration back',
      changes: ['replace ConfigMap kube-system/kubeadm-config by the copy that was made'],
      before: [must(hasCopy(to, CONFIG_MAP)), copyObject(from, CONFIG_MAP)],
      run: [restoreObject(to, CONFIG_MAP)],
      undo: [takeObjectBack(from, to, CONFIG_MAP)],
    }];
  }
  return [{
    ...common(coexistence),
    id: `kubeadm-config-${side}`,
    title: `Upload kubeadm's configuration of version ${side === NodeSide.N ? 'N' : 'N+1'}`,
    nodes: [node],
    changes: [`ConfigMap kube-system/kubeadm-config from ${file.source}`],
    before: [copyObject(from, CONFIG_MAP)],
    run: [
      { text: uploadText(node, file.source), action: { do: 'upload-kubeadm', node, source: file.source, sha256: file.sha256 } },
      copyUsed(side, CONFIG_MAP),
    ],
    undo: [takeObjectBack(from, side, CONFIG_MAP)],
  }];
}

function uploadText(node: string, source: string): string {
  const file = `${BACKUP_DIR}/kubeadm-config.yaml`;
  return [
    `# on ${node}`, `mkdir -p ${BACKUP_DIR}`, '', `scp ${source} root@${node}:${file}`, '', `# on ${node}`, 'kubeadm init phase upload-config '
      + `kubeadm --config ${file}`,
  ].join('\n');
}

function common(coexistence: Coexistence) {
  return {
    why: '`kubeadm upgrade` and `kubeadm join` write static pods from the configuration in the cluster: it must say what the nodes are to run '
      + 'before either is used',
    nodes: [],
    proof: [must({ text: 'kubectl get configmap kubeadm-config -n kube-system', action: { do: 'exists', ...CONFIG_MAP } })],
    waitFor: 'nothing: no component reads it while it runs',
    atMostSeconds: 0,
    coexistence,
    gap: NO_GAP,
  };
}
