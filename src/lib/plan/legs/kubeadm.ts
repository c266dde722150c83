import { NodeSide } from '../../kubernetes/node';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { eventually, must } from '../commands';
import { Leg } from '../context';
import { NO_GAP } from '../gap';
import { kubeadmUpgrades, namesOfAddons, writtenOnce } from '../kubeadm-files';
import { BACKUP_DIR, copyObject, copyUsed, hasCopy, restoreIfKept, restoreObject, takeObjectBack } from '../object-copies';
import { StepDraft } from '../step';

const CONFIG_MAP = { kind: 'configmap', namespace: 'kube-system', name: 'kubeadm-config' };

/** Seconds that the pods of a DaemonSet get, one node after the other. */
const ROLLOUT_SECONDS = 1800;

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
      now: { text: `there: ConfigMap kubeadm-config, as state '${from}' has it` },
      changes: ['replace ConfigMap kube-system/kubeadm-config by the copy that was made'],
      before: [must(hasCopy(to, CONFIG_MAP)), copyObject(from, CONFIG_MAP)],
      run: [restoreObject(to, CONFIG_MAP)],
      undo: [takeObjectBack(from, to, CONFIG_MAP)],
    }];
  }
  return [{
    ...common(coexistence),
    id: `kubeadm-config-${side}`,
    now: { text: `there: ConfigMap kubeadm-config, ${from === 'not-started' ? 'as your cluster has it' : `as state '${from}' has it`}` },
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

/** Before an API server is of version N again, whose kube-proxy must not be newer; by the copies of the plan that left that. */
export function addonsBackStep({ app, from }: Leg, coexistence: Coexistence): StepDraft[] {
  if (!kubeadmUpgrades(app)) return [];
  const objects = writtenOnce(app);
  return [{
    ...ofTheApi(coexistence),
    id: 'addons-back',
    title: 'Give kube-proxy and the configuration of kubelets back',
    why: 'kubeadm brought them to version N+1: a kube-proxy must not be newer than its API server',
    changes: [`replace those that have a copy by it: ${namesOfAddons(app)}; then the pods of kube-proxy restart, node by node`],
    before: objects.map(object => copyObject(from, object)),
    run: objects.map(object => restoreIfKept('n', object)),
    proof: [eventually(ROLLOUT_SECONDS, check.rolledOutIfThere('daemonset/kube-proxy', 'kube-system'))],
    undo: objects.map(object => takeObjectBack(from, 'n', object)),
    waitFor: 'every pod of kube-proxy is back; a node that is gone and whose Node is there holds it up: delete that Node',
    atMostSeconds: ROLLOUT_SECONDS,
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
    ...ofTheApi(coexistence),
    why: '`kubeadm upgrade` and `kubeadm join` write static pods from the configuration in the cluster: it must say what the nodes are to run '
      + 'before either is used',
    proof: [must({ text: 'kubectl get configmap kubeadm-config -n kube-system', action: { do: 'exists', ...CONFIG_MAP } })],
    waitFor: 'nothing: no component reads it while it runs',
  };
}

function ofTheApi(coexistence: Coexistence) {
  return { nodes: [], proof: [], waitFor: 'nothing', atMostSeconds: 0, coexistence, gap: NO_GAP };
}
