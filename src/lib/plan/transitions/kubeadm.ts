import { Row } from './row';
import { NodeSide } from '../../kubernetes/node';
import { eventually, must } from '../action';
import { putKubeadmConfig, uploadKubeadm } from '../actions/kubeadm';
import { copyObject, copyUsed, exists, hasCopy, restoreObject, rolledOut } from '../actions/objects';
import { kubeadmUpgrades, namesOfAddons, writtenOnce } from '../app/kubeadm-files';
import { versionOf } from '../replaced/app-group';
import { move, wayOf } from '../way';

const CONFIG_MAP = { kind: 'configmap', namespace: 'kube-system', name: 'kubeadm-config' };

/** Seconds that the pods of a DaemonSet get, one node after the other. */
const ROLLOUT_SECONDS = 1800;

const UPLOAD = {
  why: '`kubeadm upgrade` and `kubeadm join` write static pods from the configuration in the cluster: it must say what the nodes are to run '
    + 'before either is used',
  proof: [must(exists(CONFIG_MAP))],
  waitFor: 'nothing: no component reads it while it runs',
};

/** Uploads kubeadm's configuration of a side: without it the next `kubeadm upgrade` writes the old flags back. */
export function upload(side: NodeSide): Row {
  return ({ app, from }) => {
    const file = app.kubeadm[side];
    const node: string | undefined = app.controlPlane[0]; // none where they are replaced
    return file && {
      ...UPLOAD,
      id: `kubeadm-config-${side}`,
      now: { text: `there: ConfigMap kubeadm-config, ${from === 'not-started' ? 'as your cluster has it' : `as state '${from}' has it`}` },
      title: `Upload kubeadm's configuration of version ${versionOf(side)}`,
      node,
      changes: [`ConfigMap kube-system/kubeadm-config from ${file.source}`],
      before: [copyObject({ state: from, ...CONFIG_MAP })],
      ...wayOf(move([
        (node === undefined ? putKubeadmConfig : uploadKubeadm)({ source: file.source, sha256: file.sha256 }),
        copyUsed({ state: side, ...CONFIG_MAP }),
      ], [restoreObject({ state: from, left: side, ...CONFIG_MAP })])),
    };
  };
}

/** What the cluster had before the migration: no file of the app says it. */
export const configurationBack: Row = ({ app, from, to }) => app.kubeadm[NodeSide.N] && {
  ...UPLOAD,
  id: 'kubeadm-config-back',
  title: 'Restore kubeadm\'s configuration from before the migration',
  now: { text: `there: ConfigMap kubeadm-config, as state '${from}' has it` },
  changes: ['replace ConfigMap kube-system/kubeadm-config by the copy that was made'],
  before: [must(hasCopy({ state: to, ...CONFIG_MAP })), copyObject({ state: from, ...CONFIG_MAP })],
  ...wayOf(move([restoreObject({ state: to, ...CONFIG_MAP })], [restoreObject({ state: from, left: to, ...CONFIG_MAP })])),
};

/** Before an API server is of version N again, whose kube-proxy must not be newer; by the copies of the plan that left that. */
export const addonsBack: Row = ({ app, from }) => {
  if (!kubeadmUpgrades(app)) return undefined;
  const objects = writtenOnce(app);
  return {
    id: 'addons-back',
    title: 'Restore kube-proxy and the configuration of kubelets',
    why: 'kubeadm brought them to version N+1: a kube-proxy must not be newer than its API server',
    changes: [`replace those that have a copy by it: ${namesOfAddons(app)}; then the pods of kube-proxy restart, node by node`],
    before: objects.map(object => copyObject({ state: from, ...object })),
    proof: [eventually(ROLLOUT_SECONDS, rolledOut({ workload: 'daemonset/kube-proxy', namespace: 'kube-system', ifThere: true }))],
    ...wayOf(move(
      objects.map(object => restoreObject({ state: 'n', ifKept: true, ...object })),
      objects.map(object => restoreObject({ state: from, left: 'n', ...object })),
    )),
    waitFor: 'every pod of kube-proxy is of version N; a Node whose machine is gone blocks this: delete that Node',
  };
};
