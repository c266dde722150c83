import { action } from '../action';
import { BACKUP_DIR } from '../by-hand';
import { configMaps } from '../rule';

/** Uploads kubeadm's configuration of a side: without it the next `kubeadm upgrade` writes the old flags back. */
export const uploadKubeadm = action<{ readonly source: string; readonly sha256: string }>({
  do: 'upload-kubeadm',
  says: 'Upload the configuration of kubeadm',
  on: 'node',
  rights: () => [configMaps('create', 'update')],
  programs: () => ['kubeadm init phase upload-config'],
  byHand: ({ source }) => [
    `on "mkdir -p ${BACKUP_DIR}"; scp -q ${source} "root@$NODE:${BACKUP_DIR}/kubeadm-config.yaml"`,
    `on "kubeadm init phase upload-config kubeadm --config ${BACKUP_DIR}/kubeadm-config.yaml"`,
  ],
});
