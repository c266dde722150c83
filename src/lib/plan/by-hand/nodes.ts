import { NodeSide } from '../../kubernetes/node';
import { shellQuote } from '../../text/shell-quote';
import { ETCD_DIR } from '../checks/etcd';
import { hasRoom } from '../checks/printed';
import { Plan } from '../plan';
import { doesAny } from '../step';

/** By each node itself, as its kubelet will: a mirror that lacks one, or a missing right, would show only after the old process is gone. */
export function pullImages({ controlPlane, images }: Plan): readonly string[] {
  if (images.length === 0) return [];
  return controlPlane.map(node => `# on ${node}\n${images.map(image => `crictl pull ${shellQuote(image)}`).join(' &&\n  ')}`);
}

/** `kubeadm upgrade` changes it on every node. */
export function pullProxy({ steps, controlPlane, workers, releases, kubeadmImages }: Plan): readonly string[] {
  if (!doesAny(steps, 'upgrade-kubeadm')) return [];
  const of = '{.spec.template.spec.containers[?(@.name=="kube-proxy")].image}';
  const later = kubeadmImages === '' ? '${name%:*}' : `${kubeadmImages}/kube-proxy`;
  return [[
    '# kube-proxy of now, and the one that kubeadm brings',
    `proxy=$(kubectl get daemonset kube-proxy -n kube-system --ignore-not-found -o ${shellQuote(`jsonpath=${of}`)}) && name=\${proxy%@*} &&`,
    `  if [ -z "$proxy" ]; then echo there is no kube-proxy; else (for node in ${[...controlPlane, ...workers].join(' ')}; do`,
    `  ssh -n "root@$node" crictl pull "$proxy" && ssh -n "root@$node" crictl pull "${later}:v${releases[NodeSide.N_PLUS_1]}" ||`,
    '  { echo "$node cannot pull it" >&2; exit 1; }; done); fi',
  ].join('\n')];
}

/** `kubeadm upgrade` copies what etcd has, with the snapshot of this plan (tasks/kubeadm-room.yaml). */
export function kubeadmRoom({ steps, controlPlane, etcd }: Plan): readonly string[] {
  if (!doesAny(steps, 'upgrade-kubeadm')) return [];
  const hasSnapshot = (node: string) => node === etcd.node && doesAny(steps, 'etcd-snapshot');
  return controlPlane.map(node => [
    `# on ${node}: room for what kubeadm copies of etcd below /etc/kubernetes/tmp, and for 64 MiB besides`,
    `[ ! -d ${ETCD_DIR} ] || { size=$(du -sk ${ETCD_DIR} | cut -f 1) &&`,
    `  ${hasRoom('/etc', hasSnapshot(node) ? 'size * 2' : 'size')}; }`,
  ].join('\n'));
}
