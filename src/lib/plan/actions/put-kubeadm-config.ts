import { action } from '../action';
import { configMaps } from '../rule';

/** Puts kubeadm's configuration of a side into the cluster, where no control-plane node stays that could upload it: nodes that join read it. */
export const putKubeadmConfig = action<{ readonly source: string; readonly sha256: string }>({
  do: 'put-kubeadm-config',
  says: 'Put the configuration of kubeadm into the cluster',
  on: 'operator',
  rights: () => [configMaps('patch')],
  byHand: ({ source }) => ['kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs \'{data: {ClusterConfiguration: .}}\' '
    + `${source})"`],
});
